"""Five hundred people at two hundred tables whose connections break constantly.

A server in a process of its own keeps its logs in a file. Clients of one process take every seat of
a mix of Hold'em, Quick Hold'em and Buraco tables and play; every 50 ms a connection of one of them
is cut, and reconnects by itself. At the end the server is stopped, and every log
is verified: its bytes and chain, and of some tables also every command and every deck.

It fails where a client met anything but a late answer, where the server wrote an error, where the
memory of the server grew from the second quarter of the time to the last by more than a tenth and
more than the logs kept at hand explain, or where a log is not whole.

    python bench/soak_tables.py [--seconds 120] [--scale 1.0] [--json FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from processes import Server, carteado

from carteado.client import Client, ClientClosed, ClientError, CommandRefused
from carteado.engine.plain import to_plain
from carteado.protocol.messages import Act, Join, Open, Rematch
from carteado.protocol.session_events import (
    DealFlawed,
    Happened,
    Prompted,
    Replied,
    TableStalled,
    Unreadable,
)

MIX = (
    ("holdem", "heads-up", {"format": "cash"}, 2, 150),
    ("holdem", "four-player", {}, 4, 10),
    ("quick-holdem", "standard", {}, 4, 20),
    ("buraco", "mineiro", {}, 4, 20),
)
"""Game, preset, options, seats, and how many tables at full scale: 200 tables, 500 seats."""

# Decisions of a minute: a reconnection must not turn into a time-out.
SETTINGS = {"decision_ms": 60_000, "pause_ms": 500, "nonce_ms": 3_000}

THINK_S = (2.0, 6.0)
"""Range of a player's thinking time, seconds."""

CUT_EACH_S = 0.05
"""A connection is cut off so often, seconds."""

LATE = frozenset({"action/stale_decision", "action/not_your_turn", "session/lost", "limit/rate"})
"""Refusals that a player may meet who answers late, after a connection broke."""

# Both bounds must be passed: a small process may grow by a tenth without a leak.
GROWTH = 1.10
SLACK_KB = 20_000
AUDITED = 8
"""Tables whose decks and commands are checked one by one."""


@dataclass
class Soak:
    """The results."""

    connections: int = 0
    tables: int = 0
    cuts: int = 0
    decisions: int = 0
    deals: int = 0
    uncut: int = 0
    memory_kb: list[int] = field(default_factory=list)
    problems: collections.Counter[str] = field(default_factory=collections.Counter)

    @property
    def growth(self) -> float:
        """The memory of the last quarter by that of the second."""
        # The first quarter is left out: tables and caches fill up there.
        quarter = len(self.memory_kb) // 4
        if not quarter:
            return 1.0
        second = self.memory_kb[quarter : 2 * quarter]
        return max(self.memory_kb[-quarter:]) / max(second)


class Guest:
    """One player: sits, acts after a while, and asks for another game when one is over."""

    def __init__(self, soak: Soak, url: str, name: str, seed: int) -> None:
        self.soak = soak
        self.client = Client(url, name=name)
        self.random = random.Random(seed)
        self.jobs: set[asyncio.Task[None]] = set()
        self.table = ""
        self.stopping = False

    async def sit(self, table: str) -> None:
        await self.client.start()
        self.table = table
        # Kept in a set: the event loop alone holds tasks only weakly.
        self.jobs.add(asyncio.create_task(self._listen()))
        await self.client.request(Join, table=table)

    def cut(self) -> bool:
        """Break the connection as a pulled plug would; False where there is none just now."""
        connection = self.client._connection
        if connection is None:
            return False
        # abort, not close: no close frame, as when a cable is pulled.
        connection._socket.transport.abort()
        return True

    async def end(self) -> None:
        self.stopping = True
        for job in self.jobs:
            job.cancel()
        await asyncio.gather(*self.jobs, return_exceptions=True)
        with contextlib.suppress(ClientError):
            await self.client.close()

    async def _listen(self) -> None:
        try:
            async for session_event in self.client:
                self._hear(session_event)
        except ClientClosed:
            return
        except ClientError as error:
            if not self.stopping:
                self.soak.problems[f"{type(error).__name__}: {error}"] += 1

    def _hear(self, session_event: Any) -> None:
        if isinstance(session_event, Prompted):
            self._start(self._act(session_event))
        elif isinstance(session_event, DealFlawed) and session_event.kind == "dropped":
            self.soak.uncut += 1  # a client that is cut off or late takes no part in the cut
        elif isinstance(session_event, DealFlawed | TableStalled | Unreadable):
            self.soak.problems[f"{type(session_event).__name__}: {session_event}"[:200]] += 1
        elif isinstance(session_event, Replied):
            code = getattr(session_event.reply, "code", None)
            # A rematch may be refused when the other player was faster.
            if code is not None and code not in LATE and type(session_event.command) is not Rematch:
                self.soak.problems[f"refused: {code}: {session_event.reply.message}"[:200]] += 1
        elif isinstance(session_event, Happened) and session_event.after is not None:
            table = session_event.after
            before = session_event.before
            # Only the event with which the game ends, not those after it.
            if table.game.over(table.state) and not (before and table.game.over(before.state)):
                self._start(self._rematch())

    def _start(self, work: Any) -> None:
        job = asyncio.create_task(work)
        self.jobs.add(job)
        job.add_done_callback(self.jobs.discard)

    async def _act(self, prompted: Prompted) -> None:
        # People think: without pauses few connections would use up the machine.
        await asyncio.sleep(self.random.uniform(*THINK_S))
        action = self._action(prompted)
        self.client.command(Act, table=self.table, decision=prompted.decision, action=action)
        self.soak.decisions += 1

    def _action(self, prompted: Prompted) -> dict[str, Any]:
        """Mostly a check or a call, sometimes what the clock would do."""
        legal = prompted.legal
        if self.random.random() < 0.8:
            if getattr(legal, "check", False):
                return {"type": "check"}
            if getattr(legal, "call", None):
                return {"type": "call"}
        return dict(to_plain(prompted.default))

    async def _rematch(self) -> None:
        await asyncio.sleep(self.random.uniform(0.1, 0.5))
        with contextlib.suppress(CommandRefused, ClientError):
            await self.client.request(Rematch, table=self.table)


