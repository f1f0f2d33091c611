"""The events. Every event carries its results, so a log folds without the rules.

Amounts are whole chips. In every event `stack` is the stack of the seat afterwards, `pot` all chips
in the middle afterwards (including the bets of the street), and `to_act` the next seat to decide;
None if no decision follows on this street.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.game import SEAT_EVENTS
from carteado.engine.games.holdem.house_events import (
    BlindsMissed,
    BombPotCalled,
    BombPotVoted,
    BountyPaid,
    CardShown,
    MinutesPassed,
    MissedBlindsPosted,
    RabbitShown,
    RunAwarded,
    RunsAnswered,
    RunsAsked,
    SecondBoardDealt,
    StraddlePosted,
    StraddleWished,
)
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
    "AllInShown",
    "BlindsMissed",
    "BoardDealt",
    "BombPotCalled",
    "BombPotVoted",
    "BountyPaid",
    "ButtonDrawn",
    "Called",
    "CardShown",
    "CardsShown",
    "Checked",
    "Folded",
    "ForcedBetsPosted",
    "GameRestarted",
    "GameWon",
    "HandEnded",
    "HandMucked",
    "HandShown",
    "HandStarted",
    "HandsOpened",
    "KnockedOut",
    "MinutesPassed",
    "MissedBlindsPosted",
    "PostAgreed",
    "PotAwarded",
    "RabbitShown",
    "Raised",
    "RunAwarded",
    "RunsAnswered",
    "RunsAsked",
    "SecondBoardDealt",
    "ShowdownStarted",
    "StraddlePosted",
    "StraddleWished",
    "UncalledReturned",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonDrawn:
    """A card was drawn for each seat, and the highest one gets the first button.

    Attributes:
        seats: the seats that drew, in order.
        cards: the card of each of them.
        button: the seat with the highest card.
        deck: the pack from which they drew.
    """

    seats: Public[tuple[int, ...]]
    cards: Public[tuple[Card, ...]]
    button: Public[int]
    deck: Sealed[tuple[Card, ...]]
    type: Literal["button_drawn"] = "button_drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted:
    """The cards are dealt, one at a time from the left of the button.

    Attributes:
        hand: number of the hand in this game, from 1.
        button: position of the button; nobody plays there when it is dead.
        small_at: position of the small blind, dead or not.
        small: the seat that posts the small blind; None if it is dead.
        big: the seat that posts the big blind.
        order: seats that are dealt in, from the left of the button.
        posters: seats that post a big blind to come in.
        small_blind: chips.
        big_blind: chips.
        ante: chips.
        hands: hole cards of each seat; empty for a seat that is not dealt in.
        deck: the pack in dealing order.
    """

    hand: Public[int]
    button: Public[int]
    small_at: Public[int]
    small: Public[int | None]
    big: Public[int]
    order: Public[tuple[int, ...]]
    posters: Public[tuple[int, ...]]
    small_blind: Public[int]
    big_blind: Public[int]
    ante: Public[int]
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    deck: Sealed[tuple[Card, ...]]
    type: Literal["hand_started"] = "hand_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedBetsPosted:
    """Antes and blinds are in.

    Attributes:
        antes: ante of each seat, if it counts as a contribution to the pot.
        dead: big-blind ante, dead money of the main pot.
        bets: live blind of each seat.
        stacks: chips of each seat afterwards.
        pot: chips in the middle.
        to_act: the first seat to decide.
    """

    antes: Public[tuple[int, ...]]
    dead: Public[int]
    bets: Public[tuple[int, ...]]
    stacks: Public[tuple[int, ...]]
    pot: Public[int]
    to_act: Public[int | None]
    type: Literal["forced_bets_posted"] = "forced_bets_posted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A seat gave up its hand."""

    seat: Public[int]
    to_act: Public[int | None]
    type: Literal["folded"] = "folded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A seat checked."""

    seat: Public[int]
    to_act: Public[int | None]
    type: Literal["checked"] = "checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A seat called, perhaps all-in: it added `amount`; `bet` is its total for the street."""

    seat: Public[int]
    amount: Public[int]
    bet: Public[int]
    stack: Public[int]
    pot: Public[int]
    to_act: Public[int | None]
    type: Literal["called"] = "called"


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A seat bet or raised: it added `amount`; `to` is its total for the street, to be matched.

    `last_full` is the size of the last full raise afterwards.
    """

    seat: Public[int]
    amount: Public[int]
    to: Public[int]
    last_full: Public[int]
    stack: Public[int]
    pot: Public[int]
    to_act: Public[int | None]
    type: Literal["raised"] = "raised"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDealt:
    """A card was burnt and a street dealt; its `cards` extend the board."""

    street: Public[Literal["flop", "turn", "river"]]
    cards: Public[tuple[Card, ...]]
    to_act: Public[int | None]
    type: Literal["board_dealt"] = "board_dealt"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllInShown:
    """A player is all-in and betting is over: all live hands are turned up at once."""

    seats: Public[tuple[int, ...]]
    hands: Public[tuple[tuple[Card, ...], ...]]
    type: Literal["all_in_shown"] = "all_in_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownStarted:
    """The betting is over and several hands are left.

    Attributes:
        order: seats that show or muck, in turn; empty if all live hands are open already.
    """

    order: Public[tuple[int, ...]]
    type: Literal["showdown_started"] = "showdown_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """A seat showed its hand at the showdown; `hand` names the combination, such as a flush."""

    seat: Public[int]
    cards: Public[tuple[Card, ...]]
    hand: Public[str]
    to_act: Public[int | None]
    type: Literal["hand_shown"] = "hand_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMucked:
    """A seat mucked its hand without showing it."""

    seat: Public[int]
    to_act: Public[int | None]
    type: Literal["hand_mucked"] = "hand_mucked"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown:
    """A seat showed cards that it did not have to show, after the hand."""

    seat: Public[int]
    cards: Public[tuple[Card, ...]]
    type: Literal["cards_shown"] = "cards_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class PostAgreed:
    """A seat will post the big blind to be dealt in as soon as it may."""

    seat: Public[int]
    type: Literal["post_agreed"] = "post_agreed"


EVENTS: tuple[type, ...] = (
    *SEAT_EVENTS,
    ButtonDrawn,
    HandStarted,
    ForcedBetsPosted,
    Folded,
    Checked,
    Called,
    Raised,
    UncalledReturned,
    BoardDealt,
    AllInShown,
    ShowdownStarted,
    HandShown,
    HandMucked,
    PotAwarded,
    HandsOpened,
    HandEnded,
    CardsShown,
    KnockedOut,
    GameWon,
    GameRestarted,
    PostAgreed,
    CardShown,
    StraddleWished,
    StraddlePosted,
    BombPotVoted,
    BombPotCalled,
    RunsAsked,
    RunsAnswered,
    SecondBoardDealt,
    RunAwarded,
    BountyPaid,
    RabbitShown,
    BlindsMissed,
    MissedBlindsPosted,
    MinutesPassed,
)
