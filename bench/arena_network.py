"""Hands per second over sockets: one table, four and six bots that take any legal action.

The server is a process of its own, with a store in memory; the bots are another, each a client of
its own with the SDK in full: it folds its view and answers. A watcher on the rail, which is a bot
too, counts the hands: for people the table would also count odds. Stacks are those of the preset,
games to the end follow one another, and nothing waits between hands. The Go server pokerforbots
publishes 1,200 and 350 hands a second for four and for six random bots at one table; its machine is
not known.

    python bench/arena_network.py [--seconds 5] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import statistics
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

from carteado.client import Client
from carteado.protocol.happenings import Happened
from carteado.protocol.messages import Open, Watch

PUBLISHED = {4: 1200, 6: 350}
COMMAND = (sys.executable, "-m", "carteado.clients.cli.main")


@contextlib.asynccontextmanager
async def process(
    *words: str, environment: dict[str, str] | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    started = await asyncio.create_subprocess_exec(
        *COMMAND,
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
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
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def hands_a_second(seats: int, seconds: float) -> tuple[float, float]:
    """Of one table of so many random bots, once it runs: hands a second, server CPU of a hand."""
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--store", "memory:", "--no-tables")
    async with process(*words) as server:
        url = f"ws://127.0.0.1:{await port_of(server)}"
        async with Client(url, name="counter", kind="bot", cuts=False) as counter:
            settings = {"pause_ms": 0, "auto_restart": True}
            opened = await counter.request(
                Open, game="holdem", options={"seats": seats}, settings=settings
            )
            await counter.request(Watch, table=opened.table)
            bots = ("bot", "random", "--url", url, "--table", opened.table, "--count", str(seats))
            async with process(*bots):
                return await count(counter, seconds, server.pid)


async def count(counter: Client, seconds: float, pid: int) -> tuple[float, float]:
    first = deals = 0
    since = cpu = 0.0
    async for happening in counter:
        if not isinstance(happening, Happened) or happening.after is None:
            continue
        committed = happening.after.committed
        deals = committed.deal if committed else 0
        if not since and deals >= 20:  # everybody sits, everything is warm
            first, since, cpu = deals, time.monotonic(), cpu_seconds(pid)
        elif since and time.monotonic() - since >= seconds:
            break
    hands = deals - first
    return hands / (time.monotonic() - since), (cpu_seconds(pid) - cpu) / hands


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5, help="length of a round (default 5)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each size (default 3)")
    args = parser.parse_args()
    if args.rounds < 1 or args.seconds <= 0:
        parser.error("--rounds is at least 1, --seconds above 0")
    for seats, published in PUBLISHED.items():
        rounds = [asyncio.run(hands_a_second(seats, args.seconds)) for _ in range(args.rounds)]
        rate, cpu = (statistics.median(figures) for figures in zip(*rounds, strict=True))
        print(
            f"{seats} random bots: {rate:6.0f} hands/s, {1000 * cpu:.1f} ms of server CPU a hand; "
            f"pokerforbots publishes {published:,} hands/s"
        )


if __name__ == "__main__":
    main()
