"""The layout of the ranking tables, shared by `make_tables`, which writes them, and `ranking`.

Every card has a key, and the sum of a hand's keys holds everything that its rank depends on::

    bits  0-16   how many cards of each rank from deuce to eight, as seven digits to base 5
    bits 17-32   how many cards of each suit, four bits a suit, counted from `BIAS`
    bits 33-46   how many cards of each rank from nine to ace, as six digits to base 5

`BIAS` is 3 for each suit, so five cards of one set the top bit of its four: a flush. It beats
everything else that its five to seven cards may hold but a straight flush. Without a flush only
the counts of the ranks matter: the high ranks' digits choose a row, the low ranks' a place in it.
A row holds one strength for every way to fill the hand up with low cards.
"""

from __future__ import annotations

__all__ = [
    "BIAS",
    "CARD_KEYS",
    "FLUSH",
    "HIGH_RANKS",
    "HIGH_SHIFT",
    "LOW_MASK",
    "LOW_RANKS",
    "SIZES",
    "SUIT_SHIFT",
    "multisets",
]

LOW_RANKS = 7
HIGH_RANKS = 6
LOW_MASK = (1 << 17) - 1
SUIT_SHIFT = 17
HIGH_SHIFT = 33
SIZES = (5, 6, 7)
"""Numbers of cards that can be ranked."""

BIAS = 0x3333 << SUIT_SHIFT
FLUSH = 0x8888 << SUIT_SHIFT


def _key(rank: int, suit: int) -> int:
    digit = rank if rank < LOW_RANKS else rank - LOW_RANKS
    shift = 0 if rank < LOW_RANKS else HIGH_SHIFT
    weight: int = 5**digit
    return (weight << shift) + (1 << SUIT_SHIFT + 4 * suit)


CARD_KEYS: tuple[int, ...] = tuple(_key(rank, suit) for rank in range(13) for suit in range(4))
"""Key of each card of `PACK`."""


def multisets(ranks: int) -> tuple[tuple[int, ...], ...]:
    """Ways to take 0 to 7 cards of the first `ranks` ranks, at most four of each.

    Returns:
        For each number of cards the ways as base-5 numbers, one digit a rank; the order is the
        tables' own.
    """
    # Without a rank there is one way to take no card, and none to take more.
    ways: list[tuple[int, ...]] = [(0,), *((),) * SIZES[-1]]
    for rank in range(ranks):
        weight = 5**rank
        ways = [
            # n cards of this rank, and the other size - n of the ranks before it.
            tuple(way + weight * n for n in range(min(4, size) + 1) for way in ways[size - n])
            for size in range(len(ways))
        ]
    return tuple(ways)
