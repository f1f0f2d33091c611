"""The log below a small table, and the side panel of a large one: log, coach, chat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.coach import draw_coach
from carteado.clients.tui.view import View
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.story import ChatMessage, Line, Log
from carteado.scene.words import Words

__all__ = ["draw_chat", "draw_lines", "draw_log", "draw_side", "log_rows"]


class LogRow(NamedTuple):
    """A row of the log or the chat.

    Attributes:
        text: of the row.
        ink: of the text.
        note: at its right, '' for none.
        cards: whether the suits in it are those of cards; what players write has none.
    """

    text: str
    ink: Ink
    note: str = ""
    cards: bool = True


def draw_log(grid: Grid, frame: Frame, view: View, y: int) -> None:
    """The last lines of the log, from a row down to the rule above the turn."""
    words = view.words
    log: Log = view.reader.story.log if view.reader.story is not None else Log()
    rows = max(0, frame.rule - y - 1)
    if not rows:
        return
    title = words("Log")
    grid.rule(frame.x, y, frame.width, title)
    width = frame.width - 2
    chat = chat_rows(log.chat[-1:], width, words) if _is_fresh(log, view) else []
    if len(chat) > rows:
        # The dialog has all of it.
        chat = [*chat[: rows - 1], chat[rows - 1]._replace(text=f"{chat[rows - 1].text} …")]
    shown = [*_sentences(log.lines, width), *chat][-rows:]
    for number, (text, ink, _, cards) in enumerate(shown):
        grid.text(frame.x + 1, y + 1 + number, text, ink, width=width, suits=cards)


def _is_fresh(log: Log, view: View) -> bool:
    """Whether the last message is unread, or the reader's own and nothing has happened since."""
    if not log.chat:
        return False
    last = log.chat[-1]
    own = last.seat is not None and last.seat == view.reader.seat
    return view.ui.unread > 0 or (own and last.behind == (log.lines[-1] if log.lines else None))


def _sentences(lines: Sequence[Line], width: int) -> list[LogRow]:
    """Lines as sentences, several in a row; a heading begins a row."""
    rows: list[LogRow] = []
    text, ink = "", Ink()
    # Sixty lines are more than the rows of any small page hold.
    for line in lines[-60:]:
        part = line.text if line.text.endswith((".", "!", "?")) else f"{line.text}."
        strong = line.kind == "result"
        one = Ink("win") if strong else Ink()
        joined = f"{text} {part}" if text else part
        if text and line.kind == "line" and ink == one and len(joined) <= width:
            text = joined
            continue
        if text:
            rows.append(LogRow(text, ink))
        text, ink = part, one
    if text:
        rows.append(LogRow(text, ink))
    return [row._replace(text=piece) for row in rows for piece in wrapped(row.text, width)]


def log_rows(lines: Sequence[Line], width: int) -> list[LogRow]:
    """A line of the log in each row: text, ink, and a note at the right of a heading."""
    rows: list[LogRow] = []
    for line in lines:
        if line.kind == "heading" and rows:
            # An empty row before each heading.
            rows.append(LogRow("", Ink()))
        ink = {"heading": Ink("text", bold=True), "result": Ink("win", bold=True)}.get(
            line.kind, Ink()
        )
        pieces = wrapped(line.text, width)
        for number, piece in enumerate(pieces):
            note = line.note if number == 0 and len(piece) + len(line.note) + 2 <= width else ""
            rows.append(LogRow(piece, ink, note))
    return rows


def draw_lines(
    grid: Grid, x: int, y: int, width: int, height: int, rows: Sequence[LogRow], scroll: int = 0
) -> None:
    """Draw the last rows that fit.

    Args:
        grid: to draw on.
        x: first column.
        y: first row.
        width: columns.
        height: rows.
        rows: all rows, the oldest first.
        scroll: rows that are scrolled back from the newest one.
    """
    # The keys count on without knowing the length.
    scroll = min(scroll, max(0, len(rows) - height))
    shown = rows[max(0, len(rows) - height - scroll) : len(rows) - scroll]
    for number, (text, ink, note, cards) in enumerate(shown):
        grid.text(x, y + number, text, ink, width=width, suits=cards)
        if note:
            grid.text(x, y + number, note, Ink("textMuted"), width=width, align="right")


def chat_rows(chat: Sequence[ChatMessage], width: int, words: Words) -> list[LogRow]:
    """Chat messages, broken into rows."""
    rows = []
    for one in chat[-40:]:
        name = one.name if one.seat is not None else words("rail, {name}", name=one.name)
        pieces = wrapped(f"{name}: {one.text}", width)
        rows += [LogRow(piece, Ink("info"), cards=False) for piece in pieces]
    return rows


def draw_chat(grid: Grid, x: int, y: int, width: int, height: int, view: View) -> None:
    """The last chat messages."""
    log: Log = view.reader.story.log if view.reader.story is not None else Log()
    draw_lines(grid, x, y, width, height, chat_rows(log.chat, width, view.words))


def draw_side(grid: Grid, frame: Frame, view: View) -> None:
    """The side panel: log above, the coach in the middle, chat at the bottom."""
    assert frame.side is not None
    words, x, width = view.words, frame.side + 2, frame.side_width - 1
    for y in range(1, frame.height):
        grid.text(frame.side, y, "│", Ink("panelBorder"))
    log: Log = view.reader.story.log if view.reader.story is not None else Log()
    coach = getattr(view.picture, "advice", False)
    chat_at = frame.height - 9
    # A turn of Buraco has more to count than a decision of poker, and its table shows the round.
    whole = coach and isinstance(view.picture, BuracoPicture) and view.ui.coach
    coach_at = 0 if whole else chat_at - 18 if coach else chat_at
    if not whole:
        grid.text(x, 1, words("Log"), Ink("textMuted", bold=True))
        scroll = view.ui.scroll.get("log", 0)
        rows = log_rows(log.lines, width)
        grid.scrolls(coach_at - 4, len(rows))
        draw_lines(grid, x, 3, width, coach_at - 4, rows, scroll)
    if coach:
        if not whole:
            _divide(grid, frame, coach_at)
        grid.text(x, coach_at + 1, words("Coach"), Ink("textMuted", bold=True))
        note = words("your view only")
        grid.text(x, coach_at + 1, note, Ink("textMuted"), width=width, align="right")
        draw_coach(grid, x, coach_at + 3, width, chat_at - coach_at - 3, view)
    _divide(grid, frame, chat_at)
    grid.text(x, chat_at + 1, words("Chat"), Ink("textMuted", bold=True))
    draw_chat(grid, x, chat_at + 3, width, frame.height - chat_at - 4, view)


def _divide(grid: Grid, frame: Frame, y: int) -> None:
    assert frame.side is not None
    grid.text(frame.side, y, "─" * (grid.width - frame.side), Ink("panelBorder"))
