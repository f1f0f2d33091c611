"""Random deals of Buraco through the whole engine, and how long it takes to list what is legal.

    python bench/buraco.py [--deals N] [--profile NAME]

CPU time of one process. A deal is shuffled from 32 random bytes, dealt, and played by picking
evenly among the kinds of action that are legal, with every event made and folded. The times of the
legal actions are of all plays of a position, generated to the last one. Gin rummy of RLCard and of
OpenSpiel plays at random in between, where they are installed; of all rounds the median counts.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time

from carteado.engine.deal import shuffle
from carteado.engine.game import Deal, Decided, Rematch, Sit, act
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
            action = GAME.pick(GAME.legal(state, seat), chance.getrandbits(30))
            state = answer(state, act(seat=seat, action=action))
            decisions += 1
    took = time.process_time() - began
    return count / took, decisions / took


def legal_times(profile, count, seed):
    """Milliseconds to list all legal actions: the median, the 99th percentile and the worst."""
    chance, state, times = random.Random(seed), seated(profile), []
    for _ in range(count):
        state = dealt(state, chance)
        while (seat := GAME.turn(state)) is not None:
            began = time.process_time()
            # To the last play: the generator alone would cost nothing.
            listed = list(plays(GAME.legal(state, seat)))
            times.append((time.process_time() - began) * 1000)
            state = answer(state, act(seat=seat, action=chance.choice(listed)))
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100], times[-1]


def rlcard_deals(count, seed):
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


def open_spiel_deals(count, seed):
    """Random deals of OpenSpiel's gin rummy for each second, None where it is not installed."""
    try:
        game = importlib.import_module("pyspiel").load_game("gin_rummy")
    except ImportError:
        return None
    chance = random.Random(seed)
    began = time.process_time()
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return count / (time.process_time() - began)


PEERS = {"RLCard": rlcard_deals, "OpenSpiel": open_spiel_deals}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", choices=list(PRESETS), action="append")
    given = parser.parse_args()
    profiles, peers = given.profile or list(PRESETS), {name: [] for name in PEERS}
    ours = {profile: [] for profile in profiles}
    for profile in profiles:
        # Fills the caches of shapes and runs before anything is timed.
        random_deals(profile, given.deals // 4, 1)
    for number in range(given.rounds):
        for profile in profiles:
            ours[profile].append(random_deals(profile, given.deals // given.rounds, 2 + number))
        # The peers are slower, so they get a third of the deals.
        for name, play in PEERS.items():
            peers[name].append(play(max(1, given.deals // (3 * given.rounds)), 2 + number))
    for profile, rates in ours.items():
        deals, decisions = (statistics.median(rate) for rate in zip(*rates, strict=True))
        median, high, worst = legal_times(profile, max(1, given.deals // 10), 3)
        print(
            f"{profile:15} {deals:6.0f} deals/s {decisions:8.0f} decisions/s   legal actions: "
            f"median {median:.3f} ms, 99% {high:.2f} ms, worst {worst:.2f} ms"
        )
    for name, rates in peers.items():
        if None not in rates:
            print(f"{name} gin rummy {statistics.median(rates):5.0f} deals/s")


if __name__ == "__main__":
    main()
