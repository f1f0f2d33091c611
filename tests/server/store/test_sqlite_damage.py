"""A damaged, replaced or older SQLite file: what the store notices and what it keeps."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.store.tools import TTL, contents, filled, flip, put, read, take, write

from carteado.protocol.log import LogError
from carteado.server.store import sqlite_writer
from carteado.server.store.base import Duplicate, Head
from carteado.server.store.errors import StoreError
from carteado.server.store.lease import Lease
from carteado.server.store.sqlite import SqliteStore
from carteado.server.store.sqlite_file import connect, read_heads

# Damage


Copy = Callable[..., Path]


@pytest.fixture
def copy(path: Path) -> Copy:
    """Copy the store's files as they are now into a new directory."""

    def make(name: str, source: Path = path) -> Path:
        directory = path.parent / name
        directory.mkdir()
        for file in source.parent.glob("c.db*"):
            # A note that is being written (".new") may be renamed at any moment.
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
        await store._do(lambda _: None)  # waits until the note is written
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


async def test_a_deleted_log_is_noticed(path: Path) -> None:
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


@pytest.mark.parametrize("commits", [5, 7], ids=["as-long", "longer"])
async def test_another_history_put_in_place_is_noticed(
    path: Path, tmp_path: Path, commits: int
) -> None:
    await filled(path)
    other = tmp_path / "other.db"
    await filled(other, commits)
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
async def test_a_log_with_a_wrong_end_is_kept_apart(path: Path, change: str, said: str) -> None:
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
        with pytest.raises(LogError, match="table t1") as caught:
            await read(store, "t1", after=2)
        assert caught.value.version == 3
        assert (await store.verify("t2")).version == 80
        await write(store, await take(store, "t2"))


def _page(data: bytearray, number: int) -> bytes:
    return bytes(data[number * 1024 : (number + 1) * 1024])


async def test_a_note_of_the_heads_that_cannot_be_read_is_named(path: Path) -> None:
    await filled(path)
    path.with_name("c.db.heads").write_text("{")
    with pytest.raises(StoreError, match=r"c\.db\.heads is damaged"):
        await SqliteStore.open(path)


async def test_after_a_crash_the_last_commits_give_the_heads_of_the_logs(
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
        # a writer that got no answer to its last append tries again under its lease
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
async def test_a_file_of_the_old_schema_is_upgraded(path: Path, copy: Copy, crashed: bool) -> None:
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
