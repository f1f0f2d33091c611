"""Odds at all-ins: sent to everybody, counted from open cards, the same after a restart."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.host_driver import HostDriver
from tests.server.lobby.guests import FAST

from carteado.engine.cards import PACK, Card
from carteado.engine.events import event_from_plain
from carteado.engine.poker.pots import Pot
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import runout_of
from carteado.engine.state import changed
from carteado.engine.table import Table, evolve, restore, with_state
from carteado.engine.visibility import RAIL, redact
from carteado.odds import runout_odds
from carteado.protocol import messages as wire
from carteado.server.lobby import allins
from carteado.server.lobby.allins import AllIns, Place, public_runouts
from carteado.server.ops.metrics import Metrics
from carteado.server.store.memory import MemoryStore
from carteado.server.table.audience import Audience


async def all_in(server: LobbyServer, kind: str = "person") -> tuple[str, list[Guest]]:
    """A table at which both seats went all-in before the flop of the first hand."""
    guests = [server.guest(name, kind=kind) for name in ("Ana", "Bob")]
    opened = await guests[0].ask(wire.Open, game="holdem", settings=FAST, options={"stack": 100})
    for guest in guests:
        await guest.ask(wire.Join, table=opened.table)
    host = server.lobby.tables[opened.table].host
    for action in ("all_in", "call"):
        clock = await until(lambda: host.open_decision)
        guest = next(g for g in guests if host.seat_held(g.session.player) == clock.seat)
        fields = {"decision": clock.decision, "action": {"type": action}}
        assert isinstance(await guest.ask(wire.Act, table=opened.table, **fields), wire.Ok)
    return opened.table, guests


def odds_of(guest: Guest) -> list[wire.Odds]:
    return guest.of(wire.Odds)


def rail_fold(guest: Guest) -> dict[int, Table]:
    """The table after each event, from a guest's messages."""
    tables: dict[int, Table] = {}
    table: Table | None = None
    for message in guest.messages:
        if type(message) is wire.Snapshot:
            table = restore(message.view)
        elif type(message) is wire.Events:
            for at, data in enumerate(message.events):
                assert table is not None
                table = evolve(table, event_from_plain(table.game, data))
                tables[message.first + at] = table
    return tables


async def test_everybody_receives_the_exact_odds_of_each_street_to_come(server):
    assert "odds" in server.guest("Eve").welcome.capabilities
    table, guests = await all_in(server)
    watcher = server.guest("Eva", kind="viewer")
    await watcher.ask(wire.Watch, table=table)
    for guest in (*guests, watcher):
        received = await until(lambda guest=guest: len(odds_of(guest)) == 3 and odds_of(guest))
        assert [len(odds.board) for odds in received] == [0, 3, 4]
    folded = rail_fold(guests[0])
    find = runout_of(server.lobby.tables[table].host.table.game)
    for odds in odds_of(guests[0]):
        runout = find(folded[odds.seq].state)
        assert runout.board == odds.board
        (expected,) = runout_odds(runout)
        (pot,) = odds.pots
        assert pot.amount == 200
        assert {seat.seat: (seat.win, seat.tie) for seat in pot.seats} == {
            seat: (counted.win, counted.tie) for seat, counted in expected.items()
        }
        assert sum(Fraction(seat.share, seat.whole) for seat in pot.seats) == 1
        assert {counted.total for counted in expected.values()} == {pot.total}
    assert server.metrics.odds_told == 3


async def test_an_unreachable_watcher_does_not_keep_others_from_the_odds(server, monkeypatch):
    first, last = (server.guest(name, kind="viewer") for name in ("Eva", "Isa"))
    opened = await server.guest("Ana").ask(wire.Open, game="holdem", settings=FAST)
    for watcher in (first, last):
        await watcher.ask(wire.Watch, table=opened.table)
    audience = server.lobby.tables[opened.table].host.audience
    send = first.send

    def broken(message: Any) -> None:
        if type(message) is wire.Odds:
            raise ZeroDivisionError
        send(message)

    monkeypatch.setattr(first, "send", broken)
    server.lobby.tables.all_ins.count(audience, [place(("As", "Ks"), ("Qd", "Qh"))])
    await until(lambda: odds_of(last))
    assert first.closed == ["server/failed"]
    assert last.closed == []


