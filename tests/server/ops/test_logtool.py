"""`carteado log`: export, import and check logs, beside a server that uses the same file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
from pathlib import Path

import pytest
from tests.clients.logs import between_deals, recorded, segment
from tests.server.ops.log_contract import TABLE, LogContract, bodies, filled, run, whole
from tests.server.store.tools import take, write

from carteado.server.ops import stored_logs
from carteado.server.ops.stored_logs import LogToolError, segment_of
from carteado.server.store import open_store
from carteado.server.store.outcomes import Head

__all__ = ["whole"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data.db"


@pytest.fixture
def url(data: Path, whole: bytes) -> str:
    return filled(f"sqlite:{data}", whole)


@pytest.fixture
def fresh(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'fresh.db'}"


class TestOfAnyLog(LogContract):
    pass


def test_a_log_is_exported_while_a_server_holds_the_file(
    url: str, whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def while_open() -> None:
        async with await open_store(url):
            file = tmp_path / "table.log"
            words = ["export", TABLE, str(file), "--store", url]
            assert await asyncio.to_thread(run, *words) == 0
            assert bodies(file.read_bytes()) == bodies(whole)
            assert await asyncio.to_thread(run, "verify", "--store", url) == 0
            capsys.readouterr()
            # Writing needs the file for itself.
            assert await asyncio.to_thread(run, "import", str(file), "--store", url) == 6

    asyncio.run(while_open())
    err = capsys.readouterr().err
    assert "is in use by process" in err
    assert err.count("\n") == 1


def test_a_log_that_a_server_appends_to_while_it_is_read_is_whole(
    url: str, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_heads = stored_logs.read_heads

    async def append() -> None:
        async with await open_store(url) as store:
            await write(store, await take(store, TABLE))

    def read_and_append(connection: sqlite3.Connection) -> dict[str, Head]:
        heads = read_heads(connection)
        asyncio.run(append())  # closing the store notes the new head beside the file
        return heads

    monkeypatch.setattr(stored_logs, "read_heads", read_and_append)
    assert bodies(segment_of(url, TABLE)) == bodies(whole)
    monkeypatch.undo()
    assert len(bodies(segment_of(url, TABLE))) == len(bodies(whole)) + 1


def test_a_folder_that_is_not_there(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", TABLE, str(tmp_path / "no" / "file"), "--store", url) == 6
    assert "cannot be written: No such file or directory" in capsys.readouterr().err


def test_an_import_takes_all_or_nothing(
    url: str, whole: bytes, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.log"
    file.write_bytes(whole)
    assert run("import", str(file), "--store", url) == 6
    assert f"a log of table {TABLE} is already there" in capsys.readouterr().err
    file.write_bytes(whole[:-10])
    fresh = tmp_path / "fresh.db"
    assert run("import", str(file), "--store", f"sqlite:{fresh}") == 6
    errors = capsys.readouterr().err
    assert "cut off" in errors
    assert errors.count(f"`carteado log salvage {file} FILE`") == 1
    assert not fresh.exists()
    assert run("verify", str(file), "--store", url) == 6
    assert capsys.readouterr().out.count(f"`carteado log salvage {file} FILE`") == 1
    assert run("import", str(tmp_path / "none"), "--store", url) == 6
    assert f"there is no file {tmp_path / 'none'}" in capsys.readouterr().err


def test_one_event_in_one_commit_is_in_the_singular(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals("holdem:heads-up", 51, 0)
    file, out, url = tmp_path / "table.log", tmp_path / "out.log", f"sqlite:{tmp_path / 'new.db'}"
    file.write_bytes(segment(table, recorded(table)[:1]))
    assert run("verify", str(file)) == 0
    assert f"table {TABLE}, 1 event in 1 commit, head " in capsys.readouterr().out
    assert run("import", str(file), "--store", url) == 0
    assert capsys.readouterr().out == f"{TABLE}: 1 event imported\n"
    assert run("export", TABLE, str(out), "--store", url) == 0
    assert capsys.readouterr().err == f"{TABLE}: 1 event written to {out}\n"


def test_a_file_a_table_and_a_whole_store_are_verified(
    url: str, whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.log"
    file.write_bytes(whole)
    assert run("verify", str(file)) == 0
    assert capsys.readouterr().out.startswith(f"ok    {file}: table {TABLE}, ")
    assert run("verify", TABLE, "--store", url) == 0
    assert run("verify", "--store", url, "--json") == 0
    line, rows = capsys.readouterr().out.splitlines()
    (row,) = json.loads(rows)
    assert row["ok"] is True
    assert line.endswith(f"head {row['head'][:16]}")


def test_a_name_of_neither_a_file_nor_a_table_is_refused_as_such(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("verify", "friday", "--store", url) == 6
    said = capsys.readouterr().out
    assert said.startswith("FAIL  there is no file friday; as a table: no log of table friday")


def test_a_file_of_any_size_is_read_in_pieces(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "endless.log"
    file.touch()
    # Sparse: larger than any memory, and it takes no room.
    os.truncate(file, 1 << 40)
    for words in (("verify",), ("import", "--store", url)):
        assert run(words[0], str(file), *words[1:]) == 6
    shown = capsys.readouterr()
    assert "not a log of this program" in shown.out
    assert "not a log of this program" in shown.err


def test_a_log_that_was_edited_is_located(
    url: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = sqlite3.connect(data)
    (first, body), *_ = connection.execute(
        "SELECT first, body FROM commits ORDER BY first LIMIT 1 OFFSET 7"
    )
    edited = body.replace(b"Player", b"Slayer") if b"Player" in body else body[:-1] + b"\x00"
    connection.execute("UPDATE commits SET body = ? WHERE first = ?", (edited, first))
    connection.commit()
    connection.close()
    before = data.read_bytes()
    assert run("verify", "--store", url) == 6
    out = capsys.readouterr().out
    assert out.startswith(f"FAIL  {data}: table random-51, commit ")
    assert "`carteado log salvage random-51 FILE` writes the part before" in out
    assert run("export", TABLE, "-", "--store", url) == 6
    assert data.read_bytes() == before


def test_a_log_without_its_end_is_noticed(
    url: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = sqlite3.connect(data)
    connection.execute("DELETE FROM commits WHERE first = (SELECT max(first) FROM commits)")
    connection.commit()
    connection.close()
    assert run("verify", TABLE, "--store", url) == 6
    assert "the last commit is not the one that was acknowledged" in capsys.readouterr().out


def test_a_log_that_is_gone_altogether_is_found(
    url: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As when the write-ahead log that held all of it is damaged: the file itself is whole."""
    with contextlib.closing(sqlite3.connect(data)) as file:
        file.execute("DELETE FROM commits")
        file.execute("DELETE FROM stream")
        file.commit()
    assert run("verify", "--store", url) == 6
    message = f"FAIL  {data}: table {TABLE}, version "
    assert capsys.readouterr().out.startswith(message)
    assert run("verify", TABLE, "--store", url) == 6
    assert "the log ends with version 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"not a database at all", "is not a data file of this program"),
        (None, "there is no data file"),
    ],
)
def test_a_data_file_that_cannot_be_read(
    tmp_path: Path, content: bytes | None, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "strange.db"
    if content is not None:
        file.write_bytes(content)
    assert run("verify", "--store", f"sqlite:{file}") == 6
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert (file.read_bytes() if file.exists() else None) == content


def test_a_store_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", "--store", "sqlit:x") == 2
    assert "did you mean sqlite:?" in capsys.readouterr().err
    with pytest.raises(LogToolError, match="no log of table t"):
        segment_of("memory:", "t")
