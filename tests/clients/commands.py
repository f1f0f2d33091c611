"""Command lines as processes of their own, beside the event loop of the test.

`run` and `typist` fork them from a process that has the modules loaded (`forked`); `start` starts a
new Python.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from tests.clients.forked import can_fork, stub
from tests.clocks import PATIENCE_S


@dataclass(frozen=True, kw_only=True)
class Result:
    status: int
    out: str
    err: str


async def run(
    *arguments: str,
    module: str = "carteado.clients.cli.main",
    typed: str = "",
    environment: Mapping[str, str] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> Result:
    """Run a command line to its end."""
    process = await _fork(*arguments, module=module, environment=environment, folder=folder)
    out, err = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE_S)
    return Result(status=process.returncode or 0, out=out.decode(), err=err.decode())


async def start(
    *arguments: str,
    module: str = "carteado.clients.cli.main",
    environment: Mapping[str, str] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> asyncio.subprocess.Process:
    """Start a command line in a new Python."""
    words = [sys.executable, "-m", module, *arguments]
    return await _process(words, environment or {}, folder)


async def _fork(
    *arguments: str,
    module: str = "carteado.clients.cli.main",
    environment: Mapping[str, str] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> asyncio.subprocess.Process:
    if not can_fork(environment or {}):
        return await start(*arguments, module=module, environment=environment, folder=folder)
    return await _process(stub(module, *arguments), environment or {}, folder)


async def _process(
    words: list[str], environment: Mapping[str, str], folder: str | os.PathLike[str] | None
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "100", **environment},
        cwd=folder,
    )


class Typist:
    """Types into a running command line and reads its output."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.read: list[str] = []

    async def until(self, *texts: str) -> str:
        """The next line with one of the texts."""
        assert self.process.stdout is not None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while raw := await self.process.stdout.readline():
                    line = raw.decode().rstrip("\n")
                    self.read.append(line)
                    if any(text in line for text in texts):
                        return line
        raise AssertionError(f"none of {texts} is in: {chr(10).join(self.read)}")

    async def until_all(self, *texts: str) -> None:
        """Read until each of the texts has come, in any order."""
        while not all(any(text in line for line in self.read) for text in texts):
            await self.until("")

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def end(self) -> Result:
        """Close the input; the remaining output."""
        async with asyncio.timeout(PATIENCE_S):
            out, err = await self.process.communicate(b"")
            status = await self.process.wait()
        return Result(status=status, out=out.decode(), err=err.decode())


async def typist(*arguments: str) -> Typist:
    return Typist(await _fork(*arguments))
