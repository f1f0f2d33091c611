"""The user's own calendar: what day it is, and how long ago a moment was."""

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


def day_of(moment: float, today: float) -> Day:
    """The day of a moment, seen from another one, both in seconds since 1970.

    Raises:
        ValueError, OverflowError, OSError: no calendar has that moment.
    """
    day, last = datetime.date.fromtimestamp(moment), datetime.date.fromtimestamp(today)
    return Day(ago=(last - day).days, weekday=day.weekday(), date=day.isoformat())
