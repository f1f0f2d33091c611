"""What fits a run or set on the table, one card at a time."""

from __future__ import annotations

import functools
import operator
from typing import NamedTuple

from carteado.engine.cards import Card
from carteado.engine.games.buraco.hands import lanes_of
from carteado.engine.games.buraco.runs import Melding, Run, extended

__all__ = ["fits", "fits_lanes"]


def fits(run: Run, rules: Melding) -> frozenset[Card]:
    """The faces that may be added to a run, one at a time."""
    if rules.wild_relocation == "free":
        return run.fits
    return _fits(
        run.cards,
        run.wild_at,
        run.marred,
        rules.sets,
        rules.wild_relocation,
        rules.wild_regularise,
    )


def fits_lanes(runs: tuple[Run, ...], rules: Melding) -> tuple[int, ...]:
    """The faces that may be added to each of some runs, in the lanes of a hand."""
    if rules.wild_relocation == "free":
        return tuple(map(_lanes, runs))
    return tuple([lanes_of(fits(run, rules)) for run in runs])


_lanes = operator.attrgetter("lanes")


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
    return frozenset([face for face in run.fits if extended(run, (face,), None, rules) is not None])
