"""The melds that a multiset of faces can form: a run, a set, or nothing.

A run is a multiset of cards of a suit and at most one wild, so one whole number describes it:
its *code*, which counts the cards of each place, four bits a place. Adding a card adds to the
code. Codes are the same in every suit, and there are few of them, so what follows from each is
computed once at import.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.cards import FACE_OF, PLACE, RANKS, SUITS, WILD
from carteado.engine.games.buraco.hands import JOKERS, LANES, TWOS, lanes_of

__all__ = [
    "SET_RANKS",
    "Shape",
    "added",
    "code_of",
    "grown",
    "grown_within",
    "has_other_wild",
    "in_order",
    "includes",
    "shape_of",
    "spelled",
    "wilds_in",
]

LONGEST = 14
"""Cards of the longest run, from ace to ace."""

SET_RANKS: Mapping[str, str] = {
    "none": "",
    "aces_kings_threes": "AK3",
    "aces_threes": "A3",
    "any": RANKS.replace("2", ""),
}
"""The ranks of the sets that may be laid, by the house rule ``sets``; a 2 is wild in all."""

# Lowest bits of two places: jokers and 2s of other suits count in place 0, own 2s in place 2.
_FOREIGN, _TWO = 0, 8
# No code of a run counts place 14, so a card of another suit makes one that is never found.
_OTHER = 4 * 14
_FACES = [face for face in dict.fromkeys(FACE_OF.values()) if face.isalnum()]


def _digit(face: Card, suit: str) -> int:
    """The number that a card adds to the code of a run of a suit."""
    # The own 2 counts in its place even where it serves as the wild: see `_every_run`.
    if face[1] == suit:
        return 1 << 4 * PLACE[face[0]]
    return 1 << (_FOREIGN if face in WILD else _OTHER)


_BY_PLACE = {
    suit: tuple([Card(RANKS[(at - 1) % 13] + suit) for at in range(1, LONGEST + 1)])
    for suit in SUITS
}
_DIGITS = {
    suit: {text: _digit(face, suit) for text, face in FACE_OF.items() if face != UNKNOWN}
    for suit in SUITS
}


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The meld that a multiset of cards can be.

    Attributes:
        rank: of a set, '' for a run.
        suit: of a run, '' for a set.
        clean: it can lie without a wild.
        spots: for a run with a wild, by each place of the wild, the lowest one first, the places of
            the others as bits: an ace among them may lie at either end.
        lanes: where a wild moves freely, the faces that may be added, in the lanes of a hand.
        code: of a run.
        plain: the places that a run has but those of aces and 2s, as bits.
        leap: of a run the faces without which its ace cannot go over to its other end, in the lanes
            of a hand; 0 where it cannot at all.
        shown: of a run as it is shown where a wild moves freely: the lowest place, the wild's (0
            for none) and the highest.
    """

    rank: str
    suit: str
    clean: bool
    spots: Mapping[int, tuple[int, ...]]
    lanes: int
    code: int = 0
    plain: int = 0
    leap: int = 0
    shown: tuple[int, int, int] = (0, 0, 0)


def _every_run() -> dict[int, tuple[int, Mapping[int, tuple[int, ...]]]]:
    """The codes of all runs: the places without a wild (0 for none), the spots with one.

    The shorter ones come first.
    """
    clean: dict[int, int] = {}
    spots: dict[int, dict[int, list[int]]] = {}
    # All pairs of ends, from A-2-3 up to ace to ace.
    for low, high in itertools.combinations(range(1, LONGEST + 1), 2):
        # A run has three cards at least.
        if high - low < 2:
            continue
        # Bits low to high, both included.
        places = (2 << high) - (1 << low)
        clean.setdefault(_code_of(places), places)  # of an ace that may be either, the low one
        # The wild may stand anywhere, at the ends too (buraco.md, 1.4 no. 6).
        for at in range(low, high + 1):
            mask = places & ~(1 << at)
            # An own 2 that is the wild counts as a 2: the code does not say where it stands.
            for wild in (1 << _FOREIGN, 1 << _TWO):
                lying = spots.setdefault(_code_of(mask) + wild, {})
                lying.setdefault(at, []).append(mask)
    return {
        code: (
            clean.get(code, 0),
            {at: tuple(sorted(masks)) for at, masks in sorted(spots.get(code, {}).items())},
        )
        # The order matters: `_BY_SIZE` and `_by_count` number the runs by it.
        for code in sorted({*clean, *spots}, key=_size)
    }


