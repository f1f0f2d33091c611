"""Delays before a stopped table is folded from its log again."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["BACK_OFF_S", "HEALTHY_MS", "Restarts", "back_off_s"]

# The first restart is nearly at once, since most failures happen once; a broken table costs one
# attempt a minute.
BACK_OFF_S = (0.2, 1, 5, 30, 60)
"""Seconds until the next attempt, by the number of attempts before it; the last one repeats."""

HEALTHY_MS = 60_000
"""Milliseconds after which a running table's back-off starts again with the shortest wait."""


def back_off_s(attempts: int) -> float:
    """Seconds to wait after a number of failed attempts, counted from 0."""
    return BACK_OFF_S[min(attempts, len(BACK_OFF_S) - 1)]


class Restarts:
    """The restart back-off of every table.

    Args:
        now_ms: a monotonic clock, milliseconds.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now = now_ms
        self._attempts: dict[str, int] = {}
        self._running_since: dict[str, int] = {}

    def began(self, table_id: str) -> None:
        """Note that a table runs."""
        self._running_since[table_id] = self._now()

    def next_s(self, table_id: str) -> float:
        """Seconds to wait after a table stopped or could not be started."""
        since = self._running_since.pop(table_id, None)
        # Only a long run ends the back-off: a table with a bug may start and stop each time.
        if since is not None and self._now() - since >= HEALTHY_MS:
            self._attempts.pop(table_id, None)
        attempts = self._attempts.get(table_id, 0)
        self._attempts[table_id] = attempts + 1
        return back_off_s(attempts)

    def forget(self, table_id: str) -> None:
        """Forget a closed table."""
        self._attempts.pop(table_id, None)
        self._running_since.pop(table_id, None)
