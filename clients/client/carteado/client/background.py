"""Runs work in threads, outside the event loop and the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["in_background"]


def in_background(work: Callable[[], None]) -> None:
    """Do something on a thread that does not keep the process from ending."""
    threading.Thread(target=work, daemon=True).start()
