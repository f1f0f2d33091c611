// The lines of the log at a poker table, in the player's language.

import { cardText, isKnown } from "../../core/cards.js";
import { handName } from "./hands.js";
import { N_ } from "../../core/words.js";

const STREETS = { flop: N_("Flop {cards}"), turn: N_("Turn {cards}"), river: N_("River {cards}") };

const cardsText = (cards) => cards.map(cardText).join(" ");

/** What a seat is called; two of the same name are told apart by their seats. */
export function nameOf(state, seat, t) {
  const name = state?.names?.[seat];
  if (!name) return t("seat {number}", { number: seat });
  const twins = state.names.filter((other) => other === name).length > 1;
  return twins ? `${name} (${t("seat {number}", { number: seat })})` : name;
}

const plain = (text) => ({ seat, amount }, one, state, t) => [
  { text: t(text, { name: nameOf(state, seat, t), amount: amount ?? 0 }), kind: "line" },
];

const heading = (text, note) => [{ text, note, kind: "heading" }];

function posted({ bets, antes, dead }, one, state, t) {
  const order = state?.order?.length ? state.order : bets.map((_, seat) => seat);
  const parts = order.filter((seat) => bets[seat]).map((seat) => t("{name} posts {amount}", { name: nameOf(state, seat, t), amount: bets[seat] }));
  const paid = antes.reduce((sum, ante) => sum + ante, 0) + dead;
  if (paid) parts.push(t("antes {amount}", { amount: paid }));
  return [{ text: parts.join(", "), kind: "line" }];
}

function raised({ seat, to, stack }, one, state, t) {
  const texts = one.bet
    ? [N_("{name} raises to {to}"), N_("{name} raises to {to}, all-in")]
    : [N_("{name} bets {to}"), N_("{name} is all-in for {to}")];
  return [{ text: t(texts[stack ? 0 : 1], { name: nameOf(state, seat, t), to }), kind: "line" }];
}

function shown(state, seat, cards, t) {
  if (!cards.every(isKnown)) return [];
  return [{ text: t("{name} shows {cards}", { name: nameOf(state, seat, t), cards: cardsText(cards) }), kind: "line" }];
}

function awarded({ seats, shares }, one, state, t, made) {
  return seats.map((seat, at) => {
    const hand = state?.board?.length && made?.[seat]?.cards ? handName(made[seat], t) : "";
    const text = hand ? N_("{name} wins {amount} with {hand}") : N_("{name} wins {amount}");
    return { text: t(text, { name: nameOf(state, seat, t), amount: shares[at], hand }), kind: "result" };
  });
}

const nothing = () => [];

const LINES = {
  hand_started: ({ hand, small_blind: small, big_blind: big }, one, state, t) => heading(
    t("Hand {number}", { number: hand }),
    big ? t("blinds {small} / {big}", { small, big }) : "",
  ),
  forced_bets_posted: posted,
  folded: plain(N_("{name} folds")),
  checked: plain(N_("{name} checks")),
  called: ({ seat, amount, stack }, one, state, t) => plain(stack ? N_("{name} calls {amount}") : N_("{name} calls {amount}, all-in"))({ seat, amount }, one, state, t),
  raised,
  board_dealt: ({ street, cards }, one, state, t) => heading(t(STREETS[street], { cards: cardsText(cards) }), t("pot {amount}", { amount: state?.pot ?? 0 })),
  all_in_shown: ({ seats, hands }, one, state, t) => seats.flatMap((seat, at) => shown(state, seat, hands[at], t)),
  hand_shown: ({ seat, cards }, one, state, t) => shown(state, seat, cards, t),
  cards_shown: ({ seat, cards }, one, state, t) => shown(state, seat, cards, t),
  hand_mucked: plain(N_("{name} mucks")),
  uncalled_returned: plain(N_("{amount} goes back to {name}")),
  pot_awarded: awarded,
  knocked_out: plain(N_("{name} is out")),
  game_won: plain(N_("{name} wins the game")),
  seat_taken: ({ name }, one, state, t) => [{ text: t("{name} sits down", { name }), kind: "line" }],
  seat_left: (event, one, state, t) => plain(event.at_once ? N_("{name} leaves") : N_("{name} leaves after this hand"))(event, one, state, t),
  sat_out: plain(N_("{name} sits out")),
  returned: plain(N_("{name} is back")),
  topped_up: plain(N_("{name} adds {amount}")),
  timed_out: plain(N_("{name} ran out of time")),
  deck_committed: nothing,
  deck_cut: nothing,
  nonce_committed: nothing,
  seat_keyed: nothing,
  clock_set: nothing,
  showdown_started: nothing,
  hand_ended: nothing,
};

/** The lines about an event; null where the server's own line is shown. */
export function lines(event, before, view, t) {
  return LINES[event.type]?.(event, before, view?.state, t, view?.made) ?? null;
}
