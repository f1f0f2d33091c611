"""How tables come back: after a restart, a failure, or the end of another server's lease."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.clocks import pass_time, until
from tests.server.fakes import LobbyServer
from tests.server.lobby.guests import CASH, code, play_hand, seated, table
from tests.server.store.tools import TTL, Clock

from carteado.engine.events import event_to_plain
from carteado.protocol import messages as wire
from carteado.server.lobby import restarts
from carteado.server.store.memory import MemoryStore


async def lapse(clock: Clock) -> None:
    """Let all leases run out, for the store and for the servers that wait for them."""
    await asyncio.sleep(0)  # lets the waiting tasks start
    clock.ahead += TTL
    pass_time(TTL / 1000 + 1)


async def test_a_table_that_failed_comes_back_from_its_log(server, monkeypatch):
    monkeypatch.setattr(restarts, "BACK_OFF_S", (0.01,))
    table_id, (ana, rui) = await seated(server, "Ana", "Rui")
    other = await table(server, server.guest("Eva"))
    runner = server.lobby.tables[table_id]

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(runner.host, "applied", broken)
    ana.tell(wire.SitOut, table=table_id)
    await until(lambda: ana.closed)
    assert ana.closed == rui.closed == ["server/failed"]
    assert code(await server.guest("late").ask(wire.Watch, table=table_id)) == "table/failed"
    await until(lambda: table_id in server.lobby.tables)
    assert server.lobby.tables[table_id] is not runner
    assert other in server.lobby.tables
    back = server.guest("Ana", token=ana.welcome.token)
    assert back.welcome.seats == (wire.Holding(table=table_id, seat=0),)
    first = await back.ask(wire.SitOut, again=ana.ids, table=table_id)
    assert isinstance(first, wire.Ok)  # it had landed, and is not done twice
    assert server.lobby.tables[table_id].host.table.state.away == (True, False)


async def test_a_lobby_goes_on_where_another_stopped(server):
    table_id, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table_id, guests)
    host = server.lobby.tables[table_id].host
    await until(lambda: host.open_decision is not None)
    decision = host.open_decision.decision
    seq = host.audience.seq
    await server.lobby.tables.close()
    later = LobbyServer(server.store)
    assert await later.lobby.tables.recover("again") == []
    after = later.lobby.tables[table_id].host
    assert (after.audience.seq, after.open_decision.decision) == (seq, decision)
    back = later.guest("Ana", token=guests[0].welcome.token)
    assert back.welcome.resumed
    assert back.welcome.seats == (wire.Holding(table=table_id, seat=0),)
    await later.lobby.tables.close()


async def test_a_spectator_resumes_after_a_restart_without_a_known_session(server):
    table_id, (ana, _) = await seated(server, "Ana", "Rui")
    rail = server.guest("Eva", kind="viewer")
    await rail.ask(wire.Watch, table=table_id)
    (live,) = await until(lambda: rail.of(wire.Live))
    await ana.ask(wire.SitOut, table=table_id)
    seq = server.lobby.tables[table_id].host.audience.seq
    await server.lobby.tables.close()
    later = LobbyServer(server.store)
    await later.lobby.tables.recover("later")
    back = later.guest("Eva", kind="viewer", token=rail.welcome.token)
    assert not back.welcome.resumed
    after = wire.Position(epoch=live.epoch, seq=live.seq)
    await back.ask(wire.Watch, table=table_id, after=after)
    await until(lambda: back.of(wire.Live))
    assert back.of(wire.Snapshot) == []
    numbers = [m.first + at for m in back.of(wire.Events) for at in range(len(m.events))]
    assert numbers[: seq - live.seq] == list(range(live.seq + 1, seq + 1))
    await later.lobby.tables.close()


async def test_a_table_that_another_server_holds_is_taken_when_its_lease_ends():
    clock = Clock()
    server = LobbyServer(MemoryStore(clock=clock))
    table_id = await table(server, server.guest("Ana"))
    lease = server.lobby.tables[table_id].lease
    await server.lobby.tables.close()
    assert (await server.store.acquire(table_id, "another", TTL)) is not lease
    later = LobbyServer(server.store)
    (problem,) = await later.lobby.tables.recover("here")
    assert table_id in problem
    assert "another" in problem
    assert later.lobby.tables == {}
    refused = await later.guest("Rui").ask(wire.Watch, table=table_id)
    message = "another server has this table now; ask again soon"
    assert (refused.code, refused.message) == ("table/failed", message)
    await lapse(clock)
    await until(lambda: table_id in later.lobby.tables)
    await later.lobby.tables.close()


async def test_one_log_that_cannot_be_read_leaves_the_others_alone(server):
    good = await table(server, server.guest("Ana"))
    lease = await server.store.acquire("broken", "x", 1)
    await server.store.append(lease, lease.commit([(1, {"type": "moon_landing"})], at=0))
    odd = await server.store.acquire("odd", "x", 1)
    # A log that folds to nonsense raises an error that nobody expects.
    opened = server.lobby.tables[good].host.table.opened
    data = {**event_to_plain(opened), "table": "odd"}
    await server.store.append(odd, odd.commit([(1, data)], at=0))
    key = {"type": "seat_keyed", "seat": 77, "key": None, "label": ["As", "Kd"]}
    await server.store.append(odd, odd.commit([(1, key)], at=0))
    await server.lobby.tables.close()
    await server.store.release(lease)
    await server.store.release(odd)
    later = LobbyServer(server.store)
    problems = await later.lobby.tables.recover("again")
    assert sorted(p.split()[1].rstrip(":") for p in problems) == ["broken", "odd"]
    assert list(later.lobby.tables) == [good]
    ana = later.guest("Ana")
    refused = await ana.ask(wire.Watch, table="broken")
    assert (refused.code, "moon_landing" in refused.message) == ("table/failed", True)
    # The contents of an event may be secret, from the client and from a reader of the server's log.
    refused = await ana.ask(wire.Watch, table="odd")
    assert refused.code == "table/failed"
    assert "As" not in refused.message + "".join(problems)
    assert __file__.rpartition("/tests/")[0] not in refused.message
    await later.lobby.tables.close()


async def test_a_log_of_a_closed_table_does_not_count_as_a_stopped_table():
    clock = Clock()
    server = LobbyServer(MemoryStore(clock=clock))
    table_id = await table(server, server.guest("Ana"))
    await server.lobby.tables.close()
    lease = await server.store.acquire(table_id, "another", TTL)
    closed = lease.commit([(1, {"type": "table_closed", "reason": "enough"})], at=0)
    later = LobbyServer(server.store)
    (problem,) = await later.lobby.tables.recover("here")
    assert "another" in problem
    await server.store.append(
        lease, closed
    )  # the other server ends the table, and its lease lapses
    await lapse(clock)
    await until(lambda: later.lobby.tables.health() is None)
    assert code(await later.guest("Rui").ask(wire.Watch, table=table_id)) == "table/unknown"
    await later.lobby.tables.close()
