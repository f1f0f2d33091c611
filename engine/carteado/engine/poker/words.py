"""Sentences that all poker games share, about events and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.cards import UNKNOWN, Card, show_cards
from carteado.engine.game import RematchAgreed, Returned, SatOut, SeatLeft, SeatTaken, ToppedUp
from carteado.engine.poker import events as ev
from carteado.engine.tables.seats import Seated
from carteado.engine.words import seat_name

__all__ = ["LINES", "all_in", "dealt_cards", "name", "presence", "says", "with_cards", "with_hand"]

# Names of hands that take an article; the others are counted.
_COUNTABLE = ("pair", "straight", "flush", "full house", "royal flush")


def name(view: Seated, seat: int) -> str:
    """The name of a seat."""
    return seat_name(view.names, seat)


def says(words: str) -> Callable[[Any, Seated], str]:
    """A line that only needs the name of the event's seat ``{0}`` and the event itself ``{1}``."""
    return lambda event, view: words.format(name(view, event.seat), event)


def all_in(stack: int) -> str:
    """The end of a sentence about a seat that has so much left."""
    return "" if stack else " and is all-in"


def dealt_cards(view: Seated, hands: tuple[tuple[Card, ...], ...]) -> str:
    """A sentence about the hands that a view knows, with a blank before it; '' for none."""
    known = {seat: cards for seat, cards in enumerate(hands) if cards and UNKNOWN not in cards}
    if len(known) > 1:
        return f" Hands: {with_cards(view, known)}."
    return "".join(f" Your cards: {show_cards(cards)}." for cards in known.values())


def with_cards(view: Seated, hands: Mapping[int, tuple[Card, ...]]) -> str:
    """Seats and their cards: ``Ana As Ad, Bia Ks Kd``."""
    return ", ".join(f"{name(view, seat)} {show_cards(cards)}" for seat, cards in hands.items())


def with_hand(hand: str) -> str:
    """The winning hand of a pot, as the end of a sentence: `` with a pair of kings``; '' for ''.

    Args:
        hand: as `classes.describe_class` writes it, which events keep.
    """
    article = "a " if hand.startswith(_COUNTABLE) else ""
    return f" with {article}{hand}" if hand else ""


def presence(view: Seated, seat: int) -> list[str]:
    """Words about a player who leaves or sits out, in one part at most."""
    if view.leaving[seat]:
        return ["leaving"]
    return ["sits out"] if view.away[seat] else []


def _seat_left(event: SeatLeft, view: Seated) -> str:
    if event.at_once:
        return f"{name(view, event.seat)} leaves with {event.stack:,}."
    return f"{name(view, event.seat)} is leaving."


def _awarded(event: ev.PotAwarded, view: Seated) -> str:
    pot = "the pot" if not event.pot else f"side pot {event.pot}"
    pairs = zip(event.seats, event.shares, strict=True)
    parts = [f"{name(view, seat)} wins {chips:,}" for seat, chips in pairs]
    return f"{' and '.join(parts)} from {pot}{with_hand(event.hand)}."


def _opened(event: ev.HandsOpened, view: Seated) -> str:
    hands = {seat: cards for seat, cards in enumerate(event.hands) if cards}
    return f"All cards: {with_cards(view, hands)}."


LINES: Mapping[type, Callable[[Any, Any], str]] = {
    SeatTaken: lambda event, view: f"{event.name} sits down on seat {event.seat}.",
    SeatLeft: _seat_left,
    SatOut: says("{0} sits out."),
    Returned: says("{0} is back."),
    ToppedUp: says("{0} adds {1.amount:,} and has {1.stack:,}."),
    RematchAgreed: says("{0} wants a rematch."),
    ev.UncalledReturned: says("{1.amount:,} uncalled goes back to {0}."),
    ev.PotAwarded: _awarded,
    ev.HandsOpened: _opened,
    ev.KnockedOut: says("{0} is out, place {1.place}."),
    ev.GameWon: says("{0} wins the game with {1.stack:,} chips."),
    ev.GameRestarted: lambda event, view: "A new game begins.",
}
"""For each event that poker games share, its line, for a view as it stood before it."""
