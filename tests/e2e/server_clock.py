"""The clocks of a server that runs in the test's own process."""

from __future__ import annotations

import time

import pytest
from tests.clocks import pass_time

from carteado.server.ops import timing

__all__ = ["ServerClock"]


class ServerClock:
    """Stops the clocks of a server in the test's own process: time passes as the test says.

    Args:
        patch: undoes it after the test.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._monotonic_ns = time.monotonic_ns()
        self._wall_ns = time.time_ns()
        patch.setattr(timing, "time", self)

    def monotonic_ns(self) -> int:
        """What the server reads for its deadlines."""
        return self._monotonic_ns

    def time_ns(self) -> int:
        """What the server reads for people."""
        return self._wall_ns

    def jump(self, milliseconds: int) -> None:
        """Let the server read so much later a time, before any of its timers rings."""
        self._monotonic_ns += milliseconds * 1_000_000
        self._wall_ns += milliseconds * 1_000_000

    def pass_time(self, seconds: int) -> None:
        """Let so much time pass at once: every deadline until then is over."""
        self.jump(seconds * 1000)
        pass_time(seconds)
