"""What lies on the table: runs and sets as multisets of cards, and everything that follows.

A run is its cards; whether it is legal, clean, a canastra and what it is worth is derived. Where a
wild moves freely nothing else is stored. Under the two other house rules the wild's place is part
of the run, and where an own 2 never becomes natural again, that a wild was laid is.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import JOKER, PLACE, RANKS, WILD, card_points

__all__ = [
    "Canastra",
    "Melding",
    "Run",
    "Scoring",
    "Shape",
    "added_to_run",
    "canastra",
    "extended",
    "in_order",
    "is_clean",
    "laid",
    "points",
    "shape_of",
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


class Shape(NamedTuple):
    """What a multiset of cards can be.

    Attributes:
        rank: of a set, '' for a run.
        suit: of a run, '' for a set.
        clean: it can lie without a wild.
        spots: for a run with a wild, each place of the wild with the places of the others as bits.
    """

    rank: str
    suit: str
    clean: bool
    spots: tuple[tuple[int, int], ...]


def shape_of(cards: Iterable[Card]) -> Shape | None:
    """What faces can be together: a run, a set, or nothing (None)."""
    return _shape(tuple(sorted(cards)))


@functools.lru_cache(maxsize=1 << 16)
def _shape(cards: tuple[Card, ...]) -> Shape | None:
    plain = [card for card in cards if card not in WILD]
    if len(cards) < 3 or not plain:
        return None
    suit, rank = plain[0][1], plain[0][0]
    if all(card[1] == suit for card in plain):
        found = _run_shape(cards, plain, suit)
        if found is not None:
            return found
    wilds = len(cards) - len(plain)
    if wilds > 1 or len(plain) < 2 or any(card[0] != rank for card in plain):
        return None
    return Shape(rank, "", not wilds, ())


def _run_shape(cards: Sequence[Card], plain: Sequence[Card], suit: str) -> Shape | None:
    places = [PLACE[card[0]] for card in plain if card[0] != "A"]
    if len(set(places)) < len(places):
        return None
    base = sum([1 << place for place in places])
    own = cards.count(Card("2" + suit))
    foreign = len(cards) - len(plain) - own
    clean, spots = _arrangements(base, len(plain) - len(places), own, foreign)
    if not clean and not spots:
        return None
    return Shape("", suit, clean, tuple(sorted(spots)))


def _arrangements(
    base: int, aces: int, own: int, foreign: int
) -> tuple[bool, list[tuple[int, int]]]:
    """Whether cards of a suit lie in a row without a wild, and how they lie with one.

    Args:
        base: places 3 to 13 that are taken, as bits.
        aces: of the suit.
        own: twos of the suit.
        foreign: other wilds.
    """
    clean = False
    spots: list[tuple[int, int]] = []
    if aces > 2 or own > 2 or foreign > 1:
        return clean, spots
    for natural in range(min(own, 1), -1, -1):
        wilds = own + foreign - natural
        if wilds > 1:
            break
        for ace in _ACES[aces]:
            mask = base | natural << 2 | ace
            low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            holes = high - low + 1 - mask.bit_count()
            if not wilds:
                clean = clean or not holes
            elif holes == 1:
                spots.append((((1 << high) - (1 << low) & ~mask).bit_length() - 1, mask))
            elif not holes:
                spots += [(at, mask) for at in (low - 1, high + 1) if 1 <= at <= 14]
    return clean, spots


_ACES = ((0,), (1 << 1, 1 << 14), (1 << 1 | 1 << 14,))


def added_to_run(cards: tuple[Card, ...], suit: str) -> frozenset[Card]:
    """The faces that make a run with the cards of one, one at a time, where wilds move freely."""
    base = aces = own = foreign = 0
    for card in cards:
        if card in WILD:
            own, foreign = (own + 1, foreign) if card[1] == suit else (own, foreign + 1)
        elif card[0] == "A":
            aces += 1
        else:
            base |= 1 << PLACE[card[0]]
    found: list[Card] = []
    for rank in RANKS[2:]:
        bit = 1 << PLACE[rank]
        if not base & bit and any(_arrangements(base | bit, aces, own, foreign)):
            found.append(Card(rank + suit))
    if any(_arrangements(base, aces + 1, own, foreign)):
        found.append(Card("A" + suit))
    if any(_arrangements(base, aces, own + 1, foreign)):
        found.append(Card("2" + suit))
    if any(_arrangements(base, aces, own, foreign + 1)):
        found += [card for card in WILD if card[1] != suit]
    return frozenset(found)


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
    every = run.cards + cards
    shape, before = shape_of(every), shape_of(run.cards)
    if shape is None or before is None or shape.rank != before.rank:
        return None
    if shape.rank:
        return _run(every)
    if rules.wild_relocation == "free":
        mixed = run.marred or not shape.clean
        return _run(every, marred=mixed and not rules.wild_regularise)
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
    return Run(cards=in_order(cards, wild_at), wild_at=wild_at, marred=marred)


def is_clean(run: Run) -> bool:
    """Whether a run or set lies without a wild."""
    if run.marred or run.wild_at is not None:
        return False
    shape = shape_of(run.cards)
    return shape is not None and shape.clean


def canastra(run: Run, rules: Scoring) -> Canastra:
    """Which canastra a run or set is: of seven cards or more."""
    size, clean = len(run.cards), is_clean(run)
    if size < 7:
        return "none"
    shape = shape_of(run.cards)
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
    return sum([card_points(card, rules.two_value, rules.joker_value) for card in cards])


def in_order(cards: tuple[Card, ...], wild_at: int | None = None) -> tuple[Card, ...]:
    """Cards of a run as they are shown: in order, the wild where it stands.

    A wild that may stand anywhere is shown in the gap, else at the low end; an ace low where it
    can be.
    """
    return _in_order(tuple(sorted(cards)), wild_at)


@functools.lru_cache(maxsize=1 << 16)
def _in_order(cards: tuple[Card, ...], wild_at: int | None) -> tuple[Card, ...]:
    shape = _shape(cards)
    if shape is None or shape.rank:
        return tuple(sorted(cards, key=lambda card: (card not in WILD, card)))
    left = Counter(cards)
    if shape.clean and wild_at is None:
        spot, mask = 0, _clean_mask(cards)
    else:
        spot, mask = next(
            (found for found in shape.spots if wild_at in (None, found[0])), shape.spots[0]
        )
    row: list[Card | None] = []
    for place in range(1, 15):
        if place == spot:
            row.append(None)
        elif mask >> place & 1:
            card = Card(RANKS[(place - 1) % 13] + shape.suit)
            left[card] -= 1
            row.append(card)
    wild = next(iter(+left), JOKER)
    return tuple([wild if card is None else card for card in row])


def _clean_mask(cards: tuple[Card, ...]) -> int:
    """Places of a run without a wild, the ace low where it can be."""
    mask = sum(1 << PLACE[card[0]] for card in cards if card[0] != "A")
    aces = sum(card[0] == "A" for card in cards)
    if aces == 2:
        return mask | 1 << 1 | 1 << 14
    if aces:
        mask |= 1 << 1 if mask & 1 << 2 else 1 << 14
    return mask
