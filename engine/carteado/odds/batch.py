"""Ranks of many hands at once."""

from __future__ import annotations

import numpy as np

from carteado.engine.poker.layout import BIAS, CARD_KEYS, FLUSH, SUIT_SHIFT
from carteado.odds.results import OddsError
from carteado.odds.tables import FLUSHES, Array, strengths_by_engine_key

__all__ = ["rank_many", "ranks_of"]

# A chunk's arrays fit the second-level cache.
_CHUNK = 1 << 13

_KEYS = np.array(CARD_KEYS, dtype=np.int64)
_BIASED = _KEYS + BIAS
_BITS = np.array(
    [1 << (card >> 2) if card & 3 == suit else 0 for suit in range(4) for card in range(52)],
    dtype=np.int16,
)
"""For each suit, the bit of every card's rank, or no bit for a card of another suit."""

_BITS_OF_FLAG = np.zeros(1 << 13, dtype=np.intp)
"""Where the bits of the suit with that flag of `FLUSH` begin."""
# The flag of suit s is bit 4 * s after the shift in `ranks_of`.
_BITS_OF_FLAG[[1, 1 << 4, 1 << 8, 1 << 12]] = [0, 52, 104, 156]


def rank_many(hands: Array) -> Array:
    """Ranks of many hands, as `ranking.rank_hand` gives them one by one.

    Args:
        hands: whole numbers, shape (hands, 5 to 7): in each row different cards by position in
            `cards.PACK`. The function does not check that they are different.

    Returns:
        Ranks as 16-bit numbers from 1 to `ranking.CLASSES`, shape (hands,). A higher rank wins.

    Raises:
        OddsError: the array has another shape or type, or a number is not a card.
    """
    hands = np.asarray(hands)
    if hands.ndim != 2 or hands.shape[1] not in (5, 6, 7) or hands.dtype.kind not in "iu":
        raise OddsError("hands are whole numbers in rows of five to seven")
    if hands.size and (hands.min() < 0 or hands.max() > 51):
        raise OddsError("a card is its place in the pack, from 0 to 51")
    return ranks_of(hands)


def ranks_of(hands: Array) -> Array:
    """`rank_many` without its checks."""
    ranks = np.empty(len(hands), dtype=np.uint16)
    for start in range(0, len(hands), _CHUNK):
        # `take` is fastest with machine words, and mode "clip" skips its bounds check.
        cards = hands[start : start + _CHUNK].T.astype(np.intp)
        keys = _BIASED.take(cards[0], mode="clip")
        for column in cards[1:]:
            keys += _KEYS.take(column, mode="clip")
        found = ranks[start : start + _CHUNK]
        strengths_by_engine_key(keys, len(cards), found)
        # At most one suit can have five of seven cards, so at most one flag is set.
        flags = keys & FLUSH
        flushes = (flags != 0).nonzero()[0]
        flags = flags[flushes] >> SUIT_SHIFT + 3
        bits = _BITS.take(cards[:, flushes] + _BITS_OF_FLAG[flags])
        found[flushes] = FLUSHES[np.bitwise_or.reduce(bits)]
    return ranks
