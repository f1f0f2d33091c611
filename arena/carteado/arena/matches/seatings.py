"""The pairings and their seats: the duplicate sets.

A unit is the part of a table that one entrant plays: a seat, or both seats of a pair. A group is as
many entrants as the table has units; a set is one group that plays the same cards at every seating.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from carteado.arena.errors import ArenaError
from carteado.engine.game import Game

__all__ = ["Plan", "plan", "units_of"]


def units_of(game: Game[Any], options: Any) -> tuple[int, ...]:
    """For each seat the number of its unit, from 0 in the order of the units' first seats."""
    found: dict[object, int] = {}
    units = []
    for seat in range(game.seats(options)):
        team = game.team(options, seat)
        # Teams share a key, so both seats of a pair belong to one unit.
        key = ("seat", seat) if team is None else ("team", team)
        units.append(found.setdefault(key, len(found)))
    return tuple(units)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The schedule of a measurement; sets go round the groups, so all get equally many.

    Attributes:
        units: for each seat the number of its unit.
        groups: entrants that meet, one for each unit.
        orders: for each seating of a set, the member of the group that plays each unit.
    """

    units: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    orders: tuple[tuple[int, ...], ...]

    def seatings(self, set_: int) -> tuple[tuple[int, ...], ...]:
        """The entrant on each seat, for each seating of a set."""
        # Round robin, so that an interrupted run has measured all groups alike.
        return _seated(self.units, self.orders, self.groups[set_ % len(self.groups)])

    def rounds(self, sets: int) -> int:
        """Whole sets of each group in a number of sets."""
        return sets // len(self.groups)


@functools.lru_cache(maxsize=1024)  # cached, because sets repeat the same few groups
def _seated(
    units: tuple[int, ...], orders: tuple[tuple[int, ...], ...], group: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """The entrant on each seat, for each order of a group."""
    return tuple([tuple([group[order[unit]] for unit in units]) for order in orders])


def plan(units: Sequence[int], entrants: int, *, all_orders: bool = False) -> Plan:
    """All groups of as many entrants as there are units, each once a round.

    Args:
        units: for each seat the number of its unit.
        entrants: how many there are.
        all_orders: seat a group in every order instead of in every rotation, so that each entrant
            also has each other one on its left: 24 seatings instead of four at four seats.

    Raises:
        ArenaError: there are fewer entrants than units.
    """
    places = max(units) + 1
    if entrants < places:
        raise ArenaError(
            f"a match has {places} sides, so it takes at least {places} entrants, not {entrants}; "
            "name one twice to let it play against itself"
        )
    first = tuple(range(places))
    # A rotation gives everybody every seat once, which is what balances the cards.
    turns = tuple([first[turn:] + first[:turn] for turn in range(places)])
    orders = tuple(permutations(first)) if all_orders else turns
    groups = tuple(combinations(range(entrants), places))
    return Plan(units=tuple(units), groups=groups, orders=orders)
