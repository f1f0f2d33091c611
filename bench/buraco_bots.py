"""The bots of Buraco: how long their decisions take.

    python bench/buraco_bots.py [--deals N] [--profile NAME ...]

CPU time of one process for each decision, warm after a first deal: median, 95%, longest.
Each bot plays duplicate deals against the greedy one, through the real table host.
"""

from __future__ import annotations

import argparse
import time

from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.match import Ring

BOTS = ("buraco-greedy", "buraco-study", "buraco-search")


class Timed(Ring):
    """A ring that takes the CPU time of every decision of entrant 0."""

    def __init__(self, measured):
        super().__init__(measured, resolve(measured.entrants, measured.game))
        self.times = []

    def bot(self, entrant):
        asked = super().bot(entrant)
        if entrant:
            return asked

        def timed(view):
            began = time.process_time()
            answer = asked(view)
            self.times.append(time.process_time() - began)
            return answer

        return timed


def times(name, profile, deals):
    """CPU milliseconds of the decisions, rising."""
    measured = contest((name, "buraco-greedy"), game="buraco", preset=profile, seed=1)
    ring = Timed(measured)
    for number in range(deals + 1):
        # The first deal warms the caches and is not counted.
        if number == 1:
            ring.times.clear()
        ring.play(number, 0, measured.plan.seatings(number)[0])
    return sorted([1000 * one for one in ring.times])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2)
    parser.add_argument("--profile", action="append", default=[])
    given = parser.parse_args()
    print(f"{'profile':16}{'bot':16}{'decisions':>10}{'median ms':>11}{'95% ms':>9}{'longest':>9}")
    for profile in given.profile or ["mineiro"]:
        for name in BOTS:
            found = times(name, profile, given.deals)
            middle, high = found[len(found) // 2], found[int(0.95 * len(found))]
            print(f"{profile:16}{name:16}{len(found):10}{middle:11.1f}{high:9.1f}{found[-1]:9.1f}")


if __name__ == "__main__":
    main()
