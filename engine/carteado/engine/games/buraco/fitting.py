"""The faces that fit a run or set on the table, one card at a time."""

from __future__ import annotations

import operator

from carteado.engine.cards import Card
from carteado.engine.games.buraco.runs import Melding, Run, lanes_in_place
from carteado.engine.games.buraco.shapes import added

__all__ = ["fits", "fits_lanes"]


def fits(run: Run, rules: Melding) -> frozenset[Card]:
    """The faces that may be added to a run, one at a time."""
    if rules.wild_relocation == "free":
        return run.fits
    return added(_lanes_in_place(run, rules))


def fits_lanes(runs: tuple[Run, ...], rules: Melding) -> tuple[int, ...]:
    """The faces that may be added to each of some runs, in the lanes of a hand."""
    if rules.wild_relocation == "free":
        return tuple(map(_lanes, runs))
    return tuple([_lanes_in_place(run, rules) for run in runs])


_lanes = operator.attrgetter("lanes")


def _lanes_in_place(run: Run, rules: Melding) -> int:
    """The faces that fit where wilds have places of their own; for a set nothing changes."""
    shape = run.shape
    # Sets have no places, so a fixed wild changes nothing for them.
    if shape is None or shape.rank:
        return run.lanes
    return lanes_in_place(shape, run.wild_at, rules.wild_relocation, rules.wild_regularise)
