"""The rules: each seat keeps its card or swaps it once; the highest card takes a point of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from carteado.engine.cards import PACK, RANKS, UNKNOWN, Card, show_cards
from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Act,
    Deal,
    Decided,
    Leave,
    Rematch,
    Return,
    SeatLeft,
    SeatTaken,
    Sit,
    SitOut,
    TopUp,
)
from carteado.engine.poker.dealing import is_deck
from carteado.engine.refusals import COMMON, refusal
from carteado.engine.tables import seats
from carteado.engine.tables.base_game import BaseGame, Rule

from . import table
from .table import FOLDS, CardKept, CardsDealt, CardSwapped, DealWon, Keep, Options, State, Swap
from .table import Transition as Play

CODES: Mapping[str, str] = {
    **COMMON,
    "table/bad_deck": "The deck is not the 52 cards, each once.",
    "table/no_chips": "This game has no chips.",
    "table/no_rematch": "This game has no end: no rematch is needed.",
}


def refuse(code: str, **details: object) -> Refusal:
    """A refusal with the sentence of its code."""
    return refusal(CODES, code, details)


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """What a seat may do now."""

    keep: bool = False
    swap: bool = False


def _act(state: State, command: Act) -> Decided[State] | Refusal:
    seat = command.seat
    if problem := seats.no_such_seat(state, seat):
        return problem
    if type(command.action) not in table.ACTIONS:
        return refuse("action/unknown")
    if state.to_act is None:
        return refuse("action/no_deal")
    if seat != state.to_act:
        return seats.not_your_turn(state, state.to_act)
    play = Play(state)
    at = state.order.index(seat) + 1
    then = state.order[at] if at < len(state.order) else None
    if type(command.action) is Swap:
        place = sum(map(len, state.places))
        play.add(CardSwapped(seat=seat, card=state.deck[place], place=place, to_act=then))
    else:
        play.add(CardKept(seat=seat, to_act=then))
    if then is None:
        _end(play)
    return play.decided()


def _end(play: Play) -> None:
    state = play.state
    best = max(RANKS.index(state.hands[seat][-1][0]) for seat in state.order)
    won = [seat for seat in state.order if RANKS.index(state.hands[seat][-1][0]) == best]
    points = list(state.points)
    if len(won) == 1:
        for seat in state.order:
            points[seat] += len(state.order) - 1 if seat == won[0] else -1
    shown = tuple(hand[-1:] for hand in state.hands)
    play.add(DealWon(shown=shown, winners=tuple(won), points=tuple(points)))
    for seat, leaving in enumerate(play.state.leaving):
        if leaving:
            play.add(SeatLeft(seat=seat, at_once=True, stack=0))


def _players(state: State) -> tuple[int, ...]:
    """The seats that the next deal includes."""
    there = enumerate(zip(state.names, state.away, strict=True))
    return tuple(seat for seat, (name, away) in there if name is not None and not away)


def _deal(state: State, command: Deal) -> Decided[State] | Refusal:
    order = _players(state)
    if state.to_act is not None:
        return refuse("table/hand_running")
    if len(order) < 2:
        return refuse("table/not_ready")
    if not is_deck(command.deck):
        return refuse("table/bad_deck")
    places: list[tuple[int, ...]] = [()] * len(state.names)
    for at, seat in enumerate(order):
        places[seat] = (at,)
    hands = tuple(tuple(command.deck[at] for at in mine) for mine in places)
    event = CardsDealt(
        deal=state.deal + 1, order=order, hands=hands, places=tuple(places), deck=command.deck
    )
    return Play(state).answer(event)


def _sit(state: State, command: Sit) -> Decided[State] | Refusal:
    if problem := seats.cannot_sit(state, command):
        return problem
    if command.credit is not None:
        return refuse("table/no_chips")
    return Play(state).answer(
        SeatTaken(seat=command.seat, name=command.name, bot=command.bot, stack=0)
    )


def _leave(state: State, command: Leave) -> Decided[State] | Refusal:
    """Leave at once, or at the end of a deal that includes the seat."""
    if problem := seats.absent(state, command.seat):
        return problem
    plays = state.to_act is not None and command.seat in state.order
    return Play(state).answer(SeatLeft(seat=command.seat, at_once=not plays, stack=0))


class HigherCard(BaseGame[State]):
    """Higher Card for 2 to 4 seats, as a decider."""

    id: ClassVar[str] = "higher-card"
    title: ClassVar[str] = "Higher Card"
    rules: ClassVar[str] = "higher-card/1"
    options_type: ClassVar[type] = Options
    state_type: ClassVar[type] = State
    legal_type: ClassVar[type] = Legal
    actions: ClassVar[tuple[type, ...]] = table.ACTIONS
    events: ClassVar[tuple[type, ...]] = table.EVENTS
    presets: ClassVar[Mapping[str, Any]] = {"two": Options(), "four": Options(seats=4)}
    codes: ClassVar[Mapping[str, str]] = CODES
    commands: ClassVar[Mapping[type, Rule]] = {
        Act: _act,
        Deal: _deal,
        Sit: _sit,
        Leave: _leave,
        SitOut: lambda state, command: Play(state).answer(seats.sit_out(state, command)),
        Return: lambda state, command: Play(state).answer(seats.return_(state, command)),
        TopUp: lambda state, command: refuse("table/no_chips"),
        Rematch: lambda state, command: refuse("table/no_rematch"),
    }
    folds = FOLDS

    def new(self, options: Options) -> State:
        """The empty table."""
        no, none = (False,) * options.seats, ((),) * options.seats
        return State(
            options=options,
            names=(None,) * options.seats,
            bots=no,
            away=no,
            leaving=no,
            agreed=no,
            points=(0,) * options.seats,
            hands=none,
            places=none,
            shown=none,
        )

    def legal(self, state: State, seat: int) -> Legal:
        """Keep or swap, in turn."""
        return Legal(keep=True, swap=True) if seat == state.to_act else Legal()

    def default(self, state: State, seat: int) -> Keep:
        """Keep the card."""
        return Keep()

    def corners(self, legal: Legal) -> tuple[Any, ...]:
        """Both actions, or none."""
        return (Keep(), Swap()) if legal.keep else ()

    def pack(self, state: State) -> tuple[Card, ...] | None:
        """The 52 cards while two players are there."""
        return PACK if state.to_act is None and len(_players(state)) > 1 else None

    def exposed(self, view: State) -> Mapping[int, Card]:
        """Cards of the deal that this view knows."""
        known = dict(enumerate(view.deck))
        for places, hand, shown in zip(view.places, view.hands, view.shown, strict=True):
            known.update(zip(places, hand, strict=False))
            known.update(zip(places[-1:], shown, strict=False))
        return {at: card for at, card in known.items() if card != UNKNOWN}

    def total(self, state: State) -> int:
        """Points of all seats together, always 0."""
        return sum(state.points)

    def line(self, event: Any, view: State) -> str:
        """One line of English about an event."""
        if type(event) is CardSwapped:
            return f"{view.names[event.seat]} swaps the card."
        if type(event) is CardKept:
            return f"{view.names[event.seat]} keeps the card."
        if type(event) is DealWon:
            return " and ".join(str(view.names[seat]) for seat in event.winners) + " won the deal."
        return ""

    def show(self, view: State) -> tuple[str, ...]:
        """The table in plain lines."""
        hands = zip(view.names, view.points, view.hands, strict=True)
        return tuple(
            f"{name or 'free'}, {points}: {show_cards(hand)}" for name, points, hand in hands
        )


GAME = HigherCard()
"""The game's one instance."""
