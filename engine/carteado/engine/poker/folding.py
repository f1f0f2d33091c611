"""How events that poker games share change a state. No rules stand here, and nothing can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from carteado.engine.game import RematchAgreed, Returned, SatOut, SeatLeft, SeatTaken, ToppedUp
from carteado.engine.poker.events import GameWon, HandsOpened, KnockedOut, PotAwarded
from carteado.engine.state import changed

__all__ = ["FOLDS", "put"]

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """A copy of a tuple with one element replaced."""
    copy = list(items)
    copy[at] = item
    return tuple(copy)


def _seat_taken(state: Any, event: SeatTaken) -> Any:
    return changed(
        state,
        names=put(state.names, event.seat, event.name),
        bots=put(state.bots, event.seat, event.bot),
        stacks=put(state.stacks, event.seat, event.stack),
    )


def _seat_left(state: Any, event: SeatLeft) -> Any:
    seat = event.seat
    if not event.at_once:
        return changed(state, leaving=put(state.leaving, seat, True))
    return changed(
        state,
        names=put(state.names, seat, None),
        bots=put(state.bots, seat, False),
        away=put(state.away, seat, False),
        leaving=put(state.leaving, seat, False),
        stacks=put(state.stacks, seat, 0),
        agreed=put(state.agreed, seat, False),
        # Whoever sits here next must not find the cards of who left.
        hands=put(state.hands, seat, ()),
    )


def _sat_out(state: Any, event: SatOut) -> Any:
    return changed(state, away=put(state.away, event.seat, True))


def _returned(state: Any, event: Returned) -> Any:
    return changed(state, away=put(state.away, event.seat, False))


def _topped_up(state: Any, event: ToppedUp) -> Any:
    return changed(state, stacks=put(state.stacks, event.seat, event.stack))


def _rematch_agreed(state: Any, event: RematchAgreed) -> Any:
    return changed(state, agreed=put(state.agreed, event.seat, True))


def _pot_awarded(state: Any, event: PotAwarded) -> Any:
    won = list(state.won)
    for seat, chips in zip(event.seats, event.shares, strict=True):
        won[seat] += chips
    return changed(
        state,
        stacks=event.stacks,
        pot=state.pot - event.amount,
        pots=(*state.pots, event.amount),
        won=tuple(won),
    )


def _hands_opened(state: Any, event: HandsOpened) -> Any:
    return changed(state, shown=event.hands)


def _game_won(state: Any, event: GameWon) -> Any:
    stacks = tuple(event.stack if seat == event.seat else 0 for seat in range(len(state.stacks)))
    return changed(state, running=False, winner=event.seat, stacks=stacks)


FOLDS: Mapping[type, Callable[[Any, Any], Any]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    Returned: _returned,
    ToppedUp: _topped_up,
    RematchAgreed: _rematch_agreed,
    PotAwarded: _pot_awarded,
    HandsOpened: _hands_opened,
    KnockedOut: lambda state, event: state,
    GameWon: _game_won,
}
"""For each event that poker games share, how a state with these fields changes."""
