"""Long work on the event loop, done in slices between which everybody else gets their turn."""

from __future__ import annotations

import asyncio
from time import perf_counter

__all__ = ["Pace"]

SLICE_S = 0.0002
"""How long work goes on before it gives way, seconds."""

IDLE_S = 0.0001
"""A turn of the event loop that takes no longer had nothing to do, seconds."""

REST_S = 0.001
"""How long work rests where the event loop had something else to do, seconds."""


class Pace:
    """Keeps one piece of long work from holding up the tables.

    On an idle loop the work hardly notices. Beside tables that play it takes a fifth of the time at
    most, and an action waits for no more than one slice of it.
    """

    def __init__(self) -> None:
        self._since = perf_counter()

    async def keep(self) -> None:
        """Give way if the slice is over; to be called often."""
        now = perf_counter()
        if now - self._since < SLICE_S:
            return
        await asyncio.sleep(0)
        if perf_counter() - now > IDLE_S:
            await asyncio.sleep(REST_S)
        self._since = perf_counter()
