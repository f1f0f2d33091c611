"""The experiments that can be played again, in the order of the document."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.arena.errors import ArenaError
from carteado.engine.tables.options import did_you_mean
from research.buraco import BURACO
from research.duels import DUELS
from research.family import FAMILY
from research.hands import HANDS
from research.lbr import LBR
from research.section import Experiment

__all__ = ["EXPERIMENTS", "chosen"]

EXPERIMENTS: tuple[Experiment, ...] = (DUELS, HANDS, LBR, FAMILY, BURACO)
"""The built-in ones."""


def chosen(names: Sequence[str]) -> tuple[Experiment, ...]:
    """The experiments of these names in their own order; all of no names.

    Raises:
        ArenaError: there is no such experiment; says which there are.
    """
    known = {one.name: one for one in EXPERIMENTS}
    for name in names:
        if name not in known:
            raise ArenaError(
                f"there is no experiment {name!r:.40}; {did_you_mean(name, tuple(known))}"
            )
    return tuple(one for one in EXPERIMENTS if not names or one.name in names)
