"""The family game's three strategies beside a fourth seat that plays every hand.

They play Quick Hold'em at the table, in rotation over the same cards; and the same values are
counted without a table (`family_count`) over many more deals, which checks them independently.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from carteado.arena.matches.contest import Contest, contest
from carteado.arena.matches.entrants import labels
from carteado.arena.matches.runs import Run
from carteado.arena.reports.report import plain
from carteado.arena.reports.summary import summarise
from research.family_count import PLAYERS, expected_values
from research.rendering import rendered
from research.section import Experiment, Findings, Section
from research.words import signed, span, within

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FAMILY"]

SETS = 480_000
"""Number of sets at full scale; all of each interval is then within 0.003 stakes of the earlier
value."""

COUNTED = 8
"""Deals that are counted without a table, for each set at the table."""

SEED = 2017

EARLIER: Mapping[str, float] = {"parity": 0.002, "always": -0.039, "high-card": 0.074}
"""Stakes a hand, from 6 million deals of another implementation."""

EARLIER_DEALS = 6_000_000

REACH = 0.003

_STAKE = 120
"""Divides by two, three and four, so that no pot leaves an odd chip to luck."""

_SHARES: Mapping[str, str] = {
    "parity": "the sum of its card values is even",
    "always": "always",
    "high-card": "a card is a jack or better",
}


def family_contest() -> Contest:
    """The three, and a second one that always plays; nobody leads by fixed right."""
    return contest(
        # Four seats for three strategies; `labels` numbers the second "always".
        [*PLAYERS, "always"],
        game="quick-holdem",
        preset="standard",
        # Credit for ten stakes, more than one hand can cost.
        given={"default_stake": str(_STAKE), "credit": str(10 * _STAKE)},
        seed=SEED,
    )


def measure(run: Run) -> dict[str, Any]:
    """Play at the table, and count without one."""
    game = family_contest()
    outcome = run.play("family", game, SETS)
    names = labels(game.entrants)
    report = summarise(names, game.unit, outcome.matches, seed=SEED, resamples=0)
    # In proportion, so that both figures have the scale of the run.
    deals = COUNTED * run.rounds(SETS)
    counted = expected_values(deals, SEED)
    faults = [entry.faults for entry in report.entries]
    return {
        "seed": SEED,
        "sets": report.sets,
        "full": SETS,
        "deals": report.deals,
        "counted": deals,
        "faults": sum(one.refused + one.late + one.failed for one in faults),
        "players": [
            {
                "name": names[entry.entrant],
                "table": plain(entry.duplicate),
                "naive": plain(entry.naive),
                # By the strategy's name and not by the label, because equal players have one
                # expected value.
                "counted": plain(counted[game.entrants[entry.entrant]]),
            }
            for entry in report.entries
        ],
    }


def section(found: Findings) -> Section:
    """The section, with one plot."""
    rows = [_row(player) for player in found["players"]]
    values = {_kind(one): one["counted"] for one in found["players"]}
    lines = rendered(
        "family",
        found=found,
        rows=rows,
        earlier_deals=EARLIER_DEALS,
        strategies=[(kind, values[kind]) for kind in PLAYERS],
    )
    drawings = {"family": functools.partial(_drawing, found)}
    return Section(lines=lines, drawings=drawings)


def _kind(player: Mapping[str, Any]) -> str:
    name = str(player["name"])
    # Undoes the number that `labels` has added.
    return "always" if name.startswith("always") else name


def _row(player: Mapping[str, Any]) -> tuple[str, ...]:
    kind = _kind(player)
    earlier = EARLIER[kind]
    at_table, counted = player["table"], player["counted"]
    near = [within(one["interval"], earlier, REACH) for one in (at_table, counted)]
    return (
        player["name"],
        _SHARES[kind],
        signed(earlier, 3),
        signed(at_table["value"], 4),
        span(at_table["interval"], 4),
        signed(counted["value"], 4),
        span(counted["interval"], 4),
        ", ".join(near),
    )


def _drawing(found: Findings) -> Figure:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(6.0, 3.0), layout="constrained")
    axes = drawn.subplots()
    players = found["players"]
    # Shifted a little, or the two intervals would lie over each other.
    for shift, word, marker in ((0.12, "table", "o"), (-0.12, "counted", "s")):
        # Negative, so that the first player stands on top.
        places = [shift - at for at in range(len(players))]
        values = [player[word]["value"] for player in players]
        reach = [_reach(player[word]) for player in players]
        axes.errorbar(values, places, xerr=reach, fmt=marker, markersize=4, capsize=2, label=word)
    earlier = [EARLIER[_kind(player)] for player in players]
    axes.plot(
        earlier, [-at for at in range(len(players))], "|", color="0.3", ms=14, label="earlier"
    )
    axes.axvline(0, color="0.8", linewidth=0.8, zorder=0)
    axes.set_yticks([-at for at in range(len(players))], [player["name"] for player in players])
    axes.set_title("Winnings of each strategy")
    axes.set_xlabel("won, stakes per hand")
    axes.legend(frameon=False)
    return drawn


def _reach(figure: Mapping[str, Any]) -> float:
    interval = figure["interval"]
    return 0.0 if interval is None else (interval["high"] - interval["low"]) / 2


FAMILY = Experiment(
    name="family",
    title="The family game's strategies",
    text="three strategies of Quick Hold'em beside a fourth seat that always plays",
    measure=measure,
    section=section,
)
"""The expected values of the family game."""
