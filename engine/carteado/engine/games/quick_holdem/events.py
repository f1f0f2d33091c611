"""The events. Every event carries its results, so a log folds without the rules.

Amounts are whole chips. In all of them `stack` is the credit that the seat has left afterwards,
`pot` all chips in the middle afterwards, and `to_act` the seat that decides next, None when the
hand goes on by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.game import SEAT_EVENTS
from carteado.engine.poker.events import (
    GameRestarted,
    GameWon,
    HandEnded,
    HandsOpened,
    KnockedOut,
    PotAwarded,
    UncalledReturned,
)
from carteado.engine.visibility import PerSeat, Public, Sealed

__all__ = [
    "EVENTS",
    "BoardTurned",
    "Folded",
    "GameRestarted",
    "GameWon",
    "HandEnded",
    "HandStarted",
    "HandVoided",
    "HandsOpened",
    "HandsShown",
    "KnockedOut",
    "Played",
    "PotAwarded",
    "Staked",
    "UncalledReturned",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted:
    """The cards are dealt, one at a time from the left of the leading seat.

    Attributes:
        hand: number of the hand in this game, from 1.
        leader: the leading seat; it decides first.
        order: the dealt-in seats, from the left of the leader to the leader.
        hands: hole cards of each seat, empty for one that is not dealt in.
        deck: the pack in dealing order.
    """

    hand: Public[int]
    leader: Public[int]
    order: Public[tuple[int, ...]]
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    deck: Sealed[tuple[Card, ...]]
    type: Literal["hand_started"] = "hand_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class Staked:
    """The leading seat plays: the others match its `stake` or fold."""

    seat: Public[int]
    stake: Public[int]
    stack: Public[int]
    pot: Public[int]
    to_act: Public[int | None]
    type: Literal["staked"] = "staked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A seat matched the stake or put in its last chips: `amount` is what it added."""

    seat: Public[int]
    amount: Public[int]
    stack: Public[int]
    pot: Public[int]
    to_act: Public[int | None]
    type: Literal["played"] = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A seat does not play this hand; `stake` is what the others have to match."""

    seat: Public[int]
    stake: Public[int]
    to_act: Public[int | None]
    type: Literal["folded"] = "folded"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVoided:
    """Nobody plays: no card is turned and no chip has moved."""

    hand: Public[int]
    type: Literal["hand_voided"] = "hand_voided"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTurned:
    """All five community cards are turned at once."""

    cards: Public[tuple[Card, ...]]
    type: Literal["board_turned"] = "board_turned"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsShown:
    """All seats that play show.

    Attributes:
        seats: who shows, from the left of the leader.
        hands: hole cards of each of them.
        made: what the best five of each of them are.
    """

    seats: Public[tuple[int, ...]]
    hands: Public[tuple[tuple[Card, ...], ...]]
    made: Public[tuple[str, ...]]
    type: Literal["hands_shown"] = "hands_shown"


EVENTS: tuple[type, ...] = (
    *SEAT_EVENTS,
    HandStarted,
    Staked,
    Played,
    Folded,
    HandVoided,
    UncalledReturned,
    BoardTurned,
    HandsShown,
    PotAwarded,
    HandsOpened,
    HandEnded,
    KnockedOut,
    GameWon,
    GameRestarted,
)
