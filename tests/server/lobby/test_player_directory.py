"""Players' names: in the directory alone, and gone from the store when a player is forgotten."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.lobby.guests import CASH

from carteado.engine.replay import state_hash
from carteado.protocol import messages as wire
from carteado.server.lobby.accounts import FORMER
from carteado.server.lobby.player_directory import NAME
from carteado.server.store.base import Place, Store
from carteado.server.store.memory import MemoryStore
from carteado.server.table.step import Denied

NAMES = ("Ana", "Rui", "Eva", "Leo", "Zoe")


async def everything(store: Store) -> bytes:
    """All bytes that a store holds of players: logs, checkpoints and projections."""
    found: list[bytes] = []
    for table in await store.tables(closed=True):
        found += [piece async for piece in store.export(table)]
        found.append(await store.checkpoint(table) or b"")
    for name in (NAME, "accounts", "bans"):
        for part in await store.projection(name):
            found += [key.encode() + b" " + value for key, value in part.values.items()]
    return b"\n".join(found)


async def logs(store: Store) -> bytes:
    return b"".join(
        [piece for table in await store.tables(closed=True) async for piece in store.export(table)]
    )


async def evening(server: LobbyServer, **options: Any) -> tuple[str, dict[str, Guest]]:
    """A table of Ana's with every event that names somebody."""
    guests = {name: server.guest(name) for name in NAMES}
    ana = guests["Ana"]
    options = {**CASH, "seats": 2, **options}
    table = (await ana.ask(wire.Open, game="holdem", options=options)).table
    for name in ("Ana", "Rui"):
        await done(guests[name], wire.Join, table=table)
    await done(guests["Eva"], wire.Wait, table=table)
    await done(ana, wire.Lock, table=table)
    await done(guests["Leo"], wire.Knock, table=table)
    await done(guests["Zoe"], wire.Watch, table=table)
    await done(guests["Zoe"], wire.Chat, table=table, text="hello")
    await done(ana, wire.Mute, table=table, name="Zoe")
    await done(ana, wire.Pause, table=table)
    await done(ana, wire.HandOver, table=table, seat=1)
    return table, guests


async def done(guest: Guest, cls: type, **fields: Any) -> Any:
    reply = await guest.ask(cls, **fields)
    assert isinstance(reply, wire.Ok), reply
    return reply


def returned(server: LobbyServer, guest: Guest, name: str) -> Guest:
    """Connect a guest again, with the same token."""
    back = server.guest(name, token=guest.welcome.token)
    back.ids = guest.ids
    return back


async def restarted(server: LobbyServer) -> LobbyServer:
    await server.lobby.tables.close()
    later = LobbyServer(server.store)
    assert await later.lobby.tables.recover("later") == []
    return later


def names_at(server: LobbyServer, table: str) -> set[str]:
    found = server.lobby.tables[table].host.table
    controls = found.controls
    lists = (controls.knock_names, controls.banned, controls.muted, controls.waiting_names)
    return {name for names in (found.state.names, *lists) for name in names if name}


async def test_no_log_and_no_checkpoint_holds_a_name(server: LobbyServer) -> None:
    table, _ = await evening(server)
    assert names_at(server, table) == set(NAMES)
    await server.lobby.tables.close()
    assert await server.store.checkpoint(table)
    written = await logs(server.store) + (await server.store.checkpoint(table) or b"")
    assert [name for name in NAMES if name.encode() in written] == []
    (part,) = await server.store.projection(NAME)
    assert {value.decode() for value in part.values.values()} == set(NAMES)


async def test_after_a_start_everybody_has_the_own_name_again(server: LobbyServer) -> None:
    table, guests = await evening(server)
    before = server.lobby.tables[table].host.table
    later = await restarted(server)
    after = later.lobby.tables[table].host.table
    assert state_hash(after) == state_hash(before)
    # Without the checkpoint too.
    await later.lobby.tables.close()
    await server.store.put_checkpoints({table: b"damaged"})
    again = LobbyServer(server.store)
    assert await again.lobby.tables.recover("again") == []
    assert state_hash(again.lobby.tables[table].host.table) == state_hash(before)
    back = again.guest("Rui", token=guests["Rui"].welcome.token)
    history = await done(back, wire.History, table=table)
    named = [event["name"] for event in history.result["events"] if "name" in event]
    assert named == ["Ana", "Rui", "Eva", "Leo", "Zoe", "Rui"]
    assert all("player" not in event for event in history.result["events"])
    await again.lobby.tables.close()


