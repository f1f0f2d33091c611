"""One hand against four to nine unknown hands.

The opponents hold edges of the graph of holdings (`graphs`) that share no vertex. Such edges are a
matching, here with two colours: beaten and tied hands. Run-outs whose graphs become equal after a
merge of their kinds are counted once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import factorial, lcm

import numpy as np

from carteado.odds.graphs import graphs
from carteado.odds.heads_up import deals
from carteado.odds.matchings import Graph, matchings, merged, ordered
from carteado.odds.position import Hand
from carteado.odds.results import Odds

__all__ = ["odds_by_ties", "versus_many", "ways_by_ties"]


def versus_many(hand: Hand, opponents: int, board: tuple[int, ...]) -> Odds:
    """Odds against unknown hands; correct for any number of opponents, but made for many.

    Args:
        hand: own cards, by position in the pack.
        opponents: 1 to 9.
        board: 0, 3, 4 or 5 cards; before the flop it takes up to a minute.
    """
    return odds_by_ties(ways_by_ties(hand, opponents, board)[-1], len(board))


def ways_by_ties(hand: Hand, most: int, board: tuple[int, ...]) -> list[list[int]]:
    """Number of ways in which the own hand ties some opponents and beats the others.

    Args:
        hand: own cards, by position in the pack.
        most: largest number of opponents, 1 to 9. All smaller numbers are counted as well, in the
            same time.
        board: 0, 3, 4 or 5 cards.

    Returns:
        For each number of opponents from 1: the ways with no tie, with one tie, and so on up to all
        of them. The opponents are not in order.
    """
    found = [[0] * (opponents + 1) for opponents in range(most + 1)]
    # Few different graphs remain after merging, and each is solved once.
    for graph, weight in _graphs(hand, board).items():
        for counts, ways in matchings(ordered(graph, most), most).items():
            found[sum(counts)][sum(counts[1:])] += weight * ways
    return found[1:]


def odds_by_ties(by_ties: Sequence[int], board: int) -> Odds:
    """Odds from the ways to tie or beat opponents, with the opponents now in order.

    Args:
        by_ties: ways with no tie, one tie and so on up to all; see `ways_by_ties`.
        board: number of community cards.
    """
    opponents = len(by_ties) - 1
    # A matching has no order of opponents, so it stands for n! ordered ways.
    orders, total = factorial(opponents), deals(board, opponents)
    # A common denominator of all shares 1 / (1 + ties) keeps the sum a whole number.
    parts = lcm(*range(1, opponents + 2))
    shares = sum(ways * parts // (1 + ties) for ties, ways in enumerate(by_ties))
    return Odds(
        win=orders * by_ties[0],
        tie=orders * sum(by_ties[1:]),
        lose=total - orders * sum(by_ties),
        total=total,
        equity=Fraction(orders * shares, parts * total),
    )


def _graphs(hand: Hand, board: tuple[int, ...]) -> Counter[Graph]:
    """The graphs of beaten and tied hands, each with its number of run-outs."""
    found: Counter[Graph] = Counter()
    for ranks, cards, hero, weight in graphs(hand, board):
        kinds = cards.shape[1]
        # Kinds without cards get no bit, so that they never count as neighbours.
        bits = np.where(cards > 0, 1 << np.arange(kinds), 0)[:, None, :]
        beats, ties = ((relation * bits).sum(axis=2) for relation in (ranks < hero, ranks == hero))
        rows = zip(
            cards.astype(int).tolist(),
            (beats | ties << kinds).tolist(),
            ties.any(axis=1).tolist(),
            weight.tolist(),
            strict=True,
        )
        for vertices, neighbours, tied, number in rows:
            # Without ties one colour is enough, which leaves far fewer states to count.
            graph = Graph(1 + tied, tuple(vertices), tuple(neighbours))
            found[merged(graph)] += int(number)
    return found
