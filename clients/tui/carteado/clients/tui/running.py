"""Runs the full screen in the process's terminal, which it gives back however it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

from carteado.clients.tui.app import Terminal

__all__ = ["run"]

_ENDING = tuple(
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if (number := getattr(signal, name, None)) is not None
)
"""Signals that end a program; Windows has no SIGHUP. The key Ctrl+C sends none here."""

HANGUP_S = 5.0
"""Time in which the program ends by itself after its terminal was closed."""


def run(terminal: Terminal) -> None:
    """Show a terminal until it is closed.

    Raises:
        Exception: the bug that has ended it.
        SystemExit: a signal has ended it.
    """
    error = sys.__stderr__
    # Textual draws there; an error output that was closed or goes to a file must not take the
    # screen with it. The stubs call the name final, but only Textual reads it here.
    if error is None or not error.isatty():
        sys.__stderr__ = sys.__stdout__  # type: ignore[misc]
    try:
        with (
            _given_back(),
            _ended_by_signals(terminal) as signals,
            _ended_by_threads(terminal),
        ):
            terminal.run()
    finally:
        sys.__stderr__ = error  # type: ignore[misc]
    if signals:
        raise SystemExit(128 + signals[0])
    if terminal.bug is not None:
        raise terminal.bug


@contextlib.contextmanager
def _given_back() -> Iterator[None]:
    """Leave the terminal's input as it was found.

    Textual takes over the terminal once more after SIGSTOP and SIGCONT, and then remembers the
    state that it has made itself.
    """
    if sys.platform == "win32" or sys.__stdin__ is None or not sys.__stdin__.isatty():
        yield
        return
    import termios

    terminal = sys.__stdin__.fileno()
    found = termios.tcgetattr(terminal)
    try:
        yield
    finally:
        # A terminal that was closed needs nothing any more.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, found)


@contextlib.contextmanager
def _ended_by_signals(terminal: Terminal) -> Iterator[list[int]]:
    """The received signals; each closes the terminal, which leaves the screen as it was."""
    received: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        received.append(number)
        if number == getattr(signal, "SIGHUP", None):
            # Textual can wait for a closed terminal for ever, and then nothing else ends it.
            last = threading.Timer(HANGUP_S, os._exit, (128 + number,))
            last.daemon = True
            last.start()
        if not terminal.end():
            raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in _ENDING}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _ended_by_threads(terminal: Terminal) -> Iterator[None]:
    """Let a bug of any thread close the terminal, which would wait for the thread for ever."""

    def end(bug: threading.ExceptHookArgs) -> None:
        if isinstance(bug.exc_value, Exception):
            terminal.broke(bug.exc_value)

    before, threading.excepthook = threading.excepthook, end
    try:
        yield
    finally:
        threading.excepthook = before
