"""One hand against two to nine of which nothing is known.

The hands that the own one beats are edges of a graph whose corners are the unseen cards. Two or
three opponents hold two or three edges without a common corner, and how many such there are follows
from the corners' degrees and the number of triangles: only classes of run-outs are enumerated.
Within a class (see `runouts`) cards of the flush suit are corners of their own, and all other cards
of one rank are alike, so that a graph of 13 or 26 kinds of corners stands for one of 45 to 47.

An edge weighs 1 where the hand is beaten and x where it is tied. The sum over all ways to hold
edges is then a polynomial in x, whose coefficient at x^k counts the ways with k ties; its integral
from 0 to 1 is the sum of the own shares 1 / (k + 1). Its degree is three at most, so Simpson's
rule integrates it exactly: from its values at 0, 1/2 and 1.

Four and more opponents are taken as independent of one another once the run-out is fixed. What
that ignores, that two of them cannot hold the same card, is the error of the estimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

import numpy as np

from carteado.odds.heads_up import beaten, versus_random
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.results import Estimate, Odds, OddsError
from carteado.odds.runouts import Block, blocks
from carteado.odds.tables import FLUSHES, Array

__all__ = ["versus_several"]

_MOST_OPPONENTS = 9
_EXACT = 3
_CHUNK = 256
_NOTHING = 0xFFFF
"""Rank of two cards that are one: above the own hand, so it is neither beaten nor tied."""

_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(5)
"""Integrate polynomials up to the ninth degree exactly."""

_RANKS = np.arange(13)
_KINDS = np.arange(26)
_BITS = 1 << _RANKS

_ERROR = {4: 0.03, 5: 0.03, 6: 0.035, 7: 0.035, 8: 0.04, 9: 0.04}
"""By number of opponents: more than the greatest difference found by simulation; see docs."""


def versus_several(hand: Cards, opponents: int, board: Cards = "") -> Odds | Estimate:
    """Odds against several hands of which nothing is known.

    Args:
        hand: own two cards.
        opponents: 1 to 9. Up to three are exact, which before the flop takes a second or two.
        board: no, three, four or five common cards.

    Returns:
        `Odds`, whose counts take the opponents in order, where they are exact; else an `Estimate`.

    Raises:
        OddsError: the cards or the number of opponents cannot be.
    """
    (own,), common = read_position([hand], board)
    if not 1 <= opponents <= _MOST_OPPONENTS:
        raise OddsError(f"there are 1 to {_MOST_OPPONENTS} opponents, not {opponents}")
    if opponents == 1:
        return versus_random(hand, board)
    if opponents <= _EXACT:
        return _exact(own, opponents, common)
    return _estimate(own, opponents, common)


def _exact(hand: Hand, opponents: int, board: tuple[int, ...]) -> Odds:
    win = best = twice = 0
    for ranks, cards, hero, weight in _graphs(hand, board):
        beats = (ranks < hero).astype(np.float32)
        ties = (ranks == hero).astype(np.float32)
        win += _disjoint(beats, cards, weight, opponents)
        best += _disjoint(beats + ties, cards, weight, opponents)
        # All weights doubled, so that half a tie is a whole number.
        twice += _disjoint(2 * beats + ties, cards, weight, opponents)
    total = comb(50 - len(board), 5 - len(board))
    total *= prod(comb(45 - 2 * opponent, 2) for opponent in range(opponents))
    equity = (win + best + 4 * Fraction(twice, 2**opponents)) / (6 * total)
    return Odds(win=win, tie=best - win, lose=total - best, total=total, equity=equity)


def _graphs(hand: Hand, board: tuple[int, ...]) -> Iterator[tuple[Array, Array, Array, Array]]:
    """By class of run-outs: ranks by kinds of cards, cards of each kind, own rank, weight."""
    for block in blocks(hand, board):
        shape = block.weight.shape
        ranks = block.rows.reshape(*shape, 13, 13)
        cards = np.broadcast_to(block.others, (*shape, 13))
        if block.masks is not None:
            ranks = _with_suited(block, ranks)
            suited = np.broadcast_to(block.suited[:, None], (*shape, 13))
            cards = np.concatenate([suited, cards], axis=2)
        kinds = cards.shape[2]
        ranks, cards = ranks.reshape(-1, kinds, kinds), cards.reshape(-1, kinds)
        hero = np.broadcast_to(block.hero, shape).reshape(-1, 1, 1)
        weight = block.weight.ravel()
        for start in range(0, len(weight), _CHUNK):
            part = slice(start, start + _CHUNK)
            yield ranks[part], cards[part].astype(np.float32), hero[part], weight[part]


def _with_suited(block: Block, others: Array) -> Array:
    """Ranks by 26 kinds of cards: those of the flush suit, then those of the others."""
    assert block.masks is not None
    ranks = np.empty((*others.shape[:2], 26, 26), dtype=np.uint16)
    masks = block.masks[:, None, None, None]
    both = FLUSHES[masks | _BITS[:, None] | _BITS]
    both[..., _RANKS, _RANKS] = _NOTHING
    ranks[..., :13, :13] = both
    one = FLUSHES[masks | _BITS[:, None]] if block.on_board > 3 else others
    ranks[..., :13, 13:] = one
    ranks[..., 13:, :13] = one.swapaxes(2, 3)
    ranks[..., 13:, 13:] = FLUSHES[masks] if block.on_board > 4 else others
    return ranks


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
    loops = graph[:, _KINDS[: graph.shape[1]], _KINDS[: graph.shape[1]]]
    first = _degrees(graph, loops, cards)
    second = _degrees(graph**2, loops**2, cards)
    whole = _over(cards, first) / 2
    squares = _over(cards, second) / 2
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
    closed = np.einsum("rij,rij->ri", paths, scaled).astype(np.float64)
    at_corner = np.einsum("rii->ri", paths)
    return _over(cards, closed - 3 * loops * at_corner + 2 * loops**3)


def _estimate(hand: Hand, opponents: int, board: tuple[int, ...]) -> Estimate:
    win = best = share = runouts = 0.0
    for block in blocks(hand, board):
        below, same = (count / (2 * comb(45, 2)) for count in beaten(block))
        weight = block.weight
        runouts += float(weight.sum())
        win += float((weight * below**opponents).sum())
        best += float((weight * (below + same) ** opponents).sum())
        for node, part in zip((_NODES + 1) / 2, _NODE_WEIGHTS / 2, strict=True):
            share += float(part * (weight * (below + node * same) ** opponents).sum())
    return Estimate(
        win=win / runouts,
        tie=(best - win) / runouts,
        lose=1 - best / runouts,
        equity=share / runouts,
        error=_ERROR[opponents],
    )
