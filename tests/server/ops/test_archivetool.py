"""`carteado log archive`, `prune`, `backup`, `restore`, `salvage`; `serve --archive-after`."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.clients.logs import between_deals, segment
from tests.clocks import until
from tests.golden.write_logs import LOGS

from carteado.clients.cli.main import run as carteado
from carteado.server.ops import logtool
from carteado.server.ops.archiving import archive_regularly
from carteado.server.ops.config import ConfigError, load_settings
from carteado.server.ops.stored_logs import LogToolError, segment_of, tables_of
from carteado.server.store import open_store, sqlite_path
from carteado.server.store.base import Lease, Store
from carteado.server.store.errors import StoreError

DAY_MS = 86_400_000
DONE, OPEN = "random-51", "random-52"

Capture = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return carteado(["log", *words])


@pytest.fixture(scope="module")
def logs() -> dict[str, bytes]:
    return {
        f"random-{seed}": segment(between_deals("holdem:heads-up", seed, 60)) for seed in (51, 52)
    }


async def close(store: Store, table: str) -> None:
    lease = await store.acquire(table, "test", 10_000)
    assert isinstance(lease, Lease)
    await store.release(lease, closed=True)


async def fill(url: str, logs: dict[str, bytes]) -> None:
    async with await open_store(url) as store:
        for data in logs.values():
            await store.import_(data)
        await close(store, DONE)


@pytest.fixture(params=["sqlite", "redis"])
def url(request: pytest.FixtureRequest, tmp_path: Path, logs: dict[str, bytes]) -> str:
    """A store with a finished table and an open one; nobody has it open."""
    if request.param == "sqlite":
        url = f"sqlite:{tmp_path / 'data.db'}"
    else:
        url = f"{request.getfixturevalue('redis_url')}&archive={tmp_path / 'data.db.archive'}"
    asyncio.run(fill(url, logs))
    return url


@pytest.fixture
def data(tmp_path: Path, logs: dict[str, bytes]) -> Path:
    """The data file of such a store."""
    asyncio.run(fill(f"sqlite:{tmp_path / 'data.db'}", logs))
    return tmp_path / "data.db"


def empty(url: str, tmp_path: Path) -> str:
    """An empty store of the same kind."""
    if sqlite_path(url) is not None:
        return f"sqlite:{tmp_path / 'empty' / 'data.db'}"
    return url.replace("prefix=", "prefix=empty-").replace("data.db.archive", "empty.archive")


def archive_files(tmp_path: Path) -> list[str]:
    folder = tmp_path / "data.db.archive"
    return sorted(os.listdir(folder)) if folder.exists() else []


# Archive


def test_an_imported_log_whose_table_was_closed_is_finished(url: str, capsys: Capture) -> None:
    """No server has to open the table before."""
    assert run("import", str(LOGS / "holdem-owned.carteado"), "--store", url) == 0
    assert run("archive", "rig", "--store", url) == 0
    assert "145 events archived" in capsys.readouterr().out
    assert run("verify", "rig", "--store", url) == 0


def test_a_finished_table_is_archived_and_stays_readable_everywhere(
    url: str, logs: dict[str, bytes], tmp_path: Path, capsys: Capture
) -> None:
    assert run("archive", DONE, "--store", url) == 0
    output = capsys.readouterr().out
    (name,) = archive_files(tmp_path)
    file = tmp_path / "data.db.archive" / name
    assert name.startswith(f"{DONE}.1-")
    assert output.startswith(f"{DONE}: ")
    assert file.stat().st_size < len(logs[DONE]) / 2
    assert gzip.decompress(file.read_bytes()) == segment_of(url, DONE)
    for what in (DONE, str(file)):
        assert run("verify", what, "--store", url) == 0
        assert f"table {DONE}, " in capsys.readouterr().out
        assert carteado(["replay", what, "--store", url, "--as", "rail", "--json"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert json.loads(lines[-1])["seq"] == len(lines)
        assert carteado(["verify", what, "--store", url]) == 0
        capsys.readouterr()
    copy = tmp_path / "copy.log.gz"
    assert run("export", DONE, str(copy), "--store", url) == 0
    assert copy.read_bytes() == file.read_bytes()
    assert run("import", str(copy), "--store", empty(url, tmp_path)) == 0
    assert segment_of(empty(url, tmp_path), DONE) == segment_of(url, DONE)
    assert tables_of(url) == (DONE, OPEN)


def test_a_table_that_is_not_finished_is_archived_in_part_only_when_asked(
    url: str, tmp_path: Path, capsys: Capture
) -> None:
    before = segment_of(url, OPEN)
    assert run("archive", OPEN, "--store", url) == 6
    assert f"table {OPEN} is not finished" in capsys.readouterr().err
    assert archive_files(tmp_path) == []
    assert run("archive", OPEN, "--upto", "40", "--store", url) == 0
    assert len(archive_files(tmp_path)) == 1
    assert segment_of(url, OPEN) == before
    assert run("verify", "--store", url) == 0

    async def go_on() -> None:
        async with await open_store(url) as store:
            assert OPEN in await store.tables()

    asyncio.run(go_on())


def test_only_tables_of_the_age_are_archived(url: str, tmp_path: Path, capsys: Capture) -> None:
    assert run("archive", "--older-than", "20000d", "--store", url) == 0
    assert capsys.readouterr().out == "nothing to archive\n"
    assert run("archive", "--older-than", "1d", "--store", url, "--json") == 0
    assert list(json.loads(capsys.readouterr().out)["archived"]) == [DONE]
    assert run("archive", "--older-than", "1d", "--store", url) == 0
    assert capsys.readouterr().out == "nothing to archive\n"
    assert len(archive_files(tmp_path)) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "name tables, or give --older-than AGE"),
        ([DONE, "--older-than", "1d"], "name tables, or give --older-than AGE"),
        ([DONE, OPEN, "--upto", "4"], "--upto needs the id of one table"),
        (["--older-than", "soon"], "'soon' is no age: write a number and a unit"),
    ],
)
def test_an_archive_of_nothing_that_can_be_is_refused(
    data: Path, words: list[str], says: str, capsys: Capture
) -> None:
    assert run("archive", *words, "--store", f"sqlite:{data}") == 2
    assert says in capsys.readouterr().err


def test_a_redis_store_needs_to_know_the_folder(
    redis_url: str, logs: dict[str, bytes], capsys: Capture
) -> None:
    asyncio.run(fill(redis_url, logs))
    assert run("archive", DONE, "--store", redis_url) == 6
    assert "add ?archive=FOLDER to the URL of the store" in capsys.readouterr().err


def test_a_store_in_use_is_named_and_left_alone(data: Path, capsys: Capture) -> None:
    async def while_open() -> None:
        async with await open_store(f"sqlite:{data}"):
            words = ["archive", DONE, "--store", f"sqlite:{data}"]
            assert await asyncio.to_thread(run, *words) == 6

    asyncio.run(while_open())
    assert f"{data} is in use by process" in capsys.readouterr().err


def test_a_damaged_log_is_not_archived_and_the_next_step_is_said(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    damage(data, DONE)
    assert run("archive", DONE, "--store", f"sqlite:{data}") == 6
    assert DONE in capsys.readouterr().err
    assert archive_files(tmp_path) == []


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


def copies_at_each_step(
    live: Path, crashes: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], list[Path]]:
    """Copy a folder before and after each step that changes a file in it; call for the copies."""
    taken: list[Path] = []
    one_at_a_time = threading.RLock()  # the store's own thread takes steps as well

    copying = False

    def look() -> None:
        nonlocal copying
        copying = True
        taken.append(crashes / str(len(taken)))
        shutil.copytree(live, taken[-1])
        copying = False

    def around(owner: object, name: str, step: Callable[..., object]) -> None:
        def watched(*args: object, **kwargs: object) -> object:
            with one_at_a_time:
                if copying:  # which takes such steps itself
                    return step(*args, **kwargs)
                look()
                result = step(*args, **kwargs)
                look()
            return result

        monkeypatch.setattr(owner, name, watched)

    names = ((os, "open"), (os, "fsync"), (os, "mkdir"), (os, "unlink"), (os, "replace"))
    steps = [(owner, name, getattr(owner, name)) for owner, name in names]
    for step in steps:
        around(*step)

    def done() -> list[Path]:
        for owner, name, step in steps:
            monkeypatch.setattr(owner, name, step)
        return taken

    return done


def test_a_crash_between_any_two_steps_leaves_the_whole_log(
    tmp_path: Path, logs: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = tmp_path / "live"
    url = f"sqlite:{live / 'data.db'}"
    asyncio.run(fill(url, logs))
    whole = segment_of(url, DONE)
    done = copies_at_each_step(live, tmp_path / "crashes", monkeypatch)
    assert run("archive", DONE, "--store", url) == 0
    states = set()
    seen = set()
    for folder in done():
        files = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
        content = tuple(sorted((str(file.relative_to(folder)), files[file]) for file in files))
        if content in seen:
            continue
        seen.add(content)
        crashed = f"sqlite:{folder / 'data.db'}"
        archive = folder / "data.db.archive"
        names = sorted(os.listdir(archive)) if archive.exists() else []
        states.add((*names, rows(folder / "data.db", DONE) > 0))
        assert segment_of(crashed, DONE) == whole
        assert run("archive", "--older-than", "1d", "--store", crashed) == 0
        assert segment_of(crashed, DONE) == whole
        assert run("verify", "--store", crashed) == 0
        (name,) = (name for name in os.listdir(archive) if name[0] != ".")
        assert gzip.decompress((archive / name).read_bytes()) == whole
        assert rows(folder / "data.db", DONE) == 0
    part, file = f".{name}.part", name
    # nothing yet, a part of the file, the file beside its events in the store, the file alone
    assert states == {(True,), (part, True), (file, True), (file, False)}


def rows(data: Path, table: str) -> int:
    """Number of commits of a table in a data file."""
    with contextlib.closing(sqlite3.connect(data)) as connection:
        query = "SELECT count(*) FROM commits JOIN stream ON stream.id = stream WHERE name = ?"
        ((count,),) = connection.execute(query, (table,)).fetchall()
    return int(count)


# The server


def test_a_server_archives_what_was_finished_long_ago(
    url: str, logs: dict[str, bytes], tmp_path: Path
) -> None:
    async def serve() -> None:
        async with await open_store(url) as store:
            young = asyncio.create_task(archive_regularly(store, 20_000 * DAY_MS))
            task = asyncio.create_task(archive_regularly(store, DAY_MS, every_s=0.01))
            await until(lambda: archive_files(tmp_path))
            await until(lambda: not [n for n in archive_files(tmp_path) if n.startswith(".")])
            # What is finished meanwhile is found the next time.
            await close(store, OPEN)
            await until(lambda: len([n for n in archive_files(tmp_path) if n[0] != "."]) == 2)
            task.cancel()
            young.cancel()

    before = {table: segment_of(url, table) for table in logs}
    asyncio.run(serve())
    assert {table: segment_of(url, table) for table in logs} == before


def test_the_setting_is_an_age(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings({"archive_after": "30d"}).archive_after == "30d"
    with pytest.raises(ConfigError, match="'month' is no age"):
        load_settings({"archive_after": "month"})


# Prune


def test_prune_deletes_old_finished_tables_and_nothing_else(
    url: str, tmp_path: Path, capsys: Capture
) -> None:
    assert run("archive", DONE, "--store", url) == 0
    assert run("prune", "--older-than", "20000d", "--yes", "--store", url) == 0
    assert "nothing to delete" in capsys.readouterr().out
    assert run("prune", "--older-than", "1d", "--yes", "--store", url) == 0
    assert capsys.readouterr().out == "1 table deleted\n"
    assert tables_of(url) == (OPEN,)
    assert archive_files(tmp_path) == []
    assert run("verify", "--store", url) == 0


def test_a_table_that_is_deleted_while_it_is_verified_is_not_called_damaged(
    url: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("archive", DONE, "--store", url) == 0
    read = logtool.stored_checkpoint

    def pruned_meanwhile(where: str, table: str) -> Any:
        found = read(where, table)
        if table == DONE and DONE in tables_of(url):
            assert run("prune", "--older-than", "1d", "--yes", "--store", url) == 0
        return found

    monkeypatch.setattr(logtool, "stored_checkpoint", pruned_meanwhile)
    capsys.readouterr()
    assert run("verify", "--store", url) == 0
    gone, kept = capsys.readouterr().out.removeprefix("1 table deleted\n").splitlines()
    assert gone == f"gone  {DONE}: the table was deleted while the logs were read"
    assert kept.startswith(f"ok    {OPEN}: ")


def test_a_log_that_changes_while_it_is_read_is_read_again(
    data: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, failed = logtool.segment_of, set[str]()

    def changed_meanwhile(store: str | None, table: str) -> bytes:
        if table not in failed:
            failed.add(table)
            raise LogToolError(f"events 1 to 4 of table {table} were archived")
        return read(store, table)

    monkeypatch.setattr(logtool, "segment_of", changed_meanwhile)
    assert run("verify", "--store", f"sqlite:{data}") == 0
    assert len(failed) == capsys.readouterr().out.count("ok    ") == 2


def test_prune_asks_and_needs_an_age(
    data: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:{data}"
    assert run("prune", "--yes", "--store", url) == 2
    assert "--older-than" in capsys.readouterr().err
    assert run("prune", "--older-than", "1d", "--store", url) == 2
    err = capsys.readouterr().err
    assert "1 table would be deleted for ever; --yes deletes without asking" in err
    assert f"{DONE}: " in err
    for answer, status in (("n\n", 1), ("\n", 1), ("y\n", 0)):
        monkeypatch.setattr("sys.stdin", _Terminal(answer))
        assert tables_of(url) == (DONE, OPEN)
        assert run("prune", "--older-than", "1d", "--store", url) == status
        assert "Delete 1 table for ever? [y/N]" in capsys.readouterr().err
    assert tables_of(url) == (OPEN,)


class _Terminal:
    def __init__(self, answer: str) -> None:
        self._answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self._answer


# Backup and restore


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


def test_a_restore_says_what_was_acknowledged_after_the_backup(
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


def test_a_backup_of_what_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    none = f"sqlite:{tmp_path / 'none.db'}"
    assert run("backup", str(tmp_path / "friday.db"), "--store", none) == 6
    assert "there is no data file" in capsys.readouterr().err
    assert run("restore", str(tmp_path / "friday.db"), "--store", none) == 6
    assert "there is no backup" in capsys.readouterr().err
    (tmp_path / "friday.db").write_text("no data file")
    assert run("restore", str(tmp_path / "friday.db"), "--store", none) == 6
    assert "is not a data file of this program" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["friday.db"]


# Salvage


@pytest.mark.parametrize("name", ["table.log", "table.log.gz"])
def test_the_intact_beginning_of_a_file_is_saved(
    logs: dict[str, bytes], tmp_path: Path, name: str, capsys: Capture
) -> None:
    file, saved = tmp_path / name, tmp_path / "saved.log"
    whole = gzip.compress(logs[DONE]) if name.endswith(".gz") else logs[DONE]
    lengths = []
    for cut in (len(whole) * part // 8 for part in (3, 4, 5, 6, 7)):
        file.write_bytes(whole[:cut])
        saved.unlink(missing_ok=True)
        assert run("salvage", str(file), str(saved), "--json") == 1
        found = json.loads(capsys.readouterr().out)
        assert found["lost"] == found["known"] - found["last"] > 0
        assert "cut off" in found["reason"]
        assert run("verify", str(saved)) == 0
        lengths.append(found["last"])
        capsys.readouterr()
    assert lengths == sorted(set(lengths))
    file.write_bytes(whole)
    saved.unlink()
    assert run("salvage", str(file), str(saved)) == 0
    assert "the log is whole; nothing was lost" in capsys.readouterr().err
    assert run("salvage", str(file), str(saved)) == 6
    assert f"{saved} cannot be written: File exists" in capsys.readouterr().err


def test_the_intact_beginning_of_a_table_is_saved(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    url = f"sqlite:{data}"
    whole = segment_of(url, DONE)
    damage(data, DONE)
    assert run("verify", DONE, "--store", url) == 6
    capsys.readouterr()
    saved = tmp_path / "saved.log"
    assert run("salvage", DONE, str(saved), "--store", url) == 1
    out, err = capsys.readouterr()
    assert f"{DONE}: " in out
    assert "lost: " in err
    assert "events 8 to " in err or "lost" in err
    assert run("verify", str(saved)) == 0
    start = whole.index(b"C", 40)
    assert saved.read_bytes()[start + 200 : start + 300] in whole


def test_an_unreadable_page_costs_the_events_after_it(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    url = f"sqlite:{data}"
    whole = json.loads(_json(capsys, "salvage", OPEN, str(tmp_path / "a.log"), "--store", url))
    content = bytearray(data.read_bytes())
    with sqlite3.connect(data) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_commits%'"
        ).fetchone()
    content[(page - 1) * 1024 : page * 1024] = b"\xff" * 1024
    data.write_bytes(content)
    assert run("verify", OPEN, "--store", url) == 6
    out = capsys.readouterr().out
    assert f"{data}: table {OPEN}, " in out
    assert f"`carteado log salvage {OPEN} FILE`" in out
    found = json.loads(_json(capsys, "salvage", OPEN, str(tmp_path / "b.log"), "--store", url))
    assert found["last"] == whole["last"]  # only the index was hit


def _json(capsys: Capture, *words: str) -> str:
    capsys.readouterr()
    assert run(*words, "--json") in (0, 1)
    return capsys.readouterr().out


def test_events_before_the_damage_of_an_archive_file_are_salvaged(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    """A compressed file gives nothing of a block behind a wrong bit, and all that is before it."""
    url = f"sqlite:{data}"
    assert run("archive", DONE, "--store", url) == 0
    (file,) = (tmp_path / "data.db.archive").iterdir()
    whole = file.read_bytes()
    saved = []
    for at in (len(whole) // 4, len(whole) * 3 // 4):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        capsys.readouterr()
        out = tmp_path / f"saved-{at}.log"
        assert run("salvage", DONE, str(out), "--store", url, "--json") == 1
        saved.append(json.loads(capsys.readouterr().out)["last"])
        assert run("verify", str(out)) == 0
    assert 0 < saved[0] < saved[1]
    file.write_bytes(whole[:40] + b"?" + whole[41:])
    assert run("salvage", DONE, str(tmp_path / "none.log"), "--store", url) == 6
    errors = capsys.readouterr().err
    assert "nothing can be saved" in errors
    assert "put a backup in its place" in errors


# What is locked is not damaged


@pytest.mark.exhaustive
def test_a_locked_data_file_is_not_called_damaged(data: Path, capsys: Capture) -> None:
    async def opened() -> str:
        with pytest.raises(StoreError) as caught:
            await open_store(f"sqlite:{data}")
        return str(caught.value)

    connection = sqlite3.connect(data, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("BEGIN EXCLUSIVE")
    try:
        said = asyncio.run(opened())
        assert run("verify", "--store", f"sqlite:{data}") == 6
    finally:
        connection.close()
    out, err = capsys.readouterr()
    for text in (said, out + err):
        assert f"{data} is locked by another program: end that program" in text
        assert "damaged" not in text
    assert run("verify", "--store", f"sqlite:{data}") == 0


def test_a_file_without_tables_is_named_with_the_next_step(tmp_path: Path, capsys: Capture) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert run("verify", "--store", f"sqlite:{empty}") == 6
    assert f"{empty} holds no tables of Carteado: name the data file" in capsys.readouterr().err
