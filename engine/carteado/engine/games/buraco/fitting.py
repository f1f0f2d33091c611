"""What fits a run or set on the table, one card at a time."""

from __future__ import annotations

import operator

from carteado.engine.cards import Card
from carteado.engine.games.buraco.hands import lanes_of
from carteado.engine.games.buraco.runs import Melding, Run, fits_in_place
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
    """What fits where a wild has its place: of what fits otherwise, what fits so too.

    It is kept with the run, which lies on one table.
    """
    kept, key = run.lanes_in_place, (rules.wild_relocation, rules.wild_regularise)
    if key not in kept:
        some = [face for face in run.fits if fits_in_place(run, face, rules)]
        kept[key] = lanes_of(some)
    return kept[key]
