"""Tests of two samples or of pairs, and the sample sizes that they need.

Three tests need no normal distribution: for pairs by sign and by rank, for two samples by rank.

Small samples are counted exactly, ties included; large ones use the normal approximation with
SciPy's corrections for ties and continuity. SciPy has no exact count with ties, so this module
counts.

The sample size that finds a difference, and the power of a sample size, are those of Student's test
of a mean of pairs or of two means, both sides, by the noncentral t distribution as in R's
``power.t.test(strict = TRUE)``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carteado.arena.errors import ArenaError
from carteado.arena.statistics.intervals import normal_cdf, student_quantile

__all__ = [
    "Design",
    "Side",
    "TestResult",
    "midranks",
    "power",
    "rank_sum_test",
    "sample_size",
    "sign_test",
    "signed_rank_test",
]

# Beyond these sizes the approximation is good and exact counting becomes slow.
_EXACT_PAIRS = 50
_EXACT_TWO = 40


class Side(Enum):
    """The alternative of a test: a difference in either direction, or in one.

    Attributes:
        BOTH: the first is larger or smaller.
        GREATER: the first is larger.
        LESS: the first is smaller.
    """

    BOTH = "two-sided"
    GREATER = "greater"
    LESS = "less"


@dataclass(frozen=True, kw_only=True, slots=True)
class TestResult:
    """The result of a test.

    Attributes:
        statistic: sign test: pairs in which the first is larger; signed ranks: the sum of the
            ranks of these; rank sum: Mann and Whitney's U of the first sample.
        p: chance of a statistic at least as far off, if there were no difference; None where no
            value is informative.
        used: number of informative values: pairs without equal ones, or all of two samples.
        exact: whether p was counted, not approximated.
    """

    __test__ = False

    statistic: float
    p: float | None
    used: int
    exact: bool


def sign_test(first: ArrayLike, second: ArrayLike, *, side: Side = Side.BOTH) -> TestResult:
    """The sign test for pairs (Conover 1999, 3.4); equal pairs are left out. Always exact.

    Args:
        first: one value of each pair, shape (pairs,).
        second: the other.
        side: the alternative of the test.
    """
    moved = _differences(first, second)
    up, count = int(np.count_nonzero(moved > 0)), moved.size
    if not count:
        return TestResult(statistic=0.0, p=None, used=0, exact=True)
    # Each sign is a fair coin without a difference, so the count is binomial.
    ways = [math.comb(count, above) for above in range(count + 1)]
    return TestResult(statistic=up, p=_counted(ways, up, side), used=count, exact=True)


def signed_rank_test(first: ArrayLike, second: ArrayLike, *, side: Side = Side.BOTH) -> TestResult:
    """Wilcoxon's signed-rank test for pairs (Wilcoxon 1945); equal pairs are left out.

    Up to 50 pairs are counted over all signs, ties sharing their ranks.

    Args:
        first: one value of each pair, shape (pairs,).
        second: the other.
        side: the alternative of the test.
    """
    moved = _differences(first, second)
    if not moved.size:
        return TestResult(statistic=0.0, p=None, used=0, exact=True)
    ranks = midranks(np.abs(moved))
    statistic = math.fsum(ranks[moved > 0])
    count = moved.size
    if count <= _EXACT_PAIRS:
        # Twice a midrank is whole.
        ways = [1]
        for rank in (2 * ranks).astype(int).tolist():
            # A convolution: each rank either joins the sum (positive sign) or does not.
            ways = [
                (ways[at] if at < len(ways) else 0) + (ways[at - rank] if at >= rank else 0)
                for at in range(len(ways) + rank)
            ]
        p = _counted(ways, round(2 * statistic), side)
        return TestResult(statistic=statistic, p=p, used=count, exact=True)
    from scipy.stats import wilcoxon  # takes a second to import

    found: Any = wilcoxon(moved, correction=True, method="asymptotic", alternative=side.value)
    p = float(found.pvalue)
    return TestResult(statistic=statistic, p=p, used=count, exact=False)


def rank_sum_test(first: ArrayLike, second: ArrayLike, *, side: Side = Side.BOTH) -> TestResult:
    """The rank-sum test of Wilcoxon, Mann and Whitney for two independent samples.

    Up to 40 values in all are counted over all ways to divide them, ties sharing their ranks.

    Args:
        first: one sample, shape (values,).
        second: the other.
        side: the alternative of the test.
    """
    one, two = _row(first), _row(second)
    if not one.size or not two.size:
        return TestResult(statistic=0.0, p=None, used=0, exact=True)
    together = np.concatenate([one, two])
    ranks = midranks(together)
    count = together.size
    statistic = math.fsum(ranks[: one.size]) - one.size * (one.size + 1) / 2
    # Equal values have no variance, by which the approximation would divide.
    if not np.ptp(together):
        return TestResult(statistic=statistic, p=1.0, used=count, exact=True)
    if count <= _EXACT_TWO:
        doubled = (2 * ranks).astype(int).tolist()
        ways = _ways_to_divide(doubled, one.size)
        p = _counted(ways, sum(doubled[: one.size]), side)
        return TestResult(statistic=statistic, p=p, used=count, exact=True)
    from scipy.stats import mannwhitneyu

    p = float(mannwhitneyu(one, two, method="asymptotic", alternative=side.value).pvalue)
    return TestResult(statistic=statistic, p=p, used=count, exact=False)


def midranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1; equal values share the mean of theirs."""
    _, where, sizes = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(sizes)
    shared: NDArray[np.float64] = (ends - (sizes - 1) / 2)[where]
    return shared


