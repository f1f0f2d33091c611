"""Processes of the demo and the measurements: always on loopback, always ended."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = ["Server", "carteado", "free_port", "redis_server"]

START_S = 20
"""How long a server may take to come up."""

_SERVING = re.compile(r"Carteado is serving at (https?://\S+)")


def carteado(*words: str) -> list[str]:
    """The command line of a command of this installation."""
    return [sys.executable, "-m", "carteado.clients.cli.main", *words]


def free_port() -> int:
    """A port of the loopback that nobody holds at this moment."""
    with socket.socket() as probe:
        # Port 0 makes the system choose. Another program might take it before it is used.
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """A Redis server of its own that keeps every write, and its URL."""
    # Valkey is the fork that some systems install instead; it takes the same options.
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        raise SystemExit("redis-server is missing: sudo apt-get install redis-server")
    port = free_port()
    where = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    # Every write is synced, as the durability of the server's own Redis store expects.
    keep = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
    process = subprocess.Popen([program, *where, *keep], stdout=subprocess.DEVNULL)
    try:
        _wait_for_port(port, process)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(START_S)


def _wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.02)
    raise SystemExit(f"nobody listens on port {port} after {START_S} s")


class Server:
    """A Carteado server in a process of its own.

    Args:
        store: URL of the store.
        environment: of the process.
        log: where what it says on the standard error goes.
        port: 0 lets the system choose.

    Attributes:
        url: where it listens.
        port: the same, as a number.
    """

    def __init__(
        self, store: str, environment: Mapping[str, str], log: Path, port: int = 0
    ) -> None:
        where = ["--host", "127.0.0.1", "--port", str(port), "--store", store]
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                carteado("serve", *where, "--no-tables", "--no-qr", "--log-format", "json"),
                stdout=subprocess.PIPE,
                stderr=errors,
                stdin=subprocess.DEVNULL,
                env={**os.environ, **environment},
                text=True,
            )
        self.url = self._wait_for_url(log)
        self.port = int(self.url.rpartition(":")[2])

    def _wait_for_url(self, log: Path) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:  # ends when the process does
            if found := _SERVING.search(line):
                return found[1].replace("http", "ws", 1)
        raise SystemExit(f"the server did not start:\n{log.read_text()}")

    def kill(self) -> None:
        """End it as a power cut would end it."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        """Stop it in good order; the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(START_S)
        return time.monotonic() - began
