"""A bound on lines that nobody at the terminal has caused, such as chat and announcements."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

__all__ = ["Flood"]

BURST = 40
"""Lines that may come at once: several players who greet each other, and much more."""
EACH_S = 0.5
"""Seconds after which one more line may come."""
CALM = BURST / 2
"""Lines that may come again before a flood is over, so that it is not remarked on all the time."""


class Flood:
    """Leaves out lines that come faster than anybody reads.

    The players of an honest server cannot write so fast. Any other server could fill the terminal
    with lines for ever.

    Args:
        clock: seconds, ever increasing.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._room = float(BURST)
        self._at = clock()
        self._left_out = 0

    def lines(self, line: str) -> Iterator[str]:
        """The lines to print for a line that came: itself, none, or a remark too."""
        now = self._clock()
        self._room = min(BURST, self._room + (now - self._at) / EACH_S)
        self._at = now
        if self._room < (CALM if self._left_out else 1):
            if not self._left_out:
                yield "* The server sends lines faster than they can be read; some are left out."
            self._left_out += 1
            return
        self._room -= 1
        if self._left_out:
            yield f"* {self._left_out:,} lines were left out."
            self._left_out = 0
        yield line
