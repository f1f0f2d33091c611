"""The ranks of hands of five to seven cards, by which they are compared.

A rank is a whole number from 1 to `CLASSES`: the higher one wins and equal ones tie, for hands of
five, six or seven cards. Suits never decide, and an ace is below a deuce only in a wheel.

`rank_hand` takes cards as texts and checks them; `rank7` and `rank_ints` take cards by their place
in `PACK`, check nothing, and are for loops over many hands. `layout` explains the tables.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cache
from operator import itemgetter

from carteado.engine.cards import PLACES, RANKS, Card
from carteado.engine.errors import CardError
from carteado.engine.package_data import package_data
from carteado.engine.poker.classes import CLASSES, Category, describe_class, hand_classes
from carteado.engine.poker.layout import (
    BIAS,
    CARD_KEYS,
    FLUSH,
    HIGH_RANKS,
    HIGH_SHIFT,
    LOW_MASK,
    LOW_RANKS,
    SIZES,
    SUIT_SHIFT,
    multisets,
)

__all__ = [
    "CLASSES",
    "Category",
    "best_five",
    "category",
    "describe_rank",
    "rank7",
    "rank_hand",
    "rank_ints",
]


def rank7(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The rank of seven different cards, each given by its place in `PACK`; nothing is checked."""
    # Each look-up of a pair saves an addition; `_BIASED` brings the bias in once.
    key = _PAIRS[a][b] + _PAIRS[c][d] + _PAIRS[e][f] + _BIASED[g]
    if key & FLUSH:
        return _flush(key, (a, b, c, d, e, f, g))
    # Two look-ups: the high ranks give the row, the low ranks the place in it.
    return _ROWS7[key >> HIGH_SHIFT][_PLACES[key & LOW_MASK]]


def rank_ints(cards: Sequence[int]) -> int:
    """The rank of five to seven different cards, by place in `PACK`; nothing is checked."""
    key = BIAS
    for card in cards:
        key += CARD_KEYS[card]
    # A flush with five to seven cards rules out a full house or four of a kind, so nothing else
    # is compared.
    if key & FLUSH:
        return _flush(key, cards)
    return _ROWS[len(cards)][key >> HIGH_SHIFT][_PLACES[key & LOW_MASK]]


def rank_hand(cards: Sequence[Card]) -> int:
    """The rank of the best five of five, six or seven cards.

    Raises:
        CardError: there are fewer or more cards, one is not of the 52-card pack (an unknown card
            of a view included), or one appears twice.
    """
    return rank_ints(_checked(cards))


def category(rank: int) -> Category:
    """The category of the hands of this rank.

    Raises:
        CardError: no hand has this rank.
    """
    if not 1 <= rank <= CLASSES:
        raise CardError(f"{rank} is not a rank: ranks go from 1 to {CLASSES}")
    return Category(bisect_left(_LAST_OF_CATEGORY, rank))


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five of five to seven cards that make their rank.

    Args:
        cards: where several cards would do, the first of them is taken.

    Returns:
        The most telling card first: the pair before the kickers, a straight from its top.

    Raises:
        CardError: as `rank_hand`.
    """
    hand = hand_classes()[rank_hand(cards) - 1]
    # Cards are removed as they are used, so that a pair takes two different ones.
    left = list(cards)
    # Seven cards hold five of one suit at most once, so the commonest suit is the flush's.
    if hand.category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        suit = Counter(card[1] for card in cards).most_common(1)[0][0]
        left = [card for card in left if card[1] == suit]
    best = []
    for rank in hand.ranks:
        card = next(card for card in left if card[0] == RANKS[rank])
        left.remove(card)
        best.append(card)
    return tuple(best)


def describe_rank(rank: int | Sequence[Card]) -> str:
    """English for a rank, or for the rank of five to seven cards: ``pair of sixes``.

    Raises:
        CardError: no hand has this rank, or the cards cannot be ranked (see `rank_hand`).
    """
    return _description(rank if isinstance(rank, int) else rank_hand(rank))


@cache
def _description(rank: int) -> str:
    category(rank)
    return describe_class(hand_classes()[rank - 1])


def _checked(cards: Sequence[Card]) -> list[int]:
    if len(cards) not in SIZES:
        raise CardError(f"five to seven cards can be ranked, not {len(cards)}")
    try:
        found = [PLACES[card] for card in cards]
    except KeyError as error:
        raise CardError(f"{error.args[0]!r} is not a card of the pack of 52") from None
    if len(set(found)) < len(found):
        raise CardError(f"a card appears twice in {' '.join(cards)}")
    return found


def _flush(key: int, cards: Sequence[int]) -> int:
    """The rank of cards of which at least five are of one suit."""
    # The flag of suit s is bit 4 * s + 3 of its field.
    # Only one flag can be set, so the bit length identifies the suit.
    suit = ((key & FLUSH) >> SUIT_SHIFT).bit_length() // 4 - 1
    mask = 0
    for card in cards:
        # A place in `PACK` is 4 * rank + suit.
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return _FLUSHES[mask]


# 52 x 52 sums, computed once at import, for `rank7` alone.
_PAIRS = tuple(tuple(one + other for other in CARD_KEYS) for one in CARD_KEYS)
_BIASED = tuple(key + BIAS for key in CARD_KEYS)

_LAST_OF_CATEGORY = (1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462)
"""Highest rank of each category."""


def _unpacked() -> tuple[int, ...]:
    """The strengths in the order in which `make_tables` wrote them."""
    planes = zlib.decompress(package_data("carteado.engine.poker", "ranking_tables.zlib"))
    half = len(planes) // 2
    raw = bytearray(len(planes))
    raw[::2], raw[1::2] = planes[:half], planes[half:]
    # One object for each strength, however often it occurs: the tables then fit a cache.
    pick = itemgetter(*struct.unpack(f"<{half}H", raw))
    strengths: tuple[int, ...] = pick(list(range(CLASSES + 1)))
    return strengths


def _places() -> list[int]:
    """For the low ranks' digits, the place in a row."""
    places = [0] * 5**LOW_RANKS
    for ways in multisets(LOW_RANKS):
        for place, way in enumerate(ways):
            # Ways of different sizes are different numbers, so one list serves every size.
            places[way] = place
    return places


def _rows(strengths: tuple[int, ...]) -> dict[int, list[tuple[int, ...]]]:
    """For the number of cards and the high ranks' digits, the row."""
    rows: dict[int, list[tuple[int, ...]]] = {}
    low, high = multisets(LOW_RANKS), multisets(HIGH_RANKS)
    start = 0
    for size in SIZES:
        rows[size] = [()] * 5**HIGH_RANKS
        for taken in range(size + 1):
            length = len(low[size - taken])
            for way in high[taken]:
                rows[size][way] = strengths[start : start + length]
                start += length
    return rows


_STRENGTHS = _unpacked()
_FLUSHES = _STRENGTHS[: 1 << 13]
_PLACES = _places()
_ROWS = _rows(_STRENGTHS[1 << 13 :])
_ROWS7 = _ROWS[7]
# The slices above are copies, so the flat table is garbage now.
del _STRENGTHS
