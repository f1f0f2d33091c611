"""Local best responses to several bots at several depths, and the bots' own duels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from carteado.arena.best_response.model import STREETS
from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import Contest, contest
from carteado.arena.matches.entrants import labels, resolve
from carteado.arena.matches.runs import Run
from carteado.arena.reports.report import plain
from carteado.arena.reports.summary import summarise

__all__ = ["FOLDING", "Question", "bounds", "duels", "where_it_bets"]

FOLDING = 750
"""mbb/h lost by always folding: half a big blind on the button, a whole one in the big blind."""

_GAME = "holdem"

# Even, so that the small blind is a whole number of chips.
_BLIND = 20
"""Chips."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """The task of a measurement with local best responses.

    Attributes:
        bots: as entrants are named.
        depths: initial stacks, big blinds.
        streets: the first of the `STREETS` on which a response bets; one response for each.
        sets: sets for each bot, depth and street; each is two deals of the same cards.
        seed: all luck follows from it.
        against: a bot that all of them also play against; None for none.
    """

    bots: Sequence[str]
    depths: Sequence[float]
    streets: Sequence[str]
    sets: int
    seed: int
    against: str | None = None

    def check(self) -> None:
        """Check before the play that everything can be played.

        Raises:
            ArenaError: a depth is not a whole number of chips, or a bot cannot be answered.
        """
        for bot in self.bots:
            resolve([f"lbr:{bot}"], _GAME)
        if self.against is not None:
            resolve([self.against], _GAME)
        for depth in self.depths:
            # Any entrants will do, because only the depth is checked.
            self.contest("lbr:random", "random", depth)

    def contest(self, one: str, other: str, depth: float) -> Contest:
        """A duel from stacks of a given depth.

        Raises:
            ArenaError: the depth is not a whole number of chips, or an entrant is invalid.
        """
        # From the text, so that the typed decimal counts and not its binary approximation.
        chips = Fraction(str(depth)) * _BLIND
        if chips.denominator != 1:
            raise ArenaError(f"{depth:g} big blinds of {_BLIND} are not a whole number of chips")
        given = {"stack": str(chips), "blinds": f"{_BLIND // 2}/{_BLIND}"}
        return contest([one, other], game=_GAME, preset="heads-up", given=given, seed=self.seed)


def bounds(run: Run, asked: Question) -> list[dict[str, Any]]:
    """The winnings of a local best response against each bot, plain data, depths within streets.

    Args:
        run: how to play; journals are named ``lbr-N-DEPTH-STREET``, bots numbered from 1.
        asked: what to measure.

    Raises:
        ArenaError: an entrant is invalid, or a journal cannot be used.
    """
    return [
        {"bot": bot, "depth": depth, "bets_from": street}
        # A number stands for the bot in the journal's name: a spec may not be a file name.
        | _played(run, asked, f"lbr@{street}:{bot}", bot, depth, f"lbr-{number}-{depth:g}-{street}")
        for number, bot in enumerate(asked.bots, 1)
        for street in asked.streets
        for depth in asked.depths
    ]


def duels(run: Run, asked: Question) -> list[dict[str, Any]]:
    """The winnings of the other bots against `Question.against`, plain data; empty without one.

    Args:
        run: how to play; journals are named ``duel-N-DEPTH``, bots numbered from 1.
        asked: what to measure; `Question.streets` do not matter.

    Raises:
        ArenaError: as above.
    """
    return [
        {"bot": bot, "depth": depth}
        | _played(run, asked, bot, asked.against, depth, f"duel-{number}-{depth:g}")
        for number, bot in enumerate(asked.bots, 1)
        for depth in asked.depths
        # A bot against itself wins nothing on average.
        if asked.against not in (None, bot)
    ]


def where_it_bets(street: str) -> str:
    """The play of a response in words: the streets on which it bets."""
    return "bets on every street" if street == STREETS[0] else f"bets from the {street} on"


def _played(
    run: Run, asked: Question, one: str, other: str, depth: float, name: str
) -> dict[str, Any]:
    """The winnings of one bot against the other, big blinds a deal, and the sample size."""
    duel = asked.contest(one, other, depth)
    outcome = run.play(name, duel, asked.sets)
    names = labels(duel.entrants)
    # `resamples=0`: the bootstrap is slow and is not reported.
    report = summarise(names, duel.unit, outcome.matches, seed=duel.seed, resamples=0)
    cell = report.cell(0, 1)
    # Two entrants that have played a set always have a cell.
    assert cell is not None
    faults = [entry.faults for entry in report.entries]
    return {
        "rate": plain(cell.best),
        "sets": report.sets,
        "deals": report.deals,
        "faults": sum(one.refused + one.late + one.failed for one in faults),
    }
