"""One hand against four to nine of which nothing is known, exactly.

The opponents hold edges of the graph of holdings (`graphs`) that share no corner: a matching, of
edges of two colours, the beaten and the tied. Run-outs whose graphs are the same once their kinds
are merged are counted once.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial

import numpy as np

from carteado.odds.graphs import graphs
from carteado.odds.heads_up import deals
from carteado.odds.matchings import Graph, matchings, merged, ordered
from carteado.odds.position import Hand
from carteado.odds.results import Odds

__all__ = ["versus_many"]


def versus_many(hand: Hand, opponents: int, board: tuple[int, ...]) -> Odds:
    """Odds against some hands of which nothing is known; for any number, but made for many.

    Args:
        hand: own cards, by place in the pack.
        opponents: 1 to 9.
        board: 0, 3, 4 or 5 cards; before the flop it takes a minute.
    """
    by_ties = [0] * (opponents + 1)
    for graph, weight in _graphs(hand, board).items():
        for counts, ways in matchings(ordered(graph, opponents), opponents).items():
            if sum(counts) == opponents:
                by_ties[sum(counts[1:])] += weight * ways
    # A matching says who is met, not in which order.
    by_ties = [factorial(opponents) * ways for ways in by_ties]
    total = deals(len(board), opponents)
    return Odds(
        win=by_ties[0],
        tie=sum(by_ties[1:]),
        lose=total - sum(by_ties),
        total=total,
        equity=sum((Fraction(ways, 1 + ties) for ties, ways in enumerate(by_ties)), Fraction())
        / total,
    )


def _graphs(hand: Hand, board: tuple[int, ...]) -> Counter[Graph]:
    """The graphs of the beaten and the tied, and the number of run-outs that have each."""
    found: Counter[Graph] = Counter()
    for ranks, cards, hero, weight in graphs(hand, board):
        kinds = cards.shape[1]
        bits = np.where(cards > 0, 1 << np.arange(kinds), 0)[:, None, :]
        beats, ties = ((relation * bits).sum(axis=2) for relation in (ranks < hero, ranks == hero))
        rows = zip(
            cards.astype(int).tolist(),
            (beats | ties << kinds).tolist(),
            ties.any(axis=1).tolist(),
            weight.tolist(),
            strict=True,
        )
        for corners, neighbours, tied, number in rows:
            graph = Graph(1 + tied, tuple(corners), tuple(neighbours))
            found[merged(graph)] += int(number)
    return found
