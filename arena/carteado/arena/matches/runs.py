"""A run of several contests: their scale, and a journal for each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from carteado.arena.errors import ArenaError, in_words
from carteado.arena.matches.contest import Contest
from carteado.arena.matches.journal import Journal
from carteado.arena.matches.play import Outcome, play

__all__ = ["Run"]


@dataclass(frozen=True, kw_only=True)
class Run:
    """The settings of a run.

    Attributes:
        journals: folder of the journals, one file for each contest; None to keep none.
        resume: whether to continue existing journals.
        scale: part of each experiment's full number of sets.
        sets: sets of each group of entrants, instead of a part of the experiment's number.
        jobs: processes that play.
        tell: called with the progress: name, sets done, sets in all.
    """

    journals: Path | None = None
    resume: bool = False
    scale: float = 1.0
    sets: int | None = None
    jobs: int = 1
    tell: Callable[[str, int, int], None] = field(default=lambda what, done, total: None)

    def rounds(self, full: int) -> int:
        """Sets of each group for an experiment, from its number at full scale."""
        # Rounded up, but not because of a rounding error; every experiment plays at least one set.
        return self.sets if self.sets is not None else max(1, math.ceil(full * self.scale - 1e-9))

    def play(self, name: str, contest: Contest, full: int) -> Outcome:
        """Play a contest at the scale of this run, with all sets of its journal.

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
                # All records of a longer run count, because dropping them gains nothing.
                rounds=max(rounds, contest.plan.rounds(book.sets)),
                jobs=self.jobs,
                journal=book,
                progress=tell,
            )

    def journal(self, name: str) -> Path:
        """The path of the journal with a name; its folder is created.

        Raises:
            ArenaError: the run keeps no journals, or the folder cannot be made.
        """
        if self.journals is None:
            raise ArenaError("this run keeps no journals")
        with in_words(f"{self.journals} cannot be made"):
            self.journals.mkdir(parents=True, exist_ok=True)
        return self.journals / f"{name}.jsonl"
