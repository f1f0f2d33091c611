"""Statistics and ledgers over the wire: as the logs have them, and no cards that were not seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.lobby.guests import CASH, FAST, code, play_hand, seated
from tests.server.lobby.test_checkpoints import Counting

from carteado.engine.plain import to_plain
from carteado.engine.tables.statistics import TableStatistics, Totals, players_of
from carteado.protocol import messages as wire
from carteado.server.lobby import statistics
from carteado.server.lobby.recovery import events_of
from carteado.server.lobby.statistics import StatisticsReader, equity
from carteado.server.lobby.statistics_store import NAME
from carteado.server.ops.slices import TimeSlices
from carteado.server.store.base import Lease, Place
from carteado.server.store.errors import StoreError


async def asked(guest: Guest, **fields: Any) -> dict[str, Any]:
    reply = await guest.ask(wire.Statistics, **fields)
    assert isinstance(reply, wire.Ok), reply
    return reply.result


async def rebuilt(server: LobbyServer, key: str) -> list[Any]:
    """The statistics of all tables, from the whole logs."""
    totals = Totals()
    for table in await server.store.tables(closed=True):
        one = TableStatistics(equity)
        async for commit in server.store.read(table):
            for event in events_of(
                commit, one.table.game if one.table else None, server.lobby.players.name_of
            ):
                one.note(event)
        totals.add(one)
    found = players_of(totals, is_own=lambda other: other == key)
    return [to_plain(fill()) for _, fill in found]


def figure(player: dict[str, Any], section: str, name: str) -> dict[str, Any]:
    (found,) = [s for s in player["sections"] if s["name"] == section]
    return next(f for f in found["figures"] if f["name"] == name)


def names(player: dict[str, Any]) -> set[str]:
    return {section["name"] for section in player["sections"]}


async def test_figures_of_a_running_table_equal_those_of_its_log(server: LobbyServer) -> None:
    table, (ana, rui) = await seated(server, "Ana", "Rui", options=CASH)
    seen = []
    for _ in range(3):
        await play_hand(server, table, [ana, rui])
        reply = await asked(ana)
        seen.append(figure(reply["players"][0], "results", "hands")["count"])
        assert list(reply["players"]) == await rebuilt(server, ana.session.player.key)
    assert seen[-1] >= seen[0] + 2
    assert {(p["name"], p["own"]) for p in reply["players"]} == {("Ana", True), ("Rui", False)}
    assert reply["unread"] == 0
    assert not reply["more"]


async def test_own_figures_take_in_the_own_cards_and_no_others(server: LobbyServer) -> None:
    table, (ana, rui) = await seated(server, "Ana", "Rui", options=CASH)
    host = server.lobby.tables[table].host
    while host.table.state.hand < 5:
        await until(lambda: host.open_decision is not None)
        seat = host.table.game.turn(host.table.state)
        player = next(g for g in (ana, rui) if host.seat_held(g.session.player) == seat)
        await player.ask(
            wire.Act, table=table, decision=host.open_decision.decision, action={"type": "fold"}
        )
    (own,) = (await asked(ana, own=True))["players"]
    assert own["name"] == "Ana"
    assert "most_won" in names(own)
    (other,) = (await asked(rui, player="ana"))["players"]
    assert not {"most_won", "most_played"} & names(other)
    assert figure(other, "results", "hands") == figure(own, "results", "hands")


async def test_statistics_include_closed_tables(server: LobbyServer) -> None:
    table, (ana, rui) = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table, [ana, rui])
    for guest in (ana, rui):
        await guest.ask(wire.Leave, table=table)
    before = await asked(ana, table=table)
    assert code(await ana.ask(wire.CloseTable, table=table)) == "ok"
    after = await asked(ana, table=table)
    assert after["players"] == before["players"]
    assert list(after["players"]) == await rebuilt(server, ana.session.player.key)
    ledger = await rui.ask(wire.Ledger, table=table)
    assert sum(player["result"] for player in ledger.result["players"]) == 0


async def test_answers_are_bounded_and_come_in_pages(
    server: LobbyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "PAGE", 1)
    table, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table, guests)
    first = await asked(guests[0])
    second = await asked(guests[0], after=1)
    assert (first["total"], first["more"], len(first["players"])) == (2, True, 1)
    assert (second["first"], second["more"], len(second["players"])) == (1, False, 1)
    assert [*first["players"], *second["players"]] == await rebuilt(
        server, guests[0].session.player.key
    )


async def test_forgotten_tables_are_counted_again(
    server: LobbyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "KEPT", 1)
    one, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, one, guests)
    two, others = await seated(server, "Eva", "Leo", options=CASH)
    await play_hand(server, two, others)
    for _ in range(2):
        reply = await asked(guests[0])
        assert list(reply["players"]) == await rebuilt(server, guests[0].session.player.key)
        assert reply["total"] == 4


async def test_unknown_things_are_refused_with_the_known_ones(server: LobbyServer) -> None:
    table, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table, guests)
    for fields, refused, hint in (
        ({"player": "Anna"}, "statistics/unknown", "Ana"),
        ({"game": "holdm"}, "options/unknown_game", "holdem"),
        ({"table": "no-such"}, "table/unknown", "no-such"),
    ):
        reply = await guests[0].ask(wire.Statistics, **fields)
        assert code(reply) == refused
        assert hint in reply.message


async def test_a_table_with_a_delay_reports_no_hand_before_its_rail_sees_it(
    server: LobbyServer,
) -> None:
    guests = [server.guest(name) for name in ("Ana", "Rui")]
    opened = await guests[0].ask(
        wire.Open, game="holdem", settings={**FAST, "delay_ms": 60_000}, options=CASH
    )
    for guest in guests:
        assert code(await guest.ask(wire.Join, table=opened.table)) == "ok"
    await play_hand(server, opened.table, guests)
    host = server.lobby.tables[opened.table].host
    played = host.audience.seq
    rail = server.guest("rail", kind="viewer")
    assert not (await asked(rail))["players"]
    ledger = await rail.ask(wire.Ledger, table=opened.table)
    assert all(player["result"] == 0 for player in ledger.result["players"])
    seat = await guests[0].ask(wire.Ledger, table=opened.table)
    assert len(seat.result["players"]) == 2
    # When the rail may know it, it counts.
    limit = [1]
    reader = StatisticsReader(
        server.store,
        able=False,
        accounts=server.lobby.accounts,
        players=server.lobby.players,
        last_of=lambda table: limit[0],
    )
    for limit[0], known in ((1, set()), (played, {"Ana", "Rui"})):
        reply = await reader.answer("", wire.Statistics(id=1), TimeSlices())
        assert {player["name"] for player in reply["players"]} == known


# Kept beside the logs


async def kept_house(store: Counting) -> tuple[LobbyServer, str, list[Guest]]:
    """A server that stores its statistics during a hand."""
    server = LobbyServer(store)
    table, guests = await seated(server, "Ana", "Rui", options=CASH)
    for _ in range(3):
        await play_hand(server, table, guests)
    host = server.lobby.tables[table].host
    await until(lambda: host.open_decision is not None)
    await asked(guests[0])
    await server.lobby.settle()
    return server, table, guests


async def start_again(server: LobbyServer, guests: list[Guest]) -> tuple[LobbyServer, list[Guest]]:
    await server.lobby.tables.close()
    later = LobbyServer(server.store)
    assert await later.lobby.tables.recover("later") == []
    back = [later.guest(guest.session.player.name, token=guest.welcome.token) for guest in guests]
    for guest, before in zip(back, guests, strict=True):
        guest.ids = before.ids
    return later, back


async def test_after_a_start_statistics_continue_from_the_stored_ones() -> None:
    store = Counting()
    server, table, guests = await kept_house(store)
    reply = await asked(guests[0])
    seq = server.lobby.tables[table].host.audience.seq
    later, back = await start_again(server, guests)
    store.read_from.clear()
    assert await asked(back[0]) == reply
    assert store.read_from == []  # the log has nothing new
    for guest in back:
        await guest.ask(wire.Watch, table=table)
    for _ in range(2):
        await play_hand(later, table, back)
    after = await asked(back[0])
    assert store.read_from == [seq]
    key = back[0].session.player.key
    assert list(after["players"]) == await rebuilt(later, key)
    assert after != reply
    await later.lobby.tables.close()


def flip(body: bytes) -> bytes:
    return body[:-1] + bytes([body[-1] ^ 1])


@pytest.mark.parametrize("change", [flip, lambda body: b"", lambda body: body[:40]])
async def test_kept_statistics_that_are_damaged_are_counted_again(change: Any) -> None:
    store = Counting()
    server, table, guests = await kept_house(store)
    reply = await asked(guests[0])
    (part,) = await store.projection(NAME)
    damaged = {table: change(part.values[table])}
    assert await store.project(NAME, Place(at=part.place.at + 1), damaged)
    later, back = await start_again(server, guests)
    store.read_from.clear()
    assert await asked(back[0]) == reply
    assert store.read_from == [0]
    await later.lobby.tables.close()


async def test_kept_statistics_hold_no_names_and_go_with_their_tables() -> None:
    store = Counting()
    server, table, guests = await kept_house(store)
    (part,) = await store.projection(NAME)
    assert list(part.values) == [table]
    assert b"Ana" not in part.values[table]
    assert b"Rui" not in part.values[table]
    # The log is deleted: its stored statistics are dropped with the next write.
    ana = guests[0]
    other = (await ana.ask(wire.Open, game="holdem", options=CASH)).table
    await server.lobby.tables.close()
    lease = await store.acquire(table, "operator", 1_000)
    assert isinstance(lease, Lease)
    assert await store.forget(lease)
    later, back = await start_again(server, [ana])
    await asked(back[0])
    await later.lobby.settle()
    (part,) = await store.projection(NAME)
    assert list(part.values) == [other]
    await later.lobby.tables.close()


class Unwell(Counting):
    """A store that keeps no statistics until it is well."""

    well = False

    async def project(self, name: str, place: Place, values: Mapping[str, bytes | None]) -> bool:
        if name == NAME and not self.well:
            raise StoreError("no room")
        return await super().project(name, place, values)


async def test_statistics_that_could_not_be_kept_are_kept_the_next_time() -> None:
    store = Unwell()
    server, _, _ = await kept_house(store)
    assert not await store.projection(NAME)
    store.well = True
    await server.lobby.settle()
    (part,) = await store.projection(NAME)
    assert len(part.values) == 1
    await server.lobby.tables.close()
