"""One hand against several that are not known, at the cost of one: an estimate.

The opponents are taken as independent of one another once the run-out is fixed. What that ignores,
that two of them cannot hold the same card, is the error. It evens out over many run-outs; on a
single board it can be twice as much, so there is no estimate where few cards are to come, and exact
counts are quick.
"""

from __future__ import annotations

from math import comb

import numpy as np

from carteado.odds.heads_up import beaten
from carteado.odds.position import Cards, read_several
from carteado.odds.results import Estimate, OddsError
from carteado.odds.runouts import blocks

__all__ = ["estimate_several"]

_MOST_CARDS = 3

_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(5)
"""Integrate polynomials up to the ninth degree exactly."""

_BEFORE_THE_FLOP = (0.0, 0.03, 0.03, 0.03, 0.03, 0.035, 0.035, 0.04, 0.04)
_ON_THE_FLOP = (0.0, 0.03, 0.03, 0.03, 0.03, 0.045, 0.045, 0.06, 0.06)
"""From one opponent on: more than the greatest difference from exact values found; see docs."""


def estimate_several(hand: Cards, opponents: int, board: Cards = "") -> Estimate:
    """Odds against several hands of which nothing is known, quickly and about right.

    Args:
        hand: own two cards.
        opponents: 1 to 9.
        board: no or three common cards.

    Raises:
        OddsError: the cards or the number of opponents cannot be, or there is a turn.
    """
    own, common = read_several(hand, opponents, board)
    if len(common) > _MOST_CARDS:
        raise OddsError("odds are estimated before the flop and on it; later they are counted")
    win = best = share = runouts = 0.0
    for block in blocks(own, common):
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
        error=(_ON_THE_FLOP if common else _BEFORE_THE_FLOP)[opponents - 1],
    )
