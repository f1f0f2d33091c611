"""One client that never reads: nobody else notices, and it costs no more than its buffer.

The experiment: a table whose every event goes to a watcher that stopped reading, while two seats
play as fast as they can. A server that awaits its clients stops for good here; one that only drops
nothing fills its memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from tests.clocks import PATIENCE_S, unhindered_time, until
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from carteado.protocol import messages as wire
from carteado.protocol.codec import CODECS, SUBPROTOCOLS

from .processes import Server

CODEC = CODECS[SUBPROTOCOLS[0]]
BUFFER = 65_536
ACTIONS = 800

Waits = tuple[float, float]
"""Median and 99th percentile of the waits for answers, seconds."""

TRIES = 3
"""How often it may be measured: on a busy machine the slowest of a second's answers say little. A
client that costs others something does it every time."""


class Seat:
    """A seat that answers as soon as it is asked, and takes the time of each answer."""

    def __init__(self, line: ClientConnection, clock: Callable[[], float]) -> None:
        self.line = line
        self.clock = clock
        self.ids = 0
        self.asked_at: dict[int, float] = {}
        self.waits: list[float] = []
        self.unread: list[Any] = []

    async def next(self) -> Any:
        if not self.unread:
            self.unread = CODEC.decode_outbound(await self.line.recv())
        return self.unread.pop(0)

    async def send(self, cls: type, **fields: Any) -> int:
        self.ids += 1
        await self.line.send(CODEC.encode_inbound(cls(id=self.ids, **fields)))
        return self.ids

    async def ask(self, cls: type, **fields: Any) -> Any:
        number = await self.send(cls, **fields)
        while True:
            message = await self.next()
            if message.get("id") == number:
                return message

    async def play(self, table: str) -> None:
        """Answer prompts for ever."""
        while True:
            message = await self.next()
            if message["type"] == "prompt":
                action = {"type": "check" if message["legal"]["check"] else "call"}
                began = self.clock()
                number = await self.send(
                    wire.Act, table=table, decision=message["decision"], action=action
                )
                self.asked_at[number] = began
            elif message.get("id") in self.asked_at:
                assert message["type"] == "ok"
                began = self.asked_at.pop(message["id"])
                self.waits.append(max(0.0, self.clock() - began))


async def guest(server: Server, name: str, **kwargs: Any) -> Seat:
    line = await connect(
        server.url, subprotocols=[Subprotocol(SUBPROTOCOLS[0])], compression=None, **kwargs
    )
    await line.send(CODEC.encode_inbound(wire.Hello(name=name)))
    seat = Seat(line, unhindered_time(server.pid))
    assert (await seat.next())["type"] == "welcome"
    return seat


def resident_kib(pid: int) -> int:
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * 4


async def deafen(server: Server, table: str, number: int) -> Seat:
    """Somebody on the rail who stops reading, with as little room on the way as can be had."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", server.port))
    deaf = await guest(server, f"deaf {number}", sock=narrow, ping_interval=None)
    await deaf.ask(wire.Watch, table=table)
    deaf.line.transport.pause_reading()
    return deaf


async def ask_on(deaf: Seat, table: str) -> None:
    """Ask for much and read none of it: the system's own buffers hold megabytes."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await deaf.send(wire.History, table=table, limit=1000)
            await asyncio.sleep(0.002)


def dropped(server: Server) -> int:
    """How many clients the server has cut off for reading too slowly."""
    with urlopen(f"http://127.0.0.1:{server.port}/metrics") as page:
        found = re.search(
            r'carteado_dropped_total\{code="limit/slow"\} (\d+)', page.read().decode()
        )
    return int(found.group(1)) if found else 0


async def cut_off(server: Server, count: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if await asyncio.to_thread(dropped, server) == count:
                return
            await asyncio.sleep(0.1)


async def measure(seats: list[Seat], count: int) -> Waits:
    """What the next so many answers took."""
    for seat in seats:
        seat.waits.clear()
    await until(lambda: sum(len(seat.waits) for seat in seats) >= count)
    waits = sorted(wait for seat in seats for wait in seat.waits)
    return statistics.median(waits), waits[len(waits) * 99 // 100]


@pytest.mark.exhaustive  # takes seconds to fill a socket
async def test_one_client_that_never_reads_costs_nobody_anything(tmp_path):
    tries = []
    for number in range(TRIES):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = await waits_and_growth(folder)
        tries.append(found)
        (p50, alone), (p50_beside, beside), (p50_again, again), grown = found
        assert grown < 32_000
        calm = p50_beside < 2 * max(p50, p50_again) + 0.001
        if calm and beside < 2 * max(alone, again) + 0.01:
            return
    pytest.fail(f"answers were late in each of these: {tries}")


async def waits_and_growth(folder: Path) -> tuple[Waits, Waits, Waits, int]:
    """Seconds alone, beside clients that never read, and alone again; KiB of memory for them."""
    flags = ("--no-tables", "--buffer", str(BUFFER), "--log-level", "error")
    async with Server(folder, "memory:", *flags) as server:
        seats = [await guest(server, f"p{n}") for n in range(2)]
        settings = {"pause_ms": 0, "nonce_ms": 0}
        options = {"stack": 1_000_000}
        opened = await seats[0].ask(wire.Open, game="holdem", options=options, settings=settings)
        table = opened["table"]
        for seat in seats:
            assert (await seat.ask(wire.Join, table=table))["type"] == "ok"
        playing = [asyncio.create_task(seat.play(table)) for seat in seats]
        await measure(seats, 200)
        alone = await measure(seats, ACTIONS)
        before = resident_kib(server.pid)

        deaf = [await deafen(server, table, number) for number in range(2)]
        asking = [asyncio.create_task(ask_on(line, table)) for line in deaf]
        beside = await measure(seats, ACTIONS)
        await cut_off(server, len(deaf))
        grown = resident_kib(server.pid) - before
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        again = await measure(seats, ACTIONS)
        for task in playing:
            assert not task.done()
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for line in [*seats, *deaf]:
            line.line.transport.abort()
    return alone, beside, again, grown
