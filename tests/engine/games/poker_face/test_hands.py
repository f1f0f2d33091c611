"""The value of five cards: the rules, and that Hold'em ranks every hand equally."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from carteado.engine import cards as pack
from carteado.engine.games.poker_face.hands import (
    CODES,
    PACK,
    code_of,
    judge_ranks,
    strengths,
    weigh,
)
from carteado.engine.poker.ranking import CLASSES, Category, category, rank_ints

COUNTS = {
    "RSF": 4,
    "SF": 36,
    "FK": 624,
    "FH": 3_744,
    "F": 5_108,
    "S": 10_200,
    "TK": 54_912,
    "TP": 123_552,
    "OP": 1_098_240,
    "HC": 1_302_540,
}
"""How many of the 2,598,960 hands have each code, as published."""

CATEGORY = {
    "RSF": Category.STRAIGHT_FLUSH,
    "SF": Category.STRAIGHT_FLUSH,
    "FK": Category.FOUR_OF_A_KIND,
    "FH": Category.FULL_HOUSE,
    "F": Category.FLUSH,
    "S": Category.STRAIGHT,
    "TK": Category.THREE_OF_A_KIND,
    "TP": Category.TWO_PAIR,
    "OP": Category.PAIR,
    "HC": Category.HIGH_CARD,
}

LADDER = [
    ("7P 5E 4C 3O 2P", "HC"),
    ("1P 13E 12C 11O 9P", "HC"),
    ("2P 2E 5C 4O 3P", "OP"),
    ("1P 1E 13C 12O 11P", "OP"),
    ("3P 3E 2C 2O 4P", "TP"),
    ("13P 13E 7C 7O 2P", "TP"),
    ("13P 13E 7C 7O 1P", "TP"),
    ("2P 2E 2C 4O 3P", "TK"),
    ("1P 1E 1C 3O 2P", "TK"),
    ("1P 2E 3C 4O 5P", "S"),
    ("2P 3E 4C 5O 6P", "S"),
    ("10P 11E 12C 13O 1P", "S"),
    ("7P 5P 4P 3P 2P", "F"),
    ("1E 13E 12E 11E 9E", "F"),
    ("2P 2E 2C 3O 3P", "FH"),
    ("2P 2E 2C 1O 1P", "FH"),
    ("3P 3E 3C 2O 2P", "FH"),
    ("2P 2E 2C 2O 3P", "FK"),
    ("1P 1E 1C 1O 13P", "FK"),
    ("1C 2C 3C 4C 5C", "SF"),
    ("9O 10O 11O 12O 13O", "SF"),
    ("10C 11C 12C 13C 1C", "RSF"),
]


def strength(hand: str) -> int:
    return strengths()[0][weigh(hand.split())]


def code(hand: str) -> str:
    return strengths()[1][strength(hand)]


@pytest.mark.parametrize(("hand", "expected"), LADDER)
def test_a_combination_has_its_code(hand: str, expected: str) -> None:
    assert code(hand) == expected


def test_the_codes_stand_in_order_of_strength() -> None:
    found = [strength(hand) for hand, _ in LADDER]
    assert found == sorted(set(found))
    assert list(dict.fromkeys(expected for _, expected in reversed(LADDER))) == list(CODES)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # The cards of the combination, highest first ...
        ("9P 9E 2C 3O 4P", "8P 8E 1C 13O 12P"),
        ("9P 9E 3C 3O 4P", "9O 9C 2C 2O 1P"),
        ("9P 9E 9C 2O 3P", "8P 8E 8C 1O 13P"),
        ("9P 9E 9C 2O 2P", "8P 8E 8C 1O 1P"),
        ("9P 9E 9C 3O 3P", "9O 9E 9C 2O 2P"),
        ("9P 9E 9C 9O 2P", "8P 8E 8C 8O 1P"),
        ("1P 9P 8P 7P 3P", "1C 9C 8C 7C 2C"),
        # ... then all the others, highest first.
        ("9P 9E 13C 3O 2P", "9O 9C 12C 11O 10P"),
        ("9P 9E 13C 12O 3P", "9O 9C 13C 12E 2P"),
        ("9P 9E 3C 3O 5P", "9O 9C 3P 3E 4P"),
        ("9P 9E 9C 13O 3P", "9O 9E 9C 13P 2P"),
        ("9P 9E 9C 9O 3P", "9P 9E 9C 9O 2P"),
        ("1P 13E 8C 7O 3P", "1O 13P 8P 7C 2E"),
    ],
)
def test_ties_are_broken_by_the_combination_and_then_by_the_other_cards(
    better: str, worse: str
) -> None:
    assert code(better) == code(worse)
    assert strength(better) > strength(worse)


def test_still_equal_hands_tie() -> None:
    assert strength("1P 13E 8C 7O 3P") == strength("1O 13P 8P 7C 3E")
    assert strength("10P 11P 12P 13P 1P") == strength("10O 11O 12O 13O 1O")


@pytest.mark.parametrize("hand", ["13P 1E 2C 3O 4P", "12P 13E 1C 2O 3P", "11P 12E 13C 1O 2P"])
def test_no_straight_wraps_around(hand: str) -> None:
    assert code(hand) == "HC"
    assert code(" ".join(card[:-1] + "O" for card in hand.split())) == "F"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("8P 8E 8C 8O 8P", "FK"),
        ("8P 8P 8P 8P 8P", "FK"),
        ("8P 8P 8P 8P 9P", "FK"),
        ("8P 8P 8P 9P 9P", "FH"),
        ("8P 8P 8P 9P 10P", "F"),
        ("8P 8P 9P 9P 10P", "F"),
        ("9C 8C 8C 2C 6C", "F"),
        ("9C 8C 8C 2C 6O", "OP"),
        ("3C 5C 8P 3C 8P", "TP"),
    ],
)
def test_a_card_twice_in_a_hand_is_judged_like_any_other(hand: str, expected: str) -> None:
    assert code(hand) == expected


def test_five_equal_ranks_count_as_four_of_a_kind_with_that_card_beside_it() -> None:
    assert strength("8P 8E 8C 8O 7P") < strength("8P 8E 8C 8O 8P") < strength("8P 8E 8C 8O 9P")
    assert strength("8P 8E 8C 8O 8P") < strength("9P 9E 9C 9O 2P")


def test_the_highest_of_all_cards_of_a_flush_decides_though_one_is_there_twice() -> None:
    assert strength("9C 8C 8C 6C 2C") > strength("9O 8O 7O 6O 3O")
    assert strength("9C 8C 8C 6C 2C") < strength("10C 5C 4C 3C 2C")


def test_the_pack_is_that_of_holdem_in_other_words() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    names = dict(zip(["J", "Q", "K", "A", "T"], ["11", "12", "13", "1", "10"], strict=True))
    suits = dict(zip("cshd", "PECO", strict=True))
    in_words = {
        names.get(card[0], card[0]) + suits[card[1]]: place for place, card in enumerate(pack.PACK)
    }
    assert set(in_words) == set(PACK)
    assert {place // 4 for card, place in in_words.items() if card == "1O"} == {12}


def compare(seen: dict[int, int]) -> None:
    """See that two rankings have the same order and names; `seen` has theirs by ours."""
    assert sorted(seen.values()) == [seen[own] for own in sorted(seen)]
    assert len(set(seen.values())) == len(seen) == CLASSES
    for own, theirs in seen.items():
        assert CATEGORY[strengths()[1][own]] is category(theirs)


def test_holdem_ranks_every_five_card_hand_alike_class_by_class() -> None:
    """All 2,598,960 hands by what their rank depends on: the ranks, and whether the suit is one."""
    seen: dict[int, int] = {}
    counts: Counter[str] = Counter()
    for ranks in itertools.combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        times = Counter(ranks)
        ways = 1
        for count in times.values():
            ways *= {1: 4, 2: 6, 3: 4, 4: 1}[count]
        mixed = [4 * rank + place % 4 for place, rank in enumerate(ranks)]
        suited = [4 * rank for rank in ranks] if len(times) == 5 else []
        for cards, number in ((mixed, ways - 4 * bool(suited)), (suited, 4)):
            if not cards:
                continue
            own = strengths()[0][weigh([PACK[card] for card in cards])]
            assert seen.setdefault(own, rank_ints(cards)) == rank_ints(cards)
            counts[strengths()[1][own]] += number
    compare(seen)
    assert counts == COUNTS
    assert counts.total() == 2_598_960


@pytest.mark.exhaustive
def test_holdem_ranks_every_five_card_hand_alike_hand_by_hand() -> None:
    table, codes = strengths()
    names = dict(enumerate(PACK))
    pairs: Counter[tuple[int, int]] = Counter(
        (table[weigh([names[card] for card in cards])], rank_ints(cards))
        for cards in itertools.combinations(range(52), 5)
    )
    compare(dict(list(pairs)))
    counts: Counter[str] = Counter()
    for (own, _), ways in pairs.items():
        counts[codes[own]] += ways
    assert counts == COUNTS
    assert len(pairs) == CLASSES


def test_the_royal_straight_flush_is_the_highest_straight_flush() -> None:
    assert code_of(judge_ranks([12, 11, 10, 9, 8], True)) == "RSF"
    assert code_of(judge_ranks([12, 11, 10, 9, 8], False)) == "S"
    assert code_of(judge_ranks([11, 10, 9, 8, 7], True)) == "SF"


@pytest.mark.parametrize("hand", ["14P 1E 2C 3O 4P", "1p 1E 2C 3O 4P", "01P 1E 2C 3O 4P"])
def test_a_card_that_does_not_exist_has_no_weight(hand: str) -> None:
    with pytest.raises(KeyError):
        weigh(hand.split())


def test_a_hand_has_five_cards() -> None:
    with pytest.raises(ValueError, match="expected 5"):
        weigh(["1P", "1E", "2C", "3O"])
