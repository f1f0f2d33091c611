"""The shared parts of every page: its first row, and the current notice."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Hint, Ink, Line, hint_cells
from carteado.clients.tui.view import View
from carteado.scene.game_types import GamePicture
from carteado.scene.shapes import Intent, Rect

__all__ = [
    "LIST_ROWS",
    "draw_line",
    "draw_notice",
    "draw_page_line",
    "draw_table_top",
    "draw_top",
    "field_hints",
    "full_title",
    "reconnecting",
    "who",
]


NOTICE_ROWS = 2
"""Rows of a sentence at a table, whose cards and buttons stay visible."""

LIST_ROWS = 6
"""Rows of a sentence over a list, such as one that names tables."""


def draw_top(grid: Grid, title: str, right: str = "") -> None:
    """The first row: the table, and the seat or rail that sees it."""
    ink = Ink("text", "panel", bold=True)
    grid.clear(0, 0, grid.width, 1, ink)
    # The right part takes half of the row at most; the title is cut before it.
    end = grid.text(1, 0, title, ink, width=grid.width - 3 - min(len(right), grid.width // 2))
    muted = Ink("textMuted", "panel")
    grid.text(end + 1, 0, right, muted, width=max(0, grid.width - end - 2), align="right")


def who(grid: Grid, name: str, room: int) -> str:
    """The player, behind how long the server takes to answer where there is room for both."""
    latency = grid.ui.latency_ms
    if latency is None:
        return name
    both = f"{grid.words.number(latency)} ms · {name}"
    return both if cell_len(both) <= room else name


def draw_table_top(grid: Grid, view: View) -> None:
    """The first row of a table: its name, game and deal; watchers, and the reader's name."""
    words, reader, picture = view.words, view.reader, view.picture
    notes = []
    if reader.watching:
        notes.append(words.several("{n} watching", "{n} watching", reader.watching))
    if not reader.live:
        notes.append(words("Reconnecting"))
    # Without the game's code, the server's lines have no title either.
    title = full_title(picture) if picture is not None else reader.id
    facts = " · ".join([*notes, ""])
    room = grid.width - cell_len(f" {title}  {facts} ")
    draw_top(grid, title, facts + who(grid, view.settings.name, room))


def reconnecting(view: View) -> str:
    """The sentence about a lost connection: a seat is kept; a spectator has none."""
    if view.reader.seat is None:
        return view.words("Reconnecting to {server}", server=view.ui.server)
    return view.words("Reconnecting. Your seat is kept.")


def full_title(picture: GamePicture) -> str:
    """Title and subtitle of a table; one that has no title of its own is called by its game."""
    title, subtitle = picture.title, picture.subtitle
    # Such a table is called "Buraco", or "Buraco 2" where the server has another one.
    game = title.rstrip("0123456789").rstrip() or title
    if not subtitle.startswith(game):
        return f"{title} · {subtitle}"
    return subtitle if game == title else f"{title} · {subtitle[len(game) :].lstrip(' ·')}"


def draw_notice(
    grid: Grid, y: int, x: int = 0, width: int | None = None, *, most: int = NOTICE_ROWS
) -> None:
    """Draw the current notice; a long one takes lines above the row, too.

    Args:
        grid: to draw on.
        y: the last row of the notice.
        x: first column.
        width: columns; up to the right edge when absent.
        most: maximum number of rows.
    """
    notice = grid.ui.notice
    if notice is None:
        return
    room = grid.width - x if width is None else width
    ink = Ink("bad" if notice.kind == "error" else "info", bold=True)
    text = f"! {notice.text}" if notice.kind == "error" else notice.text
    rows = wrapped(text, room - 2)
    if len(rows) > most:
        # The rest is cut with an ellipsis: a notice must not cover what a player acts on.
        rows = [*rows[: most - 1], " ".join(rows[most - 1 :])]
    # It grows upwards, since the rows below hold the buttons.
    first = y - len(rows) + 1
    grid.clear(x, first, room, len(rows))
    for number, row in enumerate(rows):
        grid.text(x + 1, first + number, row, ink, width=room - 2)
    rect = Rect(x, first, room, len(rows))
    grid.target("notice", rect, Intent("dismiss"), label=notice.text)


def draw_page_line(grid: Grid) -> int:
    """Draw the input line and the notice above it, on a page without a table; the row for keys."""
    y = grid.height - 3
    grid.rule(0, y - 1, grid.width)
    draw_notice(grid, y - 1)
    grid.text(1, y, ">", Ink("turn", bold=True))
    grid.line = Line(x=3, y=y, width=grid.width - 4)
    grid.rule(0, y + 1, grid.width)
    return y + 2


def field_hints(grid: Grid) -> list[Hint]:
    """The keys of the field of a table that is being edited: those of the page are letters then."""
    words = grid.words
    back = (words("Esc back"), "Escape")
    match grid.ui.editing:
        case "":
            return []
        case "amount":
            # An amount is only chosen: a button then plays it.
            return [(words("Enter choose, then F3"), "Enter"), back]
        case "chat":
            return [(words("Enter send"), "Enter"), (words("↑↓ phrases"), ""), back]
        case _:
            return [(words("Enter go"), "Enter"), back]


def draw_line(grid: Grid, frame: Frame, hints: Sequence[Hint] = (), label: str = "") -> None:
    """The place of the input line, with keys behind it where there is room for no other row.

    Args:
        grid: to draw on.
        frame: of the table.
        hints: keys behind the line.
        label: what is typed, where the line is a field and takes no commands.
    """
    words = grid.words
    if grid.ui.editing == "chat":
        label = words("Chat")
    if label and hints:
        hints = field_hints(grid) or hints
    x = (
        grid.text(frame.x + 1, frame.line, f"{label}:" if label else ">", Ink("turn", bold=True))
        - 1
    )
    width = frame.width - 2 - (x - frame.x)
    if hints:
        # At least 24 cells stay for what is typed.
        shown = min(hint_cells(hints), width - 24)
        grid.hints(frame.x + frame.width - shown - 1, frame.line, hints, shown)
        width -= shown + 2
    grid.line = Line(x=x + 2, y=frame.line, width=width)
