"""Long work gives way: to nobody on an idle loop, and for longer beside others' work."""

from __future__ import annotations

import asyncio

import pytest

from carteado.server.ops import slices as pace_module
from carteado.server.ops.slices import ALONE_S, MOST_RESTS, REST_S, SLICE_S, TimeSlices


class Clock:
    """Time that passes by work alone, for the pace and for the event loop's own timers."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        """Keep the event loop busy."""
        self.now += seconds


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pace_module, "perf_counter", clock)
    monkeypatch.setattr(asyncio.get_running_loop(), "time", clock)
    return clock


async def turns_during(
    clock: Clock, count: int, *, others_s: float, step_s: float = 1.5 * SLICE_S
) -> int:
    """How often somebody else got a turn of the loop, with so much to do in each."""
    turns = 0

    async def somebody() -> None:
        nonlocal turns
        while True:
            clock.work(others_s)
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(somebody())
    slices = TimeSlices()
    for _ in range(count):
        clock.work(step_s)
        await slices.keep()
    task.cancel()
    return turns


async def test_others_get_a_turn_at_least_every_millisecond_on_an_idle_loop(clock):
    assert await turns_during(clock, 20, others_s=0, step_s=1.01 * ALONE_S) == 20
    # The first slice is short; each of the others is four steps long.
    assert await turns_during(clock, 21, others_s=0, step_s=0.26 * ALONE_S) == 6


async def test_work_rests_where_others_have_much_to_do(clock):
    # A rest holds this many turns of a neighbour beside the one that it is owed.
    others_s = REST_S / 5
    assert await turns_during(clock, 20, others_s=others_s) >= 20 * 5
    assert clock.now >= 20 * (SLICE_S + REST_S)


async def test_a_slice_that_is_not_over_goes_on(clock):
    slices = TimeSlices()
    turns = 0

    def turn() -> None:
        nonlocal turns
        turns += 1

    asyncio.get_running_loop().call_soon(turn)
    clock.work(0.75 * SLICE_S)
    await slices.keep()
    assert turns == 0
    clock.work(0.75 * SLICE_S)
    await slices.keep()
    assert turns == 1


async def test_work_rests_for_a_while_where_a_thread_works_for_the_tables(clock):
    async def seconds(busy: list[bool]) -> float:
        began = clock.now
        slices = TimeSlices(lambda: bool(busy and busy.pop()))

        async def passing() -> None:
            while True:
                clock.work(REST_S / 20)
                await asyncio.sleep(0)

        task = asyncio.create_task(passing())
        clock.work(1.5 * SLICE_S)
        await slices.keep()
        task.cancel()
        return clock.now - began

    assert await seconds([]) < REST_S
    assert 2 * REST_S <= await seconds([True] * 2) < 4 * REST_S
    assert MOST_RESTS * REST_S <= await seconds([True] * 1000) < 2 * MOST_RESTS * REST_S
