"""Means and shares with an honest interval.

The unit of every interval is what was drawn independently: a duplicate set, a deal, a game. A mean
is always a ratio of two sums over such units (winnings over deals), since sets of games to their
end differ in length; where all units are equally long, the ratio's interval is Student's own.

One unit says nothing about the spread: the interval is then None, never a guess.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri, stdtrit

from carteado.arena.errors import ArenaError

__all__ = [
    "Interval",
    "Mean",
    "bootstrap",
    "mean",
    "normal_cdf",
    "normal_quantile",
    "ratio",
    "student_quantile",
    "units_needed",
    "wilson",
]


def normal_cdf(value: float) -> float:
    """Chance that a standard normal variable is at most `value`; exact far out in either tail."""
    return float(ndtr(value))


def normal_quantile(chance: float) -> float:
    """The value that a standard normal variable stays under with this chance, 0 < chance < 1."""
    return float(ndtri(chance))


def student_quantile(chance: float, freedom: float) -> float:
    """The value that Student's t stays under with this chance, 0 < chance < 1."""
    return float(stdtrit(freedom, chance))


_BLOCKS = 1024
# Drawn units that are held at a time: 32 MB of 64-bit numbers.
_DRAWN_AT_ONCE = 1 << 22


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """A confidence interval.

    Attributes:
        low: its lower end.
        high: its upper end.
        level: share of such intervals that hold the true value, 0.95 for instance.
    """

    low: float
    high: float
    level: float

    @property
    def half_width(self) -> float:
        """Half of its length."""
        return (self.high - self.low) / 2

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high


@dataclass(frozen=True, kw_only=True, slots=True)
class Mean:
    """A mean over independent units.

    Attributes:
        value: the mean.
        units: number of units.
        sd: standard deviation of one unit's value; None from fewer than two units.
        error: standard error of the mean; None likewise.
        interval: Student's interval; None likewise.
    """

    value: float
    units: int
    sd: float | None = None
    error: float | None = None
    interval: Interval | None = None

    @property
    def half_width(self) -> float | None:
        """Of the interval, None where there is none."""
        return None if self.interval is None else self.interval.half_width


def mean(values: ArrayLike, *, level: float = 0.95) -> Mean:
    """Mean of independent values with Student's interval.

    Args:
        values: at least one, shape (units,).
        level: of the interval.
    """
    data = _floats(values, "values")
    return ratio(data, np.ones_like(data), level=level)


def ratio(sums: ArrayLike, sizes: ArrayLike, *, level: float = 0.95) -> Mean:
    """Ratio of two sums over independent units, with its linearised interval.

    The error is that of the units' residuals (Cochran 1977, 6.4): Student's where all sizes are
    equal.

    Args:
        sums: winnings of each unit, shape (units,).
        sizes: of each unit its size, such as deals; all positive.
        level: of the interval.
    """
    data, weights = _floats(sums, "sums"), _floats(sizes, "sizes")
    if data.shape != weights.shape or not (weights > 0).all():
        raise ArenaError("every unit of a ratio has one sum and one positive size")
    _check_level(level)
    value, residuals = _residuals(data, weights)
    units = data.size
    if units < 2:
        return Mean(value=value, units=units)
    # fsum keeps the sum exact: with millions of units rounding would reach the last digits.
    sd = math.sqrt(math.fsum(residuals**2) / (units - 1))
    error = sd / math.sqrt(units)
    reach = error * student_quantile((1 + level) / 2, units - 1)
    interval = Interval(low=value - reach, high=value + reach, level=level)
    return Mean(value=value, units=units, sd=sd, error=error, interval=interval)


def wilson(successes: float, trials: int, *, level: float = 0.95) -> Interval | None:
    """Wilson's score interval for a share (Wilson 1927); None of no trials.

    For whole successes it equals ``scipy.stats.binomtest(k, n).proportion_ci(method="wilson")``,
    which takes no halves; a draw is half a success here, hence the formula.

    Args:
        successes: out of the trials; a draw counts half, which makes the interval a little too
            wide, never too narrow.
        trials: independent trials.
        level: of the interval.
    """
    _check_level(level)
    if not 0 <= successes <= trials:
        raise ArenaError(f"successes are 0 to {trials} of {trials} trials, not {successes:g}")
    if not trials:
        return None
    z = normal_quantile((1 + level) / 2)
    share, spread = successes / trials, z * z / trials
    centre = (share + spread / 2) / (1 + spread)
    reach = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    # At the ends the formula gives 0 and 1, but for rounding.
    low = 0.0 if successes == 0 else centre - reach
    high = 1.0 if successes == trials else centre + reach
    return Interval(low=low, high=high, level=level)


