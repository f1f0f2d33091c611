"""The runner of a table: the store's answers decide which messages are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs
from tests.clocks import PATIENCE_S, until
from tests.server.host_driver import HostDriver, Screen

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


class RunnerSetup:
    """A runner on a scripted store, and two players."""

    def __init__(self) -> None:
        driver = HostDriver()
        self.now = 1_000
        self.store = ScriptedStore()
        self.metrics = Metrics()
        self.happened: list[Any] = []
        self.stopped: list[tuple[str, list[Watcher]]] = []
        audience = Audience("rig", 7)
        audience.load([driver.opened], 7)
        self.host = TableHost(open_table(driver.opened), audience, driver.random.randbytes, str)
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
    setup = RunnerSetup()
    ana = setup.player("Ana")
    setup.say(ana, wire.Join)
    await turn_of_the_loop()
    assert ana[1].messages == []
    assert setup.host.table.state.names == (None, None)
    assert setup.happened == []
    await setup.settle(outcome)
    assert [type(m) for m in ana[1].messages] == [
        wire.Ok,
        wire.Snapshot,
        wire.Live,
        wire.Presence,
    ]
    assert setup.host.table.state.names == ("Ana", None)
    assert [event.type for event in setup.happened] == ["seat_keyed", "seat_taken"]


async def test_events_come_before_the_reply_and_one_append_is_in_flight():
    setup = RunnerSetup()
    (ana,) = await setup.seat("Ana")
    ana[1].take()
    setup.say(ana, wire.SitOut)
    setup.say(ana, wire.SitIn)
    await turn_of_the_loop()
    assert len(setup.store.flights) == 2  # the join, and the first of the two
    await setup.settle(LANDED)
    await setup.settle(LANDED)
    kinds = [type(m) for m in ana[1].messages]
    assert kinds == [wire.Events, wire.Ok, wire.Events, wire.Ok]


async def test_the_end_of_a_hand_is_sent_before_the_next_deal():
    setup = RunnerSetup()
    players = await setup.seat("Ana", "Rui")
    while setup.host.open_decision is None:
        await setup.settle(LANDED)
    decision = setup.host.open_decision
    who = players[decision.seat]
    setup.say(who, wire.Act, decision=decision.decision, action={"type": "fold"})
    flights = len(setup.store.flights)
    _, on_outcome = setup.store.flights[-1]
    on_outcome(LANDED)
    ended = who[1].of(wire.Events)[-1].events
    assert "hand_ended" in [event["type"] for event in ended]
    assert len(setup.store.flights) == flights
    await turn_of_the_loop()
    commit, _ = setup.store.flights[flights]
    assert commit["events"][0][1]["type"] == "deck_committed"


async def test_the_next_deck_is_made_while_the_first_decision_is_waited_for():
    setup = RunnerSetup()
    prepared = []
    prepare = setup.host.prepare
    setup.host.prepare = lambda: prepared.append(setup.host.open_decision is not None) or prepare()
    await setup.seat("Ana", "Rui")
    while setup.host.open_decision is None:
        _, on_outcome = setup.store.flights[-1]
        on_outcome(LANDED)
        assert not any(prepared)  # earlier messages are written first
        await turn_of_the_loop()
    assert prepared[-1]


async def test_a_deck_that_cannot_be_made_ahead_stops_the_table(monkeypatch):
    setup = RunnerSetup()
    await setup.seat("Ana", "Rui")

    def broken(*_: Any) -> Any:
        raise KeyError("oh")

    monkeypatch.setattr(setup.host, "prepare", broken)
    while not setup.stopped:
        await setup.settle(LANDED)
    assert setup.stopped[0][0] == "KeyError"


async def test_a_refusal_is_answered_at_once():
    setup = RunnerSetup()
    ana = setup.player("Ana")
    setup.say(ana, wire.Leave)
    assert [m.code for m in ana[1].messages] == ["seat/none"]
    assert setup.metrics.refused == {"seat/none": 1}
    assert setup.store.flights == []


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
    setup = RunnerSetup()
    ana = setup.player("Ana")
    setup.say(ana, wire.Join)
    reason = REASONS[type(trouble)]
    for attempt in range(1, 4):
        await until(lambda n=attempt: len(setup.store.flights) == n)
        waits = wire.TableWaiting(table="rig", reason=reason, since_ms=1_000, now_ms=1_000)
        assert ana[1].messages == ([waits] if attempt > 1 else [])
        assert setup.runner.stuck == (attempt > 1)  # also while the store is asked again
        await setup.settle(trouble)
    await until(lambda: len(setup.store.flights) == 4)
    assert setup.runner.stuck
    assert len({id(commit) for commit, _ in setup.store.flights}) == 1
    setup.now += 7_000
    rui = setup.player("Rui")
    setup.say(rui, wire.Watch)
    fields = {"table": "rig", "since_ms": 1_000, "now_ms": 8_000}
    assert rui[1].messages == [wire.TableWaiting(reason=reason, **fields)]
    ana[1].take()
    await setup.settle(LANDED)
    assert ana[1].messages[0] == wire.TableWaiting(reason=None, **fields)
    assert type(ana[1].messages[1]) is wire.Ok
    assert not setup.runner.stuck
    assert setup.metrics.outcomes == {type(trouble).__name__: 3}
    assert setup.stopped == []


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
    setup = RunnerSetup()
    ana, rui = setup.player("Ana"), setup.player("Rui")
    setup.say(ana, wire.Join)
    setup.say(rui, wire.Join)
    await setup.settle(trouble)
    ((reason, waiting),) = setup.stopped
    assert reason == type(trouble).__name__
    assert set(waiting) == {ana[2], rui[2]}
    assert ana[1].messages == rui[1].messages == []
    assert setup.runner.frozen
    assert setup.host.table.state.names == (None, None)
    assert len(setup.store.flights) == 1
    await setup.runner.freeze()


async def test_a_store_that_takes_nothing_stops_the_table():
    setup = RunnerSetup()
    setup.store.error = StoreError("the store is closed")
    ana = setup.player("Ana")
    setup.say(ana, wire.Join)
    ((reason, waiting),) = setup.stopped
    assert (reason, waiting) == ("StoreError", [ana[2]])
    assert ana[1].messages == []


async def test_a_bug_in_a_command_is_one_refusal(monkeypatch):
    setup = RunnerSetup()
    ana = setup.player("Ana")

    def broken(*_: Any) -> Any:
        raise KeyError("As Kd: a secret")

    with monkeypatch.context() as patch, capture_logs() as logged:
        patch.setattr(setup.host, "receive", broken)
        setup.say(ana, wire.Join)
    assert [(m.id, m.code) for m in ana[1].messages] == [(1, "server/failed")]
    assert setup.stopped == []
    setup.say(ana, wire.Join)
    await setup.settle(LANDED)
    assert setup.host.table.state.names == ("Ana", None)
    (line,) = logged
    assert line["error"].startswith("KeyError at ")
    assert "secret" not in repr(line)


@pytest.mark.parametrize("place", ["applied", "tick"])
async def test_a_bug_in_the_table_stops_it(place, monkeypatch):
    setup = RunnerSetup()
    ana = setup.player("Ana")

    def broken(*_: Any) -> Any:
        raise KeyError("oh")

    monkeypatch.setattr(setup.host, place, broken)
    if place == "tick":
        monkeypatch.setattr(TableHost, "due", 0)
    setup.say(ana, wire.Join)
    if not setup.stopped:
        await setup.settle(LANDED)
    ((reason, _),) = setup.stopped
    assert reason == "KeyError"
    assert setup.runner.frozen


async def test_a_message_that_cannot_be_written_costs_one_connection():
    setup = RunnerSetup()
    ana, rui = await setup.seat("Ana", "Rui")
    await setup.settle(LANDED)  # the draw for the button
    await setup.settle(LANDED)  # the first hand
    rui[1].take()
    ana[1].broken = True
    setup.say(rui, wire.SitOut)
    await setup.settle(LANDED)
    assert set(ana[1].closed) == {"server/failed"}
    assert wire.Ok in map(type, rui[1].messages)
    assert setup.stopped == []


async def test_the_mailbox_has_an_end_and_each_player_a_share():
    setup = RunnerSetup()
    ana = setup.player("Ana")
    setup.say(ana, wire.Join)
    taken = sum(setup.say(ana, wire.SitOut) for _ in range(2 * SHARE))
    assert taken == SHARE
    rui = setup.player("Rui")
    assert setup.say(rui, wire.Join)
    others = [setup.player(f"p{n}") for n in range(2 * MAILBOX // SHARE)]
    total = taken + 1 + sum(setup.say(who, wire.Join) for who in others for _ in range(SHARE))
    assert total == MAILBOX
    await setup.settle(LANDED)
    await setup.settle(LANDED)  # the first of the pauses
    assert len(ana[1].of(wire.Refused)) == SHARE - 1


async def test_an_answer_that_came_in_time_is_in_time_however_long_it_waits():
    setup = RunnerSetup()
    seated = await setup.seat("Ana", "Rui")
    await setup.settle(LANDED)
    await setup.settle(LANDED)
    table = setup.host.table
    seat = table.game.turn(table.state)
    assert seat is not None
    due = setup.host.due
    assert due is not None
    setup.now = due - 1
    other = setup.player("rail")
    setup.say(other, wire.AddBot, bot="caller")  # refused at once: the table is full
    setup.say(seated[1 - seat], wire.SitOut)  # and this one is in flight
    clock = setup.host.open_decision
    assert clock is not None
    setup.say(seated[seat], wire.Act, decision=clock.decision, action={"type": "call"})
    setup.now = due + 1_000
    await setup.settle(LANDED)
    await setup.settle(LANDED)
    assert "called" in [event.type for event in setup.happened]
    assert "timed_out" not in [event.type for event in setup.happened[:12]]


async def test_commands_after_the_deadline_do_not_delay_the_clock():
    setup = RunnerSetup()
    seated = await setup.seat("Ana", "Rui")
    await setup.settle(LANDED)
    await setup.settle(LANDED)
    seat = setup.host.table.game.turn(setup.host.table.state)
    assert seat is not None
    due = setup.host.due
    assert due is not None
    setup.say(seated[1 - seat], wire.SitOut)
    setup.now = due + 1
    for _ in range(4):
        setup.say(seated[1 - seat], wire.SitIn)
        setup.say(seated[1 - seat], wire.SitOut)
    await setup.settle(LANDED)
    await setup.settle(LANDED)
    assert setup.happened[-1].type != "returned"
    assert "timed_out" in [event.type for event in setup.happened]


async def test_a_client_that_joins_a_closing_table_is_refused():
    setup = RunnerSetup()
    setup.runner.end("nobody is here")
    ana = setup.player("Ana")
    setup.say(ana, wire.Join)
    await setup.settle(LANDED)
    assert [event.type for event in setup.happened] == ["table_closed"]
    assert [message.code for message in ana[1].messages] == ["table/closed"]
    assert setup.host.due is None
    assert len(setup.store.flights) == 1


async def test_a_table_with_something_to_do_is_not_closed():
    setup = RunnerSetup()
    setup.say(setup.player("Ana"), wire.Join)
    setup.runner.end("nobody is here")
    await setup.settle(LANDED)
    assert "table_closed" not in [event.type for event in setup.happened]


async def test_freezing_waits_for_running_appends_and_accepts_no_others():
    setup = RunnerSetup()
    ana = setup.player("Ana")
    setup.say(ana, wire.Join)
    frozen = asyncio.create_task(setup.runner.freeze())
    await turn_of_the_loop()
    assert not frozen.done()
    setup.say(ana, wire.SitOut)
    await setup.settle(LANDED)
    await frozen
    assert len(setup.store.flights) == 1
    assert type(ana[1].messages[0]) is wire.Ok


async def test_watchers_are_notified_of_a_store_that_does_not_answer():
    setup = RunnerSetup()
    (ana,) = await setup.seat("Ana")
    ana[1].take()
    setup.say(ana, wire.SitOut)
    setup.now += runner_module.SLOW_MS - 1
    setup.runner.look()
    assert ana[1].messages == []
    setup.now += 1
    for _ in range(2):
        setup.runner.look()
    (waits,) = ana[1].take()
    assert waits == wire.TableWaiting(
        table="rig", reason="store_slow", since_ms=1_000, now_ms=1_000 + runner_module.SLOW_MS
    )
    assert setup.runner.stuck
    await setup.settle(LANDED)
    assert (ana[1].messages[0].type, ana[1].messages[0].reason) == ("table_waiting", None)
    assert not setup.runner.stuck


@pytest.mark.parametrize("late", [False, True])
async def test_freezing_does_not_wait_for_a_store_without_room(late):
    setup = RunnerSetup()
    setup.say(setup.player("Ana"), wire.Join)
    if not late:
        await setup.settle(Full(reason="no room"))
    frozen = asyncio.create_task(setup.runner.freeze())
    await turn_of_the_loop()
    if late:
        await setup.settle(Full(reason="no room"))
    await asyncio.wait_for(frozen, PATIENCE_S)


async def test_a_connection_that_ended_is_forgotten():
    setup = RunnerSetup()
    (ana,) = await setup.seat("Ana")
    setup.runner.gone(ana[2])
    assert setup.host.audience.watchers == {}


async def test_the_clock_wakes_the_table_by_itself():
    setup = RunnerSetup()
    await setup.seat("Ana", "Rui")
    await setup.settle(LANDED)
    await setup.settle(LANDED)
    due = setup.host.due
    assert due is not None
    flights = len(setup.store.flights)
    setup.now = due - 5
    setup.runner._cancel_timer()
    setup.runner._pump(setup.now)
    setup.now = due
    await until(lambda: len(setup.store.flights) > flights)
    commit, _ = setup.store.flights[-1]
    assert commit["events"][0][1]["type"] == "timed_out"
