"""The game in words: a line for an event, and the table as a view sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.cards import UNKNOWN, Card, show_cards
from carteado.engine.game import (
    Event,
    RematchAgreed,
    Returned,
    SatOut,
    SeatLeft,
    SeatTaken,
    ToppedUp,
)
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.state import State

__all__ = ["line", "show"]


def line(event: Event, view: State) -> str:
    """One line about an event, for a view as it stood before it; '' where nothing is to say."""
    tell = _LINES.get(type(event))
    return "" if tell is None else tell(event, view)


def show(view: State) -> tuple[str, ...]:
    """The table in plain lines: the hand, the board and pot, then every seat."""
    head = _headline(view)
    seats = [_seat_line(view, seat) for seat in range(len(view.names))]
    return (*head, *seats)


def _headline(view: State) -> list[str]:
    if view.winner is not None:
        return [f"{_name(view, view.winner)} has won the game."]
    if not view.hand:
        return ["No hand has been dealt yet."]
    blinds = f"blinds {view.small_blind}/{view.big_blind}"
    ante = f", ante {view.ante}" if view.ante else ""
    lines = [f"Hand {view.hand}, {view.street}, {blinds}{ante}."]
    board = show_cards(view.board) or "-"
    lines.append(f"Board {board}   pot {view.pot}")
    return lines


def _seat_line(view: State, seat: int) -> str:
    if view.names[seat] is None:
        return f"  seat {seat}: free"
    mark = ">" if view.to_act == seat else " "
    button = " (button)" if view.button == seat else ""
    parts = [f"{mark} seat {seat}: {_name(view, seat)}{button}", f"{view.stacks[seat]} chips"]
    if view.in_hand and view.bets[seat]:
        parts.append(f"bet {view.bets[seat]}")
    if cards := view.shown[seat] or view.hands[seat]:
        parts.append(show_cards(cards))
    if view.in_hand and seat in view.order and seat not in view.live:
        parts.append("folded")
    elif view.in_hand and seat in view.live and not view.stacks[seat]:
        parts.append("all-in")
    if view.leaving[seat]:
        parts.append("leaving")
    elif view.away[seat]:
        parts.append("sits out")
    return ", ".join(parts)


def _name(view: State, seat: int) -> str:
    return view.names[seat] or f"seat {seat}"


def _all_in(stack: int) -> str:
    return "" if stack else " and is all-in"


def _seat_left(event: SeatLeft, view: State) -> str:
    if event.at_once:
        return f"{_name(view, event.seat)} leaves with {event.stack}."
    return f"{_name(view, event.seat)} is leaving."


def _drawn(event: ev.ButtonDrawn, view: State) -> str:
    drawn = zip(event.seats, event.cards, strict=True)
    cards = ", ".join(f"{_name(view, seat)} {card}" for seat, card in drawn)
    return f"Drawn for the button: {cards}. {_name(view, event.button)} has it."


def _started(event: ev.HandStarted, view: State) -> str:
    where = view.names[event.button] or f"seat {event.button}, dead"
    own = [cards for cards in event.hands if _is_known(cards)]
    hand = f" Your cards: {show_cards(own[0])}." if len(own) == 1 else ""
    return f"Hand {event.hand}: button {where}.{hand}"


def _is_known(cards: tuple[Card, ...]) -> bool:
    return bool(cards) and UNKNOWN not in cards


def _posted(event: ev.ForcedBetsPosted, view: State) -> str:
    parts = []
    for seat in view.order:
        if event.antes[seat]:
            parts.append(f"{_name(view, seat)} antes {event.antes[seat]}")
        if event.bets[seat]:
            what = {view.small: "the small blind", view.big: "the big blind"}
            kind = what.get(seat, "a blind to come in")
            paid = event.dead if seat == view.big else 0
            ante = f" and an ante of {paid} for the table" if paid else ""
            parts.append(f"{_name(view, seat)} posts {kind} {event.bets[seat]}{ante}")
    return ", ".join(parts) + "."


def _called(event: ev.Called, view: State) -> str:
    return f"{_name(view, event.seat)} calls {event.amount}{_all_in(event.stack)}."


def _raised(event: ev.Raised, view: State) -> str:
    verb = "raises to" if view.current_bet else "bets"
    return f"{_name(view, event.seat)} {verb} {event.to}{_all_in(event.stack)}."


def _turned_up(event: ev.AllInShown, view: State) -> str:
    pairs = zip(event.seats, event.hands, strict=True)
    hands = ", ".join(f"{_name(view, seat)} {show_cards(cards)}" for seat, cards in pairs)
    return f"All in, hands open: {hands}."


def _board(event: ev.BoardDealt, view: State) -> str:
    return f"{event.street.capitalize()}: {show_cards(event.cards)}."


def _awarded(event: ev.PotAwarded, view: State) -> str:
    pot = "the pot" if not event.pot else f"side pot {event.pot}"
    with_ = f" with {event.hand}" if event.hand else ""
    pairs = zip(event.seats, event.shares, strict=True)
    parts = [f"{_name(view, seat)} wins {chips}" for seat, chips in pairs]
    return f"{' and '.join(parts)} from {pot}{with_}."


def _opened(event: ev.HandsOpened, view: State) -> str:
    hands = enumerate(event.hands)
    told = [f"{_name(view, seat)} {show_cards(cards)}" for seat, cards in hands if cards]
    return f"All cards: {', '.join(told)}."


def _shown(event: ev.HandShown | ev.CardsShown, view: State) -> str:
    what = f": {event.hand}" if isinstance(event, ev.HandShown) else ""
    return f"{_name(view, event.seat)} shows {show_cards(event.cards)}{what}."


def _says(words: str) -> Callable[[Any, State], str]:
    """A line that only needs the name of the event's seat and the event itself."""
    return lambda event, view: words.format(_name(view, event.seat), event)


_LINES: Mapping[type, Callable[[Any, State], str]] = {
    SeatTaken: lambda event, view: f"{event.name} sits down on seat {event.seat}.",
    SeatLeft: _seat_left,
    SatOut: _says("{0} sits out."),
    Returned: _says("{0} is back."),
    ToppedUp: _says("{0} adds {1.amount} and has {1.stack}."),
    RematchAgreed: _says("{0} wants a rematch."),
    ev.PostAgreed: _says("{0} will post the big blind to come in."),
    ev.ButtonDrawn: _drawn,
    ev.HandStarted: _started,
    ev.ForcedBetsPosted: _posted,
    ev.Folded: _says("{0} folds."),
    ev.Checked: _says("{0} checks."),
    ev.Called: _called,
    ev.Raised: _raised,
    ev.UncalledReturned: _says("{1.amount} uncalled goes back to {0}."),
    ev.BoardDealt: _board,
    ev.AllInShown: _turned_up,
    ev.HandShown: _shown,
    ev.HandMucked: _says("{0} mucks."),
    ev.PotAwarded: _awarded,
    ev.HandsOpened: _opened,
    ev.CardsShown: _shown,
    ev.KnockedOut: _says("{0} is out, place {1.place}."),
    ev.GameWon: _says("{0} wins the game with {1.stack} chips."),
    ev.GameRestarted: lambda event, view: "A new game begins.",
}
