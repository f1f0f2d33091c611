"""Input of a run's chain: chances, the remaining rounds, and the worth of states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from carteado.odds.buraco.run_states import PLACES, STATES, Array
from carteado.odds.results import OddsError

__all__ = [
    "Chances",
    "Horizon",
    "chances_to_go_on",
    "longest",
    "row_of",
    "rows_of",
    "worth_of",
]

Chances = Sequence[float] | Sequence[Sequence[float]] | Array
"""Fifteen chances, of the places 1 to 14 and of a wild, or one such row for each round."""

Horizon = int | Mapping[int, float] | Sequence[float]
"""Rounds that are left, or the probability of each number of them."""


def longest(horizon: Horizon) -> int:
    """The largest number of rounds in a horizon."""
    if isinstance(horizon, int):
        return horizon
    return max(horizon) if isinstance(horizon, Mapping) else len(horizon) - 1


def chances_to_go_on(horizon: Horizon) -> list[float]:
    """For each round the chance that it is played after the one before it.

    Raises:
        OddsError: it is not a number of rounds, or the probabilities of several do not sum to 1.
    """
    if isinstance(horizon, int):
        horizon = {horizon: 1.0}
    spread = dict(horizon if isinstance(horizon, Mapping) else enumerate(horizon))
    if any(type(turns) is not int or not 0 <= turns <= 1000 for turns in spread):
        raise OddsError("a horizon is a number of rounds from 0 to 1000, or chances of such")
    total = sum(spread.values())
    # Rounding of a computed distribution is allowed, a wrong one is not.
    if not spread or min(spread.values()) < 0 or not 0.999999 < total < 1.000001:
        raise OddsError(f"the chances of a horizon are 1 together, not {total:g}")
    # Rounds with chance 0 at the end would only cost time.
    last = max([turns for turns, chance in spread.items() if chance > 0])
    # From the sum itself, so that chances that do not quite sum to 1 leave no remainder.
    left, found = total, []
    for turns in range(last):
        after = left - spread.get(turns, 0.0)
        found.append(min(max(after / left, 0.0), 1.0))
        left = after
    return found


def rows_of(chances: Chances) -> Array:
    """A row of fifteen chances for each round.

    Raises:
        OddsError: the rows are not of fifteen probabilities each.
    """
    array = np.asarray(chances, dtype=np.float64)
    if array.ndim == 1:
        array = array[None]
    if array.ndim != 2 or not len(array):
        raise OddsError("chances are fifteen numbers, or a row of them for each round")
    return np.array([row_of(row) for row in array])


def row_of(chances: Sequence[float] | Array) -> Array:
    """Fifteen chances.

    Raises:
        OddsError: there are not fifteen of them, or one is not a probability.
    """
    row = np.asarray(chances, dtype=np.float64)
    if row.shape != (PLACES + 1,) or not ((row >= 0) & (row <= 1)).all():
        raise OddsError("chances are fifteen numbers from 0 to 1: the places 1 to 14, and a wild")
    return row


def worth_of(worth: Array) -> Array:
    """The worth of each state at the end.

    Raises:
        OddsError: there are not 532 numbers.
    """
    array = np.asarray(worth, dtype=np.float64)
    if array.shape != (len(STATES),):
        raise OddsError(f"worth is a number for each of the {len(STATES)} states")
    return array
