"""Helpers of the store tests: a clock, short commits, and the base of every test class."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from carteado.protocol.log import Cause, Commit
from carteado.server.ops.timing import wall_ms
from carteado.server.store.base import Appended, Change, Durability, Lease, Place, Store
from carteado.server.store.sqlite import SqliteStore

Row = tuple[int, int, bytes]
"""First version, count and body of a commit as a store keeps it."""

TTL = 60_000


def events(count: int = 2, text: str = "") -> list[tuple[int, dict[str, Any]]]:
    return [(1, {"type": "checked", "seat": seat, "text": text}) for seat in range(count)]


async def take(store: Store, table: str = "t1", holder: str = "ana") -> Lease:
    lease = await store.acquire(table, holder, TTL)
    assert isinstance(lease, Lease)
    return lease


async def write(store: Store, lease: Lease, count: int = 1) -> list[Commit]:
    """Append `count` commits of two events each."""
    commits = []
    for number in range(count):
        commit = lease.commit(
            events(), at=number, deal=1, cause=Cause(by="ana", id=1), rules="checkers 1"
        )
        assert isinstance(await store.append(lease, commit), Appended)
        commits.append(commit)
    return commits


async def read(store: Store, table: str = "t1", **where: Any) -> list[Commit]:
    return [commit async for commit in store.read(table, **where)]


async def exported(store: Store, table: str = "t1", **where: Any) -> bytes:
    return b"".join([piece async for piece in store.export(table, **where)])


async def followed(
    store: Store, places: tuple[Place, ...] = (), block_ms: int | None = None
) -> list[Change]:
    return [change async for change in store.follow(places, block_ms)]


def flip(body: bytes, at: int = 40) -> bytes:
    return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]


class Clock:
    """A wall clock that a test puts forward or back."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return wall_ms() + self.ahead


class StoreTests:
    """Base of the contract's parts: what a store's test class has to name and to define."""

    durability: Durability

    async def lapse(self, store: Store, table: str) -> None:
        """Let a table's lease run out."""
        raise NotImplementedError

    async def tamper(
        self, store: Store, table: str, edit: Callable[[list[Row]], list[Row]]
    ) -> None:
        """Change the stored commits behind the store's back."""
        raise NotImplementedError


async def filled(path: Path, commits: int = 5) -> None:
    """Write a file with two tables."""
    async with await SqliteStore.open(path) as store:
        for table in ("t1", "t2"):
            await write(store, await take(store, table), commits)


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def put(path: Path, data: bytes | bytearray) -> None:
    path.write_bytes(data)
