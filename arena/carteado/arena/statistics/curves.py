"""Cumulative winnings, raw and adjusted, for the plot that shows what luck does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from carteado.arena.matches.records import Unit
from carteado.arena.statistics.rates import Figure, Sums, deal_sums
from carteado.arena.statistics.tally import Group, Tally

__all__ = ["POINTS", "Curve", "curves"]

POINTS = 200
"""Maximum number of points of a curve, as many as a plot can show."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Curve:
    """Cumulative winnings of the row from the column, over the sets in the order of their numbers.

    Attributes:
        row: number of an entrant.
        column: number of the other.
        deals: hands so far, at each point.
        raw: won so far, in units, at each point.
        adjusted: the same after all-in adjustment; None where the records have none.
        band: half-width of the cumulative winnings' interval (of the adjusted ones where there are
            any) at each point; empty from one set.
    """

    row: int
    column: int
    deals: tuple[int, ...]
    raw: tuple[float, ...]
    adjusted: tuple[float, ...] | None
    band: tuple[float, ...]


def curves(records: Tally, unit: Unit, *, level: float = 0.95) -> tuple[Curve, ...]:
    """One curve for each pair that met in a complete set."""
    found = []
    for row, column in combinations(range(len(records.faults)), 2):
        groups = [
            group
            for group in records.groups
            if {row, column} <= set(group.entrants) and group.sets.size
        ]
        # A pair that only met in incomplete sets has nothing to draw.
        if groups:
            found.append(_curve(row, column, groups, unit, level))
    return tuple(found)


def _curve(row: int, column: int, groups: Sequence[Group], unit: Unit, level: float) -> Curve:
    # Groups alternate, so the curve follows the numbers of the sets, not the groups.
    order = np.argsort(np.concatenate([group.sets for group in groups]), kind="stable")
    raw = _sorted(row, column, groups, unit, Figure.DUPLICATE, order)
    # Groups without adjusted winnings give their plain ones here, so both lines stay together.
    fine = _sorted(row, column, groups, unit, Figure.ADJUSTED, order)
    # Evenly spaced in sets, always with the first and the last one.
    picked = np.unique(np.linspace(0, order.size - 1, min(POINTS, order.size)).round().astype(int))
    # Deals on the axis and not sets, because sets differ in length.
    deals = np.cumsum(raw.deals)[picked]
    interval = fine.rate(level).interval
    band: NDArray[np.float64] = np.empty(0)
    if interval is not None:
        # Of the mean over n sets, times the deals, the half-width grows with the root of the sets.
        band = interval.half_width * deals[-1] * np.sqrt((picked + 1) / order.size)
    adjusted = any(group.adjusted is not None for group in groups)
    return Curve(
        row=row,
        column=column,
        deals=tuple(int(value) for value in deals),
        raw=tuple(np.cumsum(raw.won)[picked].tolist()),
        adjusted=tuple(np.cumsum(fine.won)[picked].tolist()) if adjusted else None,
        band=tuple(band.tolist()),
    )


def _sorted(
    row: int,
    column: int,
    groups: Sequence[Group],
    unit: Unit,
    figure: Figure,
    order: NDArray[np.int64],
) -> Sums:
    parts = [deal_sums(group, row, column, unit, figure) for group in groups]
    return Sums(
        won=np.concatenate([part.won for part in parts])[order],
        deals=np.concatenate([part.deals for part in parts])[order],
    )
