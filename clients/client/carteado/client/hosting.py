"""A server on this computer, as a process of its own."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from carteado.client.address import server_url
from carteado.client.host_record import HostRecord
from carteado.engine.sentences import Sentence, said

__all__ = ["Host", "HostProcess", "LeftServer", "left_server", "qr_rows"]

_SERVING = re.compile(r"serving at (https?://\S+)")

# The end of the server's sentence about a port that another program holds; its middle is the
# system's own and differs between systems.
_PORT_TAKEN = "Choose another port with --port"

# The end of its sentence about a data file that another server holds.
_DATA_HELD = re.compile(r" is in use by (?:another process|process \d+ on .+)$")

_PROGRAM = "carteado serve: "
"""The beginning of the last line of a server that cannot start."""

# Time for the server to save its tables and to inform its players; then it is killed.
STOP_S = 5

LOOK_S = 0.05
"""Seconds between two looks at what a starting or stopping server has done."""


class HostProcess:
    """``carteado serve`` beside the window.

    Where its port is taken, it serves on a free one; the window shows the address.

    Args:
        wake: called from a thread when something changed.
        words: further arguments of the server.
        record: names the server for clients that are started later.

    Attributes:
        url: where it serves; '' until it does.
        problem: why it does not and what helps, '' while all is well; a text where only the server
            has words for it.
        earlier: whether an earlier client started it and left it running.
    """

    earlier = False

    def __init__(
        self,
        wake: Callable[[], None] = lambda: None,
        words: tuple[str, ...] = (),
        record: HostRecord | None = None,
    ) -> None:
        self.url = ""
        self.problem: Sentence | str = ""
        self._record = record or HostRecord()
        self._recorded = False
        self._wake = wake
        self._words = words
        # The reading thread may start a second process while the window stops the first.
        self._changing = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        # segno stands for the whole extra: the base install does not bring it.
        if importlib.util.find_spec("segno") is None:
            self.problem = said(
                "No server is installed with this program. Install carteado[server], or join a "
                "server on another computer."
            )
            return
        self._process, self._output = self._serve(words)
        threading.Thread(target=self._read, name="host", daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Ask it to stop, and wait for it."""
        with self._changing:
            process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(STOP_S)
        # Looking clears a record whose server has ended.
        _ = self._record.held

    def leave(self) -> None:
        """Leave the server running after the window."""
        # `stop` then finds nothing to stop; the reading thread keeps its own reference.
        with self._changing:
            self._process = None

    def _read(self) -> None:
        process = self._process
        # Stopped before this thread began.
        if process is None:
            return
        last = self._follow(process, self._output)
        if not self.url and last.endswith(_PORT_TAKEN):
            with self._changing:
                # Not after `stop` or `leave`.
                if self._process is not process:
                    return
                process, output = self._serve((*self._words, "--port", "0"))
                self._process = process
            last = self._follow(process, output)
        if not self.url:
            self.problem = _problem(last)
            self._wake()

    def _follow(self, process: subprocess.Popen[bytes], output: Path) -> str:
        """Read what a server says until it serves; the last line says why a failing one failed."""
        last = ""
        for line in _lines(process, output):
            found = _SERVING.search(line)
            if found:
                self.url = server_url(found.group(1))
                if self._recorded:
                    self._record.keep(process.pid, self.url)
                self._wake()
                break
            last = line.strip() or last
        # Without a name the file goes with the server.
        with contextlib.suppress(OSError):
            output.unlink()
        return last

    def _serve(self, words: tuple[str, ...]) -> tuple[subprocess.Popen[bytes], Path]:
        """Start the server; the process, and the file of what it says."""
        # A file and no pipe: a server that was left must not fail at its next word because nobody
        # reads it.
        file, name = tempfile.mkstemp(prefix="carteado-host-")
        with os.fdopen(file, "wb") as output, self._record.claimed() as lock:
            process = subprocess.Popen(
                # This interpreter and not a command of the PATH, which may be of another release.
                self._record.command(
                    "carteado.server", ("--no-qr", "--log-level", "error", *words)
                ),
                stdin=subprocess.DEVNULL,
                stdout=output,
                # One file for both: the last line of an error is what the window shows.
                stderr=subprocess.STDOUT,
                # The lock ends with the server, however that ends.
                pass_fds=lock,
            )
            self._recorded = bool(lock) or not self._record.inherits
            # Before its address is known: a client that ends now leaves a server to stop later.
            if lock:
                self._record.keep(process.pid)
        return process, Path(name)


class LeftServer:
    """A server that an earlier client started and left running.

    Args:
        record: names the server.

    Attributes:
        problem: always ''.
        earlier: see `HostProcess`.
    """

    earlier = True
    problem = ""

    def __init__(self, record: HostRecord) -> None:
        self._record = record

    @property
    def url(self) -> str:
        """Where it serves; '' while it starts or when it has ended."""
        return self._record.read()[1]

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._record.held

    def stop(self) -> None:
        """Ask it to stop, and wait for it."""
        # Windows has no SIGKILL; its SIGTERM already ends a process at once.
        for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
            pid, _ = self._record.read()
            if not pid:
                return
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
            end = time.monotonic() + STOP_S
            while self.running and time.monotonic() < end:
                time.sleep(LOOK_S)

    def leave(self) -> None:
        """Let it run on, which it does anyway."""


Host: TypeAlias = HostProcess | LeftServer


def left_server(record: HostRecord | None = None) -> LeftServer | None:
    """The server that an earlier client left running; None where there is none."""
    record = record or HostRecord()
    return LeftServer(record) if record.held else None


def _problem(last: str) -> Sentence | str:
    """Why a server did not start, for somebody who sees no terminal, by the last line it said."""
    if _DATA_HELD.search(last):
        return said(
            "Another Carteado server is running and has these tables open. Join it from the list "
            "of servers, or end it and press Try again."
        )
    if not last:
        return said("The server ended before it could start. Press Try again.")
    return last.removeprefix(_PROGRAM)


def _lines(process: subprocess.Popen[bytes], output: Path) -> Iterator[str]:
    """The lines that a process writes into a file, until it ends."""
    with output.open(encoding="utf-8", errors="replace") as lines:
        begun = ""
        while True:
            # Before reading: what it wrote last is read, too.
            ended = process.poll() is not None
            while piece := lines.readline():
                begun += piece
                if begun.endswith("\n"):
                    yield begun
                    begun = ""
            if ended:
                yield begun
                return
            time.sleep(LOOK_S)


def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """The QR code of a text, row by row; empty where the library is not installed."""
    try:
        import segno
    except ImportError:
        return ()
    # A micro code would be smaller, but many phones do not read one.
    code = segno.make(text, error="m", micro=False)
    return tuple(tuple(bool(dot) for dot in row) for row in code.matrix_iter(border=2))
