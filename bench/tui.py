"""The terminal: from a keypress to the sent command at a busy table, and the cost of an idle one.

A page of a busy six-seat table at 160 x 50 gets an event (chat, a presence) every 50 ms while keys
are pressed; the clock runs from the key until the command is handed to the session's thread. It
stands still while the process waits for a processor that other programs have.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.clients.tui.tables import my_turn

from carteado.clients.tui.app import Terminal
from carteado.protocol.messages import Act
from carteado.protocol.session_events import ChatHeard, PresenceChanged


def unhindered() -> float:
    """Seconds, without those in which this thread waited for a processor, where that is counted."""
    counted = Path("/proc/thread-self/schedstat")
    waited_ns = int(counted.read_text().split()[1]) if counted.exists() else 0
    return time.monotonic() - waited_ns / 1e9


async def keys(rounds: int, size: tuple[int, int]) -> list[float]:
    """Milliseconds from a key to the command, for each press."""
    found: list[float] = []
    driver = my_turn(size)
    terminal = Terminal(driver.session)
    async with terminal.run_test(size=size) as pilot:
        terminal.show()
        await pilot.pause()
        busy = asyncio.create_task(_events(driver, terminal))
        sent: list[float] = []
        command = driver.link.command

        def noted(cls: type[Any], /, **fields: Any) -> None:
            if cls is Act:
                sent.append(unhindered())
            command(cls, **fields)

        driver.link.command = noted
        for _ in range(rounds):
            # Each press has to count as a new decision, or the terminal would ignore the
            # repetition.
            driver.session.at_table.acted = None
            await asyncio.sleep(0.03)
            sent.clear()
            began = unhindered()
            await pilot.press("f2")
            found.append((sent[0] - began) * 1000)
        busy.cancel()
    return found


async def _events(driver: Any, terminal: Terminal) -> None:
    number = 0
    while True:
        number += 1
        heard = ChatHeard(table="t-1", seat=1, name="Rui", text=f"message {number}")
        away = tuple(seat != number % 6 for seat in range(6))
        seen = PresenceChanged(table="t-1", connected=away, watching=number % 5)
        driver.link.incoming += [heard, seen]
        terminal.wake()
        await asyncio.sleep(0.05)


async def idle(seconds: float, size: tuple[int, int]) -> float:
    """Share of one processor that a table takes while its clock runs and nobody does anything."""
    driver = my_turn(size)
    terminal = Terminal(driver.session)
    async with terminal.run_test(size=size) as pilot:
        terminal.show()
        await pilot.pause()
        began, used = time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        return (time.process_time() - used) / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    for size in ((80, 24), (160, 50)):
        asyncio.run(keys(5, size))  # what is loaded or cached once
        times = sorted(asyncio.run(keys(chosen.rounds, size)))
        p95 = times[int(len(times) * 0.95)]
        share = asyncio.run(idle(chosen.seconds, size))
        name = f"{size[0]} x {size[1]}"
        print(
            f"{name}: key to command median {statistics.median(times):.2f} ms, "
            f"p95 {p95:.2f} ms, idle CPU {share:.1%}"
        )


if __name__ == "__main__":
    main()
