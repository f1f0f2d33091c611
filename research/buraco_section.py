"""The text about the experiments of the study of Buraco, from their findings alone."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from research.rendering import rendered
from research.section import Findings, Section
from research.words import signed, span

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["STUDY_ROUNDS", "section"]

STUDY_ROUNDS = (13.1, 2.771)
"""Mean and standard deviation of the rounds of the study's thirty deals."""

# 2.0452 is the 97.5% quantile of Student's t with 29 degrees of freedom.
_STUDY_HALF_WIDTH = 2.0452 * STUDY_ROUNDS[1] / 30**0.5
"""Of the mean, by Student with 29 degrees of freedom."""

_BLUE, _ORANGE = "#3b6ea5", "#d9822b"


def section(findings: Findings) -> Section:
    """Tables, plots and what follows from them, beside what the study concluded."""
    rounds = findings["rounds"]
    lines = rendered(
        "buraco",
        found=findings,
        rounds=_rounds(rounds),
        longer=_longer(rounds["without"]["mean"]),
        advice=[
            _advice_row("points of the pair", findings["points"]),
            _advice_row("point difference", findings["difference"]),
        ],
        sizes=_sizes(findings["difference"]),
        chance=_p,
    )
    return Section(
        lines=lines,
        drawings={
            "buraco-rounds": functools.partial(_draw_rounds, findings["rounds"]),
            "buraco-advice": functools.partial(_draw_gains, findings),
        },
    )


def _rounds(rounds: Mapping[str, Any]) -> Sequence[Sequence[str]]:
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
    return rows


def _longer(greedy: Mapping[str, Any]) -> bool:
    """Whether bots play more rounds than the study's people, by their whole intervals."""
    interval = greedy["interval"]
    # Intervals that do not overlap: only then the text says "longer".
    return interval is not None and interval["low"] > STUDY_ROUNDS[0] + _STUDY_HALF_WIDTH


def _half(found: Mapping[str, Any], digits: int) -> str:
    interval = found["interval"]
    if interval is None:
        return ""
    return f" ±{(interval['high'] - interval['low']) / 2:.{digits}f}"


def _advice_row(text: str, found: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        text,
        f"{found['with']['value']:.0f}",
        f"{found['without']['value']:.0f}",
        signed(found["gain"]["value"], 0) + _half(found["gain"], 0),
        span(found["bootstrap"], 0),
        f"p {_p(found['signed_rank']['p'])}",
    )


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    # Four digits would show a tiny chance as zero.
    return "< 0.0001" if value < 0.0001 else f"= {value:.4f}"


def _sizes(difference: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    return [
        (
            str(needed["points"]),
            f"{needed['deals_of_each_arm']:,}",
            f"{needed['sets']:,}",
            f"{100 * had['power']:.0f}%",
        )
        for needed, had in zip(difference["needed"], difference["power_of_the_study"], strict=True)
    ]


def _draw_rounds(rounds: Mapping[str, Any]) -> Figure:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(6.0, 2.8), layout="constrained")
    axes = drawn.subplots()
    values: Sequence[Sequence[float]] = [rounds[name]["values"] for name in ("without", "with")]
    # Two more: one for the last bin's upper edge and one because ranges exclude their end.
    high = int(max(max(one) for one in values)) + 2
    axes.hist(
        [list(one) for one in values],
        # Bins centred on whole numbers of rounds.
        bins=[at - 0.5 for at in range(high)],
        # Shares, because the arms have different numbers of deals.
        density=True,
        label=["greedy only", "one pair advised"],
        color=[_BLUE, _ORANGE],
    )
    mean, sd = STUDY_ROUNDS
    axes.axvspan(mean - sd, mean + sd, color="0.9", zorder=0, label="the study, mean ± sd")
    axes.axvline(mean, color="0.6", zorder=0)
    axes.set_title("Length of deals")
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
        # The empirical distribution: it hides nothing that a choice of bins could hide.
        shares = [(at + 1) / len(values) for at in range(len(values))]
        axes.step(values, shares, where="post", label=text, color=colour)
        axes.axvline(findings[key]["gain"]["value"], color=colour, linestyle=":")
    axes.axvline(0.0, color="0.6", linewidth=0.8)
    axes.set_title("Gain of advice")
    axes.set_xlabel("gain on a shuffle, points per deal; dotted: the mean")
    axes.set_ylabel("share of shuffles")
    axes.legend(frameon=False)
    return drawn
