"""What ``carteado doctor`` finds."""

from __future__ import annotations

import asyncio
import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

from carteado.server.app import running
from carteado.server.ops import config
from carteado.server.ops.commands import show
from carteado.server.ops.config import Settings
from carteado.server.ops.doctor import checkup
from carteado.server.store import open_store
from carteado.server.store.errors import NoSuchStore

MISSING = "not installed; carteado[speed] makes the server faster"


@pytest.mark.parametrize(("found", "says"), [(None, MISSING), (object(), "installed")])
async def test_packages_that_make_the_server_faster_are_named_and_not_needed(
    monkeypatch: pytest.MonkeyPatch, found: object, says: str
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: found)
    findings = await checkup(Settings(host="127.0.0.1", port=0, store="memory:"))
    good = {what: sentence for ok, what, sentence in findings if ok}
    usual = {"python", "uvloop", "ormsgpack", "port", "addresses", "store"}
    assert set(good) - {"firewall", "container", "wsl"} == usual
    assert good["uvloop"] == good["ormsgpack"] == says


async def store_found(store: str, **settings: Any) -> tuple[bool, str]:
    findings = await checkup(Settings(host="127.0.0.1", port=0, store=store, **settings))
    [found] = [(ok, says) for ok, what, says in findings if what == "store"]
    return found


@pytest.mark.parametrize("options", ["", "?durability=process"])
async def test_a_data_file_is_looked_into_or_will_be_made(tmp_path: Path, options: str) -> None:
    path = tmp_path / "data.db"
    url = f"sqlite:{path}{options}"
    assert await store_found(url) == (True, f"{path} will be made at the first start")
    assert not path.exists()
    async with await open_store(url):
        pass
    assert await store_found(url) == (True, f"{path} holds 0 tables")


async def test_a_data_file_that_cannot_be_created_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path)
    ok, says = await store_found(f"sqlite:{tmp_path / 'data.db'}")
    assert not ok
    assert says.endswith(f"cannot be made: nothing can be written to {tmp_path}")
    (tmp_path / "file").touch()
    ok, says = await store_found(f"sqlite:{tmp_path / 'file' / 'data.db'}")
    assert not ok
    assert says.endswith(f"nothing can be written to {tmp_path / 'file'}")


async def test_a_durability_that_the_store_lacks_is_reported_as_at_a_start() -> None:
    found = await store_found("memory:", durability="disk")
    assert found == (False, "a memory store does not offer durability disk, only memory")


async def test_a_redis_password_is_not_shown(redis_url: str) -> None:
    place = redis_url.removeprefix("redis://")
    ok, says = await store_found(f"redis://default:geheim@{place}")
    assert ok
    assert says == f"redis://{place} holds 0 tables"


async def test_a_server_of_ours_that_holds_port_and_file_is_well(tmp_path: Path) -> None:
    path = tmp_path / "data.db"
    chosen = {"host": "127.0.0.1", "store": f"sqlite:{path}", "tables": False}
    async with running(Settings(port=0, **chosen)) as server:
        findings = await checkup(Settings(port=server.port, **chosen))
    by_subject = {what: (ok, says) for ok, what, says in findings}
    held = f"127.0.0.1 port {server.port} is held by a running Carteado server"
    assert by_subject["port"] == (True, held)
    ok, says = by_subject["store"]
    assert ok
    assert says.startswith(f"{path} is open in ")


async def test_another_program_at_the_port_is_a_failure() -> None:
    async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\nhello")
        writer.close()

    async with await asyncio.start_server(stranger, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        findings = await checkup(Settings(host="127.0.0.1", port=port, store="memory:"))
    [(ok, says)] = [(ok, says) for ok, what, says in findings if what == "port"]
    assert not ok
    assert says.startswith(f"127.0.0.1 port {port}: ")


async def test_a_missing_folder_of_the_named_file_is_refused_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "missing"
    found = await store_found(f"sqlite:{folder / 'x.db'}")
    assert found == (False, f"there is no folder {folder}; make it with: mkdir -p '{folder}'")
    with pytest.raises(NoSuchStore, match="there is no folder"):
        async with running(Settings(host="127.0.0.1", port=0, store=f"sqlite:{folder / 'x.db'}")):
            pass
    assert not folder.exists()


async def test_the_folder_of_the_default_data_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "data_path", lambda: tmp_path / "new" / "carteado.db")
    async with running(Settings(host="127.0.0.1", port=0, tables=False)):
        assert (tmp_path / "new" / "carteado.db").exists()


def test_settings_are_shown_as_their_file_writes_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARTEADO_CONFIG", os.devnull)
    monkeypatch.setenv("CARTEADO_ORIGINS", "https://a.example,https://b.example")
    show()
    output = capsys.readouterr().out
    assert f'store = "sqlite:{config.data_path()}"  (default)' in output
    assert "durability = unset  (default)" in output
    assert "allowed_host = []  (default)" in output
    assert "tables = true  (default)" in output
    assert 'origins = ["https://a.example", "https://b.example"]  (CARTEADO_ORIGINS)' in output
