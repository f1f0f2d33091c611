"""Helpers for the tests of SQLite files."""

from __future__ import annotations

from pathlib import Path

from tests.server.store.tools import take, write

from carteado.server.store.sqlite import SqliteStore


async def filled(path: Path, commits: int = 5) -> None:
    """Write a file with two tables."""
    async with await SqliteStore.open(path) as store:
        for table in ("t1", "t2"):
            await write(store, await take(store, table), commits)


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def put(path: Path, data: bytes | bytearray) -> None:
    path.write_bytes(data)
