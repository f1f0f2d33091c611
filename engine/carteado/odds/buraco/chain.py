"""The chain of a run: its growth in the remaining turns, and its value at the end of the deal.

A run of one suit is its natural cards and at most one wild that moves freely inside it, which makes
532 states: 78 clean runs, 90 with the wild at an end, 364 with the wild in a gap. In a round the
card of each of the 14 places comes with a chance of its own, and so does a wild, independently of
one another. All coming cards that fit are laid. A wild may be laid or kept for another run
(``option``), or it has to be laid at once where it makes the longest run, of equal ones the one
with the most points (``forced``, the study's "always complement when possible").

`chain_round` computes one round for all states at once. The values here follow backwards from the
last round.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from carteado.odds.buraco.chain_round import (
    FILLED,
    FIRST,
    WHOLE,
    WILD,
    Jokers,
    RoundChances,
    Wilds,
    before,
    played,
    round_chances,
    targets,
)
from carteado.odds.buraco.givens import (
    Chances,
    Horizon,
    chances_to_go_on,
    row_of,
    rows_of,
    worth_of,
)
from carteado.odds.buraco.run_states import AT, FREE, PLACES, STATES, Array, RunState, points_worth

__all__ = [
    "Jokers",
    "Wilds",
    "chain_values",
    "own_two_values",
    "transition_matrix",
]


def chain_values(
    chances: Chances,
    horizon: Horizon,
    *,
    worth: Array | None = None,
    wilds: Wilds = "option",
    jokers: Jokers | None = None,
) -> Array:
    """The average worth of every run at the end of the deal.

    Args:
        chances: of the places 1 to 14 and of a wild in a round, or a row of them for each round;
            the last row stands for all later rounds.
        horizon: rounds that are left, or the probability of each number of them. The player does
            not know the number when laying cards, so an uncertain number is worth less than the
            mean of certain ones.
        worth: of each state at the end; points where absent. With `canastra_worth` the values are
            the chances to complete a canastra.
        wilds: whether a wild may be kept (``option``) or has to be laid (``forced``).
        jokers: wilds that come and score differently from `worth`; None for none.

    Returns:
        532 values in the order of `STATES`.

    Raises:
        OddsError: a chance or the horizon is not a probability, or `worth` has not 532 numbers.
    """
    rows = [round_chances(row) for row in rows_of(chances)]
    goes_on = chances_to_go_on(horizon)
    end = points_worth() if worth is None else worth_of(worth)
    values = end
    # Backward induction: `values` holds the worth after the round while the one before is worked
    # out.
    for turn in range(len(goes_on) - 1, -1, -1):
        values = played(values, rows, turn, wilds, jokers)
        # With the remaining chance the deal ended before this round and the run counts as it
        # lies.
        if goes_on[turn] < 1:
            values = goes_on[turn] * values + (1 - goes_on[turn]) * end
    return np.array(values)


def own_two_values(
    chances: Chances,
    horizon: Horizon,
    *,
    worth: Array | None = None,
    jokers: Jokers | None = None,
) -> Array:
    """The same for runs whose wild is the 2 of their own suit, which is clean in its own place.

    The run is clean if the natural cards begin with the 3, or if the ace lies beyond the 2. A wild
    may be kept. Where the other 2 of the suit or another wild comes in the round in which the run
    becomes clean, not every way to lay the cards is considered, so the points are slightly too low.

    Args:
        chances: as in `chain_values`.
        horizon: as in `chain_values`.
        worth: as in `chain_values`.
        jokers: as in `chain_values`; one that comes for the own 2 counts as a 2.

    Returns:
        532 values in the order of `STATES`; those of `chain_values` where the run has no wild, or
        has the natural 2 besides.

    Raises:
        OddsError: as `chain_values`.
    """
    rows, goes_on = rows_of(chances), chances_to_go_on(horizon)
    end = points_worth() if worth is None else worth_of(worth)
    every, last = [round_chances(row) for row in rows], _turned(end, end, 0.0)
    # Two chains side by side: `own` while the 2 of the suit is the run's wild, `plain` for all
    # other runs and for those that became one.
    plain, own = end, last
    for turn in range(len(goes_on) - 1, -1, -1):
        row = rows[min(turn, len(rows) - 1)]
        two, wild = float(row[1]), float(row[PLACES])
        # The 2 of the run's suit is treated separately: it does not come, or it does.
        alone, both = (np.where(_IS_TWO, sure, row) for sure in (0.0, 1.0))
        kept = before(_turned(own, plain, wild), round_chances(alone), "option")
        laid = before(plain, round_chances(both), "option")
        own = (1 - two) * kept + two * np.maximum(kept, laid)
        plain = played(plain, every, turn, "option", jokers)
        own, plain = (
            goes_on[turn] * after + (1 - goes_on[turn]) * now
            for after, now in ((own, last), (plain, end))
        )
    return np.where((WILD != 0) & (FIRST >= 2), _turned(own, plain, 0.0), plain)


_IS_TWO = np.arange(PLACES + 1) == 1
_CLEAN_AT = np.array(
    [(AT[RunState(3, high, FREE)], AT[RunState(2, high)]) for high in range(4, PLACES + 1)]
    + [(AT[RunState(1, high, 2)], AT[RunState(1, high)]) for high in range(3, PLACES + 1)]
)
"""States in which an own 2 is in its natural place, and the equal clean runs."""

_DIRTY_AT = np.array(
    [
        (at, AT[RunState(2, state.high, state.wild)])
        for at, state in enumerate(STATES)
        if state.low == 3 and state.wild
    ]
    + [(AT[RunState(4, high, FREE)], AT[RunState(2, high, 3)]) for high in range(5, PLACES + 1)]
    + [(AT[RunState(1, high, 2)], AT[RunState(1, high, FREE)]) for high in range(3, PLACES)]
)
"""States in which an own 2 may move to its natural place, and the states with another wild
instead."""


def _turned(own: Array, plain: Array, wild: float) -> Array:
    """The values of runs with an own 2 as their wild, where it may go to its place.

    Args:
        own: of such runs where it does not.
        plain: of all others.
        wild: the chance that another wild has come.
    """
    found = own.copy()
    at, clean = _CLEAN_AT.T
    found[at] = np.maximum(own[at], plain[clean])
    at, dirty = _DIRTY_AT.T
    found[at] += wild * np.maximum(plain[dirty] - found[at], 0.0)
    return found


def transition_matrix(
    chances: Sequence[float] | Array, worth: Array | None = None, wilds: Wilds = "option"
) -> Array:
    """Chances from every state to every other in one round: 532 rows of 532; each row sums to 1.

    Args:
        chances: of the places 1 to 14 and of a wild.
        worth: what the states are worth after the round, which decides where a wild is laid; the
            points as they lie when absent.
        wilds: whether a wild may be kept.

    Raises:
        OddsError: `chances` are not fifteen probabilities, or `worth` has not 532 numbers.
    """
    now = round_chances(row_of(chances))
    after = points_worth() if worth is None else worth_of(worth)
    # Only for inspection and tests. `chain_values` never builds it: 283,024 entries, most of them
    # 0.
    matrix = np.zeros((len(STATES), len(STATES)))
    for at, state in enumerate(STATES):
        _add_row(matrix[at], state, now, after, wilds)
    return matrix


def _add_row(row: Array, state: RunState, now: RoundChances, after: Array, wilds: Wilds) -> None:
    to = targets()
    below, above = now.below[state.low - 1], now.above[state.high - 1]
    near = np.outer(now.first[state.low - 1], now.last[state.high - 1])
    if wilds == "option":
        best = after[to.laid].argmax(axis=0)
        laid = np.take_along_axis(to.laid, best[None], axis=0)[0]
    else:
        laid = to.longest.copy()
    chance = 1.0
    # The places of a wild when all other places are filled. The chain treats this corner case
    # separately, so the matrix has to do the same.
    choices = [
        int(FILLED[place - 1])
        for place in range(1, PLACES + 1)
        if place == state.wild or not state.low <= place <= state.high
    ]
    if state.clean:
        np.add.at(row, to.spans, (1 - now.wild) * near)
        chance = now.wild
        # A clean run keeps its wild wherever that is worth at least as much.
        if wilds == "option":
            laid = np.where(after[to.clean] >= after[laid], to.clean, laid)
        if wilds == "option" or state.size == PLACES:
            choices = [int(to.clean[WHOLE, WHOLE])]
    elif state.wild > 0:
        chance = float(now.own[state.wild - 1])
        np.add.at(row, to.gaps[state.wild - 1], (1 - chance) * near)
    laid[WHOLE, WHOLE] = max(choices, key=lambda one: float(after[one]))
    np.add.at(row, laid, chance * np.outer(below, above))
