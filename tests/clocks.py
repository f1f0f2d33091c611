"""Time in tests: how long to wait, and clocks that say the same on a busy and an idle machine.

What must come is waited for, up to `PATIENCE_S`. A timer of the product is not slept through: the
event loop's clock is moved (`pass_time`). What has to be quick is held against a clock that stands
still while other programs have the processor (`own_time`, `unhindered_time`), or against another
program that runs in turns with it (`costs_times`).
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PATIENCE_S = 120
"""How long is waited for what must come, seconds: only what hangs takes longer."""


async def until(condition: Callable[[], Any]) -> Any:
    """Wait until something holds; what it gave."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found = condition()
            if found:
                return found
            await asyncio.sleep(0.001)


def pass_time(seconds: float) -> None:
    """Let so much time pass at once on the running event loop: what is due by then happens.

    Nothing puts the clock back: a test has a loop of its own, or finds a loop whose clock is ahead.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop.time, _Ahead):
        # A loop offers no other way to another clock than its method, which type checkers guard.
        loop.time = _Ahead(loop.time)
    loop.time.seconds += seconds


class _Ahead:
    """A clock that is ahead of another by some seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.seconds = 0.0
        self._clock = clock

    def __call__(self) -> float:
        return self._clock() + self.seconds


@contextlib.contextmanager
def own_time() -> Iterator[Callable[[], float]]:
    """A clock in seconds that goes on only while this process has a processor.

    A thread keeps the process busy, so that on an idle machine it is a clock like any other. Where
    others are served meanwhile, whatever is measured has to wait for them just as the clock does.
    """
    ended = threading.Event()

    def spin() -> None:
        while not ended.is_set():
            pass

    thread = threading.Thread(target=spin, name="own time", daemon=True)
    thread.start()
    try:
        yield time.process_time
    finally:
        ended.set()
        thread.join()


def unhindered_time(pid: int) -> Callable[[], float]:
    """A clock in seconds for what another process does by itself; it costs no processor.

    It stands still while that process, or this one, waits for a processor, where the system counts
    it.

    Args:
        pid: of the other process.
    """
    files = [Path(f"/proc/{name}/schedstat") for name in (pid, "thread-self")]
    counted = [path for path in files if path.exists()]

    def clock() -> float:
        waited_ns = sum(int(path.read_text().split()[1]) for path in counted)
        return time.monotonic() - waited_ns / 1e9

    return clock


_COSTS = """
import time
start = time.process_time()
{}
print(time.process_time() - start)
"""


def costs_times(program: str, reference: str, rounds: int = 7) -> float:
    """How many times the CPU time of another program a program takes, each in a new Python.

    A shared machine changes its speed within a second, so each is held against the run beside it,
    and the middle of all rounds counts: what is wrong once in each direction does not.

    Args:
        program: Text of the program measured; it prints nothing.
        reference: Text of the program that it is held against; it prints nothing.
        rounds: Runs of each, in turns.
    """

    def cost(text: str) -> float:
        command = [sys.executable, "-c", _COSTS.format(text)]
        done = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE_S)
        return float(done.stdout)

    cost(program), cost(reference)
    return statistics.median(cost(program) / cost(reference) for _ in range(rounds))
