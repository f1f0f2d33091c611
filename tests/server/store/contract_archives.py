"""Exported, imported, archived and forgotten logs, as every store must handle them."""

from __future__ import annotations

import fcntl
import io
import os
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.store.tools import StoreTests, events, exported, flip, followed, read, take, write

from carteado.protocol.compressed import compressed
from carteado.protocol.log import LogError
from carteado.protocol.segment import read_segment
from carteado.server.store.archive import Archive
from carteado.server.store.base import Fenced, Store, TailLost
from carteado.server.store.errors import Archived, StoreError, TableExists, UnknownTable
from carteado.server.store.memory import MemoryStore


def sync_as_windows_does(descriptor: int) -> None:
    """`os.fsync` on a system where that fails for a file which is only open for reading."""
    access = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE
    assert access != os.O_RDONLY or stat.S_ISDIR(os.fstat(descriptor).st_mode)


class ArchiveContract(StoreTests):
    """Whole logs on their way out of a store and back."""

    async def test_a_log_moves_to_another_store_and_back(self, store: Store) -> None:
        commits = await write(store, await take(store), 300)
        data = await exported(store)
        header, read_back = read_segment(data)
        assert (header.table, header.last, header.rules) == ("t1", 600, "checkers 1")
        assert list(read_back) == commits
        elsewhere = MemoryStore()
        head = await elsewhere.import_(data)
        assert (head.version, head.hash) == (600, (await store.verify("t1")).head)
        assert await exported(elsewhere) == data

    async def test_an_imported_log_goes_on(self, store: Store) -> None:
        elsewhere = MemoryStore()
        commits = await write(elsewhere, await take(elsewhere), 300)
        data = await exported(elsewhere)
        await store.import_(io.BytesIO(data))
        assert await read(store) == commits
        assert await store.tables() == ("t1",)
        lease = await take(store)
        assert lease.version == 600
        assert lease.epoch > commits[-1].epoch
        await write(store, lease)
        assert (await store.verify("t1")).version == 602
        assert {change.table for change in await followed(store)} == {"t1"}

    async def test_an_import_does_not_overwrite(self, store: Store) -> None:
        lease = await take(store)
        commits = await write(store, lease, 2)
        data = await exported(store)
        with pytest.raises(TableExists, match="already there"):
            await store.import_(data)
        await write(store, lease)
        assert (await read(store))[:2] == commits

    async def test_a_damaged_segment_is_not_imported_at_all(self, store: Store) -> None:
        elsewhere = MemoryStore()
        await write(elsewhere, await take(elsewhere), 5)
        data = await exported(elsewhere)
        for broken in (data[:-1], flip(data, len(data) // 2), data + b"x"):
            with pytest.raises(LogError):
                await store.import_(broken)
        assert await store.tables(closed=True) == ()
        await store.import_(data)

    async def test_a_range_is_exported_in_whole_commits(self, store: Store) -> None:
        commits = await write(store, await take(store), 5)
        header, part = read_segment(await exported(store, after=2, upto=7))
        assert (header.after, header.last) == (2, 6)
        assert list(part) == commits[1:3]
        with pytest.raises(StoreError, match="does not end a commit"):
            await exported(store, after=3)
        with pytest.raises(StoreError, match="no whole commit"):
            await exported(store, after=10)

    async def test_archived_events_leave_the_store(self, store: Store, tmp_path: Path) -> None:
        lease = await take(store)
        commits = await write(store, lease, 5)
        file = tmp_path / "t1.log"
        assert await store.archive("t1", 5, file) == 4
        assert list(read_segment(file.read_bytes())[1]) == commits[:2]
        assert file.stat().st_mode & 0o777 == 0o600
        with pytest.raises(Archived, match="events 1 to 4 of table t1 were archived"):
            await read(store)
        assert await read(store, after=4) == commits[2:]
        await write(store, lease)
        found = await store.verify("t1")
        assert (found.base, found.version, found.commits) == (4, 12, 4)
        _, rest = read_segment(await exported(store))
        assert next(rest) == commits[2]

    async def test_a_log_that_is_archived_while_it_is_verified_is_not_called_damaged(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await write(store, await take(store), 5)
        bodies, asked = store._bodies, 0

        async def archived_meanwhile(table: str, after: int, limit: int) -> Sequence[bytes]:
            nonlocal asked
            asked += 1
            if asked == 2:  # between the first commit and the second
                await store.archive("t1", 6, tmp_path / "t1.log")
            return await bodies(table, after, 1)

        monkeypatch.setattr(store, "_bodies", archived_meanwhile)
        found = await store.verify("t1")
        assert (found.base, found.version, found.commits) == (6, 10, 2)

    async def test_a_whole_log_may_be_archived(self, store: Store, tmp_path: Path) -> None:
        lease = await take(store)
        await write(store, lease, 2)
        assert await store.archive("t1", 99, tmp_path / "t1.log") == 4
        assert (await store.verify("t1")).commits == 0
        await write(store, lease)
        assert (await store.verify("t1")).version == 6
        assert [change.last for change in await followed(store)][-1] == 6

    async def test_an_archive_does_not_overwrite(self, store: Store, tmp_path: Path) -> None:
        commits = await write(store, await take(store), 2)
        file = tmp_path / "t1.log"
        file.write_bytes(b"precious")
        with pytest.raises(StoreError, match="cannot be written"):
            await store.archive("t1", 4, file)
        assert file.read_bytes() == b"precious"
        assert await read(store) == commits

    async def test_a_damaged_log_is_not_archived(self, store: Store, tmp_path: Path) -> None:
        await write(store, await take(store), 5)
        await self.tamper(store, "t1", lambda rows: [*rows[:2], *rows[3:]])
        with pytest.raises(LogError):
            await store.archive("t1", 10, tmp_path / "t1.log")
        assert "t1.log" not in os.listdir(tmp_path)
        with pytest.raises(LogError, match="version 5"):
            await store.verify("t1")

    async def test_archived_events_are_read_as_if_they_were_in_the_store(
        self, store: Store, tmp_path: Path
    ) -> None:
        lease = await take(store)
        commits = await write(store, lease, 6)
        whole = await exported(store)
        store.archived = Archive(tmp_path / "archive")
        for upto in (4, 8):
            assert await store.archive("t1", upto) == upto
            assert await read(store) == commits
            assert await read(store, after=3) == commits[1:]
            assert await read(store, after=2, limit=2) == commits[1:3]
            assert await exported(store) == whole
            assert (await store.verify("t1")).commits == 6
        names = ["t1.1-4.log.gz", "t1.5-8.log.gz"]
        assert sorted(os.listdir(tmp_path / "archive")) == names
        file = (tmp_path / "archive" / names[1]).read_bytes()
        assert file.startswith(b"\x1f\x8b")
        assert list(read_segment(file)[1]) == commits[2:4]
        commits += await write(store, lease)
        assert await store.archive("t1", 99) == 14
        assert await read(store) == commits

    async def test_an_archive_file_that_is_gone_or_damaged_is_named(
        self, store: Store, tmp_path: Path
    ) -> None:
        await write(store, await take(store), 6)
        store.archived = Archive(tmp_path)
        await store.archive("t1", 4)
        await store.archive("t1", 8)
        file = tmp_path / "t1.5-8.log.gz"
        data = file.read_bytes()
        for damage in (data[:-9], flip(data, len(data) // 2), data + b"x"):
            file.write_bytes(damage)
            with pytest.raises(LogError, match=r"t1\.5-8\.log\.gz is damaged"):
                await read(store)
            assert await read(store, after=8)
        file.unlink()
        with pytest.raises(Archived, match=r"event 5 is in no file of .*put .* back"):
            await read(store)
        (tmp_path / "t1.1-4.log.gz").rename(file)
        with pytest.raises(Archived, match="event 1 is in no file"):
            await read(store)
        file.rename(tmp_path / "t1.1-4.log.gz")
        file.write_bytes(data)
        assert len(await read(store)) == 6

    async def test_an_interrupted_archive_is_finished_by_the_next_call(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lease = await take(store)
        commits = await write(store, lease, 4)
        store.archived = Archive(tmp_path)
        monkeypatch.setattr("carteado.server.store.transfer.os.fsync", sync_as_windows_does)
        for name in (".t1.1-8.log.gz.part", "t1.1-6.log.gz"):  # left by crashes
            (tmp_path / name).write_bytes(await exported(store, upto=6))
        packed = b"".join(compressed([await exported(store, upto=8)]))
        (tmp_path / "t1.1-8.log.gz").write_bytes(packed)
        assert await read(store) == commits
        assert await store.archive("t1", 8) == 8
        assert await read(store) == commits
        assert ".t1.1-8.log.gz.part" in os.listdir(tmp_path)  # was not needed again
        commits += await write(store, lease)
        assert await store.archive("t1", 10) == 10
        assert await read(store) == commits

    async def test_a_forgotten_log_is_gone(self, store: Store) -> None:
        other = await write(store, await take(store, "t2"))
        old = await take(store)
        await write(store, old)
        lease = await take(store)
        assert not await store.forget(old)
        assert await store.forget(lease)
        assert await store.head("t1") is None
        assert await store.tables(closed=True) == ("t2",)
        with pytest.raises(UnknownTable):
            await read(store)
        assert isinstance(
            await store.append(lease, lease.commit(events(), at=0)), Fenced | TailLost
        )
        lease = await take(store)
        assert lease.version == 0
        commits = await write(store, lease, 2)
        assert await read(store) == commits
        assert await read(store, "t2") == other