def _size(code: int) -> int:
    """The cards that a code counts, 14 at most."""
    return code % 15  # a place is worth 16 times the one before it, which leaves 1


def includes(code: int, part: int) -> bool:
    """Whether a code counts all the cards of another one."""
    return ((code | _TOPS) - part) & _TOPS == _TOPS


_TOPS = sum([8 << 4 * place for place in range(15)])
"""The highest bit of each place, which no count reaches: it is gone where a place borrows."""


def _code_of(mask: int) -> int:
    """The code of natural cards in some places."""
    # Places 1 and 14 are both aces, so % 13 folds 14 onto 1.
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
    """The same for a run with a wild in one of its spots, an ace low if it can be."""
    return _shown(spots[spot][0], spot)


_RUNS = _every_run()


def _leap(spots: Mapping[int, tuple[int, ...]]) -> int:
    """The places to be filled before an ace can go over to the other end of its run, 0 for none.

    It can where the wild lies beside it and nowhere else; the wild then lies beside what the run
    had, and the cards from there on to the ace's new place come all at once, but perhaps for the 2.
    """
    if [*spots] == [2]:
        highest = spots[2][0].bit_length() - 1
        return max(0, (1 << 14) - (1 << highest + 2))
    if [*spots] == [13]:
        lowest = spots[13][0] & -spots[13][0]
        return max(0, (lowest >> 1) - (1 << 3))
    return 0


def _shapes(suit: str, low: int) -> dict[int, Shape]:
    """The shapes of all runs of a suit, whose lane of a hand begins at a bit."""
    # All wilds but the own 2, which counts as a natural card of the run.
    wilds = TWOS & ~(1 << low + 2) | JOKERS
    found: dict[int, Shape] = {}
    for code, (places, spots) in _RUNS.items():
        # The faces that lead to another legal code; nothing else has to be checked at play.
        more = sum([1 << at for at in PLACE.values() if code + (1 << 4 * at) in _RUNS])
        more |= (more & 1 << 1) << 13  # an ace has two places
        lanes = more << low | (wilds if code + (1 << _FOREIGN) in _RUNS else 0)
        # A wild that may stand anywhere is shown in the gap, else at the low end.
        shown = _shown(places, 0) if places else _lying(spots, next(iter(spots)))
        plain = sum([1 << at for at in PLACE.values() if at > 2 and code >> 4 * at & 15])
        leap = _leap(spots) << low
        found[code] = Shape("", suit, places > 0, spots, lanes, code, plain, leap, shown)
    return found


_SHAPES = {suit: _shapes(suit, low) for suit, low in LANES}


@functools.lru_cache(maxsize=1 << 16)
def shape_of(cards: tuple[Card, ...]) -> Shape | None:
    """The meld that faces can form: a run, a set, or None."""
    # The first card that is not a wild gives the suit: wilds alone are not a meld.
    for plain in cards:
        if plain not in WILD:
            break
    else:
        return None
    if len(cards) < 3:
        return None
    suit = plain[1]
    # A longer list could overflow a place of four bits and imitate another code.
    found = _SHAPES[suit].get(code_of(cards, suit)) if len(cards) <= LONGEST else None
    if found is not None:
        return found
    rank, others = plain[0], [card for card in cards if card not in WILD]
    wilds = len(cards) - len(others)
    # A set: one rank, at most one wild, and at least two natural cards.
    if wilds > 1 or len(others) < 2 or any(card[0] != rank for card in others):
        return None
    alike = [Card(rank + suit) for suit in SUITS]
    # Not cached by rank: sets are rare, and the whole call is cached.
    return Shape(rank, "", not wilds, {}, lanes_of([*alike, *WILD] if not wilds else alike))


