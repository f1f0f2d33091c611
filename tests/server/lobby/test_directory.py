"""The list of tables."""

from __future__ import annotations

from typing import Any

from tests.clocks import until
from tests.server.fakes import LobbyServer
from tests.server.lobby.guests import CASH, FAST, play_hand, seated, table

from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.server.lobby import directory
from carteado.server.lobby.directory import describe
from carteado.server.store.memory import MemoryStore


async def test_a_table_is_described_once_until_it_changes(monkeypatch):
    described: list[str] = []

    def counted(runner: Any) -> wire.TableInfo:
        described.append(runner.id)
        return describe(runner)

    monkeypatch.setattr(directory, "describe", counted)
    server = LobbyServer(MemoryStore())
    table_id, (ana, rui) = await seated(server, "Ana", "Rui")
    other = await table(server, ana)
    await until(lambda: server.lobby.tables[table_id].host.table.state.in_hand)
    described.clear()
    lists = [(await ana.ask(wire.ListTables)).result for _ in range(20)]
    assert sorted(described) == sorted([table_id, other])
    assert lists[0] == lists[-1]
    described.clear()
    rail = server.guest("Eva", kind="viewer")
    await rail.ask(wire.Watch, table=other)
    changed = (await ana.ask(wire.ListTables)).result
    assert described == [other]
    assert [info["watching"] for info in changed if info["table"] == other] == [1]
    rail.leave()
    rui.leave()
    left = {info["table"]: info for info in (await ana.ask(wire.ListTables)).result}
    assert [left[one]["watching"] for one in (table_id, other)] == [
        0,
        0,
    ]  # a player is not a watcher
    assert [seat["connected"] for seat in left[table_id]["seats"]] == [True, False]
    server.lobby.tables[other].end("enough")
    await until(lambda: other not in server.lobby.tables)
    assert [info["table"] for info in (await ana.ask(wire.ListTables)).result] == [table_id]
    await server.lobby.tables.close()


async def test_the_list_has_the_points_of_a_game_with_points(server):
    ana = server.guest("Ana")
    for game, score in (("buraco", (0, 0)), ("holdem", ())):
        opened = await ana.ask(wire.Open, game=game, settings=FAST)
        assert describe(server.lobby.tables[opened.table]).score == score


async def test_the_list_is_always_as_the_tables_are(server):
    table_id, guests = await seated(server, "Ana", "Rui", options=CASH)

    async def check() -> None:
        listed = (await guests[0].ask(wire.ListTables)).result
        tables = server.lobby.tables
        assert listed == tuple(to_plain(describe(runner)) for runner in tables.values())

    await check()
    for _ in range(2):
        await play_hand(server, table_id, guests)
        await check()
    await guests[1].ask(wire.SitOut, table=table_id)
    await check()
    await guests[1].ask(wire.Leave, table=table_id)
    await check()
    await guests[0].ask(wire.AddBot, table=table_id, bot="caller")
    await check()
