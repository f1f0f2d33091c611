"""The report of a measurement: data for programs, in a versioned format.

The format, version 1, is one JSON object::

    {"format": "carteado.arena.report", "version": 1, "result": {...}, "timing": [...]}

``result`` has the fields of `Report` but for ``times``, and follows from the records and the seed
alone; ``timing`` holds measured times, which a seed does not reproduce. Objects have the fields of
the class whose docstring describes them, enums their values; entrants are numbers into
``result.entrants``; keys are sorted, and numbers that are not whole have ten significant digits, so
that equal measurements give equal bytes. A later version only adds fields; a change of meaning
raises the number.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Unit
from carteado.arena.statistics.cross import Cell, Entry
from carteado.arena.statistics.curves import Curve
from carteado.arena.statistics.effective import Band, Prediction
from carteado.arena.statistics.ratings import Ratings
from carteado.arena.statistics.times import Times

__all__ = ["FORMAT", "VERSION", "Ending", "Report", "plain"]

FORMAT = "carteado.arena.report"
VERSION = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """The rule by which the measurement was to end, and its progress.

    Attributes:
        rule: its name.
        wanted: half-width, in units a deal or share of games.
        level: of the interval.
        reached: whether every pair has this precision.
        sets: of each group at the look that decided.
        half_width: of the widest pair there, by the rule's own interval; None before a first look.
        remaining: sets that each group still needs; None before a first look.
    """

    rule: str
    wanted: float
    level: float
    reached: bool
    sets: int
    half_width: float | None
    remaining: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """All results of a measurement.

    Attributes:
        entrants: their names.
        unit: what the numbers count.
        level: of all intervals.
        seed: of the bootstrap.
        matches: records read.
        sets: complete sets, of all groups together.
        incomplete: sets that lacked a seating, left out of everything but the faults.
        deals: hands dealt, in all records.
        decisions: decisions taken, in all records.
        entries: each entrant's winnings from all others, and its faults.
        cells: the cross table, one cell for each pair that met, rows before columns; `cell` finds
            the rest.
        bands: freezeouts by effective stack, where the records counted them.
        predictions: freezeouts predicted from the figures a deal.
        bradley_terry: ratings from duels, None where there were none.
        skill: Bayesian skills; None where nobody met.
        curves: cumulative winnings.
        ending: the rule of the end, None where the measurement had none.
        notes: warnings about these figures, one sentence each.
        times: of each entrant's decisions; empty without clocks.
    """

    entrants: tuple[str, ...]
    unit: Unit
    level: float
    seed: int
    matches: int
    sets: int
    incomplete: int
    deals: int
    decisions: int
    entries: tuple[Entry, ...]
    cells: tuple[Cell, ...]
    bands: tuple[Band, ...]
    predictions: tuple[Prediction, ...]
    bradley_terry: Ratings | None
    skill: Ratings | None
    curves: tuple[Curve, ...]
    ending: Ending | None
    notes: tuple[str, ...]
    times: tuple[Times, ...]

    def cell(self, row: int | str, column: int | str) -> Cell | None:
        """One entrant against another, by number or name; None if they never met.

        Raises:
            ArenaError: there is no such entrant.
        """
        one, two = self._number(row), self._number(column)
        # A search, since a report has few cells and this is called only to draw it.
        for cell in self.cells:
            if (cell.row, cell.column) == (one, two):
                return cell
            if (cell.column, cell.row) == (one, two):
                # Only one half of the table is stored; the other is its mirror image.
                return cell.turned()
        return None

    def result(self) -> dict[str, Any]:
        """The results that follow from the records and the seed, as plain data."""
        found = {item.name: plain(getattr(self, item.name)) for item in fields(self)}
        # Measured times would make two runs of the same seed differ.
        del found["times"]
        return found

    def to_json(self) -> str:
        """The report as JSON, which ends with a line feed; equal reports give equal bytes.

        The decision times are separate, under ``timing``, because a seed does not reproduce them.
        """
        found = {
            "format": FORMAT,
            "version": VERSION,
            "result": self.result(),
            "timing": plain(self.times),
        }
        # `allow_nan=False`: NaN is not JSON, and other programs could not read it.
        return json.dumps(found, sort_keys=True, indent=1, allow_nan=False) + "\n"

    def _number(self, entrant: int | str) -> int:
        if isinstance(entrant, str):
            if entrant in self.entrants:
                return self.entrants.index(entrant)
        elif 0 <= entrant < len(self.entrants):
            return entrant
        raise ArenaError(f"no entrant {entrant!r}; there are {', '.join(self.entrants)}")


def plain(value: Any) -> Any:
    """A value of a report as JSON data, with numbers rounded to ten significant digits."""
    if isinstance(value, Enum):
        return value.value
    # `is_dataclass` also accepts the class itself.
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float):
        # Sums of many numbers differ in the last digits from one processor to the next. Adding
        # zero turns a negative zero into the other.
        return float(f"{value:.10g}") + 0.0
    return value
