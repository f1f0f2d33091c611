"""Commands that wait while a committed deck is cut.

From the commitment to the deal nothing may change in the game: a player who sat, left or paused
would change the cards that everybody gets, or leave a deck without a deal. Such commands wait until
the deck is dealt, at most `TableOptions.nonce_ms`, and are then decided in the order in which they
came. Later commands of the same players wait behind them, except the nonces of the cut.
"""

from __future__ import annotations

from collections import deque

from carteado.engine.table import Table
from carteado.protocol import messages as wire
from carteado.server.table.step import Request, deny
from carteado.server.table.watcher import Watcher

__all__ = ["MAX_HELD", "MAX_HELD_EACH", "Deferred"]

# A cut takes at most a second, so only a flood reaches this limit.
MAX_HELD = 256
"""Commands that may wait at one table."""

MAX_HELD_EACH = 32
"""Commands of one player that may wait."""

_OF_THE_GAME = frozenset(
    {
        *(wire.Act, wire.Join, wire.Remove, wire.RemoveBot),
        *(wire.Ban, wire.CloseTable, wire.Correct),
        *(wire.Leave, wire.SitOut, wire.SitIn, wire.TopUp, wire.Rematch),
    }
)
"""The messages that the game decides."""

_OF_THE_CUT = frozenset({wire.Nonce, wire.BindNonce})

_FOLLOWING = frozenset({wire.Join, wire.Watch})
"""The messages after which their connection follows the table."""


class Deferred:
    """The commands that wait for the cut of one table's deck, in order.

    Attributes:
        waiting: each command with its time of arrival.
    """

    def __init__(self) -> None:
        self.waiting: deque[tuple[int, Request]] = deque()

    def holds(self, table: Table, request: Request, now_ms: int) -> bool:
        """Whether a message has to wait; a waiting message is kept until `release`.

        A repeated command, such as after a reconnect, replaces the first one.

        Args:
            table: as it stands.
            request: the message.
            now_ms: when it came.

        Raises:
            Denied: too many wait already.
        """
        if not table.cutting or type(request.message) in _OF_THE_CUT:
            return False
        key, number = request.player.key, getattr(request.message, "id", None)
        mine = [place for place, (_, one) in enumerate(self.waiting) if one.player.key == key]
        for place in mine:
            arrived, held = self.waiting[place]
            if number is not None and held.message.id == number:
                # It keeps its place and time; the answer goes to the new connection.
                self.waiting[place] = arrived, request
                return True
        if not mine and type(request.message) not in _OF_THE_GAME:
            return False
        if len(mine) >= MAX_HELD_EACH or len(self.waiting) >= MAX_HELD:
            raise deny("table/busy", "The table is overloaded. Try again in a few seconds.")
        self.waiting.append((now_ms, request))
        return True

    def due(self, table: Table) -> int | None:
        """Arrival time of the next command, milliseconds; None if none may be decided now."""
        return None if table.cutting or not self.waiting else self.waiting[0][0]

    def release(self, table: Table) -> tuple[int, Request] | None:
        """The next command and its arrival time; None if none may be decided now."""
        return None if table.cutting or not self.waiting else self.waiting.popleft()

    def gone(self, watcher: Watcher) -> None:
        """Drop the requests to follow the table of a connection that has ended."""
        # Other commands stay: an action that was sent counts even if its connection is lost.
        self.waiting = deque(
            (arrived, request)
            for arrived, request in self.waiting
            if request.watcher is not watcher or type(request.message) not in _FOLLOWING
        )

    def clear(self) -> None:
        """Drop all waiting commands."""
        self.waiting.clear()
