"""What is said about the experiments of the study of Buraco, from their findings alone."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from carteado.arena.papers.section import Findings, Section, paragraph, table
from carteado.arena.papers.words import signed, span
from carteado.engine.words import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["STUDY_ROUNDS", "section"]

STUDY_ROUNDS = (13.1, 2.771)
"""Mean and standard deviation of the rounds of the study's thirty deals."""

_STUDY_HALF_WIDTH = 2.0452 * STUDY_ROUNDS[1] / 30**0.5
"""Of the mean, by Student with 29 degrees of freedom."""

_BLUE, _ORANGE = "#3b6ea5", "#d9822b"


def section(findings: Findings) -> Section:
    """Tables, plots and what follows from them, beside what the study concluded."""
    lines = [
        *_intro(findings),
        "",
        *_planned(findings),
        "",
        "### Rounds of a deal",
        "",
        *_rounds(findings["rounds"]),
        "",
        "![Rounds of a deal](experiments/buraco-rounds.svg)",
        "",
        "### With and without advice",
        "",
        *_advice(findings),
        "",
        "![What the advice adds on the same cards](experiments/buraco-advice.svg)",
        "",
        "### How many deals it takes",
        "",
        *_sizes(findings["difference"]),
    ]
    return Section(
        lines=tuple(lines),
        drawings={
            "buraco-rounds": functools.partial(_draw_rounds, findings["rounds"]),
            "buraco-advice": functools.partial(_draw_gains, findings),
        },
    )


def _intro(findings: Findings) -> list[str]:
    return paragraph(
        '"Um estudo probabilístico do jogo de Buraco" (UFMG 2023) counted the rounds of 30 deals, '
        "and had one person play 30 games without the advice of its program and 30 others with it. "
        "Here bots play under the study's rules (`mineiro`): `buraco-greedy` without advice; with "
        "it `buraco-study`, which takes the study's steps with the corrected chain. Both meet "
        f"`buraco-greedy` on the same cards, on both sides of the table: "
        f"{counted(findings['sets'], 'shuffle')}, {2 * findings['sets']} deals each way, "
        f"seed {findings['seed']}. "
        f"Answers that were refused, late or failed: {findings['faults']}. "
        f"Played by `{_command(findings)}`."
    )


def _command(findings: Findings) -> str:
    sets, full = findings["sets"], findings["plan"]["sets"]
    return "carteado arena papers buraco" + ("" if sets == full else f" --sets {sets}")


def _planned(findings: Findings) -> list[str]:
    plan = findings["plan"]
    reached = plan["reached"]
    text = (
        f"Full scale is {plan['sets']} shuffles. So many find a true gain of {plan['points']} "
        f"points a deal in the point difference with a chance of {100 * plan['power']:.0f}% "
        "(Student's test at 5%, both sides), where the gain on one shuffle has a standard "
        f"deviation of {plan['sd']}; a pilot of {plan['pilot_sets']} shuffles gave that."
    )
    if reached is not None and findings["sets"] != plan["sets"]:
        text += f" The {findings['sets']} played here find it with {100 * reached:.0f}%."
    return paragraph(text)


def _rounds(rounds: Mapping[str, Any]) -> list[str]:
    mean, sd = STUDY_ROUNDS
    rows = [("the study, people", "30", f"{mean:.1f} ±{_STUDY_HALF_WIDTH:.1f}", f"{sd:.2f}")]
    for name, text in (("without", "greedy only"), ("with", "one pair advised")):
        found = rounds[name]["mean"]
        rows.append(
            (
                text,
                str(found["units"]),
                f"{found['value']:.1f}{_half(found, 1)}",
                "-" if found["sd"] is None else f"{found['sd']:.2f}",
            )
        )
    return [
        *table(("players", "deals", "rounds a deal", "sd"), rows),
        "",
        *paragraph(
            "A round is a turn of the seat that began. Deals of one shuffle are not independent "
            "where a pair is advised; their interval takes them as if they were."
            + _longer(rounds["without"]["mean"])
        ),
    ]


def _longer(greedy: Mapping[str, Any]) -> str:
    """Where the reason is given why bots play more rounds, if they do."""
    interval = greedy["interval"]
    if interval is None or interval["low"] <= STUDY_ROUNDS[0] + _STUDY_HALF_WIDTH:
        return ""
    return (
        " The bots play more rounds than the study's people did because they often take the open "
        "pile, so that the stock lasts longer: [Odds of Buraco]"
        "(buraco-odds.md#the-study-as-published) has figures with and without that."
    )


def _half(found: Mapping[str, Any], digits: int) -> str:
    interval = found["interval"]
    if interval is None:
        return ""
    return f" ±{(interval['high'] - interval['low']) / 2:.{digits}f}"


