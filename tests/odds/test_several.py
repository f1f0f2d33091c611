"""Several random hands: against every way to deal them, and against known values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, prod

import pytest
from tests.odds.dealing import by_chance
from tests.odds.positions import positions
from tests.odds.reference import plain_versus_several
from tests.odds.whole_graph import by_single_cards

from carteado.engine.cards import PACK, Card, parse_cards
from carteado.odds import OddsError, versus_random, versus_several
from carteado.odds.many import versus_many
from carteado.odds.position import read_position


@pytest.mark.parametrize(
    ("hand", "board"),
    [("5c4d", "2c2d7h9s3d"), ("KhKd", "QsJsTs9s2c")],
)
@pytest.mark.exhaustive
def test_two_opponents_on_the_river_are_those_of_every_deal(hand: str, board: str) -> None:
    assert versus_several(hand, 2, board) == plain_versus_several(hand, 2, board)


def test_two_random_hands_tie_more_often_than_they_share_evenly() -> None:
    odds = versus_several("2c3d", 2, "AsKsQsJsTs")
    assert (odds.win, odds.tie, odds.lose) == (0, odds.total, 0)
    assert 3 * odds.equity == 1


def test_three_opponents_on_a_board_that_plays_share_in_four() -> None:
    odds = versus_several("2c3d", 3, "AsKsQsJsTs")
    assert odds.total == 990 * 903 * 820
    assert 4 * odds.equity == 1


@pytest.mark.parametrize(("opponents", "size", "number"), [(2, 4, 1), (2, 5, 3), (3, 5, 1)])
@pytest.mark.exhaustive
def test_kinds_of_cards_give_what_single_cards_give(opponents: int, size: int, number: int) -> None:
    """Beside the graph of all unseen cards, built card by card from every holding's rank."""
    for hand, board in positions(size, number):
        odds = versus_several(hand, opponents, board)
        assert by_single_cards(hand, opponents, board) == (odds.win, odds.tie, odds.equity)


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
    shares = (
        number * versus_several(hand, opponents, board).equity for hand, number in classes.items()
    )
    assert sum(shares, Fraction()) == Fraction(comb(47, 2), opponents + 1)


def as_seen_from(board: str, hand: tuple[Card, ...]) -> str:
    """The first hand that renaming suits makes of one, the board staying what it is."""
    cards = set(parse_cards(board))
    renamed = (dict(zip("cdhs", suits, strict=True)) for suits in permutations("cdhs"))
    same = [to for to in renamed if {card[0] + to[card[1]] for card in cards} == cards]
    return min("".join(sorted(card[0] + to[card[1]] for card in hand)) for to in same)


@pytest.mark.parametrize("opponents", [3, 4, 9])
@pytest.mark.parametrize(("hand", "board"), [("9s8s", "Ts7h2s"), ("KdQc", "Kh9h9s4h")])
def test_dealing_at_random_comes_near(hand: str, board: str, opponents: int) -> None:
    odds = versus_several(hand, opponents, board)
    dealt, deviation = by_chance(hand, board, opponents)
    assert abs(float(odds.equity) - dealt) < 4 * deviation


@pytest.mark.parametrize("opponents", [0, -1, 10])
def test_there_are_one_to_nine_opponents(opponents: int) -> None:
    for board in ("", "Ah7d2c"):
        with pytest.raises(OddsError, match="1 to 9 opponents"):
            versus_several("AsKd", opponents, board)
