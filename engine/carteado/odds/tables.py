"""The ranking tables as arrays for counting; built on the first import.

Without a flush, the rank of a hand depends only on its number of cards of each of the 13 ranks.
`STRENGTHS` (2 MB) has the rank of every hand of seven cards without a flush: one row for each of
the 6,175 combinations of five board ranks, one column for each of the 169 ordered pairs of hole
card ranks. The rank of a flush depends only on the set of ranks of its suit: `FLUSHES`, zero for
fewer than five.

A board has a key, the sum of its cards' `RANK_KEYS`; `board_rows` finds the row of a key.
Ranks and suits are numbered as in `cards.PACK`: card = 4 * rank + suit.
"""

from __future__ import annotations

import functools
import itertools
import math
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carteado.engine.package_data import package_data
from carteado.engine.poker.layout import (
    HIGH_RANKS,
    HIGH_SHIFT,
    LOW_MASK,
    LOW_RANKS,
    SIZES,
    multisets,
)

__all__ = [
    "BOARDS",
    "CATEGORY_OF",
    "FLUSHES",
    "MULTISETS",
    "MULTISET_KEYS",
    "RANK_KEYS",
    "STRENGTHS",
    "SUBSETS",
    "SUBSET_COUNTS",
    "SUBSET_KEYS",
    "Array",
    "board_rows",
    "by_hole",
    "flushes_with_two",
    "strengths_by_engine_key",
    "strengths_of",
]

Array = NDArray[Any]

# C(13 + 4, 5) = 6,188 multisets, less the 13 with five cards of one rank.
BOARDS = 6175
"""Number of combinations of five board ranks."""

_LOW_BITS = LOW_MASK.bit_length()
# The ranks count upwards: 1,277 high cards, 2,860 pairs, 858 two pairs, 858 threes, 10 straights,
# 1,277 flushes, 156 full houses, 156 fours, 10 straight flushes.
_LAST_OF_CATEGORY = (1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462)

RANK_KEYS: Array = np.array(
    [5**rank for rank in range(LOW_RANKS)] + [5**rank << _LOW_BITS for rank in range(HIGH_RANKS)],
    dtype=np.int32,
)
"""Key of one card of each rank. Keys are added: seven low digits in base 5, six high ones above."""


def _unpacked() -> Array:
    packed = package_data("carteado.engine.poker", "ranking_tables.zlib")
    planes = np.frombuffer(zlib.decompress(packed), dtype=np.uint8)
    # The file holds all low bytes, then all high bytes.
    half = len(planes) // 2
    return planes[:half].astype(np.uint16) | planes[half:].astype(np.uint16) << 8


def _places() -> Array:
    places = np.zeros(5**LOW_RANKS, dtype=np.int16)
    for ways in multisets(LOW_RANKS):
        places[list(ways)] = np.arange(len(ways))
    return places


def _starts() -> tuple[dict[int, Array], Array]:
    """Start of the high ranks' rows by number of cards, and the sorted keys of all boards."""
    low, high = multisets(LOW_RANKS), multisets(HIGH_RANKS)
    starts, keys = {}, []
    # The first 2**13 strengths are those of flushes, by the set of their ranks.
    first = 1 << 13
    for size in SIZES:
        starts[size] = np.zeros(5**HIGH_RANKS, dtype=np.int32)
        for taken in range(size + 1):
            places = np.array(low[size - taken], dtype=np.int32)
            for way in high[taken]:
                starts[size][way] = first
                first += len(places)
                if size == 5:
                    keys.append(places + (way << _LOW_BITS))
    return starts, np.concatenate(keys)


_STRENGTHS = _unpacked()
_PLACES = _places()
_STARTS, _BOARD_KEYS = _starts()
_BOARD_STARTS = _STARTS[5] - (1 << 13)

FLUSHES: Array = _STRENGTHS[: 1 << 13].copy()
"""Rank of a flush by its suit's ranks as a bit set; 0 for fewer than five."""


def strengths_of(keys: Array, size: int) -> Array:
    """Ranks of hands without a flush.

    Args:
        keys: sums of `RANK_KEYS` of possible hands.
        size: number of cards of each hand, 5 to 7.
    """
    found: Array = _STRENGTHS[_STARTS[size][keys >> _LOW_BITS] + _PLACES[keys & LOW_MASK]]
    return found


def strengths_by_engine_key(keys: Array, size: int, found: Array) -> None:
    """Write the ranks of hands without a flush into `found`, by the engine's keys (`layout`)."""
    places = _STARTS[size].take(keys >> HIGH_SHIFT, mode="clip")
    places += _PLACES.take(keys & LOW_MASK, mode="clip")
    # With `out`, NumPy buffers the result in the default mode "raise"; "clip" is faster.
    _STRENGTHS.take(places, mode="clip", out=found)


