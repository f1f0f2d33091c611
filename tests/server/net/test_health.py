"""The health pages of a server with a failed store or table."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

import pytest
from tests.clocks import until
from tests.server.fakes import LobbyServer, pages_of

from carteado.protocol import messages as wire
from carteado.server.store import sqlite_writer
from carteado.server.store.errors import StoreUnreachable
from carteado.server.store.memory import MemoryStore
from carteado.server.store.sqlite import SqliteStore


async def test_a_store_that_stopped_writing_stops_its_tables_visibly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*rest: object) -> None:
        raise ValueError("not today")

    async with await SqliteStore.open(tmp_path / "c.db") as store:
        server = LobbyServer(store)
        ana, rui = server.guest("Ana"), server.guest("Rui")
        table = (await ana.ask(wire.Open, game="holdem")).table
        pages = pages_of(server)
        assert pages.get("/healthz", trusted=False).body == "ok\n"
        assert b"carteado_healthy 1.0" in pages.get("/metrics", trusted=True).content
        monkeypatch.setattr(sqlite_writer.Writer, "_transact", broken)
        ana.tell(wire.Join, table=table)
        await until(lambda: ana.closed)
        assert ana.closed == ["server/failed"]
        assert rui.closed == []
        assert (await rui.ask(wire.Watch, table=table)).code == "table/failed"
        page = pages.get("/healthz", trusted=False)
        assert page.status == HTTPStatus.SERVICE_UNAVAILABLE
        assert "the thread that writes has ended" in page.content.decode()
        assert b"carteado_healthy 0.0" in pages.get("/metrics", trusted=True).content
        await server.lobby.tables.close()


async def test_a_missing_store_is_noticed_while_nobody_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def away(lease: object) -> bool:
        raise StoreUnreachable("nobody there")

    store = MemoryStore()
    server = LobbyServer(store)
    table = (await server.guest("Ana").ask(wire.Open, game="holdem")).table
    tables = server.lobby.tables
    with monkeypatch.context() as patch:
        patch.setattr(store, "renew", away)
        await tables.keep_house()
        assert tables.health() == f"stopped tables: {table}"
    await tables.keep_house()
    assert tables.health() is None
    await tables.close()
