"""The acting seat and its clock, above the actions of a table."""

from __future__ import annotations

from rich.cells import cell_len

from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.view import View
from carteado.scene.clock import TimeLeft
from carteado.scene.words import Words

__all__ = ["draw_clock", "time_left"]

LEAST_BAR = 4
"""Columns below which the time has no bar."""


def draw_clock(
    grid: Grid,
    frame: Frame,
    text: str,
    left: TimeLeft | None,
    words: Words,
    *,
    own: bool,
    note: str = "",
) -> int:
    """Draw the seat to act and the time left, as a number and a bar; return the column behind.

    Args:
        grid: to draw on.
        frame: of the table.
        text: whose turn it is.
        left: of the time.
        words: of the player.
        own: whether it is the player's own turn.
        note: what is written behind it; the bar leaves room for that.
    """
    y = frame.turn
    mark = "▸ " if own else "  "
    ink = Ink("turn" if own else "text", bold=True, reverse=own)
    end = grid.text(frame.x + 2, y, mark, Ink("turn", bold=True))
    end = grid.text(end, y, text, ink, width=26)
    if left is None:
        return end
    shade = "timerLow" if left.low else "timerBank" if left.bank else "timer"
    end = grid.text(end + 1, y, words("{seconds} s", seconds=left.seconds), Ink(shade, bold=True))
    bank, ink = "", Ink("textMuted")
    if left.bank:
        bank, ink = words("time bank"), Ink("timerBank", bold=True)
    elif left.bank_seconds:
        bank = words("bank {seconds} s", seconds=left.bank_seconds)
    at = max(end + 2, frame.x + (20 if own else 24))
    # Thirty columns for usual notes, so that the bar does not change its length each turn.
    behind = max(30, cell_len(bank) + cell_len(note) + 5)
    width = min(34 if frame.wide else 20, frame.x + frame.width - at - behind)
    if width < LEAST_BAR:
        return grid.text(end + 2, y, bank, ink) if bank else end
    grid.bar(at, y, width, left.share, Ink(shade))
    return grid.text(at + width + 2, y, bank, ink) if bank else at + width + 2


def time_left(view: View) -> TimeLeft | None:
    """The time left of the decision that the view shows; None without a clock."""
    clock = view.reader.clock
    return clock.left(view.now_ms) if clock is not None else None
