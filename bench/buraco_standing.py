"""The value of a broken-off deal of Buraco: the weights of `standing`, fitted again.

    python bench/buraco_standing.py [--deals N] [--seed N]

Greedy players play deals of every profile; of one turn in eight it is kept what lies there
(`traits`), and by how much team 0 is ahead in the end. The weights are the least squares of what
the points that lie leave open, with a small ridge: profiles where any rank makes sets for
themselves, all others together. For each profile: the standard deviation that is left by the points
alone, by the weights as they stand in the module, and by the new ones, on other deals.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
from buraco import dealt, seated

from carteado.engine.games.buraco.kernel import Chance, from_state, points
from carteado.engine.games.buraco.options import PRESETS
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.standing import left, standing, traits

# Small against the sums of squares: it only keeps the system solvable if a trait never occurs.
RIDGE = 10.0


def rows_of(profile, deals, seed):
    """Signs of broken-off deals, what the points leave open, and what the module leaves open."""
    chance, signs, by_points, by_module = random.Random(seed), [], [], []
    for _ in range(deals):
        deal, kept = from_state(dealt(seated(profile), chance)), []
        while not deal.over:
            # One turn in eight: positions of one deal depend on each other, so more add little.
            if chance.random() < 0.12:
                pairs = zip(traits(deal, 0), traits(deal, 1), strict=True)
                signs.append(signed([own - other for own, other in pairs], left(deal)))
                both = points(deal)
                kept.append((both[0] - both[1], standing(deal, 0)))
            greedy_policy(deal, Chance(0))
        ours, theirs = points(deal)
        by_points += [ours - theirs - now for now, _ in kept]
        by_module += [ours - theirs - value for _, value in kept]
    return np.array(signs, float), np.array(by_points, float), np.array(by_module, float)


def signed(differences, cards):
    # Each trait twice: once as it is, and once times the cards that are left to draw.
    return [*differences, *[cards * one for one in differences]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for many_sets in (False, True):
        names = [name for name in PRESETS if (PRESETS[name].sets == "any") == many_sets]
        fitted = {name: rows_of(name, given.deals, given.seed) for name in names}
        signs = np.concatenate([one[0] for one in fitted.values()])
        open_ = np.concatenate([one[1] for one in fitted.values()])
        size = signs.shape[1]
        # Normal equations of the least squares with a ridge.
        found = np.linalg.solve(signs.T @ signs + RIDGE * np.eye(size), signs.T @ open_)
        for fixed, growing in zip(found[: size // 2], found[size // 2 :], strict=True):
            print(f"    ({fixed:.1f}, {growing:.2f}),")
        for name in names:
            # Other deals than those of the fit, or the fit would flatter itself.
            other, by_points, by_module = rows_of(name, max(1, given.deals // 4), given.seed + 1)
            results = [one.std() for one in (by_points, by_module, by_points - other @ found)]
            points, module, new = results
            print(f"{name:15} sd left: points {points:.0f}, module {module:.1f}, new {new:.1f}")


if __name__ == "__main__":
    main()
