"""What every page has: its first row, and a sentence that wants to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Hint, Ink, Line, hint_cells, wrapped
from carteado.clients.tui.view import View
from carteado.scene.shapes import Intent, Rect

__all__ = ["draw_line", "draw_notice", "draw_table_top", "draw_top", "full_title", "reconnecting"]


NOTICE_ROWS = 2


def draw_top(grid: Grid, title: str, right: str = "") -> None:
    """The first row: what is shown, and who looks at it."""
    ink = Ink("text", "panel", bold=True)
    grid.clear(0, 0, grid.width, 1, ink)
    end = grid.text(1, 0, title, ink, width=grid.width - 3 - min(len(right), grid.width // 2))
    muted = Ink("textMuted", "panel")
    grid.text(end + 1, 0, right, muted, width=max(0, grid.width - end - 2), align="right")


def draw_table_top(grid: Grid, view: View) -> None:
    """The first row of a table: its name, game and deal; watchers, and the own name."""
    words, reader, picture = view.words, view.reader, view.picture
    notes = []
    if reader.watching:
        notes.append(words.several("{n} watching", "{n} watching", reader.watching))
    if not reader.live:
        notes.append(words("Reconnecting"))
    notes.append(view.settings.name)
    draw_top(grid, full_title(picture), " · ".join(filter(None, notes)))


def reconnecting(view: View) -> str:
    """What a lost connection means: a seat is kept, a place at the rail needs none."""
    if view.reader.seat is None:
        return view.words("Reconnecting to {server}", server=view.ui.server)
    return view.words("Reconnecting. Your seat is kept.")


def full_title(picture: Any) -> str:
    """Title and subtitle of a table; one that has no title of its own is called by its game."""
    title, subtitle = picture.title, picture.subtitle
    # Such a table is called "Buraco", or "Buraco 2" where the server has another one.
    game = title.rstrip("0123456789").rstrip() or title
    if not subtitle.startswith(game):
        return f"{title} · {subtitle}"
    return subtitle if game == title else f"{title} · {subtitle[len(game) :].lstrip(' ·')}"


def draw_notice(grid: Grid, y: int, x: int = 0, width: int | None = None) -> None:
    """A refusal or another sentence in place of a line; a long one takes the line above too."""
    notice = grid.ui.notice
    if notice is None:
        return
    room = grid.width - x if width is None else width
    ink = Ink("bad" if notice.kind == "error" else "info", bold=True)
    text = f"! {notice.text}" if notice.kind == "error" else notice.text
    rows = wrapped(text, room - 2)
    if len(rows) > NOTICE_ROWS:
        rows = [*rows[: NOTICE_ROWS - 1], " ".join(rows[NOTICE_ROWS - 1 :])]
    first = y - len(rows) + 1
    grid.clear(x, first, room, len(rows))
    for number, row in enumerate(rows):
        grid.text(x + 1, first + number, row, ink, width=room - 2)
    rect = Rect(x, first, room, len(rows))
    grid.target("notice", rect, Intent("dismiss"), label=notice.text)


def draw_line(grid: Grid, frame: Frame, hints: Sequence[Hint] = ()) -> None:
    """The place of the input line, with keys behind it where there is room for no other row."""
    x = frame.x + 1
    grid.text(x, frame.line, ">", Ink("turn", bold=True))
    width = frame.width - 3
    if hints:
        shown = min(hint_cells(hints), width - 24)
        grid.hints(frame.x + frame.width - shown - 1, frame.line, hints, shown)
        width -= shown + 2
    grid.line = Line(x=x + 2, y=frame.line, width=width)
