// Refusals in the player's language; the server's sentence is the English fallback.

import { N_ } from "./words.js";

const TEXTS = {
  "action/not_your_turn": N_("It is not your turn."),
  "action/stale_decision": N_("The table has moved on: that decision has passed."),
  "table/full": N_("The table is full. Choose another one, or watch."),
  "seat/taken": N_("Somebody sits there already. Choose another seat."),
  "table/unknown": N_("That table is gone. Choose another one."),
};

/** A sentence about a refusal. */
export function refusalText({ code, message }, t) {
  return TEXTS[code] ? t(TEXTS[code]) : message || code;
}
