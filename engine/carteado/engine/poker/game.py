"""What every poker game answers alike to the contract of `carteado.engine.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.poker.dealing import places

__all__ = ["PokerGame", "exposed"]


class PokerGame:
    """Everybody plays alone, for chips, until one has them all."""

    def turn(self, state: Any) -> int | None:
        """The seat whose decision the hand waits for."""
        seat: int | None = state.to_act
        return seat

    def over(self, state: Any) -> bool:
        """Whether somebody has won all chips."""
        return state.winner is not None

    def team(self, options: Any, seat: int) -> int | None:
        """Everybody plays alone."""
        return None

    def seats(self, options: Any) -> int:
        """Number of seats."""
        seats: int = options.seats
        return seats

    def total(self, state: Any) -> int:
        """Chips at the table, behind and in the middle."""
        total: int = sum(state.stacks) + state.pot
        return total

    def unit(self, options: Any) -> tuple[str, int, str]:
        """Chips, compared in big blinds."""
        return "chips", options.big_blind, "bb"

    def deals(self, state: Any) -> int:
        """Hands dealt so far; the draw for a button is none."""
        hands: int = state.hand
        return hands

    def score(self, state: Any) -> tuple[int, ...]:
        """Chips of each seat."""
        stacks: tuple[int, ...] = state.stacks
        return stacks


def exposed(view: Any, board_at: Sequence[int]) -> Mapping[int, Card]:
    """Cards of a hand that a view knows, by position in the dealt deck.

    Args:
        view: a state with the deck, the seats dealt in and what lies open.
        board_at: positions of the board.
    """
    known = {at: card for at, card in enumerate(view.deck) if card != UNKNOWN}
    hands = {seat: view.shown[seat] or view.hands[seat] for seat in view.order}
    return known | places(view.order, hands, board_at, view.board)
