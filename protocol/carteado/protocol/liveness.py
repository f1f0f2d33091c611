"""Decides when a silent connection is dead, for both ends and without a clock.

Each end looks once a tick whether it heard anything. A tick that comes late counts once: an end
that was busy or suspended for a minute has not waited a minute for the other end, whose answer may
already be in the system's buffer.
"""

from __future__ import annotations

from enum import Enum

__all__ = ["DEAD_TICKS", "PING_TICKS", "TICK_S", "Liveness", "Pulse"]

TICK_S = 1.0
"""Seconds between two ticks."""

PING_TICKS = 5
"""Silent ticks until a ping is sent to the other end, and between two pings."""

DEAD_TICKS = 14
"""Silent ticks until the connection counts as dead; it is then closed well within 20 s."""


class Pulse(Enum):
    """The findings of a tick."""

    ALIVE = "alive"
    ASK = "ask"
    DEAD = "dead"


class Liveness:
    """Counts the ticks of one connection."""

    __slots__ = ("silent",)

    def __init__(self) -> None:
        self.silent = 0

    def tick(self, heard: bool) -> Pulse:
        """One tick has passed.

        Args:
            heard: whether anything arrived since the last one, or nothing was read.

        Returns:
            `Pulse.ASK` where a ping is due; `Pulse.DEAD` at each tick from `DEAD_TICKS` on.
        """
        self.silent = 0 if heard else self.silent + 1
        if self.silent >= DEAD_TICKS:
            return Pulse.DEAD
        # Repeated every PING_TICKS: a single lost ping must not end a connection.
        asks = self.silent > 0 and self.silent % PING_TICKS == 0
        return Pulse.ASK if asks else Pulse.ALIVE
