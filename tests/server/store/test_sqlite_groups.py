"""Group commit: appends that arrive together share one transaction, and one fault."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S
from tests.server.store.tools import events, take, write

from carteado.server.store import gathering, sqlite_writer
from carteado.server.store.base import Appended, Durability, Fenced, Head, Outcome, Store
from carteado.server.store.errors import StoreError
from carteado.server.store.lease import Lease
from carteado.server.store.sqlite import SqliteStore


def begin(store: Store, leases: Iterable[Lease]) -> list[asyncio.Future[Outcome]]:
    """Append one commit to each table, all at once."""
    return [store.append(lease, lease.commit(events(), at=1)) for lease in leases]


async def test_a_group_shares_one_transaction(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    real = sqlite_writer.Writer._append

    def counted(self: sqlite_writer.Writer, *rest: object) -> None:
        groups.append(len(rest[1]))
        real(self, *rest)

    monkeypatch.setattr(sqlite_writer.Writer, "_append", counted)
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(100)]
        for _ in range(3):
            await asyncio.gather(*begin(store, leases))
    assert groups == [100, 100, 100]


async def test_the_store_says_whether_it_is_writing(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        lease = await take(store, "t1")
        assert not store.is_writing()
        (writing,) = begin(store, [lease])
        await asyncio.sleep(0)  # until the group has started
        assert store.is_writing()
        await writing
        assert not store.is_writing()
        asked = asyncio.create_task(store.put_checkpoints({"unknown": b""}))
        await asyncio.sleep(0)
        assert store.is_writing()
        with pytest.raises(StoreError):
            await asked
        assert not store.is_writing()


@pytest.mark.parametrize(("tables", "statements"), [(1, 1), (32, 1), (33, 4)])
async def test_a_group_needs_few_statements(path: Path, tables: int, statements: int) -> None:
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(tables)]
        await asyncio.gather(*begin(store, leases))
        statements_run: list[str] = []
        await store._do(lambda t: t.connection.set_trace_callback(statements_run.append))
        statements_run.clear()  # the job's own end
        await asyncio.gather(*begin(store, leases))
        await store._do(lambda t: t.connection.set_trace_callback(None))
        before_the_job = statements_run[: statements_run.index("SAVEPOINT job") - 1]
    assert len(before_the_job) == statements


async def test_only_appends_among_many_wait_for_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        gathering, "GATHER_S", 3600
    )  # an append that waits waits for all the others
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(8)]
        async with asyncio.timeout(PATIENCE_S):
            for count in (1, 1, 3, 1, 8, 8):  # neither few nor as many as the last time
                await asyncio.gather(*begin(store, leases[:count]))
            some = begin(store, leases[:5])
            done, _ = await asyncio.wait(some, timeout=0.1)
            assert not done
            await asyncio.gather(*some, *begin(store, leases[5:]))


async def test_an_append_waits_for_others_only_briefly(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(8)]
        async with asyncio.timeout(PATIENCE_S):
            for count in (8, 5, 5, 2, 1):
                await asyncio.gather(*begin(store, leases[:count]))


async def test_unsynced_transactions_do_not_wait(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "GATHER_S", 3600)
    async with await SqliteStore.open(path, durability=Durability.PROCESS) as store:
        leases = [await take(store, f"t{number}") for number in range(8)]
        async with asyncio.timeout(PATIENCE_S):
            for count in (8, 5):
                await asyncio.gather(*begin(store, leases[:count]))


async def test_waiting_appends_are_written_before_the_store_closes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "GATHER_S", 3600)
    store = await SqliteStore.open(path)
    leases = [await take(store, f"t{number}") for number in range(8)]
    await asyncio.gather(*begin(store, leases))
    last = store.append(leases[0], leases[0].commit(events(), at=2))
    await store.close()
    assert await last == Appended(version=4, reached=Durability.DISK)


async def test_a_refused_append_holds_up_no_other_of_its_group(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        fenced, *others = [await take(store, table) for table in ("t1", "t2", "t3")]
        owner = await take(store, "t1")
        outcomes = await asyncio.gather(*begin(store, [fenced, *others]))
        appended = Appended(version=2, reached=Durability.DISK)
        assert outcomes == [Fenced(epoch=owner.epoch), appended, appended]


async def test_a_change_to_one_table_stops_the_whole_group(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(3)]
        connection = sqlite3.connect(path)
        connection.execute("UPDATE stream SET epoch = epoch + 1 WHERE name = 't1'")
        connection.commit()
        for outcome in await asyncio.gather(*begin(store, leases), return_exceptions=True):
            assert isinstance(outcome, StoreError)
            assert "another program changed the file" in str(outcome)
        assert await store.tables() == ()
        connection.execute("UPDATE stream SET epoch = epoch - 1 WHERE name = 't1'")
        connection.commit()
        connection.close()
        for outcome in await asyncio.gather(*begin(store, leases)):
            assert outcome == Appended(version=2, reached=Durability.DISK)


def _at_the_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path, heads: Iterable[Head]) -> None:
        if any(head.version for head in heads):
            raise ValueError("no note today")

    monkeypatch.setattr(sqlite_writer, "_NOTE_EVERY_S", -1)
    monkeypatch.setattr(sqlite_writer, "write_recorded", broken)


def _before_the_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*rest: object) -> None:
        raise ValueError("no transaction today")

    monkeypatch.setattr(sqlite_writer.Writer, "_transact", broken)


@pytest.mark.parametrize(
    ("inject", "kept"), [(_at_the_note, 3), (_before_the_transaction, 0)], ids=["note", "queue"]
)
async def test_all_waiting_appends_fail_when_the_writer_thread_ends(
    path: Path, monkeypatch: pytest.MonkeyPatch, inject: Callable[..., None], kept: int
) -> None:
    store = await SqliteStore.open(path)
    leases = [await take(store, f"t{number}") for number in range(3)]
    assert store.fault is None
    with monkeypatch.context() as patched:
        inject(patched)
        first = [store.append(lease, lease.commit(events(), at=1)) for lease in leases]
        async with asyncio.timeout(PATIENCE_S):
            done = await asyncio.gather(*first, return_exceptions=True)
            assert sum(isinstance(outcome, Appended) for outcome in done) == kept
            assert sum(isinstance(outcome, StoreError) for outcome in done) == 3 - kept
            later = [store.append(lease, lease.commit(events(), at=2)) for lease in leases]
            for outcome in await asyncio.gather(*later, return_exceptions=True):
                assert isinstance(outcome, StoreError)
                assert str(outcome) == f"{path}: the thread that writes has ended (ValueError)"
            with pytest.raises(StoreError, match="has ended"):
                await take(store, "t9")
            assert store.fault is not None
            assert "today" not in store.fault
            assert not store.is_writing()
            await store.close()
    async with await SqliteStore.open(path) as store:
        assert not store.damaged
        assert len(await store.tables()) == kept
        await write(store, await take(store))


async def test_later_appends_fail_too_when_the_writer_thread_ends(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(path)
    first, second = await take(store, "t1"), await take(store, "t2")
    begun, held = threading.Event(), threading.Event()

    def broken(*rest: object) -> None:
        begun.set()
        held.wait()
        raise ValueError("no transaction today")

    monkeypatch.setattr(sqlite_writer.Writer, "_transact", broken)
    doomed = [store.append(first, first.commit(events(), at=1))]
    assert await asyncio.to_thread(begun.wait, PATIENCE_S)
    doomed.append(store.append(second, second.commit(events(), at=1)))  # makes the next group
    held.set()
    async with asyncio.timeout(PATIENCE_S):
        for outcome in await asyncio.gather(*doomed, return_exceptions=True):
            assert str(outcome) == f"{path}: the thread that writes has ended (ValueError)"
        await store.close()
