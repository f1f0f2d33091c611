"""What an experiment is: something to measure, and a section of a document about what was found.

The two halves meet in plain data, the *findings*. They are kept beside the document, so that a
section can be written anew without a match being played, and so that a test can tell whether what
stands in the document is what its findings say.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carteado.arena.contest import Contest
from carteado.arena.errors import ArenaError, in_words
from carteado.arena.journal import Journal
from carteado.arena.play import Outcome, play

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Experiment", "Findings", "Run", "Section", "paragraph", "table"]

Findings = Mapping[str, Any]
"""What a measurement found, as JSON knows it; numbers as `report.plain` cuts them."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """How a measurement is to be run.

    Attributes:
        journals: folder of the journals, one file for each contest; None to keep none.
        resume: go on with the journals that are there.
        scale: part of each experiment's full number of sets.
        sets: sets of each group of entrants instead, whatever the experiment.
        jobs: processes that play.
        tell: told how far it came: what is played, sets done, sets in all.
    """

    journals: Path | None = None
    resume: bool = False
    scale: float = 1.0
    sets: int | None = None
    jobs: int = 1
    tell: Callable[[str, int, int], None] = field(default=lambda what, done, total: None)

    def rounds(self, full: int) -> int:
        """Sets of each group, where an experiment has so many at full scale."""
        return self.sets if self.sets is not None else max(1, math.ceil(full * self.scale - 1e-9))

    def play(self, name: str, contest: Contest, full: int) -> Outcome:
        """Play a contest at the scale of this run, with its journal, of which nothing is left out.

        Args:
            name: of the journal, ``NAME.jsonl``.
            contest: to play.
            full: sets of each group at full scale.

        Raises:
            ArenaError: as `play.play`, or the journal cannot be used.
        """
        rounds = self.rounds(full)

        def tell(done: int, total: int) -> None:
            self.tell(name, done, total)

        if self.journals is None:
            return play(contest, rounds=rounds, jobs=self.jobs, progress=tell)
        path = self.journal(name)
        with Journal(path, contest, resume=self.resume) as book:
            return play(
                contest,
                rounds=max(rounds, contest.plan.rounds(book.sets)),
                jobs=self.jobs,
                journal=book,
                progress=tell,
            )

    def journal(self, name: str) -> Path:
        """Where the journal of that name lies; its folder is made.

        Raises:
            ArenaError: the run keeps no journals, or the folder cannot be made.
        """
        if self.journals is None:
            raise ArenaError("this run keeps no journals")
        with in_words(f"{self.journals} cannot be made"):
            self.journals.mkdir(parents=True, exist_ok=True)
        return self.journals / f"{name}.jsonl"


@dataclass(frozen=True, kw_only=True)
class Section:
    """What is said about an experiment.

    Attributes:
        lines: Markdown below the title; headings in it are of the third level. A plot is shown by
            ``![what it shows](experiments/NAME.svg)``.
        drawings: what draws the plot, by the NAME of its file.
    """

    lines: tuple[str, ...]
    drawings: Mapping[str, Callable[[], Figure]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A published experiment that can be played again.

    Attributes:
        name: by which it is asked for; also of its findings' file, and the beginning of the names
            of its journals and plots.
        title: of its section.
        text: one line about it.
        measure: plays it.
        section: writes about it, from the findings alone.
    """

    name: str
    title: str
    text: str
    measure: Callable[[Run], dict[str, Any]]
    section: Callable[[Findings], Section]


def paragraph(text: str) -> list[str]:
    """Lines of a paragraph."""
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """A table in Markdown.

    Args:
        head: names of the columns.
        rows: as many texts each.
        left: so many columns from the left are set to the left, the others to the right.
    """
    marks = ["---" if column < left else "---:" for column in range(len(head))]
    return [f"| {' | '.join(line)} |" for line in (head, marks, *rows)]
