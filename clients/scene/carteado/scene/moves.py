"""Movements between two pictures, for animation and for a terminal's lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Movement"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One thing that moved. The state applies at once; a movement only explains it.

    Attributes:
        kind: a ``card``, ``chips``, or a card that is turned over where it lies (``flip``).
        source: the place it comes from: ``deck``, ``hand:SEAT:INDEX``, ``stack:SEAT``,
            ``bet:SEAT``, ``pot``, ``board:INDEX``, ``stock``, ``pile``, ``run:TEAM:NUMBER``,
            ``morto:NUMBER``.
        target: the place it goes to.
        card: its face where the reader sees it.
        amount: of chips.
        order: place in the sequence of the movements, from 0; equal ones move together.
    """

    kind: Literal["card", "chips", "flip"]
    source: str
    target: str
    card: str = "??"
    amount: int = 0
    order: int = 0
