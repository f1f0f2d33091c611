"""One hand against a random one: against every showdown by itself, and published sums."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from tests.odds.positions import Cards, positions, run_outs, showdowns
from tests.odds.reference import plain_versus_several

from carteado.engine.poker.classes import Category
from carteado.engine.poker.ranking import category, rank_hand
from carteado.odds import (
    OddsError,
    opponent_categories,
    own_categories,
    preflop_random,
    versus_random,
)


@pytest.mark.parametrize(("size", "number"), [(5, 60), (4, 15)])
@pytest.mark.exhaustive
def test_turns_and_rivers_of_every_texture_are_those_of_all_showdowns(
    size: int, number: int
) -> None:
    for hand, board in positions(size, number):
        odds = versus_random(hand, board)
        assert (odds.win, odds.tie, odds.total) == showdowns(hand, board), (hand, board)


@pytest.mark.parametrize(
    ("hand", "board", "win", "tie"),
    [
        ("AsKd", "Ah7d2c", 947856, 6837),
        ("AsKd", "Ah7d2d", 943284, 6639),
        ("9s8d", "KsTs4s", 528414, 34464),
        ("9c8d", "KsTs4s", 246161, 70338),
        ("9s8s", "KsTs4s", 1000440, 0),
    ],
)
def test_flops_are_those_of_all_1070190_showdowns(
    hand: str, board: str, win: int, tie: int
) -> None:
    """Counted once with pkrbot; `slow.py` counts them, and many more, again."""
    odds = versus_random(hand, board)
    assert (odds.win, odds.tie, odds.total) == (win, tie, 1070190)


@pytest.mark.parametrize(
    ("hand", "win", "tie"),
    [("AsAh", 1781508418, 11402312), ("AhKh", 1389004215, 34610976)],
)
def test_sums_over_all_2097572400_showdowns_before_the_flop_are_the_published_ones(
    hand: str, win: int, tie: int
) -> None:
    odds = versus_random(hand)
    assert (odds.win, odds.tie, odds.total) == (win, tie, 2097572400)


@pytest.mark.parametrize("hand", ["AsAh", "AsKs", "7c2d", "JhTh", "9d9c", "Qs5d"])
def test_the_table_says_what_is_counted_without_it(hand: str) -> None:
    assert preflop_random(hand) == versus_random(hand)


@pytest.mark.parametrize("board", ["QhJh2c8s", "9h8h7h2h", "KsKd4s4h2s", "AsKsQsJsTs"])
def test_the_plain_reference_agrees(board: str) -> None:
    assert versus_random("AhTc" if "As" in board else "AsTh", board) == plain_versus_several(
        "AhTc" if "As" in board else "AsTh", 1, board
    )


def test_renaming_suits_changes_nothing() -> None:
    names = str.maketrans("cdhs", "hscd")
    for hand, board in positions(3, 4):
        renamed = [card.translate(names) for card in (*hand, *board)]
        assert versus_random(hand, board) == versus_random(
            "".join(renamed[:2]), "".join(renamed[2:])
        )


def by_category(hand: Cards, board: Cards) -> tuple[dict[Category, int], dict[Category, int]]:
    own: Counter[Category] = Counter()
    theirs: Counter[Category] = Counter()
    for run, rest in run_outs((*hand, *board), 5 - len(board)):
        own[category(rank_hand((*hand, *board, *run)))] += 1
        for other in combinations(rest, 2):
            theirs[category(rank_hand((*other, *board, *run)))] += 1
    return dict(own), dict(theirs)


@pytest.mark.parametrize(("size", "number"), [(5, 4), (4, 1)])
def test_final_hands_are_those_of_all_showdowns(size: int, number: int) -> None:
    for hand, board in positions(size, number):
        own, theirs = by_category(hand, board)
        assert {kind: n for kind, n in own_categories(hand, board).items() if n} == own
        assert {kind: n for kind, n in opponent_categories(hand, board).items() if n} == theirs


def test_own_final_hands_are_counted_after_a_flop_and_before_it() -> None:
    for hand, board in positions(3, 2):
        kinds = Counter(
            category(rank_hand((*hand, *board, *run))) for run, _ in run_outs((*hand, *board), 2)
        )
        assert {kind: n for kind, n in own_categories(hand, board).items() if n} == dict(kinds)
    before = own_categories("AsKs")
    assert sum(before.values()) == 2118760
    assert before[Category.STRAIGHT_FLUSH] == 1162


def test_final_hands_of_an_opponent_before_the_flop_are_any_seven_of_the_other_cards() -> None:
    """Every seven of the fifty come about in 21 ways: which two of them are the opponent's."""
    found = opponent_categories("7c2d")
    assert sum(found.values()) == 21 * comb(50, 7)
    sevens = 0
    for own in (0, 0, 1 << 7, 1 << 2):  # by suit, what the seat holds of it; places 1 to 14
        cards = [place for place in range(2, 15) if not own >> place & 1]
        for size in range(5, 8):
            for held in combinations(cards, size):
                places = {*held, *([1] if 14 in held else [])}
                if any(places >= set(range(low, low + 5)) for low in range(1, 11)):
                    sevens += comb(50 - len(cards), 7 - size)
    assert found[Category.STRAIGHT_FLUSH] == 21 * sevens


@pytest.mark.parametrize(
    ("hand", "board", "words"),
    [
        ("As", "", "two cards, not 1"),
        ("AsKdQh", "", "two cards, not 3"),
        ("AsAs", "", "appears twice"),
        ("AsKd", "As7d2c", "on the board and in a hand"),
        ("AsKd", "Ah7d", "0, 3, 4 or 5 cards, not 2"),
        ("AsKd", "2c3c4c5c6c7c", "not 6"),
        ("AsXd", "", "'Xd'"),
        ("??As", "", "is not a card"),
        (("??", "??"), "", "is not a card"),
    ],
)
def test_cards_that_cannot_be_are_refused(hand: str, board: str, words: str) -> None:
    with pytest.raises(OddsError, match=words.replace("?", r"\?")):
        versus_random(hand, board)


def test_cards_may_be_written_with_commas_and_blanks() -> None:
    assert versus_random("as, KD", "Ah 7d,2c") == versus_random("AsKd", ("Ah", "7d", "2c"))
