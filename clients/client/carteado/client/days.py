"""Dates in the user's time zone: the current day, and the time since an instant."""

from __future__ import annotations

import datetime
import time
from dataclasses import dataclass

__all__ = ["Day", "day_of", "now"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day as people name it.

    Attributes:
        ago: days before today.
        weekday: 0 for Monday to 6 for Sunday.
        date: as ``2026-11-25``.
    """

    ago: int
    weekday: int
    date: str


def now() -> float:
    """Seconds since 1970."""
    return time.time()


def day_of(timestamp: float, today: float) -> Day:
    """The day of a time, as seen from another one; both are seconds since 1970.

    Raises:
        ValueError, OverflowError, OSError: no calendar has that time.
    """
    day, last = datetime.date.fromtimestamp(timestamp), datetime.date.fromtimestamp(today)
    return Day(ago=(last - day).days, weekday=day.weekday(), date=day.isoformat())
