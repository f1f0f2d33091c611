"""What lies on the table: runs and sets as multisets of cards, and everything that follows.

A run is its cards; whether it is legal, clean, a canastra and what it is worth is derived. Where a
wild moves freely nothing else is stored. Under the two other house rules the wild's place is part
of the run, and where an own 2 never becomes natural again, that a wild was laid is.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import RANKS, card_points, pack
from carteado.engine.games.buraco.derived import derived
from carteado.engine.games.buraco.hands import lanes_of
from carteado.engine.games.buraco.shapes import (
    Shape,
    added_to_run,
    added_to_set,
    as_run,
    in_order,
    shape_of,
)
from carteado.engine.state import made

__all__ = [
    "Canastra",
    "Melding",
    "Run",
    "Scoring",
    "canastra",
    "extended",
    "is_clean",
    "laid",
    "points",
]

Canastra = Literal["none", "clean", "dirty", "half_real", "real", "semi_clean"]

_SET_RANKS = {"none": "", "aces_kings_threes": "AK3", "aces_threes": "A3", "any": RANKS}
_SEVEN = 0b1111111


class Melding(Protocol):
    """The house rules of laying cards."""

    @property
    def sets(self) -> str:
        """Which sets may be laid."""
        ...

    @property
    def wild_relocation(self) -> str:
        """How a wild moves."""
        ...

    @property
    def wild_regularise(self) -> bool:
        """Whether an own 2 in the 2's place is natural again."""
        ...


class Scoring(Protocol):
    """The house rules of what canastras and cards are worth, points."""

    @property
    def two_value(self) -> int:
        """Of a 2."""
        ...

    @property
    def joker_value(self) -> int:
        """Of a joker."""
        ...

    @property
    def real_bonus(self) -> int:
        """Of a run of 14."""
        ...

    @property
    def half_real_bonus(self) -> int:
        """Of a run of 13."""
        ...

    @property
    def special_with_wild(self) -> bool:
        """Whether a wild may stand in these two."""
        ...

    @property
    def semi_clean_bonus(self) -> int:
        """Of a dirty canastra with seven natural cards in a row."""
        ...


@dataclass(frozen=True, kw_only=True)
class Run:
    """A run or set on the table.

    Attributes:
        cards: its faces, in the order in which they are shown.
        wild_at: place of the wild, 1 to 14, where the house rule fixes it; else None.
        marred: a wild was laid here, and the house rule never lets it become natural.
    """

    cards: tuple[Card, ...]
    wild_at: int | None = None
    marred: bool = False

    @derived
    def shape(self) -> Shape | None:
        """What its cards are; None for cards that are no meld."""
        return shape_of(self.cards)

    @derived
    def fits(self) -> frozenset[Card]:
        """The faces that may be added where a wild moves freely, one at a time."""
        shape = self.shape
        if shape is None:
            return frozenset()
        if shape.rank:
            return added_to_set(shape.rank, shape.clean)
        return added_to_run(self.cards, shape.suit)

    @derived
    def lanes(self) -> int:
        """The same, in the lanes of a hand."""
        return _lanes(self.fits)


@functools.lru_cache(maxsize=1 << 12)
def _lanes(faces: frozenset[Card]) -> int:
    return lanes_of(faces)


def laid(cards: tuple[Card, ...], place: str | None, rules: Melding) -> Run | None:
    """The run or set that cards make when they are laid down.

    Args:
        cards: faces.
        place: what the wild stands for, such as ``4H``, where its owner says so.
        rules: of the house.
    """
    shape = shape_of(cards)
    if shape is None or shape.rank not in _SET_RANKS[rules.sets]:
        return None
    if shape.rank:
        return _run(cards)
    if rules.wild_relocation == "free":
        return _run(cards, marred=not shape.clean and not rules.wild_regularise)
    if shape.clean and place in (None, "2" + shape.suit):
        return _run(cards)
    at = _chosen(shape, [spot for spot, _ in shape.spots], place)
    return None if at is None else _run(cards, at)


def extended(run: Run, cards: tuple[Card, ...], place: str | None, rules: Melding) -> Run | None:
    """A run with cards added, None where they do not fit.

    Args:
        run: on the table.
        cards: faces to add.
        place: what the wild shall stand for, where its owner says so and it is free to.
        rules: of the house.
    """
    every, before = run.cards + cards, run.shape
    if before is None:
        return None
    if before.suit and rules.wild_relocation == "free":
        found = as_run(every, before.suit)
        if found is None:
            return None
        row, after = found
        marred = not rules.wild_regularise and (run.marred or not after.clean)
        return made(Run, {"cards": row, "wild_at": None, "marred": marred, "shape": after})
    shape = shape_of(every)
    if shape is None or shape.rank != before.rank:
        return None
    if shape.rank:
        return _run(every)
    return _extended_in_place(run, every, shape, place, rules)


def _extended_in_place(
    run: Run, every: tuple[Card, ...], shape: Shape, place: str | None, rules: Melding
) -> Run | None:
    """A run with cards added where its wild has a place of its own."""
    at = run.wild_at
    if shape.clean and place is None and (at is None or rules.wild_regularise):
        return _run(every)
    spots = [spot for spot, _ in shape.spots]
    if at is not None and at in spots:
        return _run(every, at) if place in (None, _name(at, shape)) else None
    if at is not None:
        if rules.wild_relocation == "fixed":
            return None
        spots = [spot for spot, mask in shape.spots if mask >> at & 1]
    chosen = _chosen(shape, spots, place)
    return None if chosen is None else _run(every, chosen)


def _chosen(shape: Shape, spots: list[int], place: str | None) -> int | None:
    """The place of a wild: the one that is named, else the lowest."""
    named = [at for at in spots if place in (None, _name(at, shape))]
    return named[0] if named else None


def _name(at: int, shape: Shape) -> str:
    return RANKS[(at - 1) % 13] + shape.suit


def _run(cards: tuple[Card, ...], wild_at: int | None = None, *, marred: bool = False) -> Run:
    row = in_order(cards, wild_at)
    return made(Run, {"cards": row, "wild_at": wild_at, "marred": marred})


def is_clean(run: Run) -> bool:
    """Whether a run or set lies without a wild."""
    if run.marred or run.wild_at is not None:
        return False
    return run.shape is not None and run.shape.clean


def canastra(run: Run, rules: Scoring) -> Canastra:
    """Which canastra a run or set is: of seven cards or more."""
    size, clean = len(run.cards), is_clean(run)
    if size < 7:
        return "none"
    shape = run.shape
    if shape is not None and shape.suit:
        if clean or rules.special_with_wild:
            if size == 14 and rules.real_bonus:
                return "real"
            if size == 13 and rules.half_real_bonus:
                return "half_real"
        if not clean and rules.semi_clean_bonus and _seven_in_a_row(run, shape):
            return "semi_clean"
    return "clean" if clean else "dirty"


def _seven_in_a_row(run: Run, shape: Shape) -> bool:
    """Whether seven natural cards follow one another where the wild may stand."""
    masks = [mask for at, mask in shape.spots if run.wild_at in (None, at)]
    return any(mask >> low & _SEVEN == _SEVEN for mask in masks for low in range(1, 9))


def points(cards: Iterable[Card], rules: Scoring) -> int:
    """Card points of faces."""
    return sum(map(_values(rules.two_value, rules.joker_value).__getitem__, cards))


@functools.lru_cache(maxsize=64)
def _values(two: int, joker: int) -> Mapping[Card, int]:
    """Points of each face."""
    return {face: card_points(face, two, joker) for face in pack(1)}
