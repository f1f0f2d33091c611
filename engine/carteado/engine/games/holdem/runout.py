"""When nobody can bet any more before the board is complete: see `poker/runouts.py`."""

from __future__ import annotations

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.holdem.events import AllInShown
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.pots import side_pots
from carteado.engine.poker.runout import Runout

__all__ = ["TURNED_UP", "hands", "runout"]

TURNED_UP = AllInShown
"""The event behind which a hand's first run-out stands."""

_BOARD = 5


def runout(state: State) -> Runout | None:
    """The open hands and their pots while streets are still to come, None in any other position.

    During the betting hands lie open for one reason only: at most one of them has chips left, and
    what it had bet too much has gone back.
    """
    if not state.shows or state.phase != "betting" or len(state.board) == _BOARD:
        return None
    return Runout(
        hands=tuple([(seat, state.shown[seat]) for seat in state.live]),
        board=state.board,
        pots=side_pots(state.paid, state.live, state.dead),
    )


def hands(state: State) -> dict[int, tuple[Card, ...]]:
    """The hole cards of those who were dealt in, folded hands too, where the state shows them."""
    return {seat: state.hands[seat] for seat in state.order if UNKNOWN not in state.hands[seat]}
