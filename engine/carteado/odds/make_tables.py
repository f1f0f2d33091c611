"""Writes this package's tables: ``python -m carteado.odds.make_tables``.

`preflop_tables.xz` takes about a minute: every match-up is counted over all boards.
`preflop_several_table.xz` takes more than an hour. Name a file after the command to write only that
one.
"""

from __future__ import annotations

import importlib.resources
import sys
from collections.abc import Callable, Mapping

import numpy as np

from carteado.engine.cards import PACK, Card
from carteado.odds import preflop, preflop_several
from carteado.odds.known import versus_hand
from carteado.odds.many import ways_by_ties
from carteado.odds.position import MOST_OPPONENTS
from carteado.odds.ranges import parse_range, starting_hands
from carteado.odds.tables import Array

__all__ = ["TABLES", "counted_match_ups", "counted_several", "hands_of", "main"]

_HANDS = [[low, high] for place, low in enumerate(PACK) for high in PACK[place + 1 :]]


def match_ups_table() -> bytes:
    """The content of `preflop_tables.xz`: boards won and tied, see `preflop`."""
    return preflop.packed(*counted_match_ups(preflop.match_ups()))


def several_table() -> bytes:
    """The content of `preflop_several_table.xz`: deals won by ties, see `preflop_several`."""
    return preflop_several.packed(counted_several(name) for name in starting_hands())


def counted_match_ups(codes: Array) -> tuple[Array, Array]:
    """Boards won and tied by the first hand of each match-up."""
    win, tie = np.zeros(len(codes), dtype=np.int64), np.zeros(len(codes), dtype=np.int64)
    for place, code in enumerate(codes):
        odds = versus_hand(*hands_of(int(code)))
        win[place], tie[place] = odds.win, odds.tie
    return win, tie


def counted_several(name: str) -> list[list[int]]:
    """Ways to lose to none of one to nine opponents, by the number of ties."""
    # Any hand of the class gives the same counts; the smallest makes the file reproducible.
    return ways_by_ties(min(parse_range(name)), MOST_OPPONENTS, ())


def hands_of(code: int) -> tuple[list[Card], list[Card]]:
    """The two hands of a match-up."""
    return _HANDS[code // len(_HANDS)], _HANDS[code % len(_HANDS)]


TABLES: Mapping[str, Callable[[], bytes]] = {
    "preflop_tables.xz": match_ups_table,
    "preflop_several_table.xz": several_table,
}
"""The function that makes the content of each file."""


def main() -> None:
    """Write the named files, or all."""
    here = importlib.resources.files("carteado.odds")
    for name in sys.argv[1:] or TABLES:
        with importlib.resources.as_file(here.joinpath(name)) as path:
            path.write_bytes(TABLES[name]())


if __name__ == "__main__":
    main()
