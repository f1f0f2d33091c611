"""The game in words: a line for an event, and the table as a view sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.cards import show_cards
from carteado.engine.game import Event
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.words import (
    LINES,
    all_in,
    dealt_cards,
    name,
    presence,
    says,
    with_cards,
)

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
        return [f"{name(view, view.winner)} has won the game."]
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
    parts = [f"{mark} seat {seat}: {view.names[seat]}{button}", f"{view.stacks[seat]} chips"]
    if view.in_hand and view.bets[seat]:
        parts.append(f"bet {view.bets[seat]}")
    cards = view.shown[seat] or view.hands[seat]
    if cards and view.hand:
        parts.append(show_cards(cards))
    if view.in_hand and seat in view.order and seat not in view.live:
        parts.append("folded")
    elif view.in_hand and seat in view.live and not view.stacks[seat]:
        parts.append("all-in")
    return ", ".join(parts + presence(view, seat))


def _drawn(event: ev.ButtonDrawn, view: State) -> str:
    drawn = zip(event.seats, event.cards, strict=True)
    cards = ", ".join(f"{name(view, seat)} {card}" for seat, card in drawn)
    return f"Drawn for the button: {cards}. {name(view, event.button)} has it."


def _started(event: ev.HandStarted, view: State) -> str:
    dead = ", dead" if view.names[event.button] is None else ""
    where = f"{name(view, event.button)}{dead}"
    return f"Hand {event.hand}: button {where}.{dealt_cards(view, event.hands)}"


def _posted(event: ev.ForcedBetsPosted, view: State) -> str:
    parts = []
    for seat in view.order:
        if event.antes[seat]:
            parts.append(f"{name(view, seat)} antes {event.antes[seat]}")
        if event.bets[seat]:
            what = {view.small: "the small blind", view.big: "the big blind"}
            kind = what.get(seat, "a blind to come in")
            paid = event.dead if seat == view.big else 0
            ante = f" and an ante of {paid} for the table" if paid else ""
            parts.append(f"{name(view, seat)} posts {kind} {event.bets[seat]}{ante}")
    return ", ".join(parts) + "."


def _called(event: ev.Called, view: State) -> str:
    return f"{name(view, event.seat)} calls {event.amount}{all_in(event.stack)}."


def _raised(event: ev.Raised, view: State) -> str:
    verb = "raises to" if view.current_bet else "bets"
    return f"{name(view, event.seat)} {verb} {event.to}{all_in(event.stack)}."


def _turned_up(event: ev.AllInShown, view: State) -> str:
    hands = dict(zip(event.seats, event.hands, strict=True))
    return f"All in, hands open: {with_cards(view, hands)}."


def _board(event: ev.BoardDealt, view: State) -> str:
    return f"{event.street.capitalize()}: {show_cards(event.cards)}."


def _shown(event: ev.HandShown | ev.CardsShown, view: State) -> str:
    what = f": {event.hand}" if isinstance(event, ev.HandShown) else ""
    return f"{name(view, event.seat)} shows {show_cards(event.cards)}{what}."


_LINES: Mapping[type, Callable[[Any, State], str]] = {
    **LINES,
    ev.PostAgreed: says("{0} will post the big blind to come in."),
    ev.ButtonDrawn: _drawn,
    ev.HandStarted: _started,
    ev.ForcedBetsPosted: _posted,
    ev.Folded: says("{0} folds."),
    ev.Checked: says("{0} checks."),
    ev.Called: _called,
    ev.Raised: _raised,
    ev.BoardDealt: _board,
    ev.AllInShown: _turned_up,
    ev.HandShown: _shown,
    ev.HandMucked: says("{0} mucks."),
    ev.CardsShown: _shown,
}
