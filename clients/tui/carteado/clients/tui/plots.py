"""Plots in cells: bars from zero, and curves with a sign of their own for each name."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from carteado.clients.tui.grid import Grid, Ink
from carteado.scene.figures import Bars, Curve

__all__ = ["BOUGHT", "draw_bars", "draw_course", "draw_curves"]

_INKS = ("warn", "info", "good", "bad", "text", "textMuted")
_SIGNS = "●○■□▲△◆◇+x"
"""Signs of the curves, since colour alone must not distinguish them."""

BOUGHT = "⊕"
"""The sign where a player bought chips again."""

LEAST = (24, 4)
"""Columns and rows that a plot needs."""


def draw_bars(grid: Grid, x: int, y: int, width: int, height: int, plot: Bars) -> None:
    """Draw the title and a bar in each row: to the right what was won, to the left what was lost.

    Args:
        grid: to draw on.
        x: first column.
        y: row of the title.
        width: columns.
        height: rows, that of the title among them.
        plot: what is shown.
    """
    words = grid.words
    grid.text(x, y, plot.title, Ink("textMuted", bold=True), width=width)
    shown = plot.bars[: max(0, height - 1)]
    if not shown:
        grid.text(x, y + 1, words("Nothing is counted yet."), Ink("textMuted"), width=width)
        return
    name_w = min(width // 3, max(cell_len(name) for name, _, _ in shown))
    note_w = max(cell_len(note) for _, _, note in shown)
    # The largest loss, as a positive length.
    low = max((-value for _, value, _ in shown if value < 0), default=0.0)
    high = max((value for _, value, _ in shown if value > 0), default=0.0)
    room = max(1, width - name_w - note_w - 3)
    # Both sides share one scale, so that a loss and a win of equal size look equal.
    unit = room / ((low + high) or 1.0)
    zero = x + name_w + 1 + round(low * unit)
    for row, (name, value, note) in enumerate(shown, y + 1):
        grid.text(x, row, name, width=name_w)
        # Every value except zero gets a cell, or it would be invisible.
        length = max(1 if value else 0, round(abs(value) * unit))
        start = zero if value >= 0 else zero - length
        if low:
            grid.text(zero, row, "│", Ink("panelBorder"))
        grid.text(start, row, "█" * length, Ink("good" if value >= 0 else "bad"))
        grid.text(x, row, note, Ink(bold=True), width=width, align="right")


def draw_curves(
    grid: Grid,
    x: int,
    y: int,
    width: int,
    height: int,
    curves: Sequence[Curve],
    ends: tuple[str, str],
) -> None:
    """Draw curves with the highest and lowest value at the left and their names at the right.

    Args:
        grid: to draw on.
        x: first column.
        y: first row.
        width: columns.
        height: rows, that of `ends` among them.
        curves: of the same length each, at least one value.
        ends: labels of the first and the last place.
    """
    if width < LEAST[0] or height < LEAST[1]:
        return
    rows = height - 1
    low = min(0.0, *(min(curve.values) for curve in curves))
    # At least 1 above the lowest value, since `_row` divides by the difference.
    high = max(low + 1, *(max(curve.values) for curve in curves))
    marks = {0: high, rows - 1: low}
    # Zero may fall on the row of an extreme, whose number then stays.
    marks.setdefault(_row(0.0, low, high, rows), 0.0)
    texts = {row: grid.words.signed(value) for row, value in marks.items()}
    left = max(map(cell_len, texts.values())) + 1
    name_w = min(14, max(cell_len(curve.name) for curve in curves)) + 3
    room = width - left - name_w - 1
    for row, text in texts.items():
        grid.text(x, y + row, text, Ink("textMuted"), width=left - 1, align="right")
        grid.text(x + left, y + row, "┄" * room, Ink("panelBorder"))
    # Backwards, so that the first curve is drawn over the others.
    for number, curve in reversed(list(enumerate(curves))):
        ink = Ink(_INKS[number % len(_INKS)], bold=True)
        last = max(1, len(curve.values) - 1)
        for column in range(room):
            value = curve.values[min(last, round(column * last / max(1, room - 1)))]
            here = y + _row(value, low, high, rows)
            # The curve's own sign in every sixth column distinguishes curves without colours.
            grid.text(x + left + column, here, "•" if column % 6 else _SIGNS[number % 10], ink)
    # Above all curves, which must not hide them.
    for number, curve in enumerate(curves):
        last = max(1, len(curve.values) - 1)
        for at in curve.bought:
            here = y + _row(curve.values[at], low, high, rows)
            column = x + left + round(at * (room - 1) / last)
            grid.text(column, here, BOUGHT, Ink(_INKS[number % len(_INKS)], bold=True))
    _names(grid, x + left + room + 1, y, rows, curves, (low, high))
    grid.text(x + left, y + rows, ends[0], Ink("textMuted"))
    grid.text(x + left, y + rows, ends[1], Ink("textMuted"), width=room, align="right")


def draw_course(
    grid: Grid, x: int, y: int, height: int, values: Sequence[float], here: int
) -> None:
    """Draw one value for each column, and a line at one of the columns.

    The highest and the lowest value stand at its right.

    Args:
        grid: to draw on.
        x: column of the first value.
        y: first row.
        height: rows.
        values: one for each column, at least one.
        here: number of the column with the line.
    """
    low = min(0.0, *values)
    high = max(low + 1, *values)
    end = x + len(values)
    for value in (low, high, 0.0):
        row = y + _row(value, low, high, height)
        # The zero line is drawn through; the extremes only have their numbers.
        if not value:
            grid.text(x, row, "┄" * len(values), Ink("panelBorder"))
        grid.text(end + 1, row, grid.words.signed(value), Ink("textMuted"))
    for row in range(y, y + height):
        grid.text(x + here, row, "│", Ink("textMuted"))
    for column, value in enumerate(values):
        row = y + _row(value, low, high, height)
        grid.text(x + column, row, "•", Ink("info", bold=True))


def _names(
    grid: Grid, x: int, y: int, rows: int, curves: Sequence[Curve], span: tuple[float, float]
) -> None:
    """The names at the ends of their curves, the best one first, none over another."""
    ordered = sorted(enumerate(curves), key=lambda pair: -pair[1].values[-1])
    row = -1
    for place, (number, curve) in enumerate(ordered):
        left = len(ordered) - place
        # Below the name before it, and high enough for the following names.
        row = min(max(row + 1, _row(curve.values[-1], *span, rows)), rows + 1 - left)
        # More names than rows.
        if row > rows:
            return
        ink = Ink(_INKS[number % len(_INKS)], bold=True)
        grid.text(x, y + max(0, row), f"{_SIGNS[number % 10]} {curve.name}", ink, width=16)


def _row(value: float, low: float, high: float, rows: int) -> int:
    # Row 0 is the highest value.
    return round((rows - 1) * (high - value) / (high - low))
