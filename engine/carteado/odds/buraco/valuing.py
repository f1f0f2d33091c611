"""What a play leaves on the table, as the study values it: by the chain of each run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from carteado.engine.cards import Card
from carteado.engine.games.buraco.actions import Draw, Extend, Meld, TakePile
from carteado.engine.games.buraco.cards import WILD
from carteado.engine.games.buraco.kernel import Kernel, apply, determinise, greedy_policy, turn_of
from carteado.engine.games.buraco.kernel.faces import ID
from carteado.odds.buraco.candidates import Plan
from carteado.odds.buraco.chain import chain_values
from carteado.odds.buraco.locations import Locations
from carteado.odds.buraco.outlook import suit_chances
from carteado.odds.buraco.run_states import Array, points_worth, states_of
from carteado.odds.results import OddsError

__all__ = ["ChainValues"]


class ChainValues:
    """Expected points of runs in one position; each suit is worked out when it is asked for.

    Args:
        locations: of the seat to act.
        horizon: the probability of each number of own turns that are left.
    """

    def __init__(self, locations: Locations, horizon: Mapping[int, float]) -> None:
        self._locations = locations
        self._horizon = horizon
        self._rounds = max(1, *horizon)
        self._start = determinise(locations.knowledge, 0)
        self._suits: dict[str, Array] = {}

    def behind(self, plan: Plan) -> float:
        """Expected points of the own pair's runs once a play is made and all that fits is laid.

        Of a card that is drawn it is the mean over all that it may be.

        Args:
            plan: legal actions, in order, to where something new is seen.
        """
        if plan == (Draw(),):
            parts = [
                copies * self._laid_out([ID[face]])
                for face, copies in self._locations.copies.items()
            ]
            return sum(parts) / self._locations.total
        if plan == (TakePile(),):
            return self._laid_out(self._start.pile)
        deal = self._start.copy()
        for action in plan:
            apply(deal, action)
        return self._worth(deal)

    def _laid_out(self, faces: Sequence[int]) -> float:
        """With more cards in the hand, once the policy has laid what it would lay."""
        deal = self._start.copy()
        deal.give(deal.seat, faces)
        deal.drawn = True
        for action in turn_of(deal, greedy_policy):
            if not isinstance(action, Meld | Extend) or deal.over:
                break
            apply(deal, action)
        return self._worth(deal)

    def _worth(self, deal: Kernel) -> float:
        runs = deal.runs[self._locations.seat & 1]
        return sum(self._of_run(node.run.cards, node.value) for node in runs)

    def _of_run(self, cards: tuple[Card, ...], points: int) -> float:
        """What a run comes to; a set stays what it is."""
        try:
            states = states_of(cards)
        except OddsError:
            return points
        suit = next(card[1] for card in cards if card not in WILD)
        if suit not in self._suits:
            self._suits[suit] = chain_values(
                suit_chances(self._locations, suit, self._rounds),
                self._horizon,
                worth=points_worth(self._locations.knowledge.state.options),
            )
        return float(max(self._suits[suit][list(states)]))
