"""Runs long work on the event loop in slices, and lets other tasks run between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter, thread_time

__all__ = ["MOST_RESTS", "TimeSlices"]

SLICE_S = 0.0002
"""Seconds of work before it gives way."""

IDLE_S = 0.0001
"""A turn of the event loop that takes no longer had nothing to do, seconds."""

REST_S = 0.001
"""Seconds of rest if the event loop had something else to do."""

MOST_RESTS = 4
"""Maximum number of rests in a row for a busy thread."""


def _never() -> bool:
    return False


class TimeSlices:
    """Keeps one piece of long work from holding up the tables.

    On an idle loop the work hardly notices. Beside tables that play it takes a fifth of the time at
    most, and an action waits for no more than one slice of it.

    Args:
        busy: whether a thread works for the tables, as `Store.is_writing`. It needs the
            interpreter's lock several times to write an action down. A thread that gives the lock
            away for an instant only, as work in slices does, gets it back before the other one has
            woken up, and so keeps it waiting for tens of milliseconds.
    """

    def __init__(self, busy: Callable[[], bool] = _never) -> None:
        self._busy = busy
        self._since = perf_counter()
        self._cpu = thread_time()
        self._spent = 0.0

    @property
    def spent(self) -> float:
        """CPU time of the work so far, seconds."""
        return self._spent + thread_time() - self._cpu

    def resume(self) -> None:
        """Leave out of `spent` what others did while the work waited for something else."""
        self._cpu = thread_time()

    async def keep(self) -> None:
        """Give way if the slice is over; to be called often."""
        now = perf_counter()
        if now - self._since < SLICE_S:
            return
        self._spent = self.spent
        # One turn of the loop: who is ready runs, and on an idle loop it costs next to nothing.
        await asyncio.sleep(0)
        # Others used this turn of the loop, so they may need the next one as well.
        if perf_counter() - now > IDLE_S:
            await asyncio.sleep(REST_S)
        # Bounded, or a table that writes all the time would stop the work for good.
        for _ in range(MOST_RESTS):
            if not self._busy():
                break
            await asyncio.sleep(REST_S)
        self._since = perf_counter()
        self._cpu = thread_time()
