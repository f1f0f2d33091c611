"""What takes more than an hour: `pytest tests/odds/slow.py`, or `make odds`.

Both pre-flop tables are counted again, nearly all of the time the one against several hands; all
hands of seven cards are ranked, and flops are counted showdown by showdown.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tests.odds.positions import positions, showdowns

from carteado.engine.cards import PACK
from carteado.engine.package_data import package_data
from carteado.engine.poker.ranking import CLASSES, category
from carteado.odds import (
    preflop_odds,
    preflop_random,
    rank_many,
    starting_hands,
    versus_random,
    versus_range,
    versus_several,
)
from carteado.odds.make_tables import TABLES, counted_several
from carteado.odds.preflop_several import table
from carteado.odds.ranges import parse_range
from carteado.odds.several import by_degrees

pytestmark = pytest.mark.timeout(900)


def test_the_whole_pre_flop_table_is_counted_again() -> None:
    name = "preflop_tables.xz"
    assert TABLES[name]() == package_data("carteado.odds", name)


def test_the_table_agrees_with_the_count_of_every_starting_hand() -> None:
    for name in starting_hands():
        low, high = min(parse_range(name))
        hand = (PACK[low], PACK[high])
        assert preflop_random(hand) == preflop_odds(name) == versus_random(hand), name


def test_all_hands_of_seven_cards_have_the_published_counts() -> None:
    ranks = np.zeros(CLASSES + 1, dtype=np.int64)
    fives = np.array(list(itertools.combinations(range(50), 5)), dtype=np.uint8)
    last = fives[:, -1]
    for high in range(6, 52):
        for low in range(5, high):
            below = fives[last < low]
            pair = np.full((len(below), 2), (low, high), dtype=np.uint8)
            ranks += np.bincount(rank_many(np.hstack([below, pair])), minlength=CLASSES + 1)
    counts = [0] * 9
    for rank in range(1, CLASSES + 1):
        counts[category(rank)] += int(ranks[rank])
    assert counts == [
        *(23294460, 58627800, 31433400, 6461620, 6180020),
        *(4047644, 3473184, 224848, 41584),
    ]
    assert np.count_nonzero(ranks) == 4824


@pytest.mark.parametrize("seed", range(4))
def test_flops_of_every_texture_are_those_of_all_showdowns(seed: int) -> None:
    for hand, board in positions(3, 4, seed=seed):
        odds = versus_random(hand, board)
        assert (odds.win, odds.tie, odds.total) == showdowns(hand, board), (hand, board)


def test_every_texture_of_flops_turns_and_rivers_is_that_of_the_rows() -> None:
    for size in (3, 4, 5):
        for hand, board in positions(size, 60, seed=size):
            assert versus_random(hand, board) == versus_range(hand, "random", board)


@pytest.mark.parametrize("name", starting_hands())
def test_starting_hands_against_several_are_counted_again(name: str) -> None:
    assert counted_several(name) == [list(table()[name, opponents]) for opponents in range(1, 10)]
    low, high = min(parse_range(name))
    for opponents in (2, 3):
        shipped = versus_several((PACK[low], PACK[high]), opponents)
        assert by_degrees((low, high), opponents, ()) == shipped
