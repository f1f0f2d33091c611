from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S
from tests.server.store.contract import TTL, Row, StoreContract, events, flip, read, take, write
from tests.server.store.test_memory import Clock

from carteado.protocol.log import LogError
from carteado.server.store import gathering, open_store, sqlite_writer
from carteado.server.store.base import Appended, Duplicate, Durability, Full, Head, Outcome, Store
from carteado.server.store.errors import StoreError, StoreInUse, StoreUnreachable
from carteado.server.store.lease import Lease
from carteado.server.store.sqlite import SqliteStore
from carteado.server.store.sqlite_file import connect, read_heads
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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "c.db"


async def filled(path: Path, commits: int = 5) -> None:
    """A file with two tables."""
    async with await SqliteStore.open(path) as store:
        for table in ("t1", "t2"):
            await write(store, await take(store, table), commits)


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def put(path: Path, data: bytes | bytearray) -> None:
    path.write_bytes(data)


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


def begin(store: Store, leases: Iterable[Lease]) -> list[asyncio.Future[Outcome]]:
    """Append once at each of some tables, all at once."""
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


async def test_whether_something_is_being_written_is_known(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        lease = await take(store, "t1")
        assert not store.is_writing()
        (writing,) = begin(store, [lease])
        await asyncio.sleep(0)  # until the group has set out
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
async def test_a_group_takes_as_few_statements_as_can_be(
    path: Path, tables: int, statements: int
) -> None:
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(tables)]
        await asyncio.gather(*begin(store, leases))
        said: list[str] = []
        await store._do(lambda t: t.connection.set_trace_callback(said.append))
        said.clear()  # the job's own end
        await asyncio.gather(*begin(store, leases))
        await store._do(lambda t: t.connection.set_trace_callback(None))
        before_the_job = said[: said.index("SAVEPOINT job") - 1]
    assert len(before_the_job) == statements


async def test_only_appends_among_many_wait_for_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "GATHER_S", 3600)  # who waits, waits until the others are here
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(8)]
        async with asyncio.timeout(PATIENCE_S):
            for count in (1, 1, 3, 1, 8, 8):  # neither few nor as many as the last time
                await asyncio.gather(*begin(store, leases[:count]))
            some = begin(store, leases[:5])
            done, _ = await asyncio.wait(some, timeout=0.1)
            assert not done
            await asyncio.gather(*some, *begin(store, leases[5:]))


async def test_nobody_waits_for_others_for_long(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        leases = [await take(store, f"t{number}") for number in range(8)]
        async with asyncio.timeout(PATIENCE_S):
            for count in (8, 5, 5, 2, 1):
                await asyncio.gather(*begin(store, leases[:count]))


async def test_unsynced_transactions_wait_for_nobody(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "GATHER_S", 3600)
    async with await SqliteStore.open(path, durability=Durability.PROCESS) as store:
        leases = [await take(store, f"t{number}") for number in range(8)]
        async with asyncio.timeout(PATIENCE_S):
            for count in (8, 5):
                await asyncio.gather(*begin(store, leases[:count]))


async def test_waiting_appends_are_written_before_the_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "GATHER_S", 3600)
    store = await SqliteStore.open(path)
    leases = [await take(store, f"t{number}") for number in range(8)]
    await asyncio.gather(*begin(store, leases))
    last = store.append(leases[0], leases[0].commit(events(), at=2))
    await store.close()
    assert await last == Appended(version=4, reached=Durability.DISK)


# One process at a time

HOLD = """
    import asyncio, sys
    from pathlib import Path
    from carteado.server.store.sqlite import SqliteStore

    async def main():
        store = await SqliteStore.open(Path(sys.argv[1]))
        leases = [await store.acquire(f"t{n}", "bia", 60_000) for n in range(8)]
        print("open", flush=True)
        event = (1, {"type": "checked", "text": "x" * 100})

        async def play(lease):
            while True:
                commit = lease.commit([event, event], at=1)
                outcome = await store.append(lease, commit)
                print(lease.table, outcome.version, flush=True)

        if len(sys.argv) > 2:
            await asyncio.gather(*map(play, leases))
        await asyncio.sleep(60)

    asyncio.run(main())
"""


