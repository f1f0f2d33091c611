"""The heads-up paper's statistics: the hands that are played most, and those that win most.

Counted at the tables of the same duels, over some of their sets.
"""

from __future__ import annotations

import functools
from typing import Any

from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.match import Ring
from carteado.arena.matches.runs import Run
from carteado.odds import starting_hands
from research.blocks import blocks
from research.hand_counts import FIELDS, HandCounts, added
from research.hands_text import section
from research.heads_up import BOTS, PAIRS, SEED, VARIANTS, pair_contest
from research.section import Experiment

__all__ = ["HANDS"]

FULL = 1_000
"""Sets of each pair at full scale: 2,000 freezeouts a pair."""

ROUNDS = 5
"""Sets of each pair in one block."""


def measure(run: Run) -> dict[str, Any]:
    """Play both variants, counting."""
    return {
        "seed": SEED,
        "bots": list(BOTS),
        "full": 2 * FULL,
        "fields": list(FIELDS),
        "variants": [_variant(run, variant) for variant in VARIANTS],
    }


def _variant(run: Run, variant: str) -> dict[str, Any]:
    # Rounded up to whole blocks.
    count = -(-run.rounds(FULL) // ROUNDS)
    name = f"hands-{variant}"
    found = blocks(
        functools.partial(count_block, variant, ROUNDS),
        count,
        header={"hands": variant, "seed": SEED, "bots": list(BOTS), "rounds": ROUNDS},
        path=None if run.journals is None else run.journal(name),
        resume=run.resume,
        jobs=run.jobs,
        tell=functools.partial(run.tell, name),
    )
    counts = added(found)
    names = starting_hands()
    return {
        "variant": variant,
        # The number played, not the number asked for: blocks are whole.
        "games": 2 * ROUNDS * len(found),
        # A hand that was never dealt has zeros, so that all bots have the same 169 rows.
        "counts": [[counts[who].get(name, [0] * len(FIELDS)) for name in names] for who in _all()],
    }


def _all() -> range:
    return range(len(BOTS))


def count_block(variant: str, rounds: int, block: int) -> list[dict[str, list[int]]]:
    """Count over the freezeouts of one block of sets.

    Args:
        variant: of the bots.
        rounds: sets of each pair in a block.
        block: number of the block.

    Returns:
        For each bot the figures of `FIELDS`, by starting hand.
    """
    ring = _ring(variant)
    # A new counter for each block, because the ring is kept.
    tap = ring.tap = HandCounts(len(BOTS))
    first = block * rounds * len(PAIRS)
    ring.play_sets(range(first, first + rounds * len(PAIRS)))
    return tap.counts


# One variant at a time: a worker plays them one after the other.
@functools.lru_cache(maxsize=1)
def _ring(variant: str) -> Ring:
    """The players of a variant: its tables are set up, its bots are loaded."""
    duels = pair_contest(variant, freezeout=True)
    return Ring(duels, resolve(duels.entrants, duels.game))


HANDS = Experiment(
    name="hands",
    title="Hands played most and hands that win most, heads-up",
    text="the heads-up paper's statistics of starting hands, from its duels",
    measure=measure,
    section=section,
)
"""The paper's statistics."""
