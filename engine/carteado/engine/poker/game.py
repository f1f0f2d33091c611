"""The common part of all poker games in the contract of `carteado.engine.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from carteado.engine.cards import CARD_TEXTS, UNKNOWN, Card
from carteado.engine.plain import to_plain
from carteado.engine.poker.dealing import places
from carteado.engine.poker.made import lying_pots, made_hands
from carteado.engine.tables.base_game import BaseGame

__all__ = ["PokerGame", "exposed"]

S = TypeVar("S")


class PokerGame(BaseGame[S]):
    """Everybody plays alone, for chips, until one has them all."""

    # Bots that look at nothing but their cards.
    bots: ClassVar[tuple[str, ...]] = ("random", "caller", "parity", "always", "high-card")
    cards: ClassVar[frozenset[str]] = CARD_TEXTS

    def over(self, state: Any) -> bool:
        """Whether somebody has won all chips."""
        return state.winner is not None

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

    def made(self, view: Any) -> Mapping[str, Any]:
        """The hand that each seat's known cards make with the board; ``pots`` in the middle."""
        return {**made_hands(view), "pots": [to_plain(pot) for pot in lying_pots(view)]}


def exposed(view: Any, board_at: Sequence[int]) -> Mapping[int, Card]:
    """Cards of a hand that a view knows, by position in the dealt deck.

    Args:
        view: a state with the deck, the seats dealt in and what lies open.
        board_at: positions of the board.
    """
    known = {at: card for at, card in enumerate(view.deck) if card != UNKNOWN}
    hands = {seat: view.shown[seat] or view.hands[seat] for seat in view.order}
    return known | places(view.order, hands, board_at, view.board)
