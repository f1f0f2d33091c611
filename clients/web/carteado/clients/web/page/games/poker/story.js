// The fold of a poker table's events that the view does not hold: last actions, wins, odds.

export const story = () => ({ last: {}, wins: [], returned: {}, odds: {}, out: {}, bet: 0 });

const acted = (one, seat, kind, amount = 0) => ({ ...one, last: { ...one.last, [seat]: { kind, amount } } });

/** Folds stay visible for the whole hand, other actions until the street ends. */
function street(one) {
  const folds = Object.entries(one.last).filter(([, { kind }]) => kind === "fold");
  return { ...one, last: Object.fromEntries(folds), bet: 0 };
}

const TELL = {
  hand_started: (one) => ({ ...story(), out: one.out }),
  forced_bets_posted: (one, { bets }) => ({
    ...one,
    bet: Math.max(0, ...bets),
    last: Object.fromEntries(bets.flatMap((amount, seat) => (amount ? [[seat, { kind: "blind", amount }]] : []))),
  }),
  folded: (one, { seat }) => acted(one, seat, "fold"),
  checked: (one, { seat }) => acted(one, seat, "check"),
  called: (one, { seat, bet, stack }) => acted(one, seat, stack ? "call" : "all_in", bet),
  raised: (one, { seat, to, stack }) => ({
    ...acted(one, seat, stack ? (one.bet ? "raise" : "bet") : "all_in", to),
    bet: to,
  }),
  staked: (one, { seat, stake }) => acted(one, seat, "stake", stake),
  played: (one, { seat, amount, stack }) => acted(one, seat, stack ? "play" : "all_in", amount),
  board_dealt: street,
  showdown_started: street,
  pot_awarded: (one, { pot, amount, seats, shares, hand }) => ({
    ...one,
    wins: [...one.wins, { pot, amount, hand, shares: Object.fromEntries(seats.map((seat, at) => [seat, shares[at]])) }],
  }),
  run_awarded: (one, { pot, board, amount, seats, shares, hand }) => ({
    ...one,
    wins: [...one.wins, { pot, board, amount, hand, shares: Object.fromEntries(seats.map((seat, at) => [seat, shares[at]])) }],
  }),
  uncalled_returned: (one, { seat, amount }) => ({ ...one, returned: { ...one.returned, [seat]: amount } }),
  knocked_out: (one, { seat, place }) => ({ ...one, out: { ...one.out, [seat]: place } }),
  game_restarted: story,
};

/** The story after an event. */
export const tell = (one, event) => TELL[event.type]?.(one, event) ?? one;

/** The story with the odds of an all-in, by the board; where it is run twice, by board and run. */
export const odds = (one, { board, pots, run = 0 }) => ({ ...one, odds: { ...one.odds, [oddsKey(board, run)]: pots } });

export const oddsKey = (board, run = 0) => (run ? `${run}:` : "") + board.join(" ");
