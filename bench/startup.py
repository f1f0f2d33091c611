"""The time until a server is ready, on a store with many tables or with one long log.

Logs of Hold'em bots that check and call are written into a SQLite file. Then `carteado serve` is
started on it, and `/readyz` is polled until every table is back. After that each table
is watched once, which proves it. The time runs from the start of the process; the
CPU time of the server is printed too, for runs on a busy machine. There are three starts: without
checkpoints (the first start after an upgrade), after an orderly stop, and after a kill in the
middle of play, when a checkpoint is 8 events behind its log, half of the most it can be. The time
of the process itself is that of a start on an empty store. After each start statistics are asked
for twice: at first they are counted from the logs, later they go on from what was kept.

    python bench/startup.py [--tables 1000] [--events 300] [--long 200000]
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from processes import Server
from replay import Recorder

from carteado.client import Client
from carteado.protocol.messages import Statistics, Watch
from carteado.server.store.base import Durability, Lease
from carteado.server.store.sqlite import SqliteStore

TARGET_S = 2.0
KEEPS_S = 5.0
"""Seconds after which a server has stored the requested statistics."""

BEHIND = 8
"""Events that a killed server's checkpoint is behind the log, on average."""

PATIENCE_S = 300


class Logs:
    """Many logs of one store, to be written in two parts.

    Args:
        path: the data file.
        tables: how many logs.
    """

    def __init__(self, path: Path, tables: int) -> None:
        self.path = path
        self.names = [f"table-{number:04}" for number in range(tables)]
        self.recorders: dict[str, Recorder] = {}

    async def play(self, events: int) -> None:
        """Play at every table until its log has a number of events."""
        async with await SqliteStore.open(self.path, durability=Durability.PROCESS) as store:
            for seed, name in enumerate(self.names):
                lease = await store.acquire(name, "bench", 1)
                assert isinstance(lease, Lease)
                recorder = self.recorders.get(name)
                if recorder is None:
                    recorder = Recorder(store, lease, table=name, seed=seed)
                    self.recorders[name] = recorder
                    await recorder.open()
                # The second part has a new lease, because the server held the table in between.
                recorder.store, recorder.lease = store, lease
                await recorder.go_on(events)


@dataclass(frozen=True)
class Start:
    """A server that has just started.

    Attributes:
        server: the server.
        seconds: from the start of its process until every table was back.
        cpu: CPU time of the process until then, seconds.
    """

    server: Server
    seconds: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s (CPU {self.cpu:.2f} s)"


def cpu_s(pid: int) -> float:
    """CPU time of a process so far, of all its threads; nan where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(store: str, folder: Path) -> Start:
    """Start a server, and wait until every table is back."""
    began = time.monotonic()
    environment = {
        "XDG_DATA_HOME": str(folder),
        # One client asks about every table in a row, far above the usual quota.
        "CARTEADO_RATE": "1000000",
        "CARTEADO_BURST": "1000000",
    }
    server = Server(store, environment, folder / "server.log")
    url = f"http://127.0.0.1:{server.port}/readyz"
    while time.monotonic() < began + PATIENCE_S:
        try:
            with urllib.request.urlopen(url) as reply:
                reply.read()
        except urllib.error.HTTPError as error:
            error.close()
            time.sleep(0.01)
        else:
            seconds = time.monotonic() - began
            return Start(server, seconds, cpu_s(server.process.pid))
    raise SystemExit(f"not ready after {PATIENCE_S} s: {folder / 'server.log'}")


async def ask_all(server: Server, names: list[str]) -> str:
    """Watch every table once; raises where one does not answer.

    Returns:
        How long the first answer about statistics takes, and the next one; with the CPU time.
    """
    starts = []
    async with Client(server.url, name="bench", kind="viewer") as client:
        for name in names:
            await client.request(Watch, table=name)
    async with Client(server.url, name="bench 2", kind="viewer") as client:
        for _ in range(2):
            began, cpu = time.monotonic(), cpu_s(server.process.pid)
            await client.request(Statistics)
            used = cpu_s(server.process.pid) - cpu
            starts.append(f"{time.monotonic() - began:.2f} s (CPU {used:.2f} s)")
    # Otherwise the next start would not find the statistics that this one computed.
    await asyncio.sleep(KEEPS_S)
    return ", then ".join(starts)


def measure(title: str, folder: Path, tables: int, events: int) -> bool:
    """Three starts on one store; whether those with checkpoints are quick enough."""
    folder.mkdir()
    path = folder / "games.db"
    store = f"sqlite:{path}"
    logs = Logs(path, tables)
    # The rest is played after the stop, so that the checkpoint lies behind the log.
    asyncio.run(logs.play(events - BEHIND))
    found: dict[str, Start] = {}

    def begin(name: str) -> Server:
        found[name] = start(store, folder)
        statistics = asyncio.run(ask_all(found[name].server, logs.names))
        print(f"{title}, {name}: statistics {statistics}", flush=True)
        return found[name].server

    # The second start finds the checkpoint of the orderly stop; it is killed to leave that as it
    # is.
    begin("without checkpoints").stop()
    begin("after a stop").kill()
    asyncio.run(logs.play(events))
    begin("after a kill").kill()
    quick = max(found["after a stop"].seconds, found["after a kill"].seconds) <= TARGET_S
    results = ", ".join(f"{name} {one}" for name, one in found.items())
    print(
        f"{title}: {results} (target {TARGET_S:g} s: {'met' if quick else 'NOT MET'})", flush=True
    )
    return quick


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--long", type=int, default=200_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "empty").mkdir()
        empty = start(f"sqlite:{folder / 'empty' / 'games.db'}", folder / "empty")
        empty.server.kill()
        print(f"an empty store: {empty}")
        many = f"{given.tables} tables of {given.events} events"
        quick = measure(many, folder / "many", given.tables, given.events)
        quick &= measure(f"one table of {given.long} events", folder / "long", 1, given.long)
    return 0 if quick else 1


if __name__ == "__main__":
    sys.exit(main())
