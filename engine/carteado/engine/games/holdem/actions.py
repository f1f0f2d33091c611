"""What a seat may do. Amounts are whole chips; "to" is the seat's total for the street."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.slots import direct

__all__ = ["ACTIONS", "AllIn", "Call", "Check", "Fold", "Muck", "PostBlind", "Raise", "Show"]


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Give up the hand."""

    type: Literal["fold"] = "fold"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Stay in without a bet to face."""

    type: Literal["check"] = "check"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Match the bet, or put in what is left of the stack."""

    type: Literal["call"] = "call"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """Bet, where nobody has, or raise; `to` is the total of this street."""

    to: int
    type: Literal["raise"] = "raise"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class AllIn:
    """Put in the whole stack: a bet, a raise or a call."""

    type: Literal["all_in"] = "all_in"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Show the hand: when asked at the showdown, or freely when the hand is over."""

    type: Literal["show"] = "show"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Muck:
    """Leave the hand unseen when asked at the showdown."""

    type: Literal["muck"] = "muck"


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class PostBlind:
    """Post the big blind as soon as possible instead of waiting for it."""

    type: Literal["post_blind"] = "post_blind"


ACTIONS: tuple[type, ...] = (Fold, Check, Call, Raise, AllIn, Show, Muck, PostBlind)
