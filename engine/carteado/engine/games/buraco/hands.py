"""A hand as one whole number: the faces that it has once, and those that it has twice.

Each suit has a lane of 16 bits, in which a card's bit is its place: 1 to 13, and for an ace 14 too,
its high place. So neighbours in a suit are neighbours in the number, and shifting it by a bit asks
all suits at once. First copies (handles with ``a``) fill the lowest 80 bits, second ones the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.cards import FACE_OF, JOKER, PLACE, SUITS

__all__ = [
    "FACE_AT",
    "JOKERS",
    "LANES",
    "TWOS",
    "Holding",
    "alike",
    "bits_of",
    "faces_among",
    "faces_in",
    "holding",
    "lanes_of",
    "less",
    "nth_face",
    "one_each",
    "with_face",
    "without",
]

LANES = tuple((suit, 16 * at) for at, suit in enumerate(SUITS))
"""Each suit and the lowest bit of its lane."""

TWOS = sum([1 << low + 2 for _, low in LANES])
# Bits 65, 69, 73, 77: outside the four lanes, and four apart so that no shift joins them.
_JOKERS = {JOKER + letter: 1 << 65 + 4 * at for at, letter in enumerate("abcd")}
JOKERS = sum(_JOKERS.values())
"""The bits of the jokers, which have no neighbours."""

_FACES = sum([0x3FFE << low for _, low in LANES]) | 1 << 65
"""One bit of each face: an ace has a second one, and each joker its own."""

# 80 = four lanes of 16 bits and 16 bits for jokers.
_SECOND = 80
_COPY = (1 << _SECOND) - 1


Holding = tuple[int, int, tuple[Card, ...]]
"""What a hand has: its faces in lanes, those of them that it has twice, and its cards.

Jokers are never twice there.
"""


def _bits(text: str, face: Card) -> int:
    if face == JOKER:
        return _JOKERS.get(text, JOKERS)
    low = 16 * SUITS.index(face[1])
    bits = 1 << low + PLACE[face[0]]
    if face[0] == "A":
        bits |= 1 << low + 14
    return bits << _SECOND if text.endswith("b") else bits


_BITS = {text: _bits(text, face) for text, face in FACE_OF.items() if face != UNKNOWN}
bits_of: Callable[[str], int] = _BITS.__getitem__
"""The bits of a handle or a face: of a handle only those of the card, of a joker one."""

_counted = {
    text: 0 if face == JOKER else 1 << 4 * PLACE[face[0]]
    for text, face in FACE_OF.items()
    if face != UNKNOWN
}.__getitem__
"""One card of its rank, in a number that counts ranks in four bits a place."""

_face_of = FACE_OF.__getitem__
_FACE_BITS = {text: _BITS[face] for text, face in FACE_OF.items() if face != UNKNOWN}


def holding(hand: tuple[Card, ...]) -> Holding:
    """The cards of a hand as sets of bits.

    Args:
        hand: handles.
    """
    # Handles of a hand are distinct, so the sum is a bitwise or.
    both = sum(map(bits_of, hand))
    first, second = both & _COPY, both >> _SECOND
    if both & JOKERS:
        # Any joker sets the bits of all: `one_each` counts the bit of the first one.
        first |= JOKERS
    # A second copy whose first has been played is the only one now.
    return first | second, first & second, hand


def with_face(held: Holding, face: Card) -> Holding:
    """The contents of a hand with one more card."""
    (once, twice, cards), more = held, _BITS[face]
    return once | more, twice | more & once, (*cards, face)


def alike(held: Holding, many: int) -> int:
    """The ranks of which a hand has at least a number of cards, of whatever suits.

    Args:
        held: the hand.
        many: 1 to 8.

    Returns:
        The highest of the four bits of each such rank's place.
    """
    # There are eight cards of a rank at most, so no place carries into the next.
    # Adding 8 - many sets the highest bit of a place exactly when it counts `many` or more.
    return sum(map(_counted, held[2]), (8 - many) * _ONES) & 8 * _ONES


_ONES = sum([1 << 4 * place for place in PLACE.values()])


def one_each(lanes: int) -> int:
    """The same faces with one bit for each, so that they can be counted."""
    return lanes & _FACES


FACE_AT: Mapping[int, Card] = {
    one_each(_BITS[face]): face for face in FACE_OF.values() if face in _BITS
}
"""Each face by its one bit."""


def lanes_of(cards: Iterable[Card]) -> int:
    """The bits of handles, or of faces that are all different."""
    return sum(map(bits_of, cards))  # no two of them share a bit


def nth_face(hand: tuple[Card, ...], lanes: int, number: int) -> Card:
    """One of the different faces of a hand that are in some lanes.

    Args:
        hand: handles.
        lanes: the faces.
        number: from 0, in the order in which they came; fewer than there are.
    """
    for card in hand:
        if bits := _FACE_BITS[card] & lanes:
            if not number:
                return FACE_OF[card]
            number -= 1
            # The twin of this face must not be counted again.
            lanes ^= bits
    raise IndexError(number)


def less(cards: tuple[Card, ...], card: str) -> tuple[Card, ...]:
    """Cards without one of them; unchanged if it is not among them."""
    try:
        # Faster than `without` for the usual single card.
        at = cards.index(card)
    except ValueError:
        return cards
    rest = [*cards]
    del rest[at]
    return tuple(rest)


def without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Cards without some of them; cards that are not among them are ignored."""
    rest = [*cards]
    for card in gone:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def faces_among(hand: tuple[Card, ...], lanes: int) -> tuple[Card, ...]:
    """The faces of a hand that are in some lanes, in the hand's order.

    Args:
        hand: handles.
        lanes: of faces that it has.
    """
    alone = FACE_AT.get(one_each(lanes))
    if alone is not None:
        # One face is the usual answer: most additions fit with one card.
        return (alone,)
    return tuple(dict.fromkeys([FACE_OF[card] for card in hand if _FACE_BITS[card] & lanes]))


def faces_in(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The different faces of a hand, in the hand's order."""
    return tuple(dict.fromkeys(map(_face_of, hand)))
