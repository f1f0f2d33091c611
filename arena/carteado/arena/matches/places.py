"""Results of a finished game: the places, and the winnings at each stack depth."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from carteado.arena.matches.records import DEPTHS, Stretch, Unit

__all__ = ["chips_of", "places_of", "stretches_of"]


def places_of(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of each seat, from 1; seats without any difference share a place.

    A higher score at the end places higher. Equal scores are decided by those before the last deal,
    then before the deal before it, and so on. So a later knock-out places higher; of two in one
    deal, the larger stack before it does.

    Args:
        standings: the score of each seat at the start and after each deal.
    """
    seats = range(len(standings[-1]))
    ways = [tuple([after[seat] for after in reversed(standings)]) for seat in seats]
    return tuple([1 + sum(other > way for other in ways) for way in ways])


def chips_of(standings: Sequence[tuple[int, ...]], unit: Unit) -> int | None:
    """The number of chips in a freezeout, None in a game of points."""
    return sum(standings[0]) if unit.name == "chips" else None


def stretches_of(standings: Sequence[tuple[int, ...]], unit: Unit) -> tuple[Stretch, ...]:
    """The hands of a freezeout by the effective stack with which they began, shallow ones first.

    Args:
        standings: chips of each seat at the start and after each hand.
        unit: the unit of the scores; only chips have a depth.
    """
    if unit.name != "chips":
        return ()
    bands: dict[int, list[list[int]]] = {}
    for before, after in pairwise(standings):
        # The second largest stack: nobody can lose more than that against a single opponent.
        effective = sorted(before)[-2] // unit.size
        band = DEPTHS[bisect_right(DEPTHS, effective) - 1]
        bands.setdefault(band, []).append([b - a for a, b in zip(before, after, strict=True)])
    return tuple(
        [
            Stretch(
                depth=depth,
                hands=len(hands),
                net=tuple([sum(seat) for seat in zip(*hands, strict=True)]),
                squares=tuple([sum(n * n for n in seat) for seat in zip(*hands, strict=True)]),
            )
            for depth, hands in sorted(bands.items())
        ]
    )
