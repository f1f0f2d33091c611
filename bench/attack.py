"""Ten attacks on a server while an honest pair plays: the delay of the answers to the pair.

Each attack runs in its own process, from ten connections that reconnect whenever they are
cut off. The pair plays heads-up on a durable table and takes the time from each action to its
answer, alone before each attack and then beside it. The attackers run only while nobody else wants
the processor (`SCHED_IDLE`), and time that the pair or the server waits for a processor does not
count, where the system counts it: real attackers bring machines of their own.

    python bench/attack.py [--seconds 3] [--attacks pings watch] [--json]

The exit status is 1 where the 99th percentile beside an attack is above four times the one alone,
or an answer takes more than 0.5 s.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from processes import Server

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.clocks import unhindered_time
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

JSON = Subprotocol("carteado.1.json")
CONNECTIONS = 10
CHUNK = 256 * 1024
"""Bytes that one connection sends before it looks whether it was cut off."""

TIMES_ALONE = 4
"""How many times the 99th percentile alone the one beside an attack may be."""

WORST_S = 0.5
LEAST_P99_S = 0.002
"""Below this, a 99th percentile alone is taken for this: less than a turn of a busy loop."""

# A past long enough that `watch` and `history` have their maximum of 1,000 events to send.
PAST_EVENTS = 1_200
# Enough open tables that `list` has work to do.
TABLES = 60


@dataclass(frozen=True)
class Target:
    """The attackers' knowledge of the server, all of it from its public answers."""

    port: int
    table: str
    epoch: int
    seq: int
    deals: int


@dataclass(frozen=True)
class Outcome:
    """Answers to the honest pair alone and beside an attack, milliseconds."""

    attack: str
    answers: int
    alone_p99: float
    p50: float
    p99: float
    worst: float

    @property
    def holds(self) -> bool:
        """Whether the pair was served as promised."""
        most = TIMES_ALONE * max(self.alone_p99, LEAST_P99_S * 1000)
        return self.p99 <= most and self.worst <= WORST_S * 1000


# Attackers


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    # A mask of zeros is legal and leaves the payload as it is.
    head = bytes([opcode | (0x80 if fin else 0)])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload)]) + bytes(4) + payload
    # 0xfe: mask bit and 126, which announces two bytes of length.
    return head + b"\xfe" + len(payload).to_bytes(2, "big") + bytes(4) + payload


def text(message: dict[str, Any]) -> bytes:
    """A message in a frame."""
    return frame(1, json.dumps(message).encode())


