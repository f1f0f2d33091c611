"""The value of the runs after a play by the study's method, with the chain of each run."""

from __future__ import annotations

from statistics import fmean

from carteado.engine.cards import UNKNOWN
from carteado.engine.games.buraco.actions import Draw, Extend, Meld, TakePile
from carteado.engine.games.buraco.kernel import Kernel, apply, determinise
from carteado.engine.games.buraco.kernel.faces import ID
from carteado.odds.buraco.candidates import Plan
from carteado.odds.buraco.givens import Horizon
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.locations import Locations
from carteado.odds.buraco.outlook import RunValues
from carteado.odds.buraco.playouts import turn_of

__all__ = ["ChainValues"]

_IMAGINED = 16
"""Imagined deals for the covered part of a closed pile."""


class ChainValues:
    """Expected points of the own pair's runs after plays of one position.

    Args:
        locations: of the seat to act.
        horizon: own turns that are left, or the probability of each number of them.
    """

    def __init__(self, locations: Locations, horizon: Horizon) -> None:
        self._locations = locations
        self._runs = RunValues(locations, horizon)
        self._start = determinise(locations.knowledge, 0)

    def behind(self, plan: Plan) -> float:
        """Expected points after a play and, after a draw or the pile, with all fitting cards laid.

        For a drawn card this is the mean over all possible cards, for the covered part of a closed
        pile the mean over some imagined deals.

        Args:
            plan: legal actions in order, up to the first new card.
        """
        # The exact mean over all cards that may come, weighted by their unknown copies.
        if plan == (Draw(),):
            parts = [
                copies * self._laid_out(self._with_card(ID[face]))
                for face, copies in self._locations.copies.items()
            ]
            return sum(parts) / self._locations.total
        if len(plan) == 1 and isinstance(plan[0], TakePile):
            known = self._locations.knowledge
            deals = range(_IMAGINED) if UNKNOWN in known.pile else (0,)
            return fmean([self._with_pile(determinise(known, deal), plan[0]) for deal in deals])
        return self.left_by(plan)

    def _with_card(self, face: int) -> Kernel:
        deal = self._start.copy()
        deal.give(deal.seat, [face])
        deal.drawn = True
        return deal

    def _with_pile(self, deal: Kernel, take: TakePile) -> float:
        apply(deal, take)
        return self._laid_out(deal)

    def left_by(self, plan: Plan) -> float:
        """Expected points of the runs after a play, with nothing else laid.

        Args:
            plan: legal actions, in order.
        """
        deal = self._start.copy()
        for action in plan:
            apply(deal, action)
        return self._worth(deal)

    def _laid_out(self, deal: Kernel) -> float:
        """Expected points after the policy has laid cards of the hand, but not of a morto."""
        team = self._locations.seat & 1
        # A morto taken while laying shows cards that the seat does not know yet.
        took = deal.took[team]
        for action in turn_of(deal, greedy_policy):
            if not isinstance(action, Meld | Extend) or deal.over or deal.took[team] != took:
                break
            apply(deal, action)
        return self._worth(deal)

    def _worth(self, deal: Kernel) -> float:
        total = 0.0
        for node in deal.runs[self._locations.seat & 1]:
            expected = self._runs.of(node.run, "points")
            # The chain has no value for a set; it counts as it lies.
            total += node.value if expected is None else expected
        return total
