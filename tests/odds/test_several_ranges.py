"""Odds against several opponents, each with a range of its own."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import eval7
import pytest

from carteado.engine.cards import PACK, parse_cards
from carteado.odds import (
    OddsError,
    RangesOdds,
    parse_range,
    showdown_odds,
    starting_hands,
    versus_range,
    versus_ranges,
    versus_several,
)


def brute_force(hand: str, ranges: list[str], board: str) -> tuple[int, int, int, Fraction]:
    """Won, tied and all showdowns and the equity, one by one, by eval7; weights of 1."""
    own, common = parse_cards(hand), parse_cards(board)
    held = [[(PACK[a], PACK[b]) for a, b in parse_range(one)] for one in ranges]
    win = tie = total = 0
    shares = Fraction(0)
    for dealt in itertools.product(*held):
        taken = {*own, *common}.union(*dealt)
        if len(taken) != 2 + len(common) + 2 * len(dealt):
            continue
        left = [card for card in PACK if card not in taken]
        for runout in itertools.combinations(left, 5 - len(common)):
            shared = [*common, *runout]
            hero, *others = [
                eval7.evaluate([eval7.Card(card) for card in (*cards, *shared)])
                for cards in (own, *dealt)
            ]
            total += 1
            win += hero > max(others)
            if hero == max(others):
                tie += 1
                shares += Fraction(1, 1 + others.count(hero))
    return win, tie, total, (win + shares) / total


@pytest.mark.parametrize(
    ("hand", "ranges", "board"),
    [
        ("AsKd", ["QQ+", "22+"], "Ah7d2c4s"),
        ("AsKd", ["AK", "AQ,KQs"], "Ah7d2c4sKh"),
        ("7h6h", ["AhKh,77", "88+", "JTs"], "8h9hTd2c"),
        ("9c9d", ["22", "33,AcAd", "JJ"], "2h3h9sJc4d"),
        ("2c3d", ["AA", "KQ"], "ThJhQhKhAh"),
        ("AsKd", ["QhQc", "7c7d"], "Qs7h2d"),
    ],
)
def test_every_showdown_is_counted(hand: str, ranges: list[str], board: str) -> None:
    found = versus_ranges(hand, ranges, board)
    assert (found.win, found.tie, found.total, found.equity) == brute_force(hand, ranges, board)
    assert found.lose == found.total - found.win - found.tie
    assert found.exact
    assert found.standard_error is None


def test_one_range_alone_is_that_range() -> None:
    for board in ("", "Ah7d2c", "Ah7d2c4sTs"):
        one, other = (
            versus_ranges("AsKd", ["QQ+,AK:0.5"], board),
            versus_range("AsKd", "QQ+,AK:0.5", board),
        )
        assert (one.win, one.tie, one.total) == (other.win, other.tie, other.total)
        assert one.equity == other.equity


def test_weights_multiply() -> None:
    """A deal of two hands counts as often as the product of their weights."""
    both = versus_ranges("AsKd", ["QhQc:0.5,7c7d", "JhJc,5h5c:0.25"], "2s3s8d9c")
    one_by_one = [
        (weight, showdown_odds(["AsKd", first, second], "2s3s8d9c")[0])
        for first, second, weight in [
            ("QhQc", "JhJc", Fraction(1, 2)),
            ("QhQc", "5h5c", Fraction(1, 8)),
            ("7c7d", "JhJc", Fraction(1)),
            ("7c7d", "5h5c", Fraction(1, 4)),
        ]
    ]
    weights = sum(weight for weight, _ in one_by_one)
    assert both.equity == sum(weight * odds.equity for weight, odds in one_by_one) / weights


def test_known_hands_before_the_flop() -> None:
    found = versus_ranges("AsKd", ["QhQc", "7c7d"])
    odds = showdown_odds(["AsKd", "QhQc", "7c7d"])[0]
    assert (found.win, found.tie, found.total, found.equity) == (
        odds.win,
        odds.tie,
        odds.total,
        odds.equity,
    )
    # The queens leave two pairs of them less to the other range, whichever suits they have.
    pairs = versus_ranges("AsKd", ["QQ", "QhQc"])
    (match_up,) = {showdown_odds(["AsKd", "QdQs", "QhQc"])[0].equity}
    assert pairs.exact
    assert pairs.equity == match_up


def within(found: RangesOdds, truth: Fraction, errors: float = 4.5) -> bool:
    assert found.standard_error is not None
    return abs(float(found.equity - truth)) < errors * found.standard_error


def test_too_many_deals_are_sampled_with_their_error() -> None:
    board = "Ah7d2c4s"
    found = versus_ranges("AsKd", ["random", "random"], board, samples=50_000, seed=3)
    assert not found.exact
    assert found.total == 50_000 == found.win + found.tie + found.lose
    assert within(found, versus_several("AsKd", 2, board).equity)
    part = float(found.equity)
    assert found.standard_error == pytest.approx(math.sqrt(part * (1 - part) / 50_000), rel=0.05)


def test_the_same_seed_gives_the_same_sample() -> None:
    given = ("AsKd", ["AA,KK:0.25,AKs", "AK:0.5,QQ+", "random"])
    one, again, other = (versus_ranges(*given, samples=2_000, seed=seed) for seed in (1, 1, 2))
    assert one == again != other


def test_a_sample_agrees_with_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = random.Random(18)
    names = starting_hands()
    for board in ("", "Qh7d2c", "Qh7d2c9s"):
        first, second = (",".join(generator.sample(names[:60], 3)) for _ in range(2))
        with monkeypatch.context() as patched:
            patched.setattr("carteado.odds.several_ranges._MOST_MATCH_UPS", 10**6)
            ranges = [first, second] if board else ["AA,KQs:0.5", "KhKc,AhQh"]
            exact = versus_ranges("AsKd", ranges, board)
        with monkeypatch.context() as patched:
            patched.setattr("carteado.odds.several_ranges._MOST_COUNTED", 0)
            patched.setattr("carteado.odds.several_ranges._MOST_MATCH_UPS", 0)
            sample = versus_ranges("AsKd", ranges, board, samples=40_000)
        assert exact.exact
        assert within(sample, exact.equity), (board, ranges)


@pytest.mark.parametrize(
    ("ranges", "changed", "says"),
    [
        ([], {}, "1 to 9 opponents, not 0"),
        (["AA"] * 10, {}, "1 to 9 opponents, not 10"),
        (["AcAd", "AcAd"], {}, "cannot all hold hands of their ranges"),
        (["AA", "AA", "random", "random"], {}, "3,276,800 tries .* no such deal is possible, or"),
        (
            ["AcAd", "AcAd,KcKh:0.000000001", "random"],
            {},
            "or such deals are too rare to sample",
        ),
        (["QQ+", "XX"], {}, "XX"),
        (["AA", "random"], {"samples": 999}, "samples are 1,000 to 10,000,000, not 999"),
        (["AsAd"], {}, "every hand of the range needs a card"),
    ],
)
def test_impossible_input_is_refused(ranges: list[str], changed: dict[str, int], says: str) -> None:
    with pytest.raises(OddsError, match=says):
        versus_ranges("AsKd", ranges, "", **changed)
