// Actions chosen in advance, and the guard against a price that has just risen.

import { actionOf, offersOf } from "../../core/offers.js";
import { pictureOf } from "./picture.js";

const GUARD_MS = 600;

/** The choices that make sense at a price: [kind, label]. A game of one stake is played for it or folded. */
export function preActions(price, t, actions) {
  if ("play" in actions) return [["check_fold", t("Fold")], ["call", t("Play for {amount}", { amount: price })]];
  return price
    ? [["check_fold", t("Fold")], ["call", t("Call {amount}", { amount: price })], ["call_any", t("Call any")]]
    : [["check_fold", t("Check or fold")], ["check", t("Check")], ["call_any", t("Call any")]];
}

const priceOf = (table) => (table.view ? pictureOf({ ...table, table }).price : 0);

/** What is chosen and guarded after the table went on: changes of the screen's state. */
export function seen(before, table, ui, now) {
  if (table.seat === null || before.view === table.view) return null;
  const { hand, street } = table.view.state;
  const price = priceOf(table);
  let { chosen = null, guard = null } = ui;
  if (chosen && (chosen.hand !== hand || chosen.street !== street)) chosen = null;
  if (chosen && price !== chosen.price && (chosen.kind === "check" || chosen.kind === "call")) {
    chosen = { ...chosen, cancelled: true };
  }
  if (guard?.price !== price) {
    guard = { price, hand, raised: guard?.hand === hand && price > guard.price ? now : null };
  }
  return { chosen, guard };
}

/** Milliseconds in which a press on Call does nothing. */
export function guardLeft({ guard }, now) {
  return guard?.raised ? Math.max(0, guard.raised + GUARD_MS - now) : 0;
}

const MEANS = { check_fold: ["check", "fold"], check: ["check"], call: ["call", "play"], call_any: ["check", "call", "play"] };

/** The action that was chosen in advance for a prompt, null for none. */
export function answer(table, { chosen }, actions) {
  if (!chosen || chosen.cancelled) return null;
  const offers = offersOf(table.prompt.legal, actions);
  for (const tag of MEANS[chosen.kind]) {
    const offer = offers.find((one) => one.tag === tag);
    if (!offer) continue;
    if (chosen.kind === "call" && offer.price !== chosen.price) return null;
    return actionOf(offer);
  }
  return null;
}
