"""From records to a report: the single entry point of the arena's statistics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Clock, Match, Unit
from carteado.arena.reports.report import Ending, Report
from carteado.arena.statistics.cross import Cell, cross_table, entries
from carteado.arena.statistics.curves import curves
from carteado.arena.statistics.effective import Prediction, bands, predict, predict_from_hands
from carteado.arena.statistics.rates import LEAST_UNLIKE
from carteado.arena.statistics.ratings import bradley_terry, skill
from carteado.arena.statistics.stopping import Stop
from carteado.arena.statistics.tally import Tally, tally
from carteado.arena.statistics.times import times
from carteado.engine.words import counted

__all__ = ["summarise", "with_freezeouts"]

FEW_SETS = 30
"""With fewer sets a note says that Student's intervals rest on little data."""


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

    The same records give the same report in whatever order they come; the decision times are
    separate, because a seed does not reproduce them.

    Args:
        entrants: unique names, in the numbering of ``Match.seats``.
        unit: what the records count.
        matches: the records, read once; sets that lack a seating are counted and left out.
        clocks: one for each entrant, or none.
        seed: of the bootstrap.
        level: of every interval.
        resamples: of the bootstrap; 0 for none.
        stack: initial stack of each entrant in a game to its end, whole chips or points; used to
            predict freezeouts from the figures a deal.
        stop: the rule by which the measurement ended, to be reported with it.

    Raises:
        ArenaError: a name occurs twice or is missing, a clock is missing, a record occurs twice, or
            a record's tuples do not fit its seats; the error says which.
    """
    _check(entrants, unit, clocks, level, stack)
    records = tally(matches, len(entrants))
    # A measurement with a wanted width is planned for that width, not for the default ones.
    wanted = () if stop is None else (stop.half_width,)
    cells = cross_table(records, unit, seed=seed, level=level, resamples=resamples, wanted=wanted)
    sets = sum(group.sets.size for group in records.groups)
    return Report(
        entrants=tuple(entrants),
        unit=unit,
        level=level,
        seed=seed,
        matches=records.matches,
        sets=sets,
        incomplete=sum(group.incomplete for group in records.groups),
        deals=records.deals,
        decisions=records.decisions,
        entries=entries(records, unit, level=level),
        cells=cells,
        bands=bands(records, unit, level=level),
        predictions=_predictions(records, unit, cells, stack),
        bradley_terry=bradley_terry(records.groups, len(entrants), level=level),
        skill=skill(records.groups, len(entrants), level=level),
        curves=curves(records, unit, level=level),
        ending=None if stop is None else _ending(stop, records),
        notes=tuple(_notes(entrants, records, cells, level)),
        times=tuple(times(who, clock) for who, clock in enumerate(clocks)),
    )


def with_freezeouts(deals: Report, freezeouts: Report, stack: int) -> Report:
    """The report of freezeouts with predictions from single deals between the same entrants.

    Entrants are matched by name; a pair that met in one of the two only is left as it is.

    Args:
        deals: single deals, stacks reset.
        freezeouts: games to their end.
        stack: initial stack of each, whole chips.

    Raises:
        ArenaError: the two reports count different units.
    """
    # Winnings in different units would silently give a wrong prediction.
    if deals.unit != freezeouts.unit:
        raise ArenaError(
            f"the deals count {deals.unit.word} of {deals.unit.size} {deals.unit.name}, the "
            f"freezeouts {freezeouts.unit.word} of {freezeouts.unit.size} {freezeouts.unit.name}"
        )
    found = []
    for cell in freezeouts.cells:
        one, two = freezeouts.entrants[cell.row], freezeouts.entrants[cell.column]
        # Tested first, because `cell` refuses a name that is not among the entrants.
        known = deals.cell(one, two) if {one, two} <= set(deals.entrants) else None
        shown = None if known is None else predict(known, stack / deals.unit.size, cell)
        if shown is not None:
            # Numbers as in the report of the freezeouts, which will hold the prediction.
            found.append(replace(shown, row=cell.row, column=cell.column))
    return replace(freezeouts, predictions=(*freezeouts.predictions, *found))


def _check(
    entrants: Sequence[str], unit: Unit, clocks: Sequence[Clock], level: float, stack: int | None
) -> None:
    twice = sorted({name for name in entrants if list(entrants).count(name) > 1})
    if twice:
        raise ArenaError(f"every entrant needs a name of its own; twice: {', '.join(twice)}")
    if unit.size < 1:
        raise ArenaError(f"a unit is at least 1 of what is counted, not {unit.size}")
    # No clocks at all are allowed: records may come from a journal without times.
    if clocks and len(clocks) != len(entrants):
        raise ArenaError(f"there are {len(clocks)} clocks for {len(entrants)} entrants")
    if not 0 < level < 1:
        raise ArenaError(f"a level lies between 0 and 1, such as 0.95, not {level:g}")
    if stack is not None and stack < 1:
        raise ArenaError(f"a stack is positive, not {stack}")


def _predictions(
    records: Tally, unit: Unit, cells: Sequence[Cell], stack: int | None
) -> tuple[Prediction, ...]:
    if stack is None:
        return ()
    depth = stack / unit.size
    found = [
        predict(cell, depth)
        if cell.games is None
        else predict_from_hands(cell.row, cell.column, records.groups, unit, depth, cell)
        for cell in cells
    ]
    return tuple(prediction for prediction in found if prediction is not None)


def _ending(stop: Stop, records: Tally) -> Ending:
    standing = stop.of(records.groups)
    return Ending(
        rule=stop.rule.value,
        wanted=stop.half_width,
        level=stop.level,
        reached=standing.reached,
        sets=standing.sets,
        half_width=standing.half_width,
        remaining=standing.remaining,
    )


def _notes(
    entrants: Sequence[str], records: Tally, cells: Sequence[Cell], level: float
) -> Iterable[str]:
    """Warnings about the reliability of figures."""
    if not cells:
        yield "No two entrants have a complete set between them: there is nothing to compare."
    # One note for all pairs with the same number, instead of the same sentence for each pair.
    for many in sorted({cell.sets for cell in cells if cell.sets < FEW_SETS}):
        pairs = _pairs(entrants, cells, [cell for cell in cells if cell.sets == many])
        if many < 2:
            yield f"{pairs} have one set only: one set has no interval."
        else:
            yield f"{pairs} have {many} sets only: few for the intervals of Student."
    for cell in cells:
        # With few sets the note above already warns; shares of games have Wilson's interval
        # instead.
        if cell.sets >= FEW_SETS and cell.unlike < LEAST_UNLIKE and cell.games is None:
            alike = f"{cell.sets - cell.unlike:,} of {cell.sets:,}"
            yield (
                f"{_pairs(entrants, cells, [cell])} ended {alike} sets alike: what the others make "
                "is hardly known."
            )
    for name, faults in zip(entrants, records.faults, strict=True):
        wrong = faults.refused + faults.late + faults.failed
        if wrong:
            made = counted(wrong, "fault")
            yield f"{name} made {made}: its figures are also those of the defaults."
    missing = sum(group.incomplete for group in records.groups)
    if missing:
        left = counted(missing, "incomplete set is", "incomplete sets are")
        yield f"{left} left out of everything but the faults."
    # With a single unit the seat does not matter.
    single = [group for group in records.groups if group.seatings == 1 and len(group.entrants) > 1]
    if single:
        yield "Sets of one seating share no cards: who sat where is part of their figures."
    if len(cells) > 1:
        # Bonferroni's bound, which holds however the intervals depend on one another.
        least = max(0.0, 1 - len(cells) * (1 - level))
        yield (
            f"Each interval holds its true value with {level:.0%}; all {len(cells)} at once do so "
            f"with less, at least {least:.0%}."
        )
    if any(cell.games is not None for cell in cells):
        yield (
            "Wilson's interval takes games as independent; those of a set share their cards, which "
            "the interval by sets allows for."
        )
    if any(cell.games is not None and cell.games.adjusted is not None for cell in cells):
        yield (
            "Adjusted shares count the luck after all-ins as a share of all chips; ratings go by "
            "who won."
        )


def _pairs(entrants: Sequence[str], cells: Sequence[Cell], some: Sequence[Cell]) -> str:
    """Some of all pairs as the subject of a sentence; one of them by its names."""
    if len(some) > 1:
        return f"All {len(some)} pairs" if len(some) == len(cells) else f"{len(some)} pairs"
    return f"{entrants[some[0].row]} and {entrants[some[0].column]}"
