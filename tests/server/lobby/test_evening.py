"""The ledger of an evening over the wire."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.lobby.guests import CASH, code, play_hand, seated
from tests.server.lobby.test_accounts import account

from carteado.protocol import messages as wire
from carteado.server.lobby import evening
from carteado.server.ops.timing import now_ms


async def asked(guest: Guest, **fields: Any) -> dict[str, Any]:
    reply = await guest.ask(wire.Evening, **fields)
    assert isinstance(reply, wire.Ok), reply
    return reply.result


def results(book: dict[str, Any]) -> dict[str, int]:
    return {player["name"]: player["result"] for player in book["players"]}


async def left(server: LobbyServer, table: str, guests: list[Guest]) -> None:
    for guest in guests:
        await guest.ask(wire.Leave, table=table)
    names = (None,) * len(guests)
    await until(lambda: server.lobby.tables[table].host.table.state.names == names)


async def test_an_evening_adds_up_all_tables_closed_ones_too(server: LobbyServer) -> None:
    one, (ana, rui) = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, one, [ana, rui])
    await left(server, one, [ana, rui])
    assert code(await ana.ask(wire.CloseTable, table=one)) == "ok"
    ana.leave()
    two, guests = await seated(server, "Ana", "Eva", options=CASH)
    eva = guests[1]
    await play_hand(server, two, guests)
    await left(server, two, guests)
    book = await asked(eva)
    assert {table["table"] for table in book["tables"]} == {one, two}
    wanted: dict[str, int] = {}
    for table in (one, two):
        ledger = (await eva.ask(wire.Ledger, table=table)).result
        for player in ledger["players"]:
            wanted[player["name"]] = wanted.get(player["name"], 0) + player["result"]
    # The two guests called Ana have two tokens: they are two players.
    total = results(book)
    assert total["Ana"] + total["Ana 2"] == wanted["Ana"]
    assert (total["Rui"], total["Eva"]) == (wanted["Rui"], wanted["Eva"])
    paid = dict.fromkeys(total, 0)
    for payment in book["payments"]:
        paid[payment["payer"]] -= payment["amount"]
        paid[payment["payee"]] += payment["amount"]
    assert paid == total


async def test_chips_in_play_before_the_evening_count_as_brought(server: LobbyServer) -> None:
    table, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table, guests)
    began = now_ms() + 1
    await until(lambda: now_ms() > began)
    before = (await guests[0].ask(wire.Ledger, table=table)).result
    await play_hand(server, table, guests)
    await left(server, table, guests)
    after = (await guests[0].ask(wire.Ledger, table=table)).result
    book = await asked(guests[0], since_ms=began)
    total = results(book)
    assert sum(total.values()) == 0
    assert sum(player["buy_ins"] for player in book["players"]) == 400
    assert {player["name"]: player["seat"] for player in before["players"]} == {"Ana": 0, "Rui": 1}
    assert {player["seat"] for player in after["players"]} == {None}
    assert results(await asked(guests[0], since_ms=0)) == results(after)
    later = await asked(guests[0], since_ms=now_ms() + 60_000)
    assert later["tables"] == []
    assert later["players"] == []


async def test_an_adopted_guests_account_moves_with_the_seat(server: LobbyServer) -> None:
    table, (guest, rui) = await seated(server, "Phone", "Rui", options=CASH)
    await play_hand(server, table, [guest, rui])
    ana = await account(server)
    assert code(await ana.ask(wire.Adopt, token=guest.welcome.token)) == "ok"
    host = server.lobby.tables[table].host
    await until(lambda: host.table.keys[0] == ana.session.player.key)
    await ana.ask(wire.Watch, table=table)
    await play_hand(server, table, [ana, rui])
    await left(server, table, [ana, rui])
    ledger = (await rui.ask(wire.Ledger, table=table, points=True)).result
    assert {player["name"]: player["buy_ins"] for player in ledger["players"]} == {
        "Ana": 200,
        "Rui": 200,
    }
    assert results(await asked(rui)) == results(ledger)
    for point in ledger["points"]:
        assert sum(point["results"]) == 0
        assert len(point["stacks"]) == 2


async def test_an_answer_is_bounded(server: LobbyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "PLAYERS", 1)
    table, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table, guests)
    book = await asked(guests[0])
    assert len(book["players"]) == 1
    assert book["more"]
    assert book["payments"] == []
