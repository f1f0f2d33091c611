"""The text about the heads-up paper's duels."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scipy.special import chdtrc

from carteado.arena.reports.report import plain
from carteado.arena.statistics.effective import win_chance
from carteado.arena.statistics.intervals import Interval, wilson
from research.rendering import rendered
from research.section import Findings, Section
from research.words import Z95, percent, percents, signed, within

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["section"]

EARLIER: Mapping[tuple[str, str], float] = {
    ("tight", "aggressive"): 0.541,
    ("tight", "mixed"): 0.550,
    ("aggressive", "mixed"): 0.510,
    ("tight", "mfs"): 0.651,
    ("aggressive", "mfs"): 0.600,
    ("mixed", "mfs"): 0.578,
}
"""Shares that another implementation of the same bots won, before this one was written."""

EARLIER_GAMES = 2_000

EARLIER_RATES: Mapping[tuple[str, str], tuple[float, float]] = {
    ("tight", "aggressive"): (5.3, 4.5),
    ("tight", "mfs"): (104.0, 10.0),
    ("aggressive", "mfs"): (114.0, 12.0),
}
"""What it won in single deals, bb/100, with half-widths; of other pairs nothing is known."""

SECOND_GAMES, SECOND_SHARE, SECOND_DEALS = 20_000, 0.5284, 178.2
"""What a program that shares nothing with these bots found of tight against mixed, as intended:
freezeouts, the share that tight won, and hands a freezeout."""

SECOND_BY_HAND = 0.5117
"""The same share with a mixed bot that flips its coin once a hand."""

PROGRAM: Mapping[tuple[str, str], tuple[int, int]] = {
    ("tight", "mfs"): (19, 8),
    ("aggressive", "mfs"): (35, 28),
}
"""Freezeouts won and lost by the paper's own program, run unchanged."""

LUCK = 0.05
"""Chance below which differences are taken for more than luck."""

REACH = 0.03
"""The largest difference expected between the shares and the earlier ones."""

Row = Mapping[str, Any]


def section(found: Findings) -> Section:
    """The section, with one plot."""
    variants: Sequence[Row] = found["variants"]
    lines = rendered(
        "duels",
        found=found,
        least=min(pair["games"] for variant in variants for pair in variant["pairs"]),
        faults=sum(sum(variant["faults"]) for variant in variants),
        variants=[_variant(variant) for variant in variants],
        second={
            "share": SECOND_SHARE,
            # By game, because the second program dealt no duplicate sets.
            "half_width": Z95 * math.sqrt(SECOND_SHARE * (1 - SECOND_SHARE) / SECOND_GAMES),
            "games": SECOND_GAMES,
            "deals": SECOND_DEALS,
            "by_hand": SECOND_BY_HAND,
        },
        earlier_games=EARLIER_GAMES,
        paper=_paper(variants),
        depth=found["stack"] // 20,
        predicted=_predicted(found),
    )
    drawings = {"duels-prediction": functools.partial(_drawing, found)}
    return Section(lines=lines, drawings=drawings)


def _variant(variant: Row) -> Row:
    """The template's values for one variant."""
    total, chance = _chi_squared(variant)
    # The three rule-based bots among themselves, and each against the formula of mfs.
    rules = [pair for pair in variant["pairs"] if pair["column"] != "mfs"]
    formula = [pair for pair in variant["pairs"] if pair["column"] == "mfs"]
    # An interval that holds a half proves no advantage.
    clear = [pair for pair in rules if 0.5 not in Interval(**_headline(pair)[1])]
    return {
        "name": _said(variant),
        "freezeouts": _freezeouts(variant),
        "total": total,
        "chance": chance,
        "fits": chance >= LUCK,
        "rules": len(rules),
        "advantages": [
            f"{one['row']} - {one['column']} {percent(_headline(one)[0])}%" for one in clear
        ],
        "most": max((abs(_headline(pair)[0] - 0.5) for pair in rules), default=0.0),
        "formula": len(formula),
        "ahead": sum(_headline(pair)[1]["low"] > 0.5 for pair in formula),
    }


