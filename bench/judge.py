"""Rounds judged a second, and the memory it takes, beside reading and splitting the same file.

The lower bound is the work that any judge must do before the first rule: read and split every line
into words. Each job is a process of its own, and they alternate, so a slow machine slows both.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from processes import carteado

TARGET = 20_000
NAMES = ("Alice", "Bob", "Charlie", "Eva", "Frank", "Maria Clara")
FLOOR = "import sys\nfor line in open(sys.argv[1], encoding='utf-8'): line.split()"


def write_rounds(path: Path, rounds: int, seed: int) -> None:
    """A file of rounds: two to six players each, every card of a round another one."""
    chance = random.Random(seed)
    pack = [f"{rank}{suit}" for rank in range(1, 14) for suit in "PECO"]
    with path.open("w") as file:
        # So much money that no round becomes invalid for lack of it.
        file.write(f"{rounds} 900000000000\n")
        for number in range(rounds):
            # The first round names all players of the match.
            count = chance.randint(2, len(NAMES)) if number else len(NAMES)
            cards = chance.sample(pack, 5 * count)
            lines = [f"{count} 50\n"]
            for at, name in enumerate(chance.sample(NAMES, count)):
                hand = " ".join(cards[5 * at : 5 * at + 5])
                lines.append(f"{name} {50 * chance.randint(1, 8)} {hand}\n")
            file.writelines(lines)


@dataclass(frozen=True)
class Run:
    """The cost of a process: seconds by the clock and of the processor, and peak memory in MB."""

    clock: float
    processor: float
    memory: float


def run(command: Sequence[str]) -> Run:
    start = time.perf_counter()
    process = subprocess.Popen(command)
    # wait4 gives the resources of this child alone; getrusage would add all children up.
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Run(clock, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1_000_000, help="rounds (default 1000000)")
    parser.add_argument("--rounds", type=int, default=1, help="alternating runs (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="of the rounds (default 1)")
    args = parser.parse_args()
    if args.size < 1 or args.rounds < 1:
        parser.error("--size and --rounds are at least 1")

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "rounds.txt"
        write_rounds(source, args.size, args.seed)
        # A hundredth of the size: equal peaks show that memory does not grow with the file.
        short = folder / "short.txt"
        write_rounds(short, max(1, args.size // 100), args.seed)
        judge = carteado("judge")
        output, log = str(folder / "out.txt"), str(folder / "rounds.log")
        jobs = {
            "read and split": [sys.executable, "-c", FLOOR, str(source)],
            "judge": [*judge, str(source), output],
            "judge --log": [*judge, str(source), output, "--log", log],
        }
        took: dict[str, list[Run]] = {what: [] for what in jobs}
        for _ in range(args.rounds):
            for what, command in jobs.items():
                took[what].append(run(command))
        small = run([*judge, str(short), output])
    return report(args.size, took, small)


def report(size: int, took: dict[str, list[Run]], small: Run) -> int:
    """Print the figures; 0 where the target is met."""
    floor = took["read and split"]
    print(f"{size:,} rounds, two to six players each; the start of each process included")
    print(f"{'':<16}{'per CPU second':>16}{'by the clock':>16}{'ratio':>8}{'peak':>10}")
    rates = {}
    for what, runs in took.items():
        rates[what] = size / statistics.median(one.processor for one in runs)
        clock = size / statistics.median(one.clock for one in runs)
        pairs = zip(runs, floor, strict=True)
        ratio = statistics.median(own.processor / bound.processor for own, bound in pairs)
        memory = max(one.memory for one in runs)
        print(f"{what:<16}{rates[what]:16,.0f}{clock:16,.0f}{ratio:7.1f}x{memory:7.1f} MB")
    print(f"judge, a hundredth of the file: {small.memory:.1f} MB peak")
    met = rates["judge"] >= TARGET
    print(f"target {TARGET:,} rounds per CPU second: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
