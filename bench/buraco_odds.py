"""The odds of Buraco: run values by the chain beside the study's own, and answers by playouts.

    python bench/buraco_odds.py [--rounds N] [--playouts N]

CPU time of one process. The study's one expected value took about 9 s in R, as it says itself; its
chain is rebuilt here (``published``) and measured in the same rounds, so that the two ways to value
a run stand beside each other on one machine. Of all rounds the median counts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from carteado.engine.deal import shuffle
from carteado.engine.game import Act, Deal, Decided, Sit
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.kernel import from_state
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.visibility import redact, seat_observer
from carteado.odds.buraco import chain_values, going_out, locations_of, outlooks, rate_plays
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.playouts import turn_of
from carteado.odds.buraco.published import played_out

STUDY_MS = 9_000
TARGET_MS = 10
# Every number of remaining rounds from 0 to 13 is equally likely.
HORIZON = dict.fromkeys(range(14), 1 / 14)


def accepted(state, command):
    answer = GAME.decide(state, command)
    if not isinstance(answer, Decided):
        raise RuntimeError(f"{command} was refused: {answer}")
    return answer.state


def middle(seed):
    """The view of the seat to act in the middle of a deal between greedy players."""
    chance, state = random.Random(seed), GAME.new(PRESETS["mineiro"])
    for seat in range(4):
        state = accepted(state, Sit(seat=seat, name=f"p{seat}"))
    state = accepted(state, Deal(deck=shuffle(GAME.pack(state), chance.randbytes(32))))
    # Half of the initial stock of 38, in the play phase: a typical question of a player.
    while len(state.stock) > 19 or state.phase != "play":
        action = turn_of(from_state(state), greedy_policy)[0]
        state = accepted(state, Act(seat=state.to_act, action=action))
    seat = state.to_act
    return redact(state, seat_observer(seat, seat % 2)), seat


def spent(work):
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--playouts", type=int, default=400)
    given = parser.parse_args()
    view, seat = middle(1)
    found = locations_of(view, seat)
    # Chance 1/4 for every card, in the form of each of the two chains.
    quarter, study = [0.25] * 15, dict.fromkeys("A23456789TJQKC", 0.25)
    changing = [[0.2 + 0.01 * turn] * 15 for turn in range(13)]
    runs = view.runs[seat % 2]
    questions = {
        "532 values, 13 rounds, wild an option": lambda: chain_values(quarter, 13),
        "532 values, 13 rounds, wild forced": lambda: chain_values(quarter, 13, wilds="forced"),
        "532 values, chances change each round": lambda: chain_values(changing, 13),
        "532 values, uncertain horizon": lambda: chain_values(quarter, HORIZON),
        "the study's chain, one value": lambda: played_out(study, "567", 13),
        "where every card is": found.every,
        "cards that go out": lambda: going_out(found),
        f"outlook of {len(runs)} runs": lambda: outlooks(found, runs, 10),
        f"plays rated, {given.playouts} playouts": lambda: rate_plays(
            view, seat, playouts=given.playouts
        ),
    }
    # A first pass fills the caches.
    for work in questions.values():
        work()
    times = {name: [] for name in questions}
    for _ in range(given.rounds):
        for name, work in questions.items():
            times[name].append(spent(work))
    for name, took in times.items():
        print(f"{name:<42}{statistics.median(took):>10.2f} ms  (best {min(took):.2f})")
    first = statistics.median(next(iter(times.values())))
    print(f"target {TARGET_MS} ms for all values: {'met' if first < TARGET_MS else 'not met'}")
    print(f"the study's one expected value in R, as it says: about {STUDY_MS:,} ms")


if __name__ == "__main__":
    main()
