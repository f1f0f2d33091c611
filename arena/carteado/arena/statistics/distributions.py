"""The parts of the normal and Student's t distributions that intervals and tests need.

SciPy's functions, for single numbers instead of arrays.
"""

from __future__ import annotations

from scipy.special import ndtr, ndtri, stdtrit

__all__ = ["normal_cdf", "normal_quantile", "student_quantile"]


def normal_cdf(value: float) -> float:
    """Chance that a standard normal variable is at most `value`; exact far out in either tail."""
    return float(ndtr(value))


def normal_quantile(chance: float) -> float:
    """The value that a standard normal variable stays under with this chance, 0 < chance < 1."""
    return float(ndtri(chance))


def student_quantile(chance: float, freedom: float) -> float:
    """The value that Student's t stays under with this chance, 0 < chance < 1."""
    return float(stdtrit(freedom, chance))
