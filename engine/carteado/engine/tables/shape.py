"""What holds of every state of a game, whoever describes it.

The folds of a game keep its tuples by seat as long as the table, and put only seats of the table
where a seat belongs. A client gets states and events from a server that it does not trust, and
draws what they say; it checks this first.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from carteado.engine.cards import UNKNOWN
from carteado.engine.errors import PlainError

__all__ = ["StateShape"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StateShape:
    """The shape of the states of a game; `house.votes` names a field of a field.

    A tuple that is not empty in a new state, such as one by seat, always keeps its length, which
    follows from the number of seats.

    Attributes:
        as_long: tuples that are empty, or as long as that of another field.
        places: fields with a place in the tuple of another field, such as a seat; or with several
            such places, or None.
        most: the most elements of a tuple.
        boards: fields with cards that belong to the hand of each seat.
        hands: fields with the cards of each seat, at most two; with each of `boards` no card lies
            twice.
    """

    as_long: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    boards: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()

    def check(self, state: Any, seats: int, new: Callable[[], Any]) -> None:
        """Check a state.

        Args:
            state: of a table.
            seats: of the table.
            new: makes a new state of a table with these seats.

        Raises:
            PlainError: the game has no such state; the message names the field.
        """
        for name, length in _lengths(self, seats, new):
            if len(getattr(state, name)) != length:
                raise PlainError(f"state.{name} has not {length} elements")
        for name, get, get_other in _pairs(self)[0]:
            if (long := get(state)) and len(long) != len(get_other(state)):
                raise PlainError(f"state.{name} has {len(long)} elements")
        for name, get, get_other in _pairs(self)[1]:
            if (place := get(state)) is None or place == ():
                continue
            end = len(get_other(state))
            for one in place if type(place) is tuple else (place,):
                if one is not None and not 0 <= one < end:
                    raise PlainError(f"state.{name}: {one} is not 0 to {end - 1}")
        for name, most in self.most.items():
            if len(_get(name)(state)) > most:
                raise PlainError(f"state.{name} has more than {most} elements")
        if self.hands:
            self._check_hands(state)

    def _check_hands(self, state: Any) -> None:
        known = []
        for name in self.hands:
            for cards in _get(name)(state):
                if len(cards) > _HOLE:
                    raise PlainError(f"state.{name} has more than {_HOLE} cards for a seat")
                if cards and UNKNOWN not in cards:
                    known.append((name, cards))
        for name in self.boards:
            board = _get(name)(state)
            if len(set(board)) < len(board):
                raise PlainError(f"state.{name} has a card twice")
            for where, cards in known:
                if len({*board, *cards}) < len(board) + len(cards):
                    raise PlainError(f"state.{where} has a card twice, or one of state.{name}")


_HOLE = 2
"""Most cards of a seat, see `StateShape.hands`."""

_get = functools.cache(attrgetter)


_Pairs = tuple[tuple[str, Callable[[Any], Any], Callable[[Any], Any]], ...]


@functools.cache
def _pairs(shape: StateShape) -> tuple[_Pairs, _Pairs]:
    """The fields of `as_long` and of `places`, each with what gets it and the other one."""

    def of(names: Mapping[str, str]) -> _Pairs:
        return tuple((one, attrgetter(one), attrgetter(other)) for one, other in names.items())

    return of(shape.as_long), of(shape.places)


_known: dict[tuple[StateShape, int], tuple[tuple[str, int], ...]] = {}


def _lengths(shape: StateShape, seats: int, new: Callable[[], Any]) -> tuple[tuple[str, int], ...]:
    """The tuples that keep their length, by field."""
    found = _known.get((shape, seats))
    if found is None:
        tuples = {name: one for name, one in vars(new()).items() if type(one) is tuple and one}
        found = _known[shape, seats] = tuple((name, len(one)) for name, one in tuples.items())
    return found
