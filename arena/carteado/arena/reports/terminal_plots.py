"""The plots of a report for a terminal, as lines of text.

plotext (the extra ``arena``) is imported when a plot is drawn. It has one canvas for the whole
process, which is cleared before and after.
"""

from __future__ import annotations

import math
import string
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from carteado.arena.reports.plots import foreseen
from carteado.arena.reports.report import Report
from carteado.arena.statistics.effective import Prediction
from carteado.arena.statistics.rates import scales

__all__ = ["in_lines", "round_marks", "terminal_plots"]

Plot = Callable[[Any], int]
"""Draws on a figure, and returns the number of lines it needs."""

_LARGE = 1_000
"""From this value on plotext writes numbers with a power of ten."""

# Fewer than in the files, because plots stand one below the other here.
_PAIRS = 6
# A terminal has few colours, so letters distinguish the pairs.
_MARKS = string.ascii_letters


def terminal_plots(report: Report, *, width: int = 90, colours: bool = False) -> list[str]:
    """Every plot that the report has figures for, as lines; the cross table is `report_lines`.

    Args:
        report: to draw.
        width: in characters, at least 40.
        colours: with the escape sequences of a terminal that shows colours.
    """
    return in_lines(_plots(report), width=width, colours=colours)


def in_lines(plots: Iterable[Plot | str], *, width: int, colours: bool) -> list[str]:
    """Plots as lines, one below the other.

    Args:
        plots: to draw; a text goes below the plot before it.
        width: in characters, at least 40.
        colours: with the escape sequences of a terminal that shows colours.
    """
    import plotext

    drawn: list[str] = []
    # The width is given by the caller; plotext would cut it to its own terminal.
    plotext.terminal.limit(False, False)
    try:
        for plot in plots:
            if isinstance(plot, str):
                drawn += textwrap.wrap(plot, max(40, width), subsequent_indent="   ")
                continue
            figure = plotext.figure
            figure.clear()
            # The number of bars decides the height, and only the plot knows it.
            height = plot(figure)
            figure.plot_size(max(40, width), height)
            text = figure.build().string()
            lines = (text if colours else plotext.uncolorize(text)).splitlines()
            drawn += ["", *(line.rstrip() for line in lines)] if drawn else map(str.rstrip, lines)
    finally:
        plotext.figure.clear()
        plotext.terminal.limit(True, True)
    return drawn


