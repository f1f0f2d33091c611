"""The 7,462 classes of five cards, from the weakest to the strongest.

Two hands of one class tie. The classes are computed from the rules, so that the tables and the
words of `ranking` have one definition.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations_with_replacement

__all__ = ["CLASSES", "Category", "HandClass", "describe_class", "hand_classes"]

CLASSES = 7462
"""Number of classes: ranks go from 1 to this."""


class Category(IntEnum):
    """The category of a poker hand, from the weakest to the strongest."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


@dataclass(frozen=True, slots=True, order=True)
class HandClass:
    """Hands that tie with one another; classes compare as their hands do.

    Attributes:
        category: what the hands are called.
        ranks: the five ranks as indices into `cards.RANKS`, the most telling first: the four
            before the fifth card, the three before the two; a straight from its top, the ace last
            in a wheel.
    """

    category: Category
    ranks: tuple[int, ...]


_OF_COUNTS = {
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}
_WHEEL = (12, 3, 2, 1, 0)


@functools.cache
def hand_classes() -> tuple[HandClass, ...]:
    """All classes, the weakest first: a hand of rank r is of class ``hand_classes()[r - 1]``."""
    found: list[HandClass] = []
    # All multisets of five ranks; those with five of a rank are removed below.
    for hand in combinations_with_replacement(range(13), 5):
        found += _classes_of(hand)
    # The dataclass order (category, then ranks) is the order of strength.
    return tuple(sorted(found))


def _classes_of(hand: tuple[int, ...]) -> list[HandClass]:
    """The classes of five ranks: two where the suits decide, none for five of a rank."""
    # By count before rank: a pair of deuces is named before its ace.
    counted = sorted(((count, rank) for rank, count in Counter(hand).items()), reverse=True)
    ranks = tuple(rank for count, rank in counted for _ in range(count))
    counts = tuple(count for count, _ in counted)
    # One pack has four cards of a rank.
    if counts == (5,):
        return []
    if counts in _OF_COUNTS:
        return [HandClass(_OF_COUNTS[counts], ranks)]
    if ranks == _WHEEL:
        # The wheel ranks by its five, so the ace moves to the end.
        ranks = (*ranks[1:], ranks[0])
    # Here all five ranks differ, so a span of four is a straight.
    elif ranks[0] - ranks[4] != 4:
        return [HandClass(Category.HIGH_CARD, ranks), HandClass(Category.FLUSH, ranks)]
    return [HandClass(Category.STRAIGHT, ranks), HandClass(Category.STRAIGHT_FLUSH, ranks)]


_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)


def _name(rank: int) -> str:
    return _NAMES[rank]


def _plural(rank: int) -> str:
    name = _name(rank)
    return name + ("es" if name == "six" else "s")


def describe_class(hand: HandClass) -> str:
    """English for a class, such as ``two pair, kings and sevens``; kickers are not named."""
    first, last = hand.ranks[0], hand.ranks[-1]
    match hand.category:
        case Category.HIGH_CARD:
            return f"high card, {_name(first)}"
        case Category.PAIR:
            return f"pair of {_plural(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(hand.ranks[2])}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_plural(first)}"
        case Category.STRAIGHT:
            return f"straight, {_name(first)} high"
        case Category.FLUSH:
            return f"flush, {_name(first)} high"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} over {_plural(last)}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_plural(first)}"
        case _:
            name = _name(first)
            return "royal flush" if name == "ace" else f"straight flush, {name} high"
