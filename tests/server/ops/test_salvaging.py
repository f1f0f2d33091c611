"""`carteado log salvage`: saving the intact beginning of a damaged log."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path

import pytest
from tests.server.ops.stored import DONE, OPEN, Capture, damage, run

from carteado.server.ops.stored_logs import segment_of
from carteado.server.store import open_store
from carteado.server.store.errors import StoreError

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
    """A compressed file loses the block with the wrong bit and all later blocks."""
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


# Locked and empty files


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