def round_marks(figure: Any, axis: int, values: Sequence[float]) -> None:
    """Mark an axis at round numbers, where plotext would break whole ones or shorten large ones.

    Args:
        figure: to be drawn.
        axis: 0 across, 1 upwards.
        values: all that is drawn along it.
    """
    low, high = min(values), max(values)
    if max(-low, high) < _LARGE and not all(isinstance(value, int) for value in values):
        return
    # About five marks on the axis.
    rough = max((high - low) / 5, 1)
    power = 10 ** math.floor(math.log10(rough))
    # The usual steps of 1, 2 and 5 times a power of ten.
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough)
    marks = [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
    figure.ruler(axis).ticks(marks, [f"{mark:,}" for mark in marks])


def _plots(report: Report) -> list[Plot | str]:
    found: list[Plot | str] = [
        _winnings(report, at) for at in range(min(_PAIRS, len(report.curves)))
    ]
    pairs = sorted({(band.row, band.column) for band in report.bands})[:_PAIRS]
    found += [_stacks(report, *pair) for pair in pairs]
    found += _freezeouts(report)
    if any(rating.points is not None for rating in _rated(report)):
        found.append(_ratings(report))
    found += [_times(report, at) for at, known in enumerate(report.times) if known.decisions]
    return found


def _pair(report: Report, row: int, column: int) -> str:
    return f"{report.entrants[row]} - {report.entrants[column]}"


def _winnings(report: Report, at: int) -> Plot:
    curve = report.curves[at]

    def plot(figure: Any) -> int:
        fine = curve.raw if curve.adjusted is None else curve.adjusted
        shown = [*curve.raw, *fine]
        # Both edges of the band as lines; one label serves for both.
        for sign, text in ((-1, None), (1, f"{report.level:.0%}")) if curve.band else ():
            edge = [value + sign * reach for value, reach in zip(fine, curve.band, strict=True)]
            figure.draw(figure.signal(curve.deals, edge, marker=".").lines().label(text))
            shown += edge
        figure.draw(figure.signal(curve.deals, curve.raw).lines().label("raw"))
        if curve.adjusted is not None:
            figure.draw(figure.signal(curve.deals, curve.adjusted).lines().label("adjusted"))
        pair = _pair(report, curve.row, curve.column)
        round_marks(figure, 0, curve.deals)
        round_marks(figure, 1, shown)
        figure.title(f"{pair}: won, {report.unit.word}")
        figure.label("deals", 0)
        return 16

    return plot


def _stacks(report: Report, row: int, column: int) -> Plot:
    scale = scales(report.unit)[0]
    own = [band for band in report.bands if (band.row, band.column) == (row, column)]

    def plot(figure: Any) -> int:
        names = [f"{band.depth}+" for band in own]
        rates = [band.rate.value * scale.factor for band in own]
        figure.draw(figure.bar(names, rates))
        # Bars begin at 0, so the axis has to include it.
        round_marks(figure, 1, [0.0, *rates])
        figure.title(f"{_pair(report, row, column)}: {scale.name} by effective stack")
        figure.label(report.unit.word, 0)
        return 12

    return plot


def _freezeouts(report: Report) -> list[Plot | str]:
    """Games won against m / s², a letter for each pair, and below it what each stands for."""
    played, predicted = foreseen(report)
    if not played:
        return []
    # Not strict: 52 letters, and further pairs are not marked.
    marked = list(zip(_MARKS, played, strict=False))

    def plot(figure: Any) -> int:
        for stack, (steps, chances) in predicted.items():
            name = f"predicted, {stack:g} {report.unit.word}"
            figure.draw(figure.signal(steps, chances, marker=".").lines().label(name))
        for mark, (known, quotient) in marked:
            figure.draw(figure.signal([quotient], [_share(known)], marker=mark))
        figure.title("Games won, %, by m / s² of a hand")
        figure.label("m / s²", 0)
        return 20

    return [plot, *(_marked(report, mark, *one) for mark, one in marked)]


def _share(known: Prediction) -> float:
    """Of the games, in percent."""
    return 100 * (known.measured or 0.0)


def _marked(report: Report, mark: str, known: Prediction, quotient: float) -> str:
    spread = known.wilson
    within = "" if spread is None else f" [{100 * spread.low:.1f}, {100 * spread.high:.1f}]"
    pair = _pair(report, known.row, known.column)
    return f"{mark}  {pair}: {_share(known):.1f}%{within} at {quotient:.4f}"


def _rated(report: Report) -> list[Any]:
    ratings = report.bradley_terry or report.skill
    return [] if ratings is None else list(ratings.ratings)


def _ratings(report: Report) -> Plot:
    # Reversed, since the axis counts upwards and the best belongs on top.
    rated = [rating for rating in _rated(report) if rating.points is not None][::-1]

    def plot(figure: Any) -> int:
        shown: list[float] = []
        for at, rating in enumerate(rated):
            ends = (rating.interval.low, rating.interval.high)
            figure.draw(figure.segment(ends, (at, at)))
            figure.draw(figure.signal([rating.points], [at], marker="o"))
            shown += ends
        names = [report.entrants[rating.entrant] for rating in rated]
        figure.ruler(1).ticks(list(range(len(rated))), names)
        round_marks(figure, 0, shown)
        figure.title("Ratings, points")
        # Two lines for each entrant, and four for title, frame and axis.
        return 4 + 2 * len(rated)

    return plot


def _times(report: Report, at: int) -> Plot:
    known = report.times[at]
    # Empty bins at both ends are left out.
    used = [bin_ for bin_, count in enumerate(known.counts) if count]
    bins = range(used[0], used[-1] + 1)

    def plot(figure: Any) -> int:
        names = [_bound(bin_, known.bounds) for bin_ in bins]
        shares = [100 * known.counts[bin_] / known.decisions for bin_ in bins]
        figure.draw(figure.bar(names, shares))
        figure.title(f"{report.entrants[known.entrant]}: decisions, %, by time")
        return 12

    return plot


def _bound(bin_: int, bounds: tuple[int, ...]) -> str:
    if bin_ == len(bounds):
        return "more"
    micro = bounds[bin_]
    for size, word in ((1_000_000, "s"), (1_000, "ms")):
        if micro >= size:
            return f"{micro / size:.3g} {word}"
    return f"{micro} us"
