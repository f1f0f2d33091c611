"""The plots of a report, as SVG or PNG files.

Matplotlib (the extra ``arena``) is imported when a plot is drawn. The same report gives the same
bytes of SVG with the same version of Matplotlib: no date, no random names.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from carteado.arena.errors import ArenaError, in_words
from carteado.arena.reports.report import Report
from carteado.arena.reports.report_lines import written
from carteado.arena.statistics.rates import scales
from carteado.engine.words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from carteado.arena.statistics.effective import Prediction

__all__ = [
    "FORMATS",
    "STYLE",
    "check_folder",
    "check_form",
    "drawings",
    "figure",
    "foreseen",
    "save",
    "save_figures",
]

FORMATS = ("svg", "png")
# More pairs than this would be too small to read.
_PANELS = 12
_COLUMNS = 3
_MARKERS = "os^Dv*"
"""Markers of pairs."""
_DASHES = ("-", "--", ":", "-.")
"""Lines of entrants whose curves cross."""

Line = tuple[list[float], list[float]]
"""Values along the horizontal and the vertical axis."""

STYLE: dict[Any, Any] = {
    # The salt makes the ids in an SVG, and so its bytes, the same in every run.
    "svg.hashsalt": "carteado",
    # Text stays text, so that it can be searched and the files are small.
    "svg.fonttype": "none",
    # Comes with Matplotlib, so every machine uses the same font.
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.dpi": 100.0,
}
"""Settings of Matplotlib under which every plot is made and written."""


def drawings(report: Report) -> tuple[str, ...]:
    """Names of the plots for which this report has figures."""
    return tuple(name for name, (has, _) in _DRAWINGS.items() if has(report))


def figure(report: Report, name: str) -> Figure:
    """Draw one plot.

    Raises:
        ArenaError: there is no such plot, or the report has no figures for it.
    """
    import matplotlib

    if name not in drawings(report):
        known = ", ".join(drawings(report)) or "none"
        raise ArenaError(f"this report has no plot {name!r}; it has: {known}")
    # Only within this block: the caller's own settings are left alone.
    with matplotlib.rc_context(STYLE):
        return _DRAWINGS[name][1](report)


def check_form(form: str) -> None:
    """Raise `ArenaError` for an unknown format of plots."""
    if form not in FORMATS:
        raise ArenaError(f"plots are drawn as {' or '.join(FORMATS)}, not {form!r:.40}")


def save(report: Report, folder: Path, *, form: str = "svg") -> list[Path]:
    """Draw every plot that the report has figures for into a folder.

    Args:
        report: to draw.
        folder: made if it is not there.
        form: ``svg`` or ``png``.

    Returns:
        The files, written.

    Raises:
        ArenaError: another form.
    """
    drawn = {name: functools.partial(_DRAWINGS[name][1], report) for name in drawings(report)}
    return save_figures(drawn, folder, form=form)


def save_figures(
    drawings: Mapping[str, Callable[[], Figure]], folder: Path, *, form: str = "svg"
) -> list[Path]:
    """Draw plots into a folder.

    Args:
        drawings: what draws each, by the name of its file.
        folder: made if it is not there.
        form: ``svg`` or ``png``.

    Returns:
        The files, written.

    Raises:
        ArenaError: another form.
    """
    import matplotlib

    check_form(form)
    folder.mkdir(parents=True, exist_ok=True)
    # Without dates and versions, so that the same report gives the same bytes.
    without = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    found = []
    for name, draw in drawings.items():
        path = folder / f"{name}.{form}"
        # Also around the writing, where some settings such as the salt take effect.
        with matplotlib.rc_context(STYLE):
            draw().savefig(path, format=form, metadata=without)
        found.append(path)
    return found


def check_folder(folder: Path) -> None:
    """Check that plots can be drawn into a folder, which is created.

    Raises:
        ArenaError: nothing can be written there.
        ImportError: the extra that draws is not installed.
    """
    # Checked now, because drawing comes after hours of play.
    importlib.import_module("matplotlib")
    with in_words(f"cannot write plots into {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
        # A trial is the only sure test: permissions do not show a full or read-only disk.
        TemporaryFile(dir=folder).close()


def _new(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    # Without pyplot, which keeps a global list of figures and may look for a display.
    drawn = Figure(figsize=(width, height), layout="constrained")
    axes = drawn.subplots(rows, columns, squeeze=False)
    return drawn, [one for row in axes for one in row]


def _panels(count: int, width: float = 3.6, height: float = 2.8) -> tuple[Figure, list[Axes]]:
    columns = min(_COLUMNS, count)
    # Division rounded up.
    rows = -(-count // columns)
    drawn, axes = _new(max(5.0, width * columns), height * rows, rows, columns)
    for spare in axes[count:]:
        spare.set_axis_off()
    return drawn, axes[:count]


def _pair(report: Report, row: int, column: int) -> str:
    return f"{report.entrants[row]} \N{MINUS SIGN} {report.entrants[column]}"


def _cross(report: Report) -> Figure:
    """Heat map of the cross table, the half-widths written into the cells."""
    scale = scales(report.unit)[0]
    games = any(cell.games for cell in report.cells)
    count = len(report.entrants)
    # matplotlib leaves cells that are not a number blank.
    values = [[float("nan")] * count for _ in range(count)]
    drawn, (axes,) = _new(2.2 + 1.1 * count, 1.4 + 0.7 * count)
    for row in range(count):
        for column in range(count):
            cell = report.cell(row, column)
            if cell is None:
                continue
            if cell.games is None:
                values[row][column] = cell.best.value * scale.factor
                # The half-width goes to a second line, since the cells are narrow.
                text = written(cell.best, scale).replace(" ", "\n")
            else:
                share, interval = cell.games.headline
                # Shares around a half, so that the colours are neutral for equals.
                values[row][column] = (share - 0.5) * 100
                text = f"{share:.1%}\n±{interval.half_width:.1%}"
            axes.text(column, row, text, ha="center", va="center", fontsize=8)
    # A cell without figures is not a number, which compares unequal to itself.
    most = max((abs(value) for line in values for value in line if value == value), default=1.0)
    # 2: darker colours would hide the black text of the cells.
    reach = 2.0 * (most or 1.0)
    edges = [at - 0.5 for at in range(count + 1)]
    # Drawn as areas: an image would put a compressed picture into the SVG.
    axes.pcolormesh(edges, edges, values, cmap="PiYG", vmin=-reach, vmax=reach)
    # The first entrant's row on top, as in the table of the terminal.
    axes.invert_yaxis()
    axes.set_aspect("equal")
    axes.set_xticks(range(count), report.entrants, rotation=30, ha="right")
    axes.set_yticks(range(count), report.entrants)
    axes.set_title(
        "Games won by the row ± half-width"
        if games
        else f"Row against column, {scale.name} ± half-width"
    )
    return drawn


def _winnings(report: Report) -> Figure:
    """Cumulative winnings, raw and adjusted, with the band of the more precise one."""
    curves = report.curves[:_PANELS]
    drawn, panels = _panels(len(curves))
    for axes, curve in zip(panels, curves, strict=True):
        fine = curve.raw if curve.adjusted is None else curve.adjusted
        if curve.band:
            low = [value - reach for value, reach in zip(fine, curve.band, strict=True)]
            high = [value + reach for value, reach in zip(fine, curve.band, strict=True)]
            axes.fill_between(curve.deals, low, high, color="tab:green", alpha=0.2, linewidth=0)
        axes.plot(curve.deals, curve.raw, color="tab:gray", linewidth=1, label="raw")
        if curve.adjusted is not None:
            axes.plot(
                curve.deals, curve.adjusted, color="tab:green", linewidth=1.4, label="adjusted"
            )
        axes.axhline(0, color="black", linewidth=0.5)
        axes.set_title(_pair(report, curve.row, curve.column))
        axes.set_xlabel("deals")
        axes.set_ylabel(f"won, {report.unit.word}")
        axes.legend(frameon=False)
    more = len(report.curves) > _PANELS
    pairs = f", the first {_PANELS} of {len(report.curves)} pairs" if more else ""
    drawn.suptitle(f"Cumulative winnings{pairs}")
    return drawn


def _stacks(report: Report) -> Figure:
    """Winnings a hand by effective stack."""
    scale = scales(report.unit)[0]
    pairs = sorted({(band.row, band.column) for band in report.bands})[:_PANELS]
    drawn, panels = _panels(len(pairs))
    for axes, pair in zip(panels, pairs, strict=True):
        own = [band for band in report.bands if (band.row, band.column) == pair]
        # One call each: points with and without an interval differ in form.
        for at, band in enumerate(own):
            reach = band.rate.half_width
            axes.errorbar(
                at,
                band.rate.value * scale.factor,
                yerr=None if reach is None else reach * scale.factor,
                fmt="o" if reach is not None else "x",
                color="tab:blue",
                capsize=3,
            )
        axes.axhline(0, color="black", linewidth=0.5)
        axes.set_xticks(range(len(own)), [f"{band.depth}+" for band in own])
        axes.set_title(_pair(report, *pair))
        axes.set_xlabel(f"effective stack, {report.unit.word}")
        axes.set_ylabel(scale.name)
    drawn.suptitle("Winnings by effective stack")
    return drawn


def foreseen(report: Report) -> tuple[list[tuple[Prediction, float]], dict[float, Line]]:
    """Freezeouts, measured and predicted.

    Returns:
        Each with its m / s², the mean of a hand over its variance; and for each stack what is
        predicted: values of m / s², and with each the games won, in percent.
    """
    from carteado.arena.statistics.effective import win_chance

    shown = [known for known in report.predictions if known.measured is not None]
    found = [(known, known.mean / known.sd**2) for known in shown]
    # A margin beside the outermost point; 0.01 where all are at zero.
    reach = 1.2 * max((abs(quotient) for _, quotient in found), default=0.0) or 0.01
    steps = [reach * (at / 100 - 1) for at in range(201)]
    stacks = sorted({known.stack for known in shown})
    return found, {
        # Only m / s^2 and the stack matter, so the deviation is set to 1.
        stack: (steps, [100 * win_chance(value, 1.0, stack) for value in steps])
        for stack in stacks
    }


def _freezeouts(report: Report) -> Figure:
    """Freezeouts won against the mean over the variance of a hand."""
    shown, predicted = foreseen(report)
    # Pairs lie near one another: their names stand in a legend beside the plot.
    drawn, (axes,) = _new(7.5, max(4.0, 0.6 + 0.2 * (len(shown) + len(predicted))))
    for stack, (steps, chances) in predicted.items():
        axes.plot(steps, chances, linewidth=1, label=f"predicted, {stack:g} {report.unit.word}")
    for at, (known, quotient) in enumerate(shown, len(predicted)):
        assert known.measured is not None
        spread = known.wilson
        share = 100 * known.measured
        error = (
            None if spread is None else [[share - 100 * spread.low], [100 * spread.high - share]]
        )
        axes.errorbar(
            quotient,
            share,
            yerr=error,
            # The marker too, for readers without colour; six and ten give thirty different ones.
            fmt=_MARKERS[at % len(_MARKERS)],
            capsize=3,
            label=_pair(report, known.row, known.column),
        )
    axes.set_title("Freezeouts won, measured and predicted")
    axes.set_xlabel("m / s², of a hand")
    axes.set_ylabel("games won, %")
    drawn.legend(loc="outside right upper", frameon=False)
    return drawn


def _times(report: Report) -> Figure:
    """Share of the decisions by how long they took."""
    known = [times for times in report.times if times.decisions]
    # One plot for all, unlike the winnings: distributions are to be compared.
    drawn, (axes,) = _new(6.0, 3.6)
    for number, times in enumerate(known):
        # The first and the last bin are open; the logarithmic axis shows them as one doubling.
        bounds = [*times.bounds, times.bounds[-1] * 2]
        lows = [bounds[0] / 2, *bounds[:-1]]
        shares = [100 * count / times.decisions for count in times.counts]
        axes.stairs(
            shares,
            [*lows, bounds[-1]],
            label=report.entrants[times.entrant],
            linewidth=1.4,
            linestyle=_DASHES[number % len(_DASHES)],
        )
    axes.set_title("Decision times")
    axes.set_xscale("log")
    axes.set_xlabel("microseconds")
    axes.set_ylabel("decisions, %")
    axes.legend(frameon=False)
    return drawn


def _ratings(report: Report) -> Figure:
    """Points with their intervals, best on top."""
    found = [kind for kind in (report.bradley_terry, report.skill) if kind is not None]
    drawn, panels = _panels(len(found), width=4.5, height=1.0 + 0.35 * len(report.entrants))
    for axes, kind in zip(panels, found, strict=True):
        rated = [rating for rating in kind.ratings if rating.points is not None][::-1]
        for at, rating in enumerate(rated):
            reach = None if rating.interval is None else rating.interval.half_width
            axes.errorbar(rating.points or 0.0, at, xerr=reach, fmt="o", color="black", capsize=3)
        names = [report.entrants[rating.entrant] for rating in rated]
        axes.set_yticks(range(len(rated)), names)
        axes.set_xlabel("points")
        axes.set_title(f"{kind.method}, from {counted(kind.count, kind.rated.removesuffix('s'))}")
    return drawn


_Has = Callable[[Report], Any]
_DRAWINGS: dict[str, tuple[_Has, Callable[[Report], Figure]]] = {
    "cross-table": (lambda report: report.cells, _cross),
    "winnings": (lambda report: report.curves, _winnings),
    "effective-stack": (lambda report: report.bands, _stacks),
    "freezeouts": (
        lambda report: any(shown.measured is not None for shown in report.predictions),
        _freezeouts,
    ),
    "decision-times": (lambda report: any(known.decisions for known in report.times), _times),
    "ratings": (lambda report: report.bradley_terry or report.skill, _ratings),
}
