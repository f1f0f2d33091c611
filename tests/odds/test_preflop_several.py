"""The shipped table of starting hands against one to nine random hands."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

import pytest
from tests.odds.dealing import by_chance

from carteado.engine.cards import PACK
from carteado.engine.package_data import package_data
from carteado.odds import Odds, make_tables, preflop_odds, starting_hands, versus_several
from carteado.odds.position import read_hand
from carteado.odds.preflop_several import table
from carteado.odds.ranges import parse_range
from carteado.odds.several import by_degrees

NAMES = starting_hands()
WAYS = {"": 6, "s": 4, "o": 12}
"""In how many ways two cards are a pair, suited, of two suits."""

NUMBERS = range(1, 10)


def by_number(name: str) -> list[Odds]:
    """Odds of a starting hand against one opponent, two, up to nine."""
    low, high = min(parse_range(name))
    return [versus_several((PACK[low], PACK[high]), opponents) for opponents in NUMBERS]


def shipped_ways(name: str) -> list[list[int]]:
    """What the table has of a starting hand, as the script counts it."""
    return [list(table()[name, opponents]) for opponents in NUMBERS]


TABLE = {name: by_number(name) for name in NAMES}


@pytest.mark.parametrize("opponents", NUMBERS)
def test_all_hands_together_have_a_fair_share(opponents: int) -> None:
    """All players are alike, so the mean over all hands is one part of the pot exactly.

    No number of the table can be another alone: each adds to a share.
    """
    shares = (WAYS[name[2:]] * TABLE[name][opponents - 1].equity for name in NAMES)
    assert sum(shares, Fraction()) == Fraction(1326, opponents + 1)


@pytest.mark.parametrize("opponents", NUMBERS)
def test_deals_are_won_tied_or_lost(opponents: int) -> None:
    boards = factorial(50) // (factorial(5) * factorial(45))
    hands = factorial(45) // (factorial(45 - 2 * opponents) * 2**opponents)
    for name in NAMES:
        odds = TABLE[name][opponents - 1]
        assert min(odds.win, odds.tie, odds.lose) > 0
        assert odds.win + odds.tie + odds.lose == odds.total == boards * hands
        # A tied pot is shared by two at least and by all at most.
        shared = odds.equity * odds.total - odds.win
        assert Fraction(odds.tie, opponents + 1) <= shared <= Fraction(odds.tie, 2)


@pytest.mark.parametrize("name", NAMES)
def test_one_opponent_is_what_the_match_ups_say(name: str) -> None:
    assert TABLE[name][0] == preflop_odds(name)


@pytest.mark.parametrize("name", NAMES)
def test_numbers_of_opponents_fit_together(name: str) -> None:
    """By inclusion and exclusion they give how likely exactly so many of nine are beaten.

    Opponents are alike, so those who are beaten against fewer are any of the nine.
    """
    win = [Fraction(1), *(Fraction(odds.win, odds.total) for odds in TABLE[name])]
    best = [Fraction(1), *(Fraction(odds.win + odds.tie, odds.total) for odds in TABLE[name])]
    for beats in (win, best):
        for beaten in range(10):
            others = 9 - beaten
            chance = sum(
                (-1) ** more * comb(others, more) * beats[beaten + more]
                for more in range(others + 1)
            )
            assert 0 < chance < 1


@pytest.mark.parametrize(("hand", "opponents"), [("JsTs", 2), ("7c2d", 3)])
@pytest.mark.exhaustive
def test_two_and_three_opponents_are_what_degrees_and_triangles_say(
    hand: str, opponents: int
) -> None:
    assert versus_several(hand, opponents) == by_degrees(read_hand(hand), opponents, ())


@pytest.mark.exhaustive
def test_two_aces_are_counted_again() -> None:
    """`slow.py` counts all hands."""
    assert make_tables.counted_several("AA") == shipped_ways("AA")


def test_the_script_writes_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the shipped counts in place of counting, which takes more than an hour (`slow.py`)."""
    monkeypatch.setattr(make_tables, "counted_several", shipped_ways)
    name = "preflop_several_table.xz"
    assert make_tables.TABLES[name]() == package_data("carteado.odds", name)


@pytest.mark.parametrize(
    ("opponents", "percent", "win"), [(2, 73.4352, 1386584557216), (3, 63.8298, None)]
)
def test_aces_before_the_flop_have_the_published_equity(
    opponents: int, percent: float, win: int | None
) -> None:
    odds = versus_several("AsAh", opponents)
    assert round(float(odds.equity) * 100, 4) == percent
    assert win in (None, odds.win)


@pytest.mark.parametrize(
    ("hand", "percent"),
    [
        ("AsAh", (73.4, 63.9, 55.9, 49.2, 43.6, 38.8, 34.7, 31.1)),
        ("KsAs", (50.7, 41.4, 35.4, 31.1, 27.7, 25.0, 22.7, 20.7)),
        ("2c2h", (30.7, 22.0, 17.8, 15.5, 14.2, 13.3, 12.5, 12.0)),
        ("7c2d", (20.4, 14.2, 10.7, 8.6, 7.2, 6.1, 5.4, 4.8)),
    ],
)
def test_published_simulations_came_near(hand: str, percent: tuple[float, ...]) -> None:
    for opponents, expected in zip(range(2, 10), percent, strict=True):
        assert abs(100 * float(versus_several(hand, opponents).equity) - expected) < 0.15


@pytest.mark.parametrize(("hand", "opponents"), [("QsJh", 4), ("Td9d", 6), ("5h5d", 9)])
def test_dealing_at_random_comes_near(hand: str, opponents: int) -> None:
    dealt, deviation = by_chance(hand, "", opponents)
    assert abs(float(versus_several(hand, opponents).equity) - dealt) < 4 * deviation


def test_suits_and_the_order_of_cards_do_not_matter() -> None:
    assert versus_several("AsKs", 9) == versus_several("KhAh", 9)
    assert versus_several("AsKd", 9) == versus_several("KhAc", 9)
    assert versus_several("AsKs", 9).equity > versus_several("AsKd", 9).equity