async def test_a_forgotten_guest_is_named_nowhere(server: LobbyServer) -> None:
    table, guests = await evening(server)
    zoe, rui = guests["Zoe"], guests["Rui"]
    await done(rui, wire.ForgetMe)
    await until(lambda: server.lobby.tables[table].host.table.state.names[1] is None)
    # A watcher is shown the table at once, and the connection of the forgotten player ends.
    shown = [message for message in zoe.of(wire.Snapshot) if message.reason == "renamed"]
    assert tuple(shown[-1].view["state"]["names"]) == ("Ana", FORMER)
    assert rui.closed
    assert b"Rui" not in await everything(server.store)
    history = await done(zoe, wire.History, table=table)
    taken = [e["name"] for e in history.result["events"] if e["type"] == "seat_taken"]
    assert taken == ["Ana", FORMER]
    book = await done(zoe, wire.Ledger, table=table)
    assert {one["name"] for one in book.result["players"]} == {"Ana", FORMER}
    # The token is invalid: a client with it is a new guest.
    back = server.guest("Rui", token=rui.welcome.token)
    assert back.session.player.key != rui.session.player.key
    later = await restarted(server)
    assert "Rui" not in names_at(later, table)
    await later.lobby.tables.close()


async def test_a_forgotten_account_and_its_adopted_guest_are_named_nowhere(
    server: LobbyServer,
) -> None:
    ana, old = server.guest("Ana"), server.guest("Anita")
    table = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    await done(old, wire.Join, table=table)
    await done(ana, wire.CreateAccount, password="correct horse")
    await done(ana, wire.Adopt, token=old.welcome.token)
    runner = server.lobby.tables[table]
    await until(lambda: runner.host.table.state.names[0] == "Ana")
    await done(ana, wire.ForgetMe, password="correct horse")
    await until(lambda: runner.host.table.state.names[0] is None)
    held = await everything(server.store)
    assert re.search(rb"Ana|Anita", held) is None
    await server.lobby.tables.close()


async def test_a_stranger_has_nothing_to_be_forgotten(server: LobbyServer) -> None:
    guest = server.guest("Ana", kind="viewer")
    reply = await guest.ask(wire.ForgetMe)
    assert (type(reply), reply.code) == (wire.Refused, "account/none")
    assert not guest.closed


async def test_a_player_with_another_name_is_called_so_at_every_table(server: LobbyServer) -> None:
    ana, eva = server.guest("Ana"), server.guest("Eva")
    first = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    second = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    await done(ana, wire.Join, table=first)
    await done(eva, wire.Watch, table=first)
    seq = server.lobby.tables[first].host.audience.seq
    ana.leave()
    runner = server.lobby.tables[first]
    await server.lobby.tables._checkpoints.write([runner], least=1)  # with the old name
    anna = returned(server, ana, "Anna")
    await done(anna, wire.Join, table=second)
    host = server.lobby.tables[first].host
    assert host.table.state.names[0] == "Anna"
    assert eva.of(wire.Snapshot)[-1].view["state"]["names"][0] == "Anna"
    # A client that was away meanwhile gets a snapshot, for its own copy has the old name.
    late = server.guest("Leo")
    position = wire.Position(epoch=host.audience.recent.epoch_at(seq), seq=seq)
    await done(late, wire.Watch, table=first, after=position)
    assert late.of(wire.Snapshot)[-1].reason == "renamed"
    live = state_hash(host.table)
    later = await restarted(server)
    host = later.lobby.tables[first].host
    assert state_hash(host.table) == live
    # Also if the server was restarted meanwhile.
    late = later.guest("Leo")
    await done(late, wire.Watch, table=first, after=position)
    assert late.of(wire.Snapshot)[-1].reason == "renamed"
    await later.lobby.tables.close()


async def test_another_name_waits_for_a_table_that_waits_for_its_store(server: LobbyServer) -> None:
    ana = server.guest("Ana")
    first = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    second = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    await done(ana, wire.Join, table=first)
    stuck = server.lobby.tables[first]
    stuck._wait("store_slow", 0)
    ana.leave()
    anna = returned(server, ana, "Anna")
    await done(anna, wire.Join, table=second)
    # The other table goes on, and the waiting one says the name as soon as it goes on.
    await done(anna, wire.SitOut, table=second)
    await until(lambda: stuck.host.table.state.names[0] == "Anna")


async def test_two_players_of_one_name_are_two_players(server: LobbyServer) -> None:
    first = server.guest("Ana")
    table = (await first.ask(wire.Open, game="holdem", options=CASH)).table
    await done(first, wire.Join, table=table)
    await done(first, wire.Leave, table=table)
    first.leave()
    second = server.guest("Ana")  # the name is free again
    await done(second, wire.Join, table=table)
    back = returned(server, first, "Ann")
    await done(back, wire.ForgetMe)
    history = await done(second, wire.History, table=table)
    taken = [e["name"] for e in history.result["events"] if e["type"] == "seat_taken"]
    assert taken == [FORMER, "Ana"]
    assert server.lobby.tables[table].host.table.state.names[0] == "Ana"