def start(path: Path, *words: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", textwrap.dedent(HOLD), str(path), *words]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def kill(process: subprocess.Popen[str]) -> str:
    """End a process as a crash would; what it had still said."""
    process.send_signal(signal.SIGKILL)
    return process.communicate()[0]


async def test_a_second_process_learns_which_process_has_the_file(path: Path) -> None:
    process = start(path)
    alias = path.parent / "alias.db"
    alias.symlink_to(path)
    for name in (path, alias):
        with pytest.raises(StoreInUse) as caught:
            await SqliteStore.open(name)
        assert caught.value.pid == process.pid
        assert str(path) in str(caught.value)
        assert f"in use by process {process.pid} on " in str(caught.value)
    kill(process)
    async with await SqliteStore.open(path) as store:
        assert not store.damaged


async def test_one_process_cannot_open_it_twice(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        with pytest.raises(StoreInUse):
            await SqliteStore.open(path)
        await write(store, await take(store))
    async with await SqliteStore.open(path):
        pass


@pytest.mark.parametrize("after", [1, 40, 500])
async def test_kill_9_loses_nothing_that_was_acknowledged(path: Path, after: int) -> None:
    process = start(path, "play")
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(after)]
    said += kill(process).splitlines(keepends=True)
    acknowledged: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):  # the last line may be cut
            words = line.split()
            acknowledged[words[0]] = int(words[1])
    async with await SqliteStore.open(path) as store:
        assert not store.damaged
        for table, version in acknowledged.items():
            found = await store.verify(table)
            # at most the one append in flight may stand there unacknowledged
            assert version <= found.version <= version + 2
            await write(store, await take(store, table))


# Damage

Copy = Callable[..., Path]


@pytest.fixture
def copy(path: Path) -> Copy:
    """Copies the store's files as they lie there now into a new directory."""

    def make(name: str, source: Path = path) -> Path:
        directory = path.parent / name
        directory.mkdir()
        for file in source.parent.glob("c.db*"):
            # A note that is being written (".new") takes its place at any moment.
            if not file.name.endswith((".lock", "-shm", ".new")):
                shutil.copy(file, directory)
        return directory / "c.db"

    return make