def _said(variant: Row) -> str:
    return str(variant["variant"]).replace("-", " ")


def _freezeouts(variant: Row) -> Sequence[Sequence[str]]:
    rows = []
    for pair in variant["pairs"]:
        key = (pair["row"], pair["column"])
        earlier = EARLIER[key]
        rows.append(
            (
                f"{key[0]} - {key[1]}",
                f"{pair['games']:,}",
                percent(pair["share"]),
                percents(pair["wilson"]),
                percents(pair["by_sets"]["interval"]),
                *_adjusted(pair),
                f"{pair['deals'] / pair['games']:.1f}",
                percent(earlier),
                _difference(pair, earlier),
                within(_headline(pair)[1], earlier, REACH),
            )
        )
    return rows


def _headline(pair: Row) -> tuple[float, Row]:
    """The share that conclusions go by, with its interval: the adjusted one where there is one."""
    adjusted = pair.get("adjusted")  # which earlier findings do not have
    if adjusted is None or adjusted["interval"] is None:
        return pair["share"], pair["wilson"]
    return adjusted["value"], adjusted["interval"]


def _adjusted(pair: Row) -> tuple[str, str]:
    """The adjusted share with its interval, and what it saves; dashes where there is none."""
    adjusted, saves = pair.get("adjusted"), pair.get("saves")
    if adjusted is None:
        return "-", "-"
    share = f"{percent(adjusted['value'])} {percents(adjusted['interval'])}"
    return share, "-" if saves is None else f"{saves:.1f}x"


def _chi_squared(variant: Row) -> tuple[float, float]:
    """The sum of all differences' squares in errors, and the chance of as much by luck."""
    pairs = variant["pairs"]
    errors = [_error(pair, EARLIER[pair["row"], pair["column"]]) for pair in pairs]
    total = math.fsum((gap / error) ** 2 for gap, error in errors)
    return total, chi_squared_tail(total, len(pairs))


def chi_squared_tail(value: float, degrees: int) -> float:
    """Chance that chi-squared with these degrees of freedom is at least `value`."""
    return float(chdtrc(degrees, value))


def _error(pair: Row, earlier: float) -> tuple[float, float]:
    """The distance of a share from the earlier one, and the standard error of that."""
    share, interval = _headline(pair)
    if interval is pair["wilson"]:
        games = pair["games"]
        # Two won and two lost more (Agresti and Coull 1998), so that no error is nothing.
        fair = (share * games + 2) / (games + 4)
        variance = fair * (1 - fair) / games
    else:
        variance = pair["adjusted"]["error"] ** 2
    # Errors of independent measurements add up in squares.
    return share - earlier, math.sqrt(variance + earlier * (1 - earlier) / EARLIER_GAMES)


def _difference(pair: Row, earlier: float) -> str:
    gap, error = _error(pair, earlier)
    return f"{signed(100 * gap, 1)} ±{100 * Z95 * error:.1f}"


def _paper(variants: Sequence[Row]) -> Sequence[Sequence[str]]:
    rows = []
    for key, (won, lost) in PROGRAM.items():
        interval = wilson(won, won + lost)
        assert interval is not None
        ours = [_pair(variant, key)["share"] for variant in variants]
        rows.append(
            (
                f"{key[0]} - {key[1]}",
                f"{won}-{lost}",
                percent(won / (won + lost)),
                percents(plain(interval)),
                *[percent(share) for share in ours],
                "yes" if all(share in interval for share in ours) else "no",
            )
        )
    return rows


def _pair(variant: Row, key: tuple[str, str]) -> Row:
    found: Row = next(one for one in variant["pairs"] if (one["row"], one["column"]) == key)
    return found


