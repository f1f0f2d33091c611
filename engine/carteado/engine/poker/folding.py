"""The folds of events that poker games share. They hold no rules and cannot fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from carteado.engine.game import RematchAgreed, Returned, SatOut, SeatLeft, SeatTaken, ToppedUp
from carteado.engine.poker.events import GameWon, HandsOpened, KnockedOut, PotAwarded
from carteado.engine.tables.transition import Fields, Fold

__all__ = ["FOLDS", "put"]

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """A copy of a tuple with one element replaced."""
    copy = list(items)
    copy[at] = item
    return tuple(copy)


def _seat_taken(state: Any, event: SeatTaken, now: Fields) -> None:
    seat = event.seat
    now["names"] = put(state.names, seat, event.name)
    now["bots"] = put(state.bots, seat, event.bot)
    now["stacks"] = put(state.stacks, seat, event.stack)


def _seat_left(state: Any, event: SeatLeft, now: Fields) -> None:
    seat = event.seat
    if not event.at_once:
        now["leaving"] = put(state.leaving, seat, True)
        return
    # Everything that belongs to the player is reset, so that the next one starts clean.
    now["names"] = put(state.names, seat, None)
    now["bots"] = put(state.bots, seat, False)
    now["away"] = put(state.away, seat, False)
    now["leaving"] = put(state.leaving, seat, False)
    now["stacks"] = put(state.stacks, seat, 0)
    now["agreed"] = put(state.agreed, seat, False)
    # The next player here must not see the cards of the player who left.
    now["hands"] = put(state.hands, seat, ())


def _sat_out(state: Any, event: SatOut, now: Fields) -> None:
    now["away"] = put(state.away, event.seat, True)


def _returned(state: Any, event: Returned, now: Fields) -> None:
    now["away"] = put(state.away, event.seat, False)


def _topped_up(state: Any, event: ToppedUp, now: Fields) -> None:
    now["stacks"] = put(state.stacks, event.seat, event.stack)


def _rematch_agreed(state: Any, event: RematchAgreed, now: Fields) -> None:
    now["agreed"] = put(state.agreed, event.seat, True)


def _pot_awarded(state: Any, event: PotAwarded, now: Fields) -> None:
    won = list(state.won)
    for seat, chips in zip(event.seats, event.shares, strict=True):
        won[seat] += chips
    # The event carries the stacks, so a fold needs no rule about dividing a pot.
    now["stacks"] = event.stacks
    now["pot"] = state.pot - event.amount
    now["pots"] = (*state.pots, event.amount)
    now["won"] = tuple(won)


def _hands_opened(state: Any, event: HandsOpened, now: Fields) -> None:
    now["shown"] = event.hands


def _knocked_out(state: Any, event: KnockedOut, now: Fields) -> None:
    """Change nothing: the chips were lost with the pots."""


# A winner by desertion takes the chips of all who left, so every stack is set here.
def _game_won(state: Any, event: GameWon, now: Fields) -> None:
    seats = range(len(state.stacks))
    now["running"] = False
    now["winner"] = event.seat
    now["stacks"] = tuple([event.stack if seat == event.seat else 0 for seat in seats])


FOLDS: Mapping[type, Fold] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    Returned: _returned,
    ToppedUp: _topped_up,
    RematchAgreed: _rematch_agreed,
    PotAwarded: _pot_awarded,
    HandsOpened: _hands_opened,
    KnockedOut: _knocked_out,
    GameWon: _game_won,
}
"""For each event that poker games share, what it changes of a state with these fields."""
