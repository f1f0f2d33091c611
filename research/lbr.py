"""Lower bounds on the exploitability of heads-up Hold'em bots, by the depth of their stacks."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from carteado.arena.best_response.drawings import by_depth
from carteado.arena.best_response.findings import rows
from carteado.arena.best_response.measuring import FOLDING, Question, bounds, where_it_bets
from carteado.arena.matches.runs import Run
from research.rendering import rendered
from research.section import Experiment, Findings, Section

__all__ = ["LBR"]

SETS = 400
"""Of each bot, depth and response at full scale: 800 deals."""

SEED = 2017

BOTS = ("tight", "aggressive", "mixed", "mfs", "equity", "bully")

DEPTHS = (8.5, 13.5, 75.0)
"""Big blinds; the last is what the paper's games begin with."""

STREETS = ("preflop", "river")


def measure(run: Run) -> dict[str, Any]:
    """Play every response against every bot at every depth."""
    sets = run.rounds(SETS)
    asked = Question(bots=BOTS, depths=DEPTHS, streets=STREETS, sets=sets, seed=SEED)
    return {"seed": SEED, "sets": sets, "full": SETS, "bounds": bounds(run, asked)}


def section(found: Findings) -> Section:
    """The section, with one plot."""
    measured = found["bounds"]
    # From the findings and not from the constants, which may have changed since they were
    # measured.
    deepest = max(one["depth"] for one in measured)
    streets = dict.fromkeys(one["bets_from"] for one in measured)
    lines = rendered(
        "lbr",
        found=found,
        faults=sum(one["faults"] for one in measured),
        depths=[f"{depth:g} bb" for depth in dict.fromkeys(one["depth"] for one in measured)],
        streets=[
            (where_it_bets(street).capitalize(), rows(measured, street)) for street in streets
        ],
        folding=FOLDING,
        deepest=deepest,
        worse=_worse_than_folding(measured, deepest),
    )
    return Section(lines=lines, drawings={"lbr": functools.partial(by_depth, measured)})


def _worse_than_folding(measured: Sequence[Mapping[str, Any]], depth: float) -> list[str]:
    """The bots that lose more than by folding, at a depth."""
    found = dict.fromkeys(
        str(one["bot"])
        for one in measured
        # The whole interval must lie above the loss of a player who always folds.
        if one["depth"] == depth
        and one["rate"]["interval"] is not None
        and 1000 * one["rate"]["interval"]["low"] > FOLDING
    )
    return list(found)


LBR = Experiment(
    name="lbr",
    title="How exploitable the bots are",
    text="local best responses to the bots of heads-up Hold'em, by depth",
    measure=measure,
    section=section,
)
"""Lower bounds of what the best answer to each bot wins."""
