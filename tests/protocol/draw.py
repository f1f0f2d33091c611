"""A game for tests of the protocol, small enough to be seen through: one closed card a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from carteado.engine.cards import Card
from carteado.engine.errors import OptionsError
from carteado.engine.game import SEAT_EVENTS, SeatLeft, SeatTaken
from carteado.engine.state import changed
from carteado.engine.tables.base_game import BaseGame
from carteado.engine.visibility import PerSeat, Public


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    seats: Public[int] = 2
    limit: Public[int] = 10
    note: Public[str] = ""

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 4:
            raise OptionsError("seats", "2 to 4")


@dataclass(frozen=True, kw_only=True)
class State:
    names: Public[tuple[str | None, ...]]
    bots: Public[tuple[bool, ...]]
    away: Public[tuple[bool, ...]]
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    to_act: Public[int | None] = None
    pot: Public[int] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    stand: bool
    bid: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    type: Literal["stand"] = "stand"


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseBid:
    to: int
    note: str = ""
    type: Literal["raise_bid"] = "raise_bid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    where: int
    cards: tuple[Card, ...]
    type: Literal["meld"] = "meld"


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    type: Literal["show"] = "show"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsDealt:
    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    to_act: Public[int]
    type: Literal["hands_dealt"] = "hands_dealt"


@dataclass(frozen=True, slots=True, kw_only=True)
class BidRaised:
    seat: Public[int]
    to: Public[int]
    to_act: Public[int | None]
    type: Literal["bid_raised"] = "bid_raised"


class Draw(BaseGame[State]):
    id: ClassVar[str] = "draw"
    title: ClassVar[str] = "Draw"
    rules: ClassVar[str] = "draw/1"
    options_type: ClassVar[type] = Options
    state_type: ClassVar[type] = State
    legal_type: ClassVar[type] = Legal
    actions: ClassVar[tuple[type, ...]] = (Stand, RaiseBid, Meld, Show)
    events: ClassVar[tuple[type, ...]] = (*SEAT_EVENTS, HandsDealt, BidRaised)
    presets: ClassVar[Mapping[str, Any]] = {"two": Options(), "four": Options(seats=4)}
    adjudicator: ClassVar[bool] = False
    codes: ClassVar[Mapping[str, str]] = {
        "draw/too_high": "Too high.",
        "seat/taken": "{seat} is taken.",
    }

    def new(self, options: Options) -> State:
        free = options.seats
        return State(
            names=(None,) * free, bots=(False,) * free, away=(False,) * free, hands=((),) * free
        )

    def evolve(self, state: State, event: Any) -> State:
        match event:
            case SeatTaken(seat=seat, name=name):
                return changed(state, names=_put(state.names, seat, name))
            case SeatLeft(seat=seat):
                return changed(state, names=_put(state.names, seat, None))
            case HandsDealt(hands=hands, to_act=to_act):
                return changed(state, hands=hands, to_act=to_act)
            case BidRaised(to=to, to_act=to_act):
                return changed(state, pot=to, to_act=to_act)
        return state

    def turn(self, state: State) -> int | None:
        return state.to_act

    def team(self, options: Options, seat: int) -> int | None:
        return None

    def seats(self, options: Options) -> int:
        return options.seats


def _put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


GAME: Any = Draw()
