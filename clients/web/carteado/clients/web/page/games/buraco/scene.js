// The play area of a Buraco table: the other seats, the runs of both pairs, stock, mortos and pile.

import { button, h } from "../../core/scene.js";
import { card, cardText, isKnown, withSuits } from "../../core/cards.js";
import { N_ } from "../../core/words.js";
import { icon } from "../../screens/parts.js";
import { isSmall } from "../../core/size.js";
import { nameOf } from "../../core/lines.js";
import { pictureOf } from "./picture.js";
import { runs } from "./runs.js";
import { dialogs } from "./sheets.js";
import { ended } from "./staging.js";
import { actionsOf, stagingOf } from "./turns.js";
import { initial, lastOf } from "../../core/lists.js";

const DID = {
  drew: N_("drew a card"), took: N_("took the pile"), discarded: N_("discarded {cards}"),
  laid: N_("laid {cards}"), added: N_("added {cards}"), morto: N_("took a morto"),
};

/** What a seat did, as a few words. */
const didText = ({ kind, cards }, t) => t(DID[kind], { cards: cards.map(cardText).join(" ") });

/** The play area. */
export function scene(context) {
  const picture = pictureOf(context);
  const staging = stagingOf(context, picture);
  const small = isSmall(context.size);
  return h(
    "div.buraco",
    { "data-mine": String(picture.inDeal && picture.turn === context.seat) },
    h("ul.b-seats", picture.seats.map((one) => seat(one, context))),
    h(
      "div.b-felt",
      { "data-held": String(picture.hand.length > 35 ? 2 : picture.hand.length > 21 ? 1 : 0) },
      small ? null : runs(context, picture, staging, "ours"),
      centre(context, picture, staging),
      small ? theirButton(context, picture) : null,
      runs(context, picture, staging, small ? "ours" : "theirs"),
    ),
    dialogs(context, picture, staging),
  );
}

function seat(one, { t, sit, seat: own, left, size }) {
  if (!one.name) {
    return h("li.b-seat.free", { key: String(one.seat) }, own === null ? button(t("Sit down"), () => sit(one.seat), { class: "outline" }) : h("span", t("free")));
  }
  const few = one.cards > 0 && one.cards <= 3;
  return h(
    "li.b-seat",
    { key: String(one.seat), class: [one.turn && "turn", one.away && "away"].filter(Boolean).join(" ") },
    h("span.b-disc", { "aria-hidden": "true" }, one.turn && left ? String(left.seconds) : one.connected === false ? icon("offline") : one.away ? icon("pause") : initial(one.name)),
    h(
      "span.b-who",
      h("b", (isSmall(size) ? one.name : one.shown).replace(/^buraco-/, "")), // bots differ in the rest, for which a phone has room
      own !== null && h("small", one.partner ? t("partner") : t("opponent")),
      h("small.b-last", one.connected === false ? t("not connected") : one.away ? t("sits out") : one.last ? withSuits(didText(one.last, t)) : ""),
    ),
    h("span.b-count", h("b", `${one.cards}${few ? "!" : ""}`), h("small", t.several("card", "cards", one.cards))),
  );
}

function stack(code, count, label, props = {}, sign = "") {
  return h(
    "div.b-stack",
    { key: label, ...props },
    count ? card("??", 60, (text) => text, { class: code, "aria-hidden": "true" }) : h("span.b-empty"),
    h("b", `${count}${sign}`),
    h("small", label),
  );
}

function centre(context, picture, staging) {
  const { t } = context;
  const acts = actionsOf(context, picture, staging);
  const stock = stack("stock", picture.stock, t("stock"));
  return h(
    "section.b-centre",
    { key: "centre", "aria-label": t("Stock, pile and mortos") },
    acts.draw ? h("button.b-draw", { type: "button", "data-key": "1", "aria-label": t("Draw from the stock, {number} cards", { number: picture.stock }), on: { click: acts.draw } }, stock) : stock,
    pile(context, picture, staging, acts),
    // A phone says how many are left, and not which of them is gone.
    h("div.b-mortos", isSmall(context.size) ? stack("morto", picture.mortos.length, t("morto"), {}, "×") : [0, 1].map((number) => {
      const at = number - (2 - picture.mortos.length);
      if (at >= 0) return stack("morto", picture.mortos[at], t("morto"), { key: String(number) });
      const taker = picture.took[number];
      return h("div.b-stack", { key: String(number) }, h("span.b-empty", taker === undefined ? t("now the stock") : t("by {name}", { name: context.state.names[taker] ?? "" })));
    })),
    h(
      "section.b-round",
      { key: "round" },
      h("h2", t("This round")),
      h("ol", context.story.round.slice(context.size.name === "compact" ? -3 : -20).map((one, at) => h("li", { key: String(at) }, withSuits(`${one.seat === context.seat ? t("You") : nameOf(context.state, one.seat, t)} ${didText(one, t)}`)))),
    ),
  );
}

function pile(context, picture, staging, acts) {
  const { t, set } = context;
  const staged = ended(staging) ? lastOf(staging.steps).cards[0] : null;
  const known = picture.openPile ? picture.pile.filter(isKnown) : picture.pile.slice(-1).filter(isKnown);
  const shown = known.slice(staged ? -3 : -4);
  const label = picture.openPile ? t("Pile (open)") : t("Pile (closed)");
  const press = acts.discard ?? (() => set({ dialog: "pile" }));
  return h(
    "button.b-pile",
    {
      key: "pile", type: "button", "data-key": "p", "aria-label": `${label}, ${t.several("one card", "{n} cards", picture.pile.length)}`,
      on: { click: press, dragover: (event) => event.preventDefault(), drop: (event) => { event.preventDefault(); acts.dropOnPile?.(event.dataTransfer.getData("text")); } },
    },
    h("span.b-fan", [...shown, ...(staged ? [staged] : [])].map((code, at) => h(
      "span", { key: String(at), class: staged && at === shown.length ? "staged" : "" }, card(code, 44, t, { "aria-hidden": "true" }),
    )), !shown.length && !staged && h("span.b-empty")),
    h("span.b-pile-words", h("b", String(picture.pile.length)), h("small", t("pile"))),
  );
}

function theirButton({ t, set }, picture) {
  const clean = picture.theirs.filter(({ canastra }) => canastra === "clean" || canastra === "real" || canastra === "half_real").length;
  const points = picture.theirs.reduce((sum, run) => sum + run.points, 0);
  return button(
    h("b", picture.areas[1]),
    () => set({ dialog: "theirs" }),
    { class: "b-theirs outline", key: "theirs" },
    h("small.grow", t("{runs} · {points} points", { runs: picture.theirs.length, points })),
    clean > 0 && h("span.b-mark.clean", t.several("one CLEAN", "{n} CLEAN", clean)),
  );
}
