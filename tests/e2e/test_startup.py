"""Real servers that start on a store which is unwell, and are stopped meanwhile."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S, until
from tests.redis_server import RedisServer

from carteado.client import Client
from carteado.protocol import messages as wire

from .players import open_table
from .processes import Server


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.stop()


def fetch(server: Server, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}") as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


async def page(server: Server, path: str) -> tuple[int, str]:
    return await asyncio.to_thread(fetch, server, path)


@pytest.mark.exhaustive  # three starts of a server
async def test_a_redis_that_takes_no_writes_at_the_start_is_waited_for(
    tmp_path: Path, redis: RedisServer
) -> None:
    server = Server(tmp_path, redis.url)
    async with server:
        tables = {await open_table(server.url) for _ in range(3)}
        async with Client(server.url, name="Ana") as ana:
            await ana.request(wire.Join, table=sorted(tables)[0])
            await server.stop()
            assert redis.ask("CONFIG", "SET", "min-replicas-to-write", "1") == b"+OK"
            await server.start()
            await until(lambda: ana.online)
            left = asyncio.create_task(ana.request(wire.Leave, table=sorted(tables)[0]))
            joined = asyncio.create_task(ana.request(wire.Join, table=sorted(tables)[2]))
            async with asyncio.timeout(PATIENCE_S):
                status, text = await page(server, "/readyz")
                while text.startswith("starting, the tables are not listed yet"):
                    status, text = await page(server, "/readyz")
            assert (status, text.partition(";")[0]) == (503, "starting, 0 of 3 tables")
            assert (await page(server, "/livez")) == (200, "ok\n")
            assert not left.done()
            await server.stops_within(2)  # it does not wait for the store
            await server.start()
            assert redis.ask("CONFIG", "SET", "min-replicas-to-write", "0") == b"+OK"
            assert isinstance(await left, wire.Ok)
            assert isinstance(await joined, wire.Ok)
            found = (await ana.request(wire.ListTables)).result
            assert {info["table"] for info in found} == tables
            assert (await page(server, "/readyz")) == (200, "ready\n")
        await server.stop()