def _ways_to_divide(doubled: list[int], size: int) -> list[int]:
    """Number of choices of a given number of ranks for each sum."""
    most = sum(doubled)
    ways = [[0] * (most + 1) for _ in range(size + 1)]
    ways[0][0] = 1
    for number, rank in enumerate(doubled, 1):
        # Downwards, so that no choice takes the same rank twice.
        for chosen in range(min(number, size), 0, -1):
            fewer, row = ways[chosen - 1], ways[chosen]
            for total in range(most, rank - 1, -1):
                if fewer[total - rank]:
                    row[total] += fewer[total - rank]
    return ways[size]


def _counted(ways: list[int], at: int, side: Side) -> float:
    """The tail at a value of a distribution that is given by whole numbers of ways."""
    # Whole numbers until the final division, so p is exact to the last digit of a float.
    whole = sum(ways)
    below, above = sum(ways[: at + 1]), sum(ways[at:])
    if side is Side.GREATER:
        return above / whole
    if side is Side.LESS:
        return below / whole
    # Both tails hold the value itself, so their double may exceed 1.
    return min(1.0, 2 * min(below, above) / whole)


def _differences(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    one, two = _row(first), _row(second)
    if one.shape != two.shape:
        raise ArenaError(f"paired samples are equally long, not {one.size} and {two.size}")
    moved = one - two
    apart: NDArray[np.float64] = moved[moved != 0]
    return apart


def _row(values: ArrayLike) -> NDArray[np.float64]:
    data = np.asarray(values, dtype=np.float64)
    if data.ndim != 1 or not np.isfinite(data).all():
        raise ArenaError("a sample is one row of finite numbers")
    return data


class Design(Enum):
    """The sampling design of a test.

    Attributes:
        PAIRED: differences of pairs, such as duplicate sets; the deviation is theirs.
        TWO: two independent samples of the same size; the deviation is that within each.
    """

    PAIRED = "paired"
    TWO = "two-sample"


def power(
    size: int, *, delta: float, sd: float, level: float = 0.95, design: Design = Design.PAIRED
) -> float:
    """Chance to find a difference significant.

    Args:
        size: pairs, or values in each of two samples; at least 2.
        delta: the true difference.
        sd: standard deviation, positive.
        level: 1 - the chance to find one where there is none.
        design: how the values are drawn.
    """
    _check(delta, sd, level)
    if size < 2:
        raise ArenaError(f"nothing can be tested with fewer than two values, here {size}")
    # One mean is estimated from pairs, two from two samples.
    freedom = size - 1 if design is Design.PAIRED else 2 * (size - 1)
    spread = 1.0 if design is Design.PAIRED else math.sqrt(2)
    # Both sides are tested, so the sign of the difference does not matter.
    shift = abs(delta) / sd * math.sqrt(size) / spread
    return _beyond(student_quantile((1 + level) / 2, freedom), freedom, shift)


def sample_size(
    *,
    delta: float,
    sd: float,
    wanted: float = 0.8,
    level: float = 0.95,
    design: Design = Design.PAIRED,
) -> int:
    """The smallest sample that finds a difference with the wanted power.

    Args:
        delta: the true difference, not 0.
        sd: standard deviation, positive.
        wanted: power, the chance to find it: above 1 - level and below 1.
        level: 1 - the chance to find one where there is none.
        design: how the values are drawn.

    Returns:
        Pairs, or values in each of the two samples.
    """
    _check(delta, sd, level)
    # At a power of 1 - level any sample is enough; a power of 1 none reaches.
    if not delta or not 1 - level < wanted < 1:
        raise ArenaError("a sample is planned for a difference and a power from 1 - level to 1")
    reached = partial(power, delta=delta, sd=sd, level=level, design=design)
    # Power rises with the size: double it until it is enough, then bisect.
    low, high = 1, 2
    while reached(high) < wanted:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) >= wanted else (middle, high)
    return high


def _beyond(limit: float, freedom: int, shift: float) -> float:
    """Chance that a noncentral t lies beyond the limit on either side.

    Given the estimated variance it is normal. The logarithm of that variance has a smooth density,
    exp(freedom / 2 * (u - exp(u))), over which the trapezoidal rule is exact to ten digits.
    (SciPy's noncentral t is not a number for some small samples: one degree of freedom, shift 17.)
    """
    half = freedom / 2
    # The range outside which the density is below e^-40, so cutting it off changes nothing.
    left = 1.3 * math.sqrt(80 / half) if half > 40 else 40 / half + 1
    right = math.log(1 + 40 / half + math.sqrt(80 / half))
    logs = np.linspace(-left, right, 2001)
    # Written with expm1 to stay exact near the mode, where the exponent is almost 0.
    weights = np.exp(half * (logs - np.expm1(logs)))
    bounds = limit * np.exp(logs / 2)
    tails = [normal_cdf(shift - bound) + normal_cdf(-shift - bound) for bound in bounds.tolist()]
    return float(np.dot(weights, tails) / weights.sum())


def _check(delta: float, sd: float, level: float) -> None:
    if not (sd > 0 and math.isfinite(delta) and 0 < level < 1):
        raise ArenaError(
            f"a power follows from a finite difference, a positive deviation and a level from 0 "
            f"to 1, not {delta:g}, {sd:g} and {level:g}"
        )
