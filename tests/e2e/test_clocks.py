"""The clocks of a table over real sockets: each form, late packets, and levels by minutes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.clocks import until

from carteado.protocol import messages as wire
from carteado.protocol.session_events import ClockChanged
from carteado.server.table.clock import LATE_MS

from .players import Guest, asked_first
from .server_clock import ServerClock


@contextlib.asynccontextmanager
async def heads_up(
    url: str, *, options: dict[str, Any] | None = None, **settings: Any
) -> AsyncIterator[tuple[Guest, Guest]]:
    """Two who play heads-up at a new table; the first who is asked comes first."""
    async with Guest(url, "Ana") as ana, Guest(url, "Rui") as rui:
        settings = {"grace_ms": 0, **settings}
        await ana.open(options=options or {"stack": 400}, settings=settings)
        rui.table = ana.table
        for guest in (ana, rui):
            await guest.ask(wire.Join)
        first = await asked_first(ana, rui)
        yield (first, rui if first is ana else ana)


async def test_each_action_has_its_time_and_then_the_bank(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with heads_up(fresh_url, decision_ms=30_000, bank_ms=60_000) as (first, other):
        asked = await first.prompted()
        assert asked.timed
        assert asked.time_ms == 30_000
        assert asked.bank_ms == 60_000
        server_clock.pass_time(50)  # 20 s of the bank
        await first.act("call")
        await other.act("check")
        left = first.view.banks[asked.seat]
        assert left == 40_000
        assert other.view.banks[asked.seat] == left  # everybody knows
        # Without an answer the clock decides: a check is free, and else the hand is folded.
        slow = await asked_first(first, other)
        server_clock.pass_time(100)
        timed_out = await (first if slow is other else other).saw("timed_out")
        assert timed_out.seat == slow.followed.seat
        await first.saw("checked", 2)


async def test_everybody_knows_how_much_time_the_deciding_seat_has_left(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(Guest(fresh_url, "Ana"))
        other = await stack.enter_async_context(Guest(fresh_url, "Rui"))
        settings = {"grace_ms": 0, "decision_ms": 30_000, "bank_ms": 60_000}
        other.table = await first.open(options={"stack": 400}, settings=settings)
        for guest in (first, other):
            await guest.ask(wire.Join)
        if await asked_first(first, other) is other:
            await other.act("fold")
            await first.prompted()
        asked = await first.prompted()

        async def has_time(guest: Guest, time_ms: int, bank_ms: int) -> None:
            wanted = (asked.decision, asked.seat, time_ms, bank_ms)

            def last() -> bool:
                clocks = [one.message for one in guest.heard(ClockChanged)]
                last = [(one.decision, one.seat, one.time_ms, one.bank_ms) for one in clocks[-1:]]
                return last == [wanted]

            await until(last)

        await has_time(other, 30_000, 60_000)
        server_clock.jump(20_000)
        late = await stack.enter_async_context(Guest(fresh_url, "Eva", table=first.table))
        await late.ask(wire.Watch)
        await has_time(late, 10_000, 60_000)
        server_clock.jump(15_000)  # 5 s of the bank
        position = wire.Position(epoch=late.followed.epoch, seq=late.followed.seq)
        known = late.client.welcome
        await late.client.close()
        back = Guest(fresh_url, known.name, table=first.table, token=known.token)
        await stack.enter_async_context(back)
        await back.ask(wire.Watch, after=position)
        await has_time(back, 0, 55_000)


async def test_the_bank_is_refilled_after_a_number_of_deals(
    fresh_url: str, server_clock: ServerClock
) -> None:
    settings = {"decision_ms": 30_000, "bank_ms": 60_000, "refill_ms": 15_000, "refill_deals": 1}
    async with heads_up(fresh_url, **settings) as (first, other):
        seat = first.followed.seat
        assert seat is not None
        server_clock.pass_time(50)
        await first.act("fold")
        await other.saw("hand_started", 2)
        await until(lambda: other.view.banks[seat] == 55_000)  # 20 s used, 15 s back


async def test_a_total_runs_down_as_in_chess_and_each_decision_adds_to_it(
    fresh_url: str, server_clock: ServerClock
) -> None:
    settings = {"clock": "total", "bank_ms": 120_000, "increment_ms": 10_000}
    async with heads_up(fresh_url, **settings) as (first, other):
        asked = await first.prompted()
        assert asked.time_ms == 0
        assert asked.bank_ms == 130_000
        server_clock.pass_time(50)
        await first.act("call")
        await other.act("check")
        assert first.view.banks[asked.seat] == 80_000
        quick = await asked_first(first, other)
        await quick.act("check")
        # The total of the game is used up, whoever's turn it is: the clock decides.
        slow = await asked_first(first, other)
        server_clock.pass_time(200)
        assert (await quick.saw("timed_out")).seat == slow.followed.seat


async def test_without_a_clock_a_decision_has_no_deadline(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with heads_up(fresh_url, clock="none") as (first, other):
        assert not (await first.prompted()).timed
        server_clock.pass_time(7_200)
        await first.act("call")
        await other.saw("called")
        assert not other.happened("timed_out")


@pytest.mark.parametrize(("late_ms", "counts"), [(LATE_MS, True), (LATE_MS + 1, False)])
async def test_a_late_packet_counts_within_the_fixed_allowance(
    fresh_url: str, server_clock: ServerClock, late_ms: int, counts: bool
) -> None:
    async with heads_up(fresh_url, decision_ms=30_000, bank_ms=0) as (first, other):
        asked = await first.prompted()
        # The answer is on its way when the time is up: the server reads it so much later.
        server_clock.jump(asked.time_ms + late_ms)
        message = first.client.command(
            wire.Act, table=first.table, decision=asked.decision, action={"type": "call"}
        )
        assert message.id
        kind = "called" if counts else "folded"
        await other.saw(kind)
        assert bool(other.happened("timed_out")) is not counts


async def test_blinds_rise_by_minutes_with_the_next_hand_and_not_within_one(
    fresh_url: str, server_clock: ServerClock
) -> None:
    options = {
        "stack": 400,
        "schedule_by": "minutes",
        "schedule": [{"hand": 10, "small_blind": 20, "big_blind": 40}],
    }
    async with heads_up(fresh_url, options=options, clock="none") as (first, other):
        server_clock.pass_time(601)
        assert first.view.state.big_blind == 20
        await first.act("fold")
        await other.saw("hand_started", 2)
        await until(lambda: sorted(other.view.state.bets) == [20, 40])
        assert other.happened("minutes_passed")


async def test_blinds_rise_with_the_hand_that_the_schedule_names(fresh_url: str) -> None:
    schedule = [{"hand": 2, "small_blind": 25, "big_blind": 50}]
    async with heads_up(fresh_url, options={"stack": 400, "schedule": schedule}) as (first, other):
        await first.act("fold")
        await other.saw("hand_started", 2)
        await until(lambda: sorted(other.view.state.bets) == [25, 50])


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"clock": "chess"}, "'decision', 'total', 'none'"),
        ({"clock": "none", "increment_ms": 5_000}, "clock=total"),
        ({"clock": "total", "refill_ms": 5_000}, "clock=decision"),
        ({"decision_ms": 1}, "from 50 to"),
    ],
)
async def test_an_invalid_clock_is_refused_with_the_valid_ones(
    fresh_url: str, settings: dict[str, Any], says: str
) -> None:
    async with Guest(fresh_url, "Ana") as ana:
        error = await ana.refusal(wire.Open, game="holdem", settings=settings)
        assert says in error.message
        assert (await ana.ask(wire.ListTables)).result == []
