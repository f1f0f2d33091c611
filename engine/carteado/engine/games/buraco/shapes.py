"""What faces can be together: a run, a set, or nothing.

A run is a multiset of cards of a suit and at most one wild, so one whole number tells all about it:
its *code*, which counts the cards of each place, four bits a place. A card more is added to the
code. Codes are the same in every suit, and there are few of them: what follows from each is worked
out beforehand.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import FACE_OF, PLACE, RANKS, SUITS, WILD
from carteado.engine.games.buraco.hands import JOKERS, LANES, TWOS, lanes_of
from carteado.engine.slots import direct

__all__ = ["SET_RANKS", "Shape", "added", "grown", "in_order", "shape_of"]

LONGEST = 14
"""Cards of the longest run, from ace to ace."""

SET_RANKS: Mapping[str, str] = {
    "none": "",
    "aces_kings_threes": "AK3",
    "aces_threes": "A3",
    "any": RANKS.replace("2", ""),
}
"""The ranks of the sets that may be laid, by the house rule ``sets``; a 2 is wild in all."""

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


@direct
@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What a multiset of cards can be.

    Attributes:
        rank: of a set, '' for a run.
        suit: of a run, '' for a set.
        clean: it can lie without a wild.
        spots: for a run with a wild, by each place of the wild, the lowest one first, the places of
            the others as bits: an ace among them may lie at either end.
        lanes: where a wild moves freely, the faces that may be added, in the lanes of a hand.
        code: of a run.
        shown: of a run as it is shown where a wild moves freely: the lowest place, the wild's (0
            for none) and the highest.
    """

    rank: str
    suit: str
    clean: bool
    spots: Mapping[int, tuple[int, ...]]
    lanes: int
    code: int = 0
    shown: tuple[int, int, int] = (0, 0, 0)


def _every_run() -> dict[int, tuple[int, Mapping[int, tuple[int, ...]]]]:
    """The codes of all runs: the places without a wild (0 for none), the spots with one."""
    clean: dict[int, int] = {}
    spots: dict[int, dict[int, list[int]]] = {}
    for low, high in itertools.combinations(range(1, LONGEST + 1), 2):
        if high - low < 2:
            continue
        places = (2 << high) - (1 << low)
        clean.setdefault(_code_of(places), places)  # of an ace that may be either, the low one
        for at in range(low, high + 1):
            mask = places & ~(1 << at)
            for wild in (1 << _FOREIGN, 1 << _TWO):
                lying = spots.setdefault(_code_of(mask) + wild, {})
                lying.setdefault(at, []).append(mask)
    return {
        code: (
            clean.get(code, 0),
            {at: tuple(sorted(masks)) for at, masks in sorted(spots.get(code, {}).items())},
        )
        for code in {*clean, *spots}
    }


def _code_of(mask: int) -> int:
    """The code of natural cards in some places."""
    return sum([1 << 4 * ((at - 1) % 13 + 1) for at in range(1, LONGEST + 1) if mask >> at & 1])


def _shown(places: int, spot: int) -> tuple[int, int, int]:
    """The lowest place of a row, the wild's (0 for none) and the highest.

    Args:
        places: of the natural cards, as bits.
        spot: the wild's.
    """
    ends = places | 1 << spot if spot else places
    return (ends & -ends).bit_length() - 1, spot, ends.bit_length() - 1


def _lying(spots: Mapping[int, tuple[int, ...]], spot: int) -> tuple[int, int, int]:
    """The same of a run with a wild that lies in one of its spots, an ace low if it can."""
    return _shown(spots[spot][0], spot)


_RUNS = _every_run()


def _shapes(suit: str, low: int) -> dict[int, Shape]:
    """The shapes of all runs of a suit, whose lane of a hand begins at a bit."""
    wilds = TWOS & ~(1 << low + 2) | JOKERS
    found: dict[int, Shape] = {}
    for code, (places, spots) in _RUNS.items():
        more = sum([1 << at for at in PLACE.values() if code + (1 << 4 * at) in _RUNS])
        more |= (more & 1 << 1) << 13  # an ace has two places
        lanes = more << low | (wilds if code + (1 << _FOREIGN) in _RUNS else 0)
        # A wild that may stand anywhere is shown in the gap, else at the low end.
        shown = _shown(places, 0) if places else _lying(spots, next(iter(spots)))
        found[code] = Shape("", suit, places > 0, spots, lanes, code, shown)
    return found


_SHAPES = {suit: _shapes(suit, low) for suit, low in LANES}


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
    alike = [Card(rank + suit) for suit in SUITS]
    return Shape(rank, "", not wilds, {}, lanes_of([*alike, *WILD] if not wilds else alike))


def _code(cards: tuple[Card, ...], suit: str) -> int:
    """The code of at most fourteen cards as a run of a suit: more could overflow a digit."""
    return sum(map(_DIGITS[suit].__getitem__, cards))


@functools.lru_cache(maxsize=1 << 12)
def added(lanes: int) -> frozenset[Card]:
    """The faces of some lanes."""
    return frozenset([face for face, bits in _BITS.items() if bits & lanes])


_BITS = {face: lanes_of((face,)) for face in _FACES}


def in_order(cards: tuple[Card, ...], shape: Shape, wild_at: int | None = None) -> tuple[Card, ...]:
    """Cards of a meld as they are shown: in order, the wild where it stands, an ace low if it can.

    Args:
        cards: in any order.
        shape: of them.
        wild_at: place of the wild, None where it moves freely.
    """
    if not shape.suit:
        return tuple(sorted(cards, key=_IN_SET.__getitem__))
    if wild_at is None:
        return _row(shape, shape.shown, cards)
    spot = wild_at if wild_at in shape.spots else next(iter(shape.spots))
    return _row(shape, _lying(shape.spots, spot), cards)


_IN_SET = {
    face: at for at, face in enumerate(sorted(_FACES, key=lambda face: (face not in WILD, face)))
}
"""Where a face is shown in a set, the wild first."""


def grown(before: Shape, size: int, cards: tuple[Card, ...]) -> Shape | None:
    """What a run is with cards added, None where they do not fit.

    Args:
        before: of the run.
        size: cards that it has.
        cards: what is added.
    """
    if size + len(cards) > LONGEST:
        return None
    digits, code = _DIGITS[before.suit], before.code
    for card in cards:
        code += digits[card]
    return _SHAPES[before.suit].get(code)


def _row(shape: Shape, shown: tuple[int, int, int], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a run from its lowest place to its highest."""
    faces, (low, spot, high) = _BY_PLACE[shape.suit], shown
    if not spot:
        return faces[low - 1 : high]
    wilds = (faces[1],) if not shape.code & 15 else tuple(_OTHERS[shape.suit].intersection(cards))
    return faces[low - 1 : spot - 1] + wilds + faces[spot:high]


_OTHERS = {suit: WILD.difference(faces) for suit, faces in _BY_PLACE.items()}
"""The wilds that no run of a suit has as natural cards."""
