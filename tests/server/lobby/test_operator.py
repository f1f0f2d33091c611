"""What the operator of a server may do, and nobody else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.clocks import PATIENCE_S, until
from tests.server.fakes import Guest, LobbyServer

from carteado.protocol import messages as wire
from carteado.server.lobby.operator import TRIES
from carteado.server.table.step import Denied

TOKEN = "a-token-of-the-operator-1"


@pytest.fixture
async def server() -> Any:
    from carteado.server.store.memory import MemoryStore

    server = LobbyServer(MemoryStore(), admin_token=TOKEN)
    yield server
    server.lobby.operator.close()
    await server.lobby.tables.close()


async def admin(server: LobbyServer, action: Any, **fields: Any) -> Any:
    """As the local socket asks: without a token."""
    return await server.lobby.operator.carry_out(wire.Admin(id=1, action=action, **fields))


async def party(server: LobbyServer) -> tuple[str, Guest, Guest]:
    """Ana's table, where Ana and Bob play."""
    ana, bob = server.guest("Ana", source="10.0.0.1"), server.guest("Bob", source="10.0.0.2")
    options = {"format": "cash", "seats": 3}
    table = (await ana.ask(wire.Open, game="holdem", options=options, title="Den")).table
    for guest in (ana, bob):
        assert isinstance(await guest.ask(wire.Join, table=table), wire.Ok)
    return table, ana, bob


async def test_only_the_token_opens_the_operators_actions_over_the_wire(
    server: LobbyServer,
) -> None:
    ana = server.guest("Ana")
    assert "admin" in ana.welcome.capabilities
    for token in (None, "wrong"):
        reply = await ana.ask(wire.Admin, action="tables", token=token)
        assert reply.code == "admin/denied"
    assert (await ana.ask(wire.Admin, action="tables", token=TOKEN)).result == []
    for _ in range(TRIES - 1):
        await ana.ask(wire.Admin, action="tables", token="wrong")
    reply = await ana.ask(wire.Admin, action="tables", token=TOKEN)
    assert (reply.code, reply.details["retry_ms"] > 0) == ("admin/denied", True)


async def test_a_server_without_a_token_takes_no_operator_over_the_wire() -> None:
    from carteado.server.store.memory import MemoryStore

    server = LobbyServer(MemoryStore())
    ana = server.guest("Ana")
    assert "admin" not in ana.welcome.capabilities
    assert (await ana.ask(wire.Admin, action="tables", token="x")).code == "admin/denied"
    await server.lobby.tables.close()


async def test_tables_seats_and_sessions_are_listed_without_keys_or_tokens(
    server: LobbyServer,
) -> None:
    table, ana, _ = await party(server)
    await until(lambda: server.lobby.tables[table].host.is_playing)
    [found] = await admin(server, "tables")
    assert (found["table"], found["title"], found["people"], found["playing"]) == (
        table,
        "Den",
        2,
        True,
    )
    seats = await admin(server, "seats", table=table)
    assert [(one["seat"], one["name"], one["owner"]) for one in seats] == [
        (0, "Ana", True),
        (1, "Bob", False),
    ]
    sessions = await admin(server, "sessions")
    assert [(one["name"], one["address"]) for one in sessions] == [
        ("Ana", "10.0.0.1"),
        ("Bob", "10.0.0.2"),
    ]
    said = repr((found, seats, sessions))
    assert ana.welcome.token not in said
    assert ana.session.player.key not in said


async def test_a_kicked_player_loses_seats_and_connection(server: LobbyServer) -> None:
    table, _, bob = await party(server)
    result = await admin(server, "kick", name="bob")
    assert result == {"removed": [[table, 1]], "ended": 1}
    assert bob.closed == ["session/kicked"]
    again = server.guest("Bob", token=bob.welcome.token)
    again.ids = bob.ids
    assert (await again.ask(wire.Join, table=table)).code == "seat/removed"
    with pytest.raises(Denied, match="Ana"):
        await admin(server, "kick", name="Anna")