def code_of(cards: tuple[Card, ...], suit: str) -> int:
    """The code of cards as a run of a suit, with no card more than fourteen times."""
    return sum(map(_DIGITS[suit].__getitem__, cards))


@functools.lru_cache(maxsize=1 << 12)
def added(lanes: int) -> frozenset[Card]:
    """The faces of some lanes."""
    return frozenset([face for face, bits in _BITS.items() if bits & lanes])


_BITS = {face: lanes_of((face,)) for face in _FACES}


def wilds_in(shape: Shape) -> int:
    """The cards of a run that may stand for another one, a 2 in its own place among them."""
    return (shape.code & 15) + (shape.code >> _TWO & 15)


def has_other_wild(shape: Shape) -> bool:
    """Whether a run has a wild that is not a 2 of its suit."""
    return shape.code & 15 > 0


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
    """The shape of a run with cards added, None where they do not fit.

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


def grown_within(before: Shape, base: int, more: int) -> Iterator[Shape]:
    """The longer runs that one can become, the shorter first.

    Args:
        before: what the run is.
        base: the code of the cards that each of them has.
        more: the code of those that each may have besides.
    """
    # All bits set: every run is a candidate until a place excludes it.
    found = -1
    # Fourteen table lookups replace a loop over all runs.
    for bounds in _BOUNDS:
        low = base & 15
        found &= bounds[low][low + (more & 15)]
        if not found:
            return
        base >>= 4
        more >>= 4
    shapes = _BY_SIZE[before.suit]
    while found:
        after = shapes[(found & -found).bit_length() - 1]
        if after is not before:
            yield after
        # This takes the lowest bit away, and the runs stand in the order of their length.
        found &= found - 1


_BY_SIZE = {suit: tuple(shapes.values()) for suit, shapes in _SHAPES.items()}


def _by_count(place: int) -> list[int]:
    """The runs that have none, one or two cards of a place, as bits in their order."""
    found = [0, 0, 0]
    # Counts go up to 2: only aces and own 2s occur twice in a run.
    for at, code in enumerate(_RUNS):
        found[code >> 4 * place & 15] += 1 << at
    return found


_BOUNDS = [
    [[sum(counts[low : high + 1]) for high in range(16)] for low in range(4)]
    for counts in map(_by_count, range(LONGEST))
]
"""The runs by place, and by the fewest and the most cards that they may have of it."""


def spelled(code: int, suit: str, wilds: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """The cards that a code counts, once with each of some wilds that are none of the suit's."""
    faces = _BY_PLACE[suit]
    cards = tuple(
        [face for at, face in enumerate(faces[:13], 1) for _ in range(code >> 4 * at & 15)]
    )
    if not code & 15:
        yield cards
    else:
        for wild in wilds:
            if wild != faces[1]:
                yield (*cards, wild)


def _row(shape: Shape, shown: tuple[int, int, int], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a run from its lowest place to its highest."""
    faces, (low, spot, high) = _BY_PLACE[shape.suit], shown
    if not spot:
        return faces[low - 1 : high]
    # If no foreign wild is counted, the wild of the run is an own 2.
    wilds = (faces[1],) if not shape.code & 15 else tuple(_OTHERS[shape.suit].intersection(cards))
    return faces[low - 1 : spot - 1] + wilds + faces[spot:high]


_OTHERS = {suit: WILD.difference(faces) for suit, faces in _BY_PLACE.items()}
"""The wilds that no run of a suit has as natural cards."""
