"""A decision in the quantities that the paper's bots decide by.

The two variants measure stacks differently. As intended, `Spot.stack` is what the seat can still
lose to its opponent: its own chips behind, or what the opponent can still make it pay where that
is less. As coded, the program asks whether *either* player's stack passes a test, and takes chips
for blinds where it adds a call to a stack. Where nothing is bet the longer stack behind decides;
against a bet on the flop and the turn, where short stacks are asked for first, the seat's own; and
against one before the flop and on the river all chips of both, so that everybody is deep.
"""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Mapping
from functools import cached_property

from carteado.bots.chances import (
    Cards,
    at_least_as_high_percent,
    improve_percent,
    share,
    win_percent,
)
from carteado.bots.papers.groups import LAST, groups
from carteado.bots.papers.options import Variant
from carteado.bots.preflop import starting_hand
from carteado.bots.view import View

__all__ = ["Spot", "published_percent"]


class Spot:
    """A decision.

    Args:
        view: of the seat that decides.
        variant: how stacks are measured, and which tables hold.

    Attributes:
        view: as given.
        variant: as given.
        blind: the big blind, chips.
        hand: own cards.
        board: common cards.
        behind: own chips that are not bet yet.
        own_bet: own chips bet on this street.
        their_bet: those of the opponent.
        put_in: of these, what the opponent put in since its blind. After two raises of the opponent
            on a street it is more than the last of them, which a view alone does not tell.
        price: chips that are missing to the opponent's bet, also where the stack is smaller.
        pot: everything in the middle, the bets of this street included, chips.
    """

    def __init__(self, view: View, variant: Variant) -> None:
        state, seat = view.state, view.seat
        self.view = view
        self.variant = variant
        self.blind: int = state.big_blind
        self.hand: Cards = state.hands[seat]
        self.board: Cards = state.board
        self.behind: int = state.stacks[seat]
        self.own_bet: int = state.bets[seat]
        rivals = [other for other in state.live if other != seat]
        # The opponent with the largest bet represents all; the stack breaks ties, so that the
        # choice is the same each time.
        rival = max(rivals, key=lambda other: (state.bets[other], state.stacks[other]))
        self.their_bet: int = state.bets[rival]
        # Blinds are only part of the bets of the first street.
        blinds = {} if self.board else {state.small: state.small_blind, state.big: self.blind}
        self.put_in: int = self.their_bet - blinds.get(rival, 0)
        self.price: int = max(state.current_bet - self.own_bet, 0)
        self.pot: int = state.pot
        self._their_stack: int = state.stacks[rival]

    @cached_property
    def stack(self) -> float:
        """The stack that the rules ask for, big blinds; see above."""
        if not self.as_coded:
            chips = min(self.behind, self._their_stack + self.price)
        elif not self.faces_bet:
            chips = max(self.behind, self._their_stack)
        elif len(self.board) in (3, 4):
            chips = self.behind
        else:
            chips = self.behind + self._their_stack + self.pot
        return chips / self.blind

    @cached_property
    def faces_bet(self) -> bool:
        """Whether the rules answer a bet; up to one big blind before the flop counts as none.

        As coded, neither does more, before the flop, once either player has no more than one big
        blind behind: so hands that would fold to a raise call an all-in.
        """
        if self.board:
            return self.price > 0
        blind = self.blind
        unseen = self.as_coded and min(self.behind, self._their_stack) <= blind
        return self.price > blind and not unseen

    @property
    def only_calls(self) -> bool:
        """Whether the paper's menu offers no raise: the opponent is all-in, or put in the stack."""
        return bool(self.price) and (self._their_stack == 0 or self.behind <= self.put_in)

    @cached_property
    def call(self) -> float:
        """The amount to call, big blinds."""
        return self.price / self.blind

    @cached_property
    def odds(self) -> float:
        """The cost of the call as a part of the pot that it makes, percent."""
        # An all-in call costs no more than the stack.
        cost = min(self.price, self.behind)
        return 100 * cost / (self.pot + cost)

    @cached_property
    def name(self) -> str:
        """The starting hand, such as ``AKs``."""
        return starting_hand(self.hand)

    @cached_property
    def group(self) -> int:
        """The starting hand's group, 1 to 9."""
        return groups(slips=self.variant == "as-coded").get(self.name, LAST)

    @cached_property
    def W(self) -> float:
        """The chance to win against one random hand, percent.

        Before the flop it is the equity, as computed or as published; from the flop on only
        showdowns that are won outright count.
        """
        if self.board:
            return win_percent(self.hand, self.board)
        if self.variant == "as-coded":
            return published_percent()[self.name]
        return 100 * float(share(self.hand, (), 1))

    @cached_property
    def worse(self) -> float:
        """The chance that a random holding is of at least the hand's category, percent."""
        return at_least_as_high_percent(self.hand, self.board)

    @cached_property
    def improve(self) -> float:
        """The chance that the seat's hand ends with a higher category, percent."""
        return improve_percent(self.hand, self.board)

    @cached_property
    def V(self) -> float:
        """The formula, big blinds: to win the opponent's bet of this street, or lose the call."""
        lost = self.their_bet - self.own_bet
        gain = (self.W * self.their_bet - (100 - self.W) * lost) / 100 / self.blind
        # A gain that is exactly at a limit, as of a third won and twice the price, must not pass it
        # because W is a float.
        return round(gain, 9)

    @property
    def button(self) -> bool:
        """Whether the seat acts last on the streets after the flop."""
        state = self.view.state
        # Folded seats no longer act, so the last live one has the position.
        last = [seat for seat in state.order if seat in state.live][-1]
        return bool(last == self.view.seat)

    @property
    def as_coded(self) -> bool:
        """Whether the program's slips hold."""
        return self.variant == "as-coded"


@functools.cache
def published_percent() -> Mapping[str, float]:
    """The paper's own pre-flop table, with its misprint."""
    path = importlib.resources.files("carteado.bots.papers") / "published.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = (line.split(",") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in rows}
