"""Ratings: one number for each entrant, as a summary of the cross table.

A rating assumes that strength is one number: that an entrant which beats the winner also beats the
loser. This is not true of bots, so the cross table is the result and the ratings only summarise it.
Ratings use the final order: of games to their end if there are any, otherwise of the sums of whole
duplicate sets, which show how often an entrant wins and not how much. Neither rating depends on the
order of play.

They share one likelihood. A model in the line of Luce (1959) gives every entrant a strength exp(x)
and lets the entrants that have not been picked yet be picked next in proportion to it. Whatever was
observed, the log-likelihood has the same shape: each entrant's x as often as it was picked, less
log(sum of exp(x)) over each pool it was picked from. Bradley and Terry (1952) is the case of pools
of two, Plackett (1975) that of whole rankings. It is concave, so Newton's method finds its only
maximum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carteado.arena.statistics.intervals import Interval, normal_quantile
from carteado.arena.statistics.tally import Group

__all__ = [
    "ELO",
    "PRIOR",
    "Pools",
    "Rating",
    "Ratings",
    "bradley_terry",
    "fit",
    "ranking_pools",
    "rankings",
    "skill",
]

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


PRIOR = 350.0
"""Standard deviation of a skill before anything is known, in points (Glickman 1999)."""

Ranking = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rating:
    """One entrant's rating.

    Attributes:
        entrant: its number.
        league: number of the league in which it is rated; ratings of two leagues do not compare.
            None where it has no rating.
        points: on the usual scale, 400 for odds of ten to one; the mean of the league is 0.
        sd: standard deviation of that.
        interval: of that; points, sd and interval are None where there is no rating.
        why: why there is no rating, otherwise empty.
    """

    entrant: int
    league: int | None = None
    points: float | None = None
    sd: float | None = None
    interval: Interval | None = None
    why: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ratings:
    """The ratings of all entrants.

    Attributes:
        method: its name.
        rated: what was rated: ``games`` to their end, or duplicate ``sets`` by their sums.
        count: how many of these.
        ratings: best first, the unrated last.
    """

    method: str
    rated: str
    count: int
    ratings: tuple[Rating, ...]


def rankings(groups: Sequence[Group]) -> list[tuple[Ranking, float]]:
    """Every order in which entrants finished, and how often: games, or sets by their sums."""
    found: dict[Ranking, float] = {}
    for group in groups:
        if group.place is not None:
            # Seatings stand apart here: each game to its end is a result of its own.
            behind = group.place.reshape(-1, len(group.entrants))
        else:
            # Negated, so that smaller is better as with places.
            behind = -group.net.sum(axis=1)
        # An entrant that meets only itself cannot be ranked.
        if len(group.entrants) < 2 or not len(behind):
            continue
        # The number of entrants placed before each one; equal numbers share a place.
        ranks = (behind[:, :, None] > behind[:, None, :]).sum(axis=2)
        orders, times = np.unique(ranks, axis=0, return_counts=True)
        for order, often in zip(orders.tolist(), times.tolist(), strict=True):
            places = [
                tuple(who for who, rank in zip(group.entrants, order, strict=True) if rank == place)
                for place in sorted(set(order))
            ]
            found[tuple(places)] = found.get(tuple(places), 0.0) + often
    # Sorted, so that the sums of the fit do not depend on the order of the groups.
    return sorted(found.items())


def bradley_terry(groups: Sequence[Group], entrants: int, *, level: float = 0.95) -> Ratings | None:
    """Ratings of maximum likelihood from duels; None where no two sides met alone.

    Bradley and Terry (1952), draws as half a win each way; a maximum exists only among entrants of
    which each has taken points from each other at least through others (Ford 1957), so these form
    the leagues, and an entrant without such a chain gets no rating but the reason.

    Args:
        groups: those who met; groups of more than two are passed over.
        entrants: how many there are.
        level: of the intervals, which are Wald's from the information.
    """
    duels = rankings([group for group in groups if len(group.entrants) == 2])
    if not duels:
        return None
    # `taken[a, b]`: points that a took from b.
    taken = np.zeros((entrants, entrants))
    for places, times in duels:
        if len(places) == 1:
            # A draw gives half a win to each side.
            first, second = places[0]
            taken[first, second] += times / 2
            taken[second, first] += times / 2
        else:
            taken[places[0][0], places[1][0]] += times
    found: list[Rating] = []
    # Each league by itself: between leagues the maximum does not exist.
    for league, members in enumerate(_leagues(taken)):
        found.extend(_rated(league, members, taken, level))
    rated = {rating.entrant for rating in found}
    alone = [who for who in range(entrants) if who not in rated]
    return Ratings(
        method="Bradley-Terry",
        rated=_what(groups),
        count=round(sum(times for _, times in duels)),
        ratings=_ordered(
            [*found, *(Rating(entrant=who, why=_reason(who, taken)) for who in alone)]
        ),
    )


def skill(groups: Sequence[Group], entrants: int, *, level: float = 0.95) -> Ratings | None:
    """Bayesian skills from rankings of any number of entrants; None where nobody met.

    The model of Plackett (1975) with a normal prior of `PRIOR` points around 0 and Laplace's
    approximation of the posterior at its one mode (MacKay 1998). A shared place counts as every
    order of those who share it alike. Everybody has a skill, also the undefeated; without a game
    it is the prior. Skills are given relative to the mean of all.

    Args:
        groups: those who met.
        entrants: how many there are.
        level: of the intervals, which are credible ones.
    """
    orders = rankings(groups)
    if not orders:
        return None
    picked, pools = ranking_pools(orders, entrants)
    # The prior's precision on the scale of x: 1 / sd^2, with PRIOR converted from points.
    x, covariance = fit(picked, pools, precision=(ELO / PRIOR) ** 2)
    # Only differences matter: uncertainty about the mean of all is no uncertainty about a single
    # entrant.
    centring = np.eye(entrants) - 1 / entrants
    x, covariance = centring @ x, centring @ covariance @ centring
    found = [
        _rating(who, 0, float(x[who]), float(covariance[who, who]), level)
        for who in range(entrants)
    ]
    return Ratings(
        method="Plackett-Luce, Bayesian",
        rated=_what(groups),
        count=round(sum(times for _, times in orders)),
        ratings=_ordered(found),
    )


def _what(groups: Sequence[Group]) -> str:
    return "games" if any(group.place is not None for group in groups) else "sets"


def _rating(who: int, league: int, x: float, variance: float, level: float) -> Rating:
    # Rounding may leave a variance slightly below zero.
    points, sd = ELO * x, ELO * math.sqrt(max(variance, 0.0))
    reach = sd * normal_quantile((1 + level) / 2)
    interval = Interval(low=points - reach, high=points + reach, level=level)
    return Rating(entrant=who, league=league, points=points, sd=sd, interval=interval)


def _rated(
    league: int, members: list[int], taken: NDArray[np.float64], level: float
) -> list[Rating]:
    own = taken[np.ix_(members, members)]
    pools: Pools = {
        frozenset((one, two)): float(own[one, two] + own[two, one])
        for one in range(len(members))
        for two in range(one)
        # Pairs that never met would only slow the fit.
        if own[one, two] + own[two, one]
    }
    # No prior: maximum likelihood, which exists because the members form a league.
    x, covariance = fit(own.sum(axis=1), pools, precision=0.0)
    return [
        _rating(who, league, float(x[at]), float(covariance[at, at]), level)
        for at, who in enumerate(members)
    ]


def _leagues(taken: NDArray[np.float64]) -> list[list[int]]:
    """Entrants of which each took points from each other, if only through others."""
    # Everybody reaches themselves, so that leagues are the classes of mutual reach.
    reach = (taken > 0) | np.eye(len(taken), dtype=bool)
    # Warshall's closure: every round allows one more entrant in between.
    for through in range(len(taken)):
        reach |= np.outer(reach[:, through], reach[through])
    both = reach & reach.T
    leagues = {tuple(np.flatnonzero(row).tolist()) for row in both}
    return sorted(
        # A single entrant is not a league, because it has no comparison. The largest league comes
        # first.
        [list(league) for league in leagues if len(league) > 1],
        key=lambda m: (-len(m), m),
    )


def _reason(who: int, taken: NDArray[np.float64]) -> str:
    won, lost = taken[who].sum(), taken[:, who].sum()
    if not won and not lost:
        return "it met nobody"
    if not lost:
        return "it gave nobody a point: no rating is high enough"
    if not won:
        return "it took no point: no rating is low enough"
    return "whom it met it beat always or never: nothing ties it to the others"


def _ordered(found: list[Rating]) -> tuple[Rating, ...]:
    def key(rating: Rating) -> tuple[bool, int, float, int]:
        # By league, because points of different leagues do not compare.
        league = -1 if rating.league is None else rating.league
        return rating.points is None, league, -(rating.points or 0.0), rating.entrant

    return tuple(sorted(found, key=key))
