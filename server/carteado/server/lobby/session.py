"""A player in the lobby: one session across its successive connections."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Protocol

from carteado.server.lobby.account_desk import Asking
from carteado.server.ops.timing import now_ms
from carteado.server.table.answers import Answers
from carteado.server.table.step import Player, deny
from carteado.server.table.watcher import Watcher

__all__ = ["CHAT_LINES", "REACTIONS_SHOWN", "Connection", "Session"]

# Faster than anybody types, slower than a flood.
CHAT_LINES = 8
"""Lines that a player may say within `CHAT_MS`."""

REACTIONS_SHOWN = 6
"""Reactions that a player may show within `CHAT_MS`."""

CHAT_MS = 10_000


class Connection(Protocol):
    """The lobby's interface to a transport; the gateway and the tests have one each."""

    @property
    def source(self) -> str | None:
        """The address that counts for it, as `addresses.source_of` has it."""
        ...

    def send(self, message: Any) -> None:
        """Put a message into the connection's queue; never waits."""
        ...

    def close(self, code: str, message: str) -> None:
        """Say why, and end the connection."""
        ...

    def waiting(self) -> int:
        """Bytes that the client has not read yet."""
        ...

    def charge(self, cpu_s: float, kind: str) -> None:
        """Charge CPU time of a request, in seconds, to the client's rate limit."""
        ...


@dataclass(slots=True)
class Session:
    """A player, as long as anybody remembers.

    Attributes:
        player: the identity that holds seats.
        viewer: whether it may only watch.
        text: whether it wants lines of English.
        views: whether it wants views.
        connection: the one connection that it has now, None while it is away.
        source: the address from which it came last, as `addresses.source_of`.
        watching: the tables that the connection follows.
        answers: replies to commands that are about no table.
        said: when the player said its last lines, milliseconds.
        reacted: when the player showed its last reactions, milliseconds.
        blocked: the players of whom it hears nothing: their keys with their names.
        opening: ids of commands to open a table that are being worked on.
        reading: how many questions about the past are being worked on, and wait to be.
        asking: what it knows of its account.
        turn: lets one of them be worked on at a time.
        catching_up: tables whose missed events are being sent to the connection, each with the
            messages that wait behind that.
    """

    player: Player
    viewer: bool = False
    text: bool = False
    views: bool = False
    connection: Connection | None = None
    source: str | None = None
    watching: dict[str, Watcher] = field(default_factory=dict)
    # A repeated command gets its first answer, also after a reconnection.
    answers: Answers = field(default_factory=Answers)
    said: deque[int] = field(default_factory=deque)
    reacted: deque[int] = field(default_factory=deque)
    blocked: dict[str, str] = field(default_factory=dict)
    opening: set[int] = field(default_factory=set)
    reading: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    catching_up: dict[str, list[Any]] = field(default_factory=dict)
    asking: Asking = field(default_factory=lambda: Asking("", None))

    def check_lines(self) -> None:
        """Count a line that the player writes.

        Raises:
            Denied: these are too many.
        """
        _check_rate(self.said, CHAT_LINES, "write", "lines")

    def check_reactions(self) -> None:
        """Count a reaction that the player shows.

        Raises:
            Denied: these are too many.
        """
        _check_rate(self.reacted, REACTIONS_SHOWN, "show", "reactions")


def _check_rate(times: deque[int], most: int, verb: str, what: str) -> None:
    """Limit how often a player may do something within `CHAT_MS`."""
    now = now_ms()
    # A sliding window: the oldest times leave it first.
    while times and now - times[0] > CHAT_MS:
        times.popleft()
    if len(times) >= most:
        wait = CHAT_MS - (now - times[0])
        text = f"You may {verb} {most} {what} in {CHAT_MS // 1000} s. Wait {wait} ms."
        raise deny("chat/too_fast", text, retry_ms=wait)
    times.append(now)