async def play(soak: Soak, server: Server, seconds: float, scale: float) -> None:
    host = Client(server.url, name="Opener")
    guests: list[Guest] = []
    async with host:
        for game, preset, options, seats, count in MIX:
            for _ in range(max(1, round(count * scale))):
                ok = await host.request(
                    Open, game=game, preset=preset, options=options, settings=SETTINGS
                )
                soak.tables += 1
                for seat in range(seats):
                    number = len(guests)
                    guest = Guest(soak, server.url, f"Guest {number}", number)
                    guests.append(guest)
                    await guest.sit(ok.table or "")
                    del seat
        soak.connections = len(guests)
        print(f"{soak.connections} connections at {soak.tables} tables", flush=True)
        cutting = asyncio.create_task(_cut(soak, guests))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(1.0)
            # Once a second, which is often enough to see growth and costs the server nothing.
            soak.memory_kb.append(_memory_kb(server.process.pid))
            if cutting.done():
                # Raises what ended the task, which would otherwise go unnoticed.
                cutting.result()
        cutting.cancel()
        await asyncio.gather(cutting, return_exceptions=True)
        await asyncio.sleep(3.0)  # those who were cut off last come back
        away = sum(guest.client._connection is None for guest in guests)
        if away:
            soak.problems[f"{away} clients did not come back"] += 1
        await asyncio.gather(*(guest.end() for guest in guests))


async def _cut(soak: Soak, guests: list[Guest]) -> None:
    chance = random.Random(1)
    while True:
        await asyncio.sleep(CUT_EACH_S)
        soak.cuts += chance.choice(guests).cut()


def _memory_kb(pid: int) -> int:
    """Resident memory of a process, KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise SystemExit("the server is gone")


def check_logs(soak: Soak, store: str, environment: dict[str, str]) -> None:
    """Verify the bytes and chains of all logs, and all of some tables."""
    done = subprocess.run(
        carteado("log", "verify", "--store", store, "--json"),
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    if done.returncode != 0:
        soak.problems[f"log verify: {done.stderr.strip()[-300:]}"] += 1
        return
    rows = json.loads(done.stdout)
    if len(rows) != soak.tables:
        soak.problems[f"{len(rows)} logs of {soak.tables} tables"] += 1
    names = [row["table"] for row in rows]
    # A full check takes seconds for each table, so some are chosen by a fixed seed.
    for table in random.Random(1).sample(names, min(AUDITED, len(names))):
        done = subprocess.run(
            carteado("verify", table, "--store", store, "--json"),
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
        )
        if done.returncode not in (0, 7):  # 7: the deal that was being played is not checked
            soak.problems[f"verify {table}: {(done.stderr or done.stdout).strip()[-300:]}"] += 1
            continue
        found = json.loads(done.stdout)
        soak.deals += sum(deal["finished"] for deal in found["deals"])
        for one in (*found["checks"], *found["deals"]):
            if not one["ok"]:
                soak.problems[f"verify {table}: {one}"[:300]] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of tables")
    parser.add_argument("--json", type=Path, help="write the result there")
    chosen = parser.parse_args()
    soak = Soak()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        import os

        environment = {**os.environ, "XDG_DATA_HOME": name, "CARTEADO_CONFIG": os.devnull}
        # All of them come from this machine, and one player opens all tables.
        environment |= {"CARTEADO_PLAYER_TABLES": "300", "CARTEADO_ANNOUNCE": "false"}
        store, log = f"sqlite:{folder / 'soak.db'}", folder / "server.log"
        server = Server(store, environment, log)
        try:
            asyncio.run(play(soak, server, chosen.seconds, chosen.scale))
        finally:
            server.stop()
        for line in log.read_text().splitlines():
            if '"level": "error"' in line:
                soak.problems[f"server: {line}"[:300]] += 1
        check_logs(soak, store, environment)
    first, last = soak.memory_kb[len(soak.memory_kb) // 4], soak.memory_kb[-1]
    # Both: a small process may grow by a large share without growing much.
    if soak.growth > GROWTH and last - first > SLACK_KB:
        soak.problems[f"memory grew from {first} to {last} KiB"] += 1
    result = {
        "connections": soak.connections,
        "tables": soak.tables,
        "seconds": chosen.seconds,
        "cuts": soak.cuts,
        "decisions": soak.decisions,
        "deals checked": soak.deals,
        "nonces that came too late": soak.uncut,
        "memory KiB": [first, last],
        "growth": round(soak.growth, 3),
        "problems": dict(soak.problems.most_common(20)),
    }
    print(json.dumps(result, indent=1))
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(result, indent=1))
    return 1 if soak.problems else 0


if __name__ == "__main__":
    sys.exit(main())
