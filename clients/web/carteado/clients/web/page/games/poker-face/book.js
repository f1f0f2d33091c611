// A round that is being entered: who took part, what they bet, which cards they showed. Nothing here
// judges: the server decides the round. Cards are written as the game writes them, a number from 1 to 13
// and one of P, E, C, O (clubs, spades, hearts, diamonds).

import { lastOf } from "../../core/lists.js";

export const RANKS = Array.from({ length: 13 }, (_, at) => String(at + 1));
export const SUITS = ["E", "C", "O", "P"];
const LETTERS = { 1: "A", 10: "T", 11: "J", 12: "Q", 13: "K" };
const OTHERS = { P: "c", E: "s", C: "h", O: "d" };
const MOST = 10;

export const rankText = (rank) => (LETTERS[rank] === "T" ? "10" : (LETTERS[rank] ?? rank));

/** The card as other games write it: `11O` is `Jd`. */
export const faceOf = (card) => (LETTERS[card.slice(0, -1)] ?? card.slice(0, -1)) + OTHERS[lastOf(card)];

/** The name of a suit in the design. */
export const suitName = (suit) => ({ P: "clubs", E: "spades", C: "hearts", O: "diamonds" })[suit];

export const EMPTY = { rows: [], active: 0, rank: "", ante: 50, correcting: null };

const row = (name, more = {}) => ({ name, bet: 50, cards: [], plays: true, ...more });

/** The form of a match whose players are known. */
export function withPlayers(book, names) {
  if (!names.length || names.join("\n") === book.rows.map(({ name }) => name).join("\n")) return book;
  return { ...book, active: 0, rows: names.map((name) => book.rows.find((one) => one.name === name) ?? row(name)) };
}

/** With a further player, who is then active; unchanged for a name that is there. */
export function added(book, text) {
  const name = text.trim().replace(/\s+/g, " ");
  if (!name || book.rows.length >= MOST || book.rows.some((one) => one.name === name)) return book;
  return { ...book, rows: [...book.rows, row(name)], active: book.rows.length, rank: "" };
}

/** Without a player. */
export function removed(book, at) {
  const rows = book.rows.filter((_, number) => number !== at);
  return { ...book, rows, active: Math.max(0, Math.min(book.active, rows.length - 1)) };
}

/** With changes of one row. */
export const changed = (book, at, changes) => ({ ...book, rows: book.rows.map((one, number) => (number === at ? { ...one, ...changes } : one)) });

/** With the next card of the active player, of the chosen rank. */
export function withSuit(book, suit) {
  const one = book.rows[book.active];
  if (!book.rank || !one || one.cards.length >= 5 || !one.plays) return book;
  const cards = [...one.cards, book.rank + suit];
  const next = changed({ ...book, rank: "" }, book.active, { cards });
  return cards.length < 5 ? next : { ...next, active: nextOf(next) };
}

/** Without the chosen rank, or without the last card of the active player. */
export function back(book) {
  const one = book.rows[book.active];
  if (book.rank || !one) return { ...book, rank: "" };
  return changed(book, book.active, { cards: one.cards.slice(0, -1) });
}

function nextOf({ rows, active }) {
  for (let step = 1; step < rows.length; step += 1) {
    const at = (active + step) % rows.length;
    if (rows[at].plays && rows[at].cards.length < 5) return at;
  }
  return active;
}

const playing = ({ rows }) => rows.filter(({ plays }) => plays);

/** Cards that stand in the form more than once. */
export function twice(book) {
  const every = playing(book).flatMap(({ cards }) => cards);
  return [...new Set(every.filter((card, at) => every.indexOf(card) !== at))];
}

/** Whether every player of the round has five cards. */
export const complete = (book) => playing(book).length > 0 && playing(book).every(({ cards }) => cards.length === 5);

/** All antes and bets. */
export const potOf = (book) => book.ante * book.rows.length + playing(book).reduce((sum, { bet }) => sum + bet, 0);

/** The command that the bookkeeper sends. */
export function actionOf(book) {
  const entries = playing(book).map(({ name, bet, cards }) => `${name} ${bet} ${cards.join(" ")}`);
  return book.correcting === null
    ? { type: "enter_round", ante: book.ante, entries }
    : { type: "correct_round", number: book.correcting, ante: book.ante, entries };
}

/** The form for the next round: the players stay. */
export const cleared = (book) => ({ ...book, active: 0, rank: "", correcting: null, rows: book.rows.map((one) => ({ ...one, cards: [], plays: true })) });

/** The form filled with a round that was judged. */
export function correcting({ number, ante, players, bets, hands }, names) {
  const rows = names.map((name, seat) => {
    const at = players.indexOf(seat);
    return at < 0 ? row(name, { plays: false }) : row(name, { bet: bets[at], cards: hands[at] });
  });
  return { ...EMPTY, rows, ante, correcting: number };
}
