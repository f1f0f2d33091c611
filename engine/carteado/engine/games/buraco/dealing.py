"""The deal: the starting seat, the hands, the first turn."""

from __future__ import annotations

import functools

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Deal, Decided
from carteado.engine.games.buraco.cards import handled, pack
from carteado.engine.games.buraco.codes import refuse
from carteado.engine.games.buraco.events import DealStarted
from carteado.engine.games.buraco.folding import Transition
from carteado.engine.games.buraco.playing import settle
from carteado.engine.games.buraco.state import HAND, SEATS, State
from carteado.engine.games.buraco.turns import start_turn

__all__ = ["deal", "is_ready"]


def is_ready(state: State) -> bool:
    """Whether a deal may begin: all four seats are taken and at least one player is present."""
    if state.in_deal or state.winner is not None or None in state.names:
        return False
    return not all(map(max, state.away, state.leaving))


def deal(state: State, command: Deal) -> Decided[State] | Refusal:
    """Deal eleven cards each, one at a time from the seat that begins."""
    if state.in_deal:
        return refuse("table/hand_running")
    if state.winner is not None:
        return refuse("table/over")
    if not is_ready(state):
        return refuse("table/not_ready")
    deck = command.deck
    if not _is_deck(deck, state.options.jokers):
        return refuse("table/bad_deck")
    # State begins with starter 3, so seat 0 starts the first deal.
    starter = (state.starter + 1) % SEATS
    hands: list[tuple[Card, ...]] = [()] * SEATS
    for turn in range(SEATS):
        # Every fourth card of the first 44 goes to one seat.
        hands[(starter + turn) % SEATS] = handled((), deck[turn : SEATS * HAND : SEATS])
    play = Transition(state)
    play.add(DealStarted(deal=state.deal + 1, starter=starter, hands=tuple(hands), deck=deck))
    start_turn(play, starter)
    # The starter may have left: the table then plays its turn.
    settle(play)
    return play.decided()


def _is_deck(deck: object, jokers: int) -> bool:
    if type(deck) is not tuple or set(map(type, deck)) != {str}:
        return False
    # The pack has cards twice, so comparing sets of them would prove nothing.
    return sorted(deck) == _sorted_pack(jokers)


@functools.cache
def _sorted_pack(jokers: int) -> list[Card]:
    return sorted(pack(jokers))
