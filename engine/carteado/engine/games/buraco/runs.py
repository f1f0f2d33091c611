"""Melds on the table: runs and sets as multisets of cards, and all that follows from them.

A run is its cards; whether it is legal, clean, a canastra and what it is worth is derived. Where a
wild moves freely nothing else is stored. Under the two other house rules the wild's place is part
of the run, and where an own 2 never becomes natural again, that a wild was laid is.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.derived import derived
from carteado.engine.games.buraco.cards import FACE_OF, RANKS, card_points, pack
from carteado.engine.games.buraco.hands import LANES, bits_of
from carteado.engine.games.buraco.shapes import (
    SET_RANKS,
    Shape,
    added,
    grown,
    has_other_wild,
    in_order,
    shape_of,
    wilds_in,
)

__all__ = [
    "Canastra",
    "Melding",
    "Run",
    "Scoring",
    "canastra",
    "extended",
    "is_clean",
    "laid",
    "lanes_in_place",
    "points",
    "stands",
]

Canastra = Literal["none", "clean", "dirty", "half_real", "real", "semi_clean"]

_SEVEN = 0b1111111


class Melding(Protocol):
    """The house rules of laying cards."""

    @property
    def sets(self) -> str:
        """The sets that may be laid: a choice of the option ``sets``."""
        ...

    @property
    def wild_relocation(self) -> str:
        """The choice of the option ``wild_relocation``: how a wild moves."""
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

    Raises:
        ValueError: a card is not one of its faces, such as a hidden one.
    """

    cards: tuple[Card, ...]
    wild_at: int | None = None
    marred: bool = False

    def __post_init__(self) -> None:
        # A run from a message: everything derived from it looks faces up.
        for card in self.cards:
            if FACE_OF.get(card) != card or card == UNKNOWN:
                raise ValueError(f"{card!r:.20} is not a face of a card in a run")

    @derived
    def shape(self) -> Shape | None:
        """The shape of its cards; None for cards that are not a meld."""
        return shape_of(self.cards)

    @derived
    def lanes(self) -> int:
        """The faces that may be added where a wild moves freely, in the lanes of a hand."""
        shape = self.shape
        if shape is None:
            return 0
        # The own 2 is the wild of the run, so no second wild fits: only cards of the suit do.
        if self.marred and not has_other_wild(shape):
            return shape.lanes & _OF_SUIT[shape.suit]  # an own 2 stays the one wild that it is
        return shape.lanes

    @derived
    def leap(self) -> int:
        """The faces without which its ace cannot go over to its other end: see `Shape.leap`."""
        return 0 if self.shape is None else self.shape.leap

    @property
    def fits(self) -> frozenset[Card]:
        """The same faces, one at a time."""
        return added(self.lanes)


_OF_SUIT = {suit: 0xFFFF << low for suit, low in LANES}
"""The lane of each suit."""


def laid(cards: tuple[Card, ...], place: str | None, rules: Melding) -> Run | None:
    """The run or set that cards make when they are laid down.

    Args:
        cards: faces.
        place: what the wild stands for, such as ``4H``, where its owner says so.
        rules: of the house.
    """
    shape = shape_of(cards)
    if shape is None or shape.rank not in SET_RANKS[rules.sets]:
        return None
    if shape.rank:
        return _run(cards, shape)
    if rules.wild_relocation == "free":
        # A wild that never regularises has to be remembered: the cards alone no longer show it.
        marred = not shape.clean and not rules.wild_regularise
        return _made(in_order(cards, shape), None, marred, shape)
    at = _place_kept(None, None, shape, place, rules.wild_relocation, rules.wild_regularise)
    return None if at is None else _run(cards, shape, at or None)


def extended(run: Run, cards: tuple[Card, ...], place: str | None, rules: Melding) -> Run | None:
    """A run with cards added, None where they do not fit.

    Args:
        run: on the table.
        cards: faces to add.
        place: what the wild shall stand for, where its owner says so and it is free to.
        rules: of the house.
    """
    before, every = run.shape, run.cards + cards
    if before is None:
        return None
    # A set grows only by its rank; a wild keeps it a set.
    if before.rank:
        shape = shape_of(every)
        return None if shape is None or shape.rank != before.rank else _run(every, shape)
    # The code is updated by the added cards instead of being computed again.
    shape = grown(before, len(run.cards), cards)
    if shape is None:
        return None
    if rules.wild_relocation == "free":
        marred = not rules.wild_regularise and (run.marred or not shape.clean)
        # The own 2 is the wild for good, so another one would be the second.
        if run.marred and _second(before, shape):
            return None
        return _made(in_order(every, shape), None, marred, shape)
    at = _place_kept(
        before, run.wild_at, shape, place, rules.wild_relocation, rules.wild_regularise
    )
    return None if at is None else _run(every, shape, at or None)