async def test_returning_and_later_clients_receive_the_same_odds(server):
    table, guests = await all_in(server)
    odds = await until(lambda: len(odds_of(guests[0])) == 3 and odds_of(guests[0]))
    late = server.guest("Eva", kind="viewer")
    await late.ask(wire.Watch, table=table)
    await until(lambda: late.of(wire.Live))
    assert odds_of(late) == odds
    kinds = [type(message) for message in late.messages]
    assert kinds.index(wire.Snapshot) < kinds.index(wire.Odds) < kinds.index(wire.Live)
    back = server.guest("Eva", token=late.welcome.token, kind="viewer")
    after = wire.Position(epoch=odds[0].epoch, seq=1)
    await back.ask(wire.Watch, table=table, after=after)
    await until(lambda: back.of(wire.Live))
    assert back.of(wire.Snapshot) == []
    assert odds_of(back) == odds


@pytest.mark.parametrize("kind", ["person", "bot"])
async def test_a_client_that_joins_a_new_game_gets_no_odds_of_the_previous_one(server, kind):
    table, guests = await all_in(server, kind=kind)
    runner = server.lobby.tables[table]
    host = runner.host
    await until(lambda: len(odds_of(guests[0])) == 3 or len(runner.all_ins.uncounted) == 3)
    await until(lambda: host.table.game.over(host.table.state))
    lost, won = sorted(
        guests, key=lambda g: host.table.state.stacks[host.seat_held(g.session.player)]
    )
    await lost.ask(wire.Leave, table=table)
    await won.ask(wire.Rematch, table=table)
    await until(lambda: not host.table.game.over(host.table.state))
    late = server.guest("Eva", kind="viewer")
    await late.ask(wire.Watch, table=table)
    await until(lambda: late.of(wire.Live))
    assert odds_of(late) == []
    assert server.lobby.tables.all_ins._waiting == 0


async def test_a_table_that_goes_on_after_a_restart_counts_the_same_again():
    store = MemoryStore()
    server = LobbyServer(store)
    table, guests = await all_in(server)
    odds = await until(lambda: len(odds_of(guests[0])) == 3 and odds_of(guests[0]))
    await server.lobby.tables.close()
    other = LobbyServer(store)
    assert await other.lobby.tables.recover("again") == []
    late = other.guest("Eva", kind="viewer")
    await late.ask(wire.Watch, table=table)
    await until(lambda: len(odds_of(late)) == 3)
    assert odds_of(late) == odds
    await other.lobby.tables.close()


async def test_bots_alone_have_nothing_counted_until_somebody_looks(server):
    table, guests = await all_in(server, kind="bot")
    host = server.lobby.tables[table].host
    await until(lambda: host.audience.seq > 12 and not host.table.state.in_hand)
    counting = server.lobby.tables.all_ins
    assert (server.metrics.odds_told, counting._waiting) == (0, 0)
    late = server.guest("Eva", kind="viewer")
    await late.ask(wire.Watch, table=table)
    received = await until(lambda: len(odds_of(late)) == 3 and odds_of(late))
    assert [len(odds.board) for odds in received] == [0, 3, 4]
    for bot in guests:
        assert odds_of(bot) == received


async def test_a_client_that_joins_bots_gets_no_odds_of_an_earlier_deal(server):
    table, _ = await all_in(server, kind="bot")
    runner = server.lobby.tables[table]
    await until(lambda: len(runner.all_ins.uncounted) == 3)
    committed = runner.host.table.committed
    runner.host.table = replace(
        runner.host.table, committed=replace(committed, deal=committed.deal + 1)
    )
    late = server.guest("Eva", kind="viewer")
    await late.ask(wire.Watch, table=table)
    await until(lambda: late.of(wire.Live))
    assert server.lobby.tables.all_ins._waiting == 0
    assert odds_of(late) == []


async def test_without_numpy_the_table_plays_on_and_the_server_says_why(monkeypatch):
    find_spec = allins.importlib.util.find_spec
    monkeypatch.setattr(
        allins.importlib.util,
        "find_spec",
        lambda name, *rest: None if name == "numpy" else find_spec(name, *rest),
    )
    server = LobbyServer(MemoryStore())
    lines: list[Any] = []
    monkeypatch.setattr(allins.log, "warning", lambda *words, **more: lines.append((words, more)))
    await server.lobby.tables.all_ins.ready()
    ((words, more),) = lines
    assert "odds are not published" in words[0]
    assert "carteado[odds]" in more["reason"]
    table, guests = await all_in(server)
    host = server.lobby.tables[table].host
    await until(lambda: host.table.state.winner is not None or not host.table.state.in_hand)
    assert "odds" not in guests[0].welcome.capabilities
    assert odds_of(guests[0]) == []
    await server.lobby.tables.close()