async def test_a_ban_is_lifted_after_a_start_although_the_log_holds_no_name(
    server: LobbyServer,
) -> None:
    ana, rui = server.guest("Ana"), server.guest("Rui")
    table = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    await done(ana, wire.Join, table=table)
    await done(rui, wire.Join, table=table)
    await done(ana, wire.Ban, table=table, seat=1)
    later = await restarted(server)
    back = returned(later, ana, "Ana")
    await done(back, wire.Unban, table=table, name="Rui")
    again = await restarted(later)
    assert again.lobby.tables[table].host.table.controls.banned == ()
    await again.lobby.tables.close()


class Failing(MemoryStore):
    """A store that takes no names for a while."""

    works = False

    async def project(self, name: str, place: Any, values: Any) -> bool:
        if name == NAME and not self.works:
            from carteado.server.store.errors import StoreError

            raise StoreError("no room")
        return await super().project(name, place, values)


async def test_a_name_that_could_not_be_written_is_written_with_the_next_one() -> None:
    store = Failing()
    server = LobbyServer(store)
    ana, rui = server.guest("Ana"), server.guest("Rui")
    table = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    await done(ana, wire.Join, table=table)
    store.works = True
    await done(rui, wire.Join, table=table)
    (part,) = await store.projection(NAME)
    assert {value.decode() for value in part.values.values()} == {"Ana", "Rui"}
    await server.lobby.tables.close()


async def test_the_list_names_waiting_players_and_obstacles_to_a_seat(server: LobbyServer) -> None:
    table, guests = await evening(server)
    owner = guests["Rui"]  # the table was handed over
    await done(owner, wire.SetCode, table=table, code="sesame")
    listed = await guests["Leo"].ask(wire.ListTables)
    (info,) = listed.result
    found = {key: info[key] for key in ("locked", "protected", "waiting", "watching")}
    assert found == {"locked": True, "protected": True, "waiting": 1, "watching": 1}
    await done(owner, wire.SetCode, table=table, code=None)
    await done(owner, wire.Unlock, table=table)
    await done(guests["Eva"], wire.StopWaiting, table=table)
    (info,) = (await guests["Leo"].ask(wire.ListTables)).result
    found = {key: info[key] for key in ("locked", "protected", "waiting", "watching")}
    assert found == {"locked": False, "protected": False, "waiting": 0, "watching": 1}


async def test_the_operator_forgets_a_player_by_name_or_id(server: LobbyServer) -> None:
    table, guests = await evening(server)
    operator = server.lobby.operator
    await server.lobby.bans.add(guests["Leo"].session.player.key, "Leo", None)
    gone = await operator.carry_out(wire.Admin(id=1, action="forget", name="leo"))
    assert gone == {"forgotten": guests["Leo"].session.player.key[:12]}
    assert b"Leo" not in await everything(server.store)
    assert FORMER in names_at(server, table)
    with pytest.raises(Denied, match="knows no player 'Leo'"):
        await operator.carry_out(wire.Admin(id=2, action="forget", name="Leo"))
    # Two players of one name are distinguished by their ids.
    guests["Zoe"].leave()
    second = server.guest("Zoe")
    await done(guests["Rui"], wire.Unlock, table=table)
    await done(second, wire.Wait, table=table)
    with pytest.raises(Denied, match="2 players were called 'Zoe'; name one by the id") as denied:
        await operator.carry_out(wire.Admin(id=3, action="forget", name="Zoe"))
    key = second.session.player.key
    assert key[:12] in str(denied.value)
    await operator.carry_out(wire.Admin(id=4, action="forget", name=key[:12]))
    assert server.lobby.players.name_of(key) == FORMER
    assert server.lobby.players.name_of(guests["Zoe"].session.player.key) == "Zoe"


async def test_a_name_that_another_server_of_the_store_forgets_is_gone_here_too(
    server: LobbyServer,
) -> None:
    table, guests = await evening(server)
    other = LobbyServer(server.store)
    await other.lobby.settle()
    await other.lobby.forget(guests["Eva"].session.player.key)
    assert "Eva" in names_at(server, table)
    await server.lobby.settle()
    assert "Eva" not in names_at(server, table)
    await other.lobby.tables.close()


async def test_a_player_is_forgotten_although_another_server_writes_at_the_same_time(
    server: LobbyServer,
) -> None:
    table, guests = await evening(server)
    (part,) = await server.store.projection(NAME)
    # Another server's name: this one's next write comes too late, and it reads all names again.
    theirs = {"another": b"Ivo"}
    assert await server.store.project(NAME, Place(at=part.place.at + 1), theirs)
    eva = guests["Eva"].session.player.key
    await server.lobby.forget(eva)
    assert server.lobby.players.name_of(eva) == FORMER
    assert "Eva" not in names_at(server, table)
    assert b"Eva" not in await everything(server.store)
