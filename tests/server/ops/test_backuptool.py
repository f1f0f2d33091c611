"""`carteado log backup` and `restore`."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from tests.server.ops.stored import DONE, OPEN, Capture, close, damage, empty, run

from carteado.server.ops.stored_logs import segment_of
from carteado.server.store import open_store
from carteado.server.store.base import Lease


def test_a_backup_of_a_live_store_is_restored_whole(
    url: str, logs: dict[str, bytes], tmp_path: Path, capsys: Capture
) -> None:
    assert run("archive", DONE, "--store", url) == 0
    before = {table: segment_of(url, table) for table in logs}
    file = tmp_path / "friday.db"

    async def while_open() -> None:
        async with await open_store(url) as store:
            await close(store, OPEN)
            words = ["backup", str(file), "--store", url]
            assert await asyncio.to_thread(run, *words) == 0

    asyncio.run(while_open())
    assert "2 tables with " in capsys.readouterr().out
    assert sorted(name for name in os.listdir(tmp_path) if name.startswith((".", "friday"))) == [
        "friday.db",
        "friday.db.archive",
    ]
    assert file.stat().st_mode & 0o777 == 0o600
    for kind in (f"sqlite:{file}", empty(url, tmp_path)):
        if kind != f"sqlite:{file}":
            assert run("restore", str(file), "--store", kind) == 0
        assert {table: segment_of(kind, table) for table in logs} == before
        assert run("verify", "--store", kind) == 0
        assert asyncio.run(_open_tables(kind)) == ()
    assert run("restore", str(file), "--store", url) == 6
    assert run("backup", str(file), "--store", url) == 6
    assert f"{file} is there already and is not overwritten" in capsys.readouterr().err


async def _open_tables(url: str) -> tuple[str, ...]:
    async with await open_store(url) as store:
        return await store.tables()


def test_a_restore_overwrites_nothing(data: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "friday.db"
    assert run("backup", str(file), "--store", f"sqlite:{data}") == 0
    before = data.read_bytes()
    assert run("restore", str(file), "--store", f"sqlite:{data}") == 6
    assert f"{data} is there already and is not overwritten: move it" in capsys.readouterr().err
    assert data.read_bytes() == before
    data.rename(tmp_path / "moved.db")
    data.with_name("data.db-wal").write_bytes(b"of the file before")
    assert run("restore", str(file), "--store", f"sqlite:{data}") == 6
    assert "data.db-wal is there already" in capsys.readouterr().err
    assert not data.exists()


def test_a_restore_names_commits_acknowledged_after_the_backup(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    url, file = f"sqlite:{data}", tmp_path / "friday.db"
    assert run("backup", str(file), "--store", url) == 0

    async def play_on() -> int:
        async with await open_store(url) as store:
            lease = await store.acquire(OPEN, "test", 10_000)
            assert isinstance(lease, Lease)
            await store.append(lease, lease.commit([(1, {"type": "checked"})], at=0))
            return lease.version

    last = asyncio.run(play_on())
    data.unlink()
    capsys.readouterr()
    assert run("restore", str(file), "--store", url) == 0
    err = capsys.readouterr().err
    assert err == f"carteado: table {OPEN}: event {last} acknowledged after the backup: lost\n"
    assert data.with_name("data.db.heads.old").exists()
    assert run("verify", "--store", url) == 0
    assert run("archive", DONE, "--store", url) == 0


def test_a_backup_of_a_damaged_log_says_so(data: Path, tmp_path: Path, capsys: Capture) -> None:
    damage(data, DONE)
    assert run("backup", str(tmp_path / "friday.db"), "--store", f"sqlite:{data}") == 6
    assert f"table {DONE}, commit " in capsys.readouterr().err
    assert segment_of(f"sqlite:{tmp_path / 'friday.db'}", OPEN)


def test_a_backup_of_a_missing_store_is_refused(tmp_path: Path, capsys: Capture) -> None:
    none = f"sqlite:{tmp_path / 'none.db'}"
    assert run("backup", str(tmp_path / "friday.db"), "--store", none) == 6
    assert "there is no data file" in capsys.readouterr().err
    assert run("restore", str(tmp_path / "friday.db"), "--store", none) == 6
    assert "there is no backup" in capsys.readouterr().err
    (tmp_path / "friday.db").write_text("no data file")
    assert run("restore", str(tmp_path / "friday.db"), "--store", none) == 6
    assert "is not a data file of this program" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["friday.db"]
