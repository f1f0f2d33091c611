"""Statistics: a table of all players, and the way into the figures of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.engine.errors import EngineError
from carteado.engine.registry import game_of
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.scene.figure_words import figure_cell, figure_head
from carteado.scene.figures import MOST_BARS, comparisons, figures_of, main_figures
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.ledger_page import draw_empty
from carteado.scene.layout.statistics_details import draw_details, draw_pager, draw_plot
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width, wrapped

__all__ = ["draw_statistics"]

_HEAD_LINES = 3
"""Most lines of a column's head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    """A column of the table: its head in lines, and a value and a sample for each player."""

    head: tuple[str, ...]
    cells: tuple[tuple[str, str], ...]
    width: float


def draw_statistics(
    canvas: Canvas,
    body: Rect,
    players: Sequence[PlayerStatistics] | None,
    problem: str,
    *,
    chosen: int,
    everywhere: bool,
    details: bool = False,
    deals: Sequence[tuple[int, int]] = (),
) -> None:
    """Draw the figures, or the sentence that says why they are not there.

    Args:
        canvas: to draw on.
        body: where.
        players: of the table, or of all tables.
        problem: why they are not there.
        chosen: the player whose figures are shown in full, or whose game the table shows.
        everywhere: whether all tables are counted.
        details: whether the figures of `chosen` are shown in full.
        deals: number and result of each deal of `chosen` at this table, as far as known.
    """
    words = canvas.words
    scale = min(1.4, canvas.frame.metrics.scale)
    scope = Rect(body.x, body.y, min(body.w * 0.4, 250 * scale), 44)
    choices = [("", words("This table")), ("1", words("All tables"))]
    canvas.segments("scope", scope, choices, "1" if everywhere else "", "stat-scope", size=14)
    rest = Rect(body.x, scope.bottom + 10, body.w, body.bottom - scope.bottom - 10)
    if players is None:
        draw_empty(canvas, rest, problem or words("The statistics are being read."))
        return
    if not players:
        draw_empty(canvas, rest, words("There are no statistics yet: the first deal is not over."))
        return
    # The list may have become shorter: another scope counts other players.
    chosen = min(chosen, len(players) - 1)
    head = Rect(scope.right + 16, scope.y, body.right - scope.right - 16, 44)
    if details:
        width = min(head.w, 200 * scale)
        back = Rect(head.right - width, head.y, width, 44)
        label, intent = words("All players"), Intent("stat-all")
        canvas.button("stat-all", back, label, intent, kind="outline", hotkey="A", size=14)
        pager = Rect(head.x, head.y, back.x - head.x - 12, head.h)
        draw_details(canvas, rest, pager, players, chosen, () if everywhere else deals)
        return
    head = _games(canvas, head, players, chosen)
    _table(canvas, head, rest, players, chosen)


def _games(canvas: Canvas, head: Rect, players: Sequence[PlayerStatistics], chosen: int) -> Rect:
    """A segment for each game that was counted; what is left of the line beside them."""
    # In order of appearance and without repeats.
    games = list(dict.fromkeys(one.game for one in players))
    if len(games) < 2:
        return head
    # A game is chosen through the first of its players, so one number is all the state there is.
    first = {game: [one.game for one in players].index(game) for game in games}
    choices = [(str(first[game]), _title(game)) for game in games]
    size = canvas.s(14)
    wanted = sum(text_width(title, size, "semibold") + 24 for _, title in choices)
    place = Rect(head.x, head.y, min(wanted, head.w - 200), 44)
    on = str(first[players[chosen].game])
    canvas.segments("game", place, choices, on, "stat-game", size=14)
    return Rect(place.right + 16, head.y, head.right - place.right - 16, head.h)


def _title(game: str) -> str:
    try:
        return game_of(game).title
    except EngineError:
        return game


