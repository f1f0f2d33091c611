"""`carteado log archive`, and `serve --archive-after`."""

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

import pytest
from tests.clocks import until
from tests.golden.write_logs import LOGS
from tests.server.ops.stored import (
    DAY_MS,
    DONE,
    OPEN,
    Capture,
    archive_files,
    close,
    damage,
    empty,
    fill,
    run,
)

from carteado.clients.cli.main import run as carteado
from carteado.server.ops.archiving import archive_regularly
from carteado.server.ops.config import ConfigError, load_settings
from carteado.server.ops.stored_logs import segment_of, tables_of
from carteado.server.store import open_store

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
        (["--older-than", "soon"], "'soon' is not an age: write a number and a unit"),
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


def test_a_damaged_log_is_not_archived_and_the_next_step_is_named(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    damage(data, DONE)
    assert run("archive", DONE, "--store", f"sqlite:{data}") == 6
    assert DONE in capsys.readouterr().err
    assert archive_files(tmp_path) == []


def copies_at_each_step(
    live: Path, crashes: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], list[Path]]:
    """Copy a folder before and after each step that changes a file in it; call for the copies."""
    taken: list[Path] = []
    lock = threading.RLock()  # the store's own thread changes files too

    copying = False

    def look() -> None:
        nonlocal copying
        copying = True
        taken.append(crashes / str(len(taken)))
        shutil.copytree(live, taken[-1])
        copying = False

    def around(owner: object, name: str, step: Callable[..., object]) -> None:
        def watched(*args: object, **kwargs: object) -> object:
            with lock:
                if copying:  # the copy itself opens files
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


def test_a_server_archives_tables_that_finished_long_ago(
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
    with pytest.raises(ConfigError, match="'month' is not an age"):
        load_settings({"archive_after": "month"})
