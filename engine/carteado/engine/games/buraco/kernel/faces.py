"""Faces as numbers, and sets of faces as the bits of one integer.

A face is ``16 * suit + place``, the places 1 (ace) to 13 (king), suits in the order of `SUITS`; a
joker is 64. All four suits of a hand fit into one number of 64 bits. Bits 14 and 15 of a suit stay
free for the ace's high place. A shift finds the neighbours of every card at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import FACE_OF, JOKER, PLACE, RANKS, SUITS

__all__ = [
    "ACES",
    "BIT",
    "CARD",
    "ID",
    "IS_WILD",
    "JOKER_ID",
    "PLAIN",
    "TWOS",
    "each_suit",
    "ids_in",
    "ids_of",
    "mask_of",
]

JOKER_ID = 64

ID: Mapping[str, int] = {
    text: JOKER_ID if face == JOKER else 16 * SUITS.index(face[1]) + PLACE[face[0]]
    for text, face in FACE_OF.items()
    # Leaves out the blank of a hidden card.
    if face.isalnum()
}
"""Number of the face of a card or handle."""

CARD: Mapping[int, Card] = {
    **{16 * at + PLACE[rank]: Card(rank + suit) for at, suit in enumerate(SUITS) for rank in RANKS},
    JOKER_ID: JOKER,
}
"""The face of a number."""

# Index 64 is the joker's, with bit 0: masks pass over jokers without a test.
BIT: tuple[int, ...] = tuple([1 << face if face in CARD else 0 for face in range(JOKER_ID)] + [0])
"""The bit of a face in a set; 0 for a joker, because jokers are counted separately."""


def each_suit(places: int) -> int:
    """Places of a suit as bits, in all four suits."""
    return places << 48 | places << 32 | places << 16 | places


ACES, TWOS = each_suit(1 << 1), each_suit(1 << 2)
# 0x3FFA has the bits 1 and 3 to 13: every place but that of the 2.
PLAIN = each_suit(0x3FFA)
"""All faces except wilds."""

IS_WILD: tuple[bool, ...] = tuple([bool(bit & TWOS) for bit in BIT[:-1]] + [True])
"""Whether a face may stand for another."""


def ids_of(cards: Iterable[str]) -> list[int]:
    """Numbers of cards or handles, in their order."""
    return [ID[card] for card in cards]


def ids_in(mask: int) -> list[int]:
    """Numbers of the faces of a set, in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(faces: Iterable[int]) -> int:
    """The set of some faces, without jokers."""
    mask = 0
    for face in faces:
        mask |= BIT[face]
    return mask
