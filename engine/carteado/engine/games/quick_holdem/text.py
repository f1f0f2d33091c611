"""The game in words: a line for an event, and the table as a view sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.cards import show_cards
from carteado.engine.game import Event
from carteado.engine.games.quick_holdem import events as ev
from carteado.engine.games.quick_holdem.state import State
from carteado.engine.poker.words import LINES, all_in, dealt_cards, name, presence, says

__all__ = ["line", "show"]


def line(event: Event, view: State) -> str:
    """One line about an event, for the view before it; '' for no line."""
    tell = _LINES.get(type(event))
    return "" if tell is None else tell(event, view)


def show(view: State) -> tuple[str, ...]:
    """The table in plain lines: the hand, the board and pot, then every seat."""
    return (*_headline(view), *(_seat_line(view, seat) for seat in range(len(view.names))))


def _headline(view: State) -> list[str]:
    if view.winner is not None:
        return [f"{name(view, view.winner)} has won the game."]
    if view.leader is None:
        return ["No hand of this game has been dealt yet."]
    stake = "no stake yet" if view.stake is None else f"stake {view.stake:,}"
    return [
        f"Hand {view.hand}, {name(view, view.leader)} leads, {stake}.",
        f"Board {show_cards(view.board) or '-'}   pot {view.pot:,}",
    ]


def _seat_line(view: State, seat: int) -> str:
    if view.names[seat] is None:
        return f"  seat {seat}: free"
    mark = ">" if view.to_act == seat else " "
    leads = " (leads)" if view.leader == seat else ""
    parts = [f"{mark} seat {seat}: {view.names[seat]}{leads}", f"{view.stacks[seat]:,} chips"]
    if view.in_hand and view.paid[seat]:
        parts.append(f"plays for {view.paid[seat]:,}")
    cards = view.shown[seat] or view.hands[seat]
    if cards and view.hand:
        parts.append(show_cards(cards))
    if view.in_hand and seat in view.order and seat not in view.live:
        parts.append("folded")
    elif view.in_hand and view.paid[seat] and not view.stacks[seat]:
        parts.append("all-in")
    elif view.running and not view.in_hand and not view.stacks[seat]:
        parts.append("out")
    return ", ".join(parts + presence(view, seat))


def _started(event: ev.HandStarted, view: State) -> str:
    return f"Hand {event.hand}: {name(view, event.leader)} leads.{dealt_cards(view, event.hands)}"


def _staked(event: ev.Staked, view: State) -> str:
    return f"{name(view, event.seat)} stakes {event.stake:,}{all_in(event.stack)}."


def _played(event: ev.Played, view: State) -> str:
    return f"{name(view, event.seat)} plays for {event.amount:,}{all_in(event.stack)}."


def _folded(event: ev.Folded, view: State) -> str:
    # Only a leader's fold sets a stake, and then the others need to know it.
    stake = f" The stake is {event.stake:,}." if view.stake is None else ""
    return f"{name(view, event.seat)} folds.{stake}"


def _shown(event: ev.HandsShown, view: State) -> str:
    rows = zip(event.seats, event.hands, event.made, strict=True)
    hands = [f"{name(view, seat)} {show_cards(cards)} ({made})" for seat, cards, made in rows]
    return f"Hands: {', '.join(hands)}."


_LINES: Mapping[type, Callable[[Any, State], str]] = {
    **LINES,
    ev.HandStarted: _started,
    ev.Staked: _staked,
    ev.Played: _played,
    ev.Folded: _folded,
    ev.HandVoided: lambda event, view: "Nobody plays: the hand is void.",
    ev.BoardTurned: lambda event, view: f"Board: {show_cards(event.cards)}.",
    ev.HandsShown: _shown,
    ev.KnockedOut: says("{0} has no credit left and is out, place {1.place}."),
}
