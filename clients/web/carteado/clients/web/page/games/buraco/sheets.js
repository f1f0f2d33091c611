// Sheets over a Buraco table: the whole pile, a run, the other pair's runs, the score.

import { button, h } from "../../core/scene.js";
import { card, cardText, withSuits } from "../../core/cards.js";
import { nameOf } from "../../core/lines.js";
import { N_ } from "../../core/words.js";
import { bars, dialog, wideDialog } from "../../screens/parts.js";
import { meant } from "./staging.js";
import { mark } from "./runs.js";
import { nextDeal, ten, titleOf } from "./picture.js";
import { actionsOf } from "./turns.js";
import { lastOf } from "../../core/lists.js";

const LINES = {
  cards: N_("Cards on the table"),
  clean: N_("Clean canastras"),
  dirty: N_("Dirty canastras"),
  real: N_("Real canastras"),
  half_real: N_("Half-real canastras"),
  semi_clean: N_("Semi-clean canastras"),
  out: N_("Going out (batida)"),
  no_morto: N_("No morto taken"),
  hands: N_("Cards left in hands"),
  forfeit: N_("Forfeit without a clean canastra"),
};

/** The sheet that is open, null for none. */
export function dialogs(context, picture, staging) {
  const { ui, t, set } = context;
  const close = () => set({ dialog: null });
  if (ui.dialog === "pile") return pile(context, picture, staging, close);
  if (ui.dialog === "run" && ui.shownRun) return dialog(ui.shownRun.title, close, t, h("ul", laid(ui.shownRun, t)));
  if (ui.dialog === "theirs") return dialog(picture.areas[1], close, t, h("ul", picture.theirs.map((run) => laid(run, t))));
  if (ui.dialog === "wild" && ui.wild) return wild(context, close);
  if (ui.dialog === "sheet" && picture.sheets) return sheet(context, picture, close);
  return null;
}

const cards = (codes, t, width = 48) => h("ul.b-cards", codes.map((code, at) => h("li", { key: String(at) }, card(code, width, t))));

/** A run with its points, its mark, and all its cards. */
const laid = (run, t) => h(
  "li.b-laid",
  { key: run.key },
  h("div", h("b", t.number(run.points)), mark(run, t)),
  h("ul.b-cards", run.cards.map((code, at) => h("li", { key: String(at) }, card(code, 48, t), run.stands[at] && h("small", `=${ten(run.stands[at])}`)))),
);

/** Where a wild goes: each place as a picture of the run. */
function wild({ t, ui, set }, close) {
  const { next, ways } = ui.wild;
  return dialog(t("Where does the wild go?"), close, t, ways.map(({ action, made }, at) => button(
    h("span.b-cards", made.cards.map((code, place) => h("span", { key: String(place), class: made.stands[place] ? "wild" : "" }, card(code, 48, t)))),
    () => set({ dialog: null, wild: null, refusal: null, staging: meant(next, action) }),
    { class: "outline b-way", key: String(at) },
    h("span", withSuits(titleOf(made)), " · ", t("{points} points", { points: made.points })),
  )));
}

function pile(context, picture, staging, close) {
  const { t } = context;
  const acts = actionsOf(context, picture, staging);
  const shown = picture.openPile ? picture.pile : picture.pile.slice(-1);
  return dialog(
    t.several("Pile of one card", "Pile of {n} cards", picture.pile.length),
    close,
    t,
    shown.length ? cards(shown, t) : h("p", t("The pile is empty.")),
    !picture.openPile && h("p", t("Only the top card of a closed pile is seen.")),
    acts.take && button(t("Take the pile"), () => { close(); acts.take(); }, { class: "primary" }),
  );
}

function sheet(context, picture, close) {
  const { t, seat, state, story } = context;
  const who = (at) => (at === seat ? t("You") : nameOf(state, at, t));
  const [ours, theirs] = picture.sheets;
  // Players look for who went out, so that line is always there.
  const names = [...new Set(["out", ...[...ours.lines, ...theirs.lines].map(({ name }) => name)])];
  const order = Object.keys(LINES);
  names.sort((a, b) => (order.indexOf(a) + 99) % 99 - (order.indexOf(b) + 99) % 99);
  const found = (side, name) => side.lines.find((line) => line.name === name);
  const cell = (line) => h("td", line && line.count > 1 && line.name !== "cards" && line.name !== "hands" && h("small", `${line.count} × ${t.number(line.points / line.count)}`), line ? t.number(line.points) : "–");
  const lead = picture.totals[0] - picture.totals[1];
  const title = picture.ended || (!picture.playing ? t("Deal {number}", { number: picture.deal }) : lead > 0 ? t("Deal {number}: you lead by {points}", { number: picture.deal, points: lead })
    : lead < 0 ? t("Deal {number}: they lead by {points}", { number: picture.deal, points: -lead })
      : t("Deal {number}: level", { number: picture.deal }));
  const row = (label, one, other, kind = "") => h("tr", { key: label, class: kind }, h("th", { scope: "row" }, label), one, other);
  const number = (value) => h("td", t.number(value));
  const last = lastOf(story.deals);
  return wideDialog(
    title,
    close,
    t,
    last && h("p", last.out === null || last.out === undefined ? t("The deal ended because no card was left to draw.") : t("{names} went out.", { names: state.names.map((name, at) => at).filter((at) => at % 2 === last.out % 2).map(who).join(" & ") })),
    nextDeal(context, picture) && h("p", nextDeal(context, picture)),
    h(
      "div.b-sides",
      h(
        "table.b-sheet",
        h("thead", h("tr", h("th", { scope: "col" }, t("Points")), picture.pairs.map((pair) => h("th", { scope: "col" }, pair)))),
        h(
          "tbody",
          names.map((name) => row(LINES[name] ? t(LINES[name]) : name.replace(/_/g, " "), cell(found(ours, name)), cell(found(theirs, name)))),
          story.deals.slice(0, -1).map(({ deal, sheets }) => row(t("Deal {number}", { number: deal }), ...[picture.own % 2, 1 - (picture.own % 2)].map((team) => number(sheets[team].total)))),
          row(t("This deal"), number(ours.total), number(theirs.total), "total"),
          row(t("Match, to {points}", { points: picture.target }), number(picture.totals[0]), number(picture.totals[1]), "total"),
        ),
      ),
      picture.left.length > 0 && h("section.b-left", h("h3", t("Cards left in hands")), picture.left.map(({ cards: held, points }, at) => h("div.row.wrap", { key: String(at) }, h("span.grow", who(at)), cards(held, t, 30), h("b", t.number(points))))),
    ),
    picture.totals.map((total, side) => h("div.row.wrap", { key: String(side) }, h("span.grow", picture.pairs[side]), h("b", t.number(total)), h("div.b-goal", { "aria-hidden": "true" }, bars(Math.max(0, Math.min(1, total / picture.target)), 0)))),
    context.shuffle(),
    button(t("Close"), close, { class: "primary" }),
  );
}
