"""Ends the thinking of a bot that does not end it by itself.

A thread looks a few times during a decision's time how long the bot has thought, and sends this
process a signal where it is too long. That costs the bots that answer nothing, and interrupts every
loop and sleep that is written in Python; a call into a C library is interrupted when it returns.
Signals reach the main thread of a process only: elsewhere a bot is measured and not interrupted.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from types import TracebackType
from typing import Any

__all__ = ["Overdue", "Watchdog"]

LOOKS = 4
"""Looks at the clock during the time of one decision."""

_SIGNAL = getattr(signal, "SIGUSR1", None)


class Overdue(BaseException):
    """The bot has thought for too long. No `Exception`, so that no bot catches it by habit."""


class Watchdog:
    """A context in which `since` says since when a bot thinks.

    Args:
        limit_ms: how long it may.

    Attributes:
        since: nanoseconds of `time.perf_counter_ns`, 0 while nobody thinks.
    """

    def __init__(self, limit_ms: int) -> None:
        self.since = 0
        self._limit_ns = limit_ms * 1_000_000
        self._every_s = limit_ms / 1000 / LOOKS
        self._before: Any = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Watchdog:
        main = threading.main_thread()
        if _SIGNAL is None or threading.current_thread() is not main:
            return self
        if signal.getsignal(_SIGNAL) is signal.SIG_DFL:
            self._before = signal.signal(_SIGNAL, self._interrupt)
            self._ended.clear()
            self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._thread is not None and _SIGNAL is not None:
            self._ended.set()
            self._thread.join()
            self._thread = None
            signal.signal(_SIGNAL, self._before)

    def _watch(self) -> None:
        main = threading.main_thread().ident
        assert main is not None
        assert _SIGNAL is not None
        while not self._ended.wait(self._every_s):
            if self._is_over():
                with contextlib.suppress(ProcessLookupError):
                    signal.pthread_kill(main, _SIGNAL)

    def _is_over(self) -> bool:
        since = self.since
        return bool(since) and time.perf_counter_ns() - since > self._limit_ns

    def _interrupt(self, number: int, frame: object) -> None:
        if self._is_over():  # and not just answered
            self.since = 0
            raise Overdue
