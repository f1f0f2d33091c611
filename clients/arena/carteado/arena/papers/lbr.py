"""How much the bots of heads-up Hold'em can be beaten by at least, by the depth of their stacks."""

from __future__ import annotations

import functools
from typing import Any

from carteado.arena.best_response.drawings import by_depth
from carteado.arena.best_response.findings import rows
from carteado.arena.best_response.measuring import FOLDING, Question, bounds, where_it_bets
from carteado.arena.papers.section import Experiment, Findings, Section, paragraph, table
from carteado.arena.runs import Run

__all__ = ["LBR"]

SETS = 400
"""Of each bot, depth and response at full scale: 800 deals."""

SEED = 2017

BOTS = ("tight", "aggressive", "mixed", "mfs", "equity", "bully")

DEPTHS = (8.5, 13.5, 75.0)
"""Big blinds; the last is what the paper's games begin with."""

STREETS = ("preflop", "river")


def measure(run: Run) -> dict[str, Any]:
    """Let every response play against every bot at every depth."""
    sets = run.rounds(SETS)
    asked = Question(bots=BOTS, depths=DEPTHS, streets=STREETS, sets=sets, seed=SEED)
    return {"seed": SEED, "sets": sets, "full": SETS, "bounds": bounds(run, asked)}


def section(found: Findings) -> Section:
    """The section, with one plot."""
    bounds_found = found["bounds"]
    depths = [f"{depth:g} bb" for depth in dict.fromkeys(one["depth"] for one in bounds_found)]
    streets = dict.fromkeys(one["bets_from"] for one in bounds_found)
    faults = sum(one["faults"] for one in bounds_found)
    lines = [
        *paragraph(
            "How good a player is cannot be told from whom it beats. A *local best response* (Lisý "
            "and Bowling, 2017) knows how its opponent plays and not what it holds. Before each of "
            "its actions it asks which hands would have done what the opponent did, and takes the "
            "action that is worth most if both only check and call from then on. What it wins is a "
            "lower bound of what the best answer to the bot would win."
        ),
        "",
        "```",
        "carteado arena papers lbr",
        "```",
        "",
        *paragraph(
            f"Seed {found['seed']}; {found['sets']:,} sets for each figure, the same cards from "
            f"both seats ({found['full']:,} at full scale); stacks reset, blinds 10 and 20. "
            f"{faults or 'No'} fault{'s were' if faults != 1 else ' was'} made. The figures are in "
            "mbb a hand, all-ins adjusted, ± half-width. There are two responses: one bets on "
            "every street, the other checks and calls before the river. Each gives a bound of its "
            "own, and the larger one counts; a bound below zero says nothing."
        ),
    ]
    for street in streets:
        lines += ["", f"{where_it_bets(street).capitalize()}:", ""]
        lines += table(["bot", *depths], rows(bounds_found, street))
    lines += [
        "",
        "![What local best responses win of the bots](experiments/lbr.svg)",
        "",
        *paragraph(
            f"Who always folds loses {FOLDING} mbb a hand. {_concluded(found)} Published bounds of "
            "bots that were trained for equilibria of abstractions, at 200 big blinds and with the "
            "best of several responses, lie between 3,300 and 4,700."
        ),
    ]
    return Section(lines=tuple(lines), drawings={"lbr": functools.partial(by_depth, bounds_found)})


def _concluded(found: Findings) -> str:
    """Who is told to lose more than by folding, at the greatest depth."""
    deepest = max(one["depth"] for one in found["bounds"])
    worse = dict.fromkeys(
        one["bot"]
        for one in found["bounds"]
        if one["depth"] == deepest
        and one["rate"]["interval"] is not None
        and 1000 * one["rate"]["interval"]["low"] > FOLDING
    )
    if not worse:
        return f"At {deepest:g} big blinds no bot is shown to lose more than that."
    names = ", ".join(f"`{bot}`" for bot in worse)
    return f"At {deepest:g} big blinds {names} can be made to lose more, by the whole interval."


LBR = Experiment(
    name="lbr",
    title="How much the bots can be beaten by",
    text="local best responses to the bots of heads-up Hold'em, by depth",
    measure=measure,
    section=section,
)
"""Lower bounds of what the best answer to each bot wins."""