def _predicted(found: Findings) -> Sequence[Sequence[str]]:
    rows = []
    for variant in found["variants"]:
        for prediction in variant["predictions"]:
            rows.append(
                (
                    f"{prediction['row']} - {prediction['column']}",
                    _said(variant),
                    f"{prediction['deals']:,}",
                    _rate(prediction["rate"]),
                    _earlier_rate(prediction),
                    f"{prediction['sd']:.1f}",
                    percent(prediction["chance"]),
                    percents(prediction["interval"]),
                    percent(prediction["measured"]),
                    percents(prediction["wilson"]),
                    "yes" if _meet(prediction) else "no",
                )
            )
    return rows


def _earlier_rate(prediction: Row) -> str:
    known = EARLIER_RATES.get((prediction["row"], prediction["column"]))
    return "-" if known is None else f"{signed(known[0], 1)} ±{known[1]:.1f}"


def _rate(rate: Row) -> str:
    interval = rate["interval"]
    if interval is None:
        return signed(100 * rate["value"], 1)
    return f"{signed(100 * rate['value'], 1)} ±{50 * (interval['high'] - interval['low']):.1f}"


def _meet(prediction: Row) -> bool:
    one, two = prediction["interval"], prediction["wilson"]
    if one is None:
        return bool(two["low"] <= prediction["chance"] <= two["high"])
    # Two intervals meet when neither lies wholly above the other.
    return bool(one["low"] <= two["high"] and two["low"] <= one["high"])


def _drawing(found: Findings) -> Figure:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(7.0, 4.2), layout="constrained")
    axes = drawn.subplots()
    stack = found["stack"] / 20
    pairs: list[str] = []
    for number, variant in enumerate(found["variants"]):
        _points(axes, variant, number, pairs)
    # Only after the points are drawn does the axis know its range.
    low, high = axes.get_xlim()
    # The curve should always pass the middle, where equals meet.
    low, high = min(low, 0.0), max(high, 0.0)
    grid = [low + (high - low) * step / 100 for step in range(101)]
    shares = [100 * win_chance(x, 1.0, stack) for x in grid]
    axes.plot(grid, shares, color="0.4", linewidth=1.0, label="predicted", zorder=1)
    axes.axhline(50, color="0.8", linewidth=0.8, zorder=0)
    axes.set_xlabel("m / s², 1 / bb")
    axes.set_ylabel("freezeouts won, %")
    axes.set_title("Freezeouts won, measured and predicted")
    # Points lie near one another: they have numbers, and the names stand beside the plot.
    for at, pair in enumerate(pairs, 1):
        # Empty lines, which only put their text into the legend.
        axes.plot([], [], linestyle="none", label=f"{at}  {pair}")
    drawn.legend(loc="outside right upper", frameon=False)
    return drawn


def _points(axes: Axes, variant: Row, number: int, pairs: list[str]) -> None:
    """Draw the duels of a variant, each with the number of its pair in `pairs`, which grows."""
    prediction = variant["predictions"]
    x = [one["mean"] / one["sd"] ** 2 for one in prediction]
    y = [100 * one["measured"] for one in prediction]
    reach = [
        [y_ - 100 * one["wilson"]["low"] for y_, one in zip(y, prediction, strict=True)],
        [100 * one["wilson"]["high"] - y_ for y_, one in zip(y, prediction, strict=True)],
    ]
    axes.errorbar(
        x,
        y,
        yerr=reach,
        # Shape and colour both distinguish the variants, for prints without colour.
        fmt="os"[number % 2],
        color=f"C{number}",
        markersize=4,
        linewidth=1,
        label=_said(variant),
    )
    # The numbers of one variant left and of the other right, but of every second point below its
    # interval, so that those of neighbours do not collide.
    side, below = ((-9, 3), (4, 3)), ((-9, -10), (-3, -22))
    order = sorted(range(len(x)), key=x.__getitem__)
    for place, at in enumerate(order):
        one = prediction[at]
        name = f"{one['row']} - {one['column']}"
        if name not in pairs:
            pairs.append(name)
        text = str(1 + pairs.index(name))
        axes.annotate(
            text,
            (x[at], y[at]),
            xytext=(side, below)[place % 2][number % 2],
            textcoords="offset points",
            color=f"C{number}",
        )
