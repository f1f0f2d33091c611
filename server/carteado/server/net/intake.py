"""Handles large input from clients in slices, one per turn of the event loop.

However much the connections send, one turn of the loop spends at most `TURN_S` on all of them, one
after the other, and pauses while tables play. A flood slows down the connections that flood.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

from carteado.server.ops.slices import IDLE_S, MOST_RESTS, REST_S
from carteado.transport.whole_messages import SlicedMessages

__all__ = ["Intake"]

# Half a millisecond is the longest that a flood may delay a table in one turn.
TURN_S = 0.0005
"""Seconds of one turn of the event loop spent on waiting input."""


class Intake:
    """The connections with waiting input.

    Args:
        loop: the event loop.
        busy: whether a thread works for the tables; see `TimeSlices`.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, busy: Callable[[], bool]) -> None:
        self._loop = loop
        self._busy = busy
        self._lines: deque[SlicedMessages] = deque()
        self._scheduled = False
        self._ended: float | None = None
        self._rests = 0

    def add(self, line: SlicedMessages) -> None:
        """Schedule a connection that is not waiting yet to handle its input, after all others."""
        self._lines.append(line)
        if not self._scheduled:
            self._scheduled = True
            self._rests = MOST_RESTS  # the first turn does not wait for the thread
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        began = perf_counter()
        if self._must_rest(began):
            self._loop.call_later(REST_S, self._turn)
            return
        lines = self._lines
        until = began + TURN_S
        # The time is looked at after a slice, so every turn handles at least one.
        while lines:
            line = lines.popleft()
            greets = line.greets
            if line.work():
                lines.append(line)
            # A handshake is handled elsewhere, and counts as a whole turn.
            if greets or perf_counter() >= until:
                break
        self._scheduled = bool(lines)
        self._ended = None
        if lines:
            self._ended = perf_counter()
            self._loop.call_soon(self._turn)

    def _must_rest(self, now: float) -> bool:
        """Whether other tasks ran since the last turn, or a thread is working now."""
        others = self._ended is not None and now - self._ended > IDLE_S
        self._ended = None
        if others or (self._rests < MOST_RESTS and self._busy()):
            self._rests += 1
            return True
        self._rests = 0
        return False
