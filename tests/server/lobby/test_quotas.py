"""How many tables and seats one player may have."""

from __future__ import annotations

from tests.clocks import until
from tests.server.fakes import LobbyServer
from tests.server.lobby.guests import code, seated, table

from carteado.protocol import messages as wire
from carteado.server.lobby.first_tables import first_tables, open_listed
from carteado.server.store.memory import MemoryStore


async def test_tables_have_a_limit():
    server = LobbyServer(MemoryStore(), max_tables=2)
    ana = server.guest("Ana")
    replies = [code(await ana.ask(wire.Open, game="holdem")) for _ in range(3)]
    assert replies == ["ok", "ok", "limit/tables"]
    await server.lobby.tables.close()


async def test_one_player_opens_a_limited_number_of_tables_and_others_continue():
    server = LobbyServer(MemoryStore(), player_tables=2)
    ana, rui = server.guest("Ana"), server.guest("Rui")
    replies = [await ana.ask(wire.Open, game="holdem") for _ in range(3)]
    assert list(map(code, replies)) == ["ok", "ok", "limit/tables"]
    assert replies[2].details == {"limit": 2}
    assert code(await rui.ask(wire.Open, game="holdem")) == "ok"
    server.lobby.tables[replies[0].table].end("enough")
    await until(lambda: replies[0].table not in server.lobby.tables)
    assert code(await ana.ask(wire.Open, game="holdem")) == "ok"
    await server.lobby.tables.close()


async def test_tables_that_are_being_opened_count_too():
    server = LobbyServer(MemoryStore(), player_tables=2)
    ana = server.guest("Ana")
    for _ in range(5):
        ana.tell(wire.Open, game="holdem")
    await until(lambda: len(ana.of(wire.Ok) + ana.of(wire.Refused)) == 5)
    assert len(server.lobby.tables) == len(ana.of(wire.Ok)) == 2
    await server.lobby.tables.close()


async def test_the_tables_of_a_player_are_counted_after_a_restart():
    server = LobbyServer(MemoryStore(), player_tables=1, player_seats=1)
    table_id, (ana,) = await seated(server, "Ana")
    await server.lobby.tables.close()
    later = LobbyServer(server.store, player_tables=1, player_seats=1)
    await later.lobby.tables.recover("later")
    back = later.guest("Ana", token=ana.welcome.token)
    assert [held.table for held in back.welcome.seats] == [table_id]
    assert code(await back.ask(wire.Open, again=50, game="holdem")) == "limit/tables"
    other = await table(later, later.guest("Rui"))
    assert code(await back.ask(wire.Join, again=51, table=other)) == "limit/seats"
    assert code(await back.ask(wire.Leave, again=52, table=table_id)) == "ok"
    assert code(await back.ask(wire.Join, again=53, table=other)) == "ok"
    await later.lobby.tables.close()


async def test_the_host_itself_opens_its_tables_without_a_limit():
    server = LobbyServer(MemoryStore(), player_tables=1)
    await open_listed(server.lobby.tables, first_tables())
    assert len(server.lobby.tables) == 5, "one of every game, and one heads-up"
    await server.lobby.tables.close()


async def test_one_player_holds_a_limited_number_of_seats_however_fast_they_ask():
    server = LobbyServer(MemoryStore(), player_seats=2)
    rui, ana = server.guest("Rui"), server.guest("Ana")
    table_ids = [await table(server, rui) for _ in range(4)]
    for table_id in table_ids:
        ana.tell(wire.Join, table=table_id)
    await until(lambda: len(ana.of(wire.Ok) + ana.of(wire.Refused)) == 4)
    refused = ana.of(wire.Refused)
    assert [(one.code, one.details) for one in refused] == [("limit/seats", {"limit": 2})] * 2
    held = server.guest("Ana", token=ana.welcome.token)
    assert len(held.welcome.seats) == 2
    assert code(await held.ask(wire.Join, again=20, table=table_ids[0])) == "seat/already"
    assert code(await rui.ask(wire.Join, table=table_ids[3])) == "ok"
    await server.lobby.tables.close()


async def test_a_seat_that_was_refused_for_another_reason_is_not_counted():
    server = LobbyServer(MemoryStore(), player_seats=1)
    rui, ana = server.guest("Rui"), server.guest("Ana")
    first, second = await table(server, rui), await table(server, rui)
    assert code(await ana.ask(wire.Join, table=first, credit=1)) == "seat/credit"
    assert code(await ana.ask(wire.Join, table=second)) == "ok"
    await server.lobby.tables.close()


async def test_seats_of_a_table_that_fell_do_not_count_until_it_is_back(server, monkeypatch):
    table_id, (ana,) = await seated(server, "Ana")
    runner = server.lobby.tables[table_id]
    runner._fail(RuntimeError("a bug"))
    assert server.guest("Ana", token=ana.welcome.token).welcome.seats == ()
    await until(lambda: table_id in server.lobby.tables)
    back = server.guest("Ana", token=ana.welcome.token)
    assert [held.table for held in back.welcome.seats] == [table_id]
