"""Delays before reconnecting."""

from __future__ import annotations

import random

__all__ = ["Backoff"]

# A server that restarts is back within about a second, so the first attempts come soon.
FIRST_MS = 100
# An outage may be long, but the player should be back within seconds of its end.
LONGEST_MS = 5_000


class Backoff:
    """Delays that double, with half of each left to chance, so that many clients spread out.

    Args:
        chance: source of the jitter.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._next_ms = FIRST_MS

    def delay_ms(self, asked_ms: int | None = None) -> int:
        """Milliseconds until the next attempt.

        Args:
            asked_ms: what the server asked for; then no less than that, and up to half more.
        """
        if asked_ms is not None:
            # A wait that the server asks for is no failure: the doubling stays where it is.
            return asked_ms + self._chance.randrange(asked_ms // 2 + 1)
        delay = self._next_ms // 2 + self._chance.randrange(self._next_ms // 2 + 1)
        self._next_ms = min(2 * self._next_ms, LONGEST_MS)
        return delay

    def reset(self) -> None:
        """A connection succeeded: start with the first delay again."""
        self._next_ms = FIRST_MS
