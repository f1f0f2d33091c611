"""The normal and Student's t distribution, to what intervals and tests need of them."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

__all__ = ["normal_cdf", "normal_quantile", "student_cdf", "student_quantile"]

_STANDARD = NormalDist()
# From here on the expansion around the normal distribution is exact to ten digits.
_MANY = 1000.0


def normal_cdf(value: float) -> float:
    """Chance that a standard normal variable is at most `value`; exact far out in either tail."""
    return 0.5 * math.erfc(-value / math.sqrt(2.0))


def normal_quantile(chance: float) -> float:
    """The value that a standard normal variable stays under with this chance, 0 < chance < 1."""
    return _STANDARD.inv_cdf(chance)


def student_cdf(value: float, freedom: float) -> float:
    """Chance that Student's t with so many degrees of freedom is at most `value`.

    By the regularised incomplete beta function (Abramowitz and Stegun 26.7.1).
    """
    tail = 0.5 * _beta_ratio(freedom / 2, 0.5, freedom / (freedom + value * value))
    return 1.0 - tail if value > 0 else tail


@lru_cache(maxsize=4096)
def student_quantile(chance: float, freedom: float) -> float:
    """The value that Student's t stays under with this chance, 0 < chance < 1.

    By bisection of the distribution, or for more than a thousand degrees of freedom by the
    expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5).
    """
    if chance < 0.5:
        return -student_quantile(1.0 - chance, freedom)
    if freedom > _MANY:
        return _expanded(normal_quantile(chance), freedom)
    low, high = 0.0, 2.0
    while student_cdf(high, freedom) < chance:
        low, high = high, high * 2
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if student_cdf(middle, freedom) < chance else (low, middle)
    return (low + high) / 2


def _expanded(z: float, freedom: float) -> float:
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _beta_ratio(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function of x, from 0 to 1."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(scale + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by the method of Lentz."""
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    value = d
    for step in range(1, 1000):
        for term in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            d = 1.0 + term * d
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = 1.0 + term / c
            c = c if abs(c) > tiny else tiny
            value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value
