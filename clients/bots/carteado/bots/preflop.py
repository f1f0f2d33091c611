"""Starting hands by name."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.engine.cards import RANKS

__all__ = ["starting_hand"]

_VALUE = {rank: value for value, rank in enumerate(RANKS)}


def starting_hand(hand: Sequence[str]) -> str:
    """Name of the starting hand that two cards are, such as ``AKs``, ``AKo``, ``AA``."""
    high, low = sorted(hand, key=lambda card: _VALUE[card[0]], reverse=True)
    if high[0] == low[0]:
        return high[0] + low[0]
    return f"{high[0]}{low[0]}{'s' if high[1] == low[1] else 'o'}"
