"""Delayed messages to the rail of a table with a delay.

The seats receive everything at once. The rail stands at a place in the log: a client that joins the
rail sees the table as it was there, and gets later events when they are due.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from carteado.engine.game import Event
from carteado.engine.table import Table
from carteado.protocol.messages import DealClock, TurnClock

__all__ = ["Delay", "Late"]


@dataclass(slots=True)
class Late:
    """The events of one commit; never changed.

    Attributes:
        table: the table after them.
        first: number of the first.
        epoch: under which they were written.
        events: in order.
        plain: the same as plain data.
    """

    table: Table
    first: int
    epoch: int
    events: Sequence[Event]
    plain: Sequence[dict[str, Any]]

    @property
    def last(self) -> int:
        """Number of the last event."""
        return self.first + len(self.events) - 1


class Delay:
    """A queue of events until the rail may see them.

    Attributes:
        clock: the clock message last sent to the rail, and its time; None before the first.
        seen: the last commit that the rail may see; None if it sees everything.
        closed_until: after a restart, until when the rail sees nothing, milliseconds: when the
            earlier events happened is not known.
        kept: commits and messages that the rail may not see yet, in order, each with its time.
    """

    def __init__(self) -> None:
        self.seen: Late | None = None
        self.clock: tuple[int, TurnClock | DealClock] | None = None
        self.closed_until = 0
        self.kept: deque[tuple[int, Any]] = deque()
        self._ms = 0

    def start(self, table: Table, seq: int, now_ms: int) -> None:
        """Begin, or continue after a restart.

        Args:
            table: as it stands.
            seq: number of its last event.
            now_ms: the time.
        """
        self._ms = table.settings.delay_ms
        if self._ms:
            # An empty commit, whose `last` is `seq`: the rail stands at the end of the log.
            self.seen = Late(table, seq + 1, 0, (), ())
            # Before the first deal there is nothing to delay.
            if table.committed is not None:
                self.closed_until = now_ms + self._ms

    def holds(self, late: Late, now_ms: int) -> bool:
        """Keep a commit for later if the table has a delay; returns whether it was kept."""
        ms = late.table.settings.delay_ms
        if ms and not self._ms and self.seen is None:
            # The delay begins with this commit: the rail has seen all earlier events.
            self._ms = ms
            self.seen = late
            return False
        self._ms = ms
        if self.seen is None:
            return False
        self.kept.append((now_ms, late))
        return True

    def puts_off(self, message: Any) -> bool:
        """Keep a message to the rail behind unseen events; returns whether it was kept."""
        if self.seen is None or not self.kept:
            return False
        # With the time of the entry before it, so that the two become due together.
        self.kept.append((self.kept[-1][0], message))
        return True

    @property
    def due(self) -> int | None:
        """When `take` has something, None for never."""
        return self.kept[0][0] + self._ms if self.kept else None

    def take(self, now_ms: int) -> list[Any]:
        """Commits and messages that are due for the rail now, in order."""
        taken = []
        while self.kept and self.kept[0][0] + self._ms <= now_ms:
            _, late = self.kept.popleft()
            if isinstance(late, Late):
                self.seen = late
            taken.append(late)
        # The delay was removed and the rail has caught up: it is live from here on.
        if not self._ms and not self.kept:
            self.seen = None
        return taken

    def clock_now(self, now_ms: int) -> TurnClock | DealClock | None:
        """The clock that the rail sees, with the time left."""
        if self.clock is None or self.seen is None:
            return None
        sent_ms, clock = self.clock
        table = self.seen.table
        turn = table.game.turn(table.state)
        if isinstance(clock, DealClock):
            left = None if clock.time_ms is None else clock.time_ms - (now_ms - sent_ms)
            running = turn is None and left is not None and left > 0
            return replace(clock, time_ms=left, now_ms=now_ms) if running else None
        if turn != clock.seat:
            return None
        used = 0 if clock.paused else now_ms - sent_ms
        bank = max(0, clock.bank_ms - max(0, used - clock.time_ms))
        own = max(0, clock.time_ms - used)
        return replace(clock, time_ms=own, bank_ms=bank, now_ms=now_ms)

    def call(self, rename: Callable[[Table], Table]) -> None:
        """Rename a player in the tables that the rail sees now or later."""
        for late in (self.seen, *(late for _, late in self.kept)):
            if isinstance(late, Late):
                late.table = rename(late.table)

    def forget(self) -> None:
        """Forget everything that is kept: the table was rewound."""
        self.kept.clear()
        self.seen = self.clock = None
        self._ms = 0
