"""Several random hands: against every way to deal them, and against known values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, prod

import numpy as np
import pytest
from tests.odds.positions import positions
from tests.odds.whole_graph import by_single_cards

from carteado.engine.cards import PACK, Card, parse_cards
from carteado.odds import (
    Estimate,
    Odds,
    OddsError,
    estimate_several,
    rank_many,
    versus_random,
    versus_several,
)
from carteado.odds.many import versus_many
from carteado.odds.position import read_position
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


@pytest.mark.parametrize(("opponents", "size", "number"), [(2, 5, 4), (3, 5, 4), (2, 4, 1)])
def test_counting_matchings_gives_what_degrees_and_triangles_give(
    opponents: int, size: int, number: int
) -> None:
    for hand, board in positions(size, number, seed=opponents):
        (own,), common = read_position([hand], board)
        assert versus_many(own, opponents, common) == versus_several(hand, opponents, board)


@pytest.mark.parametrize("opponents", range(4, 10))
def test_four_of_a_kind_on_the_board_leaves_it_to_the_highest_card(opponents: int) -> None:
    """Any ace beats the king, any other king ties it: whole hands dealt from fewer cards."""

    def dealt(cards: int, hands: int) -> int:
        return prod(comb(cards - 2 * hand, 2) for hand in range(hands))

    odds = versus_several("Ks3d", opponents, "7c7d7h7s2c")
    without_aces, without_kings = dealt(41, opponents), dealt(38, opponents)
    # By inclusion and exclusion: these of the hands have a king each, the others have none.
    with_kings = [
        comb(opponents, kings)
        * sum(
            (-1) ** (kings - free)
            * comb(kings, free)
            * dealt(38, opponents - free)
            * dealt(41 - 2 * (opponents - free), free)
            for free in range(kings + 1)
        )
        for kings in range(opponents + 1)
    ]
    share = sum((Fraction(ways, 1 + kings) for kings, ways in enumerate(with_kings)), Fraction())
    assert isinstance(odds, Odds)
    assert (odds.win, odds.tie) == (without_kings, without_aces - without_kings)
    assert odds.total == dealt(45, opponents)
    assert odds.win + odds.tie + odds.lose == odds.total
    assert odds.equity == share / odds.total


@pytest.mark.parametrize("opponents", [4, 9])
def test_a_board_that_plays_is_shared_by_all(opponents: int) -> None:
    odds = versus_several("2c3d", opponents, "AsKsQsJsTs")
    assert (odds.win, odds.lose) == (0, 0)
    assert odds.equity == Fraction(1, opponents + 1)


@pytest.mark.parametrize(
    ("board", "opponents"), [("9h9s4d2dJc", 4), ("KhTh7h3c2h", 6), ("QsTs8s5s3s", 9)]
)
def test_the_hands_of_a_board_together_have_a_fair_share(board: str, opponents: int) -> None:
    """All players are alike, so the mean over all hands is one part of the pot exactly."""
    unseen = [card for card in PACK if card not in parse_cards(board)]
    classes = Counter(as_seen_from(board, pair) for pair in combinations(unseen, 2))
    share = sum(
        (
            number * Fraction(versus_several(hand, opponents, board).equity)
            for hand, number in classes.items()
        ),
        Fraction(),
    )
    assert share == Fraction(comb(47, 2), opponents + 1)


def as_seen_from(board: str, hand: tuple[Card, ...]) -> str:
    """The first hand that renaming suits makes of one, the board staying what it is."""
    cards = set(parse_cards(board))
    renamed = (dict(zip("cdhs", suits, strict=True)) for suits in permutations("cdhs"))
    same = [to for to in renamed if {card[0] + to[card[1]] for card in cards} == cards]
    return min("".join(sorted(card[0] + to[card[1]] for card in hand)) for to in same)


def test_before_the_flop_more_than_three_are_estimated_and_say_so() -> None:
    values = []
    for opponents in range(4, 10):
        found = versus_several("QsQh", opponents)
        assert isinstance(found, Estimate)
        assert not found.exact
        assert found.win + found.tie + found.lose == pytest.approx(1)
        assert found.win < found.equity < found.win + found.tie
        assert 0 < found.error < 0.05
        values.append(found.equity)
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(("hand", "board"), [("JsQs", "KhJcKc"), ("AsAh", "KdQc7h")])
def test_an_estimate_on_the_flop_is_as_near_as_it_says(hand: str, board: str) -> None:
    for opponents in (4, 9):
        exact = versus_several(hand, opponents, board)
        about = estimate_several(hand, opponents, board)
        assert abs(about.equity - exact.equity) <= about.error


@pytest.mark.parametrize("board", ["AdKdQdJd", "AdKdQdJdTd"])
def test_one_or_two_run_outs_are_not_estimated(board: str) -> None:
    with pytest.raises(OddsError, match="before the flop and on it"):
        estimate_several("2s2h", 4, board)


@pytest.mark.parametrize("opponents", [3, 4, 9])
@pytest.mark.parametrize(("hand", "board"), [("9s8s", "Ts7h2s"), ("KdQc", "Kh9h9s4h")])
def test_dealing_at_random_comes_near(hand: str, board: str, opponents: int) -> None:
    odds = versus_several(hand, opponents, board)
    dealt, deviation = by_chance(hand, board, opponents)
    assert abs(float(odds.equity) - dealt) < 4 * deviation


@pytest.mark.parametrize("opponents", [4, 9])
def test_an_estimate_before_the_flop_is_as_near_as_it_says(opponents: int) -> None:
    found = versus_several("AsAh", opponents)
    assert isinstance(found, Estimate)
    dealt, deviation = by_chance("AsAh", "", opponents)
    assert abs(float(found.equity) - dealt) < found.error + 4 * deviation


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
    for ask in (versus_several, estimate_several):
        with pytest.raises(OddsError, match="1 to 9 opponents"):
            ask("AsKd", opponents)
