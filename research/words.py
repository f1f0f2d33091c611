"""Formats figures for the text of a section."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.arena.statistics.intervals import normal_quantile

__all__ = ["Z95", "percent", "percents", "signed", "span", "within"]

Z95 = normal_quantile(0.975)
"""Half-width of a normal interval of 95%, in standard errors."""

_Interval = Mapping[str, Any]


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


def percents(interval: _Interval | None) -> str:
    """An interval of a share, in percent; a dash where there is none."""
    if interval is None:
        return "-"
    return f"[{percent(interval['low'])}, {percent(interval['high'])}]"


def signed(value: float, digits: int) -> str:
    """A number with its sign."""
    return f"{value:+.{digits}f}"


def span(interval: _Interval | None, digits: int) -> str:
    """An interval with the signs of its ends; a dash where there is none."""
    if interval is None:
        return "-"
    return f"[{signed(interval['low'], digits)}, {signed(interval['high'], digits)}]"


def within(interval: _Interval | None, aim: float, reach: float) -> str:
    """Compare an interval with a reach around an aim.

    Args:
        interval: of the value.
        aim: what it is compared with.
        reach: how far it may lie off.

    Returns:
        ``yes`` where the whole interval does, ``no`` where nothing of it does, ``open`` otherwise:
        too little was played to decide.
    """
    if interval is None:
        return "open"
    low, high = interval["low"] - aim, interval["high"] - aim
    if -reach <= low and high <= reach:
        return "yes"
    return "no" if low > reach or high < -reach else "open"
