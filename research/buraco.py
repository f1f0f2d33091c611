"""The experiments of "Um estudo probabilístico do jogo de Buraco" (UFMG 2023), played again.

The study counted the rounds of thirty deals, and let one person play thirty games without the
advice of its program and thirty others with it. Here bots play: the greedy player without advice,
and ``buraco-study``, which goes by the study's steps with the corrected chain, with it. Both arms
get the same cards, on both sides of the table: what is compared is the advice and not the luck.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carteado.arena.matches.contest import contest
from carteado.arena.matches.runs import Run
from carteado.arena.reports.report import plain
from carteado.arena.statistics.intervals import bootstrap, mean
from carteado.arena.statistics.paired_tests import (
    Design,
    power,
    rank_sum_test,
    sample_size,
    signed_rank_test,
)
from research.buraco_deals import Dealt, played
from research.buraco_section import section
from research.section import Experiment

__all__ = ["BURACO", "GAIN", "GAIN_SD", "POWER", "planned"]

GAIN = 50
"""Gain of the point difference by advice, points a deal, that full scale has to detect."""

POWER = 0.8
"""Power: chance to detect this gain."""

GAIN_SD = 301
"""Standard deviation of the gain on one shuffle, in points a deal, by which the sets are planned:
that of a pilot of 20 sets with the seed of this experiment."""

_PILOT_SETS = 20

WITHOUT = ("buraco-greedy", "buraco-greedy")
WITH = ("buraco-study", "buraco-greedy")
"""The pair in question and its opponents, in either arm."""

SEED = 2023
STUDY_DEALS = 30
"""Deals of each arm of the study."""

_EFFECTS = (50, 100, 200)
"""Gains in points a deal for which the needed numbers of deals are given."""

Floats = NDArray[np.float64]


def measure(run: Run) -> dict[str, Any]:
    """Play both arms and compare them."""
    plain_arm, advised = _arm(run, "without", WITHOUT), _arm(run, "with", WITH)
    return {
        "seed": SEED,
        "sets": len(advised),
        "plan": _plan(len(advised)),
        "faults": sum(deal.faults for deals in (*plain_arm, *advised) for deal in deals),
        "rounds": {
            # One seating each: with the same players on all seats the other one repeats the deal.
            "without": _described([deals[0].rounds for deals in plain_arm]),
            "with": _described([deal.rounds for deals in advised for deal in deals]),
        },
        "points": _compared(_own(advised), _own(plain_arm)),
        "difference": _compared(_leads(advised), _leads(plain_arm)),
    }


def planned() -> int:
    """Duplicate sets at full scale, two deals of each arm: as many as the gain takes."""
    return sample_size(delta=GAIN, sd=GAIN_SD, wanted=POWER)


def _plan(sets: int) -> dict[str, Any]:
    """The planned numbers of sets, and the power of those that were played."""
    return {
        "sets": planned(),
        "points": GAIN,
        "power": POWER,
        "sd": GAIN_SD,
        "pilot_sets": _PILOT_SETS,
        "reached": power(sets, delta=GAIN, sd=GAIN_SD) if sets > 1 else None,
    }


def _arm(run: Run, name: str, entrants: tuple[str, str]) -> list[list[Dealt]]:
    measured = contest(entrants, game="buraco", preset="mineiro", seed=SEED)
    return played(run, f"buraco-{name}", measured, planned())


def _own(arm: Sequence[Sequence[Dealt]]) -> Floats:
    """Points of the pair in question, shape (sets, 2): with the cards of either side."""
    return np.array([[deal.points[0] for deal in deals] for deals in arm], dtype=np.float64)


def _leads(arm: Sequence[Sequence[Dealt]]) -> Floats:
    """The pair's lead in points, shape (sets, 2)."""
    return np.array([[d.points[0] - d.points[1] for d in deals] for deals in arm], dtype=np.float64)


def _described(values: Sequence[float]) -> dict[str, Any]:
    found = mean(values)
    return {"mean": plain(found), "values": [float(one) for one in values]}


def _compared(advised: Floats, without: Floats) -> dict[str, Any]:
    """The value of the advice: paired by the cards, and as the study compared it."""
    # Paired by set: both arms played the same cards, so their luck cancels out.
    gains = advised.mean(axis=1) - without.mean(axis=1)
    # The study's own design for comparison: 30 deals of each arm, unpaired.
    one, other = advised[:STUDY_DEALS, 0], without[:STUDY_DEALS, 0]
    gain = mean(gains)
    return {
        "with": plain(mean(advised.mean(axis=1))),
        "without": plain(mean(without.mean(axis=1))),
        "gain": plain(gain),
        "gains": [float(one) for one in gains],
        "bootstrap": plain(bootstrap(gains, seed=SEED)),
        "signed_rank": plain(signed_rank_test(advised.mean(axis=1), without.mean(axis=1))),
        "as_the_study": {
            "deals": len(one),
            "gain": float(one.mean() - other.mean()),
            "rank_sum": plain(rank_sum_test(one, other)),
        },
        **_sizes(_spread(advised, without), gain.sd),
    }


def _spread(advised: Floats, without: Floats) -> float:
    """Standard deviation of a deal within an arm; 0 of one set, which has none."""
    if len(advised) < 2:
        return 0.0
    # ddof=1 for a sample; the two sides of a set are averaged.
    variances = [float(arm.var(axis=0, ddof=1).mean()) for arm in (advised, without)]
    return math.sqrt(sum(variances) / 2)


def _sizes(spread: float, paired: float | None) -> dict[str, Any]:
    """The sample sizes that follow from the deviations of deals and of gains on the same cards."""
    # Without a deviation any size would do, which would only mislead.
    effects = _EFFECTS if spread else ()
    return {
        "sd_of_a_deal": spread or None,
        "needed": [
            {
                "points": effect,
                "deals_of_each_arm": sample_size(delta=effect, sd=spread, design=Design.TWO),
                # Without a paired deviation the deal's own is a cautious guess.
                "sets": sample_size(delta=effect, sd=paired or spread),
            }
            for effect in effects
        ],
        "power_of_the_study": [
            {
                "points": effect,
                "power": power(STUDY_DEALS, delta=effect, sd=spread, design=Design.TWO),
            }
            for effect in effects
        ],
    }


BURACO = Experiment(
    name="buraco",
    title="Buraco: rounds of a deal, and what advice is worth",
    text="rounds per deal, and points with and without the study's advice (UFMG 2023)",
    measure=measure,
    section=section,
)
