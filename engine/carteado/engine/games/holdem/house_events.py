"""The events of a home game's house rules; a table without them has no such event.

Amounts, `stack`, `pot` and `to_act` are as in `events`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.visibility import Public

__all__ = [
    "BlindsMissed",
    "BombPotCalled",
    "BombPotVoted",
    "BountyPaid",
    "CardShown",
    "MinutesPassed",
    "MissedBlindsPosted",
    "RabbitShown",
    "RunAwarded",
    "RunsAnswered",
    "RunsAsked",
    "SecondBoardDealt",
    "StraddlePosted",
    "StraddleWished",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A seat showed one of its two cards.

    Attributes:
        seat: whose card.
        card: which of the two, 1 or 2.
        face: the card.
        cards: the hand afterwards, with `UNKNOWN` for a closed card.
    """

    seat: Public[int]
    card: Public[int]
    face: Public[Card]
    cards: Public[tuple[Card, ...]]
    type: Literal["card_shown"] = "card_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class StraddleWished:
    """A seat will straddle whenever it is under the gun, or withdraws this."""

    seat: Public[int]
    on: Public[bool]
    type: Literal["straddle_wished"] = "straddle_wished"


@dataclass(frozen=True, slots=True, kw_only=True)
class StraddlePosted:
    """The seat under the gun posted a straddle: the bet to match, and the least raise.

    Attributes:
        seat: who straddles; it acts last before the flop.
        amount: chips.
        stack: chips of the seat afterwards.
        pot: chips in the middle.
        to_act: who decides first.
    """

    seat: Public[int]
    amount: Public[int]
    stack: Public[int]
    pot: Public[int]
    to_act: Public[int | None]
    type: Literal["straddle_posted"] = "straddle_posted"


@dataclass(frozen=True, slots=True, kw_only=True)
class BombPotVoted:
    """A seat wants the next hand to be a bomb pot."""

    seat: Public[int]
    type: Literal["bomb_pot_voted"] = "bomb_pot_voted"


@dataclass(frozen=True, slots=True, kw_only=True)
class BombPotCalled:
    """This hand is a bomb pot: everybody antes, nobody bets before the flop.

    Attributes:
        ante: chips that each seat puts in.
        voted: whether the seats voted for it; else it was its turn.
    """

    ante: Public[int]
    voted: Public[bool]
    type: Literal["bomb_pot_called"] = "bomb_pot_called"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsAsked:
    """Everybody is all-in: seats are asked whether the rest of the board is dealt twice.

    Attributes:
        seats: who is asked, in turn.
        to_act: the first of them.
    """

    seats: Public[tuple[int, ...]]
    to_act: Public[int | None]
    type: Literal["runs_asked"] = "runs_asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsAnswered:
    """A seat answered.

    Attributes:
        seat: who.
        twice: whether it agrees to deal twice.
        runs: how often the rest of the board is dealt, 0 while others are still to answer.
        to_act: who answers next.
    """

    seat: Public[int]
    twice: Public[bool]
    runs: Public[int]
    to_act: Public[int | None]
    type: Literal["runs_answered"] = "runs_answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondBoardDealt:
    """A street of the second board.

    Attributes:
        street: which.
        cards: what was dealt.
        board: the second board afterwards, with the cards that both boards share.
    """

    street: Public[Literal["flop", "turn", "river"]]
    cards: Public[tuple[Card, ...]]
    board: Public[tuple[Card, ...]]
    type: Literal["second_board_dealt"] = "second_board_dealt"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAwarded:
    """Half of a pot found its winners on one of two boards; as `PotAwarded`.

    Attributes:
        pot: number of the pot, 0 for the main pot.
        board: 1 or 2; an odd chip of the pot belongs to the first board.
        amount: chips in this half.
        seats: winners, in the order in which odd chips go to them.
        shares: chips for each of them.
        stacks: chips of each seat of the table afterwards.
        hand: what won.
    """

    pot: Public[int]
    board: Public[int]
    amount: Public[int]
    seats: Public[tuple[int, ...]]
    shares: Public[tuple[int, ...]]
    stacks: Public[tuple[int, ...]]
    hand: Public[str]
    type: Literal["run_awarded"] = "run_awarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyPaid:
    """A winner showed seven and deuce, and the others who were dealt in pay for it.

    Attributes:
        seat: who collects.
        amount: chips collected.
        paid: chips that each seat of the table pays.
        stacks: chips of each seat afterwards.
    """

    seat: Public[int]
    amount: Public[int]
    paid: Public[tuple[int, ...]]
    stacks: Public[tuple[int, ...]]
    type: Literal["bounty_paid"] = "bounty_paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class RabbitShown:
    """A seat asked for the cards that would have come, and they lie open."""

    seat: Public[int]
    cards: Public[tuple[Card, ...]]
    type: Literal["rabbit_shown"] = "rabbit_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindsMissed:
    """The blinds that each seat owes after this deal: 0 none, 1 small, 2 big, 3 both."""

    owed: Public[tuple[int, ...]]
    type: Literal["blinds_missed"] = "blinds_missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedBlindsPosted:
    """Seats that come back posted the small blinds that they missed: dead money of the main pot.

    Attributes:
        seats: who posted.
        amounts: chips of each of them.
        dead: all dead money of the hand afterwards.
        stacks: chips of each seat of the table afterwards.
        pot: chips in the middle.
        to_act: who decides first.
    """

    seats: Public[tuple[int, ...]]
    amounts: Public[tuple[int, ...]]
    dead: Public[int]
    stacks: Public[tuple[int, ...]]
    pot: Public[int]
    to_act: Public[int | None]
    type: Literal["missed_blinds_posted"] = "missed_blinds_posted"


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutesPassed:
    """So many minutes of this game have been played, by the clock of the table."""

    minutes: Public[int]
    type: Literal["minutes_passed"] = "minutes_passed"
