"""A local best response: a player whose winnings are a lower bound on a bot's exploitability.

Lisý and Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots" (2017). The
player knows how its opponent plays, but not the opponent's cards: it weighs the possible hands by
the opponent's actions. It takes the action with the highest value if both only check and call from
then on and hands that would fold to a bet give up the pot at once. The best play against the bot
wins at least as much as this player.

Before the flop it weighs all hands. Later, and to evaluate its own bets, it draws some of them by
weight, because asking about all would take six times as long. Everything that is drawn follows from
the seat's own chance, so that a match can be repeated.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from carteado.arena.best_response.model import STREETS, Model, retracing_of
from carteado.bots.answers import meant
from carteado.bots.betting import bets_here
from carteado.bots.view import View
from carteado.engine.cards import PACK, PLACES, Card
from carteado.engine.game import Act, Action, Decided
from carteado.odds import versus_each
from carteado.odds.tables import Array

__all__ = ["LocalBestResponse"]

HANDS = 200
"""Number of the opponent's hands that are asked about, if not all 1,225."""

POTS = (0.5, 1.0, 2.0)
"""Sizes of its bets, as parts of the pot after the call; all-in is added."""

LEAST = 1e-4
"""Factor that remains for a hand that would have acted differently."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Belief:
    """The opponent's possible hands and their weights.

    Attributes:
        hands: two cards each.
        weights: how likely each is, to a common factor; shape (hands,).
    """

    hands: list[tuple[Card, ...]]
    weights: Array

    @classmethod
    def any(cls, own: Sequence[Card]) -> Belief:
        """All hands without the player's own cards, equally likely."""
        unseen = [card for card in PACK if card not in own]
        hands: list[tuple[Card, ...]] = list(itertools.combinations(unseen, 2))
        return cls(hands=hands, weights=np.ones(len(hands)))

    def some(self, chance: random.Random) -> Belief:
        """At most `HANDS` of the hands, drawn by weight: even steps from a random start."""
        if len(self.hands) <= HANDS:
            return self
        ends = np.cumsum(self.weights)
        # Systematic sampling: one random start and even steps vary less than independent draws.
        steps = (np.arange(HANDS) + chance.random()) * (ends[-1] / HANDS)
        # Rounding may put the last step beyond the last end.
        found = np.minimum(np.searchsorted(ends, steps, side="right"), len(ends) - 1)
        places, often = np.unique(found, return_counts=True)
        return Belief(hands=[self.hands[at] for at in places], weights=often.astype(float))

    def without(self, board: Sequence[Card]) -> Belief:
        """The hands that contain no card of the board."""
        kept = [at for at, hand in enumerate(self.hands) if not {*hand} & {*board}]
        return Belief(hands=[self.hands[at] for at in kept], weights=self.weights[kept])

    def updated(self, did: Action, would: Sequence[Action]) -> Belief:
        """The belief after an action of the opponent, given each hand's action."""
        # Never 0: the bot may mix, or answer differently when asked again.
        likely = [max(_like(did, one), LEAST) for one in would]
        return Belief(hands=self.hands, weights=self.weights * likely)


