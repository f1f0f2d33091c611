"""The story of a table: lines for the log, by street or turn, and chat.

A story is the fold of a table's session events for one reader. A picture shows the current state.
The story keeps what led to it, which the state does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self, TypeAlias

from carteado.scene.words import Words

__all__ = ["KEPT", "ChatMessage", "Line", "LineKind", "Log", "Story", "event_lines", "rewritten"]

# Bounded: a table may run for days, and every frame reads the lines.
KEPT = 300
"""Lines that a log keeps, and chat messages."""

LineKind = Literal["line", "heading", "result"]

LineWriter: TypeAlias = "Callable[[Words], Sequence[Line]]"
"""Writes the lines about one event in a language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the log.

    Attributes:
        text: a sentence; cards in it are written as `card_text` does.
        kind: a ``heading`` begins a hand, street or turn; a ``result`` ends one.
        note: at the right of a heading, such as ``pot 505``.
        deal: number of the hand or deal that it belongs to.
        origin: how it is written in another language: its writer, its number among the lines of
            that writer, and the big blind at that time; None for a line that is the same in every
            language.
    """

    text: str
    kind: LineKind = "line"
    note: str = ""
    deal: int = 0
    origin: tuple[LineWriter, int, int] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """A chat message.

    Attributes:
        seat: of the speaker; None on the rail.
        name: of the speaker.
        text: what was said.
        rail: whether the speaker only watches.
        behind: the last line of the log at that time.
    """

    seat: int | None
    name: str
    text: str
    rail: bool = False
    behind: Line | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """The lines of a table, the oldest first, and its chat."""

    lines: tuple[Line, ...] = ()
    chat: tuple[ChatMessage, ...] = ()

    def add(self, *lines: Line) -> Log:
        """The log with further lines; empty ones are left out."""
        found = [line for line in lines if line.text]
        # The same object where nothing was added: readers compare by identity.
        return replace(self, lines=(*self.lines, *found)[-KEPT:]) if found else self

    def add_event(self, write: LineWriter, words: Words) -> Log:
        """The log with the lines of an event, which can be written again in another language."""
        return self.add(*event_lines(write, words))

    def add_chat(self, message: ChatMessage) -> Log:
        """The log with a chat message."""
        message = replace(message, behind=self.lines[-1] if self.lines else None)
        return replace(self, chat=(*self.chat, message)[-KEPT:])


def event_lines(write: LineWriter, words: Words) -> tuple[Line, ...]:
    """The lines of an event in a language."""
    return tuple(
        replace(line, origin=(write, at, words.blind)) for at, line in enumerate(write(words))
    )


def rewritten(lines: Sequence[Line], words: Words) -> tuple[Line, ...]:
    """Lines in another language, those without an origin as they are."""
    found = []
    for line in lines:
        if line.origin is not None:
            write, at, blind = line.origin
            line = event_lines(write, words.at_blind(blind))[at]
        found.append(line)
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What the stories of all games have.

    Attributes:
        log: lines and chat.
    """

    log: Log = field(default_factory=Log)

    def with_chat(self, message: ChatMessage) -> Self:
        """The story with a chat message."""
        return replace(self, log=self.log.add_chat(message))

    def with_line(self, text: str) -> Self:
        """The story with a line of the client's own, such as a reconnect."""
        return replace(self, log=self.log.add(Line(text=text)))

    def in_language(self, words: Words) -> Self:
        """The story with its lines in another language."""
        return replace(self, log=replace(self.log, lines=rewritten(self.log.lines, words)))
