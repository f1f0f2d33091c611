"""What a hand is now and may become."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.odds.positions import Cards, positions

from carteado.engine.cards import PACK, show_cards
from carteado.engine.poker.classes import Category
from carteado.engine.poker.ranking import category, rank_hand
from carteado.odds import (
    OddsError,
    at_least_as_high,
    final_categories,
    holdings_now,
    improvement,
    outs,
    standing,
    versus_random,
)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_standing_of_a_hand_equals_a_full_count(size: int) -> None:
    for hand, board in positions(size, 2):
        hero = rank_hand((*hand, *board))
        left = [card for card in PACK if card not in (*hand, *board)]
        ranks = [rank_hand((*other, *board)) for other in combinations(left, 2)]
        odds = standing(hand, board)
        assert odds.win == sum(rank < hero for rank in ranks)
        assert odds.tie == sum(rank == hero for rank in ranks)
        assert odds.total == len(ranks)
        now = holdings_now(hand, board)
        assert all(now[kind] == sum(category(r) == kind for r in ranks) for kind in Category)
        seen = at_least_as_high(hand, board, own_seen=True)
        assert seen.count == sum(category(rank) >= category(hero) for rank in ranks)
        if size == 5:
            assert odds == versus_random(hand, board)


def test_the_papers_chance_leaves_the_own_cards_in() -> None:
    chance = at_least_as_high("AsKs", "Qs9s2s")
    left = [card for card in PACK if card not in ("Qs", "9s", "2s")]
    ranks = [rank_hand((*other, "Qs", "9s", "2s")) for other in combinations(left, 2)]
    assert chance.total == 1176
    assert chance.count == sum(category(rank) >= Category.FLUSH for rank in ranks) == 45


def test_improvement_counts_run_outs_of_a_higher_category() -> None:
    assert improvement("AsKd", "Qh7d2c4s").count == 18  # any pair, the board's too
    assert improvement("AsKd", "Qh7d2c4s").total == 46
    assert improvement("AsAh", "").total == 2118760
    assert improvement("2c7d", "AsKsQsJsTs").probability == 0
    # Nine flushes, three more straights and sixteen more pairs.
    assert improvement("As5s", "KsQs2h4d").count == 28


def test_improvement_where_an_open_hand_has_the_cards() -> None:
    board = "Qh7d2c4s"
    final = final_categories(["AsKd", "AhAc", "KsKh"], board)[0]
    # One ace, one king and three of each rank of the board.
    assert improvement("AsKd", board, final=final).count == 2 + 12
    assert improvement("AsKd", board, final=final).total == 42


def is_ahead(hand: Cards, others: list[Cards], board: Cards) -> bool:
    own = rank_hand((*hand, *board))
    return all(own > rank_hand((*other, *board)) for other in others)


@pytest.mark.parametrize("size", [3, 4])
def test_an_out_against_several_known_hands_beats_all_of_them(size: int) -> None:
    for hand, cards in positions(size + 4, 6):
        others, board = [cards[:2], cards[2:4]], cards[4:]
        left = [card for card in PACK if card not in (*hand, *cards)]
        helping = [card for card in left if is_ahead(hand, others, (*board, card))]
        wanted = [] if is_ahead(hand, others, board) else helping
        assert list(outs(hand, board, *others).cards) == wanted


def test_outs_against_a_known_hand() -> None:
    found = outs("QsJs", "Ts9s2d", "AhAd")
    assert len(found.cards) == 15
    assert found.unseen == 45
    assert found.by_category["8s"] is Category.STRAIGHT_FLUSH
    assert found.by_category["Kh"] is Category.STRAIGHT
    assert outs("AhAd", "Ts9s2d", "QsJs").cards == ()


def test_outs_against_any_hand_do_not_count_what_helps_everybody() -> None:
    found = outs("AsKd", "Qh7d2c4s")
    assert show_cards(found.cards) == "Kc Kh Ks Ac Ad Ah"
    trips = outs("8s8d", "KhKc4s")
    assert show_cards(trips.cards) == "8c 8h Kd Ks"  # a third king fills the pair up


@pytest.mark.parametrize("board", ["AhAdAc", "AhAdKh", "AhKdQc", "AhAdKcKs", "AhAdAcKs"])
def test_a_card_that_pairs_the_board_is_not_an_out(board: str) -> None:
    for card in outs("7s2d", board).cards:
        assert card[0] in "72"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: outs("AsKd", ""), "on the flop and on the turn"),
        (lambda: outs("AsKd", "2c3c4c5c6c"), "on the flop and on the turn"),
        (lambda: standing("AsKd", ""), "from the flop on"),
        (lambda: outs("AsKd", "2c3c4c", "AsQd"), "in two hands"),
    ],
)
def test_an_impossible_question_is_refused(call, words: str) -> None:
    with pytest.raises(OddsError, match=words):
        call()
