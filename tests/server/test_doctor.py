"""What ``carteado doctor`` finds."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

from carteado.server.config import Settings
from carteado.server.doctor import checkup
from carteado.server.store import open_store

MISSING = "not installed; carteado[speed] makes the server faster"


@pytest.mark.parametrize(("found", "says"), [(None, MISSING), (object(), "installed")])
async def test_packages_that_make_the_server_faster_are_named_and_not_needed(
    monkeypatch: pytest.MonkeyPatch, found: object, says: str
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: found)
    findings = await checkup(Settings(host="127.0.0.1", port=0, store="memory:"))
    told = {what: sentence for ok, what, sentence in findings if ok}
    assert {"python", "uvloop", "ormsgpack", "port", "store"} == set(told)
    assert told["uvloop"] == told["ormsgpack"] == says


async def store_found(store: str, **settings: Any) -> tuple[bool, str]:
    findings = await checkup(Settings(host="127.0.0.1", port=0, store=store, **settings))
    [found] = [(ok, says) for ok, what, says in findings if what == "store"]
    return found


@pytest.mark.parametrize("options", ["", "?durability=process"])
async def test_a_data_file_is_looked_into_or_will_be_made(tmp_path: Path, options: str) -> None:
    path = tmp_path / "new" / "data.db"
    url = f"sqlite:{path}{options}"
    assert await store_found(url) == (True, f"{path} will be made at the first start")
    assert not path.parent.exists()
    async with await open_store(url):
        pass
    assert await store_found(url) == (True, f"{path} holds 0 tables")


async def test_a_data_file_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path)
    ok, says = await store_found(f"sqlite:{tmp_path / 'new' / 'data.db'}")
    assert not ok
    assert says.endswith(f"cannot be made: nothing can be written to {tmp_path}")
    (tmp_path / "file").touch()
    ok, says = await store_found(f"sqlite:{tmp_path / 'file' / 'data.db'}")
    assert not ok
    assert says.endswith(f"nothing can be written to {tmp_path / 'file'}")


async def test_what_the_store_does_not_offer_is_told_as_at_a_start() -> None:
    found = await store_found("memory:", durability="disk")
    assert found == (False, "a memory store does not offer durability disk")


async def test_a_redis_password_is_not_told(redis_url: str) -> None:
    place = redis_url.removeprefix("redis://")
    ok, says = await store_found(f"redis://default:geheim@{place}")
    assert ok
    assert says == f"redis://{place} holds 0 tables"
