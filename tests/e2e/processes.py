"""Servers as processes of their own, which a test may kill."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

from tests.clocks import PATIENCE_S, own_time
from tests.ports import HeldPort

TRIES = 3


class Server:
    """``python -m carteado.server``; as a context it starts again on the port it had before."""

    def __init__(self, folder: Path, store: str, *flags: str) -> None:
        self.port = 0
        self._held: HeldPort | None = None
        self.store = store
        self.flags = flags
        self._log = folder / "server.log"
        data = {"XDG_DATA_HOME": str(folder / "data")}
        self._environment = {**os.environ, **data, "PYTHONUNBUFFERED": "1"}
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start, and wait until clients can connect."""
        words = ["--host", "127.0.0.1", "--port", str(self.port), "--store", self.store]
        words += ["--no-qr", *(self.flags or ("--no-tables",))]
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "carteado.server",
                *words,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=self._environment,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            line = (await self._process.stdout.readline()).decode()
        found = re.search(r"serving at https?://127\.0\.0\.1:(\d+)", line)
        assert found, f"{line!r}\n{self.log}"
        self.port = int(found.group(1))

    async def kill(self) -> None:
        """As a power cut would: nothing is said and nothing written."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to stop; its exit status."""
        return await self._end(signal.SIGTERM)

    async def stops_within(self, seconds: float) -> None:
        """Ask it to stop; it takes less than so long, of its own time.

        A disk that others use at the same time may hold a stop up: it is then started again and
        asked once more. A server that waits for something does it every time.
        """
        took: list[float] = []
        while len(took) < TRIES:
            with own_time() as clock:
                began = clock()
                assert await self.stop() == 0
                took.append(clock() - began)
            if took[-1] < seconds:
                return
            await self.start()
        raise AssertionError(f"each stop took too long, seconds: {took}")

    async def ended(self) -> int:
        """Wait until it has stopped without a signal; its exit status.

        A signal to a program that is ending already may meet it without its handlers and kill it.
        """
        return await self._end(None)

    async def _end(self, name: signal.Signals | None) -> int:
        process = self._process
        assert process is not None
        if name is not None and process.returncode is None:
            process.send_signal(name)
        await asyncio.wait_for(process.communicate(), PATIENCE_S)
        assert process.returncode is not None
        return process.returncode

    async def ends_by_itself(self) -> tuple[int, str]:
        """Start where it cannot: the exit status, and what it said on standard error."""
        words = ["--host", "127.0.0.1", "--port", str(self.port), "--store", self.store]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "carteado.server",
            *words,
            "--no-qr",
            "--no-tables",
            "--log-level",
            "error",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=self._environment,
        )
        _, said = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        assert process.returncode is not None
        return process.returncode, said.decode()

    async def __aenter__(self) -> Server:
        self._held = HeldPort()
        self.port = self._held.number
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.kill()
        assert self._held is not None
        self._held.let_go()