def _table(
    canvas: Canvas,
    head: Rect,
    area: Rect,
    players: Sequence[PlayerStatistics],
    chosen: int,
) -> None:
    """The players of one game by rows, the figures by columns, and plots that compare them."""
    size = canvas.s(13)
    game = players[chosen].game
    shown = [(at, one) for at, one in enumerate(players) if one.game == game]
    rows = [one for _, one in shown]
    pitch = max(46.0, size * 2.9)
    name_w = min(
        area.w * 0.24, max(text_width(_name(canvas, one), size, "semibold") for one in rows) + 30
    )
    columns = _columns(canvas, rows, area.w - 24 - name_w)
    head_h = max([len(one.head) for one in columns], default=1) * size * 1.2 + 12
    room = area.h - head_h - 16
    # The players come first; the plots take what they leave, and stand with each player too.
    plots_h = room - pitch * len(rows) - 12
    # A title and one bar for each player must fit, or the rows take the room.
    if plots_h < size * (3 + 1.6 * min(len(rows), MOST_BARS)):
        plots_h = 0.0
        pitch = max(pitch, min(pitch * 1.25, room / len(rows)))
    fits = max(1, min(len(rows), int(room // pitch)))
    # The position may be older than the list.
    start = min(canvas.ui.scroll.get("statistics", 0), max(0, len(rows) - fits))
    _pages(canvas, head, start, fits, len(rows))
    height = head_h + 12 + pitch * fits
    box = Rect(area.x, area.y, area.w, height)
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    inner = box.inset(12, 6)
    spread = (inner.w - name_w - sum(one.width for one in columns)) / max(1, len(columns))
    _heads(canvas, Rect(inner.x, inner.y, inner.w, head_h), columns, name_w, spread)
    for row, (at, one) in enumerate(shown[start : start + fits]):
        line = Rect(inner.x, inner.y + head_h + row * pitch, inner.w, pitch)
        _row(canvas, line, one, at, columns, start + row, name_w, spread)
    if plots_h:
        top = box.bottom + 12
        _plots(canvas, Rect(area.x, top, area.w, area.bottom - top), rows)


def _name(canvas: Canvas, player: PlayerStatistics) -> str:
    return canvas.words("{name} (you)", name=player.name) if player.own else player.name


def _columns(canvas: Canvas, rows: Sequence[PlayerStatistics], room: float) -> list[_Column]:
    """As many columns as there is room for, each as wide as its widest cell needs."""
    words, size = canvas.words, canvas.s(13)
    small = size * 0.88
    found: list[_Column] = []
    for title, name in main_figures(rows):
        cells = []
        for one in rows:
            figure = next((each for each in figures_of(one) if each.name == name), None)
            # A player who has never had the chance has no figure, which is not the same as 0.
            cells.append(figure_cell(figure, words) if figure is not None else ("–", ""))
        head = figure_head(title, words)
        width = max(
            *(text_width(value, size * 1.05, "bold") for value, _ in cells),
            *(text_width(sample, small) for _, sample in cells),
            *(text_width(word, small, "semibold") for word in head.split()),
        )
        # Wider until the head fits three lines.
        while len(wrapped(head, width + 1, small, "semibold")) > _HEAD_LINES:
            width += 8
        column = _Column(
            head=wrapped(head, width + 1, small, "semibold"),
            cells=tuple(cells),
            width=width + 18,
        )
        # Columns come in order of importance; the first that does not fit ends the table.
        if column.width > room:
            break
        room -= column.width
        found.append(column)
    return found


def _heads(
    canvas: Canvas, line: Rect, columns: Sequence[_Column], name_w: float, spread: float
) -> None:
    size = canvas.s(13) * 0.88
    last = Rect(line.x + 4, line.bottom - 6 - size * 1.3, name_w, size * 1.3)
    canvas.text(last, canvas.words("Player"), size, "semibold", "textMuted")
    right = line.x + name_w
    for column in columns:
        right += column.width + spread
        for number, text in enumerate(reversed(column.head)):
            y = line.bottom - 6 - (number + 1) * size * 1.3
            place = Rect(right - column.width - 4, y, column.width, size * 1.3)
            canvas.text(place, text, size, "semibold", "textMuted", "right", shrink=True)


def _row(
    canvas: Canvas,
    line: Rect,
    player: PlayerStatistics,
    at: int,
    columns: Sequence[_Column],
    row: int,
    name_w: float,
    spread: float,
) -> None:
    """A player: the name, and below each value the size of its sample."""
    size = canvas.s(13)
    key = f"player:{at}"
    if canvas.ui.hover == key:
        canvas.box(line.inset(0, 1), "panelRaised", radius=8, role="hover")
    canvas.box(Rect(line.x, line.y, line.w, 1), "panelBorder", role="line")
    name = Rect(line.x + 4, line.y, name_w - 8, line.h)
    canvas.text(name, _name(canvas, player), canvas.s(14), "semibold", shrink=True)
    right = line.x + name_w
    for column in columns:
        right += column.width + spread
        value, sample = column.cells[row]
        # Values without a sample are centred in the row.
        top = line.cy - size * 1.25 if sample else line.cy - size * 0.65
        place = Rect(right - column.width - 4, top, column.width, size * 1.3)
        canvas.text(place, value, size * 1.05, "bold", align="right", suits=True, shrink=True)
        below = Rect(place.x, place.bottom, place.w, size * 1.15)
        canvas.text(below, sample, size * 0.88, colour="textMuted", align="right", shrink=True)
    canvas.target(key, line, Intent("stat-player", at), label=player.name)


def _pages(canvas: Canvas, head: Rect, start: int, fits: int, count: int) -> None:
    """The way to the players that find no room, or what a press on a row does."""
    words, size = canvas.words, canvas.s(13)
    if count <= fits:
        text = words("Choose a player to see all statistics.")
        canvas.text(head, text, size, colour="textMuted", align="right", shrink=True)
        return
    text = words(
        "{first} to {last} of {count} players",
        first=start + 1,
        last=min(start + fits, count),
        count=count,
    )
    back = max(0, start - fits) if start else None
    draw_pager(canvas, head, text, back, start + fits if start + fits < count else None)


def _plots(canvas: Canvas, area: Rect, rows: Sequence[PlayerStatistics]) -> None:
    """The players' wins and their frequency, side by side."""
    most = 3 if area.w >= 1200 * canvas.frame.metrics.scale else 2
    plots = comparisons(rows, canvas.words, most)
    if not plots:
        return
    width = (area.w - 12 * (len(plots) - 1)) / len(plots)
    for number, plot in enumerate(plots):
        draw_plot(canvas, Rect(area.x + number * (width + 12), area.y, width, area.h), plot)
