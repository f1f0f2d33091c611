"""How far a long job is, on a terminal and nowhere else."""

from __future__ import annotations

import contextlib
import datetime
import io
import sys
import time
from typing import TextIO, cast

from carteado.client.terminal import columns, is_terminal

__all__ = ["Progress"]

EVERY_S = 0.1
WIDTH = 24
_ERASE = "\r\x1b[K"


class Progress(contextlib.AbstractContextManager["Progress"]):
    """A bar in the last line of the standard error; lines that are written there go above it.

    The bar is gone when the context is left.

    Args:
        quiet: draw nothing, whatever the standard error is.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self._out = sys.stderr
        self._active = not quiet and is_terminal(self._out)
        self._job: tuple[str, int] | None = None
        self._first = 0
        self._start = self._drawn = 0.0
        self._shown = False
        self._redirected = contextlib.ExitStack()

    def __enter__(self) -> Progress:
        if self._active:
            above = cast(TextIO, _Above(self, self._out))
            self._redirected.enter_context(contextlib.redirect_stderr(above))
        return self

    def __exit__(self, *problem: object) -> None:
        self._redirected.close()
        self.clear()

    def tell(self, what: str, done: int, total: int) -> None:
        """How far a job is; what was done when it is first told of is no measure of its speed.

        Args:
            what: what a step of it is, in the plural.
            done: steps that are done.
            total: steps of the whole job, at least one.
        """
        if not self._active:
            return
        now = time.monotonic()
        if self._job != (what, total):
            self._job, self._first, self._start = (what, total), done, now
        elif now - self._drawn < EVERY_S:
            return
        self._draw(what, done, total, now)

    def clear(self) -> None:
        """Take the bar away, for a line of text or for good; the next step may draw it again."""
        if self._shown:
            self._shown = False
            self._out.write(_ERASE)
            self._out.flush()

    def _draw(self, what: str, done: int, total: int, now: float) -> None:
        self._drawn = now
        self._shown = True
        parts = [f"{done:,} of {total:,} {what}"]
        if done > self._first:
            rate = (done - self._first) / (now - self._start)
            left = datetime.timedelta(seconds=round((total - done) / rate))
            parts += [f"{rate:,.{0 if rate >= 10 else 1}f}/s", f"{left} left"]
        wide = columns(self._out) - 1  # in the last column some terminals begin a new line
        while len(told := ", ".join(parts)) > wide and len(parts) > 1:
            del parts[1]
        room = min(WIDTH, wide - len(told) - len("[] "))
        if room > 0:
            filled = room * done // total
            told = f"[{'#' * filled}{'.' * (room - filled)}] {told}"
        self._out.write(f"{_ERASE}{told[:wide]}")
        self._out.flush()


class _Above(io.TextIOBase):
    """The standard error while a bar is shown on it."""

    def __init__(self, bar: Progress, out: TextIO) -> None:
        self._bar = bar
        self._out = out

    def write(self, text: str) -> int:
        self._bar.clear()
        return self._out.write(text)

    def flush(self) -> None:
        self._out.flush()

    def isatty(self) -> bool:
        return self._out.isatty()

    def fileno(self) -> int:
        return self._out.fileno()
