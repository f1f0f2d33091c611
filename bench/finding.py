"""The time that a guest needs to find a server on the network, with its tables and free seats.

A server with its usual tables runs on one machine, and a guest looks for it from another; both are
network namespaces with a cable between them. The search alone is measured in a Python that has
loaded everything, the whole command from the start of its process to its end. The CPU time of the
command is printed too: on a busy machine it means more than the time on the wall.

    python bench/finding.py [--rounds 5]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

# The helpers for network namespaces are part of the tests.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.networks import COMMAND, Machine, home_network

TARGET_S = 1.0

SEARCH = """
import asyncio, sys, time
from carteado.client.lobby import list_tables
from carteado.client.search import servers_with_tables

async def main():
    found = []
    while not found:  # the first loads zeroconf, and the announcement may be on its way
        found = await servers_with_tables()
    began = time.monotonic()
    [(url, tables)] = await servers_with_tables()
    print(time.monotonic() - began)
    assert tables

asyncio.run(main())
"""


def cpu_of_children() -> float:
    """CPU time of the processes that have ended and were waited for, seconds."""
    used = os.times()
    return used.children_user + used.children_system


async def measure(guest: Machine) -> tuple[float, float, float]:
    """The search alone, the whole command, and the CPU time of the command, in seconds."""
    search = float(guest.run(COMMAND[0], "-c", SEARCH))
    # Of all children, but nothing else ends meanwhile.
    before, began = cpu_of_children(), time.monotonic()
    answer = await guest.carteado("find")
    whole, cpu = time.monotonic() - began, cpu_of_children() - before
    if "5 tables" not in answer.out:
        raise SystemExit(f"the server was not found: {answer}")
    return search, whole, cpu


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder, home_network(Path(folder)) as made:
        host, guest = made.machine("host"), made.machine("guest")
        host.plug("eth0", "192.168.77.5/24", guest, "eth0", "192.168.77.9/24")
        async with host.serving("--no-qr"):
            # Until the announcement is out; each try is a search of its own, so there is no
            # pause.
            while "5 tables" not in (await guest.carteado("find")).out:
                pass
            runs = [await measure(guest) for _ in range(rounds)]
    for name, times in zip(
        ("search", "command", "its CPU time"), zip(*runs, strict=True), strict=True
    ):
        listed = " ".join(f"{one:.2f}" for one in times)
        print(f"{name:>13}: {listed}  median {statistics.median(times):.2f} s")
    # The load says how far the wall clock can be trusted.
    print(f"load average {os.getloadavg()[0]:.0f}, target {TARGET_S:.0f} s")


if __name__ == "__main__":
    asyncio.run(main())