# The arguments recur all through a deal; each entry is a whole search.
@functools.lru_cache(maxsize=1 << 14)
def lanes_in_place(before: Shape, at: int | None, relocation: str, regularise: bool) -> int:
    """The faces that may be added to a run, one at a time, where its wild has a place.

    Args:
        before: what the run is.
        at: place of the wild, None for none.
        relocation: the house rule of how it moves.
        regularise: whether an own 2 in the 2's place is natural again.
    """
    low, _, high = before.shown
    found = 0
    for face in added(before.lanes):
        shape = grown(before, high - low + 1, (face,))
        if shape and _place_kept(before, at, shape, None, relocation, regularise) is not None:
            found |= bits_of(face)
    return found


def _place_kept(
    before: Shape | None,
    at: int | None,
    shape: Shape,
    place: str | None,
    relocation: str,
    regularise: bool,
) -> int | None:
    """Place of the wild in a run that has grown: the named one, otherwise the first allowed one.

    Args:
        before: as in `stands`.
        at: as in `stands`.
        shape: as in `stands`.
        place: as in `extended`.
        relocation: as in `stands`.
        regularise: as in `stands`.

    Returns:
        The place, 0 for none, None where it cannot stand.
    """
    for spot in stands(before, at, shape, relocation, regularise):
        # A 2 that is not a wild stands for itself.
        # 13 wraps the high ace (place 14) back to the name of the ace.
        if place is None or place == RANKS[((spot or 2) - 1) % 13] + shape.suit:
            return spot
    return None


def stands(
    before: Shape | None, at: int | None, shape: Shape, relocation: str, regularise: bool
) -> tuple[int, ...]:
    """The places where the wild of a run may stand when it has grown, 0 for none.

    Args:
        before: what the run was, None for cards that are laid as a new one.
        at: place of the wild before, None for no wild, 0 for one that `Run.marred` marks.
        shape: what the run is now.
        relocation: the house rule of how it moves.
        regularise: whether an own 2 in the 2's place is natural again.
    """
    if before is not None and at is not None and not regularise and _second(before, shape):
        return ()
    if relocation == "free":
        return (0,)
    spots, natural = shape.spots, shape.clean and (at is None or regularise)
    if at is None:
        # A natural 2 that lies does not leave its place to be the wild: that is a card that comes.
        came = before is None or wilds_in(shape) > wilds_in(before)
        found = tuple(spots) if came else ()
    elif at in spots:
        found = (at,)
    elif relocation == "fixed":
        found = ()
    else:
        # on_replacement: the wild may leave only when a card now fills its old place.
        found = tuple([to for to, masks in spots.items() if any(mask >> at & 1 for mask in masks)])
    return (0, *found) if natural else found


def _second(before: Shape, after: Shape) -> bool:
    """Whether a run whose wild is a 2 of its suit has got another one besides."""
    return has_other_wild(after) and not has_other_wild(before)


def _run(cards: tuple[Card, ...], shape: Shape, wild_at: int | None = None) -> Run:
    return _made(in_order(cards, shape, wild_at), wild_at, False, shape)


def _made(row: tuple[Card, ...], wild_at: int | None, marred: bool, shape: Shape) -> Run:
    """A run that lies in order, with what follows from its cards."""
    # Assigning the instance dictionary skips the constructor and the search for the shape.
    run = _bare(Run)
    fields = run.__dict__
    fields["cards"] = row
    fields["wild_at"] = wild_at
    fields["marred"] = marred
    fields["shape"] = shape
    if not marred:
        # A marred run may take fewer faces than its shape, so it works out its own.
        fields["lanes"] = shape.lanes
    fields["leap"] = shape.leap
    return run


_bare = object.__new__


def is_clean(run: Run) -> bool:
    """Whether a run or set lies without a wild."""
    if run.marred or run.wild_at is not None:
        return False
    return run.shape is not None and run.shape.clean


def canastra(run: Run, rules: Scoring) -> Canastra:
    """The kind of canastra that a run or set of seven or more cards is, ``none`` below."""
    size = len(run.cards)
    if size < 7:
        return "none"
    clean, shape = is_clean(run), run.shape
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
    at = run.wild_at
    spots = shape.spots.values() if at is None else (shape.spots.get(at, ()),)
    masks = itertools.chain.from_iterable(spots)
    # The last seven places are 8 to 14, with the ace at the top.
    return any(mask >> low & _SEVEN == _SEVEN for mask in masks for low in range(1, 9))


def points(cards: Iterable[Card], rules: Scoring) -> int:
    """Card points of faces."""
    return sum(map(_values(rules.two_value, rules.joker_value).__getitem__, cards))


@functools.lru_cache(maxsize=64)
def _values(two: int, joker: int) -> Mapping[Card, int]:
    """Points of each face."""
    return {face: card_points(face, two, joker) for face in pack(1)}
