"""The figures of one player in full, with the list of the others and the plots of this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from carteado.engine.tables.figures import Figure
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.scene.figure_words import figure_text, figure_title
from carteado.scene.figures import (
    MEAN_OF,
    Bars,
    compared,
    figures_of,
    histogram_of,
    section_bars,
    trend_of,
)
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.ledger_page import draw_empty
from carteado.scene.layout.plots import draw_bars, draw_histogram, draw_trend
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width

__all__ = ["draw_details", "draw_pager", "draw_plot"]

Plot = Callable[[Rect], None]
"""Draws a plot at a place."""

_SHOWN = 8
"""Most players in the list."""


def draw_details(
    canvas: Canvas,
    body: Rect,
    head: Rect,
    players: Sequence[PlayerStatistics],
    chosen: int,
    deals: Sequence[tuple[int, int]] = (),
) -> None:
    """Draw the figures of a player; what one page cannot hold gets several.

    Args:
        canvas: to draw on.
        body: where.
        head: where the way to further pages stands.
        players: all of them.
        chosen: whose figures are shown.
        deals: number and result of each deal of this player at this table, as far as known.
    """
    one, scale = players[chosen], canvas.frame.metrics.scale
    side = Rect(body.x, body.y, body.w * 0.24, body.h)
    rest = Rect(side.right + 16, body.y, body.right - side.right - 16, body.h)
    _players(canvas, side, players, chosen)
    plots_h = min(240.0, rest.h * 0.42)
    # Large text needs the whole height for the figures: plots below 150 units then get a page of
    # their own.
    apart = plots_h < 150 * scale
    box = rest if apart else Rect(rest.x, rest.y, rest.w, rest.h - plots_h - 12)
    pages = _columns(canvas, box, one)
    single = _single(canvas, deals)
    sums = _sums(canvas, players, one)
    # The plots of single deals stand below the figures, and those of sums have the last page; where
    # there are no single deals the sums take their place.
    last = [plots for plots in ((single,) if apart else ()) if plots]
    last += [sums] if single or apart else []
    count = len(pages) + len(last)
    at = min(canvas.ui.scroll.get("figures", 0), count - 1)
    if count > 1:
        text = canvas.words("Page {at} of {count}", at=at + 1, count=count)
        on = at + 1 if at + 1 < count else None
        draw_pager(canvas, head, text, at - 1 if at else None, on, name="figures")
    if at >= len(pages):
        _plots(canvas, rest, last[at - len(pages)])
        return
    _figures(canvas, box, pages[at])
    if not apart:
        _plots(canvas, Rect(rest.x, box.bottom + 12, rest.w, plots_h), single or sums)


def draw_pager(
    canvas: Canvas,
    head: Rect,
    text: str,
    back: int | None,
    on: int | None,
    *,
    name: str = "statistics",
) -> None:
    """The way to the page before and the next one, at the right end of a line.

    Args:
        canvas: to draw on.
        head: the line.
        text: which page this is.
        back: where the page before begins; None at the first one.
        on: where the next one begins; None at the last one.
        name: of what is paged.
    """
    right = Rect(head.right - 56, head.y, 56, 44)
    left = right.moved(-62, 0)
    for icon, place, to, hotkey in (
        ("up", left, back, "PageUp"),
        ("down", right, on, "PageDown"),
    ):
        canvas.button(
            f"{name}-{icon}",
            place,
            "",
            Intent("page", (name, to or 0)),
            kind="outline",
            icon=icon,
            hotkeys=(hotkey,),
            enabled=to is not None,
        )
    line = Rect(head.x, head.y, left.x - head.x - 10, head.h)
    canvas.text(line, text, canvas.s(13), "semibold", "textMuted", "right", shrink=True)


def _sums(
    canvas: Canvas, players: Sequence[PlayerStatistics], player: PlayerStatistics
) -> tuple[Plot, ...]:
    """The figures over all deals, of this player and beside the others."""
    # Figures of different games cannot be compared.
    others = [other for other in players if other.game == player.game]
    return (
        lambda area: draw_plot(canvas, area, compared(others, canvas.words)),
        lambda area: draw_plot(canvas, area, section_bars(player, canvas.words)),
    )


def _single(canvas: Canvas, deals: Sequence[tuple[int, int]]) -> tuple[Plot, ...]:
    """The results of this player's deals one by one, and their distribution."""
    words = canvas.words
    trend, histogram = trend_of(deals), histogram_of([value for _, value in deals])
    if trend is None or histogram is None:
        return ()

    def course(area: Rect) -> None:
        note = words("Ring: one hand. Line: mean of the last {n}.", n=MEAN_OF)
        draw_trend(canvas, _framed(canvas, area, words("Result of each hand"), note), trend)

    def spread(area: Rect) -> None:
        mean = round(sum(trend.values) / len(trend.values))
        note = words.several(
            "{n} hand, on average {mean}", "{n} hands, on average {mean}", len(deals), mean=mean
        )
        body = _framed(canvas, area, words("Distribution of results"), note)
        draw_histogram(canvas, body, histogram)

    return (course, spread)


