"""Background tasks: work that waits for the store or the clock and ends with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

__all__ = ["BackgroundTasks"]


class BackgroundTasks:
    """Tasks that nobody awaits, referenced until they are done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task, which has to handle its own errors."""
        task = asyncio.get_running_loop().create_task(work)
        # The event loop holds tasks only weakly: without this set one could vanish half-way.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """Cancel all running tasks."""
        for task in list(self._tasks):
            task.cancel()
