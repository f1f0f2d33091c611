"""The actions of a seat. Amounts are whole chips; "to" is the seat's total for the street."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "ACTIONS",
    "AllIn",
    "BombPot",
    "Call",
    "Check",
    "Fold",
    "Muck",
    "NoStraddle",
    "PostBlind",
    "Rabbit",
    "Raise",
    "RunOnce",
    "RunTwice",
    "Show",
    "ShowCard",
    "Straddle",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Give up the hand."""

    type: Literal["fold"] = "fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Stay in without a bet to face."""

    type: Literal["check"] = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Match the bet, or put in what is left of the stack."""

    type: Literal["call"] = "call"


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """Bet or raise; `to` is the total of this street."""

    to: int
    type: Literal["raise"] = "raise"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllIn:
    """Put in the whole stack: a bet, a raise or a call."""

    type: Literal["all_in"] = "all_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Show the hand: when asked at the showdown, or freely when the hand is over."""

    type: Literal["show"] = "show"


@dataclass(frozen=True, slots=True, kw_only=True)
class Muck:
    """Muck the hand unseen when asked at the showdown."""

    type: Literal["muck"] = "muck"


@dataclass(frozen=True, slots=True, kw_only=True)
class PostBlind:
    """Post the big blind as soon as possible instead of waiting for it."""

    type: Literal["post_blind"] = "post_blind"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowCard:
    """Show one of the seat's two cards, 1 or 2, and leave the other unseen."""

    card: int
    type: Literal["show_card"] = "show_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Straddle:
    """Post a straddle from now on in every hand in which the seat is under the gun."""

    type: Literal["straddle"] = "straddle"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoStraddle:
    """Withdraw the announcement to straddle."""

    type: Literal["no_straddle"] = "no_straddle"


@dataclass(frozen=True, slots=True, kw_only=True)
class BombPot:
    """Vote that the next hand is a bomb pot."""

    type: Literal["bomb_pot"] = "bomb_pot"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTwice:
    """Agree, when asked at an all-in, to deal the rest of the board twice."""

    type: Literal["run_twice"] = "run_twice"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOnce:
    """Answer, when asked at an all-in, that the board is dealt once."""

    type: Literal["run_once"] = "run_once"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rabbit:
    """Ask to see the cards that would have come, after a hand that ended before the river."""

    type: Literal["rabbit"] = "rabbit"


ACTIONS: tuple[type, ...] = (
    Fold,
    Check,
    Call,
    Raise,
    AllIn,
    Show,
    Muck,
    PostBlind,
    ShowCard,
    Straddle,
    NoStraddle,
    BombPot,
    RunTwice,
    RunOnce,
    Rabbit,
)
