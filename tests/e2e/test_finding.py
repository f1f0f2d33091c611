"""Finding a server that announces itself, with real packets on the loopback."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import pytest
from tests.clients.commands import Result, run
from tests.clocks import PATIENCE_S, own_time

from carteado.client.finding import find_servers
from carteado.client.search import free_seats, servers_with_tables
from carteado.protocol.messages import TableInfo
from carteado.server import app
from carteado.server.app import Running, running
from carteado.server.net.interfaces import is_private
from carteado.server.ops.config import Settings

from .players import open_table

T = TypeVar("T")


@pytest.fixture
async def announced(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server that announces itself on the loopback, which no server does by itself."""
    monkeypatch.setattr(app, "is_private", lambda address: True)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        url = f"ws://127.0.0.1:{server.port}"
        await open_table(url, title="Friday night", options={"format": "cash", "seats": 6})
        await open_table(url, game="buraco", title="Family", settings={"pause_ms": 0})
        yield server


async def looked(look: Callable[[], Awaitable[T]], shows: Callable[[T], bool]) -> T:
    """Look until a look shows what is there: on a busy machine one may be over too soon."""
    async with asyncio.timeout(PATIENCE_S):
        while not shows(found := await look()):
            pass
    return found


async def test_servers_tables_and_free_seats_are_listed_within_a_second(announced: Running) -> None:
    url = f"ws://127.0.0.1:{announced.port}"
    seconds: list[float] = []

    async def look() -> dict[str, tuple[TableInfo, ...] | None]:
        with own_time() as clock:
            began = clock()
            found = dict(await servers_with_tables("Ana"))
            seconds.append(clock() - began)
        return found

    found = await looked(look, lambda found: bool(found.get(url)) and seconds[-1] < 1)
    tables = found[url]
    assert tables is not None
    assert {info.title: free_seats(info) for info in tables} == {"Friday night": 6, "Family": 4}


@pytest.mark.exhaustive  # processes that look for half a second each
async def test_the_command_lists_the_found_servers(announced: Running) -> None:
    url = f"ws://127.0.0.1:{announced.port}"
    listed = f"{url}: 2 tables, 10 free seats"
    result = await looked(lambda: run("find"), lambda result: listed in result.out)
    assert result.status == 0
    assert '"Friday night": holdem' in result.out

    def free(result: Result) -> list[int]:
        servers = [json.loads(line) for line in result.out.splitlines()]
        return [one["free"] for one in servers if one["url"] == url]

    await looked(lambda: run("find", "--json"), lambda result: 10 in free(result))


@pytest.mark.exhaustive
async def test_without_an_address_the_code_of_a_table_leads_to_its_server(
    announced: Running,
) -> None:
    code = next(iter(announced.lobby.tables))
    played = await looked(
        lambda: run("play", code, "--name", "Ana", "--no-plain", typed="quit\n"),
        lambda played: played.status == 0,
    )
    assert f"ws://127.0.0.1:{announced.port} - you are Ana" in played.out


async def test_a_server_that_is_not_to_announce_itself_is_found_by_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(app, "is_private", lambda address: True)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, announce=False)
    async with running(settings) as server:
        found = dict(await servers_with_tables("Ana"))
    assert f"ws://127.0.0.1:{server.port}" not in found


async def test_only_private_addresses_of_a_server_are_announced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The loopback stands for an address of a home, which the machine of a test may not have."""
    addresses = ["203.0.113.9", "127.0.0.1", "8.8.8.8"]
    monkeypatch.setattr(app, "guest_addresses", lambda host: addresses)
    monkeypatch.setattr(app, "is_private", lambda one: one == "127.0.0.1" or is_private(one))
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        own: list[str] = []
        while not own:  # the announcement itself may still be on its way
            found = await find_servers(interfaces=["127.0.0.1"])
            own = [url for url in found if url.endswith(f":{server.port}")]
        assert own == [f"ws://127.0.0.1:{server.port}"]


async def test_a_server_with_no_private_address_is_not_announced() -> None:
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        found = await find_servers(interfaces=["127.0.0.1"])
    assert f"ws://127.0.0.1:{server.port}" not in found
