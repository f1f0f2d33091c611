"""One hand against one to nine unknown hands.

The hands that the own one beats are edges of a graph whose corners are the unseen cards (`graphs`).
Two or three opponents hold two or three edges without a common corner, and how many such there are
follows from the corners' degrees and the number of triangles, for all graphs of a position at once.

An edge weighs 1 where the hand is beaten and x where it is tied. The sum over all ways to hold
edges is then a polynomial in x, whose coefficient at x^k counts the ways with k ties; its integral
from 0 to 1 is the sum of the own shares 1 / (k + 1). Its degree is three at most, so Simpson's
rule integrates it exactly: from its values at 0, 1/2 and 1.

Four and more opponents have no such formula; `many` counts them. Before the flop `preflop_several`
looks it up.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from carteado.odds.graphs import graphs
from carteado.odds.heads_up import deals, versus_random
from carteado.odds.many import versus_many
from carteado.odds.position import Cards, Hand, read_several
from carteado.odds.preflop_several import preflop_several
from carteado.odds.results import Odds
from carteado.odds.tables import Array

__all__ = ["by_degrees", "versus_several"]

# Most opponents for which the formula by degrees exists.
_BY_DEGREES = 3
_KINDS = np.arange(26)


def versus_several(hand: Cards, opponents: int, board: Cards = "") -> Odds:
    """Odds against several hands of which nothing is known.

    Before the flop they are from a table. On the flop four to nine opponents take half a second, on
    the turn a tenth of that.

    Args:
        hand: own two cards.
        opponents: 1 to 9.
        board: no, three, four or five common cards.

    Returns:
        Counts that take the opponents in order.

    Raises:
        OddsError: the cards or the number of opponents cannot be.
    """
    own, common = read_several(hand, opponents, board)
    if not common:
        return preflop_several(own, opponents)
    if opponents == 1:
        return versus_random(hand, board)
    if opponents <= _BY_DEGREES:
        return by_degrees(own, opponents, common)
    return versus_many(own, opponents, common)


def by_degrees(hand: Hand, opponents: int, board: tuple[int, ...]) -> Odds:
    """Odds against two or three hands of which nothing is known.

    Args:
        hand: own cards, by place in the pack.
        opponents: 2 or 3.
        board: 0, 3, 4 or 5 cards; before the flop it takes seconds.
    """
    win = best = twice = 0
    for ranks, cards, hero, weight in graphs(hand, board):
        beats = (ranks < hero).astype(np.float32)
        ties = (ranks == hero).astype(np.float32)
        win += _disjoint(beats, cards, weight, opponents)
        # x = 1: ties count like wins. Above x = 0, below x = 1/2.
        best += _disjoint(beats + ties, cards, weight, opponents)
        # All weights doubled, so that half a tie is a whole number.
        twice += _disjoint(2 * beats + ties, cards, weight, opponents)
    total = deals(len(board), opponents)
    # Simpson's rule with the weights 1, 4, 1 over 6; the doubled weights are divided out by 2 **
    # opponents.
    equity = (win + best + 4 * Fraction(twice, 2**opponents)) / (6 * total)
    return Odds(win=win, tie=best - win, lose=total - best, total=total, equity=equity)


def _disjoint(graph: Array, cards: Array, weight: Array, edges: int) -> int:
    """Sum over all graphs of the weights of ordered edges, two or three, that share no corner.

    The sum over all edges, less those where some share a corner (inclusion and exclusion): two
    share one at a corner; three share pairwise at a corner or as a triangle.

    Args:
        graph: weights of the edges by their kinds of corners: whole numbers, at most 2.
        cards: number of corners of each kind.
        weight: by which each graph's sum is multiplied.
        edges: 2 or 3.
    """
    # The diagonal: an edge of a corner to itself exists only in the compressed graph.
    loops = graph[:, _KINDS[: graph.shape[1]], _KINDS[: graph.shape[1]]]
    first = _degrees(graph, loops, cards)
    second = _degrees(graph**2, loops**2, cards)
    # Every edge is seen from both its corners, hence the halves.
    whole = _over(cards, first) / 2
    squares = _over(cards, second) / 2
    # An edge paired with itself is seen from both its corners; it counts once.
    touching = _over(cards, first**2) - squares
    if edges == 2:
        found = whole**2 - touching
    else:
        cubes = _over(cards, _degrees(graph**3, loops**3, cards)) / 2
        corner = _over(cards, first**3)
        neighbours = np.matmul(graph, (cards * first)[:, :, None])[:, :, 0] - loops * first
        # One edge that touches two others, which may be the same and may be itself.
        chains = corner + _over(cards, first * neighbours) - 2 * _over(cards, first * second)
        chains += cubes
        mutual = corner - cubes + _triangles(graph, loops, cards)
        found = whole**3 - 3 * whole * touching + 3 * chains - mutual
    # Every term is a whole number, so the cast changes the type only.
    return int((found * weight).astype(np.int64).sum())


def _degrees(graph: Array, loops: Array, cards: Array) -> Array:
    """Weight of all edges at one corner of each kind; a corner has no edge to itself."""
    found: Array = np.matmul(graph, cards[:, :, None])[:, :, 0] - loops
    return found.astype(np.float64)


def _over(cards: Array, values: Array) -> Array:
    """Sum over all corners of a value that corners of a kind have in common."""
    found: Array = (cards * values).sum(axis=1)
    return found


def _triangles(graph: Array, loops: Array, cards: Array) -> Array:
    """Six times the weight of all triangles: the trace of the third power of the whole graph.

    The graph of the kinds gives every corner an edge to itself where its kind has one; what those
    add is taken off again.
    """
    scaled = graph * cards[:, None, :]
    paths = np.matmul(scaled, graph)
    # Closed paths of three steps; those that use a loop are subtracted in the return.
    closed = np.einsum("rij,rij->ri", paths, scaled).astype(np.float64)
    at_corner = np.einsum("rii->ri", paths)
    return _over(cards, closed - 3 * loops * at_corner + 2 * loops**3)
