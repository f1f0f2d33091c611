// A Buraco table as it is shown, read from the view. Points, marks and what fits come from the server
// (`view.made`); no rule is decided here.

import { rankOf } from "../../core/cards.js";
import { nameOf } from "../../core/lines.js";
import { lastOf } from "../../core/lists.js";
import { coming } from "../../core/state.js";
import { N_ } from "../../core/words.js";
import { wonText } from "./lines.js";

const GLYPHS = { S: "♠", H: "♥", D: "♦", C: "♣" };
/** A rank as it is written on a card. */
export const ten = (rank) => (rank === "T" ? "10" : rank);

/** The picture of a table; `seat` null is the rail, which sees it from seat 0. */
export function pictureOf({ view, story, seat, table, t }) {
  const { state } = view;
  const own = seat ?? 0;
  const team = own % 2;
  const hand = state.hands[own] ?? [];
  const fresh = view.turn === own ? state.fresh : 0;
  const pair = (first) => [first, first + 2].map((at) => nameOf(state, at, t)).join(" & ");
  const rail = seat === null && [pair(0), pair(1)];
  return {
    pairs: rail || [t("Us"), t("Them")],
    areas: rail || [t("Our runs"), t("Their runs")],
    own,
    playing: seat !== null,
    inDeal: state.phase !== "between",
    drawing: state.phase === "draw",
    lastTurn: state.last_turn,
    turn: view.turn ?? null,
    deal: state.deal,
    hand,
    fresh: new Set(fresh && seat !== null ? hand.slice(-fresh) : []),
    seats: [1, 2, 3].map((step) => seatOf((own + step) % 4, { state, story, table, team, turn: view.turn, t })),
    ours: runsOf(view, team),
    theirs: runsOf(view, 1 - team),
    stock: state.stock.length,
    mortos: state.mortos.map((morto) => morto.length),
    took: Object.values(story.took),
    pile: state.pile,
    openPile: view.opened.options.pile_visibility === "open",
    totals: [state.totals[team], state.totals[1 - team]],
    left: view.made?.left ?? [],
    target: view.opened.options.target,
    sheets: state.sheets.length ? [state.sheets[team], state.sheets[1 - team]] : null,
    ended: (state.winner ?? null) === null ? "" : wonText(state, state.winner, t),
  };
}

/** When the next deal begins, in words. */
export const nextDeal = (context, picture) => coming(context, picture.ended, N_("Next deal in {seconds} s"));

function seatOf(at, { state, story, table, team, turn, t }) {
  return {
    seat: at,
    name: state.names[at] ?? "",
    shown: nameOf(state, at, t),
    partner: at % 2 === team,
    cards: state.hands[at].length + (state.aside?.[at]?.length ?? 0),
    last: story.last[at],
    turn: turn === at && state.phase !== "between",
    bot: state.bots[at],
    away: state.away[at],
    connected: table.presence[at],
  };
}

const runsOf = (view, team) => (view.made?.runs[team] ?? []).map((run, number) => ({ ...run, number, key: `${team}:${number}`, title: titleOf(run) }));

export function titleOf({ cards, stands, suit }) {
  const [first, last] = endsOf({ cards, stands });
  return suit ? `${first}–${last}${GLYPHS[suit]}` : `${cards.length}×${first}`;
}

const endsOf = ({ cards, stands }) => [stands[0] || rankOf(cards[0]), lastOf(stands) || rankOf(lastOf(cards))].map(ten);

/** What a folded run shows: its first and its last card. */
export const foldedOf = (run) => endsOf(run).map((rank) => rank + (GLYPHS[run.suit] ?? ""));
