"""The sample size that a test needs to find a difference, and the power of a sample size.

For Student's test of a mean of pairs or of two means, both sides, by the noncentral t distribution
as in R's ``power.t.test(strict = TRUE)``.
"""

from __future__ import annotations

import math
from enum import Enum
from functools import partial

import numpy as np

from carteado.arena.errors import ArenaError
from carteado.arena.statistics.distributions import normal_cdf, student_quantile

__all__ = ["Design", "power", "sample_size"]


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
