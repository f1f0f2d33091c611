"""Several random hands: against every way to deal them, and against known values."""

from __future__ import annotations

import numpy as np
import pytest
from tests.odds.positions import positions
from tests.odds.whole_graph import by_single_cards

from carteado.engine.cards import PACK, parse_cards
from carteado.odds import Estimate, Odds, OddsError, rank_many, versus_random, versus_several
from carteado.odds.reference import plain_versus_several


@pytest.mark.parametrize(
    ("hand", "board"),
    [("5c4d", "2c2d7h9s3d"), ("KhKd", "QsJsTs9s2c")],
)
def test_two_opponents_on_the_river_are_those_of_every_deal(hand: str, board: str) -> None:
    assert versus_several(hand, 2, board) == plain_versus_several(hand, 2, board)


def test_two_random_hands_tie_more_often_than_they_share_evenly() -> None:
    odds = versus_several("2c3d", 2, "AsKsQsJsTs")
    assert isinstance(odds, Odds)
    assert (odds.win, odds.tie, odds.lose) == (0, odds.total, 0)
    assert 3 * odds.equity == 1


def test_three_opponents_on_a_board_that_plays_share_in_four() -> None:
    odds = versus_several("2c3d", 3, "AsKsQsJsTs")
    assert isinstance(odds, Odds)
    assert odds.total == 990 * 903 * 820
    assert 4 * odds.equity == 1


@pytest.mark.parametrize(("opponents", "size", "number"), [(2, 4, 1), (2, 5, 3), (3, 5, 1)])
def test_kinds_of_cards_give_what_single_cards_give(opponents: int, size: int, number: int) -> None:
    """Beside the graph of all unseen cards, built card by card from every holding's rank."""
    for hand, board in positions(size, number):
        odds = versus_several(hand, opponents, board)
        assert isinstance(odds, Odds)
        assert by_single_cards(hand, opponents, board) == (odds.win, odds.tie, odds.equity)


@pytest.mark.parametrize(
    ("opponents", "percent", "win"), [(2, 73.4352, 1386584557216), (3, 63.8298, None)]
)
def test_aces_before_the_flop(opponents: int, percent: float, win: int | None) -> None:
    odds = versus_several("AsAh", opponents)
    assert isinstance(odds, Odds)
    assert round(float(odds.equity) * 100, 4) == percent
    assert win in (None, odds.win)


def test_one_opponent_is_the_heads_up_count() -> None:
    assert versus_several("AsKd", 1, "Ah7d2c") == versus_random("AsKd", "Ah7d2c")


def test_more_opponents_are_estimated_and_say_so() -> None:
    values = []
    for opponents in range(4, 10):
        found = versus_several("QsQh", opponents, "Jh7d2c")
        assert isinstance(found, Estimate)
        assert not found.exact
        assert found.win + found.tie + found.lose == pytest.approx(1)
        assert found.win < found.equity < found.win + found.tie
        assert 0 < found.error < 0.05
        values.append(found.equity)
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("opponents", [3, 4, 9])
@pytest.mark.parametrize(
    ("hand", "board"), [("AsAh", ""), ("9s8s", "Ts7h2s"), ("KdQc", "Kh9h9s4h")]
)
def test_dealing_at_random_comes_near(hand: str, board: str, opponents: int) -> None:
    if opponents == 3 and not board:
        board = "2h7hTd"
    found = versus_several(hand, opponents, board)
    dealt, deviation = by_chance(hand, board, opponents)
    error = found.error if isinstance(found, Estimate) else 0
    assert abs(float(found.equity) - dealt) < error + 4 * deviation


def by_chance(hand: str, board: str, opponents: int, deals: int = 30_000) -> tuple[float, float]:
    """Equity in random deals, and its standard deviation."""
    own, common = ([PACK.index(card) for card in parse_cards(text)] for text in (hand, board))
    left = np.array([card for card in range(52) if card not in own + common])
    order = np.random.default_rng(1).random((deals, len(left))).argsort(axis=1)
    missing = 5 - len(common)
    dealt = left[order[:, : missing + 2 * opponents]]

    def ranks(held: np.ndarray) -> np.ndarray:
        known = np.tile(np.array(common, dtype=dealt.dtype), (deals, 1))
        return rank_many(np.hstack([known, dealt[:, :missing], held]))

    hero = ranks(np.tile(own, (deals, 1)))
    others = [ranks(dealt[:, at : at + 2]) for at in range(missing, dealt.shape[1], 2)]
    ties = sum((other == hero).astype(int) for other in others)
    share = (np.maximum.reduce(others) <= hero) / (1 + ties)
    return float(share.mean()), float(share.std() / deals**0.5)


@pytest.mark.parametrize("opponents", [0, -1, 10])
def test_there_are_one_to_nine_opponents(opponents: int) -> None:
    with pytest.raises(OddsError, match="1 to 9 opponents"):
        versus_several("AsKd", opponents)
