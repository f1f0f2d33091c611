"""Delays before reconnecting."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

__all__ = ["Backoff"]

# A server that restarts is back within about a second, so the first attempts come soon.
FIRST_MS = 100
# An outage may be long, but the player should be back within seconds of its end.
LONGEST_MS = 5_000
MOST_ASKED_MS = 3_600_000
"""Longest wait that a server may ask for: no server is gone on purpose for longer."""
STEADY_S = 2
"""Seconds after which a connection counts as one that works. A server that greets and hangs up is
as useless as one that does not answer, and gets the same growing delays."""


class Backoff:
    """Delays that double, with half of each left to chance, so that many clients spread out.

    Args:
        chance: source of the jitter.
        clock: seconds, ever increasing.
    """

    def __init__(self, chance: random.Random, clock: Callable[[], float] = time.monotonic) -> None:
        self._chance = chance
        self._clock = clock
        self._next_ms = FIRST_MS
        self._since: float | None = None

    def delay_ms(self, asked_ms: int = 0) -> int:
        """Milliseconds until the next attempt, after a connection was lost or could not be opened.

        Args:
            asked_ms: what the server asked for; then no less than that, and up to half more.
        """
        if self._since is not None and self._clock() - self._since >= STEADY_S:
            self._next_ms = FIRST_MS
        self._since = None
        delay = self._next_ms // 2 + self._chance.randrange(self._next_ms // 2 + 1)
        self._next_ms = min(2 * self._next_ms, LONGEST_MS)
        asked = min(max(asked_ms, 0), MOST_ASKED_MS)
        return max(delay, asked + self._chance.randrange(asked // 2 + 1))

    def connected(self) -> None:
        """A server greeted: if that connection lasts, the next loss starts with the first delay."""
        self._since = self._clock()
