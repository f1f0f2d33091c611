"""Loads a command's modules. Ctrl-C ends the program at once, because nothing has begun."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator

__all__ = ["INTERRUPTED", "ending_at_once"]

INTERRUPTED = 130
"""The exit status of a command that was interrupted."""


@contextlib.contextmanager
def ending_at_once() -> Iterator[None]:
    """End the process at once on an interruption.

    Raised in the middle of an import, it could become an error of a library's own, or be lost.
    """
    raising = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if raising:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        if raising:
            signal.signal(signal.SIGINT, signal.default_int_handler)
