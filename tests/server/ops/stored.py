"""Stores with a finished table and an open one, for the tests of the log tools."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from carteado.clients.cli.main import run as carteado
from carteado.server.store import open_store, sqlite_path
from carteado.server.store.base import Lease, Store

DAY_MS = 86_400_000


DONE, OPEN = "random-51", "random-52"
"""The finished table and the open one."""

Capture = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return carteado(["log", *words])


async def close(store: Store, table: str) -> None:
    lease = await store.acquire(table, "test", 10_000)
    assert isinstance(lease, Lease)
    await store.release(lease, closed=True)


async def fill(url: str, logs: dict[str, bytes]) -> None:
    async with await open_store(url) as store:
        for data in logs.values():
            await store.import_(data)
        await close(store, DONE)


def empty(url: str, tmp_path: Path) -> str:
    """An empty store of the same kind."""
    if sqlite_path(url) is not None:
        return f"sqlite:{tmp_path / 'empty' / 'data.db'}"
    return url.replace("prefix=", "prefix=empty-").replace("data.db.archive", "empty.archive")


def archive_files(tmp_path: Path) -> list[str]:
    folder = tmp_path / "data.db.archive"
    return sorted(os.listdir(folder)) if folder.exists() else []


def damage(data: Path, table: str) -> None:
    """Change a byte in the middle of a log."""
    connection = sqlite3.connect(data)
    query = (
        "SELECT pos, body FROM commits JOIN stream ON stream.id = stream WHERE name = ?"
        " ORDER BY first LIMIT 1 OFFSET 7"
    )
    ((pos, body),) = connection.execute(query, (table,))
    connection.execute("UPDATE commits SET body = ? WHERE pos = ?", (body[:-1] + b"\x00", pos))
    connection.commit()
    connection.close()
