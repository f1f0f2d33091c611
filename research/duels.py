"""The heads-up paper's six duels of bots: games to their end, and predictions from single deals.

Each pair plays freezeouts with mirrored decks, in both variants of the bots. The same bots also
play single deals with other cards; from the mean and the deviation of a deal, and from nothing
else, the share of freezeouts is predicted and set beside the one that was measured.
"""

from __future__ import annotations

from typing import Any

from carteado.arena.matches.contest import Contest
from carteado.arena.matches.play import Outcome
from carteado.arena.matches.runs import Run
from carteado.arena.reports.report import Report, plain
from carteado.arena.reports.summary import summarise, with_freezeouts
from research.duels_text import section
from research.heads_up import BOTS, SEED, STACK, VARIANTS, pair_contest
from research.section import Experiment

__all__ = ["DUELS"]

FREEZEOUT_SETS = 10_000
"""Of each pair at full scale: 20,000 freezeouts, each deck played from both sides."""

DEAL_SETS = 40_000
"""Of each pair at full scale, for the prediction."""


def measure(run: Run) -> dict[str, Any]:
    """Play both variants, freezeouts and single deals."""
    return {
        "seed": SEED,
        "stack": STACK,
        "bots": list(BOTS),
        "full": 2 * FREEZEOUT_SETS,
        "variants": [_variant(run, variant) for variant in VARIANTS],
    }


def _variant(run: Run, variant: str) -> dict[str, Any]:
    freezeouts = pair_contest(variant, freezeout=True)
    # Another seed: predictions must not come from the cards that they are tested on.
    deals = pair_contest(variant, freezeout=False, seed=SEED + 1)
    played = run.play(f"duels-{variant}", freezeouts, FREEZEOUT_SETS)
    dealt = run.play(f"duels-deals-{variant}", deals, DEAL_SETS)
    single = _report(deals, dealt)
    report = with_freezeouts(single, _report(freezeouts, played), STACK)
    return {
        "variant": variant,
        "faults": [_faults(report, who) + _faults(single, who) for who in range(len(BOTS))],
        "pairs": [_pair(report, at) for at in range(len(report.cells))],
        "predictions": [_prediction(report, single, at) for at in range(len(report.predictions))],
    }


def _report(contest: Contest, outcome: Outcome) -> Report:
    # `BOTS` as names: the entrants' own have options in them that the text should not repeat.
    return summarise(BOTS, contest.unit, outcome.matches, seed=contest.seed, resamples=0)


def _faults(report: Report, who: int) -> int:
    faults = report.entries[who].faults
    return faults.refused + faults.late + faults.failed


def _pair(report: Report, at: int) -> dict[str, Any]:
    cell = report.cells[at]
    games = cell.games
    # Freezeouts always have a place for each seat.
    assert games is not None
    found: dict[str, Any] = plain(games)
    return {
        **found,
        # A property, which `plain` does not write by itself.
        "saves": plain(games.gain),
        "row": report.entrants[cell.row],
        "column": report.entrants[cell.column],
        "sets": cell.sets,
        "games": cell.matches,
        "deals": cell.deals,
    }


def _prediction(report: Report, single: Report, at: int) -> dict[str, Any]:
    prediction = report.predictions[at]
    cell = single.cell(prediction.row, prediction.column)
    # A prediction is made only of a pair that has a cell.
    assert cell is not None
    found: dict[str, Any] = plain(prediction)
    names = {"row": report.entrants[prediction.row], "column": report.entrants[prediction.column]}
    # The names replace the numbers, which mean nothing outside of the report.
    return {**found, **names, "deals": cell.deals, "rate": plain(cell.best)}


DUELS = Experiment(
    name="duels",
    title="Six duels of bots, heads-up",
    text="the heads-up paper's bots in games to their end, both variants",
    measure=measure,
    section=section,
)
"""The paper's bot duels."""
