"""How a hand goes on by itself between two decisions."""

from __future__ import annotations

from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.games.holdem.events import BoardDealt, Folded
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.showdown import open_showdown, take_unopposed, turn_up
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.awarding import give_back
from carteado.engine.poker.betting import next_to_act, uncalled
from carteado.engine.slots import maker

__all__ = ["board_positions", "fold_of", "settle"]

_folded = maker(Folded)
_board_dealt = maker(BoardDealt)

_NEXT: dict[str, tuple[Literal["flop", "turn", "river"], int, int]] = {
    # street: the one that follows, burnt cards until then, cards of the board
    "preflop": ("flop", 1, 3),
    "flop": ("turn", 2, 1),
    "turn": ("river", 3, 1),
}


def settle(play: Transition) -> None:
    """Go on until somebody has a decision to make or the hand is over."""
    while True:
        state = play.state
        if state.to_act is not None:
            if not state.leaving[state.to_act]:
                return
            play.add(fold_of(state, state.to_act))
            continue
        state = give_back(play, uncalled(play.state.bets))
        if len(state.live) == 1:
            take_unopposed(play)
            return
        if state.street == "river":
            open_showdown(play)
            return
        _deal_street(play)


def fold_of(state: State, seat: int) -> Folded:
    """The event of a fold by the seat to act."""
    live = state.live
    at = live.index(seat)
    queue = live[at + 1 :] + live[:at]
    then = next_to_act(queue, state.stacks, state.bets, state.acted, state.current_bet)
    return _folded(seat=seat, to_act=then)


def board_positions(dealt_in: int) -> tuple[int, ...]:
    """Where the five cards of the board lie in a deck from which so many hands were dealt."""
    first = 2 * dealt_in + 1
    return (first, first + 1, first + 2, first + 4, first + 6)


def _deal_street(play: Transition) -> None:
    """Burn a card and deal the next street; if betting is over, show all live hands first."""
    state = play.state
    stacks = state.stacks
    able = [seat for seat in state.live if stacks[seat]]
    if len(able) < 2 and not state.shows:
        state = turn_up(play, state.live)
    street, burnt, count = _NEXT[state.street]
    at = 2 * len(state.order) + burnt + len(state.board)
    cards: tuple[Card, ...] = state.deck[at : at + count]
    play.add(_board_dealt(street=street, cards=cards, to_act=able[0] if len(able) > 1 else None))
