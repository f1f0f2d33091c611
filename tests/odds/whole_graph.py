"""Several random hands by the graph of all unseen cards: what `several` gathers by kinds."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
from tests.odds.positions import Cards, run_outs

from carteado.engine.poker.ranking import rank_hand


def by_single_cards(hand: Cards, opponents: int, board: Cards) -> tuple[int, int, Fraction]:
    """Deals won, deals tied and the equity."""
    win = best = deals = 0
    share = Fraction(0)
    for run, rest in run_outs((*hand, *board), 5 - len(board)):
        common = (*board, *run)
        hero = rank_hand((*hand, *common))
        beaten, tied = (np.zeros((len(rest), len(rest)), dtype=np.int64) for _ in range(2))
        for (i, one), (j, other) in combinations(enumerate(rest), 2):
            theirs = rank_hand((one, other, *common))
            beaten[i, j] = beaten[j, i] = theirs < hero
            tied[i, j] = tied[j, i] = theirs == hero
        low, high = _ways(beaten, opponents), _ways(beaten + tied, opponents)
        middle = Fraction(_ways(2 * beaten + tied, opponents), 2**opponents)
        win, best = win + low, best + high
        share += (low + 4 * middle + high) / 6
        deals += {2: 990 * 903, 3: 990 * 903 * 820}[opponents]
    return win, best - win, share / deals


def _ways(graph: np.ndarray, edges: int) -> int:
    """Weight of ordered edges without a common vertex: one is taken out, then the next."""
    if edges == 1:
        return int(graph.sum()) // 2
    total = 0
    degree = graph.sum(axis=1)
    for i, j in zip(*np.nonzero(np.triu(graph)), strict=True):
        if edges == 2:
            left = int(graph.sum()) // 2 - int(degree[i] + degree[j] - graph[i, j])
        else:
            keep = [vertex for vertex in range(len(graph)) if vertex not in (i, j)]
            left = _two(graph[np.ix_(keep, keep)])
        total += int(graph[i, j]) * left
    return total


def _two(graph: np.ndarray) -> int:
    whole, degree = int(graph.sum()) // 2, graph.sum(axis=1)
    return whole**2 - int((degree**2).sum()) + int((graph**2).sum()) // 2
