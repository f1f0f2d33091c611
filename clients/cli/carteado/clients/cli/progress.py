"""How far a long job is, on a terminal and nowhere else."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

__all__ = ["Progress"]

EVERY_S = 0.1
STEPS = 64
"""Steps between two looks at the clock."""

WIDTH = 24
_ERASE = "\r\x1b[K"


class Progress:
    """A bar that is drawn again and again in one line of the standard error.

    Args:
        total: steps of the whole job.
        what: what a step is, in the plural.
        quiet: draw nothing, whatever the standard error is.
        out: a stream instead of the standard error.
    """

    def __init__(
        self, total: int, what: str, *, quiet: bool = False, out: TextIO | None = None
    ) -> None:
        self._out = out or sys.stderr
        self._total = total
        self._what = what
        self._active = not quiet and self._out.isatty() and os.environ.get("TERM") != "dumb"
        self._done = 0
        self._start = self._drawn = time.monotonic()
        self._shown = False

    def step(self) -> None:
        """One more step is done."""
        self._done += 1
        if self._active and self._done % STEPS == 0:
            now = time.monotonic()
            if now - self._drawn >= EVERY_S:
                self._draw(now)

    def clear(self) -> None:
        """Take the bar away, for a line of text or for good; the next step may draw it again."""
        if self._shown:
            self._out.write(_ERASE)
            self._out.flush()
            self._shown = False

    def _draw(self, now: float) -> None:
        self._drawn = now
        self._shown = True
        filled = WIDTH * self._done // self._total
        rate = self._done / (now - self._start)
        left = round((self._total - self._done) / rate)
        bar = "#" * filled + "." * (WIDTH - filled)
        counts = f"{self._done:,} of {self._total:,} {self._what}"
        self._out.write(f"{_ERASE}[{bar}] {counts}, {rate:,.0f}/s, {left} s left")
        self._out.flush()
