"""One seven-card ranking call beside phevaluator's public integer call.

Both rank the same random hands, given as seven numbers, in rounds that alternate. The ratio is
taken within each round, so that a machine that slows down slows both; the median is reported.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence

from phevaluator import evaluate_cards

from carteado.engine.poker.ranking import CLASSES, rank7

TARGET = 1.3
Hand = tuple[int, ...]


def seconds(rank: Callable[..., int], hands: Sequence[Hand]) -> float:
    """Processor time of one call for each hand, the loop included."""
    start = time.process_time()
    # Unpacked in the loop, so that both peers get plain positional arguments.
    for a, b, c, d, e, f, g in hands:
        rank(a, b, c, d, e, f, g)
    return time.process_time() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21, help="alternating rounds (default 21)")
    parser.add_argument("--hands", type=int, default=20_000, help="hands a round (default 20000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random hands (default 1)")
    args = parser.parse_args()
    if args.rounds < 1 or args.hands < 1:
        parser.error("--rounds and --hands are at least 1")

    chance = random.Random(args.seed)
    hands = [tuple(chance.sample(range(52), 7)) for _ in range(args.hands)]
    # phevaluator counts from the best hand down, so the two ranks add up to a constant.
    wrong = sum(rank7(*hand) + evaluate_cards(*hand) != CLASSES + 1 for hand in hands)
    if wrong:
        print(f"the two disagree about {wrong} of {len(hands)} hands")
        return 1

    own, peer = [], []
    for _ in range(args.rounds):
        own.append(seconds(rank7, hands))
        peer.append(seconds(evaluate_cards, hands))
    ratio = statistics.median(theirs / ours for ours, theirs in zip(own, peer, strict=True))
    for name, times in (("carteado rank7", own), ("phevaluator evaluate_cards", peer)):
        print(f"{name:<28}{statistics.median(times) / len(hands) * 1e9:8.0f} ns a call")
    print(f"{'ratio, median of rounds':<28}{ratio:8.2f} (target {TARGET})")
    return 0 if ratio >= TARGET else 1


if __name__ == "__main__":
    raise SystemExit(main())
