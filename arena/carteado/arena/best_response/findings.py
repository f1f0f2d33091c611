"""The results of a best-response measurement: for people, for programs, as plots."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carteado.arena.best_response.drawings import by_depth, by_training
from carteado.arena.best_response.measuring import FOLDING, Question, where_it_bets
from carteado.arena.reports.plots import save_figures
from carteado.arena.reports.report_lines import table
from carteado.engine.words import counted

__all__ = ["Findings", "rows", "written"]

FORMAT = "carteado.arena.lbr"
VERSION = 1


@dataclass(frozen=True, kw_only=True)
class Findings:
    """The findings of a measurement with local best responses.

    Attributes:
        asked: what was measured.
        bounds: what local best responses won from the bots (`measuring.bounds`).
        duels: what the bots won from `Question.against` (`measuring.duels`).
        seconds: training time of each bot; empty if not given.
    """

    asked: Question
    bounds: Sequence[Mapping[str, Any]]
    duels: Sequence[Mapping[str, Any]] = ()
    seconds: Mapping[str, float]

    def to_json(self) -> str:
        """The findings as JSON, equal for equal measurements; rates are in big blinds a hand."""
        found = {
            "format": FORMAT,
            "version": VERSION,
            "seed": self.asked.seed,
            "bounds": list(self.bounds),
            "duels": list(self.duels),
            "trained": dict(self.seconds),
            "against": self.asked.against,
        }
        return json.dumps(found, sort_keys=True, indent=1, allow_nan=False)

    def lines(self) -> list[str]:
        """The findings as lines for people."""
        asked = self.asked
        depths = [f"{depth:g} bb" for depth in asked.depths]
        found = [
            "What a local best response wins of each, mbb/h, ± half-width (level 95%).",
            f"A perfect opponent wins at least that; a player who always folds loses {FOLDING}.",
        ]
        for street in asked.streets:
            found += ["", f"It {where_it_bets(street)}"]
            found += table(["", *depths], rows(self.bounds, street))
        if self.duels:
            found += ["", f"What each wins of {asked.against}, mbb/h"]
            found += table(["", *depths], rows(self.duels))
        if self.seconds:
            trained = [[bot, f"{time:g}"] for bot, time in self.seconds.items()]
            found += ["", *table(["", "trained, s"], trained)]
        faults = sum(one["faults"] for one in (*self.bounds, *self.duels))
        if faults:
            found += ["", f"Note: there were {counted(faults, 'fault')}; the default was played."]
        return found

    def draw(self, folder: Path, form: str) -> None:
        """Draw the plots into a folder.

        Raises:
            OSError: they cannot be written.
        """
        drawings = {"lbr-by-depth": functools.partial(by_depth, self.bounds)}
        if self.asked.against is not None:
            drawings["lbr-by-training"] = functools.partial(
                by_training, self.bounds, self.duels, self.seconds, self.asked.against
            )
        save_figures(drawings, folder, form=form)


def rows(some: Sequence[Mapping[str, Any]], street: str | None = None) -> list[list[str]]:
    """A row for each bot with a rate for each depth; of one street if there are several."""
    found: dict[str, list[str]] = {}
    for one in some:
        if street is None or one["bets_from"] == street:
            found.setdefault(one["bot"], [one["bot"]]).append(written(one["rate"]))
    return list(found.values())


def written(rate: Mapping[str, Any]) -> str:
    """A rate in mbb/h with its half-width."""
    interval, value = rate["interval"], f"{1000 * rate['value']:+z.0f}"
    if interval is None:
        return f"{value} ±?"
    # 500 = 1000 mbb in a big blind, times the half of the interval.
    return f"{value} ±{500 * (interval['high'] - interval['low']):.0f}"
