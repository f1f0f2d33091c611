"""The rule of `position` that a turn must be able to end, for a kernel.

For policies, which lay too many cards a second to compute the words of a refusal.
"""

from __future__ import annotations

from collections.abc import Sequence

from carteado.engine.games.buraco.kernel.faces import IS_WILD
from carteado.engine.games.buraco.kernel.kernel import NO_CARD, Kernel
from carteado.engine.games.buraco.kernel.nodes import Node
from carteado.engine.games.buraco.standing import batida_with, claims, why_not_out

__all__ = ["can_end", "may_empty"]


def can_end(kernel: Kernel, left: int, last: int, runs: Sequence[Node]) -> bool:
    """Whether the seat to act could end its turn with these cards left and these runs.

    Args:
        kernel: the deal before the play.
        left: number of cards in hand after the play.
        last: the last face in hand, used if `left` is 1.
        runs: the pair's runs after the play.
    """
    # One card to discard and at least one to keep: the turn can end normally.
    if left > 1:
        return True
    if left == 0:
        return may_empty(kernel, runs, NO_CARD)
    if last != kernel.barred and may_empty(kernel, runs, last):
        return True
    # Or the last card goes to a run and the turn ends without a discard.
    for at, node in enumerate(runs):
        if node.takes(last):
            after = kernel.melds.added(node, last)
            assert after is not None
            if may_empty(kernel, [*runs[:at], after, *runs[at + 1 :]], NO_CARD):
                return True
    return False


def may_empty(kernel: Kernel, runs: Sequence[Node], discard: int) -> bool:
    """Whether the seat to act may empty its hand: a morto waits, or its pair may go out.

    Args:
        kernel: the deal before the play.
        runs: the pair's runs after the play.
        discard: the face to discard, -1 if the last card is melded.
    """
    rules = kernel.rules
    took, mortos = kernel.took[kernel.seat & 1], bool(kernel.mortos)
    if claims(took=took, mortos=mortos):
        return True
    batida = batida_with(rules, took=took, mortos=mortos, converted=kernel.converted)
    if batida == "no":
        return False
    for node in runs:
        if node.canastra and (node.clean or batida == "any"):
            return not why_not_out(
                rules.final_discard == "required",
                rules.final_discard_wild,
                None if discard == NO_CARD else IS_WILD[discard],
            )
    return False
