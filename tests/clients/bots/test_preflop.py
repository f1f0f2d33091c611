"""The table of pre-flop equities is the one that its generator writes."""

from __future__ import annotations

import pytest

from carteado.bots.preflop import MOST_OPPONENTS, TABLE, equity, read_table
from carteado.bots.preflop.make_table import percent
from carteado.odds import starting_hands

ROWS = {name: values for name, *values in read_table("carteado.bots.preflop", TABLE)}


def test_every_starting_hand_has_a_row() -> None:
    assert tuple(ROWS) == starting_hands()
    assert {len(values) for values in ROWS.values()} == {MOST_OPPONENTS}


@pytest.mark.parametrize("name", starting_hands())
def test_one_opponent_is_current(name: str) -> None:
    assert ROWS[name][0] == percent(name, 1)


@pytest.mark.parametrize(
    ("name", "opponents"), [("AKs", 2), ("72o", 2), ("66", 4), ("T9s", 6), ("AA", 9), ("32o", 9)]
)
def test_more_opponents_are_current(name: str, opponents: int) -> None:
    assert ROWS[name][opponents - 1] == percent(name, opponents)
    assert equity(name, opponents) == float(percent(name, opponents)) / 100


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_whole_table_is_current() -> None:
    for name, values in ROWS.items():
        assert values == [percent(name, number + 1) for number in range(MOST_OPPONENTS)]


def test_the_average_hand_wins_its_share() -> None:
    ways = {"": 6, "s": 4, "o": 12}
    for opponents in (1, 2, 3):
        total = sum(ways[name[2:]] * equity(name, opponents) for name in ROWS)
        assert total / 1326 == pytest.approx(1 / (opponents + 1), abs=1e-6)
