"""Gathers appends into groups, and decides when the next group is written.

What is appended while a group is being written makes the next one, so the price of a transaction
or a round trip is shared by as many tables as are waiting, and a table that is alone waits for
nobody. Where many tables append, a group that would be smaller than the last waits a moment for
company: a transaction with its sync and its change of threads costs the processor as much as a
dozen and a half appends, a round trip to Redis as much as half a dozen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from carteado.server.store.lease import Pending

__all__ = ["GATHER_S", "MANY", "Gathering"]

# No player notices 5 ms.
GATHER_S = 0.005
"""Seconds that a group waits for more appends while many tables append."""

MANY = 4
"""Appends in a group from which on the next one may wait for as many."""


class Gathering:
    """The group that is being made up; lives in the event loop.

    Args:
        write: takes a group to be written. `written` is to be called when it was.
        patient: whether a group may wait for company.
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
        """Take an append into the group."""
        self._group.append(pending)
        if self._start is None:
            if not self._writing:
                self._set_out()
        elif len(self._group) == self._last:  # all of the last time are here
            self._start.cancel()
            self._set_out()

    def written(self) -> None:
        """Note that a group was written, or that writing has ended."""
        self._writing = False
        if self._group and self._start is None:
            self._set_out()

    def hand_over(self) -> None:
        """Write the gathered appends, if there are any."""
        # May come while a group is being written: the writers keep the groups in order.
        if self._start is not None:
            self._start.cancel()
            self._start = None
        if self._group:
            group, self._group = self._group, []
            # The size of the last group is the guess of how many will come this time.
            self._last = len(group)
            self._writing = True
            self._write(group)

    def _set_out(self) -> None:
        """Hand over soon, together with other appends of this turn of the loop."""
        if self._patient and self._last >= MANY and len(self._group) < self._last:
            self._start = self._loop.call_later(GATHER_S, self.hand_over)
        else:
            self._start = self._loop.call_soon(self.hand_over)
