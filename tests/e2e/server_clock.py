"""The clocks of a server that runs in the test's own process."""

from __future__ import annotations

import time

import pytest
from tests.clocks import pass_time

from carteado.server.ops import timing

__all__ = ["ServerClock"]


class ServerClock:
    """Moves the clocks of a server that runs in the test's own process, and its timers with them.

    Args:
        patch: undoes it after the test.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._ahead_ns = 0
        patch.setattr(timing, "time", self)

    def monotonic_ns(self) -> int:
        """What the server reads for its deadlines."""
        return time.monotonic_ns() + self._ahead_ns

    def time_ns(self) -> int:
        """What the server reads for people."""
        return time.time_ns() + self._ahead_ns

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass at once: every deadline until then is over."""
        self._ahead_ns += int(seconds * 1e9)
        pass_time(seconds)
