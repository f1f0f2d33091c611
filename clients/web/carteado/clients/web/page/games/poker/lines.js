// The lines of the log at a poker table, in the player's language.

import { cardText, isKnown } from "../../core/cards.js";
import { handName, winsWith } from "./hands.js";
import { line, nameOf, nothing, plain, which } from "../../core/lines.js";
import { N_ } from "../../core/words.js";

const STREETS = { flop: N_("Flop {cards}"), turn: N_("Turn {cards}"), river: N_("River {cards}") };

const cardsText = (cards) => cards.map(cardText).join(" ");

const heading = (text, note) => line(text, "heading", note);

function posted({ bets, antes, dead }, state, t) {
  const order = state?.order?.length ? state.order : bets.map((_, seat) => seat);
  const parts = order.filter((seat) => bets[seat]).map((seat) => t("{name} posts {amount}", { name: nameOf(state, seat, t), amount: bets[seat] }));
  const paid = antes.reduce((sum, ante) => sum + ante, 0) + dead;
  if (paid) parts.push(t("antes {amount}", { amount: paid }));
  return line(parts.join(", "));
}

function raised({ seat, to, stack }, state, t, { story }) {
  const texts = story.bet
    ? [N_("{name} raises to {to}"), N_("{name} raises to {to}, all-in")]
    : [N_("{name} bets {to}"), N_("{name} is all-in for {to}")];
  return line(t(texts[stack ? 0 : 1], { name: nameOf(state, seat, t), to }));
}

function shown(state, seat, cards, t) {
  if (!cards.every(isKnown)) return [];
  return line(t("{name} shows {cards}", { name: nameOf(state, seat, t), cards: cardsText(cards) }));
}

function awarded({ seats, shares, board, hand: opposed }, state, t, { made }) {
  return seats.map((seat, at) => {
    const best = board === 2 ? made?.[seat]?.second : made?.[seat];
    const hand = opposed && best?.cards ? handName(best, t) : "";
    const text = hand ? winsWith(best) : N_("{name} wins {amount}");
    return { text: t(text, { name: nameOf(state, seat, t), amount: shares[at], hand }), kind: "result" };
  });
}

const allShown = ({ seats, hands }, state, t) => seats.flatMap((seat, at) => shown(state, seat, hands[at], t));

function missed({ seats, amounts }, state, t) {
  return seats.flatMap((seat, at) => plain(N_("{name} posts a missed small blind {amount}"))({ seat, amount: amounts[at] }, state, t));
}

function owing({ owed }, state, t) {
  const before = state?.house?.owed ?? [];
  return owed.flatMap((owes, seat) => (owes && owes !== before[seat] ? plain(N_("{name} owes blinds"))({ seat }, state, t) : []));
}

/** The sentence about the winner of the game. */
export const wonText = (state, seat, t) => t("{name} wins the game", { name: nameOf(state, seat, t) });

const LINES = {
  hand_started: ({ hand, small_blind: small, big_blind: big }, state, t) => heading(
    t("Hand {number}", { number: hand }),
    big ? t("blinds {small} / {big}", { small, big }) : "",
  ),
  forced_bets_posted: posted,
  folded: plain(N_("{name} folds")),
  checked: plain(N_("{name} checks")),
  called: which("stack", N_("{name} calls {amount}"), N_("{name} calls {amount}, all-in")),
  raised,
  staked: plain(N_("{name} stakes {stake}")),
  played: plain(N_("{name} plays for {amount}")),
  board_dealt: ({ street, cards }, state, t) => heading(t(STREETS[street], { cards: cardsText(cards) }), t("pot {amount}", { amount: state?.pot ?? 0 })),
  board_turned: ({ cards }, state, t) => heading(t("Board {cards}", { cards: cardsText(cards) }), t("pot {amount}", { amount: state?.pot ?? 0 })),
  second_board_dealt: ({ board }, state, t) => heading(t("Second board {cards}", { cards: cardsText(board) })),
  all_in_shown: allShown,
  hands_shown: allShown,
  hands_opened: ({ hands }, state, t) => hands.flatMap((cards, seat) => (cards.length ? shown(state, seat, cards, t) : [])),
  hand_shown: ({ seat, cards }, state, t) => shown(state, seat, cards, t),
  cards_shown: ({ seat, cards }, state, t) => shown(state, seat, cards, t),
  card_shown: ({ seat, face }, state, t) => shown(state, seat, [face], t),
  hand_mucked: plain(N_("{name} mucks")),
  hand_voided: (event, state, t) => line(t("Nobody plays: the hand is void"), "result"),
  uncalled_returned: plain(N_("{amount} goes back to {name}")),
  pot_awarded: awarded,
  run_awarded: awarded,
  straddle_wished: which("on", N_("{name} will straddle"), N_("{name} will no longer straddle")),
  straddle_posted: plain(N_("{name} straddles to {amount}")),
  bomb_pot_voted: plain(N_("{name} votes for a bomb pot")),
  bomb_pot_called: ({ ante }, state, t) => line(t("Bomb pot: everybody antes {amount}", { amount: ante })),
  runs_asked: (event, state, t) => line(t("The board can be dealt twice")),
  runs_answered: which("twice", N_("{name} agrees to two boards"), N_("{name} wants one board")),
  bounty_paid: plain(N_("{name} collects {amount} for seven and deuce")),
  rabbit_shown: ({ cards }, state, t) => line(t("{cards} would have come", { cards: cardsText(cards) })),
  blinds_missed: owing,
  missed_blinds_posted: missed,
  post_agreed: plain(N_("{name} will post the big blind")),
  button_drawn: ({ button }, state, t) => plain(N_("{name} draws the highest card and has the button"))({ seat: button }, state, t),
  knocked_out: plain(N_("{name} is out")),
  game_won: ({ seat }, state, t) => line(wonText(state, seat, t)),
  game_restarted: (event, state, t) => line(t("A new game begins"), "heading"),
  minutes_passed: nothing,
  showdown_started: nothing,
  hand_ended: nothing,
};

/** The lines about an event; null where the server's own line is shown. */
export function lines(event, before, view, t) {
  return LINES[event.type]?.(event, view?.state, t, { story: before, made: view?.made }) ?? null;
}
