"""A store that is deleted, replaced or emptied under a running server, or before it starts."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.clocks import unhindered_time, until
from tests.redis_server import RedisServer

from carteado.client import Client, CommandRefused
from carteado.protocol import messages as wire

from .players import open_table
from .processes import Server
from .test_startup import page, redis  # noqa: F401  a fixture

SECONDS = 8
"""Until the server has noticed and every table stands still."""


def unlink(path: Path) -> None:
    path.unlink()


def unlink_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def unlink_all(path: Path) -> None:
    for found in path.parent.glob(path.name + "*"):
        found.unlink()


def put_an_older_copy_in_place(path: Path) -> None:
    """As a restore by hand would do it: a whole file of its own under the old name."""
    copy = path.with_name("copy.db")
    with (
        contextlib.closing(sqlite3.connect(path)) as old,
        contextlib.closing(sqlite3.connect(copy)) as new,
    ):
        old.backup(new)
    os.replace(copy, path)


def move_the_folder(path: Path) -> None:
    shutil.move(path.parent, path.parent.with_name("elsewhere"))


async def stood_still(server: Server, table: str, quiet: str, words: str) -> None:
    """Check that both tables stop, health names the reason, and players are notified."""
    async with Client(server.url, name="Rui") as rui:
        clock = unhindered_time(server.pid)
        began = clock()
        while words not in (found := await page(server, "/healthz"))[1]:
            assert clock() - began < SECONDS
            await asyncio.sleep(0.05)
        assert found[0] == 503
        for name in (table, quiet):
            while (refused := await answer(rui, name)).code != "table/failed":
                assert clock() - began < SECONDS
                await asyncio.sleep(0.05)
            assert "lost its store" in str(refused)
    assert words in server.log


async def answer(client: Client, table: str) -> CommandRefused:
    """The refusal of a player who leaves a table without having a seat there."""
    with pytest.raises(CommandRefused) as refused:
        await client.request(wire.Leave, table=table)
    return refused.value


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (unlink, "games.db was deleted"),
        *(
            pytest.param(*case, marks=pytest.mark.exhaustive)
            for case in (
                (unlink_log, "games.db-wal was deleted"),
                (unlink_all, "games.db was deleted"),
                (put_an_older_copy_in_place, "games.db was replaced"),
                (move_the_folder, "games.db was deleted"),
            )
        ),
    ],
)
async def test_a_data_file_that_goes_stops_its_tables(
    tmp_path: Path, harm: Callable[[Path], None], words: str
) -> None:
    folder = tmp_path / "store"
    folder.mkdir()
    path = folder / "games.db"
    async with Server(tmp_path, f"sqlite:{path}") as server:
        table, quiet = [await open_table(server.url) for _ in range(2)]
        async with Client(server.url, name="Ana") as ana:
            await ana.request(wire.Join, table=table)
            harm(path)
            # Nothing is acknowledged from now on, however soon it is asked for.
            command = asyncio.create_task(ana.request(wire.SitOut, table=table))
            await stood_still(server, table, quiet, words)
            with pytest.raises(CommandRefused) as refused:
                await command
            assert refused.value.code == "table/failed"


async def test_a_redis_that_is_emptied_stops_its_tables(
    tmp_path: Path,
    redis: RedisServer,  # noqa: F811
) -> None:
    async with Server(tmp_path, redis.url) as server:
        table, quiet = [await open_table(server.url) for _ in range(2)]
        redis.ask("FLUSHALL")
        await stood_still(server, table, quiet, "was emptied while the server was running")


@pytest.mark.exhaustive  # as FLUSHALL, with a Redis of its own
async def test_a_redis_that_comes_back_empty_stops_its_tables(tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    own = RedisServer(tmp_path / "redis")
    try:
        async with Server(tmp_path, own.url) as server:
            table, quiet = [await open_table(server.url) for _ in range(2)]
            own.kill()
            shutil.rmtree(tmp_path / "redis" / "appendonlydir")
            own.start()
            await stood_still(server, table, quiet, "was emptied while the server was running")
    finally:
        own.stop()


@pytest.mark.exhaustive  # six starts of a server
async def test_a_redis_that_was_emptied_between_two_starts_is_reported(
    tmp_path: Path,
    redis: RedisServer,  # noqa: F811
) -> None:
    shown = "held 2 tables when this server last used it, and was emptied or replaced since"
    server = Server(tmp_path, redis.url)
    async with server:
        for _ in range(2):
            await open_table(server.url)
        await until(lambda: "tables started" in server.log)
        await server.stop()
        await server.start()
        await until(lambda: server.log.count("tables started") == 2)
        await server.stop()
        assert shown not in server.log
        redis.ask("FLUSHALL")
        warning = f"warning: {redis.url} (prefix cs) {shown}"
        for _ in range(2):  # once more after another start: nobody has settled it
            mark = len(server.log)
            await server.start()
            await until(lambda at=mark: warning in server.log[at:])
            await server.stop()
        (note,) = (tmp_path / "data").rglob("stores.json")
        assert str(note) in server.log
        note.unlink()
        mark = len(server.log)
        await server.start()
        await until(lambda: "tables started" in server.log[mark:])
        await server.stop()
        assert shown not in server.log[mark:]
