"""Decision times, the only part of a report that a seed does not repeat."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate, pairwise

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Clock

__all__ = ["Times", "quantile", "times"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Times:
    """The decision times of one entrant, microseconds.

    A histogram has only its bins: each figure is the upper end of the bin that holds it, so it
    says "at most"; None is "more than the last bound", or no decision at all.

    Attributes:
        entrant: its number.
        decisions: how many were timed.
        p50: half of them took at most this.
        p95: 95 in a hundred.
        p99: 99 in a hundred.
        longest: all of them.
        bounds: upper ends of the bins.
        counts: decisions in each bin; the last one takes the rest.
    """

    entrant: int
    decisions: int
    p50: int | None
    p95: int | None
    p99: int | None
    longest: int | None
    bounds: tuple[int, ...]
    counts: tuple[int, ...]


def times(entrant: int, clock: Clock) -> Times:
    """Summarise a clock.

    Raises:
        ArenaError: its bins do not fit their bounds.
    """
    # Clocks may come from a file, so they are checked here and not trusted.
    rising = all(low < high for low, high in pairwise(clock.bounds))
    if len(clock.counts) != len(clock.bounds) + 1 or min(clock.counts) < 0 or not rising:
        raise ArenaError(
            f"the clock of entrant {entrant} has {len(clock.counts)} bins for "
            f"{len(clock.bounds)} bounds; bounds rise and leave one bin more, none below 0"
        )
    return Times(
        entrant=entrant,
        decisions=sum(clock.counts),
        p50=quantile(clock, 0.5),
        p95=quantile(clock, 0.95),
        p99=quantile(clock, 0.99),
        longest=quantile(clock, 1.0),
        bounds=clock.bounds,
        counts=tuple(clock.counts),
    )


def quantile(clock: Clock, share: float) -> int | None:
    """The upper end of the bin that holds this share of the decisions; None if it is open."""
    whole = sum(clock.counts)
    # Slightly less, so that rounding does not ask for one decision more.
    rank = max(1, math.ceil(share * whole - 1e-9))
    if not whole:
        return None
    # Not strict: the last bin is open and has no bound.
    for bound, until in zip(clock.bounds, accumulate(clock.counts), strict=False):
        if until >= rank:
            return bound
    return None
