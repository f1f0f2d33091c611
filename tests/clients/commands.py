"""Command lines as processes of their own, beside the event loop of the test."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass


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
    process = await start(*arguments, module=module, environment=environment, folder=folder)
    async with asyncio.timeout(40):
        out, err = await process.communicate(typed.encode())
    return Result(status=process.returncode or 0, out=out.decode(), err=err.decode())


async def start(
    *arguments: str,
    module: str = "carteado.clients.cli.main",
    environment: Mapping[str, str] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "100", **(environment or {})},
        cwd=folder,
    )
