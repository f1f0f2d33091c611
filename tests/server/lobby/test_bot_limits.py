"""How many of the host's bots one player may have."""

from __future__ import annotations

from typing import Any

from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.lobby.guests import code

from carteado.protocol import messages as wire
from carteado.server.lobby.first_tables import first_tables, open_listed
from carteado.server.store.memory import MemoryStore


async def table(guest: Guest, **fields: Any) -> str:
    opened = await guest.ask(wire.Open, game="holdem", **fields)
    assert isinstance(opened, wire.Ok), opened
    assert opened.table is not None
    return opened.table


async def add(guest: Guest, table_id: str) -> str:
    return code(await guest.ask(wire.AddBot, table=table_id, bot="caller"))


async def test_one_player_has_a_limited_number_of_bots_however_fast_they_ask():
    server = LobbyServer(MemoryStore(), player_bots=3)
    ana, rui = server.guest("Ana"), server.guest("Rui")
    found = [await table(rui, preset="four-player") for _ in range(3)]
    for one in found:
        for _ in range(2):
            ana.tell(wire.AddBot, table=one, bot="caller")
    await until(lambda: len(ana.of(wire.Ok) + ana.of(wire.Refused)) == 6)
    refused = ana.of(wire.Refused)
    expected = ("limit/bots", {"limit": 3, "have": 3})
    assert [(one.code, one.details) for one in refused] == [expected] * 3
    assert "may add 3 bots on this server" in refused[0].message
    assert len(server.launcher.started) == 3
    assert await add(rui, found[2]) == "ok"
    await server.lobby.tables.close()


async def test_a_bot_that_is_sent_away_makes_room_for_another():
    server = LobbyServer(MemoryStore(), player_bots=1)
    ana = server.guest("Ana")
    first, second = await table(ana), await table(ana)
    assert await add(ana, first) == "ok"
    assert await add(ana, second) == "limit/bots"
    assert code(await ana.ask(wire.RemoveBot, table=first, seat=0)) == "ok"
    assert await add(ana, second) == "ok"
    server.lobby.tables[second].end("enough")
    await until(lambda: second not in server.lobby.tables)
    assert await add(ana, first) == "ok"
    await server.lobby.tables.close()


async def test_a_bot_that_was_refused_for_another_reason_is_not_counted():
    server = LobbyServer(MemoryStore(), player_bots=1)
    ana = server.guest("Ana")
    table_id = await table(ana)
    assert code(await ana.ask(wire.AddBot, table=table_id, bot="caller", seat=9)) == "seat/unknown"
    assert await add(ana, table_id) == "ok"
    await server.lobby.tables.close()


async def test_the_bots_of_a_preset_count_and_too_many_open_no_table():
    server = LobbyServer(MemoryStore(), player_bots=3)
    ana = server.guest("Ana")
    duels = [await ana.ask(wire.Open, game="holdem", preset="tight-mfs") for _ in range(2)]
    assert list(map(code, duels)) == ["ok", "limit/bots"]
    assert duels[1].details == {"limit": 3, "have": 2}
    assert len(server.lobby.tables) == 1
    assert await add(ana, await table(ana)) == "ok"
    assert await add(ana, await table(ana)) == "limit/bots"
    await server.lobby.tables.close()


async def test_the_bots_of_a_player_are_counted_after_a_restart():
    server = LobbyServer(MemoryStore(), player_bots=1)
    ana = server.guest("Ana")
    table_id = await table(ana)
    other = await table(server.guest("Rui"))
    assert await add(ana, table_id) == "ok"
    await server.lobby.tables.close()
    later = LobbyServer(server.store, player_bots=1)
    await later.lobby.tables.recover("later")
    back = later.guest("Ana", token=ana.welcome.token)
    back.ids = 50
    assert await add(back, other) == "limit/bots"
    assert code(await back.ask(wire.RemoveBot, table=table_id, seat=0)) == "ok"
    assert await add(back, other) == "ok"
    await later.lobby.tables.close()


async def test_the_host_itself_seats_its_bots_without_a_limit():
    server = LobbyServer(MemoryStore(), player_bots=0)
    await open_listed(server.lobby.tables, first_tables())
    await until(lambda: len(server.launcher.started) == 10)
    await server.lobby.tables.close()
