"""Long work gives way: to nobody on an idle loop, and for longer beside others' work."""

from __future__ import annotations

import asyncio
from time import perf_counter

from carteado.server import pace as pace_module
from carteado.server.pace import Pace


def work(seconds: float) -> None:
    """Keep the event loop busy."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass


async def turns_during(slices: int, *, beside: float) -> int:
    """How often somebody else got a turn of the loop, with so much to do in each."""
    turns = 0

    async def somebody() -> None:
        nonlocal turns
        while True:
            work(beside)
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(somebody())
    pace = Pace()
    for _ in range(slices):
        work(pace_module.SLICE_S)
        await pace.keep()
    task.cancel()
    return turns


async def test_everybody_gets_a_turn_after_each_slice():
    assert await turns_during(20, beside=0) >= 20


async def test_work_rests_where_others_have_much_to_do():
    # In a rest of a millisecond a neighbour with 0.2 ms to do has more than the turn it is owed.
    assert await turns_during(20, beside=0.0002) > 40


async def test_a_slice_that_is_not_over_goes_on():
    pace = Pace()
    turns = 0

    def turn() -> None:
        nonlocal turns
        turns += 1

    asyncio.get_running_loop().call_soon(turn)
    await pace.keep()
    assert turns == 0
