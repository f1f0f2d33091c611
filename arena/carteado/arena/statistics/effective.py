"""Freezeouts: predictions of the winner from single deals, and winnings by effective stack."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Unit
from carteado.arena.statistics.cross import Cell
from carteado.arena.statistics.intervals import Interval, Mean, ratio
from carteado.arena.statistics.tally import Depth, Group, Tally

__all__ = ["Band", "Prediction", "bands", "predict", "predict_from_hands", "win_chance"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Band:
    """The row's winnings against the column in hands of one band of effective stacks.

    Attributes:
        row: number of an entrant.
        column: number of the other.
        depth: lower end of the band, in units.
        hands: that began in it.
        sets: that had such hands; they are the independent units of the interval.
        rate: won a hand, in units.
        sd: standard deviation of one hand.
    """

    row: int
    column: int
    depth: int
    hands: int
    sets: int
    rate: Mean
    sd: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Prediction:
    """A freezeout's outcome from the mean and the deviation of a hand.

    Attributes:
        row: number of an entrant.
        column: number of the other.
        stack: initial stack of each, in units.
        mean: won a hand by the row, in units.
        sd: standard deviation of a hand.
        chance: predicted chance of the row to win.
        interval: of the chance, from the interval of the mean alone: the deviation is known far
            better; None where the mean has none.
        own: whether mean and deviation come from hands of the same freezeouts, so that the
            prediction is not independent of what it predicts.
        measured: share of the freezeouts won, None where none were played.
        wilson: interval of that.
    """

    row: int
    column: int
    stack: float
    mean: float
    sd: float
    chance: float
    interval: Interval | None
    own: bool
    measured: float | None = None
    wilson: Interval | None = None


def win_chance(mean: float, sd: float, stack: float, other: float | None = None) -> float:
    """Chance to win a freezeout, with winnings as a Brownian motion with drift.

    From equal stacks, 1 / (1 + exp(-2 stack mean / sd^2)); from unequal ones the formula of the
    gambler's ruin, (1 - exp(-2 mean stack / sd^2)) / (1 - exp(-2 mean (stack + other) / sd^2))
    (Cox and Miller 1965, 2.3).

    Args:
        mean: won a hand.
        sd: standard deviation of a hand, positive.
        stack: initial stack, in the same unit.
        other: the opponent's stack; None for the same.
    """
    opposite = stack if other is None else other
    # Written positively, so that NaN is refused as well.
    if not (sd > 0 and stack > 0 and opposite > 0):
        raise ArenaError("a freezeout is predicted from positive stacks and a positive deviation")
    drift = 2 * mean / (sd * sd)
    # Without drift the formula is 0 / 0; its limit is the share of all chips.
    if abs(drift) * (stack + opposite) < 1e-9:
        return stack / (stack + opposite)
    if drift < 0:
        # Swap the sides, so that the exponents are negative and cannot overflow.
        return 1 - win_chance(-mean, sd, opposite, stack)
    # expm1 instead of exp - 1: small drifts would lose their digits in the difference.
    return math.expm1(-drift * stack) / math.expm1(-drift * (stack + opposite))


def bands(records: Tally, unit: Unit, *, level: float = 0.95) -> tuple[Band, ...]:
    """Winnings of every pair by effective stack, where the records counted them."""
    found = []
    for row, column in combinations(range(len(records.faults)), 2):
        # Exactly these two: the effective stack of a pair has no meaning with third parties.
        groups = [group for group in records.groups if group.entrants == (row, column)]
        # Not all groups have hands in every band.
        for depth in sorted({part.depth for group in groups for part in group.depths}):
            parts = [part for group in groups for part in group.depths if part.depth == depth]
            found.append(_band(row, column, parts, unit, level))
    return tuple(found)


def predict(deals: Cell, stack: float, freezeouts: Cell | None = None) -> Prediction | None:
    """The prediction of freezeouts from single deals; None from too few of them.

    Args:
        deals: the pair's cell of single deals.
        stack: initial stack of each in a freezeout, in units.
        freezeouts: the pair's cell of freezeouts, for comparison.
    """
    # The formula takes two players, and its deviation has to be that of a single deal.
    if not deals.duel or deals.games is not None or not deals.naive.sd:
        return None
    # A match's rate is a mean over its deals; one deal varies more by the root of their number.
    sd = deals.naive.sd * math.sqrt(deals.deals / deals.matches)
    return _prediction(deals.row, deals.column, deals.best, sd, stack, freezeouts, own=False)


def predict_from_hands(
    row: int, column: int, groups: Sequence[Group], unit: Unit, stack: float, freezeouts: Cell
) -> Prediction | None:
    """The same from the hands of the freezeouts themselves, where they were counted by stack."""
    parts = [part for group in groups if group.entrants == (row, column) for part in group.depths]
    if not parts:
        return None
    # All bands together; the level does not affect the deviation.
    sd = _band(row, column, parts, unit, 0.95).sd
    if not sd:
        return None
    # The mean of the freezeouts' own cell, because it may be adjusted; hands by stack never are.
    return _prediction(row, column, freezeouts.best, sd, stack, freezeouts, own=True)


def _prediction(
    row: int,
    column: int,
    rate: Mean,
    sd: float,
    stack: float,
    freezeouts: Cell | None,
    *,
    own: bool,
) -> Prediction:
    games = None if freezeouts is None else freezeouts.games
    known = rate.interval
    return Prediction(
        row=row,
        column=column,
        stack=stack,
        mean=rate.value,
        sd=sd,
        chance=win_chance(rate.value, sd, stack),
        interval=None
        if known is None
        # The chance rises with the mean, so the interval's ends map to its ends.
        else Interval(
            low=win_chance(known.low, sd, stack),
            high=win_chance(known.high, sd, stack),
            level=known.level,
        ),
        own=own,
        measured=None if games is None else games.share,
        wilson=None if games is None else games.wilson,
    )


def _band(row: int, column: int, parts: Sequence[Depth], unit: Unit, level: float) -> Band:
    # Column 0 is the row's entrant: bands are kept for heads-up groups only.
    net = np.concatenate([part.net[:, 0] for part in parts]) / unit.size
    squares = np.concatenate([part.squares[:, 0] for part in parts]) / unit.size**2
    hands = np.concatenate([part.hands for part in parts])
    # A ratio with the set as unit: hands of one set share their cards.
    rate = ratio(net, hands, level=level)
    # fsum adds exactly, so the order of the records cannot change the last digit.
    count = math.fsum(hands)
    # max: rounding may give a tiny negative difference for constant winnings.
    variance = max(0.0, math.fsum(squares) / count - rate.value**2)
    return Band(
        row=row,
        column=column,
        depth=parts[0].depth,
        hands=int(count),
        sets=net.size,
        rate=rate,
        sd=math.sqrt(variance),
    )
