"""The actions of a seat. Amounts are whole chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ACTIONS", "Fold", "Play", "Stake"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The leading seat plays and says for how much."""

    amount: int
    type: Literal["stake"] = "stake"


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Match the stake, with less credit all of it; the leading seat plays for the usual stake."""

    type: Literal["play"] = "play"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Do not play this hand."""

    type: Literal["fold"] = "fold"


ACTIONS: tuple[type, ...] = (Stake, Play, Fold)
