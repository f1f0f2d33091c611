"""A server on this computer, as a process of its own."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import subprocess
import sys
import threading
from collections.abc import Callable

from carteado.client.address import server_url

__all__ = ["HostProcess", "qr_rows"]

_SERVING = re.compile(r"serving at (https?://\S+)")

STOP_S = 5


class HostProcess:
    """``carteado serve`` beside the window.

    Args:
        wake: called from a thread when something changed.
        words: further arguments of the server.

    Attributes:
        url: where it serves; '' until it does.
        problem: why it does not, '' while all is well.
    """

    def __init__(
        self, wake: Callable[[], None] = lambda: None, words: tuple[str, ...] = ()
    ) -> None:
        self.url = ""
        self.problem = ""
        self._wake = wake
        self._process: subprocess.Popen[str] | None = None
        # segno stands for the whole extra: the base install does not bring it.
        if importlib.util.find_spec("segno") is None:
            self.problem = "install carteado[server]"
            return
        self._process = subprocess.Popen(
            [sys.executable, "-m", "carteado.server", "--no-qr", "--log-level", "error", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._read, name="host", daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Ask it to stop, and wait for it."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_S)
            return
        self._process.kill()
        self._process.wait(STOP_S)

    def leave(self) -> None:
        """Let it run on after the window."""
        self._process = None

    def _read(self) -> None:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        last = ""
        # Read to the end: a full pipe would block the server.
        for line in process.stdout:
            found = _SERVING.search(line)
            if found:
                self.url = server_url(found.group(1))
                self._wake()
            elif not self.url and line.strip():
                last = line.strip()
        if not self.url:
            self.problem = last or "the server ended"
            self._wake()


def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """The QR code of a text, row by row; empty where the library is not installed."""
    try:
        import segno
    except ImportError:
        return ()
    code = segno.make(text, error="m", micro=False)
    return tuple(tuple(bool(dot) for dot in row) for row in code.matrix_iter(border=2))
