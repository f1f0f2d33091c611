"""One hand against one unknown hand: equity, and the final categories of both."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

import numpy as np

from carteado.engine.poker.classes import Category
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.results import Odds
from carteado.odds.runouts import Block, blocks, holdings
from carteado.odds.tables import CATEGORY_OF, Array

__all__ = ["beaten", "counted", "deals", "opponent_categories", "own_categories", "versus_random"]


# `CATEGORY_OF` has an entry for rank 0, which no hand has.
_BEST_STRAIGHT = int(np.count_nonzero(CATEGORY_OF <= Category.STRAIGHT)) - 1
"""Rank of the best hand below all flushes."""


def versus_random(hand: Cards, board: Cards = "") -> Odds:
    """Odds against one unknown hand, over all run-outs and all hands that the opponent may hold.

    Args:
        hand: own two cards.
        board: no, three, four or five community cards.

    Raises:
        OddsError: the cards are impossible.
    """
    (own,), common = read_position([hand], board)
    win = tie = 0.0
    for block in blocks(own, common):
        below, same = beaten(block)
        win += float(np.vdot(below, block.weight))
        tie += float(np.vdot(same, block.weight))
    # Holdings are counted twice (`runouts`). The sums are whole numbers far below 2**53.
    return counted(int(win) // 2, int(tie) // 2, deals(len(common)))


def deals(board: int, opponents: int = 1) -> int:
    """Number of run-outs, each with the opponents' ordered hands, by the number of board cards."""
    # With five board cards and two own cards gone, 45 remain for the first opponent.
    hands = prod(comb(45 - 2 * opponent, 2) for opponent in range(opponents))
    return comb(50 - board, 5 - board) * hands


def counted(win: int, tie: int, total: int) -> Odds:
    """Odds from the showdowns won and tied by one of two hands."""
    equity = Fraction(2 * win + tie, 2 * total)
    return Odds(win=win, tie=tie, lose=total - win - tie, total=total, equity=equity)


def beaten(block: Block) -> tuple[Array, Array]:
    """Number of holdings that the player's hand beats and ties in each class, counted twice."""
    hero = block.hero[:, :, None]
    below = np.zeros(block.weight.shape)
    same = np.zeros(block.weight.shape)
    for ranks, held in holdings(block):
        # Both hands of the same kind, so the ranks have to be compared one by one.
        if ranks is block.rows or block.flush:
            below += np.vecdot(ranks < hero, held)
            same += np.vecdot(ranks == hero, held)
            continue
        # They are flushes and the own hand is not: it beats them only as a full house or four.
        row, column = (block.hero > _BEST_STRAIGHT).nonzero()
        if len(row):
            # Ranks of flushes do not depend on the column, so column 0 stands for all.
            better = ranks[row, 0] < hero[row, column]
            below[row, column] += np.vecdot(better, held[row, 0])
    return below, same


def own_categories(hand: Cards, board: Cards = "") -> dict[Category, int]:
    """Number of run-outs that give the own hand each category.

    Raises:
        OddsError: the cards are impossible.
    """
    (own,), common = read_position([hand], board)
    found = np.zeros(9)
    for block in blocks(own, common):
        hero = np.broadcast_to(block.hero, block.weight.shape)
        found += _by_category(hero, block.weight)
    return _named(found)


def opponent_categories(hand: Cards, board: Cards = "") -> dict[Category, int]:
    """Number of showdowns that give an unknown opponent's hand each category.

    Raises:
        OddsError: the cards are impossible.
    """
    (own,), common = read_position([hand], board)
    found = np.zeros(9)
    for ranks, number in _villains(own, common):
        found += _by_category(ranks, number)
    # Holdings are counted in both orders (see `runouts`).
    return _named(found / 2)


def _villains(hand: Hand, board: tuple[int, ...]) -> Iterator[tuple[Array, Array]]:
    for block in blocks(hand, board):
        for ranks, held in holdings(block):
            number = held * block.weight[:, :, None]
            yield np.broadcast_to(ranks, number.shape), number


def _by_category(ranks: Array, number: Array) -> Array:
    found: Array = np.bincount(CATEGORY_OF[ranks].ravel(), number.ravel(), minlength=9)
    return found


def _named(found: Array) -> dict[Category, int]:
    return {category: int(found[category]) for category in Category}