def _advice(findings: Findings) -> list[str]:
    rows = [
        _advice_row(text, findings[key])
        for key, text in (("points", "points of the pair"), ("difference", "point difference"))
    ]
    head = ("a deal", "with", "without", "gain", "bootstrap", "signed ranks")
    difference = findings["difference"]
    alike = difference["as_the_study"]
    told = difference["gain"]["interval"]
    return [
        *table(head, rows),
        "",
        *paragraph(
            "The gain is the mean over shuffles of what the pair scored with advice less what it "
            "scored without on the same cards, with Student's interval; the bootstrap interval is "
            "bias-corrected and accelerated; the last column is the p of Wilcoxon's signed-rank "
            f"test. {_verdict(told)}"
        ),
        "",
        *paragraph(
            "The study compared 30 games with 30 others by Wilcoxon's rank-sum test, found p = "
            "0.10 and p = 0.92, and concluded that results with advice were more consistently "
            "positive, which these figures do not carry. The same trial with the first "
            f"{counted(alike['deals'], 'deal')} of each arm, one side only, gives a gain of "
            f"{signed(alike['gain'], 0)} points and p = {_p(alike['rank_sum']['p'])}."
        ),
    ]


def _advice_row(text: str, found: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        text,
        f"{found['with']['value']:.0f}",
        f"{found['without']['value']:.0f}",
        signed(found["gain"]["value"], 0) + _half(found["gain"], 0),
        span(found["bootstrap"], 0),
        f"p = {_p(found['signed_rank']['p'])}",
    )


def _verdict(interval: Mapping[str, Any] | None) -> str:
    if interval is None or interval["low"] <= 0 <= interval["high"]:
        return "Whether advice helps is open with so few deals."
    helps = interval["low"] > 0
    return f"By the point difference advice {'helps' if helps else 'harms'}."


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    return "below 0.0001" if value < 0.0001 else f"{value:.4f}"


def _sizes(difference: Mapping[str, Any]) -> list[str]:
    if not difference["needed"]:
        return paragraph("How far deals spread is not told by one shuffle.")
    rows = [
        (
            str(needed["points"]),
            f"{needed['deals_of_each_arm']:,}",
            f"{needed['sets']:,}",
            f"{100 * had['power']:.0f}%",
        )
        for needed, had in zip(difference["needed"], difference["power_of_the_study"], strict=True)
    ]
    head = (
        "true gain",
        "unpaired: deals of each arm",
        "same cards: shuffles",
        "found by 30 and 30",
    )
    return [
        *table(head, rows),
        "",
        *paragraph(
            "For Student's test at 5%, both sides, to find a true gain in points a deal with a "
            "chance of 80%; the last column is the chance that a trial of the study's size finds "
            f"it. The point difference of a deal has a standard deviation of "
            f"{difference['sd_of_a_deal']:.0f}, the gain on one shuffle "
            f"{difference['gain']['sd'] or 0:.0f}."
        ),
    ]


def _draw_rounds(rounds: Mapping[str, Any]) -> Figure:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(6.0, 2.8), layout="constrained")
    axes = drawn.subplots()
    values: Sequence[Sequence[float]] = [rounds[name]["values"] for name in ("without", "with")]
    high = int(max(max(one) for one in values)) + 2
    axes.hist(
        [list(one) for one in values],
        bins=[at - 0.5 for at in range(high)],
        density=True,
        label=["greedy only", "one pair advised"],
        color=[_BLUE, _ORANGE],
    )
    mean, sd = STUDY_ROUNDS
    axes.axvspan(mean - sd, mean + sd, color="0.9", zorder=0, label="the study, mean ± sd")
    axes.axvline(mean, color="0.6", zorder=0)
    axes.set_xlabel("rounds of a deal")
    axes.set_ylabel("share of deals")
    axes.legend(frameon=False)
    return drawn


def _draw_gains(findings: Findings) -> Figure:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(6.0, 2.8), layout="constrained")
    axes = drawn.subplots()
    for key, text, colour in (
        ("points", "points of the pair", _BLUE),
        ("difference", "point difference", _ORANGE),
    ):
        values = sorted(findings[key]["gains"])
        shares = [(at + 1) / len(values) for at in range(len(values))]
        axes.step(values, shares, where="post", label=text, color=colour)
        axes.axvline(findings[key]["gain"]["value"], color=colour, linestyle=":")
    axes.axvline(0.0, color="0.6", linewidth=0.8)
    axes.set_xlabel("gain on a shuffle, points a deal; dotted: the mean")
    axes.set_ylabel("share of shuffles")
    axes.legend(frameon=False)
    return drawn
