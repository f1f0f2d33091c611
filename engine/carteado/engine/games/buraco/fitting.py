"""What fits a run or set on the table, one card at a time."""

from __future__ import annotations

import functools
import operator
from typing import NamedTuple

from carteado.engine.cards import Card
from carteado.engine.games.buraco.hands import lanes_of
from carteado.engine.games.buraco.runs import Melding, Run, extended
from carteado.engine.games.buraco.shapes import added_to_run, added_to_set, shape_of

__all__ = ["fits", "fits_lanes"]

Lanes = tuple[int, tuple[int, ...]]


def fits(run: Run, rules: Melding) -> frozenset[Card]:
    """The faces that may be added to a run, one at a time."""
    if rules.wild_relocation == "free":
        return _fits_free(run.cards)
    return _fits(
        run.cards,
        run.wild_at,
        run.marred,
        rules.sets,
        rules.wild_relocation,
        rules.wild_regularise,
    )


@functools.lru_cache(maxsize=1 << 15)
def _fits_free(cards: tuple[Card, ...]) -> frozenset[Card]:
    shape = shape_of(cards)
    if shape is None:
        return frozenset()
    if shape.rank:
        return added_to_set(shape.rank, shape.clean)
    return added_to_run(cards, shape.suit)


def fits_lanes(runs: tuple[Run, ...], rules: Melding) -> Lanes:
    """The faces that may be added to any of some runs and to each, in the lanes of a hand."""
    if rules.wild_relocation != "free":
        return _united(tuple([lanes_of(fits(run, rules)) for run in runs]))
    known = _RECENT.get(id(runs))
    if known is None or known[0] is not runs:
        if len(_RECENT) >= _MOST:
            _RECENT.clear()
        known = _RECENT[id(runs)] = runs, _united(tuple(map(_lanes_free, map(_cards_of, runs))))
    return known[1]


_MOST = 64
_RECENT: dict[int, tuple[tuple[Run, ...], Lanes]] = {}
"""What fits the runs asked about last: a pair's stay the same for most decisions."""


def _united(each: tuple[int, ...]) -> Lanes:
    return functools.reduce(operator.or_, each, 0), each


_cards_of = operator.attrgetter("cards")


@functools.lru_cache(maxsize=1 << 15)
def _lanes_free(cards: tuple[Card, ...]) -> int:
    return lanes_of(_fits_free(cards))


class _Rules(NamedTuple):
    sets: str
    wild_relocation: str
    wild_regularise: bool


@functools.lru_cache(maxsize=1 << 15)
def _fits(
    cards: tuple[Card, ...],
    wild_at: int | None,
    marred: bool,
    sets: str,
    relocation: str,
    regularise: bool,
) -> frozenset[Card]:
    """What fits where a wild has its place: of what fits otherwise, what fits so too."""
    run = Run(cards=cards, wild_at=wild_at, marred=marred)
    rules = _Rules(sets, relocation, regularise)
    some = _fits_free(cards)
    return frozenset([face for face in some if extended(run, (face,), None, rules) is not None])
