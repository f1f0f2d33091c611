// Rounds of Poker Face as lines, in the player's language.

import { cardText } from "../../core/cards.js";
import { N_ } from "../../core/words.js";
import { line, plain } from "../../core/lines.js";
import { faceOf } from "./book.js";
import { SHORT } from "../poker/hands.js";

const HANDS = {
  RSF: "straight_flush", SF: "straight_flush", FK: "four_of_a_kind", FH: "full_house", F: "flush",
  S: "straight", TK: "three_of_a_kind", TP: "two_pair", OP: "pair", HC: "high_card",
};
const PROBLEMS = {
  money: N_("Somebody does not have the money."),
  ante: N_("The ante is below the minimum of 50."),
  bet: N_("A bet is not a positive multiple of 50."),
  cards: N_("A card is seen twice."),
};

/** A judged round: who won what with which hand, or why no money moved. */
export function roundText({ number, problem, winners, odd, amount, code, twice }, { players }, t) {
  const double = twice.length ? [t("Seen twice: {cards}", { cards: twice.map((card) => cardText(faceOf(card))).join(" ") })] : [];
  if (problem) return [t("Round {number} is invalid, no money moves.", { number }), t(PROBLEMS[problem]), ...double].join(" ");
  const names = winners.map((place) => players[place] + (odd.includes(place) ? " +1" : "")).join(", ");
  const texts = [N_("Round {number}: {names} wins {amount} ({hand})"), N_("Round {number}: {names} win {amount} each ({hand})")];
  return [t(texts[winners.length > 1 ? 1 : 0], { number, names, amount, hand: t(SHORT[HANDS[code]]) }), ...double].join(". ");
}

const LINES = {
  seat_taken: ({ name }, state, t) => line(t("{name} keeps the books", { name })),
  seat_left: plain(N_("{name} hands over the books")),
  match_started: ({ players, money }, state, t) => [{ text: t("The match begins: {names}, with {amount} each", { names: players.join(", "), amount: money[0] }), kind: "heading" }],
  round_judged: (event, state, t) => [{ text: roundText(event, state, t), kind: "result" }],
  round_corrected: plain(N_("Round {number} was entered wrongly and is judged again")),
  remainder_discarded: plain(N_("{amount} of round {number} cannot be shared")),
};

/** The players, as the last events name them: the view still shows the table before these. */
export const story = () => ({ players: null });
export const tell = (one, { type, players }) => (type === "match_started" || type === "round_corrected" ? { players } : one);

/** The lines about an event; null where all games have the same. */
export const lines = (event, before, view, t) => LINES[event.type]?.(event, { ...view?.state, players: before.players ?? view?.state?.players }, t) ?? null;
