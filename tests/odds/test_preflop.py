"""The shipped table of all hands against all before the flop, and the script that writes it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from carteado.engine.package_data import package_data
from carteado.odds import (
    OddsError,
    make_tables,
    preflop,
    preflop_hand,
    preflop_matrix,
    preflop_odds,
    starting_hands,
    versus_hand,
)
from carteado.odds.preflop import MATCH_UPS, match_ups


@pytest.mark.parametrize(
    ("name", "percent"),
    [
        ("AA", 85.2037),
        ("KK", 82.3957),
        ("AKs", 67.0446),
        ("AKo", 65.3201),
        ("72o", 34.5836),
        ("32o", 32.3032),
    ],
)
def test_published_equities_against_a_random_hand(name: str, percent: float) -> None:
    odds = preflop_odds(name)
    assert round(float(odds.equity) * 100, 4) == percent
    assert odds.total == 2097572400


@pytest.mark.parametrize(
    ("name", "other", "percent"),
    [("AA", "KK", 81.9461), ("AKs", "QQ", 46.0485), ("AKo", "22", 47.3508)],
)
def test_published_equities_of_one_starting_hand_against_another(
    name: str, other: str, percent: float
) -> None:
    odds = preflop_odds(name, other)
    assert round(float(odds.equity) * 100, 4) == percent
    back = preflop_odds(other, name)
    assert (back.win, back.tie, back.lose) == (odds.lose, odds.tie, odds.win)


def test_the_matrix_is_what_both_sides_say() -> None:
    names, matrix = starting_hands(), preflop_matrix()
    assert len(matrix) == 169
    assert all(matrix[i][j] + matrix[j][i] == 1 for i in range(169) for j in range(i + 1))
    for name, other in (("AA", "KK"), ("AKs", "AKo"), ("72o", "JTs"), ("55", "55")):
        expected = preflop_odds(name, other).equity
        assert matrix[names.index(name)][names.index(other)] == expected


def test_a_sample_of_the_table_is_counted_again() -> None:
    chance = random.Random(5)
    codes = match_ups()
    assert len(codes) == MATCH_UPS
    for code in chance.sample(codes.tolist(), 150):
        hand, other = make_tables.hands_of(code)
        assert preflop_hand(hand, other) == versus_hand(hand, other)


def test_the_script_writes_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the shipped counts in place of counting, which takes most of a minute (`slow.py`)."""
    monkeypatch.setattr(make_tables, "counted_match_ups", lambda codes: preflop._table())
    shipped = package_data("carteado.odds", "preflop_tables.xz")
    assert make_tables.TABLES["preflop_tables.xz"]() == shipped


def test_some_match_ups_are_counted_by_the_script() -> None:
    codes = match_ups()[::9999]
    win, tie = make_tables.counted_match_ups(codes)
    places = np.arange(MATCH_UPS)[::9999]
    shipped_win, shipped_tie = preflop._table()
    assert (win == shipped_win[places]).all()
    assert (tie == shipped_tie[places]).all()


@pytest.mark.parametrize("name", ["AAs", "KAs", "AK", "", "random hand"])
def test_an_invalid_starting_hand_is_refused(name: str) -> None:
    with pytest.raises(OddsError, match="169 starting hands"):
        preflop_odds(name)
