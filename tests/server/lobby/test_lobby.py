"""The lobby: requests that reach no table, and its housekeeping."""

from __future__ import annotations

from typing import Any

from tests.clocks import until
from tests.server.lobby.guests import code, seated, table

from carteado.protocol import messages as wire
from carteado.server.lobby import abandoned, directory
from carteado.server.store.errors import StoreError

# Requests


async def test_an_unknown_table_is_refused_for_every_command(server):
    ana = server.guest("Ana")
    for cls, fields in (
        (wire.Watch, {}),
        (wire.Join, {}),
        (wire.Leave, {}),
        (wire.Act, {"decision": 1, "action": {}}),
        (wire.AddBot, {"bot": "caller"}),
        (wire.Chat, {"text": "x"}),
        (wire.History, {}),
        (wire.Proofs, {"deal": 1}),
        (wire.Unwatch, {}),
    ):
        refused = await ana.ask(cls, table="nowhere", **fields)
        assert (refused.code, refused.details) == ("table/unknown", {"table": "nowhere"})
    before = len(ana.messages)
    server.lobby.receive(ana.session, wire.Nonce(table="nowhere", deal=1, nonce="0" * 32))
    assert [(m.id, m.code) for m in ana.messages[before:]] == [(None, "table/unknown")]


async def test_a_client_does_not_follow_a_table_that_refused_its_request(server, monkeypatch):
    table_id, (ana, _) = await seated(server, "Ana", "Rui")
    runner = server.lobby.tables[table_id]
    monkeypatch.setattr(runner, "submit", lambda request: False)
    late = server.guest("late")
    assert code(await late.ask(wire.Watch, table=table_id)) == "table/busy"
    assert late.session.watching == {}
    assert code(await ana.ask(wire.Unwatch, table=table_id)) == "table/busy"
    assert table_id in ana.session.watching
    monkeypatch.undo()
    ana.leave()
    await until(lambda: not runner.host.audience.connected(0))


async def test_a_bug_is_a_refusal_and_the_connection_goes_on(server, monkeypatch):
    ana = server.guest("Ana")

    def broken(runner: Any) -> Any:
        raise ZeroDivisionError("secret")

    await table(server, ana)
    monkeypatch.setattr(directory, "describe", broken)
    refused = await ana.ask(wire.ListTables)
    assert refused.code == "server/failed"
    assert "secret" not in refused.message
    monkeypatch.undo()
    assert code(await ana.ask(wire.ListTables)) == "ok"


# Housekeeping


async def test_a_deserted_table_is_closed_after_a_while_and_the_others_stay(server, monkeypatch):
    sat, (ana,) = await seated(server, "Ana")
    empty = await table(server, ana)
    await server.lobby.tables.keep_house()
    assert set(server.lobby.tables) == {sat, empty}
    later = abandoned.now_ms() + server.settings.empty_minutes * 60_000 + 1
    monkeypatch.setattr(abandoned, "now_ms", lambda: later)
    await server.lobby.tables.keep_house()
    await until(lambda: set(server.lobby.tables) == {sat})
    assert code(await ana.ask(wire.Join, table=empty)) == "table/unknown"
    assert await server.store.tables() == (sat,)
    assert set(await server.store.tables(closed=True)) == {sat, empty}


async def test_a_store_that_does_not_answer_does_not_end_the_housekeeping(server, monkeypatch):
    table_id = await table(server, server.guest("Ana"))

    async def silent(lease: Any) -> bool:
        raise StoreError("no answer")

    monkeypatch.setattr(server.store, "renew", silent)
    await server.lobby.tables.keep_house()
    assert table_id in server.lobby.tables


async def test_health_names_the_tables_that_stand_still(server, monkeypatch):
    ana = server.guest("Ana")
    runner = server.lobby.tables[await table(server, ana)]
    assert server.lobby.tables.health() is None
    monkeypatch.setattr(type(runner), "stuck", True)
    problem = server.lobby.tables.health()
    assert problem is not None
    assert runner.id in problem
