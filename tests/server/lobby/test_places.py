"""Waiting for a seat: the messages to the player, whichever table the connection follows."""

from __future__ import annotations

from typing import Any

from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer

from carteado.protocol import messages as wire
from carteado.server.lobby.session import CHAT_LINES, REACTIONS_SHOWN


async def full_table(server: LobbyServer) -> tuple[str, list[Guest]]:
    ana, bob = server.guest("Ana"), server.guest("Bob")
    options = {"format": "cash", "seats": 2}
    table = (await ana.ask(wire.Open, game="holdem", options=options, title="Den")).table
    await ana.ask(wire.Pause, table=table)
    for guest in (ana, bob):
        assert isinstance(await guest.ask(wire.Join, table=table), wire.Ok)
    return table, [ana, bob]


def places(guest: Guest) -> list[tuple[Any, ...]]:
    return [(one.place, one.waiting, one.seat, one.reason) for one in guest.of(wire.WaitingPlace)]


async def test_a_waiting_player_receives_each_change_and_the_seat(server: LobbyServer) -> None:
    table, (_, bob) = await full_table(server)
    cid, dan = server.guest("Cid"), server.guest("Dan")
    assert "waiting" in cid.welcome.capabilities
    assert (await cid.ask(wire.Wait, table=table)).result == 1
    assert (await dan.ask(wire.Wait, table=table)).result == 2
    await until(lambda: places(cid) == [(1, 1, None, None), (1, 2, None, None)])
    assert cid.of(wire.WaitingPlace)[0].title == "Den"
    await bob.ask(wire.Leave, table=table)
    offer = await until(lambda: cid.of(wire.WaitingPlace)[2:])
    assert (offer[0].seat, offer[0].place) == (1, 1)
    assert 0 < offer[0].time_ms <= 60_000
    assert (await cid.ask(wire.Join, table=table)).result == 1
    await until(lambda: places(cid)[-1] == (None, 1, None, "seated"))
    await until(lambda: places(dan)[-1] == (1, 1, None, None))
    await dan.ask(wire.StopWaiting, table=table)
    await until(lambda: places(dan)[-1] == (None, 0, None, "left"))


async def test_a_returning_player_receives_the_place_again_also_after_a_restart(
    server: LobbyServer,
) -> None:
    table, (ana, bob) = await full_table(server)
    cid = server.guest("Cid")
    await cid.ask(wire.Wait, table=table)
    await bob.ask(wire.Leave, table=table)
    await until(lambda: places(cid)[-1][2] == 1)
    cid.leave()
    again = server.guest("Cid", token=cid.welcome.token)
    assert places(again) == [(1, 1, 1, None)]
    await server.lobby.tables.close()
    later = LobbyServer(server.store)
    await later.lobby.tables.recover("later")
    back = later.guest("Cid", token=cid.welcome.token)
    assert places(back) == [(1, 1, 1, None)]
    assert (await back.ask(wire.Join, table=table)).result == 1
    await later.lobby.tables.close()
    assert not ana.closed


async def test_a_closing_table_notifies_its_waiting_players(server: LobbyServer) -> None:
    table, (ana, _) = await full_table(server)
    cid = server.guest("Cid")
    await cid.ask(wire.Wait, table=table)
    assert isinstance(await ana.ask(wire.CloseTable, table=table), wire.Ok)
    await until(lambda: places(cid)[-1] == (None, 1, None, "closed"))
    assert not server.lobby.tables.places(cid.session.player.key)


async def test_lines_and_reactions_have_a_pace_of_their_own(server: LobbyServer) -> None:
    table, (ana, _) = await full_table(server)
    for _ in range(CHAT_LINES):
        assert isinstance(await ana.ask(wire.Phrase, table=table, phrase="hello"), wire.Ok)
    for _ in range(REACTIONS_SHOWN):
        assert isinstance(await ana.ask(wire.React, table=table, reaction="clap"), wire.Ok)
    for cls, fields in ((wire.Phrase, {"phrase": "hello"}), (wire.React, {"reaction": "clap"})):
        reply = await ana.ask(cls, table=table, **fields)
        assert reply.code == "chat/too_fast"
        assert reply.details["retry_ms"] > 0
    assert set(ana.welcome.phrases) >= {"hello"}
    assert set(ana.welcome.reactions) >= {"clap"}


async def test_a_block_holds_at_every_table_and_over_a_new_connection(server: LobbyServer) -> None:
    table, (ana, bob) = await full_table(server)
    assert isinstance(await ana.ask(wire.Block, table=table, name="Bob"), wire.Ok)
    ana.leave()
    again = server.guest("Ana", token=ana.welcome.token)
    await again.ask(wire.Watch, table=table)
    await bob.ask(wire.Chat, table=table, text="hello?")
    assert not again.of(wire.ChatSaid)


async def test_history_list_and_proofs_of_a_table_with_a_delay_match_the_rails_view(
    server: LobbyServer,
) -> None:
    ana, bob, rae = server.guest("Ana"), server.guest("Bob"), server.guest("Rae")
    settings = {"delay_ms": 600_000, "pause_ms": 0}
    table = (await ana.ask(wire.Open, game="holdem", settings=settings)).table
    await rae.ask(wire.Watch, table=table)
    for guest in (ana, bob):
        await guest.ask(wire.Join, table=table)
    host = server.lobby.tables[table].host
    await until(lambda: host.is_playing)
    seen = rae.of(wire.Live)[-1].seq
    page = (await rae.ask(wire.History, table=table)).result
    assert (len(page["events"]), page["more"]) == (seen, False)
    own = (await ana.ask(wire.History, table=table)).result
    assert len(own["events"]) > seen
    deal = host.table.committed.deal
    assert (await rae.ask(wire.Proofs, table=table, deal=deal)).code == "proofs/unknown"
    [listed] = (await rae.ask(wire.ListTables)).result
    assert listed["deals"] == 0
    assert all(seat["stack"] == 0 for seat in listed["seats"])
