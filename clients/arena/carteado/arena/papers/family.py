"""The family game's three strategies beside a fourth seat that plays every hand.

They play Quick Hold'em at the table, in rotation over the same cards; and the same values are
counted without a table (`family_count`) over many more deals, which checks them independently.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from carteado.arena.contest import Contest, contest
from carteado.arena.entrants import labels
from carteado.arena.papers.family_count import PLAYERS, expected_values
from carteado.arena.papers.section import Experiment, Findings, Section, paragraph, table
from carteado.arena.papers.words import signed, span, within
from carteado.arena.report import plain
from carteado.arena.runs import Run
from carteado.arena.summary import summarise

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FAMILY"]

SETS = 480_000
"""At full scale; the intervals then lie whole within 0.003 stakes of the earlier values."""

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
        [*PLAYERS, "always"],
        game="quick-holdem",
        preset="standard",
        given={"default_stake": str(_STAKE), "credit": str(10 * _STAKE)},
        seed=SEED,
    )


def measure(run: Run) -> dict[str, Any]:
    """Play at the table, and count without one."""
    game = family_contest()
    outcome = run.play("family", game, SETS)
    names = labels(game.entrants)
    report = summarise(names, game.unit, outcome.matches, seed=SEED, resamples=0)
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
                "counted": plain(counted[game.entrants[entry.entrant]]),
            }
            for entry in report.entries
        ],
    }


def section(found: Findings) -> Section:
    """The section, with one plot."""
    rows = [_row(player) for player in found["players"]]
    head = (
        "player",
        "plays if",
        "earlier",
        "table",
        "interval",
        "counted",
        "interval",
        "within 0.003",
    )
    lines = [
        *paragraph(
            "The four-player family game (Quick Hold'em) comes with three bots. Each seat gets two "
            "cards and puts in the stake or passes; then the board is dealt at once, and the best "
            "hand takes all stakes. There are no blinds and no raises. The fourth seat plays every "
            "hand. What does each win, in stakes a hand?"
        ),
        "",
        "```",
        "carteado arena papers family",
        "```",
        "",
        *paragraph(
            f"Seed {found['seed']}; {found['sets']:,} sets of the same cards in four rotations, "
            f"{found['deals']:,} hands at the table ({found['full']:,} sets at full scale). "
            f"{_wrong(found)} *Counted* are the same rules without a table and its bots, over "
            f"{found['counted']:,} deals with the hands given to the players in every order."
        ),
        "",
        *table(head, rows, left=2),
        "",
        "![Winnings of the family game's players](experiments/family.svg)",
        "",
        *paragraph(
            f"*Earlier* is what another implementation found over {EARLIER_DEALS:,} deals. The two "
            "that always play differ by luck alone. *Within 0.003* says whether the whole "
            "interval lies within 0.003 stakes of the earlier value (yes), nothing of it (no), or "
            "whether too little was played to tell (open): at the table, and counted. The earlier "
            "value is itself rounded to 0.001."
        ),
        "",
        *paragraph(_concluded(found)),
    ]
    drawings = {"family": functools.partial(_drawing, found)}
    return Section(lines=tuple(lines), drawings=drawings)


def _wrong(found: Findings) -> str:
    return (
        f"The bots made {found['faults']:,} faults." if found["faults"] else "No bot made a fault."
    )


def _kind(player: Mapping[str, Any]) -> str:
    name = str(player["name"])
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


def _concluded(found: Findings) -> str:
    """What the figures say of the strategies."""
    values = {_kind(one): one["counted"] for one in found["players"]}
    said = [_wins(kind, values[kind]) for kind in PLAYERS]
    return f"Counted: {said[0]}, {said[1]}, {said[2]}."


def _wins(kind: str, value: Mapping[str, Any]) -> str:
    interval = value["interval"]
    if interval is None or interval["low"] <= 0 <= interval["high"]:
        return f"of `{kind}` it cannot be told whether it wins or loses"
    return f"`{kind}` {'wins' if value['value'] > 0 else 'loses'}"


def _drawing(found: Findings) -> Figure:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(6.0, 3.0), layout="constrained")
    axes = drawn.subplots()
    players = found["players"]
    for shift, word, marker in ((0.12, "table", "o"), (-0.12, "counted", "s")):
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
    axes.set_xlabel("stakes a hand")
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
