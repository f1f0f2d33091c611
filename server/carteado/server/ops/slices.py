"""Runs long work on the event loop in slices, and lets other tasks run between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter, thread_time

__all__ = ["MOST_RESTS", "TimeSlices"]

SLICE_S = 0.0002
"""Length of a slice while the event loop does other work too, seconds."""

ALONE_S = 0.001
"""Length of a slice while the event loop does nothing else, seconds: giving way costs CPU time."""

IDLE_S = 0.0001
"""A turn of the event loop no longer than this did no other work, seconds."""

REST_S = 0.001
"""Seconds of rest if the event loop had something else to do."""

MOST_RESTS = 4
"""Maximum number of consecutive rests for a busy thread."""


def _never() -> bool:
    return False


class TimeSlices:
    """Keeps one long task from delaying the tables.

    On an idle loop the task is hardly slower, and the first action waits for at most `ALONE_S`.
    While tables play it takes at most a fifth of the time, and an action waits for at most
    `SLICE_S`.

    Args:
        busy: whether a thread works for the tables, as `Store.is_writing`. That thread takes the
            interpreter's lock several times to write an action. A task that releases the lock only
            for an instant, as between slices, gets it back before the thread wakes up, and so
            delays the thread by tens of milliseconds.
    """

    def __init__(self, busy: Callable[[], bool] = _never) -> None:
        self._busy = busy
        self._slice = SLICE_S
        self._since = perf_counter()
        self._cpu = thread_time()
        self._spent = 0.0

    @property
    def spent(self) -> float:
        """CPU time of the task so far, seconds."""
        return self._spent + thread_time() - self._cpu

    def resume(self) -> None:
        """Restart the measurement of `spent` after waiting for something else."""
        self._cpu = thread_time()

    async def keep(self) -> None:
        """Let other tasks run if the slice is over; call it often."""
        now = perf_counter()
        if now - self._since < self._slice:
            return
        self._spent = self.spent
        # One turn of the loop: ready tasks run, and on an idle loop it costs almost nothing.
        await asyncio.sleep(0)
        self._slice = ALONE_S
        # Other tasks used this turn of the loop, so they may need the next one as well.
        if perf_counter() - now > IDLE_S:
            self._slice = SLICE_S
            await asyncio.sleep(REST_S)
        # Bounded, because a table that writes all the time would stop the task for ever.
        for _ in range(MOST_RESTS):
            if not self._busy():
                break
            self._slice = SLICE_S
            await asyncio.sleep(REST_S)
        self._since = perf_counter()
        self._cpu = thread_time()
