"""Holds a pipe back that writes faster than the server answers.

Without it the server would end the session of a program that writes 10,000 lines at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

__all__ = ["REPLY_S", "Pace"]

# A pipe has nobody who would give up, so the program does.
REPLY_S = 10
"""Timeout for replies, in seconds."""

MOST_OPEN = 64
"""Most commands that wait for their replies."""


class Pace:
    """The commands that wait for their replies."""

    def __init__(self) -> None:
        self._open = 0
        self._room = asyncio.Event()
        self._room.set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._rest_until = 0.0

    def given(self) -> None:
        """Note a command."""
        self._open += 1
        self._idle.clear()
        if self._open >= MOST_OPEN:
            self._room.clear()

    def answered(self, reply: Mapping[str, Any]) -> None:
        """Note the reply to a command."""
        self._open -= 1
        if self._open < MOST_OPEN:
            self._room.set()
        if not self._open:
            self._idle.set()
        if reply.get("code") == "limit/rate":
            self._rest_until = asyncio.get_running_loop().time() + _rest_s(reply.get("details"))

    async def room(self) -> None:
        """Wait until another command may be given."""
        # Later lines do not wait for a reply that does not come.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REPLY_S):
                await self._room.wait()
        await asyncio.sleep(self._rest_until - asyncio.get_running_loop().time())

    async def idle(self) -> None:
        """Wait for the replies to all commands.

        Raises:
            TimeoutError: one is missing after `REPLY_S`.
        """
        async with asyncio.timeout(REPLY_S):
            await self._idle.wait()


def _rest_s(details: Any) -> float:
    """Seconds until the server accepts as many commands as may be open, twice."""
    rate = details.get("per_second") if isinstance(details, Mapping) else None
    return min(2 * MOST_OPEN / rate, REPLY_S) if isinstance(rate, int) and rate > 0 else 1.0
