"""A real redis-server for tests: a port of its own, a directory of its own, stopped by its pid."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from tests.clocks import PATIENCE_S
from tests.ports import HeldPort

HINT = "redis-server is missing: sudo apt-get install redis-server  (or: brew install redis)"


def binary() -> str | None:
    return shutil.which("redis-server") or shutil.which("valkey-server")


class RedisServer:
    """Runs from its making until `stop`; further settings as ``name=value`` with underscores."""

    def __init__(self, directory: Path, **settings: str) -> None:
        self._held = HeldPort()
        self.port = self._held.number
        self._directory = directory
        self._settings = {"appendonly": "yes", "appendfsync": "always", **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> RedisServer:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def start(self) -> None:
        program = binary()
        assert program is not None, HINT
        words = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        words += ["--dir", str(self._directory)]
        for name, value in self._settings.items():
            words += [f"--{name.replace('_', '-')}", value]
        with (self._directory / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log)
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if self.ask("PING") == b"+PONG":
                return
            assert self._process is not None
            if self._process.poll() is not None:
                break
            time.sleep(0.01)
        raise AssertionError((self._directory / "redis.log").read_text())

    def ask(self, *words: str) -> bytes | None:
        """The first line of the answer to a command; None when there is none."""
        data = b"".join(b"$%d\r\n%b\r\n" % (len(word), word.encode()) for word in words)
        try:
            with socket.create_connection(("127.0.0.1", self.port), 5) as link:
                link.sendall(b"*%d\r\n" % len(words) + data)
                return link.makefile("rb").readline().rstrip()
        except OSError:
            return None

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it as a crash would."""
        self._signal(signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        if self._process is not None:
            self._signal(signal.SIGCONT)
            self._signal(signal.SIGTERM)
            self._wait()
        self._held.let_go()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    def _wait(self) -> None:
        assert self._process is not None
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
