"""Playouts of Buraco: how many deals a second the kernel plays, and how well its greedy player is.

    python bench/buraco_playouts.py [--deals N] [--duels N] [--profile NAME]

CPU time of one process. Whole deals, begun with eleven cards each, are played by four greedy
players; then halves of deals, from the turn in which half of a deal's turns are played, each with
its hidden cards dealt again from the view of the seat to act (`determinise`), as a search does it.
"Cold" is the first pass of the process over the deals, in which the table of runs is filled. Of the
deals: rounds (turns of all four), points of a pair, share of deals that a pair ended by going out,
and the standard deviation of the difference between the pairs. Greedy against random players: mean
lead of the greedy pair in a deal over duplicate deals (the same deal twice, the pairs swapped),
with its 95 % interval.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from buraco import dealt, seated

from carteado.engine.game import Act, Decided
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.kernel import (
    Chance,
    determinise,
    from_state,
    knowledge_of,
    points,
)
from carteado.engine.games.buraco.options import PRESETS
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.playouts import playout, random_policy, turn_of


def fresh_deals(profile, count, seed):
    """Kernels of deals just dealt."""
    chance, state = random.Random(seed), seated(profile)
    return [from_state(dealt(state, chance)) for _ in range(count)]


def rate(kernels):
    """Whole deals between greedy players for each second."""
    began = time.process_time()
    for kernel in kernels:
        playout(kernel, greedy_policy, 0)
    return len(kernels) / (time.process_time() - began)


def played(kernels):
    """Rounds, points of each pair, and whether a pair went out, deal by deal."""
    results = []
    for kernel in kernels:
        # Greedy players draw no random numbers, so any seed gives the same deal.
        deal, chance = kernel.copy(), Chance(0)
        while not deal.over:
            greedy_policy(deal, chance)
        # A round is a turn of each of the four.
        results.append((deal.turns / 4, points(deal), deal.out >= 0))
    return results


def half_played(profile, count, seed):
    """States of deals of which half the turns are played."""
    chance, states = random.Random(seed), []
    for _ in range(count):
        state = dealt(seated(profile), chance)
        deal = from_state(state)
        while not deal.over:
            greedy_policy(deal, Chance(0))
        kernel, half = from_state(state), deal.turns // 2
        # Played twice: first to learn how long the deal is, then to half of it.
        while kernel.turns < half:
            # Through the real game as well, because a view can only be made from its state.
            for action in turn_of(kernel, greedy_policy):
                decided = GAME.decide(state, Act(seat=state.to_act, action=action))
                if not isinstance(decided, Decided):
                    raise RuntimeError(f"{action} was refused: {decided}")
                state = decided.state
            kernel = advance(kernel)
        states.append(state)
    return states


def advance(kernel):
    after = kernel.copy()
    greedy_policy(after, Chance(0))
    return after


def half_times(profile, count, seed):
    """Milliseconds to deal the hidden cards of a half-played deal, and to play it to its end."""
    known = [knowledge_of(state, state.to_act) for state in half_played(profile, count, seed)]
    began = time.process_time()
    # All are dealt before any is played, so that the two times can be separated.
    kernels = [determinise(knowledge, number) for knowledge in known for number in range(10)]
    between = time.process_time()
    for kernel in kernels:
        playout(kernel, greedy_policy, 0)
    ended = time.process_time()
    return (between - began) * 1000 / len(kernels), (ended - between) * 1000 / len(kernels)


def lead(kernels, one, other):
    """Mean lead of one player's pair over the other's, and the half width of its interval."""
    leads = []
    for number, kernel in enumerate(kernels):
        # The same hidden cards with the pairs swapped, so that the luck of the deal cancels out.
        first = playout(kernel, (one, other, one, other), number)
        second = playout(kernel, (other, one, other, one), number)
        leads.append((first[0] - first[1] + second[1] - second[0]) / 2)
    return statistics.mean(leads), 1.96 * statistics.stdev(leads) / len(leads) ** 0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--duels", type=int, default=100)
    parser.add_argument("--profile", choices=list(PRESETS), action="append")
    given = parser.parse_args()
    for profile in given.profile or PRESETS:
        kernels = fresh_deals(profile, given.deals, 1)
        # The first pass fills the table of runs, so the second one is warm.
        cold, warm = rate(kernels), rate(kernels)
        imagine, half = half_times(profile, max(1, given.deals // 20), 2)
        results = played(kernels)
        rounds = [result[0] for result in results]
        pairs = [result[1] for result in results]
        # Fresh deals with another seed, since the first ones have been played.
        ahead, width = lead(fresh_deals(profile, given.duels, 3), greedy_policy, random_policy)
        print(
            f"{profile:15} {warm:5.0f} deals/s ({cold:.0f} cold)   half a deal {half:.2f} ms, its "
            f"hidden cards {imagine:.2f} ms   rounds {statistics.mean(rounds):.1f} +- "
            f"{statistics.stdev(rounds):.1f}   points "
            f"{statistics.mean([value for pair in pairs for value in pair]):.0f}   batida "
            f"{statistics.mean([result[2] for result in results]):.0%}   difference sd "
            f"{statistics.stdev([ours - theirs for ours, theirs in pairs]):.0f}   greedy leads "
            f"random by {ahead:.0f} +- {width:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
