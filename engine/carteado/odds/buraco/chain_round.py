"""One round of the chain of a run (`chain`): the cards that come, and the values before it.

A round is a decision tree. Its leaves are conjunctions of "this card comes" and "that one does
not", so the chances of the leaves of a state are 1 together. The cards below a run and those above
it are independent, and there are 92 cases on either side. So the 41,456 leaves of all states are
entries of products of small matrices: sides below, the run with each pair of sides, sides above.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from carteado.odds.buraco.run_states import AT, FREE, PLACES, STATES, Array, RunState, points_worth

__all__ = [
    "FILLED",
    "FIRST",
    "WHOLE",
    "WILD",
    "Jokers",
    "RoundChances",
    "Wilds",
    "before",
    "played",
    "round_chances",
    "targets",
]

Wilds = Literal["option", "forced"]


class Jokers(NamedTuple):
    """Wilds that come and are jokers.

    Attributes:
        chances: for each round, the chance that a joker is the wild that comes; the last one
            stands for all later rounds.
        points: by which a joker scores more than a 2; negative if it scores less.
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
WHOLE = _SIDES.index((1, 0))
"""The side on which every card came."""


class RoundChances(NamedTuple):
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
def round_chances(row: Array) -> RoundChances:
    """The chances of a round from a row of fifteen: of the places 1 to 14 and of a wild."""
    places, wild = row[:PLACES], float(row[PLACES])
    first, below = _of_sides(places)
    last, above = _of_sides(places[::-1])
    return RoundChances(below, above[::-1], first, last[::-1, ::-1], places, wild)


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
        longest: of these three the one with the most cards; at equal length the most points.
        spans: number of the clean run by first and last place.
        gaps: number of the state by gap, first and last place.
        there: mask of the entries of `gaps` that are states.
    """

    clean: Array
    laid: Array
    longest: Array
    spans: Array
    gaps: Array
    there: Array


@functools.cache
def targets() -> _Targets:
    """The states to which a run may lead, computed once."""
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
    """Numbers of states; for a combination that is not a state, an arbitrary number."""
    shape = np.broadcast_shapes(lows.shape, highs.shape, wilds.shape)
    parts = np.stack(
        [np.broadcast_to(part, shape).ravel() for part in (lows, highs, wilds)], axis=1
    )
    numbers = [AT.get(RunState(*state), 0) for state in parts.tolist()]
    return np.array(numbers, dtype=np.intp).reshape(shape)


FIRST = np.array([state.low - 1 for state in STATES])
_LAST = np.array([state.high - 1 for state in STATES])
WILD = np.array([state.wild for state in STATES])
_CLEAN, _MOVING, _GAP = (kind.nonzero()[0] for kind in (WILD == 0, WILD < 0, WILD > 0))
FILLED = np.array(
    [
        AT[RunState(2, PLACES, FREE)],
        *(AT[RunState(1, PLACES, gap)] for gap in range(2, PLACES)),
        AT[RunState(1, PLACES - 1, FREE)],
    ]
)
"""The runs of fourteen cards with a wild, by its place."""


def before(values: Array, now: RoundChances, wilds: Wilds) -> Array:
    """The worth of every state before a round, from the worth of the states after it."""
    to = targets()
    # The best of the three places for the wild, by pair of sides. With "forced" the length
    # decides instead, as in the study.
    laid = values[to.laid].max(axis=0) if wilds == "option" else values[to.longest]
    # If all 14 places could be filled, the wild's only place is that of a card that came.
    laid[WHOLE, WHOLE] = 0.0
    whole = np.outer(now.below[:, WHOLE], now.above[:, WHOLE])
    filled = _filled(values)
    # (14, 92) x (92, 92) x (92, 14): the sum over all leaves, by first and last place of the run.
    moved = now.below @ laid @ now.above.T
    after = np.empty(len(STATES))
    after[_MOVING] = (moved + whole * filled)[FIRST[_MOVING], _LAST[_MOVING]]
    kept = values[to.clean]
    if wilds == "option":
        with_wild = now.below @ np.maximum(laid, kept) @ now.above.T
        # On the full run a wild has no place: it is kept, even where keeping is worth less than
        # the 0 set above.
        with_wild += whole * (kept - np.maximum(laid, kept))[WHOLE, WHOLE]
    else:
        with_wild = moved + whole * filled
        # The clean run of fourteen cards has no room for another wild.
        with_wild[0, -1] = kept[WHOLE, WHOLE]
    # Without a wild the cards beyond a hole have no effect, so only the new ends matter.
    without = now.first @ values[to.spans] @ now.last.T
    found = (1 - now.wild) * without + now.wild * with_wild
    after[_CLEAN] = found[FIRST[_CLEAN], _LAST[_CLEAN]]
    stays = now.first @ (values[to.gaps] * to.there) @ now.last.T
    # When the card of the gap itself comes and the run is otherwise full, the wild may also stay
    # there.
    best = np.maximum(filled[None], values[FILLED][:, None, None])
    comes = now.own[:, None, None]
    inside = (1 - comes) * stays + comes * (moved[None] + whole[None] * best)
    after[_GAP] = inside[WILD[_GAP] - 1, FIRST[_GAP], _LAST[_GAP]]
    return after


def played(
    values: Array, rows: Sequence[RoundChances], turn: int, wilds: Wilds, jokers: Jokers | None
) -> Array:
    """The same for the round of a turn, where the wild that comes may be a joker."""
    now = rows[min(turn, len(rows) - 1)]
    after = before(values, now, wilds)
    if jokers is not None:
        sure, more = now._replace(wild=1.0), values + jokers.points * (WILD != 0)
        # A wild comes for certain on both sides, so the difference is what a joker gains.
        gain = before(more, sure, wilds) - before(values, sure, wilds)
        chance = jokers.chances[min(turn, len(jokers.chances) - 1)]
        # A run takes one wild, so only runs without one gain.
        after[_CLEAN] += chance * gain[_CLEAN]
    return after


def _filled(values: Array) -> Array:
    """By first and last place of a run: all else is filled, and the wild has one of those places.

    Fourteen cards leave no room for the card of that place, so it is the one that costs least.
    """
    whole = values[FILLED]
    below = np.maximum.accumulate(np.append(-np.inf, whole))[:-1]
    above = np.maximum.accumulate(np.append(-np.inf, whole[::-1]))[-2::-1]
    return np.maximum.outer(below, above)
