"""Ranks of many hands at once: those of one hand at a time, and those of four other projects."""

from __future__ import annotations

from typing import Any

import eval7
import numpy as np
import pkrbot
import pytest
from phevaluator import evaluate_cards
from treys import Card, Evaluator

from carteado.engine.cards import PACK
from carteado.engine.poker.ranking import CLASSES, category, rank_ints
from carteado.odds import OddsError, rank_many


def hands(number: int, size: int) -> np.ndarray:
    chance = np.random.default_rng(size)
    return np.argsort(chance.random((number, 52)), axis=1)[:, :size].astype(np.uint8)


def suited(number: int, size: int) -> np.ndarray:
    """Hands of two suits, of which many are flushes and straight flushes."""
    chance = np.random.default_rng(size)
    return np.argsort(chance.random((number, 26)), axis=1)[:, :size] * 2


@pytest.mark.parametrize("size", [5, 6, 7])
def test_many_hands_rank_as_they_do_one_by_one(size: int) -> None:
    for sample in (hands(9000, size), suited(3000, size)):
        assert rank_many(sample).tolist() == [rank_ints(hand) for hand in sample.tolist()]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_agrees(size: int) -> None:
    for sample in (hands(5000, size), suited(2000, size)):
        theirs = [CLASSES + 1 - evaluate_cards(*hand) for hand in sample.tolist()]
        assert rank_many(sample).tolist() == theirs


def test_treys_agrees() -> None:
    evaluator = Evaluator()
    sample = hands(1500, 7)
    cards = [[Card.new(PACK[card]) for card in hand] for hand in sample.tolist()]
    theirs = [CLASSES + 1 - evaluator.evaluate(hand[:2], hand[2:]) for hand in cards]
    assert rank_many(sample).tolist() == theirs


@pytest.mark.parametrize("other", [eval7, pkrbot], ids=["eval7", "pkrbot"])
def test_others_order_hands_alike(other: Any) -> None:
    sample = hands(5000, 7)
    theirs = [other.evaluate([other.Card(PACK[c]) for c in hand]) for hand in sample.tolist()]
    ours = rank_many(sample).tolist()
    pairs = sorted(zip(ours, theirs, strict=True))
    assert [value for _, value in pairs] == sorted(theirs)
    assert len(set(ours)) == len(set(theirs))


def test_all_hands_of_five_cards_have_the_published_counts() -> None:
    ranks = np.zeros(CLASSES + 1, dtype=np.int64)
    for last in range(4, 52):
        for before in range(3, last):
            rest = three_below(before)
            five = np.column_stack([rest, np.full((len(rest), 2), (before, last), dtype=np.uint8)])
            ranks += np.bincount(rank_many(five), minlength=CLASSES + 1)
    counts = [0] * 9
    for rank in range(1, CLASSES + 1):
        counts[category(rank)] += int(ranks[rank])
    assert counts == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert np.count_nonzero(ranks) == CLASSES


def three_below(limit: int) -> np.ndarray:
    grid = np.indices((limit, limit, limit), dtype=np.uint8).reshape(3, -1).T
    return grid[(grid[:, 0] < grid[:, 1]) & (grid[:, 1] < grid[:, 2])]


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros(7, dtype=np.int64),
        np.zeros((3, 4), dtype=np.int64),
        np.zeros((3, 7)),
        np.full((1, 7), 52),
        np.full((1, 7), -1),
    ],
)
def test_invalid_hands_are_refused(wrong: np.ndarray) -> None:
    with pytest.raises(OddsError):
        rank_many(wrong)


def test_no_hands_have_no_ranks() -> None:
    assert rank_many(np.zeros((0, 7), dtype=np.uint8)).tolist() == []
