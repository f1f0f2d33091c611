"""The plots of local best responses, from plain data as `measuring` gives it."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from carteado.arena.best_response.measuring import FOLDING, where_it_bets

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["by_depth", "by_training", "terminal_bars"]

_Measured = Sequence[Mapping[str, Any]]

_MBB = 1000
"""Thousandths in a big blind."""

_HATCHES = ("", "///", "...", "xx")


def by_depth(bounds: _Measured) -> Figure:
    """Bars by bot and depth with their intervals, a panel for each street of the first bet."""
    from matplotlib.figure import Figure

    streets, bots = _values(bounds, "bets_from"), _values(bounds, "bot")
    depths = _values(bounds, "depth")
    drawn = Figure(figsize=(max(5.0, 1.2 + 1.1 * len(bots)), 3.2 * len(streets)))
    drawn.set_layout_engine("constrained")
    panels = drawn.subplots(len(streets), 1, squeeze=False, sharex=True, sharey=True)[:, 0]
    # Bars of one bot share 0.8 of its slot, so that a gap separates the bots.
    width = 0.8 / len(depths)
    for axes, street in zip(panels, streets, strict=True):
        for number, depth in enumerate(depths):
            some = [one for one in bounds if (one["bets_from"], one["depth"]) == (street, depth)]
            places = [
                bots.index(one["bot"]) + width * (number - (len(depths) - 1) / 2) for one in some
            ]
            values, reach = _values_and_reach(some)
            axes.bar(
                places,
                values,
                0.9 * width,
                yerr=reach,
                capsize=2,
                label=f"{depth:g} bb",
                # Hatched too, for readers and prints without colour.
                hatch=_HATCHES[number % len(_HATCHES)],
                edgecolor="white",
                linewidth=0,
            )
        axes.axhline(FOLDING, color="0.5", linewidth=0.8, linestyle="--", label="always folding")
        axes.axhline(0, color="black", linewidth=0.5)
        axes.set_ylabel("lost at least, mbb a hand")
        axes.set_title(where_it_bets(street))
    panels[0].legend(title="stacks", frameon=False)
    panels[-1].set_xticks(range(len(bots)), bots)
    drawn.suptitle("Lost to a local best response")
    return drawn


def by_training(
    bounds: _Measured, duels: _Measured, seconds: Mapping[str, float], against: str
) -> Figure:
    """Lines over the training time, a panel for each depth.

    Args:
        bounds: what local best responses won of the bots.
        duels: what the bots won from one of them.
        seconds: how long each bot was trained.
        against: name of that bot.
    """
    from matplotlib.figure import Figure

    depths = _values(bounds, "depth")
    drawn = Figure(figsize=(max(5.0, 4.0 * len(depths)), 3.4), layout="constrained")
    panels = drawn.subplots(1, len(depths), squeeze=False)[0]
    for axes, depth in zip(panels, depths, strict=True):
        for street in _values(bounds, "bets_from"):
            some = [one for one in bounds if (one["bets_from"], one["depth"]) == (street, depth)]
            _line(axes, some, seconds, "o-", f"lost at least, {where_it_bets(street)}")
        some = [one for one in duels if one["depth"] == depth]
        _line(axes, some, seconds, "s--", f"won from {against}")
        axes.axhline(0, color="black", linewidth=0.5)
        # Training times may differ by orders of magnitude.
        axes.set_xscale("log")
        times = sorted({*seconds.values()})
        axes.set_xticks(times, [f"{time:g}" for time in times])
        axes.minorticks_off()
        axes.set_xlabel("training, seconds")
        axes.set_title(f"{depth:g} bb")
    panels[0].set_ylabel("mbb/h")
    panels[0].legend(frameon=False)
    drawn.suptitle("Lost to a local best response, by time of training")
    return drawn


def terminal_bars(bounds: _Measured, *, width: int = 90, colours: bool = False) -> list[str]:
    """The bars of `by_depth` as lines for a terminal, without their intervals.

    Args:
        bounds: what local best responses won of the bots.
        width: in characters, at least 40.
        colours: with the escape sequences of a terminal that shows colours.
    """
    from carteado.arena.reports.terminal_plots import in_lines

    plots = [
        functools.partial(_bars, bounds, street, depth)
        for street in _values(bounds, "bets_from")
        for depth in _values(bounds, "depth")
    ]
    return in_lines(plots, width=width, colours=colours)


def _bars(bounds: _Measured, street: str, depth: float, figure: Any) -> int:
    from carteado.arena.reports.terminal_plots import round_marks

    some = [one for one in bounds if (one["bets_from"], one["depth"]) == (street, depth)]
    values, _ = _values_and_reach(some)
    figure.draw(figure.bar([one["bot"] for one in some], values))
    round_marks(figure, 1, [0.0, *values])
    figure.title(f"Lost at least, mbb/h: {depth:g} bb, {where_it_bets(street)}")
    return 12


def _line(
    axes: Axes, some: _Measured, seconds: Mapping[str, float], style: str, label: str
) -> None:
    found = sorted(some, key=lambda one: seconds[one["bot"]])
    values, reach = _values_and_reach(found)
    places = [seconds[one["bot"]] for one in found]
    axes.errorbar(places, values, yerr=reach, fmt=style, markersize=4, capsize=2, label=label)


def _values(some: _Measured, name: str) -> list[Any]:
    """The distinct values of a field, in order."""
    return list(dict.fromkeys(one[name] for one in some))


def _values_and_reach(some: _Measured) -> tuple[list[float], list[float]]:
    """Values in mbb/h and their half-widths; no half-widths without intervals."""
    rates = [one["rate"] for one in some]
    return [_MBB * rate["value"] for rate in rates], [_MBB * _half_width(rate) for rate in rates]


def _half_width(rate: Mapping[str, Any]) -> float:
    """Half-width of a mean as plain data; 0 without an interval."""
    interval = rate["interval"]
    return 0.0 if interval is None else (interval["high"] - interval["low"]) / 2
