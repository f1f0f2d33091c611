"""What lies on the table, what can happen there, and how that changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from carteado.engine.cards import Card
from carteado.engine.game import SEAT_EVENTS, Returned, SatOut, SeatLeft, SeatTaken
from carteado.engine.tables import transition
from carteado.engine.tables.option_checks import check_whole
from carteado.engine.tables.transition import Fields, Fold
from carteado.engine.visibility import PerSeat, Public, Sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """House rules: the number of seats, 2 to 4."""

    seats: Public[int] = 2

    def __post_init__(self) -> None:
        check_whole("seats", self.seats, 2, 4)


@dataclass(frozen=True, kw_only=True)
class State:
    """The table. Tuples have one element for each seat.

    Attributes:
        order: seats dealt in, in the order of their turns.
        hands: the cards that a seat has been dealt; it plays the last of them.
        places: where in the deck these lay.
        shown: the card that each seat played, once it lies open.
        points: won minus lost.
    """

    options: Public[Options]
    names: Public[tuple[str | None, ...]]
    bots: Public[tuple[bool, ...]]
    away: Public[tuple[bool, ...]]
    leaving: Public[tuple[bool, ...]]
    agreed: Public[tuple[bool, ...]]
    points: Public[tuple[int, ...]]
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    places: Public[tuple[tuple[int, ...], ...]]
    shown: Public[tuple[tuple[Card, ...], ...]]
    deal: Public[int] = 0
    order: Public[tuple[int, ...]] = ()
    to_act: Public[int | None] = None
    deck: Sealed[tuple[Card, ...]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Play the card that was dealt."""

    type: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """Play the next card of the deck instead."""

    type: Literal["swap"] = "swap"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt:
    """Every seat dealt in has one card."""

    deal: Public[int]
    order: Public[tuple[int, ...]]
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    places: Public[tuple[tuple[int, ...], ...]]
    deck: Sealed[tuple[Card, ...]]
    type: Literal["cards_dealt"] = "cards_dealt"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardKept:
    """A seat plays its card; `to_act` is next."""

    seat: Public[int]
    to_act: Public[int | None]
    type: Literal["card_kept"] = "card_kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSwapped:
    """A seat plays the card at a place in the deck instead; `to_act` is next."""

    seat: Public[int]
    card: PerSeat[Card]
    place: Public[int]
    to_act: Public[int | None]
    type: Literal["card_swapped"] = "card_swapped"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWon:
    """The cards lie open; the seats with the highest one win. `points` is the result."""

    shown: Public[tuple[tuple[Card, ...], ...]]
    winners: Public[tuple[int, ...]]
    points: Public[tuple[int, ...]]
    type: Literal["deal_won"] = "deal_won"


ACTIONS = (Keep, Swap)
EVENTS = (*SEAT_EVENTS, CardsDealt, CardKept, CardSwapped, DealWon)


def put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """A copy of a tuple with one element replaced."""
    return (*items[:at], item, *items[at + 1 :])


def _seat_taken(state: State, event: SeatTaken, now: Fields) -> None:
    now["names"] = put(state.names, event.seat, event.name)
    now["bots"] = put(state.bots, event.seat, event.bot)


def _seat_left(state: State, event: SeatLeft, now: Fields) -> None:
    now["leaving"] = put(state.leaving, event.seat, not event.at_once)
    if event.at_once:
        now["names"] = put(state.names, event.seat, None)
        now["bots"] = put(state.bots, event.seat, False)
        now["away"] = put(state.away, event.seat, False)
        # The next player on this seat must not see these cards.
        now["hands"] = put(state.hands, event.seat, ())


def _sat_out(state: State, event: SatOut, now: Fields) -> None:
    now["away"] = put(state.away, event.seat, True)


def _returned(state: State, event: Returned, now: Fields) -> None:
    now["away"] = put(state.away, event.seat, False)


def _dealt(state: State, event: CardsDealt, now: Fields) -> None:
    now["deal"] = event.deal
    now["order"] = event.order
    now["to_act"] = event.order[0]
    now["hands"] = event.hands
    now["places"] = event.places
    now["deck"] = event.deck
    now["shown"] = ((),) * len(state.names)


def _kept(state: State, event: CardKept, now: Fields) -> None:
    now["to_act"] = event.to_act


def _swapped(state: State, event: CardSwapped, now: Fields) -> None:
    seat = event.seat
    now["hands"] = put(state.hands, seat, (*state.hands[seat], event.card))
    now["places"] = put(state.places, seat, (*state.places[seat], event.place))
    now["to_act"] = event.to_act


def _won(state: State, event: DealWon, now: Fields) -> None:
    now["shown"] = event.shown
    now["points"] = event.points


FOLDS: Mapping[type, Fold] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    Returned: _returned,
    CardsDealt: _dealt,
    CardKept: _kept,
    CardSwapped: _swapped,
    DealWon: _won,
}


class Transition(transition.Transition[State]):
    """What follows from a command, one event after the other."""

    __slots__ = ()

    folds = FOLDS
