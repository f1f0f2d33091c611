"""Gathers appends into groups, and decides when the next group is written.

Appends that arrive while a group is being written form the next one. So all waiting tables share
the cost of a transaction or round trip, and a single table never waits for others. If many tables
append, a group that is smaller than the last waits a moment for more: a transaction with its sync
and thread switches takes as much CPU time as about 18 appends, a round trip to Redis as about six.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from carteado.server.store.lease import Pending

__all__ = ["GATHER_S", "MANY", "Gathering"]

# Players do not notice 5 ms.
GATHER_S = 0.005
"""Seconds that a group waits for more appends while many tables append."""

MANY = 4
"""Size of a group from which on the next group may wait for as many appends."""


class Gathering:
    """The group that is being collected; used in the event loop only.

    Args:
        write: writes a group; call `written` afterwards.
        patient: whether a group may wait for more appends.
    """

    def __init__(self, write: Callable[[list[Pending]], None], *, patient: bool) -> None:
        self._write = write
        self._patient = patient
        self._loop = asyncio.get_running_loop()
        self._group: list[Pending] = []
        self._last = 0
        self._writing = False
        self._start: asyncio.Handle | None = None

    def add(self, pending: Pending) -> None:
        """Add an append to the group."""
        self._group.append(pending)
        if self._start is None:
            if not self._writing:
                self._set_out()
        elif len(self._group) == self._last:  # as many as last time
            self._start.cancel()
            self._set_out()

    def written(self) -> None:
        """Note that a group was written, or that writing has ended."""
        self._writing = False
        if self._group and self._start is None:
            self._set_out()

    def hand_over(self) -> None:
        """Write the gathered appends, if there are any."""
        # May be called while a group is being written: the writers keep the groups in order.
        if self._start is not None:
            self._start.cancel()
            self._start = None
        if self._group:
            group, self._group = self._group, []
            # The size of the last group predicts the size of this one.
            self._last = len(group)
            self._writing = True
            self._write(group)

    def _set_out(self) -> None:
        """Hand over soon, together with other appends of this turn of the loop."""
        if self._patient and self._last >= MANY and len(self._group) < self._last:
            self._start = self._loop.call_later(GATHER_S, self.hand_over)
        else:
            self._start = self._loop.call_soon(self.hand_over)