def board_rows(keys: Array) -> Array:
    """Rows of `STRENGTHS` for boards of five cards, by the sum of their `RANK_KEYS`."""
    rows: Array = _BOARD_STARTS.take(keys >> _LOW_BITS) + _PLACES.take(keys & LOW_MASK)
    return rows


def _counts(keys: Array) -> Array:
    low, high = keys & LOW_MASK, keys >> _LOW_BITS
    digits = [low // 5**rank % 5 for rank in range(LOW_RANKS)]
    digits += [high // 5**rank % 5 for rank in range(HIGH_RANKS)]
    return np.stack(digits, axis=1).astype(np.int8)


def _multisets(size: int) -> Array:
    ways = np.array(list(itertools.combinations_with_replacement(range(13), size)), dtype=np.intp)
    counts = np.zeros((len(ways), 13), dtype=np.int8)
    for column in range(size):
        np.add.at(counts, (np.arange(len(ways)), ways[:, column]), 1)
    # Sorted by key, because callers find a class by binary search.
    return counts[np.argsort(counts @ RANK_KEYS)]


MULTISETS: dict[int, Array] = {
    **{size: _multisets(size) for size in range(3)},
    5: _counts(np.sort(_BOARD_KEYS)),
}
"""For each number of cards (0, 1, 2, 5), the combinations of that many ranks, as counts by rank
in the order of their `MULTISET_KEYS`."""

MULTISET_KEYS: dict[int, Array] = {
    size: (counts @ RANK_KEYS).astype(np.int32) for size, counts in MULTISETS.items()
}


def _subsets(size: int) -> Array:
    ways = np.array(list(itertools.combinations(range(13), size)), dtype=np.int64)
    masks: Array = (1 << ways.reshape(math.comb(13, size), size)).sum(axis=1)
    return masks


SUBSETS: tuple[Array, ...] = tuple(_subsets(size) for size in range(6))
"""For each size, the sets of that many ranks of one suit, as bit sets."""

SUBSET_COUNTS: tuple[Array, ...] = tuple(
    (masks[:, None] >> np.arange(13) & 1).astype(np.int8) for masks in SUBSETS
)

SUBSET_KEYS: tuple[Array, ...] = tuple(
    (counts @ RANK_KEYS).astype(np.int32) for counts in SUBSET_COUNTS
)


_PLACE_OF_SUBSET = np.zeros(1 << 13, dtype=np.intp)
for _masks in SUBSETS:
    _PLACE_OF_SUBSET[_masks] = np.arange(len(_masks))


@functools.cache
def _with_two(size: int) -> Array:
    bits = 1 << np.arange(13)
    # One row for each set of board ranks, 169 columns for the ordered pairs of hole ranks.
    found: Array = FLUSHES[SUBSETS[size][:, None] | (bits[:, None] | bits).ravel()]
    return found


def flushes_with_two(masks: Array) -> Array:
    """Ranks of flushes with a board and two hole cards, by the ordered pair of the hole ranks.

    Args:
        masks: the board's ranks of the suit as bit sets: three, four or five ranks, the same number
            in all. Pairs of one rank or with a rank of the board are impossible and undefined.
    """
    table = _with_two(int(masks[0]).bit_count())
    found: Array = table.take(_PLACE_OF_SUBSET.take(masks), axis=0)
    return found


def _strength_matrix() -> Array:
    """Ranks of every board with every pair of hole cards; 0 if a rank would occur five times."""
    matrix = np.zeros((BOARDS, 169), dtype=np.uint16)
    boards = _counts(_BOARD_KEYS)
    for low in range(13):
        for high in range(low, 13):
            # A key with a digit above 4 would carry into the next rank and mean another hand.
            real = boards[:, low] + 1 + (low == high) <= 4
            real &= boards[:, high] + 1 <= 4
            keys = _BOARD_KEYS[real] + RANK_KEYS[low] + RANK_KEYS[high]
            found = strengths_of(keys, 7)
            matrix[real, 13 * low + high] = found
            matrix[real, 13 * high + low] = found
    return matrix


STRENGTHS: Array = _strength_matrix()
"""Ranks of seven cards without a flush: rows are boards, columns ordered pairs of hole ranks."""

CATEGORY_OF: Array = np.searchsorted(
    np.array(_LAST_OF_CATEGORY), np.arange(_LAST_OF_CATEGORY[-1] + 1)
).astype(np.int8)
"""Category of each rank."""


@functools.cache
def by_hole() -> Array:
    """`STRENGTHS` transposed: rows are ordered pairs of hole ranks, columns are boards."""
    return np.ascontiguousarray(STRENGTHS.T)
