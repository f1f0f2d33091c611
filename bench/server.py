"""Server CPU per accepted action, compared with a bare turn server: same client, same run.

32 heads-up tables of two bots that check and call, one action in flight a table, over loopback,
with a durable log. The server has one core for itself; client and Redis share the other. CPU is the
server process's own, from the system's accounts. Rounds alternate; ratios are within a round.

    python bench/server.py [--tables 32] [--seconds 4] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgpack
import uvloop
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).parent
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Result:
    """One round: microseconds of server CPU per action, actions a second, latencies in ms."""

    cpu_us: float
    rate: float
    p50: float
    p99: float


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found.group(1)) if found else 0


def on_core(core: int) -> None:
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


@contextlib.contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    where = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    # everysec: the same for the floor and for ours, so the disk does not decide the ratio.
    keep = ["--appendonly", "yes", "--appendfsync", "everysec", "--save", ""]
    process = subprocess.Popen(
        ["redis-server", *where, *keep],
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: on_core(1),
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def server(
    command: list[str], environment: dict[str, str] | None = None
) -> Iterator[tuple[int, int]]:
    """A server process on core 0; its pid and port."""
    # A file, not a pipe: nobody reads the errors, and a full pipe would block the server.
    said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the server
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=said,
        text=True,
        env={**os.environ, **(environment or {})},
        preexec_fn=lambda: on_core(0),
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            found = re.search(r"(\d+)\s*$", line.strip())
            if found:
                break
        else:
            said.seek(0)
            raise SystemExit(f"{command[-1]} did not start: {said.read().decode()[-1000:]}")
        yield process.pid, int(found.group(1))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        said.close()


class Bot:
    """A seat of the client: answers every prompt with a check or a call."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table
        self.ids = 100
        self.sent = 0.0
        self.latencies: list[float] = []

    async def play(self) -> None:
        unpack, pack = msgpack.unpackb, msgpack.packb
        while True:
            for message in unpack(await self.socket.recv()):
                kind = message["type"]
                if kind == "ok":
                    self.latencies.append(time.perf_counter() - self.sent)
                elif kind == "prompt":
                    self.ids += 1
                    # The floor's prompts have no legal actions; it accepts a check at any time.
                    legal = message.get("legal")
                    action = "check" if legal is None or legal["check"] else "call"
                    self.sent = time.perf_counter()
                    act = {
                        "type": "act",
                        "id": self.ids,
                        "table": self.table,
                        "decision": message["decision"],
                        "action": {"type": action},
                    }
                    await self.socket.send(pack(act))
                elif kind == "refused":
                    raise SystemExit(f"refused: {message}")


async def ask(socket: ClientConnection, message: dict[str, object], kind: str = "ok") -> dict:
    await socket.send(msgpack.packb(message))
    while True:
        for answer in msgpack.unpackb(await socket.recv()):
            if answer["type"] == kind:
                return answer
            if answer["type"] != "refused":
                continue
            # A server that has just started asks the client to come back.
            if answer["code"] != "table/starting":
                raise SystemExit(f"refused: {answer}")
            await asyncio.sleep(answer["details"]["retry_ms"] / 1000)
            await socket.send(msgpack.packb(message))


async def dial(port: int, number: int) -> ClientConnection:
    url = f"ws://127.0.0.1:{port}"
    connection = await connect(
        url, subprotocols=["carteado.1.msgpack"], compression=None, ping_interval=None
    )
    # A name of its own: a server keeps the names of earlier rounds for their players.
    name = f"bot {number} {secrets.token_hex(4)}"
    hello = {"type": "hello", "name": name, "kind": "bot"}
    await ask(connection, hello, "welcome")
    return connection


