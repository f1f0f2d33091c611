"""Random deals of Buraco through the whole engine, and how long it takes to list what is legal.

    python bench/buraco.py [--deals N] [--profile NAME]

CPU time of one process. A deal is shuffled from 32 random bytes, dealt, and played by picking
evenly among the kinds of action that are legal, with every event made and folded. The times of the
legal actions are of all plays of a position, generated to the last one. RLCard's gin rummy plays at
random beside it where it is installed.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time

from carteado.engine.deal import shuffle
from carteado.engine.game import Act, Deal, Decided, Rematch, Sit
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.legal import plays
from carteado.engine.games.buraco.options import PRESETS


def answer(state, command):
    decided = GAME.decide(state, command)
    if not isinstance(decided, Decided):
        raise RuntimeError(f"{command} was refused: {decided}")
    return decided.state


def seated(profile):
    state = GAME.new(PRESETS[profile])
    for seat in range(4):
        state = answer(state, Sit(seat=seat, name=f"p{seat}"))
    return state


def dealt(state, chance):
    if GAME.over(state):
        state = answer(state, Rematch(seat=None))
    return answer(state, Deal(deck=shuffle(GAME.pack(state), chance.randbytes(32))))


def random_deals(profile, count, seed):
    """Deals and decisions for each second."""
    chance, state, decisions = random.Random(seed), seated(profile), 0
    began = time.process_time()
    for _ in range(count):
        state = dealt(state, chance)
        while (seat := GAME.turn(state)) is not None:
            action = GAME.pick(GAME.legal(state, seat), chance.randrange(1 << 30))
            state = answer(state, Act(seat=seat, action=action))
            decisions += 1
    took = time.process_time() - began
    return count / took, decisions / took


def legal_times(profile, count, seed):
    """Milliseconds to list all legal actions: the median, the 99th percentile and the worst."""
    chance, state, times = random.Random(seed), seated(profile), []
    for _ in range(count):
        state = dealt(state, chance)
        while (seat := GAME.turn(state)) is not None:
            began = time.perf_counter()
            listed = list(plays(GAME.legal(state, seat)))
            times.append((time.perf_counter() - began) * 1000)
            state = answer(state, Act(seat=seat, action=chance.choice(listed)))
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100], times[-1]


def gin_rummy(count, seed):
    """Random deals of RLCard's gin rummy for each second, None where it is not installed."""
    try:
        rlcard = importlib.import_module("rlcard")
    except ImportError:
        return None
    env = rlcard.make("gin-rummy", config={"seed": seed})
    chance = random.Random(seed)
    began = time.process_time()
    for _ in range(count):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
    return count / (time.process_time() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--profile", choices=list(PRESETS), action="append")
    given = parser.parse_args()
    for profile in given.profile or PRESETS:
        random_deals(profile, given.deals // 4, 1)
        deals, decisions = random_deals(profile, given.deals, 2)
        median, high, worst = legal_times(profile, max(1, given.deals // 10), 3)
        print(
            f"{profile:15} {deals:6.0f} deals/s {decisions:8.0f} decisions/s   legal actions: "
            f"median {median:.3f} ms, 99% {high:.2f} ms, worst {worst:.2f} ms"
        )
    others = gin_rummy(max(1, given.deals // 10), 4)
    if others is not None:
        print(f"RLCard gin rummy {others:5.0f} deals/s")


if __name__ == "__main__":
    main()
