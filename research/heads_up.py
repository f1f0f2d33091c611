"""The heads-up paper's four bots (Bicho and Shirley, 2017) as entrants of contests."""

from __future__ import annotations

from carteado.arena.matches.contest import Contest, contest

__all__ = ["BOTS", "PAIRS", "SEED", "STACK", "VARIANTS", "pair_contest"]

BOTS = ("tight", "aggressive", "mixed", "mfs")
"""The paper calls them certo, agressivo, misto and MFS."""

PAIRS = tuple((one, two) for at, one in enumerate(BOTS) for two in BOTS[at + 1 :])
"""The six duels, in the paper's order."""

VARIANTS = ("as-intended", "as-coded")
"""How they play: as the paper says, or as its program does."""

STACK = 1500
"""Chips of each at the start, with blinds of 10 and 20."""

SEED = 2017


def pair_contest(variant: str, *, freezeout: bool, seed: int = SEED) -> Contest:
    """All six pairs of one variant, everybody against everybody.

    Args:
        variant: one of `VARIANTS`.
        freezeout: games to their end; otherwise single deals from the stacks of the start.
        seed: all luck follows from it.
    """
    return contest(
        [f"{name}:variant={variant}" for name in BOTS],
        game="holdem",
        preset="heads-up",
        seed=seed,
        freezeout=freezeout,
    )
