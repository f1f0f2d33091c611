"""The events that all poker games share. Amounts are whole chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.visibility import Public

__all__ = [
    "GameRestarted",
    "GameWon",
    "HandEnded",
    "HandsOpened",
    "KnockedOut",
    "PotAwarded",
    "UncalledReturned",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class UncalledReturned:
    """The part of a bet that nobody called went back; it was never in a pot."""

    seat: Public[int]
    amount: Public[int]
    stack: Public[int]
    pot: Public[int]
    type: Literal["uncalled_returned"] = "uncalled_returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class PotAwarded:
    """A pot found its winners.

    Attributes:
        pot: number of the pot, 0 for the main pot.
        amount: chips in it.
        seats: winners, in the order in which odd chips go to them.
        shares: chips for each of them.
        stacks: chips of each seat of the table afterwards.
        hand: what won, '' where nobody had to show.
    """

    pot: Public[int]
    amount: Public[int]
    seats: Public[tuple[int, ...]]
    shares: Public[tuple[int, ...]]
    stacks: Public[tuple[int, ...]]
    hand: Public[str]
    type: Literal["pot_awarded"] = "pot_awarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsOpened:
    """The table opens all hole cards after the hand (`reveal`); empty for a seat without."""

    hands: Public[tuple[tuple[Card, ...], ...]]
    type: Literal["hands_opened"] = "hands_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded:
    """The hand is over; `stacks` are the chips of each seat."""

    hand: Public[int]
    stacks: Public[tuple[int, ...]]
    type: Literal["hand_ended"] = "hand_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut:
    """A seat has no chips left and is out of the game; `place` is where it finished."""

    seat: Public[int]
    place: Public[int]
    type: Literal["knocked_out"] = "knocked_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWon:
    """The game is over; the winner has `stack`, all chips in play."""

    seat: Public[int]
    stack: Public[int]
    type: Literal["game_won"] = "game_won"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRestarted:
    """A new game begins with these `stacks`, and nothing is left of the old one."""

    stacks: Public[tuple[int, ...]]
    type: Literal["game_restarted"] = "game_restarted"