def repeated(piece: bytes) -> Iterator[bytes]:
    """The same bytes over and over, in large chunks."""
    # Large chunks, so that the attack costs this process little and the server much.
    return itertools.repeat(piece * (CHUNK // len(piece) or 1))


def commands(kind: str, **fields: Any) -> Iterator[bytes]:
    """The same command over and over, with growing ids."""
    # New ids: the server answers a repeated id from its memory, which would be cheap.
    ids = itertools.count(1)
    while True:
        yield b"".join(text({"type": kind, "id": next(ids), **fields}) for _ in range(500))


def hello() -> bytes:
    """A greeting under a name that nobody else has."""
    return text({"type": "hello", "name": f"Mallory {random.randbytes(6).hex()}"})


Attack = Callable[[Target], Iterator[bytes]]

ATTACKS: dict[str, Attack] = {
    "pings": lambda _: repeated(frame(9) + frame(10)),
    "empty": lambda _: itertools.chain([hello()], repeated(frame(1))),
    "fragments": lambda _: itertools.chain(
        [hello(), frame(1, fin=False)], repeated(frame(0, fin=False))
    ),
    "nested": lambda _: itertools.chain([hello()], repeated(frame(1, b"[" * 8_000 + b"]" * 8_000))),
    "commands": lambda _: itertools.chain([hello()], commands("ping")),
    "lists": lambda _: itertools.chain([hello()], commands("list")),
    "watch": lambda target: itertools.chain(
        [hello()],
        commands(
            "watch",
            table=target.table,
            after={"epoch": target.epoch, "seq": max(1, target.seq - 1_000)},
        ),
    ),
    "history": lambda target: itertools.chain(
        [hello()], commands("history", table=target.table, after=0, limit=1_000)
    ),
    "proofs": lambda target: itertools.chain(
        [hello()], commands("proofs", table=target.table, deal=max(1, target.deals // 2))
    ),
    "connections": lambda _: iter([hello()]),
}


async def attacker(target: Target, attack: Attack, until: float) -> int:
    """One connection that comes back as often as it is cut off; how often it did."""
    times = 0
    while time.monotonic() < until:
        # Being cut off is the expected end of a connection.
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                times += 1
                await once(target, attack)
    return times


async def once(target: Target, attack: Attack) -> None:
    """One connection, from the handshake until it is cut off or has sent everything."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
    key = base64.b64encode(random.randbytes(16)).decode()
    writer.write(
        # By hand: a WebSocket library would refuse to send most of these frames.
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {JSON}\r\n\r\n".encode()
    )
    try:
        await reader.readuntil(b"\r\n\r\n")
        reading = asyncio.create_task(drain(reader))
        for chunk in attack(target):
            if reading.done():
                break
            writer.write(chunk)
            await writer.drain()
            # `drain` returns at once while its buffer has room, and the other connections have to
            # send too.
            await asyncio.sleep(0)
        reading.cancel()
    finally:
        # Without a closing handshake, as an attacker would.
        writer.transport.abort()


async def drain(reader: asyncio.StreamReader) -> None:
    """Read and forget, so that the server never waits for this client."""
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


def run_attack(target: Target, name: str, seconds: float) -> None:
    """The process of an attack: ends by itself."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    until = time.monotonic() + seconds

    async def all_of_them() -> None:
        await asyncio.gather(
            *(attacker(target, ATTACKS[name], until) for _ in range(CONNECTIONS)),
            return_exceptions=True,
        )

    asyncio.run(all_of_them())


# The honest pair


class Seat:
    """Half of the pair: checks or calls as soon as it is asked."""

    def __init__(self, socket: ClientConnection, clock: Callable[[], float]) -> None:
        self.socket = socket
        self.clock = clock
        self.ids = 0
        self.waits: list[float] = []
        self.answered = asyncio.Event()
        self.deals = 0
        self.position = (0, 0)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.ids += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.ids, **fields}))
        while True:
            for message in json.loads(await self.socket.recv()):
                if message.get("id") == self.ids:
                    if message["type"] == "refused":
                        raise SystemExit(f"refused: {message}")
                    return dict(message)

    async def play(self, table: str) -> None:
        began = 0.0
        while True:
            for message in json.loads(await self.socket.recv()):
                kind = message["type"]
                if kind == "prompt":
                    self.ids += 1
                    action = {"type": "check" if message["legal"]["check"] else "call"}
                    act = {"type": "act", "id": self.ids, "table": table, "action": action}
                    began = self.clock()
                    await self.socket.send(json.dumps({**act, "decision": message["decision"]}))
                elif kind == "ok":
                    self.waits.append(max(0.0, self.clock() - began))
                    self.answered.set()
                elif kind == "refused":
                    raise SystemExit(f"refused: {message}")
                elif kind == "events":
                    self.position = message["epoch"], message["first"] + len(message["events"]) - 1
                    for event in message["events"]:
                        self.deals += event["type"] == "deck_committed"


async def seat(server: Server, name: str) -> Seat:
    socket = await connect(
        server.url, subprotocols=[JSON], compression=None, ping_interval=None, max_size=None
    )
    await socket.send(json.dumps({"type": "hello", "name": name}))
    await socket.recv()
    return Seat(socket, unhindered_time(server.process.pid))


async def sit_down(pair: list[Seat]) -> tuple[str, list[asyncio.Task[None]]]:
    """Open a table and play at it."""
    settings = {"pause_ms": 0, "nonce_ms": 0}
    # Nobody goes broke, so hands follow one another without an end.
    options = {"stack": 1_000_000}
    opened = await pair[0].ask("open", game="holdem", options=options, settings=settings)
    table = str(opened["table"])
    for one in pair:
        await one.ask("join", table=table)
    return table, [asyncio.create_task(one.play(table)) for one in pair]


async def measure(pair: list[Seat], seconds: float) -> list[float]:
    """The waits of so much time, sorted, seconds; what is still open at its end counts too."""
    for one in pair:
        one.waits.clear()
    await asyncio.sleep(seconds)
    # Until one more answer: an attack that blocks the server for good must not look fast.
    pair[0].answered.clear()
    await asyncio.wait_for(pair[0].answered.wait(), 60)
    return sorted(wait for one in pair for wait in one.waits)


def late(waits: list[float]) -> float:
    return waits[len(waits) * 99 // 100]


async def besiege(server: Server, names: list[str], seconds: float, events: int) -> list[Outcome]:
    """All attacks, one after another, on a server whose logs have a number of events."""
    # A table with a long history, whose events and proofs the attackers ask for.
    old = [await seat(server, f"old {number}") for number in range(2)]
    past, playing = await sit_down(old)
    while old[0].position[1] < events:
        await asyncio.sleep(0.05)
        if any(task.done() for task in playing):
            await asyncio.gather(*playing)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    target = Target(server.port, past, *old[0].position, old[0].deals)
    for number in range(TABLES):
        await old[number % 2].ask("open", game="buraco" if number % 4 == 0 else "holdem")
    pair = [await seat(server, f"pair {number}") for number in range(2)]
    _, playing = await sit_down(pair)
    # Warms up the server and its client before the first comparison.
    await measure(pair, 1)
    outcomes = []
    for name in names:
        alone = await measure(pair, seconds)
        # Not forked: the attacker must not share the event loop or the sockets of the pair.
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=run_attack, args=(target, name, seconds + 1))
        process.start()
        try:
            await asyncio.sleep(1)  # until it has started
            waits = await measure(pair, seconds)
        finally:
            await asyncio.to_thread(process.join, 10)
            process.kill()
            process.join()
        figures = late(alone), statistics.median(waits), late(waits), waits[-1]
        outcomes.append(Outcome(name, len(waits), *(round(one * 1000, 2) for one in figures)))
        for task in playing:
            if task.done():
                await task
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for one in (*old, *pair):
        await one.socket.close()
    return outcomes


def report(outcomes: list[Outcome]) -> None:
    heads = ("attack", "answers", "alone p99", "p50", "p99", "x alone", "worst ms")
    print("{:12} {:>8} {:>10} {:>8} {:>8} {:>8} {:>9}".format(*heads))
    for one in outcomes:
        times = one.p99 / max(one.alone_p99, 0.001)
        print(
            f"{one.attack:12} {one.answers:8} {one.alone_p99:10.2f} {one.p50:8.2f} {one.p99:8.2f}"
            f" {times:8.2f} {one.worst:9.2f}{'' if one.holds else '  TOO LATE'}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="measured of each attack")
    parser.add_argument("--attacks", nargs="*", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--past", type=int, default=PAST_EVENTS, help="events of the old table")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(f"sqlite:{folder / 'tables.db'}", {}, folder / "server.log")
        work = besiege(server, arguments.attacks, arguments.seconds, arguments.past)
        try:
            outcomes = asyncio.run(work)
        finally:
            server.stop()
    if arguments.json:
        print(json.dumps([{**asdict(one), "holds": one.holds} for one in outcomes]))
    else:
        report(outcomes)
    return 0 if all(one.holds for one in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
