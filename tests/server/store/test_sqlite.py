"""The SQLite store: its contract, its files on disk, and what it does when it lacks room."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S
from tests.server.store.contract import StoreContract
from tests.server.store.tools import (
    TTL,
    Clock,
    Row,
    contents,
    events,
    filled,
    put,
    read,
    take,
    write,
)

from carteado.server.store import open_store, sqlite_writer
from carteado.server.store.base import Appended, Durability, Full, Store
from carteado.server.store.errors import StoreError, StoreUnreachable
from carteado.server.store.sqlite import SqliteStore
from carteado.server.store.sqlite_transaction import Transaction


class TestSqlite(StoreContract):
    durability = Durability.DISK

    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[Store]:
        self.clock = Clock()
        async with await SqliteStore.open(tmp_path / "new" / "c.db", clock=self.clock) as store:
            yield store

    async def lapse(self, store: Store, table: str) -> None:
        self.clock.ahead += TTL

    async def tamper(
        self, store: Store, table: str, edit: Callable[[list[Row]], list[Row]]
    ) -> None:
        assert isinstance(store, SqliteStore)

        def run(transaction: Transaction) -> None:
            number = (transaction.number(table),)
            execute = transaction.connection.execute
            rows = execute(
                "SELECT first, count, body FROM commits WHERE stream = ? ORDER BY first", number
            ).fetchall()
            execute("DELETE FROM commits WHERE stream = ?", number)
            transaction.connection.executemany(
                "INSERT INTO commits (pos, stream, first, count, body) VALUES (?, ?, ?, ?, ?)",
                [(-pos, *number, *row) for pos, row in enumerate(edit(rows), 1)],
            )

        await store._do(run)


async def pragma(store: SqliteStore, name: str) -> object:
    return await store._do(lambda t: t.connection.execute(f"PRAGMA {name}").fetchone()[0])


async def test_every_commit_is_synced_to_a_write_ahead_log(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        assert await pragma(store, "synchronous") == 2
        assert await pragma(store, "journal_mode") == "wal"
    async with await SqliteStore.open(path, durability=Durability.PROCESS) as store:
        assert await pragma(store, "synchronous") == 1
        lease = await take(store)
        outcome = await store.append(lease, lease.commit(events(), at=1))
        assert outcome == Appended(version=2, reached=Durability.PROCESS)


async def test_the_files_are_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "c.db"
    async with await SqliteStore.open(path) as store:
        await write(store, await take(store))
        assert {file.name for file in path.parent.iterdir()} >= {"c.db", "c.db-wal", "c.db.lock"}
        for file in path.parent.iterdir():
            assert file.stat().st_mode & 0o077 == 0, file
        assert path.parent.stat().st_mode & 0o077 == 0


async def test_a_log_outlives_the_store(path: Path) -> None:
    await filled(path)
    async with await SqliteStore.open(path) as store:
        assert not store.damaged
        assert await store.tables() == ("t1", "t2")
        lease = await take(store)
        assert lease.version == 10
        await write(store, lease)
        assert (await store.verify("t1")).version == 12
        assert len([change async for change in store.follow()]) == 11


async def test_the_feed_goes_on_after_an_archive_and_a_restart(path: Path) -> None:
    await filled(path, 1)
    async with await SqliteStore.open(path) as store:
        [*_, last] = [change async for change in store.follow()]
        for table in ("t1", "t2"):
            await store.archive(table, 2, path.parent / table)
    async with await SqliteStore.open(path) as store:
        await write(store, await take(store))
        [change] = [change async for change in store.follow((last.place,))]
        assert (change.table, change.last) == ("t1", 4)


# Files that cannot be used


def _foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE photos (id)")
    connection.commit()
    connection.close()


def _newer(path: Path) -> None:
    asyncio.run(filled(path))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 9")
    connection.close()


def _malformed(path: Path) -> None:
    asyncio.run(filled(path))
    data = bytearray(path.read_bytes())
    for at in range(1024, len(data), 1024):
        data[at : at + 200] = b"\xff" * 200
    put(path, data)


def _foreign_with_journal(path: Path) -> None:
    _foreign(path)
    path.with_name(path.name + "-journal").write_bytes(b"")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text("shopping list"), "not a SQLite file"),
        (os.mkfifo, "a pipe or a device"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\0" * 20), "not a SQLite file"),
        (_foreign, "another one's SQLite file"),
        (_foreign_with_journal, "another program's"),
        (_newer, "written by a newer release: schema 9, not 2"),
        (_malformed, "is damaged"),
        (lambda path: path.mkdir(), "cannot be read: Is a directory"),
    ],
    ids=["text", "pipe", "cut", "foreign", "journal", "newer", "malformed", "directory"],
)
def test_a_file_that_cannot_be_used_is_named_and_not_changed(
    path: Path, make: Callable[[Path], object], said: str
) -> None:
    make(path)
    before = contents(path)

    async def attempt() -> None:
        with pytest.raises(StoreError) as caught:
            await SqliteStore.open(path)
        assert said in str(caught.value)
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)

    asyncio.run(attempt())
    assert contents(path) == before


async def test_a_path_below_a_file_is_refused(path: Path) -> None:
    put(path, b"x")
    with pytest.raises(StoreError, match="cannot be"):
        await SqliteStore.open(path / "c.db")


async def test_a_first_start_that_was_cut_off_is_started_again(path: Path) -> None:
    put(path, b"")
    await filled(path)
    async with await SqliteStore.open(path) as store:
        assert (await store.verify("t1")).version == 10


# Room


async def test_a_full_disk_is_reported_and_passes(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        lease = await take(store)
        await write(store, lease, 3)
        pages = await pragma(store, "page_count")
        await pragma(store, f"max_page_count = {pages}")
        while True:
            commit = lease.commit(events(2, "x" * 500), at=1)
            outcome = await store.append(lease, commit)
            if not isinstance(outcome, Appended):
                break
        assert outcome == Full(reason="database or disk is full")
        version = lease.version
        assert len(await read(store)) == version // 2
        many = (take(store, f"table-{number}" + "x" * 50) for number in range(100))
        refused = await asyncio.gather(*many, return_exceptions=True)
        assert any(isinstance(error, StoreError) and "full" in str(error) for error in refused)
        await pragma(store, "max_page_count = 1000000")
        again = await store.append(lease, commit)
        assert again == Appended(version=version + 2, reached=Durability.DISK)
        assert (await store.verify("t1")).version == version + 2
        await write(store, await take(store, "table-99" + "x" * 50))


async def test_a_lock_of_another_program_is_reported_and_passes(path: Path) -> None:
    """It is not the fault of the table: the same commit is appended again when the lock is gone."""
    async with await SqliteStore.open(path) as store:
        lease = await take(store)
        await write(store, lease)
        version = lease.version
        await pragma(store, "busy_timeout = 20")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        commit = lease.commit(events(2), at=1)
        with pytest.raises(StoreUnreachable, match="locked by another program: end that program"):
            await store.append(lease, commit)
        other.execute("ROLLBACK")
        other.close()
        again = await store.append(lease, commit)
        assert again == Appended(version=version + 2, reached=Durability.DISK)
        assert (await store.verify("t1")).version == version + 2


async def test_a_change_behind_the_stores_back_is_refused(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        lease = await take(store)
        await write(store, lease)
        connection = sqlite3.connect(path)
        connection.execute("UPDATE stream SET version = 99")
        connection.commit()
        connection.close()
        with pytest.raises(StoreError, match="another program changed the file"):
            await store.append(lease, lease.commit(events(), at=1))


# A fault of the thread that writes


async def test_a_fault_while_the_file_is_opened_is_raised(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*rest: object) -> None:
        raise ValueError("not today")

    with monkeypatch.context() as patched:
        patched.setattr(sqlite_writer, "read_recorded", broken)
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(ValueError, match="not today"):
                await SqliteStore.open(path)
    async with await SqliteStore.open(path):
        pass


async def test_a_file_refuses_a_durability_that_it_cannot_offer(path: Path) -> None:
    for level in ("memory", "replica"):
        with pytest.raises(StoreError, match=f"process or disk, not {level}"):
            await open_store(f"sqlite:{path}?durability={level}")
    assert not contents(path)
