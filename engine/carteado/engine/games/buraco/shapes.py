"""What faces can be together: a run, a set, or nothing.

A run is a multiset of cards of a suit and at most one wild, so one whole number tells all about it:
its *code*, which counts the cards of each place, four bits a place. Codes are the same in every
suit, and there are few of them: what follows from one is worked out once and remembered.
"""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import FACE_OF, PLACE, RANKS, SUITS, WILD

__all__ = ["Shape", "added_to_run", "added_to_set", "as_run", "in_order", "shape_of"]

LONGEST = 14
"""Cards of the longest run, from ace to ace."""

_FOREIGN, _TWO = 0, 8
_OTHER = 4 * 14
_FACES = [face for face in dict.fromkeys(FACE_OF.values()) if face.isalnum()]


def _digit(face: Card, suit: str) -> int:
    """What a card adds to the code of a run of a suit."""
    if face[1] == suit:
        return 1 << 4 * PLACE[face[0]]
    return 1 << (_FOREIGN if face in WILD else _OTHER)


_BY_PLACE = {
    suit: tuple([Card(RANKS[(at - 1) % 13] + suit) for at in range(1, LONGEST + 1)])
    for suit in SUITS
}
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


def _every_run() -> dict[int, tuple[int, tuple[tuple[int, int], ...]]]:
    """The codes of all runs: the places without a wild (0 for none), the spots with one."""
    clean: dict[int, int] = {}
    spots: dict[int, set[tuple[int, int]]] = {}
    for low, high in itertools.combinations(range(1, LONGEST + 1), 2):
        if high - low < 2:
            continue
        places = (2 << high) - (1 << low)
        clean.setdefault(_code_of(places), places)  # of an ace that may be either, the low one
        for at in range(low, high + 1):
            mask = places & ~(1 << at)
            for wild in (1 << _FOREIGN, 1 << _TWO):
                spots.setdefault(_code_of(mask) + wild, set()).add((at, mask))
    return {
        code: (clean.get(code, 0), tuple(sorted(spots.get(code, ())))) for code in {*clean, *spots}
    }


def _code_of(mask: int) -> int:
    """The code of natural cards in some places."""
    return sum([1 << 4 * ((at - 1) % 13 + 1) for at in range(1, LONGEST + 1) if mask >> at & 1])


_RUNS = _every_run()
_SHAPES = {
    suit: {code: Shape("", suit, places > 0, spots) for code, (places, spots) in _RUNS.items()}
    for suit in SUITS
}
_ADDED = {
    code: (
        sum([1 << at for at in PLACE.values() if code + (1 << 4 * at) in _RUNS]),
        code + (1 << _FOREIGN) in _RUNS,
    )
    for code in _RUNS
}
"""The places of its suit that may be added to each run, as bits, and whether another wild may."""


@functools.lru_cache(maxsize=1 << 16)
def shape_of(cards: tuple[Card, ...]) -> Shape | None:
    """What faces can be together: a run, a set, or nothing (None)."""
    for plain in cards:
        if plain not in WILD:
            break
    else:
        return None
    if len(cards) < 3:
        return None
    suit = plain[1]
    found = _SHAPES[suit].get(_code(cards, suit)) if len(cards) <= LONGEST else None
    if found is not None:
        return found
    rank, others = plain[0], [card for card in cards if card not in WILD]
    wilds = len(cards) - len(others)
    if wilds > 1 or len(others) < 2 or any(card[0] != rank for card in others):
        return None
    return Shape(rank, "", not wilds, ())


def _code(cards: tuple[Card, ...], suit: str) -> int:
    """The code of at most fourteen cards as a run of a suit: more could overflow a digit."""
    return sum(map(_DIGITS[suit].__getitem__, cards))


def added_to_run(cards: tuple[Card, ...], suit: str) -> frozenset[Card]:
    """The faces that make a run with the cards of one, one at a time, where wilds move freely."""
    return _faces_added(*_ADDED[_code(cards, suit)], suit)


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
    shape = shape_of(cards)
    if shape is None or shape.rank:
        return tuple(sorted(cards, key=lambda card: (card not in WILD, card)))
    return _in_a_row(cards, _code(cards, shape.suit), shape.suit, wild_at)


def as_run(cards: tuple[Card, ...], suit: str) -> tuple[tuple[Card, ...], Shape] | None:
    """Cards as a run of a suit, in order, and its shape; None where they are none."""
    code = _code(cards, suit) if len(cards) <= LONGEST else 1 << _OTHER
    shape = _SHAPES[suit].get(code)
    return None if shape is None else (_in_a_row(cards, code, suit, None), shape)


def _in_a_row(
    cards: tuple[Card, ...], code: int, suit: str, wild_at: int | None
) -> tuple[Card, ...]:
    wild = _BY_PLACE[suit][1]
    if code & 15:
        (wild,) = WILD.difference((wild,)).intersection(cards)
    return _row(code, suit, wild, wild_at)


@functools.lru_cache(maxsize=1 << 15)
def _row(code: int, suit: str, wild: Card, wild_at: int | None) -> tuple[Card, ...]:
    places, spots = _RUNS[code]
    spot = 0
    if not places or wild_at is not None:
        spot, places = next((one for one in spots if wild_at in (None, one[0])), spots[0])
    faces, ends = _BY_PLACE[suit], places | 1 << spot if spot else places
    low, high = (ends & -ends).bit_length() - 1, ends.bit_length() - 1
    if not spot:
        return faces[low - 1 : high]
    return (*faces[low - 1 : spot - 1], wild, *faces[spot:high])
