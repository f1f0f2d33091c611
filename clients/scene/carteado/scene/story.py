"""The story of a table: lines for the log, by street or turn, and chat.

A story is the fold of a table's session events for one reader. A picture says how the table
stands. The story says how it came to that, which the state alone does not hold.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

__all__ = ["KEPT", "Line", "Log", "Said"]

# Bounded: a table may run for days, and every frame reads the lines.
KEPT = 300
"""Lines that a log keeps, and chat messages."""

LineKind = Literal["line", "heading", "result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the log.

    Attributes:
        text: a sentence; cards in it are written as `card_text` does.
        kind: a ``heading`` begins a hand, street or turn; a ``result`` ends one.
        note: at the right of a heading, such as ``pot 505``.
        deal: number of the hand or deal that it belongs to.
    """

    text: str
    kind: LineKind = "line"
    note: str = ""
    deal: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A chat message; `rail` for one whose speaker only watches, so that `seat` is None."""

    seat: int | None
    name: str
    text: str
    rail: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """The lines of a table, the oldest first, and its chat."""

    lines: tuple[Line, ...] = ()
    chat: tuple[Said, ...] = ()

    def add(self, *lines: Line) -> Log:
        """The log with further lines; empty ones are left out."""
        found = [line for line in lines if line.text]
        # The same object where nothing was added: readers compare by identity.
        return replace(self, lines=(*self.lines, *found)[-KEPT:]) if found else self

    def hear(self, said: Said) -> Log:
        """The log with a chat message."""
        return replace(self, chat=(*self.chat, said)[-KEPT:])
