"""`carteado log`: export, import and check logs, beside a server that uses the same file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from tests.clients.logs import between_deals, recorded, segment
from tests.server.store.contract import take, write

from carteado.client.commandline import new_app, run_app
from carteado.protocol.segment import read_records
from carteado.server.ops import logtool
from carteado.server.ops.logtool import LogToolError, log, segment_of, tables_of
from carteado.server.store import open_store
from carteado.server.store.outcomes import Head

TABLE = "random-51"


def run(*words: str) -> int:
    app = new_app("carteado", "Only the logs.")
    app.command(log)
    return run_app(app, ["log", *words])


@pytest.fixture
def whole() -> bytes:
    return segment(between_deals("holdem:heads-up", 51, 60))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data.db"


@pytest.fixture
def url(data: Path, whole: bytes) -> str:
    """A store with one log; nobody has it open."""

    async def fill() -> None:
        async with await open_store(f"sqlite:{data}") as store:
            await store.import_(whole)

    asyncio.run(fill())
    return f"sqlite:{data}"


def bodies(segment: bytes) -> list[bytes]:
    return [body for _, body in read_records(segment)[1]]


def test_an_exported_log_is_the_one_that_was_imported(
    url: str, whole: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "table.log"
    assert run("export", TABLE, str(file), "--store", url) == 0
    assert bodies(file.read_bytes()) == bodies(whole)
    assert file.stat().st_mode & 0o777 == 0o600
    other = f"sqlite:{tmp_path / 'other.db'}"
    assert run("import", str(file), "--store", other) == 0
    assert segment_of(other, TABLE) == file.read_bytes()
    assert tables_of(other) == (TABLE,)


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
    read_heads = logtool.read_heads

    async def append() -> None:
        async with await open_store(url) as store:
            await write(store, await take(store, TABLE))

    def read_and_append(connection: sqlite3.Connection) -> dict[str, Head]:
        heads = read_heads(connection)
        asyncio.run(append())  # closing the store notes the new head beside the file
        return heads

    monkeypatch.setattr(logtool, "read_heads", read_and_append)
    assert bodies(segment_of(url, TABLE)) == bodies(whole)
    monkeypatch.undo()
    assert len(bodies(segment_of(url, TABLE))) == len(bodies(whole)) + 1


def test_the_standard_output_takes_a_log(
    url: str, whole: bytes, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run("export", TABLE, "-", "--store", url) == 0
    assert bodies(capfdbinary.readouterr().out) == bodies(whole)


def test_a_file_is_replaced_only_when_asked(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.log"
    file.write_text("mine")
    assert run("export", TABLE, str(file), "--store", url) == 6
    assert "--force replaces it" in capsys.readouterr().err
    assert file.read_text() == "mine"
    assert run("export", TABLE, str(file), "--store", url, "--force") == 0
    assert file.read_bytes().startswith(b"carteado-log 1\n")
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_a_folder_that_is_not_there(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", TABLE, str(tmp_path / "no" / "file"), "--store", url) == 6
    assert "cannot be written: No such file or directory" in capsys.readouterr().err


def test_a_table_that_is_not_there(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", "nobody", str(tmp_path / "file"), "--store", url) == 6
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"carteado: no log of table nobody; there are: {TABLE}"
    assert run("export", f"{TABLE}x", str(tmp_path / "file"), "--store", url) == 6
    assert f"did you mean {TABLE!r}?" in capsys.readouterr().err
    assert not (tmp_path / "file").exists()


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
    told = capsys.readouterr().err
    assert "cut off" in told
    assert told.count(f"`carteado log salvage {file} FILE`") == 1
    assert not fresh.exists()
    assert run("verify", str(file), "--store", url) == 6
    assert capsys.readouterr().out.count(f"`carteado log salvage {file} FILE`") == 1
    assert run("import", str(tmp_path / "none"), "--store", url) == 6
    assert "cannot be read" in capsys.readouterr().err


def test_an_import_as_json(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.log"
    file.write_bytes(whole)
    assert run("import", str(file), "--store", f"sqlite:{tmp_path / 'new.db'}", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["table"] == TABLE
    assert found["commits"] == len(bodies(whole))


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


def test_verify_of_a_file_a_table_and_a_whole_store(
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


def test_a_log_whose_end_is_gone_is_found(
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
    told = f"FAIL  {data}: table {TABLE}, version "
    assert capsys.readouterr().out.startswith(told)
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
