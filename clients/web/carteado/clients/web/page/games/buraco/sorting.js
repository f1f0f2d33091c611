// The order of the own hand. The server never sees it.

import { rankOf, suitOf } from "../../core/cards.js";

const SUITS = "shdc*";
const RANKS = "A23456789TJQK*";

export const ORDERS = ["suit", "rank", "own"];

const suitAt = (card) => SUITS.indexOf(suitOf(card));
const rankAt = (card) => RANKS.indexOf(rankOf(card));

/**
 * A hand in an order.
 * @param hand handles of the cards, in the order in which they came
 * @param sort suit, rank or own
 * @param own the player's arrangement; cards that are not in it come last
 */
export function sorted(hand, sort, own = []) {
  if (sort === "own") {
    const kept = own.filter((card) => hand.includes(card));
    return [...kept, ...hand.filter((card) => !kept.includes(card))];
  }
  const keys = sort === "rank" ? [rankAt, suitAt] : [suitAt, rankAt];
  return [...hand].sort((a, b) => keys[0](a) - keys[0](b) || keys[1](a) - keys[1](b));
}

/** For each card the number of its group; a gap stands between groups. */
export const groups = (hand, sort) => hand.map((card) => (sort === "suit" ? suitAt(card) : 0));
