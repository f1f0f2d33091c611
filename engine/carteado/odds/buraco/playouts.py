"""Deals played to their end by policies, and a random policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from carteado.engine.games.buraco.kernel.asking import apply, options
from carteado.engine.games.buraco.kernel.chance import Chance
from carteado.engine.games.buraco.kernel.kernel import Kernel
from carteado.engine.games.buraco.kernel.loading import points
from carteado.engine.games.buraco.picking import pick
from carteado.odds.buraco.candidates import Action

__all__ = ["Policy", "playout", "random_policy", "turn_of"]

Policy = Callable[[Kernel, Chance], None]
"""Plays the rest of the turn of the seat to act, from whatever that seat may know."""


def random_policy(kernel: Kernel, chance: Chance) -> None:
    """Play the rest of the turn at random, by `picking.pick`."""
    turns = kernel.turns
    while kernel.turns == turns:
        apply(kernel, pick(options(kernel), chance.next()))


def playout(
    kernel: Kernel,
    policy: Policy | Sequence[Policy],
    seed: int,
    max_turns: int | None = None,
) -> tuple[int, int]:
    """Play a copy of a deal to its end and return the points of both pairs.

    Args:
        kernel: the position to start from, in the middle of a turn or before one; not changed.
        policy: one for all seats, or four by seat.
        seed: of the random numbers that the policies use.
        max_turns: maximum number of turns, including the current one; None for the whole deal. A
            deal that is cut off counts as if it ended there.

    Returns:
        Points of the deal for team 0 and team 1, as its score sheets total them.

    Raises:
        ValueError: there are neither one nor four policies.
    """
    deal = kernel.copy()
    chance = Chance(seed)
    # `turns` counts from where the kernel was made, so the limit is relative.
    last = None if max_turns is None else deal.turns + max_turns
    if callable(policy):
        while not deal.over and deal.turns != last:
            policy(deal, chance)
    else:
        if len(policy) != 4:
            raise ValueError(f"{len(policy)} policies: give one for all seats, or four")
        while not deal.over and deal.turns != last:
            policy[deal.seat](deal, chance)
    return points(deal)


def turn_of(kernel: Kernel, policy: Policy, seed: int = 0) -> tuple[Action, ...]:
    """A policy's plays in the rest of this turn, as actions of the engine in order."""
    deal = kernel.copy()
    # With a log the kernel writes each play as an action of the engine.
    deal.log = []
    policy(deal, Chance(seed))
    return tuple(deal.log)
