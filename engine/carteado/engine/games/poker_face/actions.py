"""The actions of the bookkeeper.

An entry is a text as in a line of a file: the name, the bet, five cards. The words of all entries
may also come one by one, as a person types them after one another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

__all__ = ["ACTIONS", "CorrectRound", "EnterRound"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterRound:
    """Enter the cards and bets of the round that was played.

    Attributes:
        ante: what every player of the match pays.
        entries: for each player who took part ``NAME BET CARD CARD CARD CARD CARD``.
    """

    usage: ClassVar[str] = "enter-round ANTE NAME BET CARD CARD CARD CARD CARD NAME BET ..."

    ante: int
    entries: tuple[str, ...]
    type: Literal["enter_round"] = "enter_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectRound:
    """Enter a round again that was entered wrongly; the rounds after it are judged again.

    Attributes:
        number: of the round, from 1.
        ante: as of `EnterRound`.
        entries: as of `EnterRound`.
    """

    usage: ClassVar[str] = "correct-round ROUND ANTE NAME BET CARD CARD CARD CARD CARD NAME BET ..."

    number: int
    ante: int
    entries: tuple[str, ...]
    type: Literal["correct_round"] = "correct_round"


ACTIONS: tuple[type, ...] = (EnterRound, CorrectRound)