async def test_too_many_at_once_are_left_out_and_counted():
    metrics = Metrics()
    counting = AllIns(metrics)
    audience = Audience("t", 1)
    places = [place(("As", "Ks"), ("Qd", "Qh"))]
    for _ in range(allins.WAITING + 3):
        counting.count(audience, places)
    assert metrics.odds_skipped == 3
    await until(lambda: metrics.odds_told == allins.WAITING)
    counting.close()


async def test_odds_that_cannot_be_counted_are_left_out_and_the_next_are_sent():
    metrics = Metrics()
    counting = AllIns(metrics)
    audience = Audience("t", 1)
    counting.count(audience, [place(("As", "Ks"), ("As", "Qh"))])
    counting.count(audience, [place(("As", "Ks"), ("Qd", "Qh"))])
    await until(lambda: metrics.odds_told == 1)
    assert metrics.odds_skipped == 1
    counting.close()


async def test_a_bug_in_a_games_runouts_does_not_stop_its_table(server, monkeypatch):
    def broken(*anything: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(allins, "runouts", broken)
    table, guests = await all_in(server)
    assert not server.lobby.tables[table].frozen
    assert odds_of(guests[0]) == []


async def test_the_event_loop_goes_on_while_odds_are_counted():
    metrics = Metrics()
    counting = AllIns(metrics)
    await counting.ready()
    counting.count(Audience("t", 1), [place(("As", "Ks"), ("Qd", "Qh"))] * 50)
    turns = 0
    while metrics.odds_told < 50:
        await asyncio.sleep(0)
        turns += 1
    assert turns > 3, "counting in the loop would leave it no turn"
    counting.close()


def place(*hands: tuple[str, str]) -> Place:
    seats = tuple(range(len(hands)))
    cards = [tuple(map(Card, held)) for held in hands]
    pots = (Pot(amount=10, seats=seats),)
    runout = Runout(hands=tuple(zip(seats, cards, strict=True)), board=(), pots=pots)
    return Place(epoch=1, seq=1, deal=1, runout=runout)


@pytest.mark.parametrize("seed", range(4))
def test_odds_are_counted_only_from_cards_that_the_rail_sees(seed):
    """Random play: each position has the cards of the rail's fold, and no hidden card matters."""
    chance = random.Random(seed)
    driver = HostDriver(
        "four-player", seed=seed, options={"format": "cash", "stack": 60}, pause_ms=0
    )
    clients = driver.seated(4)
    found = 0
    for _ in range(150):
        before, mark = driver.table, len(driver.log)
        seat = before.game.turn(before.state)
        if seat is None:
            break
        legal = before.game.legal(before.state, seat)
        action = before.game.pick(legal, chance.randrange(1 << 30))
        if getattr(legal, "all_in", None) and chance.random() < 0.3:
            action = {"type": "all_in"}
        else:
            action = {"type": action.type, **({"to": action.to} if hasattr(action, "to") else {})}
        client = next(c for c in clients if driver.host.seat_held(c.player) == seat)
        client.act(action)
        events = driver.log[mark:]
        places = public_runouts(before, events, first=mark + 1, epoch=7)
        found += len(places)
        view = redact(before.state, RAIL)
        seen: dict[int, Any] = {}
        table = with_state(before, view)
        for number, event in enumerate(events, mark + 1):
            table = evolve(table, redact(event, RAIL))
            seen[number] = table.state
        for one in places:
            state = seen[one.seq]
            shown = {card for cards in state.shown for card in cards}
            assert {card for _, cards in one.runout.hands for card in cards} <= shown
            assert one.runout.board == state.board
            assert shown | set(state.board) <= set(PACK)
        # Whatever the cards that nobody sees are, the positions are these.
        hidden = with_state(before, changed(before.state, deck=(), hands=before.state.shown))
        assert public_runouts(hidden, events, first=mark + 1, epoch=7) == places
    assert found, f"seed {seed}: no all-in to look at"
