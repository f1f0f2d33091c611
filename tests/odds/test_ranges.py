"""Ranges: how they are read, and odds against them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import eval7
import pytest
from tests.lazy import Lazy
from tests.odds.positions import positions
from tests.odds.reference import plain_versus_range

from carteado.engine.cards import PACK
from carteado.engine.poker.classes import Category
from carteado.engine.poker.ranking import category, rank_hand
from carteado.odds import (
    OddsError,
    at_least_as_high,
    opponent_categories,
    own_categories,
    parse_range,
    range_categories,
    range_standing,
    starting_hands,
    versus_each,
    versus_random,
    versus_range,
)
from carteado.odds.ranges import starting_hand

pokerkit: Any = Lazy("pokerkit")

EVERYTHING = "QQ+,AKs,AhKh,22-66,T9s+,KTo+,random"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KA", 16),
        ("QQ+", 18),
        ("22-66", 30),
        ("66-22", 30),
        ("T9s+", 4),
        ("KTo+", 36),
        ("A2s-A5s", 16),
        ("JTs-65s", 24),
        ("65s-JTs", 24),
        ("J9o-75o", 60),
        ("AhKh", 1),
        ("KhAh", 1),
        ("random", 1326),
        ("AKs,AKs,AhKh", 4),
        ("qq+, aks  AHKH", 22),
        (EVERYTHING, 1326),
    ],
)
def test_a_range_has_the_expected_number_of_hands(text: str, number: int) -> None:
    held = parse_range(text)
    assert len(held) == number
    assert all(low < high for low, high in held)


@pytest.mark.parametrize(
    "text", ["QQ+", "AKs", "KTo+", "T6s+", "AT+", "JTs-65s", "22+", "97o+", "A2+"]
)
def test_pokerkit_reads_a_range_alike(text: str) -> None:
    theirs = {frozenset(repr(card) for card in hand) for hand in pokerkit.parse_range(text)}
    assert {frozenset(PACK[card] for card in hand) for hand in parse_range(text)} == theirs


def test_later_weights_replace_earlier_ones() -> None:
    held = parse_range("AK:0.5,AKs:1/3,AhKh:1,QQ:.25,JJ")
    weights = sorted(held.values())
    assert weights.count(Fraction(1, 2)) == 12
    assert weights.count(Fraction(1, 3)) == 3
    assert weights.count(Fraction(1, 4)) == 6
    assert weights.count(Fraction(1)) == 7


def test_the_169_starting_hands_part_all_hands() -> None:
    names = starting_hands()
    assert len(set(names)) == 169
    held = [parse_range(name) for name in names]
    assert sum(map(len, held)) == len(set().union(*held)) == 1326
    assert all(
        starting_hand(hand) == name
        for name, hands in zip(names, held, strict=True)
        for hand in hands
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (" , ", "empty"),
        ("QQ+,AKx", "'AKx' at character 5 of the range 'QQ\\+,AKx': not a hand"),
        ("QQs", "'QQs' at character 1 .* a pair is neither"),
        ("AKs:2", "at most 1"),
        ("AKs:", "behind the colon"),
        ("AKs:1/0", "no denominator 0"),
        ("AKs:0,QQ:0", "weight 0"),
        ("AKs-AQo", "both ends"),
        ("A2o-AK", "both ends of a dash have the same letter, s or o, or none"),
        ("22,AKs-86s", "at character 4 .* keeps the higher card, or the distance"),
        ("22-AK", "a dash"),
        ("AhAh", "one card twice"),
        ("AhK", "not a hand"),
        ("++", "not a hand"),
        ("22-", "not a hand"),
        ("1Ks", "not a hand"),
        ("QQ,random+", "at character 4"),
    ],
)
def test_an_invalid_range_is_refused_with_its_position(text: str, words: str) -> None:
    with pytest.raises(OddsError, match=words):
        parse_range(text)


def test_a_range_of_everything_is_a_random_hand() -> None:
    for size in (3, 4, 5):
        for hand, board in positions(size, 2):
            assert versus_range(hand, "random", board) == versus_random(hand, board)
    assert versus_range("9s9h", "random") == versus_random("9s9h")


def test_weighted_ranges_are_those_of_every_showdown() -> None:
    text = "QQ+:0.5,AKs,T9s,KTo+:1/3,22-44"
    whole = {hand: weight * 6 for hand, weight in parse_range(text).items()}
    for size in (4, 5):
        for hand, board in positions(size, 1):
            assert versus_range(hand, text, board) == plain_versus_range(hand, whole, board)


@pytest.mark.parametrize("text", ["QQ+,AKs", "22+,A2s+,KTo+", "JTs,T9s,98s,54s,AQ", "AJo+,K9s+"])
def test_eval7_gives_the_same_equity_on_the_river(text: str) -> None:
    theirs = eval7.HandRange(text)
    for hand, board in positions(5, 4):
        cards, common = ([eval7.Card(card) for card in held] for held in (hand, board))
        equity = eval7.py_hand_vs_range_exact(cards, theirs, common)
        assert float(versus_range(hand, text, board).equity) == pytest.approx(equity, abs=1e-6)


def test_a_range_on_a_flop_is_that_of_every_showdown() -> None:
    held = parse_range("AA,76s")
    assert versus_range("KsKd", held, "Ts9s2h") == plain_versus_range("KsKd", held, "Ts9s2h")


def test_hands_that_cannot_be_held_are_left_out() -> None:
    odds = versus_range("AsAh", "AA,KK")
    assert odds.total == 7 * 1712304
    with pytest.raises(OddsError, match="every hand of the range"):
        versus_range("AsKd", "AsAd,AhKd")
    with pytest.raises(OddsError, match="every hand of the range that has a weight needs"):
        versus_range("AsKd", "AhAd:0,KdKh", "2c3c4c")


@pytest.mark.parametrize("board", ["", "Ts9s2h", "Ts9s2h2c", "Ts9s2h2cAd"])
def test_against_each_hand_it_is_the_equity_against_that_hand(board: str) -> None:
    held = [*parse_range("QQ,76s,AhJh")]
    found = versus_each("KsKd", held, board)
    alone = [versus_range("KsKd", {hand: Fraction(1)}, board).equity for hand in held]
    assert found == pytest.approx([float(equity) for equity in alone])


def test_each_hand_must_be_possible() -> None:
    assert versus_each("KsKd", [], "Ts9s2h").shape == (0,)
    with pytest.raises(OddsError, match="own hand or on the board"):
        versus_each("KsKd", [*parse_range("KK")], "Ts9s2h")
    with pytest.raises(OddsError, match="own hand or on the board"):
        versus_each("KsKd", [*parse_range("TT")], "Ts9s2h")


def test_final_and_present_hands_of_a_range_are_those_of_every_showdown() -> None:
    for hand, board in positions(4, 2):
        seen, text = {*hand, *board}, "22+,A2s+,KTo+,76s:1/3"
        final = (dict.fromkeys(Category, 0), dict.fromkeys(Category, 0))
        now = dict.fromkeys(Category, 0)
        win = tie = 0
        hero = rank_hand((*hand, *board))
        for places, share in parse_range(text).items():
            other, weight = [PACK[place] for place in places], int(3 * share)
            if seen & {*other}:
                continue
            there = rank_hand((*other, *board))
            now[category(there)] += weight
            win, tie = win + weight * (there < hero), tie + weight * (there == hero)
            for card in PACK:
                if card not in {*seen, *other}:
                    for held, ends in zip((hand, other), final, strict=True):
                        ends[category(rank_hand((*held, *board, card)))] += weight
        assert range_categories(hand, text, board) == final
        odds, held = range_standing(hand, text, board)
        assert held == now
        assert (odds.win, odds.tie, odds.total) == (win, tie, sum(now.values()))
        as_high = at_least_as_high(hand, board, held=held)
        own = category(hero)
        assert as_high.count == sum(number for kind, number in now.items() if kind >= own)


@pytest.mark.parametrize("hand", ["AsKd", "9h8h", "7c7d"])
@pytest.mark.exhaustive
def test_final_hands_of_all_hands_before_the_flop_are_those_of_a_random_one(hand: str) -> None:
    own, theirs = range_categories(hand, "random")
    assert theirs == opponent_categories(hand)
    assert own == {kind: 990 * number for kind, number in own_categories(hand).items()}


def test_before_the_flop_a_range_stands_nowhere() -> None:
    with pytest.raises(OddsError, match="from the flop on"):
        range_standing("AsKd", "QQ+", "")
