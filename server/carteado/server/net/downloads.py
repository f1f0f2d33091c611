"""The download of the server's wheel: made once, in a thread, and sent to few guests at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from carteado.server.net.pages import Page, text_page
from carteado.server.net.wheel import NoWheel, make_wheel, wheel_name
from carteado.server.ops.logs import log

__all__ = ["Downloads"]

MOST = 8
"""Maximum number of downloads at a time; each buffers the whole wheel for its guest."""


class Downloads:
    """Serves the wheel under ``/install/NAME.whl``.

    Args:
        make: makes the wheel.
    """

    def __init__(self, make: Callable[[], bytes] = make_wheel) -> None:
        self._make = make
        self._made: asyncio.Task[bytes] | None = None
        self._taking: set[Any] = set()

    def serves(self, path: str) -> bool:
        """Whether a path is the wheel's."""
        return path == f"/install/{wheel_name()}"

    def done(self, connection: object) -> None:
        """Note that a connection has ended."""
        self._taking.discard(connection)

    async def get(self, connection: object) -> Page:
        """The wheel, or a page that says why it is not available.

        Args:
            connection: counts as a download until `done` is called with it.
        """
        if len(self._taking) >= MOST:
            text = "too many guests download this now; try again in a few seconds\n"
            return text_page(HTTPStatus.SERVICE_UNAVAILABLE, text)
        # Before the first await, so that requests that come together are counted together.
        self._taking.add(connection)
        if self._made is None or (self._made.done() and self._failed(self._made)):
            self._made = asyncio.create_task(asyncio.to_thread(self._make))
        try:
            # A guest who disconnects must not stop the work for the others.
            wheel = await asyncio.shield(self._made)
        except NoWheel as error:
            log.warning("no wheel", error=str(error))
            return text_page(HTTPStatus.SERVICE_UNAVAILABLE, f"{error}\n")
        return Page(status=HTTPStatus.OK, kind="application/octet-stream", body=wheel)

    @staticmethod
    def _failed(task: asyncio.Task[bytes]) -> bool:
        return task.cancelled() or task.exception() is not None

    async def close(self) -> None:
        """Wait for the thread; it cannot be stopped."""
        if self._made is not None:
            await asyncio.gather(self._made, return_exceptions=True)
