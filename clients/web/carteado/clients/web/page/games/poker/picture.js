// A poker table as it is shown, read from the view: seats, pots, result. No rule is decided here.

import DESIGN from "../../data/design.js";
import { isKnown } from "../../core/cards.js";
import { oddsKey } from "./story.js";

/** Opponents by where they sit: clockwise from the own left. */
export function places(own, count) {
  const others = Array.from({ length: count - 1 }, (_, step) => (own + step + 1) % count);
  const side = DESIGN.side[count] ?? 3;
  return {
    left: others.slice(0, side),
    top: others.slice(side, others.length - side),
    right: others.slice(others.length - side),
  };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const inHand = (state) => state.phase !== "between";

/** The picture of a table. */
export function pictureOf({ view, story, seat, table, ui }) {
  const { state } = view;
  const own = seat ?? 0;
  const playing = inHand(state);
  const bets = playing ? state.bets : state.names.map(() => 0);
  const chances = chancesOf(state, story);
  const shares = chances.length ? state.names.map((_, at) => shareOf(at, chances)) : [];
  return {
    own,
    playing,
    turn: view.turn ?? null,
    seats: state.names.map((name, at) => seatOf(at, { state, story, own, seat, bets, shares, table, ui })),
    board: state.board,
    second: state.house?.second ?? [],
    rabbit: state.house?.rabbit ?? [],
    hidden: state.hidden ?? 0,
    pots: view.made?.pots ?? [],
    total: state.pot,
    currentBet: state.current_bet,
    may: view.may ?? {},
    price: playing && seat !== null ? Math.max(0, Math.min(state.current_bet - bets[own], state.stacks[own])) : 0,
    bigBlind: state.big_blind || view.opened.options.big_blind || 0,
    result: playing ? null : resultOf(story, view),
    over: state.winner !== undefined && state.winner !== null,
    chances,
  };
}

function seatOf(at, { state, story, own, seat, bets, shares, table, ui }) {
  const name = state.names[at];
  if (name === null || name === undefined) return { seat: at, name: "", state: "free", cards: [], bet: 0 };
  const open = state.shown[at] ?? [];
  const dealt = state.order.includes(at);
  const live = state.live.includes(at);
  const bared = state.house?.bared?.[at] ?? [];
  const cover = (code, place) => (at === seat && ui?.covered ? "??" : bared[place] && isKnown(bared[place]) ? bared[place] : code);
  let cards = open.length ? open : state.hands[at].map(cover);
  if (dealt && !live && !open.length && at !== seat) cards = [];
  const playing = inHand(state);
  return {
    seat: at,
    name,
    bot: state.bots[at],
    stack: state.stacks[at],
    bet: bets[at],
    paid: state.paid[at],
    state: stateOf(state, at, dealt, live, story),
    turn: playing && state.to_act === at,
    last: playing ? story.last[at] : undefined,
    button: state.button === at,
    cards,
    open: open.length > 0,
    folded: dealt && !live,
    made: open.length && state.board.length >= 3 ? (table.view.made?.[at] ?? null) : null,
    won: playing ? 0 : sum(story.wins.map(({ shares }) => shares[at] ?? 0)),
    connected: table.presence[at],
    share: shares[at],
    place: story.out[at] ?? 0,
  };
}

function stateOf(state, at, dealt, live, story) {
  if (dealt && !inHand(state) && story.wins.length) return live ? "waiting" : "folded";
  if (inHand(state) && dealt) {
    if (!live) return "folded";
    return state.stacks[at] ? "playing" : "all_in";
  }
  if (state.away[at]) return "away";
  if (state.running && !state.stacks[at]) return "out";
  return "waiting";
}

/** The shares of the open hands in each pot at an all-in, on each board: {pot, board, amount, parts: [seat, share]}. */
function chancesOf(state, story) {
  if (!inHand(state)) return [];
  const on = (cards, board) => (story.odds[oddsKey(cards, board)] ?? []).map(({ amount, seats }, pot) => (
    { pot, board, amount, parts: seats.map(({ seat, share, whole }) => [seat, share / (whole || 1)]) }
  ));
  const once = on(state.board, 0);
  const second = state.house?.second ?? [];
  return once.length ? once : [...on(state.board, 1), ...on(second.length ? second : state.board, 2)];
}

/** An open hand's average share of pots; undefined if it plays for none. */
export function shareOf(seat, chances) {
  const whole = sum(chances.map(({ amount }) => amount)) || 1;
  const found = chances.flatMap(({ amount, parts }) => parts.filter(([at]) => at === seat).map(([, share]) => (amount * share) / whole));
  return found.length ? sum(found) : undefined;
}

/** The hand that won a pot, on its board. */
function madeBy(win, view) {
  if (!win?.hand) return null;
  const [seat] = Object.keys(win.shares);
  const made = view.made?.[seat] ?? null;
  return win.board === 2 ? (made?.second ?? null) : made;
}

function resultOf(story, view) {
  if (!story.wins.length) return null;
  const totals = {};
  for (const { shares } of story.wins) {
    for (const [seat, chips] of Object.entries(shares)) totals[seat] = (totals[seat] ?? 0) + chips;
  }
  const [one, two] = [1, 2].map((board) => madeBy(story.wins.find((win) => (win.board ?? 1) === board), view));
  const boards = [one?.cards ?? [], two?.cards ?? []];
  // One hand can be named only where one board decided.
  return { totals, made: two ? null : one, boards, cards: boards.flat(), wins: story.wins, returned: story.returned };
}

/** The explanation of the stake, for the leader. */
export const hintOf = ({ prompt, t }) => prompt?.legal?.stake && prompt.legal.play && t("Name the stake. The others match it or fold. If you fold, it is {amount}.", { amount: prompt.legal.play });

/** The name of a pot. */
export function potName(number, count, t, short = false) {
  if (short && count > 1) return number === 0 ? t("Main") : count === 2 ? t("Side") : t("Side {number}", { number });
  if (number === 0) return count > 1 ? t("Main pot") : t("Pot");
  return count === 2 ? t("Side pot") : t("Side pot {number}", { number });
}
