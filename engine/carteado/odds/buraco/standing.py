"""The value of an unfinished deal: the points on the table and the expected further points.

The rest of a deal is mostly chance, which hides the difference between two plays. The position
after a few turns shows the difference better than the end does. `standing` adds to the points a
weight for each asset of a pair that promises more points. The weights are a linear fit of the final
results of greedy players; `bench/buraco_standing.py` fits them again.
"""

from __future__ import annotations

from carteado.engine.games.buraco.kernel import Kernel, points
from carteado.engine.games.buraco.kernel.faces import TWOS
from carteado.engine.games.buraco.kernel.loading import hand_points

__all__ = ["left", "standing", "traits"]

Weights = tuple[tuple[float, float], ...]

_RUNS: Weights = (
    (12.0, 0.28),
    (14.3, -0.12),
    (-8.6, 0.88),
    (1.0, 0.01),
    (117.5, -6.36),
    (58.9, -1.32),
    (19.0, -0.12),
)
"""Points of each trait, and points more for each card that is left to draw."""

_SETS: Weights = (
    (3.9, 0.0),
    (-3.7, -0.03),
    (-5.6, 0.69),
    (1.2, 0.01),
    (29.2, -0.96),
    (-6.0, -0.66),
    (23.2, -0.12),
)
"""The same where any rank makes sets, so that cards which fit are common."""


def standing(deal: Kernel, team: int) -> float:
    """Expected point difference at the end of a deal: a team's points minus the other's.

    Args:
        deal: between two turns; a finished deal is worth its points.
        team: 0 or 1.
    """
    both = points(deal)
    # A linear model: each trait's difference times a weight that changes with the cards left.
    value = float(both[team] - both[1 - team])
    if deal.over:
        return value
    cards = left(deal)
    weights = _SETS if deal.rules.sets == "any" else _RUNS
    ours, theirs = traits(deal, team), traits(deal, 1 - team)
    for (fixed, growing), own, other in zip(weights, ours, theirs, strict=True):
        value += (fixed + growing * cards) * (own - other)
    return value


def left(deal: Kernel) -> int:
    """Number of cards that may still be drawn, including the mortos."""
    return len(deal.stock) + sum(map(len, deal.mortos))


def traits(deal: Kernel, team: int) -> tuple[int, ...]:
    """The assets of a team that promise points beyond those on the table.

    Returns:
        Faces that its runs below seven take without getting dirty, of each run; cards, wilds and
        card points in its hands; whether it took a morto, has the canastra that going out needs,
        and is to move.
    """
    one, two, other = deal.one, deal.two, team + 2
    # A pair's seats are `team` and `team + 2`. `one` and `two` together count both copies.
    wilds = (one[team] & TWOS).bit_count() + (two[team] & TWOS).bit_count() + deal.jokers[team]
    wilds += (one[other] & TWOS).bit_count() + (two[other] & TWOS).bit_count() + deal.jokers[other]
    aside = len(deal.aside[team]) + len(deal.aside[other])
    return (
        sum([node.natural.bit_count() for node in deal.runs[team] if not node.canastra]),
        deal.size[team] + deal.size[other] + aside,
        wilds,
        hand_points(deal, team) + hand_points(deal, other),
        deal.took[team],
        deal.ready[team],
        deal.seat & 1 == team,
    )
