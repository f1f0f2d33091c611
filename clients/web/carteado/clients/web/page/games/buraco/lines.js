// The lines of the log at a Buraco table, in the player's language; game words stay Portuguese.

import { cardText, isKnown } from "../../core/cards.js";
import { N_ } from "../../core/words.js";
import { nameOf, nothing } from "../../core/lines.js";

export const cardsText = (cards) => cards.map(cardText).join(" ");

const about = (text) => (event, state, t) => {
  const cards = event.cards?.length ? event.cards : [event.card ?? "??"];
  return [{ text: t(text, { name: nameOf(state, event.seat, t), cards: cardsText(cards) }), kind: "line" }];
};

/** The sentence about the winners of the match. */
export const wonText = (state, team, t) => t("{names} win the match", { names: [team, team + 2].map((seat) => nameOf(state, seat, t)).join(" & ") });

const LINES = {
  deal_started: ({ deal }, state, t) => [{ text: t("Deal {number}", { number: deal }), kind: "heading" }],
  card_drawn: (event, state, t) => (isKnown(event.held)
    ? about(N_("{name} drew {cards}"))({ ...event, cards: [event.held] }, state, t)
    : [{ text: t("{name} drew a card", { name: nameOf(state, event.seat, t) }), kind: "line" }]),
  card_redrawn: about(N_("{name} exchanged {cards} for another card")),
  pile_taken: ({ seat, cards, top }, state, t) => [{
    text: t.several("{name} took the pile of one card", "{name} took the pile of {n} cards", cards.length + (top ? 1 : 0), { name: nameOf(state, seat, t) }),
    kind: "line",
  }],
  meld_laid: about(N_("{name} laid {cards}")),
  meld_extended: about(N_("{name} added {cards}")),
  card_discarded: about(N_("{name} discarded {cards}")),
  turn_declined: about(N_("{name} declined the last turn")),
  morto_taken: about(N_("{name} took a morto")),
  morto_converted: (event, state, t) => [{ text: t("The stock is used up: a morto becomes the stock"), kind: "line" }],
  deal_scored: ({ deal, totals: [first, second] }, state, t) => [{ text: t("Deal {number}: {first} to {second}", { number: deal, first, second }), kind: "result" }],
  match_won: ({ team }, state, t) => [{ text: wonText(state, team, t), kind: "result" }],
  morto_opened: about(N_("{name} took up the morto")),
  match_restarted: (event, state, t) => [{ text: t("A new match begins"), kind: "heading" }],
  turn_started: ({ seat, last }, state, t) => (last ? [{ text: t("Last turn: {name}", { name: nameOf(state, seat, t) }), kind: "line" }] : []),
  deal_ended: nothing,
};

/** The lines about an event; null where the server's own line is shown. */
export const lines = (event, before, view, t) => LINES[event.type]?.(event, view?.state, t) ?? null;
