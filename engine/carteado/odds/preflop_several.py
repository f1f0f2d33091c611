"""Pre-flop odds against one to nine unknown hands, by table.

Suits are equivalent, so 169 starting hands represent all. To count one takes up to a minute
(`many`). The table has the counts of each against each number of opponents, by the number of ties.
"""

from __future__ import annotations

import functools
import lzma
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product

from carteado.engine.package_data import package_data
from carteado.odds.many import odds_by_ties
from carteado.odds.position import MOST_OPPONENTS, Hand
from carteado.odds.ranges import starting_hand, starting_hands
from carteado.odds.results import Odds

__all__ = ["packed", "preflop_several", "table"]


def preflop_several(hand: Hand, opponents: int) -> Odds:
    """Odds before the flop against unknown hands.

    Args:
        hand: own cards, by place in the pack.
        opponents: 1 to 9.
    """
    return odds_by_ties(table()[starting_hand(hand), opponents], 0)


def packed(counts: Iterable[Sequence[Sequence[int]]]) -> bytes:
    """The content of `preflop_several_table.xz`.

    Args:
        counts: `ways_by_ties` of each of `starting_hands`, against up to nine opponents.
    """
    # Text, because the counts exceed 64 bits; xz compresses the digits well.
    numbers = (str(number) for hand in counts for ways in hand for number in ways)
    text = " ".join(numbers).encode("ascii")
    return lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)


@functools.cache
def table() -> Mapping[tuple[str, int], Sequence[int]]:
    """For each starting hand and number of opponents: ways with no tie, one tie, and so on."""
    table = package_data("carteado.odds", "preflop_several_table.xz")
    numbers = map(int, lzma.decompress(table).split())
    return {
        (name, opponents): tuple(islice(numbers, opponents + 1))
        for name, opponents in product(starting_hands(), range(1, MOST_OPPONENTS + 1))
    }
