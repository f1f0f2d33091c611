"""The likelihood that all ratings here share.

A model in the line of Luce (1959) gives every entrant a strength exp(x) and lets the entrants that
have not been picked yet be picked next in proportion to it. Whatever was observed, the
log-likelihood has the same shape: each entrant's x as often as it was picked, less log(sum of
exp(x)) over each pool it was picked from. Bradley and Terry (1952) is the case of pools of two,
Plackett (1975) that of whole rankings. It is concave, so Newton's method finds its only maximum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["ELO", "Pools", "fit", "ranking_pools"]

ELO = 400 / math.log(10)
"""Points of the usual scale for one unit of x: 400 points are odds of ten to one (Elo 1978)."""

Pools = dict[frozenset[int], float]
Floats = NDArray[np.float64]


def fit(
    picked: Floats, pools: Mapping[frozenset[int], float], *, precision: float
) -> tuple[Floats, Floats]:
    """The most likely strengths and the covariance of their errors.

    Args:
        picked: how often each entrant was picked, shape (entrants,).
        pools: how often a choice was made among exactly these.
        precision: of the normal prior of each x around 0; 0 for none, which needs every entrant
            to be picked from a pool with any other at least indirectly in both directions. The
            mean of all x is then held at 0.

    Returns:
        x, shape (entrants,); the inverse of the information there, shape (entrants, entrants).
    """
    x = np.zeros(picked.size)
    members = [(np.array(sorted(pool)), pools[pool]) for pool in sorted(pools, key=sorted)]
    height = _height(x, picked, members, precision)
    # A few dozen steps suffice; the bound only rules out an endless loop.
    for _ in range(200):
        slope, information = _bend(x, picked, members, precision)
        step = _inverse(information, precision) @ slope
        size = 1.0
        # A full Newton step may overshoot; halve it until the likelihood does not fall.
        while (reached := _height(x + size * step, picked, members, precision)) < height:
            size /= 2
            # No step improves the likelihood further: the maximum is reached within rounding.
            if size < 1e-9:
                break
        else:
            x, height = x + size * step, reached
            if np.abs(size * step).max() > 1e-11:
                continue
        break
    if not precision:
        # Only differences are determined without a prior, so the mean is fixed at 0.
        x = x - x.mean()
    _, information = _bend(x, picked, members, precision)
    return x, _inverse(information, precision)


def ranking_pools(
    rankings: Iterable[tuple[tuple[tuple[int, ...], ...], float]], entrants: int
) -> tuple[Floats, Pools]:
    """Counts from rankings: how often each entrant was picked, and from which pools.

    Entrants that share a place are ranked in every order among them alike, each order counting its
    part: for two of them, half a win each way.

    Args:
        rankings: places from the best, each with the entrants that share it, and how often.
        entrants: how many there are.
    """
    picked = np.zeros(entrants)
    pools: Pools = {}
    for places, times in rankings:
        # From the last place upwards: each pool holds everybody who had not been picked yet.
        behind: frozenset[int] = frozenset()
        for place in reversed(places):
            picked[list(place)] += times
            for pool, part in _tied_pools(frozenset(place)):
                key = behind | pool
                pools[key] = pools.get(key, 0.0) + times * part
            behind |= frozenset(place)
    return picked, pools


def _tied_pools(place: frozenset[int]) -> Iterable[tuple[frozenset[int], float]]:
    """The pools of those that share a place: any that many of them are still to be picked."""
    members = sorted(place)
    # All non-empty subsets of the tied entrants.
    for mask in range(1, 1 << len(members)):
        pool = frozenset(who for bit, who in enumerate(members) if mask >> bit & 1)
        # By symmetry each subset of a size is equally likely to be the remaining one.
        yield pool, 1 / math.comb(len(members), len(pool))


def _height(
    x: Floats, picked: Floats, members: list[tuple[NDArray[np.int64], float]], precision: float
) -> float:
    # logaddexp avoids an overflow of exp for large strengths.
    pools = math.fsum(times * float(np.logaddexp.reduce(x[who])) for who, times in members)
    return float(picked @ x) - pools - precision * float(x @ x) / 2


def _inverse(information: Floats, precision: float) -> Floats:
    """The inverse; without a prior, within the strengths whose mean is 0."""
    if precision:
        return np.asarray(np.linalg.inv(information), dtype=np.float64)
    size = len(information)
    scale = float(np.trace(information)) / size or 1.0
    # Moving all x together changes nothing, so the information is singular that way. A constant
    # added to every entry makes it regular, and is taken off the inverse again.
    whole = np.linalg.inv(information + scale / size)
    return np.asarray(whole - 1 / (scale * size), dtype=np.float64)


def _bend(
    x: Floats, picked: Floats, members: list[tuple[NDArray[np.int64], float]], precision: float
) -> tuple[Floats, Floats]:
    """Slope and negative curvature of the log-likelihood."""
    slope = picked - precision * x
    information = precision * np.eye(x.size)
    for who, times in members:
        shares = np.exp(x[who] - np.logaddexp.reduce(x[who]))
        slope[who] -= times * shares
        information[np.ix_(who, who)] += times * (np.diag(shares) - np.outer(shares, shares))
    return slope, information
