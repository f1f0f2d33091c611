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
        stopped: whether time stands still between; else it goes on by itself, too.
    """

    def __init__(self, patch: pytest.MonkeyPatch, *, stopped: bool = True) -> None:
        self._ahead_ns = 0
        self._stopped = (time.monotonic_ns(), time.time_ns()) if stopped else None
        patch.setattr(timing, "time", self)

    def monotonic_ns(self) -> int:
        """What the server reads for its deadlines."""
        return self._ahead_ns + (self._stopped[0] if self._stopped else time.monotonic_ns())

    def time_ns(self) -> int:
        """What the server reads for people."""
        return self._ahead_ns + (self._stopped[1] if self._stopped else time.time_ns())

    def jump(self, milliseconds: int) -> None:
        """Let the server read so much later a time, before any of its timers rings."""
        self._ahead_ns += milliseconds * 1_000_000

    def pass_time(self, seconds: int) -> None:
        """Let so much time pass at once: every deadline until then is over."""
        self.jump(seconds * 1000)
        pass_time(seconds)
