"""The chain of a run: what it becomes in the remaining turns, and what it is worth at the end.

A run of one suit is its natural cards and at most one wild that moves freely inside it, which makes
532 states: 78 clean runs, 90 with the wild at an end, 364 with the wild in a gap. In a round the
card of each of the 14 places comes with a chance of its own, and so does a wild, independently of
one another. What comes is laid as far as it reaches; a wild may be laid, or be kept for another run
(``option``), or has to be laid at once where it makes the longest run, of equal ones the one with
the most points (``forced``, the study's "always complement when possible").

A round is a decision tree. Its leaves are conjunctions of "this card comes" and "that one does
not", so the chances of the leaves of a state are 1 together. What happens below a run and what
happens above it are independent, and there are 92 things that can happen on either side. So the
41,456 leaves of all states are entries of products of small matrices: sides below, what a run
becomes with each pair of sides, sides above. Values follow backwards from the last round, all
states at once.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

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
    "row_sums",
    "transition_matrix",
]

Wilds = Literal["option", "forced"]


class Jokers(NamedTuple):
    """Wilds that come and are jokers.

    Attributes:
        chances: for each round that the wild which comes is one; the last stands for later rounds.
        points: that a joker has more than a 2, below 0 less.
    """

    chances: Sequence[float]
    points: float


# The sides of a run
#
# A side is (end, beyond): the end of the cards that came next to the run, and how many came beyond
# the first that did not, which a wild can join to it. Below the run ends fall, above it they rise;
# both sides are written with the places below, those above are mirrored (place 15 - x).

_SIDES: tuple[tuple[int, int], ...] = tuple(
    # Below an end at place e the hole is e - 1, so at most e - 2 cards can lie beyond it: 92
    # sides in all.
    (end, beyond)
    for end in range(1, PLACES + 1)
    for beyond in range(max(end - 1, 1))
)
_ENDS = np.array([end for end, _ in _SIDES])
_BEYOND = np.array([beyond for _, beyond in _SIDES])
_WHOLE = _SIDES.index((1, 0))
"""The side on which every card came."""


class _Chances(NamedTuple):
    """The chances of the cards that may come in a round.

    Attributes:
        below: for each first place of a run (rows) the chance of each side below it.
        above: the same above, for each last place.
        first: for each first place of a run the chance of each new first place, where what lies
            beyond does not matter.
        last: the same above.
        own: the chance of the card of each place.
        wild: the chance of a wild.
    """

    below: Array
    above: Array
    first: Array
    last: Array
    own: Array
    wild: float


# A row is (15,): the places 1 to 14, then the wild. Reversing the places turns the sides above a
# run into sides below, so one function serves both.
def _chances(row: Array) -> _Chances:
    places, wild = row[:PLACES], float(row[PLACES])
    first, below = _of_sides(places)
    last, above = _of_sides(places[::-1])
    return _Chances(below, above[::-1], first, last[::-1, ::-1], places, wild)


def _of_sides(places: Array) -> tuple[Array, Array]:
    """The chances of each new first place and of each side, for every first place of a run."""
    # Indices 0 and 15 are sentinels beyond the ends, which saves bounds checks below.
    come = np.ones(PLACES + 2)
    come[1:-1] = places
    missing = 1 - come
    missing[0] = 1.0  # below the first place nothing has to be missing
    # all_of[a, b] is the chance that the places from a to b - 1 come, 0 where b < a.
    all_of = np.triu(np.ones((PLACES + 2, PLACES + 2)))
    # Column by column: each product is the one in the column before, times one more place.
    for end in range(1, PLACES + 2):
        all_of[:end, end] = all_of[:end, end - 1] * come[end - 1]
    ends = np.arange(1, PLACES + 1)
    near = all_of[1 : PLACES + 1, 1 : PLACES + 1].T  # rows: first place of the run, columns: new
    # The run ends exactly at `end` only if the card before it is missing.
    first = near * missing[ends - 1]
    # Beyond the hole exactly `beyond` cards came, so the next one must be missing.
    hole = _ENDS - 1
    low = hole - _BEYOND
    far = np.where(_ENDS > 1, all_of[low.clip(0), hole] * missing[(low - 1).clip(0)], 1.0)
    return first, first[:, _ENDS - 1] * far


# Transitions of a run


class _Targets(NamedTuple):
    """Numbers of states, by side below (rows) and side above.

    Attributes:
        clean: without a wild.
        laid: three tables: with the wild at an end, in the hole above, in the hole below; the
            first again where there is no such hole.
        longest: of these three the one with the most cards, of those the dearest.
        spans: number of the clean run by first and last place.
        gaps: number of the state by gap, first and last place.
        there: which of `gaps` are states.
    """

    clean: Array
    laid: Array
    longest: Array
    spans: Array
    gaps: Array
    there: Array


@functools.cache
def _targets() -> _Targets:
    # 92 x 92: every side below with every side above gives one interval of natural cards.
    lows, highs = _ENDS[:, None], PLACES + 1 - _ENDS[None, :]
    lows, highs = np.broadcast_arrays(lows, highs)
    down, up = np.broadcast_arrays(_BEYOND[:, None], _BEYOND[None, :])
    free = _numbers(lows, highs, np.full_like(lows, FREE))
    above = np.where(up > 0, _numbers(lows, highs + 1 + up, highs + 1), free)
    below = np.where(down > 0, _numbers(lows - 1 - down, highs, lows - 1), free)
    laid = np.array([free, above, below])
    # The factor exceeds any points, so the number of cards decides and points break ties.
    size = np.array([state.size for state in STATES]) * 1000 + points_worth()
    best = size[laid].argmax(axis=0)
    places = np.arange(PLACES + 1)
    spans = _numbers(places[:, None], places[None, :], np.zeros((1, 1), dtype=np.intp))
    gaps = _numbers(places[None, :, None], places[None, None, :], places[:, None, None])
    # `_numbers` gives 0, a real state, for gaps that cannot exist; this mask removes them.
    kinds = np.zeros_like(gaps, dtype=np.bool_)
    for state in STATES:
        if state.wild > 0:
            kinds[state.wild, state.low, state.high] = True
    return _Targets(
        clean=_numbers(lows, highs, np.zeros_like(lows)),
        laid=laid,
        longest=np.take_along_axis(laid, best[None], axis=0)[0],
        spans=spans[1:, 1:],
        gaps=gaps[1:, 1:, 1:],
        there=kinds[1:, 1:, 1:],
    )


def _numbers(lows: Array, highs: Array, wilds: Array) -> Array:
    """Numbers of states; any number where there is no such state, which never occurs."""
    shape = np.broadcast_shapes(lows.shape, highs.shape, wilds.shape)
    parts = np.stack(
        [np.broadcast_to(part, shape).ravel() for part in (lows, highs, wilds)], axis=1
    )
    numbers = [AT.get(RunState(*state), 0) for state in parts.tolist()]
    return np.array(numbers, dtype=np.intp).reshape(shape)


_FIRST = np.array([state.low - 1 for state in STATES])
_LAST = np.array([state.high - 1 for state in STATES])
_WILD = np.array([state.wild for state in STATES])
_CLEAN, _MOVING, _GAP = (kind.nonzero()[0] for kind in (_WILD == 0, _WILD < 0, _WILD > 0))
_FILLED = np.array(
    [
        AT[RunState(2, PLACES, FREE)],
        *(AT[RunState(1, PLACES, gap)] for gap in range(2, PLACES)),
        AT[RunState(1, PLACES - 1, FREE)],
    ]
)
"""The runs of fourteen cards with a wild, by its place."""


def _before(values: Array, now: _Chances, wilds: Wilds) -> Array:
    """The worth of every state before a round, from the worth of the states after it."""
    to = _targets()
    # The best of the three places for the wild, by pair of sides. With "forced" the length
    # decides instead, as in the study.
    laid = values[to.laid].max(axis=0) if wilds == "option" else values[to.longest]
    # If all 14 places could be filled, the wild's only place is that of a card that came.
    laid[_WHOLE, _WHOLE] = 0.0
    whole = np.outer(now.below[:, _WHOLE], now.above[:, _WHOLE])
    filled = _filled(values)
    # (14, 92) x (92, 92) x (92, 14): the sum over all leaves, by first and last place of the run.
    moved = now.below @ laid @ now.above.T
    after = np.empty(len(STATES))
    after[_MOVING] = (moved + whole * filled)[_FIRST[_MOVING], _LAST[_MOVING]]
    kept = values[to.clean]
    if wilds == "option":
        with_wild = now.below @ np.maximum(laid, kept) @ now.above.T
        # On the full run a wild has no place: it is kept, even where keeping is worth less than
        # the 0 set above.
        with_wild += whole * (kept - np.maximum(laid, kept))[_WHOLE, _WHOLE]
    else:
        with_wild = moved + whole * filled
        # The clean run of fourteen cards has no room for a wild that has to be laid.
        with_wild[0, -1] = kept[_WHOLE, _WHOLE]
    # Without a wild the cards beyond a hole have no effect, so only the new ends matter.
    without = now.first @ values[to.spans] @ now.last.T
    found = (1 - now.wild) * without + now.wild * with_wild
    after[_CLEAN] = found[_FIRST[_CLEAN], _LAST[_CLEAN]]
    stays = now.first @ (values[to.gaps] * to.there) @ now.last.T
    # When the card of the gap itself comes and the run is otherwise full, the wild may also stay
    # there.
    best = np.maximum(filled[None], values[_FILLED][:, None, None])
    comes = now.own[:, None, None]
    inside = (1 - comes) * stays + comes * (moved[None] + whole[None] * best)
    after[_GAP] = inside[_WILD[_GAP] - 1, _FIRST[_GAP], _LAST[_GAP]]
    return after


def _played(
    values: Array, rows: Sequence[_Chances], turn: int, wilds: Wilds, jokers: Jokers | None
) -> Array:
    """The same for the round of a turn, where the wild that comes may be a joker."""
    now = rows[min(turn, len(rows) - 1)]
    after = _before(values, now, wilds)
    if jokers is not None:
        sure, more = now._replace(wild=1.0), values + jokers.points * (_WILD != 0)
        # A wild comes for certain on both sides, so the difference is what a joker gains.
        gain = _before(more, sure, wilds) - _before(values, sure, wilds)
        chance = jokers.chances[min(turn, len(jokers.chances) - 1)]
        # A run takes one wild, so only runs without one gain.
        after[_CLEAN] += chance * gain[_CLEAN]
    return after


def _filled(values: Array) -> Array:
    """By first and last place of a run: all else is filled, and the wild has one of those places.

    Fourteen cards leave no room for the card of that place, so it is the one that costs least.
    """
    whole = values[_FILLED]
    below = np.maximum.accumulate(np.append(-np.inf, whole))[:-1]
    above = np.maximum.accumulate(np.append(-np.inf, whole[::-1]))[-2::-1]
    return np.maximum.outer(below, above)


# Questions


def row_sums(chances: Sequence[float] | Array) -> Array:
    """For every state the sum of the chances of all its successors: 1, up to rounding.

    Args:
        chances: of the places 1 to 14 and of a wild.

    Raises:
        OddsError: they are no fifteen chances.
    """
    return _before(np.ones(len(STATES)), _chances(row_of(chances)), "option")


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
        horizon: rounds that are left, or the probability of each number of them. Who lays cards
            does not know the number, so an uncertain one is worth less than the mean of certain
            ones.
        worth: of each state at the end; points where absent. With `canastra_worth` the values are
            the chances to complete a canastra.
        wilds: whether a wild may be kept (``option``) or has to be laid (``forced``).
        jokers: wilds that come and score otherwise than `worth` has it; None for none.

    Returns:
        532 values in the order of `STATES`.

    Raises:
        OddsError: a chance or the horizon is no probability, or `worth` is not of 532 numbers.
    """
    rows = [_chances(row) for row in rows_of(chances)]
    goes_on = chances_to_go_on(horizon)
    end = points_worth() if worth is None else worth_of(worth)
    values = end
    # Backward induction: `values` holds the worth after the round while the one before is worked
    # out.
    for turn in range(len(goes_on) - 1, -1, -1):
        values = _played(values, rows, turn, wilds, jokers)
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
    """The same for runs whose wild is the 2 of their own suit: clean once it has its place.

    That is where the natural cards begin with the 3, or the ace lies beyond the 2. A wild may be
    kept. Where the other 2 of the suit or another wild comes in the round in which the run becomes
    clean, not every way to lay all of it is looked at, so points are rather too low.

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
    every, last = [_chances(row) for row in rows], _turned(end, end, 0.0)
    # Two chains side by side: `own` while the 2 of the suit is the run's wild, `plain` for all
    # other runs and for those that became one.
    plain, own = end, last
    for turn in range(len(goes_on) - 1, -1, -1):
        row = rows[min(turn, len(rows) - 1)]
        two, wild = float(row[1]), float(row[PLACES])
        # The 2 of the run's suit is treated separately: it does not come, or it does.
        alone, both = (np.where(_IS_TWO, sure, row) for sure in (0.0, 1.0))
        kept = _before(_turned(own, plain, wild), _chances(alone), "option")
        laid = _before(plain, _chances(both), "option")
        own = (1 - two) * kept + two * np.maximum(kept, laid)
        plain = _played(plain, every, turn, "option", jokers)
        own, plain = (
            goes_on[turn] * after + (1 - goes_on[turn]) * now
            for after, now in ((own, last), (plain, end))
        )
    return np.where((_WILD != 0) & (_FIRST >= 2), _turned(own, plain, 0.0), plain)


_IS_TWO = np.arange(PLACES + 1) == 1
_CLEAN_AT = np.array(
    [(AT[RunState(3, high, FREE)], AT[RunState(2, high)]) for high in range(4, PLACES + 1)]
    + [(AT[RunState(1, high, 2)], AT[RunState(1, high)]) for high in range(3, PLACES + 1)]
)
"""States in which an own 2 has its place, and the clean runs that they are."""

_DIRTY_AT = np.array(
    [
        (at, AT[RunState(2, state.high, state.wild)])
        for at, state in enumerate(STATES)
        if state.low == 3 and state.wild
    ]
    + [(AT[RunState(4, high, FREE)], AT[RunState(2, high, 3)]) for high in range(5, PLACES + 1)]
    + [(AT[RunState(1, high, 2)], AT[RunState(1, high, FREE)]) for high in range(3, PLACES)]
)
"""States in which an own 2 may go to its place, and what they become with another wild for it."""


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
    """Chances from every state to every other in one round, 532 rows of 532; each is 1 together.

    Args:
        chances: of the places 1 to 14 and of a wild.
        worth: what the states are worth after the round, which decides where a wild is laid; the
            points as they lie when absent.
        wilds: whether a wild may be kept.

    Raises:
        OddsError: they are no fifteen chances, or `worth` is not of 532 numbers.
    """
    now = _chances(row_of(chances))
    after = points_worth() if worth is None else worth_of(worth)
    # Only for inspection and tests. `chain_values` never builds it: 283,024 entries, most of them
    # 0.
    matrix = np.zeros((len(STATES), len(STATES)))
    for at, state in enumerate(STATES):
        _add_row(matrix[at], state, now, after, wilds)
    return matrix


def _add_row(row: Array, state: RunState, now: _Chances, after: Array, wilds: Wilds) -> None:
    to = _targets()
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
        int(_FILLED[place - 1])
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
            choices = [int(to.clean[_WHOLE, _WHOLE])]
    elif state.wild > 0:
        chance = float(now.own[state.wild - 1])
        np.add.at(row, to.gaps[state.wild - 1], (1 - chance) * near)
    laid[_WHOLE, _WHOLE] = max(choices, key=lambda one: float(after[one]))
    np.add.at(row, laid, chance * np.outer(below, above))