def units_needed(sd: float, half_width: float, *, level: float = 0.95) -> int:
    """Units for a wanted half-width, (z sd / h)^2 rounded up; at least two.

    Args:
        sd: standard deviation of one unit's value.
        half_width: wanted, in the same units, positive.
        level: of the interval.
    """
    _check_level(level)
    if not half_width > 0:
        raise ArenaError(f"a wanted half-width is positive, not {half_width:g}")
    z = normal_quantile((1 + level) / 2)
    # Slightly less, so that rounding does not ask for one unit more.
    return max(2, math.ceil((z * sd / half_width) ** 2 - 1e-9))


def bootstrap(
    sums: ArrayLike,
    sizes: ArrayLike | None = None,
    *,
    seed: int,
    level: float = 0.95,
    resamples: int = 2000,
) -> Interval | None:
    """Bootstrap interval of a mean or a ratio; None from fewer than two units.

    Bias-corrected and accelerated (Efron 1987), by SciPy.

    Args:
        sums: of each unit its value or sum, shape (units,), in an order that means something (of
            more than 2,048 units, neighbours are first added up into 1,024 blocks).
        sizes: of each unit its size; None where all are one.
        seed: the same seed draws the same resamples, whatever the version of NumPy.
        level: of the interval.
        resamples: to draw.
    """
    from scipy import stats  # takes half a second to import

    _check_level(level)
    data = _floats(sums, "sums")
    weights = np.ones_like(data) if sizes is None else _floats(sizes, "sizes")
    data, weights = _blocks(data, weights)
    if data.size < 2 or resamples < 1:
        return None
    value, residuals = _residuals(data, weights)
    # All units alike: resampling would only repeat this value, and BCa is undefined then.
    if not residuals.any():
        return Interval(low=value, high=value, level=level)
    found = stats.bootstrap(
        (data, weights),
        _ratio,
        paired=True,
        vectorized=True,
        method="BCa",
        n_resamples=resamples,
        # Bounds the memory: all resamples at once would be units times resamples numbers.
        batch=max(1, _DRAWN_AT_ONCE // data.size),
        confidence_level=level,
        # The one generator whose stream NumPy promises to keep: reports can be made again. SciPy
        # takes it, but for the stubs, which know generators of the new kind alone.
        random_state=np.random.RandomState(seed % 2**32),  # pyright: ignore[reportCallIssue]
    ).confidence_interval
    if not (math.isfinite(found.low) and math.isfinite(found.high)):
        return None  # all resamples lie on one side of the value: they are too few
    return Interval(low=float(found.low), high=float(found.high), level=level)


def _ratio(
    sums: NDArray[np.float64], sizes: NDArray[np.float64], axis: int = -1
) -> NDArray[np.float64]:
    """The ratio of the sums along an axis, which `scipy.stats.bootstrap` resamples."""
    result: NDArray[np.float64] = sums.sum(axis=axis) / sizes.sum(axis=axis)
    return result


def _blocks(
    sums: NDArray[np.float64], sizes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sums of neighbouring units, if there are more than the bootstrap needs."""
    if sums.size <= 2 * _BLOCKS:
        return sums, sizes
    # Blocks of nearly equal size that cover all units exactly once.
    starts = (np.arange(_BLOCKS) * sums.size) // _BLOCKS
    return np.add.reduceat(sums, starts), np.add.reduceat(sizes, starts)


def _residuals(
    sums: NDArray[np.float64], sizes: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64]]:
    """The ratio, and each unit's distance from it, in the ratio's unit."""
    whole = math.fsum(sizes)
    value = math.fsum(sums) / whole
    return value, (sums - value * sizes) * (sums.size / whole)


def _floats(values: ArrayLike, name: str) -> NDArray[np.float64]:
    data = np.asarray(values, dtype=np.float64)
    if data.ndim != 1 or not data.size or not np.isfinite(data).all():
        raise ArenaError(f"{name} must be one row of at least one finite number")
    return data


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ArenaError(f"a level lies between 0 and 1, such as 0.95, not {level:g}")
