"""The whole system without a screen: play, kill the server in mid-hand, resume, check the logs.

For each store a server in a process of its own hosts a heads-up and a four-player table, six bots
in their own processes take the seats, and a watcher sits on the rail of both. In the middle of a
hand the server is killed (SIGKILL) and started again on the same log; bots and watcher reconnect by
themselves. Then every log is exported and checked with the commands that a user has: the chain of
hashes, every command decided again, every deck against its commitment and cut, and the replay to
the end against what the watcher saw.

    python bench/demo.py [--hands 20] [--kills 1] [--stores sqlite redis]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auditing import Audit, audit
from processes import Server, carteado, redis_server

from carteado.client import Client
from carteado.engine.table import DeckCommitted, Table, snapshot
from carteado.protocol.messages import Open, Watch
from carteado.protocol.session_events import Happened, LiveNow, Snapped

TABLES = {"heads-up": ("random", "caller"), "four-player": ("random", "caller", "random", "caller")}
"""The presets that are played, and who takes the seats."""

OPTIONS = {"stack": 1_000_000, "max_bet": 500}
"""Deep stacks and a bet limit: nobody goes broke within the demo, so everybody plays all hands."""

STOP_S = 2.0
"""An orderly stop takes no longer."""


@dataclass
class Report:
    """The results of one store's run."""

    store: str
    seconds: float = 0.0
    killed_at: list[tuple[int, ...]] = field(default_factory=list)
    downtime_s: list[float] = field(default_factory=list)
    decisions: int = 0
    stop_s: float = 0.0
    audits: list[Audit] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Watcher:
    """Sits on the rail of all tables and keeps what it saw."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.deals: dict[str, int] = {}
        self._changed = asyncio.Condition()
        # Reads all the time: unread events would make the server drop the connection.
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        async for session_event in self.client:
            async with self._changed:
                if isinstance(session_event, Happened) and isinstance(
                    session_event.event, DeckCommitted
                ):
                    self.deals[session_event.table] = session_event.event.deal
                if isinstance(session_event, Happened | LiveNow | Snapped):
                    self._changed.notify_all()

    def table(self, table: str) -> Table:
        """A table as the rail sees it at this moment."""
        seen = self.client.tables[table].table
        assert seen is not None
        return seen

    async def until(self, reached: Any) -> None:
        """Wait until a condition over what was seen holds."""
        async with self._changed:
            await self._changed.wait_for(reached)

    async def close(self) -> None:
        await self.client.close()
        await self._task


async def play(report: Report, store: str, folder: Path, hands: int, kills: int) -> None:
    """Play on one store and fill in the report."""
    # Folders of its own: the demo must neither read nor change the user's data.
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    home["XDG_CONFIG_HOME"] = str(folder)
    log = folder / "server.log"
    server = Server(store, home, log)
    try:
        # Patient enough to see the server killed and started again.
        async with Client(server.url, name="watcher", patience_s=60) as client:
            watcher = Watcher(client)
            tables = await open_tables(client)
            async with bots(server.url, tables, hands, home, folder) as processes:
                for number in range(kills):
                    # Evenly spread over the run.
                    at = max(1, hands * (number + 1) // (kills + 1))
                    # The default argument fixes the number, which the loop goes on changing.
                    await watcher.until(lambda at=at: in_the_middle(watcher, tables, at))
                    server.kill()
                    report.killed_at.append(tuple(watcher.deals[table] for table in tables))
                    began = time.monotonic()
                    # The same port, so that bots and watcher reach the new process by themselves.
                    server = Server(store, home, log, server.port)
                    # `live` means that everything missed has been received.
                    await watcher.until(lambda: all(client.tables[t].live for t in tables))
                    report.downtime_s.append(time.monotonic() - began)
                for process, name in processes:
                    await finished(report, process, name, hands)
            await watcher.until(lambda: all(nobody(watcher.table(table)) for table in tables))
            # A deck that waits for nonces is cut after everybody has left: until here, then.
            seen = {
                table: (client.tables[table].seq, plain(watcher.table(table))) for table in tables
            }
            await watcher.close()
        report.stop_s = server.stop()
    finally:
        if server.process.poll() is None:
            server.kill()
    # 130: ended in good order by a signal, by the convention of shells.
    if server.process.returncode not in (0, 130) or report.stop_s > STOP_S:
        report.problems.append(
            f"SIGTERM: status {server.process.returncode} after {report.stop_s:.1f} s"
        )
    for preset, table in zip(TABLES, tables, strict=True):
        at, rail = seen[table]
        checked = audit(store, table, folder / f"{preset}.log", {**os.environ, **home}, at=at)
        report.audits.append(checked)
        report.problems += checked.problems
        # The core of the demo: the log alone must give what the audience saw.
        if checked.rail != rail:
            report.problems.append(f"{preset}: the log differs from what the rail was shown")


async def open_tables(client: Client) -> list[str]:
    """Open the tables and watch them from the rail; their ids."""
    tables = []
    for preset in TABLES:
        opened = await client.request(
            Open,
            game="holdem",
            preset=preset,
            options=OPTIONS,
            settings={"pause_ms": 0},
            title=f"Demo {preset}",
        )
        tables.append(opened.table)
        await client.request(Watch, table=opened.table, rail=True)
    return tables


@contextlib.asynccontextmanager
async def bots(
    url: str, tables: list[str], hands: int, home: dict[str, str], folder: Path
) -> AsyncIterator[list[tuple[asyncio.subprocess.Process, str]]]:
    """A bot process on each seat of the tables."""
    processes = []
    # One file for all bots, which is only shown when something went wrong.
    with (folder / "bots.log").open("ab") as errors:
        for table, (preset, kinds) in zip(tables, TABLES.items(), strict=True):
            for seat, kind in enumerate(kinds):
                place = ["--url", url, "--table", table, "--seat", str(seat)]
                process = await asyncio.create_subprocess_exec(
                    *carteado("bot", kind, *place, "--hands", str(hands), "--json"),
                    stdout=asyncio.subprocess.PIPE,
                    stderr=errors,
                    # A bot must not read what is typed at the demo.
                    stdin=asyncio.subprocess.DEVNULL,
                    env={**os.environ, **home},
                )
                processes.append((process, f"{preset} seat {seat} ({kind})"))
    try:
        yield processes
    finally:
        for process, _ in processes:
            if process.returncode is None:
                process.kill()
                await process.wait()


async def finished(
    report: Report, process: asyncio.subprocess.Process, name: str, hands: int
) -> None:
    """Wait for a bot, and see that it played all its hands."""
    said, _ = await process.communicate()
    if process.returncode != 0:
        report.problems.append(f"{name} ended with status {process.returncode}")
        return
    tally = json.loads(said)
    report.decisions += tally["decisions"]
    # More hands are possible: the last one was dealt before the bot had left.
    if tally["hands"] < hands or tally["illegal"] or tally["failed"]:
        report.problems.append(f"{name} did not play as it should: {said.decode().strip()}")


def in_the_middle(watcher: Watcher, tables: list[str], deal: int) -> bool:
    """Whether every table plays, one has reached a deal, and one is in the middle of a hand."""
    deals = [watcher.deals.get(table, 0) for table in tables]
    # Every table has begun, so that the kill meets all of them.
    if min(deals) < 1 or max(deals) < deal:
        return False
    seen = [watcher.table(table) for table in tables]
    return any(table.game.turn(table.state) is not None for table in seen)


def plain(table: Table) -> Any:
    """A table as JSON has it."""
    # There and back, so that tuples become lists as in the exported log.
    return json.loads(json.dumps(snapshot(table)))


def nobody(table: Table) -> bool:
    """Whether all seats are empty."""
    return all(name is None for name in table.state.names)


@contextlib.contextmanager
def store_of(kind: str, folder: Path) -> Iterator[str]:
    """The URL of a fresh store."""
    if kind == "redis":
        with redis_server(folder) as url:
            yield url
    else:
        yield f"sqlite:{folder / 'carteado.db'}"


def run(kind: str, hands: int, kills: int, seconds: float) -> Report:
    """One store's run."""
    report = Report(kind)
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="carteado-demo-") as name,
        store_of(kind, Path(name)) as url,
    ):
        folder = Path(name)
        try:
            # A limit, because a client that waits for a lost server would wait for ever.
            asyncio.run(asyncio.wait_for(play(report, url, folder, hands, kills), seconds))
        except TimeoutError:
            report.problems.append(f"not finished after {seconds:.0f} s")
        if report.problems:
            for path in ("server.log", "bots.log"):
                # The end of the logs is enough to see the last error.
                print(f"--- {path}", (folder / path).read_text()[-4000:], sep="\n", file=sys.stderr)
    report.seconds = time.monotonic() - began
    return report


