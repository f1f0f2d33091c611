// A turn that is put together before it is sent: select, lay, undo freely, send all at once. Nothing
// here knows what is legal. The server judges the whole turn; until then the plays are the page's alone.

import { lastOf } from "../../core/lists.js";

export const EMPTY = { selected: [], steps: [], sort: "suit", own: [], unfolded: [], refused: [] };

/** A card without what it stands for. */
const bare = (card) => card.split("=")[0];

/** What is staged, without the plays whose cards are gone and what follows them. */
export function fresh(staging, hand) {
  const one = staging ?? EMPTY;
  const held = new Set(hand);
  const cut = one.steps.findIndex(({ cards }) => !cards.every((card) => held.has(bare(card))));
  return {
    ...one,
    steps: cut < 0 ? one.steps : one.steps.slice(0, cut),
    selected: one.selected.filter((card) => held.has(card)),
    own: one.own.filter((card) => held.has(card)),
  };
}

/** Handles that staged plays use. */
export const used = ({ steps }) => steps.flatMap(({ cards }) => cards.map(bare));

/** The cards of a hand that no staged play uses. */
export function unused(staging, hand) {
  const taken = new Set(used(staging));
  return hand.filter((card) => !taken.has(card));
}

/** Whether a discard is staged: nothing follows it. */
export const ended = ({ steps }) => lastOf(steps)?.kind === "discard";

/** With a card selected, or no longer selected. */
export function toggled(staging, card) {
  const { selected } = staging;
  const next = selected.includes(card) ? selected.filter((one) => one !== card) : [...selected, card];
  return { ...staging, selected: next, refused: [] };
}

/** With the selected cards as a further play; unchanged where that cannot be one. */
export function laid(staging, kind, run = null) {
  const cards = staging.selected;
  if (!cards.length || ended(staging) || (kind === "discard" && cards.length !== 1)) return staging;
  return { ...staging, steps: [...staging.steps, { kind, cards, run }], selected: [], refused: [] };
}

/** The selected cards laid on a run of the own pair, or as a new one. */
export function laidOn(staging, run, runs) {
  const added = staging.steps.filter(({ kind }) => kind === "meld").map((step) => step.run);
  if (run !== null && (run < runs || added.includes(run))) return laid(staging, "extend", run);
  return laid(staging, "meld", runs + added.length);
}

/** Without the last play, or without one and all that follow it. */
export const undone = (staging, number = staging.steps.length - 1) => ({
  ...staging, steps: staging.steps.slice(0, Math.max(0, number)), refused: [],
});

/** With a card put before another one in the own order. */
export function moved(staging, hand, card, before) {
  const order = hand.filter((one) => one !== card);
  const at = order.indexOf(before);
  order.splice(at < 0 ? order.length : at, 0, card);
  return { ...staging, own: order, sort: "own" };
}

/** The action that sends all plays. */
export const turnOf = ({ steps }) => ({ type: "turn", plays: steps.map(playOf) });

/** The last play meant as an action says, such as with a place for its wild. */
export function meant(staging, { cards }) {
  const steps = [...staging.steps];
  steps.push({ ...steps.pop(), cards });
  return { ...staging, steps };
}

export function playOf({ kind, cards, run }) {
  if (kind === "discard") return { type: "discard", card: cards[0] };
  if (kind === "extend") return { type: "extend", meld: run, cards, team: null };
  return { type: "meld", cards };
}

/** Cards as the server's sentences name them. */
export const NAMED = /\b(?:[A2-9TJQK][SHDC]|JKR)[a-d]?\b/g;

/** With the cards marked that a refusal names. */
export function refused(staging, { message, details }) {
  const named = `${message} ${JSON.stringify(details ?? {})}`.match(NAMED) ?? [];
  const wanted = new Set(named);
  const cards = [...used(staging), ...staging.selected];
  return { ...staging, refused: cards.filter((card) => wanted.has(card) || wanted.has(faceOf(card))) };
}

/** The face of a card without the letter that tells twins apart. */
export const faceOf = (card) => card.slice(0, card.startsWith("JKR") ? 3 : 2);
