"""What faces can be together: a run, a set, or nothing.

A run is a multiset of cards of a suit and at most one wild, so one whole number tells all about it:
its *code*, which counts the cards of each place, four bits a place. Codes are the same in every
suit, and there are few of them: what follows from one is worked out once and remembered.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import FACE_OF, PLACE, RANKS, SUITS, WILD

__all__ = ["Shape", "added_to_run", "added_to_set", "as_run", "in_order", "shape_of"]

LONGEST = 14
"""Cards of the longest run, from ace to ace."""

_FOREIGN, _ACE, _TWO = 0, 4, 8
_OTHER = 4 * 14
_PLAIN_RANKS = [rank for rank in RANKS if rank not in "A2"]
_FACES = [face for face in dict.fromkeys(FACE_OF.values()) if face.isalnum()]


def _digit(face: Card, suit: str) -> int:
    """What a card adds to the code of a run of a suit."""
    if face[1] == suit:
        return 1 << 4 * PLACE[face[0]]
    return 1 << (_FOREIGN if face in WILD else _OTHER)


_DIGITS = {suit: {face: _digit(face, suit) for face in _FACES} for suit in SUITS}


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
    return _shape(tuple(cards))


@functools.lru_cache(maxsize=1 << 16)
def _shape(cards: tuple[Card, ...]) -> Shape | None:
    plain = next((card for card in cards if card not in WILD), None)
    if plain is None or len(cards) < 3:
        return None
    rank, suit = plain[0], plain[1]
    found = _run_shape(_code(cards, suit)) if len(cards) <= LONGEST else None
    if found is not None:
        return Shape("", suit, *found)
    others = [card for card in cards if card not in WILD]
    wilds = len(cards) - len(others)
    if wilds > 1 or len(others) < 2 or any(card[0] != rank for card in others):
        return None
    return Shape(rank, "", not wilds, ())


def _code(cards: tuple[Card, ...], suit: str) -> int:
    """The code of at most fourteen cards as a run of a suit: more could overflow a digit."""
    return sum(map(_DIGITS[suit].__getitem__, cards))


_Arranged = tuple[bool, tuple[tuple[int, int], ...]]


@functools.lru_cache(maxsize=1 << 14)
def _run_shape(code: int) -> _Arranged | None:
    """Whether a code lies without a wild, and how it lies with one; None where it is no run."""
    if code >> _OTHER:
        return None
    base = 0
    for rank in _PLAIN_RANKS:
        count = code >> 4 * PLACE[rank] & 15
        if count > 1:
            return None
        base |= count << PLACE[rank]
    clean, spots = _arrangements(base, code >> _ACE & 15, code >> _TWO & 15, code & 15)
    return (clean, tuple(sorted(spots))) if clean or spots else None


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
    return _faces_added(*_added(_code(cards, suit)), suit) if len(cards) < LONGEST else frozenset()


@functools.lru_cache(maxsize=1 << 14)
def _added(code: int) -> tuple[int, bool]:
    """The places of a suit that may be added to a run, as bits, and whether another wild may."""
    places = sum(
        [1 << place for place in PLACE.values() if _run_shape(code + (1 << 4 * place)) is not None]
    )
    return places, _run_shape(code + 1) is not None


@functools.lru_cache(maxsize=1 << 14)
def _faces_added(places: int, foreign: bool, suit: str) -> frozenset[Card]:
    found = [Card(rank + suit) for rank, place in PLACE.items() if places >> place & 1]
    if foreign:
        found += [card for card in WILD if card[1] != suit]
    return frozenset(found)


@functools.lru_cache(maxsize=64)
def added_to_set(rank: str, clean: bool) -> frozenset[Card]:
    """The faces that may be added to a set: its rank, and one wild where it has none."""
    faces = frozenset([Card(rank + suit) for suit in SUITS])
    return faces | WILD if clean else faces


def in_order(cards: tuple[Card, ...], wild_at: int | None = None) -> tuple[Card, ...]:
    """Cards of a run as they are shown: in order, the wild where it stands.

    A wild that may stand anywhere is shown in the gap, else at the low end; an ace low where it
    can be.
    """
    shape = _shape(cards)
    if shape is None or shape.rank:
        return tuple(sorted(cards, key=lambda card: (card not in WILD, card)))
    return _in_a_row(cards, _code(cards, shape.suit), shape.suit, wild_at)


def as_run(cards: tuple[Card, ...], suit: str) -> tuple[tuple[Card, ...], bool] | None:
    """Cards as a run of a suit, in order, and whether it is clean; None where they are none."""
    code = _code(cards, suit) if len(cards) <= LONGEST else 1 << _OTHER
    arranged = _run_shape(code)
    return None if arranged is None else (_in_a_row(cards, code, suit, None), arranged[0])


def _in_a_row(
    cards: tuple[Card, ...], code: int, suit: str, wild_at: int | None
) -> tuple[Card, ...]:
    wild = Card("2" + suit)
    if code & 15:
        wild = next(card for card in cards if card in WILD and card != wild)
    return _row(code, suit, wild, wild_at)


@functools.lru_cache(maxsize=1 << 15)
def _row(code: int, suit: str, wild: Card, wild_at: int | None) -> tuple[Card, ...]:
    arranged = _run_shape(code)
    assert arranged is not None
    clean, spots = arranged
    if clean and wild_at is None:
        spot, mask = 0, _clean_mask(code)
    else:
        spot, mask = next((found for found in spots if wild_at in (None, found[0])), spots[0])
    return tuple(
        [
            wild if place == spot else Card(RANKS[(place - 1) % 13] + suit)
            for place in range(1, 15)
            if place == spot or mask >> place & 1
        ]
    )


def _clean_mask(code: int) -> int:
    """Places of a run without a wild, the ace low where it can be."""
    mask = sum([1 << place for place in range(2, 14) if code >> 4 * place & 1])
    aces = code >> _ACE & 15
    if aces == 2:
        return mask | 1 << 1 | 1 << 14
    if aces:
        mask |= 1 << 1 if mask & 1 << 2 else 1 << 14
    return mask