async def drive(pid: int, port: int, tables: int, seconds: float) -> Result:
    bots: list[Bot] = []
    tasks = []
    for number in range(tables):
        first, second = await dial(port, 2 * number), await dial(port, 2 * number + 1)
        opened = await ask(
            first,
            {
                "type": "open",
                "id": 1,
                "game": "holdem",
                "options": {"stack": 1_000_000_000},
                "settings": {"pause_ms": 0},
            },
        )
        pair = []
        for connection in (first, second):
            bot = Bot(connection, opened["table"])
            pair.append(bot)
            join = {"type": "join", "id": 2, "table": bot.table}
            await connection.send(msgpack.packb(join))
            tasks.append(asyncio.create_task(bot.play()))
            # The first of the pair gets seat 0, so the two joins must not overtake each other.
            await asyncio.sleep(0.01)
        bots += pair
    await asyncio.sleep(3)  # what a server loads for its first hands is not the price of an action
    before = sum(len(bot.latencies) for bot in bots)
    marks = [len(bot.latencies) for bot in bots]
    cpu, wall = cpu_seconds(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    cpu, wall = cpu_seconds(pid) - cpu, time.perf_counter() - wall
    actions = sum(len(bot.latencies) for bot in bots) - before
    late = sorted(
        value * 1000
        for bot, mark in zip(bots, marks, strict=True)
        for value in bot.latencies[mark:]
    )
    for task in tasks:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, SystemExit):
            raise outcome
    for bot in bots:
        await bot.socket.close()
    return Result(
        cpu_us=cpu / actions * 1e6,
        rate=actions / wall,
        p50=late[len(late) // 2],
        p99=late[int(len(late) * 0.99)],
    )


async def idle_memory(pid: int, port: int, connections: int) -> tuple[float, float]:
    """KiB of the server for an idle connection, and for a table that nobody plays at."""
    url = f"ws://127.0.0.1:{port}"
    held = []

    async def hold(count: int) -> None:
        for _ in range(count):
            one = await connect(url, subprotocols=["carteado.1.msgpack"], compression=None)
            name = f"idle {len(held)}"
            await ask(one, {"type": "hello", "name": name, "kind": "person"}, "welcome")
            held.append(one)

    async def open_tables(first: int, count: int) -> None:
        for number in range(first, first + count):
            # One player may not open them all.
            opener = held[number % len(held)]
            await ask(opener, {"type": "open", "id": number, "game": "holdem"})

    # The first ones load modules and build validators, which is not the price of a connection.
    await hold(20)
    await open_tables(1, 5)
    before = resident_kib(pid)
    await hold(connections)
    by_connection = (resident_kib(pid) - before) / connections
    before = resident_kib(pid)
    await open_tables(10, connections)
    by_table = (resident_kib(pid) - before) / connections
    for one in held:
        await one.close()
    return by_connection, by_table


def commands(folder: Path, redis_url: str) -> dict[str, list[str]]:
    ours = [sys.executable, "-m", "carteado.server", "--host", "127.0.0.1", "--port", "0"]
    ours += ["--no-tables", "--no-qr", "--log-level", "error", "--rate", "100000"]
    ours += ["--burst", "100000"]
    number = len(list(folder.glob("*.db")))
    return {
        # A new data file each round; the floor and our Redis store share one server.
        "floor": [sys.executable, str(HERE / "floor_server.py"), redis_url],
        "sqlite": [*ours, "--store", f"sqlite:{folder / f'{number}.db'}"],
        "redis": [*ours, "--store", redis_url],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--idle", type=int, default=300, help="idle connections to weigh")
    arguments = parser.parse_args()
    if shutil.which("redis-server") is None:
        raise SystemExit("redis-server is needed: the floor's log and one of ours lie there")
    on_core(1)
    results: dict[str, list[Result]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with redis_server(folder) as redis_url:
            for _ in range(arguments.rounds):
                for kind, command in commands(folder, redis_url).items():
                    with server(command) as (pid, port):
                        run = drive(pid, port, arguments.tables, arguments.seconds)
                        results.setdefault(kind, []).append(uvloop.run(run))
            with server(commands(folder, redis_url)["sqlite"]) as (pid, port):
                memory = uvloop.run(idle_memory(pid, port, arguments.idle))
    report(results, memory)


def report(results: dict[str, list[Result]], memory: tuple[float, float]) -> None:
    heads = ("server", "CPU us/action", "x floor", "actions/s", "p50 ms", "p99 ms")
    print("{:8} {:>14} {:>8} {:>10} {:>8} {:>8}".format(*heads))
    floor = results["floor"]
    for kind, rounds in results.items():
        ratio = statistics.median(
            mine.cpu_us / base.cpu_us for mine, base in zip(rounds, floor, strict=True)
        )
        middle = {
            name: statistics.median(getattr(one, name) for one in rounds)
            for name in ("cpu_us", "rate", "p50", "p99")
        }
        print(
            f"{kind:8} {middle['cpu_us']:14.1f} {ratio:8.2f} {middle['rate']:10.0f}"
            f" {middle['p50']:8.2f} {middle['p99']:8.2f}"
        )
    print(f"memory: {memory[0]:.1f} KiB an idle connection, {memory[1]:.1f} KiB an empty table")


if __name__ == "__main__":
    main()
