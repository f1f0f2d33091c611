"""Everything in a hand that happens without a decision: streets, run-outs, the end."""

from __future__ import annotations

from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.games.holdem.events import BoardDealt, Folded, SecondBoardDealt
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house_rules import answer_runs, ask_runs
from carteado.engine.games.holdem.positions import second_positions
from carteado.engine.games.holdem.showdown import open_showdown, take_unopposed, turn_up
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker.awarding import give_back
from carteado.engine.poker.betting import next_to_act, uncalled

__all__ = ["fold_of", "settle"]

_folded = maker(Folded)
_board_dealt = maker(BoardDealt)

_NEXT: dict[str, tuple[Literal["flop", "turn", "river"], int, int]] = {
    # From each street: the next one, cards burnt up to it, cards that it adds to the board.
    "preflop": ("flop", 1, 3),
    "flop": ("turn", 2, 1),
    "turn": ("river", 3, 1),
}

_SECOND: tuple[tuple[Literal["flop", "turn", "river"], int], ...] = (
    # Each street, and the number of board cards after it.
    ("flop", 3),
    ("turn", 4),
    ("river", 5),
)


def settle(play: Transition) -> None:
    """Play on until a seat has a decision or the hand is over."""
    # Each pass adds at least one event, and a hand has finitely many streets, so the loop ends.
    while True:
        state = play.state
        if state.to_act is not None:
            # A leaving seat is never prompted: the loop answers for it and continues.
            if not state.leaving[state.to_act]:
                return
            if state.phase == "asking":
                play.add(answer_runs(state, twice=False))
            else:
                play.add(fold_of(state, state.to_act))
            continue
        # Return uncalled chips first: they decide which seats can still bet.
        state = give_back(play, uncalled(play.state.bets))
        # Checked before the street: after folds on the flop no turn is dealt.
        if len(state.live) == 1:
            take_unopposed(play)
            return
        if state.street == "river":
            # The whole second board follows the first river, before the showdown compares hands.
            _deal_second_board(play)
            open_showdown(play)
            return
        able = _able(state)
        # With at most one stack left nobody can bet: deal the board to the end.
        if len(able) < 2:
            # Once per hand: on later streets the hands lie open already.
            if not state.shows:
                turn_up(play, state.live)
            # The answers are decisions, so the top of the loop returns if a person is asked.
            if ask_runs(play):
                continue
        _deal_street(play, able)


def _able(state: State) -> list[int]:
    """The live seats that have chips to bet."""
    stacks = state.stacks
    return [seat for seat in state.live if stacks[seat]]


def fold_of(state: State, seat: int) -> Folded:
    """The event of a fold by the seat to act."""
    live = state.live
    at = live.index(seat)
    # The folding seat is excluded: it is no longer a possible next seat.
    queue = live[at + 1 :] + live[:at]
    then = next_to_act(queue, state.stacks, state.bets, state.acted, state.current_bet)
    return _folded(seat=seat, to_act=then)


def _deal_street(play: Transition, able: list[int]) -> None:
    """Burn a card and deal the next street; `able` are the seats that can bet on it."""
    state = play.state
    street, burnt, count = _NEXT[state.street]
    # The deck: two cards for each hand, then a burnt one before every street.
    at = 2 * len(state.order) + burnt + len(state.board)
    cards: tuple[Card, ...] = state.deck[at : at + count]
    # `live` runs from the left of the button, so able[0] acts first on the street.
    play.add(_board_dealt(street=street, cards=cards, to_act=able[0] if len(able) > 1 else None))


def _deal_second_board(play: Transition) -> None:
    """Deal the second board of a hand that is run twice, street by street."""
    house = play.state.house
    if house.runs != 2:
        return
    state = play.state
    common = house.shared
    at = second_positions(len(state.order), common)
    board = state.board[:common]
    for street, size in _SECOND:
        if size <= len(board):
            continue  # both boards share this street
        # `at` leaves out the cards that both boards share.
        cards = tuple([state.deck[at[place - common]] for place in range(len(board), size)])
        board += cards
        play.add(SecondBoardDealt(street=street, cards=cards, board=board))
