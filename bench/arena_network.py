"""Hands per second over sockets: one table, four and six bots that take any legal action.

The server is a process of its own, with a store in memory; the bots are another, each a client of
its own with the full SDK: it folds its view and answers. Nobody watches meanwhile. Stacks are those
of the preset, games to the end follow one another, and nothing waits between hands.

A table is a chain: the server waits for the bots, and the bots for the server. In the
same round `floor_table.py` runs the same chain of frames without a game. The Go server pokerforbots
publishes 1,200 and 350 hands a second for four and for six random bots at one table; its machine is
not known.

    python bench/arena_network.py [--seconds 5] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import operator
import os
import re
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from websockets.asyncio.client import connect

from carteado.client import Client
from carteado.protocol.messages import Open, Unwatch, Watch
from carteado.protocol.session_events import LiveNow

PUBLISHED = {4: 1200, 6: 350}
COMMAND = (sys.executable, "-m", "carteado.clients.cli.main")
FLOOR = (sys.executable, str(Path(__file__).with_name("floor_table.py")))
WARM = 20
"""Deals until everybody sits and everything is warm."""


@contextlib.asynccontextmanager
async def process(*words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    started = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.terminate()
        await started.wait()


async def port_of(server: asyncio.subprocess.Process) -> int:
    assert server.stdout is not None
    async for line in server.stdout:
        if found := re.search(rb":(\d+)\s*$", line.strip()):
            return int(found.group(1))
    raise SystemExit("the server did not start")


def cpu_seconds(pid: int) -> float:
    # The name in parentheses may hold blanks, so the fields are counted from after it.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    # Fields 14 and 15 of proc(5), user and system time in clock ticks.
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def hands_a_second(seats: int, seconds: float) -> tuple[float, float]:
    """Hands a second and server CPU of a hand, of one running table of a number of random bots."""
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--store", "memory:", "--no-tables")
    async with process(*COMMAND, *words) as server:
        url = f"ws://127.0.0.1:{await port_of(server)}"
        async with Client(url, name="counter", kind="bot", cuts=False) as counter:
            settings = {"pause_ms": 0, "auto_restart": True}
            opened = await counter.request(
                Open, game="holdem", options={"seats": seats}, settings=settings
            )

            async def deals() -> int:
                # The lobby counts the deals of the running game only. Watched for an instant, so
                # that nobody watches while the bots are measured.
                await counter.request(Watch, table=opened.table)
                while not isinstance(await anext(counter), LiveNow):
                    pass
                committed = counter.tables[opened.table].table.committed
                await counter.request(Unwatch, table=opened.table)
                return committed.deal if committed else 0

            bots = ("bot", "random", "--url", url, "--table", opened.table, "--count", str(seats))
            async with process(*COMMAND, *bots):
                return await rate(deals, seconds, server.pid)


async def floor(seats: int, seconds: float) -> float:
    """The same chain without a game: hands a second."""
    async with process(*FLOOR, "serve", str(seats)) as server:
        port = str(await port_of(server))
        async with connect(f"ws://127.0.0.1:{port}") as line:
            await line.send("count")

            async def hands() -> int:
                await line.send("how many?")
                return int(await line.recv())

            async with process(*FLOOR, "play", str(seats), port):
                return (await rate(hands, seconds, server.pid))[0]


async def rate(
    count: Callable[[], Awaitable[int]], seconds: float, pid: int
) -> tuple[float, float]:
    """The count a second, and the CPU seconds of a process for each."""
    # A minute at most: six interpreters start on a possibly slow machine.
    for _ in range(600):
        if await count() >= WARM:
            break
        await asyncio.sleep(0.1)
    else:
        raise SystemExit("the bots do not play")
    # Counted from here, so that the start of the processes does not count.
    first, since, cpu = await count(), time.monotonic(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    counted = await count() - first
    return counted / (time.monotonic() - since), (cpu_seconds(pid) - cpu) / counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5, help="length of a round (default 5)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each size (default 3)")
    args = parser.parse_args()
    if args.rounds < 1 or args.seconds <= 0:
        parser.error("--rounds is at least 1, --seconds above 0")
    for seats, published in PUBLISHED.items():
        floors, rates, cpus = [], [], []
        for _ in range(args.rounds):
            floors.append(asyncio.run(floor(seats, args.seconds)))
            hands, cpu = asyncio.run(hands_a_second(seats, args.seconds))
            rates.append(hands)
            cpus.append(1000 * cpu)
        of_floor = statistics.median(map(operator.truediv, rates, floors))
        print(
            f"{seats} random bots: {statistics.median(rates):.0f} hands/s, {of_floor:.2f} of the "
            f"floor of {statistics.median(floors):.0f}; {statistics.median(cpus):.1f} ms of server "
            f"CPU a hand; pokerforbots publishes {published:,} hands/s"
        )


if __name__ == "__main__":
    main()
