"""The actions of a seat. A card is named by its face, ``9S``, or its handle in hand, ``9Sb``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card

__all__ = [
    "ACTIONS",
    "Decline",
    "Discard",
    "Draw",
    "Extend",
    "Meld",
    "Play",
    "PlayTurn",
    "Redraw",
    "SingleAction",
    "TakePile",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Draw the top card of the stock."""

    type: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakePile:
    """Take the whole pile.

    Attributes:
        cards: cards of the hand that are melded with the top card at once; none if the pile is
            free.
        meld: the run that they and the top card are added to, None for a new one.
    """

    cards: tuple[Card, ...] = ()
    meld: int | None = None
    type: Literal["take"] = "take"


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw:
    """Throw the first card of the deal on the pile and draw another."""

    type: Literal["redraw"] = "redraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Lay a new run or set; ``2S=4H`` names the card for which a wild stands."""

    cards: tuple[Card, ...]
    type: Literal["meld"] = "meld"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extend:
    """Add cards to a run of the player's own pair.

    Attributes:
        meld: number of the run in its pair's area, from 0.
        cards: the added cards.
        team: the team of the run, None for the player's own pair.
    """

    meld: int
    cards: tuple[Card, ...]
    team: int | None = None
    type: Literal["extend"] = "extend"


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Lay a card on the pile, which ends the turn."""

    card: Card
    type: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """Leave the pile and give up the last turn."""

    type: Literal["decline"] = "decline"


Play = Meld | Extend | Discard


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTurn:
    """The rest of the turn at once: melds and additions, then the discard or the batida.

    It may also end with a play that takes a morto; the turn then goes on with those cards.
    """

    plays: tuple[Play, ...]
    type: Literal["turn"] = "turn"


SingleAction = Draw | TakePile | Redraw | Meld | Extend | Discard | Decline
"""Any action but a whole turn."""

ACTIONS: tuple[type, ...] = (
    Draw,
    TakePile,
    Redraw,
    Meld,
    Extend,
    Discard,
    Decline,
    PlayTurn,
)