def show(reports: list[Report]) -> None:
    """The summary."""
    heads = (
        "store",
        "deals",
        "decisions",
        "events",
        "killed in",
        "back in",
        "stop",
        "logs",
        "time",
    )
    row = "{:8}{:>6}{:>11}{:>8}  {:18}{:>8}{:>8}{:>10}{:>8}"
    print(row.format(*heads))
    for one in reports:
        killed = ", ".join("hands " + " and ".join(map(str, deals)) for deals in one.killed_at[:1])
        back = f"{max(one.downtime_s, default=0):.1f} s"
        events = sum(checked.events for checked in one.audits)
        verdict = "FAILED" if one.problems else "verified"
        print(
            row.format(
                one.store,
                sum(checked.deals for checked in one.audits),
                one.decisions,
                events,
                killed + (f" (+{len(one.killed_at) - 1})" if len(one.killed_at) > 1 else ""),
                back,
                f"{one.stop_s:.1f} s",
                verdict,
                f"{one.seconds:.1f} s",
            )
        )
    for one in reports:
        for problem in one.problems:
            print(f"{one.store}: {problem}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=20, help="hands a bot (default 20)")
    parser.add_argument("--kills", type=int, default=1, help="kills of the server (default 1)")
    parser.add_argument("--seconds", type=float, default=50, help="limit of a run (default 50)")
    parser.add_argument("--stores", nargs="+", default=["sqlite", "redis"], help="sqlite, redis")
    arguments = parser.parse_args()
    if arguments.hands < 1 or arguments.kills < 0:
        parser.error("--hands is at least 1 and --kills at least 0")
    if unknown := set(arguments.stores) - {"sqlite", "redis"}:
        parser.error(f"there is no store {', '.join(sorted(unknown))}; there are sqlite, redis")
    reports = [
        run(kind, arguments.hands, arguments.kills, arguments.seconds) for kind in arguments.stores
    ]
    show(reports)
    return 1 if any(report.problems for report in reports) else 0


if __name__ == "__main__":
    raise SystemExit(main())
