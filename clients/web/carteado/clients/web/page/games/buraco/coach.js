// What the coach says about a turn of Buraco: the server counts, this shows it.

import { cardText, withSuits } from "../../core/cards.js";
import { h } from "../../core/scene.js";
import { isSmall } from "../../core/size.js";
import { part, segments } from "../../screens/parts.js";
import { pictureOf } from "./picture.js";

const RANKS = [..."A23456789TJQK"];

const text = (cards) => cards.map((code) => cardText(code)).join(" ");

/** The parts of the panel. */
export function coach(context, one) {
  const { t } = context;
  const percent = (parts) => t.percent(parts / 1e6);
  const points = (parts) => signed(parts / 1e6, t);
  const [best] = one.ways;
  const title = one.drawing ? t("Stock or pile") : t("Arrangements");
  // A phone has two pages: the turn, and each card.
  const small = isSmall(context.size);
  const turn = !small || !context.ui.eachCard;
  const cards = !small || !turn;
  return [
    turn && best && part(title, t("points, us minus them"), h("ol.b-ways", one.ways.map((way, at) => h("li", { key: String(at), class: at ? "" : "best" }, h("span.grow", withSuits(wayText(way, pictureOf(context), t))), h("div", h("b", points(way.mean), h("small", at ? points(-Math.abs(way.behind)) : t("best"))), interval(way, one.ways), h("small", t("goes out {share}", { share: percent(way.out) }))))))),
    cards && Object.keys(one.discards).length > 0 && part(t("Discards"), t("points behind the best"), h("p", withSuits(Object.entries(one.discards).sort(([, a], [, b]) => a - b).map(([code, behind]) => `${cardText(code)}\u00a0${points(-behind)}`).join(" · ")))),
    turn && part(t("Going out"), t("batida"), one.own_out ? h("p", t("Your hand goes out in this turn.")) : !one.may_go_out ? h("p", t("Your pair may not go out as things stand.")) : one.outs.length > 0 && h("p", withSuits(t("Cards that go out: {cards}", { cards: text(one.outs) }))), one.outs.length > 0 && h("p.thirds", h("span", t("One of them comes within 3 draws")), h("b", percent(one.out_within))), (best?.morto ?? null) !== null && h("p.thirds", h("span", t("We take a morto within 2 turns")), h("b", percent(best.morto))), best && h("p.thirds", h("span", t("Our pair goes out in this deal")), h("b", percent(best.out))), best && h("p.thirds", h("span", t("Their pair goes out in this deal")), h("b", percent(best.out_against)))),
    cards && part(t("A card comes to us within 2 draws"), "%", comes(one), h("p.of", [one.comes.JKR > 0 && t("Any joker {share}", { share: percent(one.comes.JKR) }), one.any_wild > 0 && t("Any wild {share}", { share: percent(one.any_wild) }), t("· cannot come")].filter(Boolean).join("\u2003"))),
    h("p.of", t.several("Counted from what your seat can see. {n} imagined deal.", "Counted from what your seat can see. {n} imagined deals.", one.deals)),
    small && h("div.b-pages", segments(t("Show"), [[true, title], [false, t("Each card")]], turn, (first) => context.set({ eachCard: !first }))),
  ];
}

/** The 95% interval of a way, on one scale with the others and with zero. */
function interval({ low, high, mean }, ways) {
  const from = Math.min(0, ...ways.map((way) => way.low));
  const span = Math.max(0, ...ways.map((way) => way.high)) - from || 1;
  const at = (points) => String((points - from) / span);
  return h("div.b-interval", { "aria-hidden": "true", style: { "--low": at(low), "--high": at(high), "--mean": at(mean), "--zero": at(0) } }, h("i"), h("b"));
}

/** What the discard of a card costs beside the best one; null where that was not counted. */
export function behindText({ advice, t }, code) {
  const face = (one) => (one.startsWith("JKR") ? "JKR" : one.slice(0, 2));
  const behind = advice?.discards[face(code)];
  if (behind === undefined) return null;
  const best = advice.ways[0]?.plan.find(([kind]) => kind === "discard")?.[2][0];
  return best && face(best) === face(code) ? t("best") : signed(-behind / 1e6, t);
}

/** The cards that fit a run of the own pair and can still come, each with its chance. */
export const fitting = ({ advice, t }, number) => (advice?.runs[number]?.cards ?? [])
  .filter(([, chance]) => chance > 0)
  .map(([code, chance]) => `${cardText(code)}\u00a0${chance === 1e6 ? t("own") : `${Math.round(chance / 1e4)}%`}`);

/** Each card's chance, in a row for each suit. */
function comes({ comes: chances }) {
  const best = Math.max(...Object.values(chances));
  const cell = (chance) => h("td", { class: chance === best ? "good" : "" }, chance ? Math.round(chance / 1e4) : "·");
  return h(
    "table.comes",
    h("tr", h("td"), RANKS.map((rank) => h("th", { scope: "col" }, cardText(`${rank}S`).slice(0, -1)))),
    [..."SHDC"].map((suit) => h("tr", h("th", { scope: "row" }, withSuits(cardText(`A${suit}`).slice(1))), RANKS.map((rank) => cell(chances[rank + suit])))),
  );
}

function signed(points, t) {
  const whole = Math.round(points) || 0; // never −0
  return `${whole > 0 ? "+" : ""}${t.number(whole)}`;
}

function wayText({ plan, fits }, { ours, pile }, t) {
  const fit = (share) => (fits ?? null) !== null && t("fits a run {share}", { share });
  const parts = plan.map(([kind, run, codes]) => {
    const cards = text(codes);
    if (kind === "draw") return [t("Draw from the stock"), fit(t.percent(fits / 1e6))];
    if (kind === "take") return [[t("Take the pile"), cards].filter(Boolean).join(": "), fit(`${fits / 1e6}/${pile.length}`)];
    if (kind === "meld") return t("new {cards}", { cards });
    if (kind === "extend") return ours[run] ? t("{cards} to {run}", { cards, run: ours[run].title }) : t("{cards} to the new run", { cards });
    return [!plan.some(([one]) => one === "meld" || one === "extend") && t("lay nothing"), t("discard {cards}", { cards })];
  });
  return parts.flat().filter(Boolean).join(" · ") || t("lay nothing");
}
