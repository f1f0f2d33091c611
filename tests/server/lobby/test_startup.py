"""The first seconds of a server: tables come back beside the clients that ask for them."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import LobbyServer, pages_of

from carteado.protocol import messages as wire
from carteado.server.lobby import restarts, startup
from carteado.server.lobby.restarts import Restarts
from carteado.server.store.base import Busy, Lease
from carteado.server.store.errors import StoreError, StoreUnreachable
from carteado.server.store.memory import MemoryStore


class Gated(MemoryStore):
    """A store whose leases are given out one by one, or not at all."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Semaphore(1_000_000)
        self.asked: list[str] = []
        self.trouble: set[str] | None = set()

    async def acquire(self, table: str, holder: str, ttl_ms: int) -> Lease | Busy:
        self.asked.append(table)
        await self.gate.acquire()
        if self.trouble is None or table in self.trouble:
            raise StoreUnreachable("nobody there")
        return await super().acquire(table, holder, ttl_ms)


async def stopped(count: int) -> tuple[Gated, list[str], str]:
    """A store with some tables, and the token of the player at the last one."""
    store = Gated()
    server = LobbyServer(store)
    ana = server.guest("Ana")
    tables = [(await ana.ask(wire.Open, game="holdem")).table for _ in range(count)]
    await ana.ask(wire.Join, table=tables[-1])
    await server.lobby.tables.close()
    store.asked.clear()
    return store, tables, ana.welcome.token


def page(server: LobbyServer, path: str) -> tuple[HTTPStatus, str]:
    found = pages_of(server).get(path, trusted=False)
    return found.status, found.content.decode().strip()


async def test_clients_are_served_while_the_tables_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(startup, "AT_ONCE", 1)
    store, tables, token = await stopped(3)
    store.gate = asyncio.Semaphore(0)
    server = LobbyServer(store)
    start = asyncio.create_task(server.lobby.tables.recover("here"))
    await until(lambda: len(store.asked) == 1)
    assert page(server, "/readyz") == (503, "starting, 0 of 3 tables")
    assert page(server, "/livez") == page(server, "/healthz") == (200, "ok")

    ana = server.guest("Ana", token=token)
    assert ana.welcome.resumed  # nobody can know better now
    refused = await ana.ask(wire.Watch, table=tables[-1])
    assert (refused.code, refused.details["retry_ms"]) == ("table/starting", startup.RETRY_MS)
    assert "starting, 0 of 3 tables" in refused.message
    assert (await ana.ask(wire.Open, game="holdem")).code == "table/starting"
    assert (await ana.ask(wire.Watch, table="nowhere")).code == "table/unknown"
    listed = ana.tell(wire.ListTables)

    store.gate.release()
    await until(lambda: len(store.asked) == 2)
    assert page(server, "/readyz") == (503, "starting, 1 of 3 tables")
    others = [name for name in sorted(tables) if name != tables[-1]]
    first = store.asked[0]
    expected = tables[-1] if first != tables[-1] else others[0]
    assert store.asked[1] == expected, "the table that was asked for comes next"
    store.gate.release()
    store.gate.release()
    assert await start == []
    assert page(server, "/readyz") == (200, "ready")
    reply = await until(lambda: [m for m in ana.messages if getattr(m, "id", 0) == listed])
    assert {info["table"] for info in reply[0].result} == set(tables)
    again = server.guest("Ana", token=token)
    assert again.welcome.seats == (wire.Holding(table=tables[-1], seat=0),)
    assert isinstance(await again.ask(wire.Open, game="holdem"), wire.Ok)
    await server.lobby.tables.close()


async def test_a_store_that_is_unwell_at_the_start_is_asked_again_for_one_table_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(restarts, "BACK_OFF_S", (0.01,))
    monkeypatch.setattr(startup, "AT_ONCE", 2)
    store, tables, _ = await stopped(20)
    store.trouble = None
    server = LobbyServer(store)
    start = asyncio.create_task(server.lobby.tables.recover("here"))
    await until(lambda: len(store.asked) >= 6)
    status, text = page(server, "/readyz")
    assert (status, text) == (
        503,
        "starting, 0 of 20 tables; the store does not answer: nobody there",
    )
    assert page(server, "/healthz") == (503, "the store does not answer: nobody there")
    store.trouble = set()
    tried = len(store.asked)
    assert await start == []
    assert set(server.lobby.tables) == set(tables)
    assert len(store.asked) - tried <= 20 + 2
    assert page(server, "/healthz")[0] == page(server, "/readyz")[0] == 200
    await server.lobby.tables.close()


@pytest.mark.parametrize("at_once", [1, 4])
@pytest.mark.parametrize("place", [0, -1])
async def test_one_table_in_trouble_does_not_keep_the_others_waiting(
    monkeypatch: pytest.MonkeyPatch, at_once: int, place: int
) -> None:
    monkeypatch.setattr(restarts, "BACK_OFF_S", (0.01,))
    monkeypatch.setattr(startup, "AT_ONCE", at_once)
    store, tables, _ = await stopped(4)
    tables = [sorted(tables)[place]]
    store.trouble = {tables[0]}
    server = LobbyServer(store)
    (problem,) = await server.lobby.tables.recover("here")
    assert tables[0] in problem
    assert page(server, "/readyz") == (200, "ready")
    assert page(server, "/healthz") == (503, f"stopped tables: {tables[0]}")
    assert (await server.guest("Rui").ask(wire.Watch, table=tables[0])).code == "table/failed"
    store.trouble = set()
    await until(lambda: tables[0] in server.lobby.tables)
    assert page(server, "/healthz") == (200, "ok")
    await server.lobby.tables.close()


async def test_a_store_that_does_not_list_its_tables_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(restarts, "BACK_OFF_S", (0.01,))
    store, tables, _ = await stopped(1)
    server = LobbyServer(store)

    async def away(**_: Any) -> tuple[str, ...]:
        raise StoreError("not now")

    with monkeypatch.context() as patch:
        patch.setattr(store, "tables", away)
        start = asyncio.create_task(server.lobby.tables.recover("here"))
        await until(lambda: "not now" in page(server, "/readyz")[1])
        refused = await server.guest("Rui").ask(wire.Watch, table=tables[0])
        assert refused.code == "table/starting"
    assert await start == []
    assert list(server.lobby.tables) == tables
    await server.lobby.tables.close()


def test_the_back_off_grows_and_is_short_again_after_a_healthy_minute() -> None:
    now = 0
    found = Restarts(lambda: now)

    def stops_after(milliseconds: int) -> float:
        nonlocal now
        found.began("t")
        now += milliseconds
        return found.next_s("t")

    assert [stops_after(1000) for _ in range(6)] == [0.2, 1, 5, 30, 60, 60]
    assert stops_after(59_999) == 60
    assert stops_after(60_000) == 0.2
    assert stops_after(1000) == 1
    found.forget("t")
    assert stops_after(1000) == 0.2
