"""Reconstructs the opponent's decisions since a seat's last one, from the seat's view.

A view shows the table, not the moves that led to it. Heads-up only one sequence fits:
between two decisions of a seat the opponent makes at most two. One ends a street and the
other opens the next.
"""

from __future__ import annotations

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Action
from carteado.engine.games.holdem.actions import AllIn, Call, Check, Fold, Raise
from carteado.engine.games.holdem.holdem import GAME
from carteado.engine.games.holdem.legal import Legal, call_of
from carteado.engine.games.holdem.positions import board_positions
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.dealing import arranged
from carteado.engine.poker.folding import put
from carteado.engine.poker.game import exposed
from carteado.engine.state import changed

__all__ = ["as_seen", "holding", "retrace", "starts"]

# The fields that the moves determine; cards and house rules are not compared.
_BETTING = ("hand", "street", "to_act", "live", "stacks", "bets", "paid", "pot", "acted", "board")


def starts(view: State) -> bool:
    """Whether the seat to act makes its first decision of the hand."""
    return view.street == "preflop" and view.to_act is not None and not view.acted[view.to_act]


def retrace(before: tuple[State, Action] | None, view: State) -> tuple[tuple[State, Action], ...]:
    """The opponent's decisions since the last decision of the seat to act.

    Args:
        before: the seat's view at its last decision of this hand, and its action; None at its
            first decision (`starts`).
        view: the seat's view now, during the betting of a heads-up hand.

    Returns:
        The opponent's decisions in order, each with the seat's view at that time.

    Raises:
        ValueError: `view` is not a decision of a heads-up hand, is not the first one although
            `before` is None, or does not follow from `before`.
    """
    seat = view.to_act
    if seat is None or len(view.order) != 2 or view.phase != "betting":
        raise ValueError("only a decision in the betting of a hand of two can be retraced")
    # The rules deal the cards that the seat has seen since.
    deck = arranged(exposed(view, board_positions(2)))
    if before is None:
        if not starts(view):
            raise ValueError("the first decision of a hand is needed, or the last one before this")
        state = changed(_opening(view, seat), deck=deck)
    else:
        state = _after(changed(before[0], deck=deck), before[1])
    found = []
    while state.to_act != seat:
        action = _seen(state, view)
        # Hide the deck again: the seat had not seen the later cards then.
        found.append((changed(state, deck=view.deck), action))
        state = _after(state, action)
    # A history is accepted only if it leads to this very view.
    if any(getattr(state, name) != getattr(view, name) for name in _BETTING):
        raise ValueError("this view does not follow from the one before")
    return tuple(found)


def holding(view: State, seat: int, hand: tuple[Card, ...]) -> State:
    """The opponent's view, if it holds this hand.

    Args:
        view: a present or earlier view of another seat.
        seat: the opponent's seat.
        hand: the opponent's two cards.
    """
    closed: tuple[tuple[Card, ...], ...] = tuple([(UNKNOWN,) * len(cards) for cards in view.hands])
    return changed(view, hands=put(closed, seat, hand))


def as_seen(offered: Legal, action: Action) -> Action | None:
    """An action of the seat to act, in the form of its event; None if it is refused.

    Args:
        offered: what the seat may do.
        action: what it does; going all-in is a call or a raise.
    """
    span = offered.raise_to
    if isinstance(action, AllIn) and offered.all_in is not None:
        return Call() if span is None else Raise(to=offered.all_in)
    if isinstance(action, Raise):
        return action if span is not None and span[0] <= action.to <= span[1] else None
    may = {Fold: offered.fold, Check: offered.check, Call: offered.call is not None}
    return action if may.get(type(action)) else None


def _opening(view: State, seat: int) -> State:
    """The table before the opponent's first action: its call or raise is taken back."""
    # Heads-up, so exactly one other seat was dealt in.
    (other,) = {*view.order} - {seat}
    # The big blind acts second before the flop and may not have had a turn yet.
    if not view.acted[other]:
        return view
    # It could act, so it had chips left after the whole small blind.
    added = view.bets[other] - view.small_blind
    return changed(
        view,
        to_act=other,
        stacks=put(view.stacks, other, view.stacks[other] + added),
        bets=put(view.bets, other, view.small_blind),
        paid=put(view.paid, other, view.paid[other] - added),
        pot=view.pot - added,
        current_bet=view.big_blind,
        last_full=view.big_blind,
        acted=put(view.acted, other, False),
        aggressor=None,
    )


def _seen(state: State, view: State) -> Action:
    """The action of the seat to act, as a later view shows it."""
    other = state.to_act
    # The moves so far ended the hand or the betting, but the view still has a decision.
    if other is None:
        raise ValueError("this view does not follow from the one before")
    # A larger bet can only come from a raise; on a later street the bets start from 0 again.
    if view.street == state.street and view.bets[other] > state.current_bet:
        return Raise(to=view.bets[other])
    return Call() if call_of(state, other) else Check()


def _after(state: State, action: Action) -> State:
    """The table after an action of the seat to act."""
    assert state.to_act is not None
    answer = GAME.decide(state, Act(seat=state.to_act, action=action))
    if isinstance(answer, Refusal):
        raise ValueError(answer.message)
    return answer.state
