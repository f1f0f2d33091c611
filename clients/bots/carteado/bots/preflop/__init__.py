"""Starting hands by name, and what each is worth before the flop against random hands."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Mapping, Sequence

from carteado.engine.cards import RANKS

__all__ = ["MOST_OPPONENTS", "TABLE", "equity", "read_table", "starting_hand"]

MOST_OPPONENTS = 9

TABLE = "equity.csv"
"""Name of the file with the table, which `make_table` writes."""

_VALUE = {rank: value for value, rank in enumerate(RANKS)}


def starting_hand(hand: Sequence[str]) -> str:
    """Name of the starting hand that two cards are, such as ``AKs``, ``AKo``, ``AA``."""
    high, low = sorted(hand, key=lambda card: _VALUE[card[0]], reverse=True)
    if high[0] == low[0]:
        return high[0] + low[0]
    return f"{high[0]}{low[0]}{'s' if high[1] == low[1] else 'o'}"


def equity(name: str, opponents: int) -> float:
    """Part of the pot that a starting hand wins on average against random hands, 0 to 1.

    Exact against up to three; against more an estimate, which may be 4 points too high (see
    `carteado.odds.versus_several`).

    Args:
        name: of the starting hand, such as ``AKs``.
        opponents: 1 to 9.
    """
    return _equities()[name][opponents - 1]


@functools.cache
def _equities() -> Mapping[str, tuple[float, ...]]:
    rows = read_table("carteado.bots.preflop", TABLE)
    return {name: tuple(float(value) / 100 for value in values) for name, *values in rows}


def read_table(package: str, name: str) -> list[list[str]]:
    """The rows of a table with commas that lies in a package; lines with ``#`` are left out."""
    text = (importlib.resources.files(package) / name).read_text(encoding="utf-8")
    return [line.split(",") for line in text.splitlines() if line and not line.startswith("#")]
