"""The cost of the arena over the bare engine: hands per CPU second, in one process and one run.

Both play Hold'em heads-up between two players who check or call to the showdown, each hand with a
deck shuffled from 32 bytes. The bare engine only decides (`bench/engine.py`);
the arena plays duplicate sets through the table host, with bots that are asked for every decision.
They take turns in short rounds; ratios are taken within a round, and the median is reported.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable

from engine import carteado_hands

from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.match import Ring

TARGET = 0.6


def arena_hands(ring: Ring, hands: int, seed: int) -> None:
    # Two deals a set heads-up, so `hands` deals are half as many sets.
    ring.play_sets(range(seed * hands // 2, (seed + 1) * hands // 2))


def rate(play: Callable[[int, int], None], hands: int, seed: int) -> float:
    """Hands per CPU second."""
    # The garbage of the other player must not be collected on this one's time.
    gc.collect()
    start = time.process_time()
    play(hands, seed)
    return hands / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="alternating rounds (default 15)")
    parser.add_argument("--hands", type=int, default=400, help="hands of a round (default 400)")
    args = parser.parse_args()
    if args.rounds < 1 or args.hands < 2:
        parser.error("--rounds is at least 1, --hands at least 2")
    one = contest(["caller", "caller"])
    ring = Ring(one, resolve(one.entrants, one.game))
    players: dict[str, Callable[[int, int], None]] = {
        "bare engine": lambda hands, seed: carteado_hands(2, hands, seed),
        "arena": lambda hands, seed: arena_hands(ring, hands, seed),
    }
    for play in players.values():
        # A seed that no round uses: the caches are warm, but not for the measured hands.
        play(20, 10_000)
    rates: dict[str, list[float]] = {name: [] for name in players}
    for number in range(args.rounds):
        for name, play in players.items():
            rates[name].append(rate(play, args.hands, number))
    for name, found in rates.items():
        print(f"  {name:<12}{statistics.median(found):10.0f} hands per CPU second")
    pairs = zip(rates["arena"], rates["bare engine"], strict=True)
    # Ratios within a round: a machine that slows down slows both.
    ratio = statistics.median(ours / bare for ours, bare in pairs)
    print(f"  arena / bare engine{ratio:8.2f} (target {TARGET})")


if __name__ == "__main__":
    main()
