// Actions of a seat without a prompt, and switches beside the actions. The view lists them (`may`);
// the server decides.

import { cardText, withSuits } from "../../core/cards.js";
import { N_ } from "../../core/words.js";
import { button, h } from "../../core/scene.js";
import { toggle } from "../../screens/parts.js";

const LABELS = {
  show: N_("Show cards"), rabbit: N_("Rabbit hunt"), bomb_pot: N_("Bomb pot next"), post_blind: N_("Post the big blind"),
};

/** Buttons for what may be done between hands. */
export function wishes({ t, act }, { may, seats, own }) {
  const [first, last] = may.show_card ?? [1, 0];
  const single = [first, last].slice(0, last - first + 1);
  const wish = (type, label, more) => button(label, () => act({ type, ...more }), { class: "neutral", key: type + (more?.card ?? "") });
  return [
    ...Object.keys(LABELS).filter((type) => may[type]).map((type) => wish(type, t(LABELS[type]))),
    ...single.map((card) => wish("show_card", h("span", withSuits(t("Show {cards}", { cards: cardText(seats[own].cards[card - 1]) }))), { card })),
  ];
}

/** Settings that last from hand to hand: sitting out, straddling, hiding the own cards. */
export function switches({ t, state, seat, ask, act, ui, set }, { may, seats, own }) {
  const away = state.away[seat];
  return h(
    "div.switches",
    { key: "switches" },
    toggle(t("Sit out next"), away, () => ask(away ? "sit_in" : "sit_out"), { key: "out" }),
    (may.straddle || may.no_straddle) && toggle(t("Straddle"), Boolean(may.no_straddle), () => act({ type: may.straddle ? "straddle" : "no_straddle" }), { key: "straddle" }),
    seats[own].cards.length > 0 && toggle(t("Hide my cards"), Boolean(ui.covered), () => set({ covered: !ui.covered }), { key: "cover" }),
  );
}
