"""What `carteado log` does with a log whatever store it is in."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from tests.clients.logs import between_deals, segment

from carteado.client.commandline import new_app, run_app
from carteado.protocol.segment import read_records
from carteado.server.ops.logtool import log
from carteado.server.ops.stored_logs import segment_of, tables_of
from carteado.server.store import open_store

__all__ = ["TABLE", "LogContract", "bodies", "filled", "run", "whole"]

TABLE = "random-51"


def run(*words: str) -> int:
    app = new_app("carteado", "Only the logs.")
    app.command(log)
    return run_app(app, ["log", *words])


@pytest.fixture
def whole() -> bytes:
    return segment(between_deals("holdem:heads-up", 51, 60))


def filled(url: str, whole: bytes) -> str:
    """The URL of a store that has one log now; nobody has it open."""

    async def fill() -> None:
        async with await open_store(url) as store:
            await store.import_(whole)

    asyncio.run(fill())
    return url


def bodies(segment: bytes) -> list[bytes]:
    return [body for _, body in read_records(segment)[1]]


class LogContract:
    """A module with a store has the fixtures `url`, with one log, and `fresh`, with nothing."""

    def test_an_exported_log_is_the_one_that_was_imported(
        self, url: str, fresh: str, whole: bytes, tmp_path: Path
    ) -> None:
        file = tmp_path / "table.log"
        assert run("export", TABLE, str(file), "--store", url) == 0
        assert bodies(file.read_bytes()) == bodies(whole)
        assert read_records(file.read_bytes())[0].game == "holdem"
        assert file.stat().st_mode & 0o777 == 0o600
        assert run("import", str(file), "--store", fresh) == 0
        assert segment_of(fresh, TABLE) == file.read_bytes()
        assert tables_of(fresh) == (TABLE,)

    def test_the_standard_output_takes_a_log(
        self, url: str, whole: bytes, capfdbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        assert run("export", TABLE, "-", "--store", url) == 0
        assert bodies(capfdbinary.readouterr().out) == bodies(whole)

    def test_a_file_is_replaced_only_when_asked(
        self, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "table.log"
        file.write_text("mine")
        assert run("export", TABLE, str(file), "--store", url) == 6
        assert "--force replaces it" in capsys.readouterr().err
        assert file.read_text() == "mine"
        assert run("export", TABLE, str(file), "--store", url, "--force") == 0
        assert file.read_bytes().startswith(b"carteado-log 1\n")
        assert [path.name for path in tmp_path.glob(".*")] == []

    def test_a_table_that_is_not_there(
        self, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run("export", "nobody", str(tmp_path / "file"), "--store", url) == 6
        (line,) = capsys.readouterr().err.splitlines()
        assert line == f"carteado: no log of table nobody; there are: {TABLE}"
        assert run("export", f"{TABLE}x", str(tmp_path / "file"), "--store", url) == 6
        assert f"did you mean {TABLE!r}?" in capsys.readouterr().err
        assert not (tmp_path / "file").exists()

    def test_an_import_is_reported_as_json(
        self, fresh: str, whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "table.log"
        file.write_bytes(whole)
        assert run("import", str(file), "--store", fresh, "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert found["table"] == TABLE
        assert found["commits"] == len(bodies(whole))
