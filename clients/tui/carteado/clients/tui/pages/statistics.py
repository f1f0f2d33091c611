"""The statistics of a table or a server: figures with their samples, and bars."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.owner import draw_bottom, draw_tabs
from carteado.clients.tui.pages.top import draw_top
from carteado.clients.tui.plots import draw_bars
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.scene.figure_words import figure_text, figure_title
from carteado.scene.figures import compared, figures_of, section_bars
from carteado.scene.layout.table_page import TablePage
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect

__all__ = ["draw_statistics"]

LIST_W = 22
WIDE = 130
"""Columns from which figures and bars stand side by side."""


def draw_statistics(grid: Grid, reader: Reader | None, page: TablePage) -> None:
    """Draw the page.

    Args:
        grid: to draw on.
        reader: of the table, None for the statistics of all tables of the server.
        page: the statistics from the server.
    """
    words = grid.words
    y = _head(grid, reader, page)
    players = page.statistics
    hints = [
        (words("↑↓ choose a player"), "Up Down"),
        (words("PgUp"), "PageUp"),
        (words("PgDn more"), "PageDown"),
    ]
    if not players:
        text = page.problem or words("The statistics are being read.")
        if players is not None and not page.problem:
            text = words("There are no statistics yet: the first deal is not over.")
        for number, piece in enumerate(wrapped(text, grid.width - 6)):
            grid.text(3, y + number, piece)
        draw_bottom(grid)
        return
    chosen = _chosen(grid, page, len(players))
    one = players[chosen]
    height = grid.height - 5 - y
    _players(grid, players, chosen, y, height)
    x = LIST_W + 4
    width = grid.width - x - 2
    plots = bool(grid.ui.scroll.get("plot", 0))
    if grid.width >= WIDE:
        half = width // 2 - 2
        _figures(grid, one, x, y, half, height)
        _bars(grid, players, one, x + half + 3, y, width - half - 3, height)
    elif plots:
        _bars(grid, players, one, x, y, width, height)
    else:
        _figures(grid, one, x, y, width, height)
    if grid.width < WIDE:
        label = words("Figures") if plots else words("Bars")
        turn = Intent("page", ("plot", 0 if plots else 1))
        grid.button("plot", grid.width - 14, 2, label, turn, hotkeys=("P",))
    draw_bottom(grid, hints)


def _head(grid: Grid, reader: Reader | None, page: TablePage) -> int:
    """Title, pages and which tables are counted; the first row below."""
    words = grid.words
    if reader is not None:
        y = draw_tabs(grid, reader, "statistics", "")
        label = words("All tables") if not page.everywhere else words("This table")
        shown = words("All tables") if page.everywhere else words("This table")
        scope = Intent("stat-scope", "" if page.everywhere else "1")
        end = grid.text(2, y - 1, words("Counted: {tables}", tables=shown), Ink("textMuted"))
        grid.button("scope", end + 3, y - 1, label, scope, hotkeys=("A",))
        return y + 1
    grid.targets.clear()
    grid.order.clear()
    grid.clear(0, 0, grid.width, grid.height)
    draw_top(grid, f"{words('Statistics')} · {words('All tables')} · {grid.ui.server}")
    grid.rule(0, 3, grid.width)
    return 5


def _chosen(grid: Grid, page: TablePage, count: int) -> int:
    """The player that the arrows are at, or the one that was pressed."""
    name, _, number = grid.ui.focus.partition(":")
    # The arrows move the focus first; the page follows.
    found = int(number) if name == "player" and number.isdecimal() else page.chosen
    return min(found, count - 1)


def _players(
    grid: Grid, players: Sequence[PlayerStatistics], chosen: int, y: int, height: int
) -> None:
    words = grid.words
    # The numbers of the list: hands, deals or rounds, by the name of the chosen player's figure.
    counted = next((each for each in figures_of(players[chosen]) if each.kind == "count"), None)
    if counted is not None:
        title = figure_title(counted.title, words)
        grid.text(2, y - 1, title, Ink("textMuted"), width=LIST_W, align="right")
    # The chosen player stays in the middle, except near both ends.
    first = max(0, min(chosen - height // 2, len(players) - height))
    for number, one in enumerate(players):
        key = f"player:{number}"
        grid.order.append(key)
        row = y + number - first
        # In the order of keys all the same, so that the arrows reach players who are scrolled
        # away.
        if not y <= row < y + height:
            continue
        hands = next((each for each in figures_of(one) if each.kind == "count"), None)
        on = number == chosen
        grid.text(1, row, "▸" if on else " ", Ink("turn", bold=True))
        name = words("{name} (you)", name=one.name) if one.own else one.name
        grid.text(2, row, name, Ink(bold=on, reverse=on), width=LIST_W - 6)
        if hands is not None:
            count = words.number(hands.count)
            grid.text(2, row, count, Ink("textMuted"), width=LIST_W, align="right")
        rect = Rect(1, row, LIST_W + 1, 1)
        grid.target(key, rect, Intent("stat-player", number), label=name)
    for row in range(y, y + height):
        grid.text(LIST_W + 2, row, "│", Ink("panelBorder"))


def _figures(grid: Grid, one: PlayerStatistics, x: int, y: int, width: int, height: int) -> None:
    """All figures with the sizes of their samples, scrolled."""
    words = grid.words
    sections = [section for section in one.sections if section.figures]
    texts = {each: figure_text(each, words) for section in sections for each in section.figures}
    # One column for all samples, so that the values before it stand below each other.
    right = width - 2 - max((cell_len(sample) for _, sample in texts.values()), default=0)
    heading = Ink("info", bold=True)
    rows: list[tuple[str, Ink, str, str]] = []
    for section in sections:
        rows += [("", heading, "", "")] if rows else []
        title = figure_title(section.title, words)
        rows += [(piece, heading, "", "") for piece in wrapped(title, width)]
        for each in section.figures:
            value, sample = texts[each]
            *above, last = wrapped(f" {figure_title(each.title, words)}", right)
            # A title is never cut: a value without room beside it has a row of its own.
            if cell_len(last) + 2 + cell_len(value) > right:
                above, last = [*above, last], ""
            rows += [(piece, Ink(), "", "") for piece in above]
            rows.append((last, Ink(), value, sample))
    grid.scrolls(height, len(rows))
    first = min(grid.ui.scroll.get("statistics", 0), max(0, len(rows) - height))
    for number, (title, ink, value, sample) in enumerate(rows[first : first + height]):
        row = y + number
        grid.text(x, row, title, ink, width=width, suits=True)
        grid.text(x, row, value, Ink(bold=True), width=right, align="right", suits=True)
        grid.text(x, row, sample, Ink("textMuted"), width=width, align="right")
    if len(rows) > height:
        text = words("{last} of {all}", last=min(first + height, len(rows)), all=len(rows))
        grid.text(x, y + height, text, Ink("textMuted"), width=width, align="right")


def _bars(
    grid: Grid,
    players: Sequence[PlayerStatistics],
    one: PlayerStatistics,
    x: int,
    y: int,
    width: int,
    height: int,
) -> None:
    words = grid.words
    # Figures of different games cannot be compared.
    others = [other for other in players if other.game == one.game]
    first = compared(others, words)
    upper = min(len(first.bars) + 1, max(3, height // 2 - 1)) if first.bars else 2
    draw_bars(grid, x, y, width, upper, first)
    below = y + upper + 1
    draw_bars(grid, x, below, width, y + height - below, section_bars(one, words))
