// What the coach says about a hand: the server counts, this shows it.

import { cardText, withSuits } from "../../core/cards.js";
import { h } from "../../core/scene.js";
import { N_ } from "../../core/words.js";
import { bars, part } from "../../screens/parts.js";
import { pictureOf } from "./picture.js";

const CATEGORIES = [N_("High card"), N_("Pair"), N_("Two pair"), N_("Three of a kind"), N_("Straight"), N_("Flush"), N_("Full house"), N_("Four of a kind"), N_("Straight flush"), N_("Royal flush")];

/** The parts of the panel. */
export function coach(context, one) {
  const { t } = context;
  const { price, total } = pictureOf(context);
  const share = one.share / 1e6;
  const percent = (parts) => t.percent((parts ?? 0) / 1e6);
  const needs = price / (total + price);
  const gain = Math.round(share * (total + price) - price);
  const columns = [[t("you"), one.own], [t("they end"), one.theirs], ...(one.standing ? [[t("now"), one.now], [t("board"), one.by_board]] : [])];
  const [behind, level, ahead] = one.standing ?? [];
  return [
    part(t("Win chance"), t("{share} of the pot on average", { share: t.percent(share) }), bars(one.win / 1e6, one.tie / 1e6), h("p.thirds", h("span", t("{share} win", { share: percent(one.win) })), h("span", t("{share} tie", { share: percent(one.tie) })), h("span", t("{share} lose", { share: percent(1e6 - one.win - one.tie) })))),
    price > 0 && part(t("Price of the call"), t("{price} to win {pot}", { price, pot: total }), bars(share, 0, needs), h("p.thirds", h("span", t("needs {share}", { share: t.percent(needs) })), h("b", t("has {share}", { share: t.percent(share) }))), h("p", gain < 0 ? t("On average the call loses {chips} chips before later bets.", { chips: -gain }) : t("On average the call gains {chips} chips before later bets.", { chips: gain }))),
    part(t("Your hand and an opponent's"), t("per cent"), h("table", h("thead", h("tr", h("td"), columns.map(([label]) => h("th", { scope: "col" }, label)))), h("tbody", CATEGORIES.slice(0, one.standing ? 10 : 9).map((name, at) => h("tr", { key: name }, h("th", { scope: "row" }, t(name)), columns.map(([, shares]) => h("td", at < 9 || shares === one.by_board ? t.decimal((shares[at] ?? 0) / 1e4) : "")))).reverse())), one.standing && h("p.of", t("Board: any two cards, with only the board known."))),
    (one.improves > 0 || one.outs.length > 0) && part(t("Your hand improves"), percent(one.improves), one.unseen > 0 && h("p", withSuits(t("{outs} of {unseen} next cards: {cards}", { outs: one.outs.length, unseen: one.unseen, cards: one.outs.map(cardText).join(" ") })))),
    one.standing && part(t("Now ahead of"), t("{ahead} of {all} hands", { ahead: behind, all: behind + level + ahead }), h("p", t("Behind {behind}, tied with {tied}.", { behind: ahead, tied: level }))),
    h("p.of", t.several("Counted exactly over {runouts} run-outs against a random hand.", "Counted exactly against {n} random hands.", one.opponents, { runouts: one.counted })),
  ];
}
