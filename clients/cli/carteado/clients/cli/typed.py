"""Reads lines of standard input without blocking the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading

__all__ = ["TypedLines"]

MAX_LINE = 64 * 1024
"""Maximum length of a line in bytes; longer lines are truncated."""


MAX_WAITING = 256
"""Maximum number of lines that are read ahead."""

_STDIN = 0


class TypedLines:
    """The lines that somebody types or pipes in, in order.

    A thread reads the file descriptor itself, which works for terminals, pipes and files alike and
    never keeps the process from ending.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        # Input that comes faster than it is handled must not fill the memory.
        self._room = threading.Semaphore(MAX_WAITING)
        threading.Thread(target=self._read, name="typed lines", daemon=True).start()

    @property
    def waiting(self) -> int:
        """Number of lines that were read and not yet taken."""
        return self._lines.qsize()

    async def next(self) -> str | None:
        """The next line without its newline, None at the end of the input."""
        line = await self._lines.get()
        if line is None:
            # Put back, so that every later call finds the end as well.
            self._lines.put_nowait(None)
        else:
            self._room.release()
        return line

    def _read(self) -> None:
        rest = b""
        with contextlib.suppress(OSError, RuntimeError):
            while data := os.read(_STDIN, 4096):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._room.acquire()
                    self._tell(_text(line))
                # Input without a newline must not fill the memory.
                rest = rest[:MAX_LINE]
            if rest:
                self._tell(_text(rest))
        with contextlib.suppress(RuntimeError):  # the loop has ended before
            self._tell(None)

    def _tell(self, line: str | None) -> None:
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)


def _text(line: bytes) -> str:
    return line[:MAX_LINE].decode(errors="replace").rstrip("\r")
