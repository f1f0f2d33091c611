"""What an opponent may hold as the board alone says it."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from tests.lazy import Lazy

from carteado.engine.cards import PACK, parse_cards
from carteado.engine.poker.classes import Category
from carteado.odds import MadeHand, OddsError, at_least_as_high, board_holdings

pokerkit: Any = Lazy("pokerkit")

_LABELS = {
    "High card": "HIGH_CARD",
    "One pair": "PAIR",
    "Two pair": "TWO_PAIR",
    "Three of a kind": "THREE_OF_A_KIND",
    "Straight": "STRAIGHT",
    "Flush": "FLUSH",
    "Full house": "FULL_HOUSE",
    "Four of a kind": "FOUR_OF_A_KIND",
    "Straight flush": "STRAIGHT_FLUSH",
}


def by_pokerkit(board: str) -> Counter[MadeHand]:
    common = parse_cards(board)
    left = [card for card in PACK if card not in common]
    found: Counter[MadeHand] = Counter()
    for held in itertools.combinations(left, 2):
        hand = pokerkit.StandardHighHand.from_game("".join(held), "".join(common))
        name = _LABELS[str(hand.entry.label.value)]
        ranks = {str(card.rank.value) for card in hand.cards}
        royal = name == "STRAIGHT_FLUSH" and ranks == set("AKQJT")
        found[MadeHand["ROYAL_FLUSH" if royal else name]] += 1
    return found


@pytest.mark.parametrize(
    ("board", "holdings"),
    [("AhKhQh", 1176), ("9h8h7h", 1176), ("TcTdTs9c", 1128), ("KhQhJhTh", 1128)],
)
def test_every_holding_is_ranked_as_by_pokerkit(board: str, holdings: int) -> None:
    found = board_holdings(board)
    assert sum(found.values()) == holdings
    assert {one: count for one, count in found.items() if count} == by_pokerkit(board)
    assert list(found) == list(MadeHand)


def test_a_royal_flush_is_apart_from_other_straight_flushes() -> None:
    # With four to the royal one card makes it, and another one the straight flush to the king.
    found = board_holdings("KhQhJhTh")
    assert found[MadeHand.ROYAL_FLUSH] == 47
    assert found[MadeHand.STRAIGHT_FLUSH] == 46
    royal = board_holdings("AhKhQhJhTh")
    assert royal[MadeHand.ROYAL_FLUSH] == sum(royal.values()) == 1081


def test_the_own_cards_are_not_left_out() -> None:
    """The heads-up paper's other chance, of at least the hand's category, is a sum of these."""
    for hand, board in (("AsKd", "Ah7d2c"), ("7h6h", "8h9hTd2c"), ("2c2d", "KhKdKs3c3d")):
        found = board_holdings(board)
        worse = at_least_as_high(hand, board)
        assert worse.total == sum(found.values())
        assert worse.count in {
            sum(count for one, count in found.items() if one >= least) for least in Category
        }


@pytest.mark.parametrize("board", ["", "AhKh", "AhKhQhJhThTs", "AhAh7d"])
def test_boards_that_cannot_be_are_refused(board: str) -> None:
    with pytest.raises(OddsError):
        board_holdings(board)