def _plots(canvas: Canvas, area: Rect, plots: Sequence[Plot]) -> None:
    """Two plots, one below the other where there is the height for it and not the width."""
    if area.w < 700 * canvas.frame.metrics.scale and area.h > 380:
        height = (area.h - 12) / 2
        plots[0](Rect(area.x, area.y, area.w, height))
        plots[1](Rect(area.x, area.y + height + 12, area.w, height))
        return
    half = (area.w - 12) / 2
    plots[0](Rect(area.x, area.y, half, area.h))
    plots[1](Rect(area.x + half + 12, area.y, half, area.h))


def _players(canvas: Canvas, area: Rect, players: Sequence[PlayerStatistics], chosen: int) -> None:
    words, game = canvas.words, players[chosen].game
    same = [at for at, one in enumerate(players) if one.game == game]
    # Scrolled no further than the chosen player needs to be in the list.
    pitch = max(50.0, min(56.0, area.h / _SHOWN))
    fits = max(1, min(_SHOWN, len(same), int((area.h + 6) // pitch)))
    start = max(0, min(same.index(chosen) - fits + 1, len(same) - fits))
    for row, number in enumerate(same[start : start + fits]):
        one = players[number]
        rect = Rect(area.x, area.y + row * pitch, area.w, pitch - 6)
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


def _columns(
    canvas: Canvas, box: Rect, player: PlayerStatistics
) -> list[tuple[list[list[str | Figure]], float]]:
    """The pages of figures: columns of titles and figures, and the height of a line."""
    words, pitch = canvas.words, canvas.s(13) * 1.6
    count = 2 if box.w >= 640 * canvas.frame.metrics.scale else 1
    # A title and two figures are the least that a column must hold.
    rows = max(3, int((box.h - 20) // pitch))
    columns: list[list[str | Figure]] = [[]]
    for section in player.sections:
        title = figure_title(section.title, words)
        for number, figure in enumerate(section.figures):
            column = columns[-1]
            # A title stands over at least two of its figures, and again at the top of a column.
            least = 3 if number == 0 and len(section.figures) > 1 else 1
            if len(column) + least > rows:
                column = []
                columns.append(column)
            # Repeated at the top of a column, so that no figure stands without its section.
            if number == 0 or not column:
                column.append(title)
            column.append(figure)
    return [(columns[at : at + count], pitch) for at in range(0, len(columns), count)]


def _figures(canvas: Canvas, box: Rect, page: tuple[list[list[str | Figure]], float]) -> None:
    """A page of figures under the titles of their sections."""
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    columns, pitch = page
    size = canvas.s(13)
    wide = 2 if box.w >= 640 * canvas.frame.metrics.scale else 1
    width = (box.w - 28 - 20 * (wide - 1)) / wide
    for number, column in enumerate(columns):
        x = box.x + 14 + number * (width + 20)
        for row, entry in enumerate(column):
            line = Rect(x, box.y + 10 + row * pitch, width, pitch)
            if isinstance(entry, str):
                canvas.text(line, entry, size, "bold", "info", shrink=True)
            else:
                _figure(canvas, line, entry, size)


def _figure(canvas: Canvas, line: Rect, figure: Figure, size: float) -> None:
    words = canvas.words
    value, sample = figure_text(figure, words)
    # The sample stands outermost, so that the values line up beside it.
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


def draw_plot(canvas: Canvas, box: Rect, plot: Bars) -> None:
    """A plot of bars under its title.

    Args:
        canvas: of the page.
        box: with title and frame.
        plot: of bars.
    """
    body = _framed(canvas, box, plot.title)
    if plot.bars:
        draw_bars(canvas, body, plot.bars)
    else:
        draw_empty(canvas, body, canvas.words("Nothing is counted yet."))


def _framed(canvas: Canvas, box: Rect, title: str, note: str = "") -> Rect:
    """The panel of a plot with its title and what is drawn; the room for it."""
    canvas.box(box, "panel", line="panelBorder", radius=12, role="plot")
    size = canvas.s(14)
    line = Rect(box.x + 14, box.y + 6, box.w - 28, size * 1.6)
    canvas.text(line, title, size, "bold", shrink=True)
    if note:
        line = Rect(line.x, line.bottom, line.w, size * 1.3)
        canvas.text(line, note, canvas.s(12), colour="textMuted", shrink=True)
    return Rect(line.x, line.bottom + 4, line.w, box.bottom - line.bottom - 12)