async def test_a_banned_player_does_not_come_back_also_after_a_restart(server: LobbyServer) -> None:
    _, _, bob = await party(server)
    result = await admin(server, "ban", name="Bob", address=True)
    assert (result["banned"], result["ended"]) == (1, 1)
    assert bob.closed == ["session/banned"]
    later = LobbyServer(server.store)
    await later.lobby.bans.load()
    for fields in ({"token": bob.welcome.token}, {"source": "10.0.0.2"}):
        with pytest.raises(AssertionError, match="session/banned"):
            later.guest("Rob", **fields)
    assert [ban["name"] for ban in later.lobby.bans.listed()] == ["Bob"]
    with pytest.raises(Denied, match="Bob"):
        await admin(later, "unban", name="Bop")
    assert await admin(later, "unban", name="bob") == {"lifted": 1}
    later.guest("Bob", token=bob.welcome.token)


async def test_everybody_hears_an_announcement(server: LobbyServer) -> None:
    _, ana, bob = await party(server)
    assert await admin(server, "announce", text="Pizza is here") == {"told": 2}
    assert [one.text for one in (*ana.of(wire.Announced), *bob.of(wire.Announced))] == [
        "Pizza is here",
        "Pizza is here",
    ]


async def test_a_drained_server_ends_with_the_deal_and_seats_nobody(server: LobbyServer) -> None:
    table, ana, bob = await party(server)
    stopped = asyncio.Event()
    server.lobby.operator.stop = stopped.set
    await until(lambda: ana.of(wire.Prompt) or bob.of(wire.Prompt))
    assert (await admin(server, "drain", seconds=60))["playing"] == 1
    cid = server.guest("Cid")
    assert (await cid.ask(wire.Join, table=table)).code == "server/draining"
    assert (await cid.ask(wire.Open, game="holdem")).code == "server/draining"
    assert not stopped.is_set()
    with pytest.raises(Denied, match="draining already"):
        await admin(server, "drain")
    host = server.lobby.tables[table].host
    seat = host.table.game.turn(host.table.state)
    actor = (ana, bob)[seat]
    prompt = actor.of(wire.Prompt)[-1]
    await actor.ask(wire.Act, table=table, decision=prompt.decision, action={"type": "fold"})
    await asyncio.wait_for(stopped.wait(), PATIENCE_S)
    assert not host.is_playing


async def test_the_operator_has_the_owners_rights_at_any_table(server: LobbyServer) -> None:
    table, ana, _ = await party(server)
    await admin(server, "at", table=table, text="lock")
    await admin(server, "at", table=table, text='rename "Friday"')
    assert await admin(server, "at", table=table, text="addbot caller") == 2
    opened = server.lobby.tables[table].host.table
    assert (opened.controls.locked, opened.opened.title) == (True, "Friday")
    for text, says in (("watch", "nothing that the owner"), ("lokc", "lock"), ("lock", "already")):
        with pytest.raises(Denied, match=says):
            await admin(server, "at", table=table, text=text)
    with pytest.raises(Denied, match="no table"):
        await admin(server, "at", table="nowhere", text="lock")
    assert (await ana.ask(wire.Unlock, table=table)).seq


async def test_titles_are_unique(server: LobbyServer) -> None:
    await party(server)
    eve = server.guest("Eve")
    second = (await eve.ask(wire.Open, game="holdem", title="den")).table
    titles = [info["title"] for info in (await eve.ask(wire.ListTables)).result]
    assert titles == ["Den", "den 2"]
    reply = await eve.ask(wire.Rename, table=second, title="DEN")
    assert (reply.code, reply.details["free"]) == ("table/title", "DEN 3")
    assert isinstance(await eve.ask(wire.Rename, table=second, title="Den 2"), wire.Ok)