async def test_a_torn_end_of_the_write_ahead_log_leaves_whole_commits(
    path: Path, copy: Copy
) -> None:
    async with await SqliteStore.open(path) as store:
        lease = await take(store)
        commits = await write(store, lease, 6)
        size = path.with_name("c.db-wal").stat().st_size
        copies = []
        for cut in range(0, size, size // 23):
            torn = copy(f"cut{cut}")
            with torn.with_name("c.db-wal").open("r+b") as file:
                file.truncate(cut)
            copies.append(torn)
    lengths = set()
    for torn in copies:
        async with await SqliteStore.open(torn) as store:
            assert not store.damaged
            found = await read(store) if await store.head("t1") else []
            assert found == commits[: len(found)]
            lengths.add(len(found))
    assert len(lengths) > 4


async def test_a_write_ahead_log_damaged_in_the_middle_is_noticed(
    path: Path, copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "_NOTE_EVERY_S", -1)
    async with await SqliteStore.open(path) as store:
        lease, other = await take(store), await take(store, "t2")
        await write(store, other, 2)
        await write(store, lease, 8)
        await store._do(lambda _: None)  # the note of before is written by now
        broken = copy("broken")
    wal = broken.with_name("c.db-wal")
    data = wal.read_bytes()
    wal.write_bytes(flip(data, len(data) * 3 // 4))
    async with await SqliteStore.open(broken) as store:
        assert set(store.damaged) == {"t1"}
        assert "16 events were acknowledged" in str(store.damaged["t1"])
        with pytest.raises(LogError, match="table t1, version 16"):
            await take(store)
        await write(store, await take(store, "t2"))
    async with await SqliteStore.open(broken) as store:
        assert set(store.damaged) == {"t1"}


async def test_a_log_that_is_gone_altogether_is_still_a_table_that_cannot_go_on(path: Path) -> None:
    await filled(path)
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("DELETE FROM commits")
        file.execute("DELETE FROM stream")
        file.commit()
    async with await SqliteStore.open(path) as store:
        assert await store.tables() == ("t1", "t2")
        with pytest.raises(LogError, match="ends with version 0"):
            await take(store)


async def test_an_older_copy_put_in_place_is_noticed(path: Path) -> None:
    await filled(path)
    older = contents(path)
    async with await SqliteStore.open(path) as store:
        await write(store, await take(store), 2)
    put(path, older)
    async with await SqliteStore.open(path) as store:
        [damaged] = store.damaged.items()
        assert damaged[0] == "t1"
        assert "ends with version 10, 14 events were acknowledged" in str(damaged[1])
    path.with_name("c.db.heads").unlink()
    async with await SqliteStore.open(path) as store:
        assert not store.damaged


async def test_another_history_put_in_place_is_noticed(path: Path, tmp_path: Path) -> None:
    await filled(path)
    other = tmp_path / "other.db"
    await filled(other, 7)
    put(path, contents(other))
    async with await SqliteStore.open(path) as store:
        assert "not the history that was acknowledged" in str(store.damaged["t1"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE commits SET body = x'00' WHERE first = 9 AND stream = 1", "last commit is not"),
        ("DELETE FROM commits WHERE stream = 1", "the log is empty, 10 events"),
        ("DELETE FROM stream WHERE id = 1", "ends with version 0, 10 events"),
    ],
)
async def test_a_log_that_does_not_end_as_it_should_is_kept_apart(
    path: Path, change: str, said: str
) -> None:
    await filled(path)
    connection = sqlite3.connect(path)
    connection.execute(change)
    connection.commit()
    connection.close()
    async with await SqliteStore.open(path) as store:
        assert set(store.damaged) == {"t1"}
        assert said in str(store.damaged["t1"])
        with pytest.raises(LogError):
            await take(store)
        await write(store, await take(store, "t2"))


async def test_a_page_that_cannot_be_read_damages_its_table_only(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await write(store, await take(store, "t2"), 40)
        await write(store, await take(store, "t1"), 400)
    connection = sqlite3.connect(path)
    [[page]] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'commits'")
    connection.close()
    data = bytearray(contents(path))
    count = len(data) // 1024
    leaf = next(  # a leaf of a table, with a body of t1 in it, in the middle of the file
        number
        for number in range(count // 2, count)
        if number + 1 != page and data[number * 1024] == 13 and b"\xa2t1" in _page(data, number)
    )
    data[leaf * 1024 : leaf * 1024 + 100] = b"\xff" * 100
    put(path, data)
    async with await SqliteStore.open(path) as store:
        with pytest.raises(LogError, match="table t1"):
            await store.verify("t1")
        assert (await store.verify("t2")).version == 80
        await write(store, await take(store, "t2"))


def _page(data: bytearray, number: int) -> bytes:
    return bytes(data[number * 1024 : (number + 1) * 1024])


async def test_a_note_of_the_heads_that_cannot_be_read_is_named(path: Path) -> None:
    await filled(path)
    path.with_name("c.db.heads").write_text("{")
    with pytest.raises(StoreError, match=r"c\.db\.heads is damaged"):
        await SqliteStore.open(path)


async def test_after_a_crash_the_last_commits_tell_where_the_logs_stand(
    path: Path, copy: Copy
) -> None:
    async with await SqliteStore.open(path) as store:
        await write(store, await take(store, "t1"), 3)
        over = await take(store, "over")
        await write(store, over, 2)
        await store.release(over, closed=True)
        await write(store, await take(store, "over"))
        kept = await take(store, "kept")
        await write(store, kept, 2)
        await store.archive("kept", 4, path.parent / "kept")
        last = (await write(store, kept, 2))[-1]
        heads = [await store.head(table) for table in ("t1", "over", "kept")]
        crashed, again = copy("crashed"), copy("again")
    assert [head and head.version for head in heads] == [6, 6, 8]
    async with await SqliteStore.open(crashed) as store:
        assert not store.damaged
        assert [await store.head(table) for table in ("t1", "over", "kept")] == heads
    async with await SqliteStore.open(again) as store:
        # who did not hear of its last append tries again under the lease that it had
        lease = Lease(Head(table="kept"), holder="ana", ttl_ms=TTL, entropy=bytes)
        assert await store.append(lease, last) == Duplicate(version=8)


async def test_a_last_commit_that_was_changed_after_a_crash_is_noticed(
    path: Path, copy: Copy
) -> None:
    async with await SqliteStore.open(path) as store:
        await write(store, await take(store, "t1"), 3)
        await write(store, await take(store, "t2"), 3)
        crashed = copy("crashed")
    connection = sqlite3.connect(crashed)
    [[body]] = connection.execute("SELECT body FROM commits WHERE stream = 1 AND first = 5")
    changed = body.replace(b"checked", b"chucked")
    connection.execute("UPDATE commits SET body = ? WHERE stream = 1 AND first = 5", (changed,))
    connection.commit()
    connection.close()
    async with await SqliteStore.open(crashed) as store:
        assert set(store.damaged) == {"t1"}
        assert "last commit is not the one that was acknowledged" in str(store.damaged["t1"])
        await write(store, await take(store, "t2"))


# Files of an older release

FIRST_SCHEMA = Path(__file__).parents[2] / "golden" / "store" / "sqlite-schema-1.sql"


@pytest.mark.parametrize("crashed", [False, True])
async def test_a_file_of_the_first_schema_goes_on(path: Path, copy: Copy, crashed: bool) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(FIRST_SCHEMA.read_text())
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO projection VALUES ('losses', 1)")
    connection.commit()
    if crashed:
        path = copy("crashed")
        assert path.with_name("c.db-wal").stat().st_size
    connection.close()
    reading = connect(path)
    heads = read_heads(reading)
    reading.close()
    versions = {"open": 8, "over": 8, "kept": 8}
    assert {table: head.version for table, head in heads.items()} == versions
    async with await SqliteStore.open(path) as store:
        assert path.read_bytes()[60:64] == b"\0\0\0\2"  # an older release refuses it from now on
        assert not store.damaged
        assert await store.tables() == ("kept", "open")
        assert {table: await store.head(table) for table in heads} == heads
        assert (await store.projection("wins"))[0].values == {"ana": b"3"}
        for table in heads:
            await write(store, await take(store, table), 2)
        again = copy("again", path)
    for file in (path, again):
        async with await SqliteStore.open(file) as store:
            assert not store.damaged
            for table in heads:
                assert (await store.verify(table)).version == 12


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
    path.write_bytes(data)


def _foreign_with_journal(path: Path) -> None:
    _foreign(path)
    path.with_name(path.name + "-journal").write_bytes(b"")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text("shopping list"), "not a SQLite file"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\0" * 20), "not a SQLite file"),
        (_foreign, "another one's SQLite file"),
        (_foreign_with_journal, "another program's"),
        (_newer, "written by a newer release: schema 9, not 2"),
        (_malformed, "is damaged"),
        (lambda path: path.mkdir(), "cannot be read: Is a directory"),
    ],
    ids=["text", "cut", "foreign", "journal", "newer", "malformed", "directory"],
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
    """It is no fault of the table: the same commit is appended again when the lock is gone."""
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


# A fault of the thread that writes


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


async def test_only_what_a_file_can_offer_is_offered(path: Path) -> None:
    for level in ("memory", "replica"):
        with pytest.raises(StoreError, match=f"process or disk, not {level}"):
            await open_store(f"sqlite:{path}?durability={level}")
    assert not contents(path)