class LocalBestResponse:
    """Plays against one bot, heads-up; asked as a bot's function is, one match after the other.

    Args:
        model: of the opponent.
        bets_from: the first of `STREETS` on which it bets and raises; before, it checks and calls.

    Attributes:
        model: as given.
    """

    def __init__(self, model: Model, bets_from: str = STREETS[0]) -> None:
        self.model = model
        self._bets_on = STREETS[STREETS.index(bets_from) :]
        self._last: tuple[Any, Action] | None = None
        self._belief: Belief | None = None
        self._chance = random.Random(0)

    def __call__(self, view: View) -> Any:
        """The action with the highest value; the default for decisions other than betting."""
        if not bets_here(view):
            return view.default
        assert view.table is not None
        belief = self._belief = self._informed(view)
        action = self._best(view, belief)
        self._last = view.table.state, action
        return action

    def _informed(self, view: View) -> Belief:
        """The opponent's possible hands after all its actions."""
        assert view.table is not None
        state, retracing = view.table.state, retracing_of(view.table.game)
        belief, last = self._belief, self._last
        # A new hand: the belief was about the last one.
        if retracing.starts(state):
            belief = last = None
        if belief is None:
            self._chance = random.Random(view.random.getrandbits(64))
            belief = Belief.any(state.hands[view.seat])
        for then, did in self._decided(state, last, retracing):
            belief = self._possible(belief, then, view.seat)
            would = self.model.answers(view, then, belief.hands, self._chance)
            belief = belief.updated(did, would)
        return self._possible(belief, state, view.seat)

    def _decided(
        self, state: Any, last: tuple[Any, Action] | None, retracing: ModuleType
    ) -> tuple[tuple[Any, Action], ...]:
        """The opponent's actions since the player's last one; empty if unknown."""
        try:
            found: tuple[tuple[Any, Action], ...] = retracing.retrace(last, state)
        except ValueError:  # it joined in the middle of a hand, or the clock acted for it
            return ()
        return found

    def _possible(self, belief: Belief, state: Any, seat: int) -> Belief:
        """The part of a belief that is possible now; any hand if none of it is."""
        found = belief.without(state.board)
        if not found.weights.any():
            found = Belief.any(state.hands[seat]).without(state.board)
        # Before the flop all hands are weighed, because the bot's answers there matter most.
        return found.some(self._chance) if state.board else found

    def _best(self, view: View, belief: Belief) -> Action:
        assert view.table is not None
        game, state, seat = view.table.game, view.table.state, view.seat
        (other,) = {*state.live} - {seat}
        belief = belief.some(self._chance)
        price, span = view.legal.call or 0, view.legal.raise_to
        own: int = state.bets[seat]
        theirs: int = state.bets[other]
        before: int = state.pot - own - theirs

        def shown_down(share: float, total: int) -> float:
            """The value if both put in the same on this street and nobody bets again."""
            return share * (before + 2 * total) - (total - own)

        weights = belief.weights / belief.weights.sum()
        places = [(PLACES[one], PLACES[two]) for one, two in belief.hands]
        # Equity against each hand, shape (hands,), over all boards still to come.
        shares = versus_each(state.hands[seat], places, state.board)
        # A seat gets back the chips that the other seat cannot match.
        staying = shown_down(float(weights @ shares), min(own + price, theirs))
        fold = meant("fold", game)
        values: list[tuple[float, Action]] = [
            (staying, meant("call" if price else "check", game)),
            *([(0.0, fold)] if price else []),
        ]
        if span is not None and state.street in self._bets_on:
            for to in _totals(span, state.current_bet, state.pot + price):
                bet = meant(f"raise {to}", game)
                after = game.decide(state, Act(seat=seat, action=bet))
                assert isinstance(after, Decided)
                would = self.model.answers(view, after.state, belief.hands, self._chance)
                # The weight of the hands that do not fold to this bet.
                stays = weights * [one != fold for one in would]
                stay = float(stays.sum())
                share = float(stays @ shares) / stay if stay else 0.0
                called = shown_down(share, min(to, theirs + state.stacks[other]))
                values.append(((1 - stay) * state.pot + stay * called, bet))
        # `max` keeps the first of equal values, so ties go to the call or check.
        return max(values, key=lambda value: value[0])[1]


def _totals(span: tuple[int, int], current_bet: int, pot: int) -> list[int]:
    """Street totals to which it may raise: parts of the pot, and the maximum."""
    low, high = span
    # Usual amounts, cut to the prompt's legal range.
    wanted = [current_bet + int(part * pot) for part in POTS]
    return sorted({*(min(max(to, low), high) for to in wanted), high})


def _like(did: Action, would: Action) -> float:
    """The similarity of two actions, 0 to 1: for two bets the smaller divided by the larger."""
    if did == would:
        return 1.0
    sizes: list[int] = sorted(getattr(one, "to", 0) for one in (did, would))
    # Squared, so that a bet of half the size counts a quarter.
    return (sizes[0] / max(sizes[1], 1)) ** 2
