"""`carteado log` on a Redis store: the cases of the embedded store's tests, on a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.redis_server import RedisServer
from tests.server.ops.log_contract import TABLE, LogContract, bodies, filled, run, whole
from tests.server.store.test_redis import ask, key

from carteado.protocol.segment import read_segment
from carteado.server.ops.stored_logs import segment_of, tables_of
from carteado.server.store import open_store

__all__ = ["whole"]


@pytest.fixture
def url(redis_url: str, whole: bytes) -> str:
    return filled(redis_url, whole)


@pytest.fixture
def fresh(redis_url: str) -> str:
    """A store with nothing in it, on the same server."""
    return f"{redis_url}fresh"


class TestOfAnyLog(LogContract):
    pass


def change(url: str, edit: Callable[[Any, str], Awaitable[Any]]) -> None:
    """Do something to the stream that holds the log."""

    async def work() -> None:
        async with await open_store(url) as store:
            await edit(store, key(store, TABLE, "ev"))

    asyncio.run(work())


def test_a_log_goes_from_one_kind_of_store_to_the_other_and_back(
    url: str, fresh: str, tmp_path: Path
) -> None:
    there, back = tmp_path / "there.log", tmp_path / "back.log"
    data = f"sqlite:{tmp_path / 'data.db'}"
    assert run("export", TABLE, str(there), "--store", url) == 0
    assert run("import", str(there), "--store", data) == 0
    assert run("export", TABLE, str(back), "--store", data) == 0
    assert run("import", str(back), "--store", fresh) == 0
    assert segment_of(fresh, TABLE) == segment_of(url, TABLE) == there.read_bytes()


def test_a_log_is_exported_and_imported_while_a_server_has_the_store(
    url: str, fresh: str, whole: bytes, tmp_path: Path
) -> None:
    """Several processes share such a store, so that an import needs it not for itself."""
    file = tmp_path / "table.log"

    async def while_open() -> None:
        async with await open_store(url) as store, await open_store(fresh):
            lease = await store.acquire(TABLE, "a server", 10_000)
            words = ["export", TABLE, str(file), "--store", url]
            assert await asyncio.to_thread(run, *words) == 0
            assert bodies(file.read_bytes()) == bodies(whole)
            assert await asyncio.to_thread(run, "verify", "--store", url) == 0
            assert await asyncio.to_thread(run, "import", str(file), "--store", fresh) == 0
            assert await store.renew(lease)

    asyncio.run(while_open())
    assert tables_of(fresh) == (TABLE,)


def test_an_import_takes_all_or_nothing(
    url: str, fresh: str, whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.log"
    file.write_bytes(whole)
    before = segment_of(url, TABLE)
    assert run("import", str(file), "--store", url) == 6
    assert f"a log of table {TABLE} is already there" in capsys.readouterr().err
    assert segment_of(url, TABLE) == before
    file.write_bytes(whole[:-10])
    assert run("import", str(file), "--store", fresh) == 6
    assert "cut off" in capsys.readouterr().err
    assert tables_of(fresh) == ()
    assert run("import", str(tmp_path / "none"), "--store", url) == 6
    assert "there is no file" in capsys.readouterr().err


def test_an_imported_log_goes_on(fresh: str, whole: bytes, tmp_path: Path) -> None:
    file = tmp_path / "table.log"
    file.write_bytes(whole)
    assert run("import", str(file), "--store", fresh) == 0

    async def go_on() -> int:
        async with await open_store(fresh) as store:
            lease: Any = await store.acquire(TABLE, "a server", 10_000)
            version: int = lease.version
            return version

    header, _ = read_segment(whole)
    assert asyncio.run(go_on()) == header.last


def test_a_table_and_a_whole_store_are_verified(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("verify", TABLE, "--store", url) == 0
    assert run("verify", "--store", url, "--json") == 0
    line, rows = capsys.readouterr().out.splitlines()
    (row,) = json.loads(rows)
    assert row["ok"] is True
    assert line.endswith(f"head {row['head'][:16]}")


def test_a_log_that_was_edited_is_located(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def edit(store: Any, stream: str) -> None:
        rows = await ask(store, "XRANGE", stream, "-", "+")
        await ask(store, "DEL", stream)
        for number, (name, (field, body)) in enumerate(rows):
            changed = body[:-1] + b"\x00" if number == 7 else body
            await ask(store, "XADD", stream, name, field, changed)

    change(url, edit)
    assert run("verify", "--store", url) == 6
    assert capsys.readouterr().out.startswith(f"FAIL  {url}: table {TABLE}, commit ")
    assert run("export", TABLE, "-", "--store", url) == 6


def test_a_log_without_its_end_is_noticed(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def cut(store: Any, stream: str) -> None:
        ((name, _),) = await ask(store, "XREVRANGE", stream, "+", "-", "COUNT", 1)
        await ask(store, "XDEL", stream, name)

    change(url, cut)
    assert run("verify", TABLE, "--store", url) == 6
    assert "the log ends here, " in (out := capsys.readouterr().out)
    assert "events were acknowledged; `carteado log salvage" in out


def test_a_redis_that_does_not_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], held_port: int
) -> None:
    url = f"redis://127.0.0.1:{held_port}/0"
    for words in (["export", TABLE, str(tmp_path / "file")], ["verify"]):
        assert run(*words, "--store", url) == 6
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("carteado: ")
        assert err.count("\n") == 1
    assert not (tmp_path / "file").exists()


def test_a_redis_that_was_killed_has_the_imported_log_when_it_is_back(
    make_redis: Callable[..., RedisServer], whole: bytes, tmp_path: Path
) -> None:
    server = make_redis()
    file = tmp_path / "table.log"
    file.write_bytes(whole)
    assert run("import", str(file), "--store", server.url) == 0
    before = segment_of(server.url, TABLE)
    server.kill()
    server.start()
    assert segment_of(server.url, TABLE) == before
    assert run("verify", TABLE, "--store", server.url) == 0
