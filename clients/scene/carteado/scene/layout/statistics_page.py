"""Figures of players with the size of their samples, and plots of them."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.engine.tables.statistics import Figure, PlayerStatistics
from carteado.scene.figure_words import figure_text, figure_title
from carteado.scene.figures import Bars, compared, figures_of, section_bars
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.ledger_page import draw_empty
from carteado.scene.layout.plots import draw_bars
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width

__all__ = ["draw_statistics"]

_SHOWN = 8
"""Most players in the list."""


def draw_statistics(
    canvas: Canvas,
    body: Rect,
    players: Sequence[PlayerStatistics] | None,
    problem: str,
    *,
    chosen: int,
    everywhere: bool,
) -> None:
    """Draw the figures, or the sentence that says why they are not there.

    Args:
        canvas: to draw on.
        body: where.
        players: of the table, or of all tables.
        problem: why they are not there.
        chosen: the player whose figures are shown in full.
        everywhere: whether all tables are counted.
    """
    words = canvas.words
    side = Rect(body.x, body.y, body.w * 0.24, body.h)
    rest = Rect(side.right + 16, body.y, body.right - side.right - 16, body.h)
    scope = Rect(side.x, side.y, side.w, 44)
    choices = [("", words("This table")), ("1", words("All tables"))]
    canvas.segments("scope", scope, choices, "1" if everywhere else "", "stat-scope", size=14)
    if players is None:
        draw_empty(canvas, rest, problem or words("The statistics are being read."))
        return
    if not players:
        draw_empty(canvas, rest, words("There are no statistics yet: the first deal is not over."))
        return
    chosen = min(chosen, len(players) - 1)
    _players(
        canvas,
        Rect(side.x, scope.bottom + 10, side.w, side.bottom - scope.bottom - 10),
        players,
        chosen,
    )
    one = players[chosen]
    plots_h = min(240.0, rest.h * 0.42)
    figures = Rect(rest.x, rest.y, rest.w, rest.h - plots_h - 12)
    _figures(canvas, figures, one)
    half = (rest.w - 12) / 2
    first = Rect(rest.x, figures.bottom + 12, half, plots_h)
    others = [other for other in players if other.game == one.game]
    _plot(canvas, first, compared(others, words))
    _plot(canvas, Rect(first.right + 12, first.y, half, plots_h), section_bars(one, words))


def _players(canvas: Canvas, area: Rect, players: Sequence[PlayerStatistics], chosen: int) -> None:
    words = canvas.words
    # Scrolled no further than the chosen player needs to be in the list.
    start = max(0, min(chosen - _SHOWN + 1, len(players) - _SHOWN))
    pitch = max(50.0, min(56.0, area.h / _SHOWN))
    for row in range(min(_SHOWN, len(players) - start)):
        number = start + row
        one = players[number]
        rect = Rect(area.x, area.y + row * pitch, area.w, pitch - 6)
        if rect.bottom > area.bottom:
            break
        on = number == chosen
        canvas.box(
            rect,
            "panelRaised",
            line="turnLine" if on else "panelBorder",
            radius=8,
            role="button",
            width=3 if on else 1,
        )
        size = min(canvas.s(14), rect.h * 0.36)
        name = words("{name} (you)", name=one.name) if one.own else one.name
        line = Rect(rect.x + 12, rect.cy - size * 1.3, rect.w - 24, size * 1.3)
        canvas.text(line, name, size, "semibold", shrink=True)
        hands = next((f for f in figures_of(one) if f.kind == "count"), None)
        note = (
            f"{figure_title(hands.title, words)}: {words.number(hands.count)}"
            if hands
            else one.game
        )
        canvas.text(
            Rect(line.x, rect.cy + 1, line.w, size * 1.2),
            note,
            size * 0.88,
            colour="textMuted",
            shrink=True,
        )
        canvas.target(f"player:{number}", rect, Intent("stat-player", number), label=name)


def _figures(canvas: Canvas, box: Rect, one: PlayerStatistics) -> None:
    """All sections, in two columns, as many figures as there is room for."""
    words = canvas.words
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    sections = [section for section in one.sections if section.figures]
    size = canvas.s(13)
    pitch = size * 1.6
    columns = 2
    width = (box.w - 28 - 20 * (columns - 1)) / columns
    column, y = 0, box.y + 10
    for section in sections:
        need = pitch * min(3, len(section.figures) + 1)
        if y + need > box.bottom - 6:
            column, y = column + 1, box.y + 10
        if column >= columns:
            return
        x = box.x + 14 + column * (width + 20)
        title = figure_title(section.title, words)
        canvas.text(Rect(x, y, width, pitch), title, size, "bold", "info", shrink=True)
        y += pitch
        for figure in section.figures:
            if y + pitch > box.bottom - 6:
                break
            _figure(canvas, Rect(x, y, width, pitch), figure, size)
            y += pitch
        y += 6


def _figure(canvas: Canvas, line: Rect, figure: Figure, size: float) -> None:
    words = canvas.words
    value, sample = figure_text(figure, words)
    sample_w = text_width(sample, size * 0.88) + 8 if sample else 0.0
    canvas.text(
        Rect(line.right - sample_w, line.y, sample_w, line.h),
        sample,
        size * 0.88,
        colour="textMuted",
        align="right",
    )
    value_w = min(text_width(value, size, "bold") + 2, line.w * 0.5)
    place = Rect(line.right - sample_w - value_w, line.y, value_w, line.h)
    canvas.text(place, value, size, "bold", align="right", suits=True, shrink=True)
    name = Rect(line.x, line.y, place.x - line.x - 8, line.h)
    canvas.text(name, figure_title(figure.title, words), size, suits=True, shrink=True)


def _plot(canvas: Canvas, box: Rect, plot: Bars) -> None:
    canvas.box(box, "panel", line="panelBorder", radius=12, role="plot")
    size = canvas.s(14)
    line = Rect(box.x + 14, box.y + 6, box.w - 28, size * 1.6)
    canvas.text(line, plot.title, size, "bold", shrink=True)
    body = Rect(line.x, line.bottom + 4, line.w, box.bottom - line.bottom - 12)
    if plot.bars:
        draw_bars(canvas, body, plot.bars)
    else:
        draw_empty(canvas, body, canvas.words("Nothing is counted yet."))
