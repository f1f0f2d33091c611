"""The events. Every event carries its results, so a log folds without the rules.

A player is a place in the match's `players`; money by player has one amount for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.game import SEAT_EVENTS
from carteado.engine.visibility import Public

__all__ = [
    "EVENTS",
    "MatchStarted",
    "Problem",
    "RemainderDiscarded",
    "RoundCorrected",
    "RoundJudged",
]

Problem = Literal["", "money", "ante", "bet", "cards"]
"""Why a round is invalid, '' for a valid one: a player lacks the money, the ante is too low, a bet
is not a positive multiple of 50, or a card is seen twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """The players of the first round are the players of the match.

    Attributes:
        players: their names, in the order in which they were entered.
        money: what each of them starts with.
    """

    players: Public[tuple[str, ...]]
    money: Public[tuple[int, ...]]
    type: Literal["match_started"] = "match_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundJudged:
    """A round was entered and decided.

    Attributes:
        number: of the round, from 1.
        ante: what every player of the match pays.
        players: who takes part, in the order in which they were entered.
        bets: of each of them.
        hands: five cards of each of them, in the game's own notation (`cards`).
        twice: physical cards that appear more than once, in order of the second appearance.
        problem: why the round is invalid and moves no money, '' where it is valid.
        winners: who shares the pot, in the order of names; empty for an invalid round.
        code: of the winning combination, ``I`` for an invalid round.
        pot: all antes and bets; 0 for an invalid round.
        amount: what each winner receives.
        odd: winners who receive one more, in the order of names.
        rest: the part of the pot that nobody receives; a `RemainderDiscarded` follows.
        money: by player, afterwards.
    """

    number: Public[int]
    ante: Public[int]
    players: Public[tuple[int, ...]]
    bets: Public[tuple[int, ...]]
    hands: Public[tuple[tuple[Card, ...], ...]]
    twice: Public[tuple[Card, ...]]
    problem: Public[Problem]
    winners: Public[tuple[int, ...]]
    code: Public[str]
    pot: Public[int]
    amount: Public[int]
    odd: Public[tuple[int, ...]]
    rest: Public[int]
    money: Public[tuple[int, ...]]
    type: Literal["round_judged"] = "round_judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemainderDiscarded:
    """The money that the winners of a round could not share equally leaves the match.

    Attributes:
        number: of the round.
        amount: how much.
        discarded: all that has left the match so far.
    """

    number: Public[int]
    amount: Public[int]
    discarded: Public[int]
    type: Literal["remainder_discarded"] = "remainder_discarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCorrected:
    """A round was entered wrongly: it and all after it no longer count, and are judged again.

    A `RoundJudged` for each of these rounds follows.

    Attributes:
        number: of the round that was wrong.
        last: number of the last round that is judged again.
        players: of the match; others only where the first round was wrong.
        money: by player, as it was before that round.
        discarded: what had left the match before that round.
    """

    number: Public[int]
    last: Public[int]
    players: Public[tuple[str, ...]]
    money: Public[tuple[int, ...]]
    discarded: Public[int]
    type: Literal["round_corrected"] = "round_corrected"


EVENTS: tuple[type, ...] = (
    *SEAT_EVENTS,
    MatchStarted,
    RoundJudged,
    RemainderDiscarded,
    RoundCorrected,
)
