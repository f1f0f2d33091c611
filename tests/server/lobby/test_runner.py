"""The runner of a table: the store's answers decide which messages are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs
from tests.clocks import PATIENCE_S, until
from tests.server.rig import Rig, Screen

from carteado.engine.table import open_table
from carteado.protocol import messages as wire
from carteado.server.lobby import runner as runner_module
from carteado.server.lobby.runner import MAILBOX, SHARE, TableRunner
from carteado.server.ops.metrics import Metrics
from carteado.server.store.base import (
    Appended,
    Conflict,
    Diverged,
    Duplicate,
    Durability,
    Fenced,
    Full,
    TailLost,
    Unreplicated,
)
from carteado.server.store.errors import StoreError, StoreUnreachable
from carteado.server.table.audience import Audience
from carteado.server.table.host import TableHost
from carteado.server.table.step import Player, Request
from carteado.server.table.watcher import Watcher

LANDED = Appended(version=0, reached=Durability.DISK)


class Line(Screen):
    """A connection that remembers why it was ended."""

    def __init__(self) -> None:
        super().__init__()
        self.closed: list[str] = []
        self.broken = False

    def send(self, message: Any) -> None:
        if self.broken:
            raise OverflowError("no such number")
        super().send(message)

    def close(self, code: str, message: str) -> None:
        self.closed.append(code)


class ScriptedStore:
    """Appends wait until the test says how they end."""

    def __init__(self) -> None:
        self.flights: list[tuple[Any, Callable[[Any], object]]] = []
        self.error: Exception | None = None

    def put(self, lease: Any, commit: Any, on_outcome: Callable[[Any], object]) -> int:
        if self.error is not None:
            raise self.error
        self.flights.append((commit, on_outcome))
        return 100


class PlainLease:
    def commit(self, events: Any, **fields: Any) -> Any:
        return {"events": tuple(events), **fields}


class Desk:
    """A runner on a scripted store, and two players."""

    def __init__(self) -> None:
        rig = Rig()
        self.now = 1_000
        self.store = ScriptedStore()
        self.metrics = Metrics()
        self.happened: list[Any] = []
        self.stopped: list[tuple[str, list[Watcher]]] = []
        audience = Audience("rig", 7)
        audience.load([rig.opened], 7)
        self.host = TableHost(open_table(rig.opened), audience, rig.random.randbytes, str)
        self.runner = TableRunner(
            self.host,
            self.store,
            PlainLease(),
            now_ms=lambda: self.now,
            wall_ms=lambda: 0,
            metrics=self.metrics,
            happened=lambda runner, step: self.happened.extend(step.events),
            stopped=lambda runner, reason, waiting: self.stopped.append((reason, waiting)),
        )
        self.runner.start()
        self.ids = 0

    def player(self, name: str) -> tuple[Player, Line, Watcher]:
        line = Line()
        return Player(key=name, name=name), line, Watcher(line)

    def say(self, who: tuple[Player, Line, Watcher], cls: type, **fields: Any) -> bool:
        self.ids += 1
        message = cls(id=self.ids, table="rig", **fields)
        return self.runner.submit(Request(player=who[0], watcher=who[2], message=message))

    async def settle(self, outcome: Any) -> None:
        """End the append that is in flight."""
        _, on_outcome = self.store.flights[-1]
        on_outcome(outcome)
        await turn_of_the_loop()

    async def seat(self, *names: str) -> list[tuple[Player, Line, Watcher]]:
        seated = [self.player(name) for name in names]
        for who in seated:
            self.say(who, wire.Join)
            await self.settle(LANDED)
        return seated


async def turn_of_the_loop() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


@pytest.mark.parametrize("outcome", [LANDED, Duplicate(version=2)])
async def test_nothing_is_sent_before_it_is_durable(outcome):
    desk = Desk()
    ana = desk.player("Ana")
    desk.say(ana, wire.Join)
    await turn_of_the_loop()
    assert ana[1].messages == []
    assert desk.host.table.state.names == (None, None)
    assert desk.happened == []
    await desk.settle(outcome)
    assert [type(m) for m in ana[1].messages] == [
        wire.Ok,
        wire.Snapshot,
        wire.Live,
        wire.Presence,
    ]
    assert desk.host.table.state.names == ("Ana", None)
    assert [event.type for event in desk.happened] == ["seat_keyed", "seat_taken"]


async def test_events_come_before_the_reply_and_one_append_is_in_flight():
    desk = Desk()
    (ana,) = await desk.seat("Ana")
    ana[1].take()
    desk.say(ana, wire.SitOut)
    desk.say(ana, wire.SitIn)
    await turn_of_the_loop()
    assert len(desk.store.flights) == 2  # the join, and the first of the two
    await desk.settle(LANDED)
    await desk.settle(LANDED)
    kinds = [type(m) for m in ana[1].messages]
    assert kinds == [wire.Events, wire.Ok, wire.Events, wire.Ok]


async def test_the_end_of_a_hand_is_sent_before_the_next_deal():
    desk = Desk()
    players = await desk.seat("Ana", "Rui")
    while desk.host.open_decision is None:
        await desk.settle(LANDED)
    decision = desk.host.open_decision
    who = players[decision.seat]
    desk.say(who, wire.Act, decision=decision.decision, action={"type": "fold"})
    flights = len(desk.store.flights)
    _, on_outcome = desk.store.flights[-1]
    on_outcome(LANDED)
    ended = who[1].of(wire.Events)[-1].events
    assert "hand_ended" in [event["type"] for event in ended]
    assert len(desk.store.flights) == flights
    await turn_of_the_loop()
    commit, _ = desk.store.flights[flights]
    assert commit["events"][0][1]["type"] == "deck_committed"


async def test_the_next_deck_is_made_while_the_first_decision_is_waited_for():
    desk = Desk()
    prepared = []
    prepare = desk.host.prepare
    desk.host.prepare = lambda: prepared.append(desk.host.open_decision is not None) or prepare()
    await desk.seat("Ana", "Rui")
    while desk.host.open_decision is None:
        _, on_outcome = desk.store.flights[-1]
        on_outcome(LANDED)
        assert not any(prepared)  # what was told is written before
        await turn_of_the_loop()
    assert prepared[-1]


async def test_a_deck_that_cannot_be_made_ahead_stops_the_table(monkeypatch):
    desk = Desk()
    await desk.seat("Ana", "Rui")

    def broken(*_: Any) -> Any:
        raise KeyError("oh")

    monkeypatch.setattr(desk.host, "prepare", broken)
    while not desk.stopped:
        await desk.settle(LANDED)
    assert desk.stopped[0][0] == "KeyError"


async def test_a_refusal_is_answered_at_once():
    desk = Desk()
    ana = desk.player("Ana")
    desk.say(ana, wire.Leave)
    assert [m.code for m in ana[1].messages] == ["seat/none"]
    assert desk.metrics.refused == {"seat/none": 1}
    assert desk.store.flights == []


REASONS = {
    Full: "store_full",
    Unreplicated: "store_unreplicated",
    StoreUnreachable: "store_unreachable",
}


@pytest.mark.parametrize(
    "trouble",
    [Full(reason="no room"), Unreplicated(version=2, replicas=0), StoreUnreachable("no answer")],
    ids=["full", "unreplicated", "unreachable"],
)
async def test_the_same_commit_is_tried_again_until_it_lands(trouble, monkeypatch):
    monkeypatch.setattr(runner_module, "RETRY_S", 0.001)
    desk = Desk()
    ana = desk.player("Ana")
    desk.say(ana, wire.Join)
    reason = REASONS[type(trouble)]
    for attempt in range(1, 4):
        await until(lambda n=attempt: len(desk.store.flights) == n)
        waits = wire.TableWaiting(table="rig", reason=reason, since_ms=1_000, now_ms=1_000)
        assert ana[1].messages == ([waits] if attempt > 1 else [])
        assert desk.runner.stuck == (attempt > 1)  # also while the store is asked again
        await desk.settle(trouble)
    await until(lambda: len(desk.store.flights) == 4)
    assert desk.runner.stuck
    assert len({id(commit) for commit, _ in desk.store.flights}) == 1
    desk.now += 7_000
    rui = desk.player("Rui")
    desk.say(rui, wire.Watch)
    fields = {"table": "rig", "since_ms": 1_000, "now_ms": 8_000}
    assert rui[1].messages == [wire.TableWaiting(reason=reason, **fields)]
    ana[1].take()
    await desk.settle(LANDED)
    assert ana[1].messages[0] == wire.TableWaiting(reason=None, **fields)
    assert type(ana[1].messages[1]) is wire.Ok
    assert not desk.runner.stuck
    assert desk.metrics.outcomes == {type(trouble).__name__: 3}
    assert desk.stopped == []


@pytest.mark.parametrize(
    "trouble",
    [
        Fenced(epoch=9),
        Conflict(actual=9),
        TailLost(actual=1),
        Diverged(version=2, head="00"),
        StoreError("the store is closed"),
        RuntimeError("a bug"),
    ],
    ids=lambda trouble: type(trouble).__name__,
)
async def test_a_table_that_lost_its_log_stops_and_sends_nothing(trouble):
    desk = Desk()
    ana, rui = desk.player("Ana"), desk.player("Rui")
    desk.say(ana, wire.Join)
    desk.say(rui, wire.Join)
    await desk.settle(trouble)
    ((reason, waiting),) = desk.stopped
    assert reason == type(trouble).__name__
    assert set(waiting) == {ana[2], rui[2]}
    assert ana[1].messages == rui[1].messages == []
    assert desk.runner.frozen
    assert desk.host.table.state.names == (None, None)
    assert len(desk.store.flights) == 1
    await desk.runner.freeze()


async def test_a_store_that_takes_nothing_stops_the_table():
    desk = Desk()
    desk.store.error = StoreError("the store is closed")
    ana = desk.player("Ana")
    desk.say(ana, wire.Join)
    ((reason, waiting),) = desk.stopped
    assert (reason, waiting) == ("StoreError", [ana[2]])
    assert ana[1].messages == []


async def test_a_bug_in_a_command_is_one_refusal(monkeypatch):
    desk = Desk()
    ana = desk.player("Ana")

    def broken(*_: Any) -> Any:
        raise KeyError("As Kd: a secret")

    with monkeypatch.context() as patch, capture_logs() as logged:
        patch.setattr(desk.host, "receive", broken)
        desk.say(ana, wire.Join)
    assert [(m.id, m.code) for m in ana[1].messages] == [(1, "server/failed")]
    assert desk.stopped == []
    desk.say(ana, wire.Join)
    await desk.settle(LANDED)
    assert desk.host.table.state.names == ("Ana", None)
    (line,) = logged
    assert line["error"].startswith("KeyError at ")
    assert "secret" not in repr(line)


@pytest.mark.parametrize("place", ["applied", "tick"])
async def test_a_bug_in_the_table_stops_it(place, monkeypatch):
    desk = Desk()
    ana = desk.player("Ana")

    def broken(*_: Any) -> Any:
        raise KeyError("oh")

    monkeypatch.setattr(desk.host, place, broken)
    if place == "tick":
        monkeypatch.setattr(TableHost, "due", 0)
    desk.say(ana, wire.Join)
    if not desk.stopped:
        await desk.settle(LANDED)
    ((reason, _),) = desk.stopped
    assert reason == "KeyError"
    assert desk.runner.frozen


async def test_a_message_that_cannot_be_written_costs_one_connection():
    desk = Desk()
    ana, rui = await desk.seat("Ana", "Rui")
    await desk.settle(LANDED)  # the draw for the button
    await desk.settle(LANDED)  # the first hand
    rui[1].take()
    ana[1].broken = True
    desk.say(rui, wire.SitOut)
    await desk.settle(LANDED)
    assert set(ana[1].closed) == {"server/failed"}
    assert wire.Ok in map(type, rui[1].messages)
    assert desk.stopped == []


async def test_the_mailbox_has_an_end_and_each_player_a_share():
    desk = Desk()
    ana = desk.player("Ana")
    desk.say(ana, wire.Join)
    taken = sum(desk.say(ana, wire.SitOut) for _ in range(2 * SHARE))
    assert taken == SHARE
    rui = desk.player("Rui")
    assert desk.say(rui, wire.Join)
    others = [desk.player(f"p{n}") for n in range(2 * MAILBOX // SHARE)]
    total = taken + 1 + sum(desk.say(who, wire.Join) for who in others for _ in range(SHARE))
    assert total == MAILBOX
    await desk.settle(LANDED)
    await desk.settle(LANDED)  # the first of the pauses
    assert len(ana[1].of(wire.Refused)) == SHARE - 1


async def test_an_answer_that_came_in_time_is_in_time_however_long_it_waits():
    desk = Desk()
    seated = await desk.seat("Ana", "Rui")
    await desk.settle(LANDED)
    await desk.settle(LANDED)
    table = desk.host.table
    seat = table.game.turn(table.state)
    assert seat is not None
    due = desk.host.due
    assert due is not None
    desk.now = due - 1
    other = desk.player("rail")
    desk.say(other, wire.AddBot, bot="caller")  # refused at once: the table is full
    desk.say(seated[1 - seat], wire.SitOut)  # and this one is in flight
    clock = desk.host.open_decision
    assert clock is not None
    desk.say(seated[seat], wire.Act, decision=clock.decision, action={"type": "call"})
    desk.now = due + 1_000
    await desk.settle(LANDED)
    await desk.settle(LANDED)
    assert "called" in [event.type for event in desk.happened]
    assert "timed_out" not in [event.type for event in desk.happened[:12]]


async def test_commands_after_the_deadline_do_not_delay_the_clock():
    desk = Desk()
    seated = await desk.seat("Ana", "Rui")
    await desk.settle(LANDED)
    await desk.settle(LANDED)
    seat = desk.host.table.game.turn(desk.host.table.state)
    assert seat is not None
    due = desk.host.due
    assert due is not None
    desk.say(seated[1 - seat], wire.SitOut)
    desk.now = due + 1
    for _ in range(4):
        desk.say(seated[1 - seat], wire.SitIn)
        desk.say(seated[1 - seat], wire.SitOut)
    await desk.settle(LANDED)
    await desk.settle(LANDED)
    assert desk.happened[-1].type != "returned"
    assert "timed_out" in [event.type for event in desk.happened]


async def test_a_client_that_joins_a_closing_table_is_refused():
    desk = Desk()
    desk.runner.end("nobody is here")
    ana = desk.player("Ana")
    desk.say(ana, wire.Join)
    await desk.settle(LANDED)
    assert [event.type for event in desk.happened] == ["table_closed"]
    assert [message.code for message in ana[1].messages] == ["table/closed"]
    assert desk.host.due is None
    assert len(desk.store.flights) == 1


async def test_a_table_with_something_to_do_is_not_closed():
    desk = Desk()
    desk.say(desk.player("Ana"), wire.Join)
    desk.runner.end("nobody is here")
    await desk.settle(LANDED)
    assert "table_closed" not in [event.type for event in desk.happened]


async def test_freezing_waits_for_running_appends_and_accepts_no_others():
    desk = Desk()
    ana = desk.player("Ana")
    desk.say(ana, wire.Join)
    frozen = asyncio.create_task(desk.runner.freeze())
    await turn_of_the_loop()
    assert not frozen.done()
    desk.say(ana, wire.SitOut)
    await desk.settle(LANDED)
    await frozen
    assert len(desk.store.flights) == 1
    assert type(ana[1].messages[0]) is wire.Ok


async def test_watchers_are_notified_of_a_store_that_does_not_answer():
    desk = Desk()
    (ana,) = await desk.seat("Ana")
    ana[1].take()
    desk.say(ana, wire.SitOut)
    desk.now += runner_module.SLOW_MS - 1
    desk.runner.look()
    assert ana[1].messages == []
    desk.now += 1
    for _ in range(2):
        desk.runner.look()
    (waits,) = ana[1].take()
    assert waits == wire.TableWaiting(
        table="rig", reason="store_slow", since_ms=1_000, now_ms=1_000 + runner_module.SLOW_MS
    )
    assert desk.runner.stuck
    await desk.settle(LANDED)
    assert (ana[1].messages[0].type, ana[1].messages[0].reason) == ("table_waiting", None)
    assert not desk.runner.stuck


@pytest.mark.parametrize("late", [False, True])
async def test_freezing_does_not_wait_for_a_store_without_room(late):
    desk = Desk()
    desk.say(desk.player("Ana"), wire.Join)
    if not late:
        await desk.settle(Full(reason="no room"))
    frozen = asyncio.create_task(desk.runner.freeze())
    await turn_of_the_loop()
    if late:
        await desk.settle(Full(reason="no room"))
    async with asyncio.timeout(PATIENCE_S):
        await frozen


async def test_a_connection_that_ended_is_forgotten():
    desk = Desk()
    (ana,) = await desk.seat("Ana")
    desk.runner.gone(ana[2])
    assert desk.host.audience.watchers == {}


async def test_the_clock_wakes_the_table_by_itself():
    desk = Desk()
    await desk.seat("Ana", "Rui")
    await desk.settle(LANDED)
    await desk.settle(LANDED)
    due = desk.host.due
    assert due is not None
    flights = len(desk.store.flights)
    desk.now = due - 5
    desk.runner._cancel_timer()
    desk.runner._pump(desk.now)
    desk.now = due
    await until(lambda: len(desk.store.flights) > flights)
    commit, _ = desk.store.flights[-1]
    assert commit["events"][0][1]["type"] == "timed_out"
