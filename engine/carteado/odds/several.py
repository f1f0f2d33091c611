"""One hand against one to nine unknown hands.

The hands that the own hand beats are edges of a graph whose vertices are the unseen cards
(`graphs`). Two or three opponents hold two or three edges without a common vertex. The number of
such edges follows from the degrees and the triangles, for all graphs of a position at once.

An edge weighs 1 where the hand is beaten and x where it is tied. The sum over all ways to hold
edges is then a polynomial in x, whose coefficient at x^k counts the ways with k ties; its integral
from 0 to 1 is the sum of the own shares 1 / (k + 1). Its degree is three at most, so Simpson's
rule integrates it exactly: from its values at 0, 1/2 and 1.

`many` counts four and more opponents, which have no such formula. Before the flop,
`preflop_several` has a table.
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

# Largest number of opponents with a formula by degrees.
_BY_DEGREES = 3
_KINDS = np.arange(26)


def versus_several(hand: Cards, opponents: int, board: Cards = "") -> Odds:
    """Odds against several unknown hands.

    Before the flop they come from a table. Four to nine opponents take half a second on the flop
    and a tenth of that on the turn.

    Args:
        hand: own two cards.
        opponents: 1 to 9.
        board: no, three, four or five community cards.

    Returns:
        Counts with the opponents in order.

    Raises:
        OddsError: the cards or the number of opponents are impossible.
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
    """Odds against two or three unknown hands.

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
    """Sum over all graphs of the weights of two or three ordered edges that share no vertex.

    Inclusion and exclusion: the sum over all edges, minus the cases in which two edges share a
    vertex, and in which three edges share one or form a triangle.

    Args:
        graph: weights of the edges by their kinds of vertices: whole numbers, at most 2.
        cards: number of vertices of each kind.
        weight: factor of each graph's sum.
        edges: 2 or 3.
    """
    # The diagonal: an edge of a vertex to itself exists only in the compressed graph.
    loops = graph[:, _KINDS[: graph.shape[1]], _KINDS[: graph.shape[1]]]
    first = _degrees(graph, loops, cards)
    second = _degrees(graph**2, loops**2, cards)
    # Every edge is counted from both its vertices, hence the halves.
    whole = _over(cards, first) / 2
    squares = _over(cards, second) / 2
    # An edge paired with itself is counted from both its vertices, but counts once.
    touching = _over(cards, first**2) - squares
    if edges == 2:
        found = whole**2 - touching
    else:
        cubes = _over(cards, _degrees(graph**3, loops**3, cards)) / 2
        vertex = _over(cards, first**3)
        neighbours = np.matmul(graph, (cards * first)[:, :, None])[:, :, 0] - loops * first
        # An edge that touches two others, which may be equal or the edge itself.
        chains = vertex + _over(cards, first * neighbours) - 2 * _over(cards, first * second)
        chains += cubes
        mutual = vertex - cubes + _triangles(graph, loops, cards)
        found = whole**3 - 3 * whole * touching + 3 * chains - mutual
    # Every term is a whole number, so the cast only changes the type.
    return int((found * weight).astype(np.int64).sum())


def _degrees(graph: Array, loops: Array, cards: Array) -> Array:
    """Weight of all edges at one vertex of each kind, without an edge to itself."""
    found: Array = np.matmul(graph, cards[:, :, None])[:, :, 0] - loops
    return found.astype(np.float64)


def _over(cards: Array, values: Array) -> Array:
    """Sum over all vertices of a value by kind."""
    found: Array = (cards * values).sum(axis=1)
    return found


def _triangles(graph: Array, loops: Array, cards: Array) -> Array:
    """Six times the weight of all triangles: the trace of the third power of the whole graph.

    In the graph of kinds, a vertex has an edge to itself if its kind has one; those are subtracted.
    """
    scaled = graph * cards[:, None, :]
    paths = np.matmul(scaled, graph)
    # Closed paths of three steps; those that use a loop are subtracted in the return.
    closed = np.einsum("rij,rij->ri", paths, scaled).astype(np.float64)
    at_vertex = np.einsum("rii->ri", paths)
    return _over(cards, closed - 3 * loops * at_vertex + 2 * loops**3)
