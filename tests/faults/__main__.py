"""Break things and check that nothing acknowledged is lost.

    python -m tests.faults [--short] [--seed N] [NAME ...]

This process is the observer: it hears of every acknowledgement from a player's connection or by a
writer's output, and compares what it was told with what the store holds at the end. The exit status
is 0 if nothing acknowledged was lost and every program could run. `--short` takes less than a
minute.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.faults import servers, stores
from tests.faults.observing import Report
from tests.faults.power import power_cuts
from tests.redis_server import HINT, RedisServer, binary

AT_ONCE = 3
"""Programs that run at once; more would slow each other down."""

Program = Callable[[Path], Awaitable[Report | list[Report]]]


def programs(seed: int, *, short: bool) -> dict[str, Program]:
    """The programs by name, the longest first."""
    luck = random.Random(seed)
    some = (lambda few, many: few) if short else (lambda few, many: many)

    async def killed_with_redis(folder: Path) -> Report:
        redis = RedisServer(folder)
        try:
            return await servers.server_killed(folder, redis.url, some(1, 20), luck)
        finally:
            redis.stop()

    return {
        "line": servers.line_dead,
        "server-redis": killed_with_redis,
        "server": lambda folder: servers.server_killed(
            folder, f"sqlite:{folder / 'games.db'}", some(1, 30), luck
        ),
        "power": lambda folder: power_cuts(folder, some(60, 1000), seed),
        "clock": servers.clock_jumps,
        "frozen": lambda folder: stores.redis_frozen(folder, some(1, 10)),
        "redis": lambda folder: stores.redis_killed(folder, some(4, 50), luck),
        "writer": lambda folder: stores.writer_killed(folder, some(3, 50), luck),
        "emptied": stores.redis_emptied,
        "full": lambda folder: stores.disk_full(folder, some(2, 10)),
        "full-redis": stores.redis_disk_full,
        "locks": stores.second_process,
    }


async def run(chosen: dict[str, Program]) -> list[Report]:
    """Run programs, a few at once, and print each report as it comes."""
    room = asyncio.Semaphore(AT_ONCE)
    waiting = asyncio.Semaphore(1)  # a dead line is mostly waited for, and takes no room
    found: list[Report] = []

    async def one(name: str, program: Program) -> None:
        async with waiting if name == "line" else room:
            began = time.monotonic()
            with tempfile.TemporaryDirectory(prefix=f"carteado-{name}-") as folder:
                try:
                    reports = await program(Path(folder))
                except Exception as error:
                    text = f"{type(error).__name__}: {error}"
                    reports = Report(name, problems=[text])
            for report in reports if isinstance(reports, list) else [reports]:
                found.append(report)
                _print(report, time.monotonic() - began)

    await asyncio.gather(*(one(*item) for item in chosen.items()))
    return found


def _print(report: Report, seconds: float) -> None:
    notes = f"; {'; '.join(report.notes)}" if report.notes else ""
    print(
        f"{'FAIL' if report.problems else 'ok  '}  {report.fault}: {report.trials} trials, "
        f"{report.lost} of {report.acknowledged} acknowledged lost{notes} ({seconds:.0f} s)",
        flush=True,
    )
    for problem in report.problems:
        print(f"      {problem}", flush=True)


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    every = programs(given.seed, short=given.short)
    unknown = set(given.names) - set(every)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are: {', '.join(every)}")
    missing = [] if binary() else [HINT]
    missing += [] if shutil.which("strace") else ["strace is missing: apt-get install strace"]
    for text in missing:
        print(text, file=sys.stderr)
    if missing:
        return 1
    print(f"seed {given.seed}", flush=True)
    chosen = {name: every[name] for name in given.names} if given.names else every
    return int(any(report.problems for report in asyncio.run(run(chosen))))


if __name__ == "__main__":
    sys.exit(main())
