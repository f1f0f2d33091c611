"""From records to a report: the one door of the arena's statistics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from carteado.arena.records import Clock, Match, Unit

if TYPE_CHECKING:
    from carteado.arena.report import Report
    from carteado.arena.stopping import Stop

__all__ = ["summarise"]


def summarise(
    entrants: Sequence[str],
    unit: Unit,
    matches: Iterable[Match],
    clocks: Sequence[Clock] = (),
    *,
    seed: int = 0,
    level: float = 0.95,
    resamples: int = 2000,
    stack: int | None = None,
    stop: Stop | None = None,
) -> Report:
    """Everything that a measurement proves, as data.

    The same records give the same report in whatever order they come; the clocks are kept apart
    from the rest, since no seed repeats them.

    Args:
        entrants: names, in the numbering of ``Match.seats``; each once.
        unit: what the records count.
        matches: the records, read once; sets that lack a seating are counted and left out.
        clocks: one for each entrant, or none.
        seed: of the bootstrap.
        level: of every interval.
        resamples: of the bootstrap; 0 for none.
        stack: what each entrant begins a game to its end with, in the unit's name (chips): gives
            the prediction of freezeouts from the figures a deal; None if not known.
        stop: the rule by which the measurement ended, to be reported with it.

    Raises:
        ArenaError: a name twice, an entrant without a name, a record twice, or records whose
            tuples do not fit their seats; says which.
    """
    raise NotImplementedError
