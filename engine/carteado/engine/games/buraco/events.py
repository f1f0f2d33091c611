"""The events. Every event carries its results, so a log folds without the rules.

Cards that lie open are faces; `held` are the handles that the seat had or has for them, for its
eyes only. Positions in the deck are public: everybody sees how often somebody draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.engine.cards import Card
from carteado.engine.game import SEAT_EVENTS
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.scoring import Sheet
from carteado.engine.generated import maker
from carteado.engine.visibility import PerSeat, Public, Sealed

__all__ = [
    "EVENTS",
    "CardDiscarded",
    "CardDrawn",
    "CardRedrawn",
    "DealScored",
    "DealStarted",
    "MatchRestarted",
    "MatchWon",
    "MeldExtended",
    "MeldLaid",
    "MortoConverted",
    "MortoOpened",
    "MortoTaken",
    "PileTaken",
    "TurnDeclined",
    "TurnStarted",
    "card_drawn",
    "meld_extended",
    "meld_laid",
    "pile_taken",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStarted:
    """Eleven cards each, one at a time from the starter; then two mortos; the rest is the stock.

    Attributes:
        deal: number of the deal in this match, from 1.
        starter: the seat with the first turn.
        hands: handles of each hand.
        deck: the pack in dealing order.
    """

    deal: Public[int]
    starter: Public[int]
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    deck: Sealed[tuple[Card, ...]]
    type: Literal["deal_started"] = "deal_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """A seat's turn begins; `last` if the stock is used up and no turn follows."""

    seat: Public[int]
    last: Public[bool]
    type: Literal["turn_started"] = "turn_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn:
    """A seat drew the card of the stock at position `at` of the deck; `offer`: it may refuse it."""

    seat: Public[int]
    at: Public[int]
    offer: Public[bool]
    held: PerSeat[Card]
    type: Literal["card_drawn"] = "card_drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRedrawn:
    """The first card was thrown on the pile, and another drawn from position `at` of the deck.

    `thrown` and `held` are the handles of the two; `buried` is the first one again, for a pile that
    is not open.
    """

    seat: Public[int]
    card: Public[Card]
    thrown: PerSeat[Card]
    at: Public[int]
    held: PerSeat[Card]
    buried: Sealed[tuple[Card, ...]]
    type: Literal["card_redrawn"] = "card_redrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class PileTaken:
    """A seat took the pile, less the top card where that is melded at once.

    Attributes:
        seat: who.
        cards: cards taken into the hand, unknown below the top one where only that is seen.
        held: the handles that they got.
        barred: handle of the card that may not be discarded in this turn, '' for none.
        top: the card that is melded at once, None where the pile is free.
    """

    seat: Public[int]
    cards: Public[tuple[Card, ...]]
    held: PerSeat[tuple[Card, ...]]
    barred: PerSeat[str]
    top: Public[Card | None]
    type: Literal["pile_taken"] = "pile_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldLaid:
    """A new run or set lies on the table, number `meld` of its team.

    `cards` were laid; `held` are those of them that came from the hand.
    """

    seat: Public[int]
    team: Public[int]
    meld: Public[int]
    cards: Public[tuple[Card, ...]]
    held: PerSeat[tuple[Card, ...]]
    run: Public[Run]
    type: Literal["meld_laid"] = "meld_laid"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldExtended:
    """Cards were added to a run; `run` is what it is now."""

    seat: Public[int]
    team: Public[int]
    meld: Public[int]
    cards: Public[tuple[Card, ...]]
    held: PerSeat[tuple[Card, ...]]
    run: Public[Run]
    type: Literal["meld_extended"] = "meld_extended"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDiscarded:
    """A seat laid a card on the pile. `buried` is the same card, for a pile that is not open."""

    seat: Public[int]
    card: Public[Card]
    held: PerSeat[Card]
    buried: Sealed[tuple[Card, ...]]
    type: Literal["card_discarded"] = "card_discarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDeclined:
    """A seat did without the last turn."""

    seat: Public[int]
    type: Literal["turn_declined"] = "turn_declined"


@dataclass(frozen=True, slots=True, kw_only=True)
class MortoTaken:
    """An empty hand took a morto, by a meld (`direct`) or by a discard.

    `held` is empty where its owner may not look before the next turn.
    """

    seat: Public[int]
    team: Public[int]
    direct: Public[bool]
    held: PerSeat[tuple[Card, ...]]
    type: Literal["morto_taken"] = "morto_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class MortoOpened:
    """The owner of a hidden morto takes it up."""

    seat: Public[int]
    held: PerSeat[tuple[Card, ...]]
    type: Literal["morto_opened"] = "morto_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class MortoConverted:
    """The stock was used up and a morto replaced it; `stock` has its positions."""

    stock: Public[tuple[int, ...]]
    type: Literal["morto_converted"] = "morto_converted"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScored:
    """The deal is over, and all that was dealt is opened.

    Attributes:
        deal: its number.
        out: the team that went out, None for none.
        left: faces left in the hands, by seat.
        dealt: faces that each seat got from the deck, in the order in which they came.
        sheets: the score sheets, by team.
        totals: points of the match, by team.
    """

    deal: Public[int]
    out: Public[int | None]
    left: Public[tuple[tuple[Card, ...], ...]]
    dealt: Public[tuple[tuple[Card, ...], ...]]
    sheets: Public[tuple[Sheet, ...]]
    totals: Public[tuple[int, ...]]
    type: Literal["deal_scored"] = "deal_scored"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchWon:
    """A pair has won the match; the totals by team."""

    team: Public[int]
    totals: Public[tuple[int, ...]]
    type: Literal["match_won"] = "match_won"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRestarted:
    """A new match begins, with no points."""

    type: Literal["match_restarted"] = "match_restarted"


card_drawn = maker(CardDrawn)
pile_taken = maker(PileTaken)
meld_laid = maker(MeldLaid)
meld_extended = maker(MeldExtended)
"""The most frequent events, made without their constructors."""

EVENTS: tuple[type, ...] = (
    *SEAT_EVENTS,
    DealStarted,
    TurnStarted,
    CardDrawn,
    CardRedrawn,
    PileTaken,
    MeldLaid,
    MeldExtended,
    CardDiscarded,
    TurnDeclined,
    MortoTaken,
    MortoOpened,
    MortoConverted,
    DealScored,
    MatchWon,
    MatchRestarted,
)
