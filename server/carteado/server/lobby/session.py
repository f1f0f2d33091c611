"""A player in the lobby: one session, across successive connections."""

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
"""Maximum number of chat lines of a player within `CHAT_MS`."""

REACTIONS_SHOWN = 6
"""Maximum number of reactions of a player within `CHAT_MS`."""

CHAT_MS = 10_000


class Connection(Protocol):
    """The lobby's interface to a transport; the gateway and the tests have one each."""

    @property
    def source(self) -> str | None:
        """The address under which it is counted, see `addresses.source_of`."""
        ...

    def send(self, message: Any) -> None:
        """Put a message into the connection's queue; never waits."""
        ...

    def close(self, code: str, message: str) -> None:
        """Send the reason, and end the connection."""
        ...

    def waiting(self) -> int:
        """Bytes that the client has not read yet."""
        ...

    def charge(self, cpu_s: float, kind: str) -> None:
        """Charge CPU time of a request, in seconds, to the client's rate limit."""
        ...


@dataclass(slots=True)
class Session:
    """A player's session, which the server keeps after the connection ended.

    Attributes:
        player: the identity that holds seats.
        viewer: whether it may only watch.
        text: whether it wants lines of English.
        views: whether it wants views.
        claim: names the client that connected last as the player; it keeps its claim when it
            connects again.
        connection: its present connection, None while disconnected.
        source: the address from which it came last, as `addresses.source_of`.
        watching: the tables that the connection follows.
        answers: replies to commands that are about no table.
        said: times of the player's last chat lines, milliseconds.
        reacted: times of the player's last reactions, milliseconds.
        blocked: the blocked players: their names by key.
        opening: ids of the player's commands whose table is being opened.
        reading: number of requests about the past that are being answered or wait.
        asking: the account of the session.
        turn: allows one of these requests at a time.
        catching_up: tables whose missed events are being sent to the connection, each with the
            messages that wait behind that.
    """

    player: Player
    viewer: bool = False
    text: bool = False
    views: bool = False
    claim: str | None = None
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
        """Count a chat line of the player.

        Raises:
            Denied: too many.
        """
        _check_rate(self.said, CHAT_LINES, "write", "lines")

    def check_reactions(self) -> None:
        """Count a reaction of the player.

        Raises:
            Denied: too many.
        """
        _check_rate(self.reacted, REACTIONS_SHOWN, "show", "reactions")


def _check_rate(times: deque[int], most: int, verb: str, what: str) -> None:
    """Limit how often a player may do something within `CHAT_MS`."""
    now = now_ms()
    # A sliding window: the oldest times are removed first.
    while times and now - times[0] > CHAT_MS:
        times.popleft()
    if len(times) >= most:
        wait = CHAT_MS - (now - times[0])
        text = f"You may {verb} {most} {what} in {CHAT_MS // 1000} s. Wait {wait} ms."
        raise deny("chat/too_fast", text, retry_ms=wait)
    times.append(now)
