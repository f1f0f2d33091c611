"""Open hands while cards are still to come: everybody is all-in, and no decision is left.

From here on each hand has an exact share of every pot (`carteado.odds.runout_odds`). `runouts.py`
finds these positions in a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.cards import Card
from carteado.engine.poker.pots import Pot

__all__ = ["Runout"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Runout:
    """Open hands, a board that is not complete, and the pots that they play for.

    Attributes:
        hands: two or more live hands, each a seat and its cards, from the left of the button.
        board: common cards so far; with those that are to come they are five.
        pots: main pot first; uncalled chips are not in them.
        run: 1 or 2 if the rest of the board is dealt twice: `pots` are then the halves that this
            board decides; 0 if it is dealt once.
        gone: cards that cannot come, besides the hands and the board: those of the first
            board, for the second.
    """

    hands: tuple[tuple[int, tuple[Card, ...]], ...]
    board: tuple[Card, ...]
    pots: tuple[Pot, ...]
    run: int = 0
    gone: tuple[Card, ...] = ()
