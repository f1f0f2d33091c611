// What may be done now, as buttons: read from the prompt's `legal` and nothing else.
//
// A field of `legal` that is named like an action, or like an action and `_to`, offers it: true as
// it is, a number with that price, a pair with an amount from the one to the other.

import { N_ } from "./words.js";

const KEYS = {
  fold: "F1", muck: "F1", check: "F2", call: "F2", play: "F2", show: "F2",
  raise: "F3", bet: "F3", stake: "F3", all_in: "F4",
  run_twice: "F2", run_once: "F3", post_blind: "F3",
};

const ORDER = ["fold", "muck", "check", "call", "play", "show", "raise", "stake", "all_in"];

const LABELS = {
  fold: N_("Fold"),
  check: N_("Check"),
  call: N_("Call {amount}"),
  raise: N_("Raise to {amount}"),
  bet: N_("Bet {amount}"),
  all_in: N_("All-in {amount}"),
  show: N_("Show"),
  muck: N_("Muck"),
  play: N_("Play for {amount}"),
  stake: N_("Stake {amount}"),
  post_blind: N_("Post the big blind"),
  run_twice: N_("Run it twice"),
  run_once: N_("Run it once"),
};

/**
 * The offers of a prompt in the order of their buttons: {tag, word, key, price, span, field}.
 * @param legal of the prompt
 * @param actions the game's actions: {tag: name of the field that takes an amount, or ""}
 */
export function offersOf(legal, actions) {
  const found = [];
  for (const [name, value] of Object.entries(legal ?? {})) {
    const tag = name in actions ? name : name.replace(/_to$/, "");
    if (!(tag in actions) || value === null || value === false) continue;
    const word = tag === "raise" && legal.opens ? "bet" : tag;
    const span = Array.isArray(value) ? value : null;
    const price = typeof value === "number" ? value : null;
    found.push({ tag, word, key: KEYS[tag] ?? "", price, span, field: actions[tag] });
  }
  const place = ({ tag }) => (ORDER.includes(tag) ? ORDER.indexOf(tag) : ORDER.length);
  return found.sort((a, b) => place(a) - place(b));
}

/** The action of an offer on the wire. */
export function actionOf(offer, amount) {
  if (offer.span === null) return { type: offer.tag };
  return { type: offer.tag, [offer.field]: clamp(amount ?? offer.span[0], offer.span) };
}

/** The text of the button, with the amount as `written` formats it. */
export function labelOf(offer, t, amount, written = t.exact) {
  const text = LABELS[offer.word];
  if (text === undefined) {
    const plain = offer.word.replace(/_/g, " ");
    return plain[0].toUpperCase() + plain.slice(1);
  }
  const shown = offer.span ? (amount ?? offer.span[0]) : offer.price;
  return shown === null || shown === undefined ? t(text) : t(text, { amount: written(shown) });
}

export const clamp = (amount, [low, high]) => Math.min(Math.max(amount, low), high);
