"""The exact worth of a hand, cached for further questions on the same street."""

from __future__ import annotations

import functools
from fractions import Fraction

from carteado.engine.cards import Card, parse_cards

__all__ = [
    "Cards",
    "at_least_as_high_percent",
    "improve_percent",
    "prepare",
    "share",
    "win_percent",
]

Cards = tuple[Card, ...]

_REMEMBERED = 4096
"""Hands with their board, of the deals in play only."""


def prepare() -> None:
    """Load what counting needs, so that no decision waits for it.

    Raises:
        ImportError: NumPy is not installed.
    """
    # Any flop and any two hands do: the first call of each function loads its tables.
    flop = parse_cards("2c7dJh")
    for hand in (parse_cards("AsKd"), parse_cards("2h2s")):
        share(hand, (), 1)
        win_percent(hand, flop)
        improve_percent(hand, flop)
        at_least_as_high_percent(hand, flop)


@functools.lru_cache(_REMEMBERED)
def win_percent(hand: Cards, board: Cards) -> float:
    """Showdowns after the flop that are won outright against one random hand, percent."""
    from carteado.odds import versus_random

    odds = versus_random(hand, board)
    return 100 * odds.win / odds.total


@functools.lru_cache(_REMEMBERED)
def at_least_as_high_percent(hand: Cards, board: Cards) -> float:
    """Holdings of any two cards off the board whose category is at least the hand's, percent."""
    from carteado.odds import at_least_as_high

    chance = at_least_as_high(hand, board)
    return 100 * chance.count / chance.total


@functools.lru_cache(_REMEMBERED)
def improve_percent(hand: Cards, board: Cards) -> float:
    """Run-outs that raise the category of the hand, percent."""
    from carteado.odds import improvement

    chance = improvement(hand, board)
    return 100 * chance.count / chance.total


@functools.lru_cache(_REMEMBERED)
def share(hand: Cards, board: Cards, opponents: int) -> Fraction:
    """Part of the pot won on average against random hands.

    On the flop it takes up to half a second, against nine.
    """
    from carteado.odds import versus_several

    return versus_several(hand, opponents, board).equity
