"""Writes `ranking_tables.zlib` from the rules: ``python -m carteado.engine.poker.make_tables``.

Strengths of six and seven cards come from those of one card less: the best that remains when any
one of them is laid aside.
"""

from __future__ import annotations

import importlib.resources
import struct
import zlib
from collections.abc import Iterable, Iterator
from itertools import combinations

from carteado.engine.poker.classes import Category, hand_classes
from carteado.engine.poker.layout import HIGH_RANKS, LOW_RANKS, SIZES, multisets

__all__ = ["packed_tables"]

_WEIGHTS = tuple(5**rank for rank in range(LOW_RANKS + HIGH_RANKS))


def packed_tables() -> bytes:
    """The content of `ranking_tables.zlib`."""
    strengths = [*_flush_strengths(), *_rank_strengths()]
    raw = struct.pack(f"<{len(strengths)}H", *strengths)
    # All low bytes, then all high bytes: neighbours are alike, and the file a quarter shorter.
    return zlib.compress(raw[::2] + raw[1::2], 9)


def _flush_strengths() -> list[int]:
    """Strength of each set of ranks of one suit, a bit a rank; 0 for fewer than five."""
    strengths = [0] * (1 << 13)
    for strength, hand in enumerate(hand_classes(), 1):
        if hand.category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
            strengths[_mask(hand.ranks)] = strength
    # Sizes rise, so every hand of one card less has its strength already.
    # The best five of six or seven cards are in one of the subsets with one card less.
    for size in SIZES[1:]:
        for ranks in combinations(range(13), size):
            mask = _mask(ranks)
            strengths[mask] = max(strengths[mask ^ 1 << rank] for rank in ranks)
    return strengths


def _mask(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in ranks)


def _rank_strengths() -> Iterator[int]:
    """The rows of all sizes, one after the other: strengths of hands without a flush."""
    low, high = multisets(LOW_RANKS), multisets(HIGH_RANKS)
    strengths = {
        sum(_WEIGHTS[rank] for rank in hand.ranks): strength
        for strength, hand in enumerate(hand_classes(), 1)
        if hand.category not in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    }
    for size in SIZES:
        for taken in range(size + 1):
            # `ranking._rows` reads in this very order.
            for row in high[taken]:
                for place in low[size - taken]:
                    whole = row * 5**LOW_RANKS + place
                    if size > SIZES[0]:
                        strengths[whole] = max(strengths[less] for less in _one_less(whole))
                    yield strengths[whole]


def _one_less(whole: int) -> Iterator[int]:
    for weight in _WEIGHTS:
        if whole // weight % 5:
            yield whole - weight


if __name__ == "__main__":
    here = importlib.resources.files("carteado.engine.poker")
    with importlib.resources.as_file(here.joinpath("ranking_tables.zlib")) as path:
        path.write_bytes(packed_tables())
