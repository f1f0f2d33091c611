"""Hands whose betting is over before the board is complete: see `poker/runouts.py`."""

from __future__ import annotations

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.holdem.events import AllInShown
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.pots import Pot, side_pots
from carteado.engine.poker.runout import Runout

__all__ = ["TURNED_UP", "hands", "runout"]

TURNED_UP = AllInShown
"""The event after which a hand has its first run-out."""

_BOARD = 5


def runout(state: State) -> Runout | None:
    """The open hands and their pots while streets are still to come, otherwise None.

    During the betting hands lie open only if at most one of them has chips left and its uncalled
    bet has been returned.
    """
    # Hands lie open at a showdown too; the phase excludes it.
    if not state.shows or state.phase not in ("betting", "asking"):
        return None
    house = state.house
    pots = side_pots(state.paid, state.live, state.dead)
    hands = tuple([(seat, state.shown[seat]) for seat in state.live])
    # One board, also while the answers are still open: the odds are those of one board.
    if house.runs != 2:
        return (
            None
            if len(state.board) == _BOARD
            else Runout(hands=hands, board=state.board, pots=pots)
        )
    if len(state.board) < _BOARD:
        return Runout(hands=hands, board=state.board, pots=_halves(pots, board=1), run=1)
    # Before its first street, the second board has only the shared cards.
    second = house.second or state.board[: house.shared]
    if len(second) == _BOARD:
        return None
    # The first board's own cards cannot come on the second one.
    gone = state.board[house.shared :]
    return Runout(hands=hands, board=second, pots=_halves(pots, board=2), run=2, gone=gone)


def _halves(pots: tuple[Pot, ...], *, board: int) -> tuple[Pot, ...]:
    """The halves of the pots that one of two boards decides."""
    # Rounding up for the first board and down for the second gives it the odd chip.
    odd = board == 1
    return tuple([Pot(amount=(pot.amount + odd) // 2, seats=pot.seats) for pot in pots])


def hands(state: State) -> dict[int, tuple[Card, ...]]:
    """The dealt-in seats' hole cards that the state shows, folded hands included."""
    return {seat: state.hands[seat] for seat in state.order if UNKNOWN not in state.hands[seat]}
