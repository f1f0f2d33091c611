"""The game in words: a line for an event, and the table as a view sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.cards import UNKNOWN, show_cards
from carteado.engine.game import Event
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.house import bared, by_seat
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.words import (
    LINES,
    all_in,
    dealt_cards,
    name,
    presence,
    says,
    with_cards,
    with_hand,
)

__all__ = ["line", "show"]


def line(event: Event, view: State) -> str:
    """One line about an event, seen from the view before it; '' if the event needs no line."""
    tell = _LINES.get(type(event))
    return "" if tell is None else tell(event, view)


def show(view: State) -> tuple[str, ...]:
    """The table as plain lines: the hand, the board and the pot, then every seat."""
    head = _headline(view)
    seats = [_seat_line(view, seat) for seat in range(len(view.names))]
    return (*head, *seats)


def _headline(view: State) -> list[str]:
    if view.winner is not None:
        return [f"{name(view, view.winner)} has won the game."]
    if not view.hand:
        return ["No hand has been dealt yet."]
    blinds = f"blinds {view.small_blind:,}/{view.big_blind:,}"
    ante = f", ante {view.ante:,}" if view.ante else ""
    bomb = ", bomb pot" if view.house.bomb else ""
    lines = [f"Hand {view.hand}, {view.street}, {blinds}{ante}{bomb}."]
    board = show_cards(view.board) or "-"
    lines.append(f"Board {board}   pot {view.pot:,}")
    if view.house.second:
        lines.append(f"Second board {show_cards(view.house.second)}")
    if view.house.rabbit:
        lines.append(f"Rabbit {show_cards(view.house.rabbit)}")
    return lines


def _seat_line(view: State, seat: int) -> str:
    if view.names[seat] is None:
        return f"  seat {seat}: free"
    mark = ">" if view.to_act == seat else " "
    button = " (button)" if view.button == seat else ""
    parts = [f"{mark} seat {seat}: {view.names[seat]}{button}", f"{view.stacks[seat]:,} chips"]
    if view.in_hand and view.bets[seat]:
        parts.append(f"bet {view.bets[seat]:,}")
    # An opened hand counts for everybody; otherwise the view's own or hidden cards.
    cards = view.shown[seat] or view.hands[seat]
    # A single shown card is better than two hidden ones.
    if UNKNOWN in cards:
        cards = bared(view.house, seat) or cards
    if cards and view.hand:
        parts.append(show_cards(cards))
    if seat == view.house.straddler and view.street == "preflop":
        parts.append("straddle")
    if owed := by_seat(view.house.owed, seat):
        parts.append(f"owes {_BLINDS[owed]}")
    if view.in_hand and seat in view.order and seat not in view.live:
        parts.append("folded")
    elif view.in_hand and seat in view.live and not view.stacks[seat]:
        parts.append("all-in")
    elif view.in_hand and seat not in view.order and view.stacks[seat] and not view.away[seat]:
        parts.append("waits for the big blind" if view.options.is_cash else "waits")
    return ", ".join(parts + presence(view, seat))


def _drawn(event: ev.ButtonDrawn, view: State) -> str:
    drawn = zip(event.seats, event.cards, strict=True)
    cards = ", ".join(f"{name(view, seat)} {card}" for seat, card in drawn)
    return f"Drawn for the button: {cards}. {name(view, event.button)} has it."


def _started(event: ev.HandStarted, view: State) -> str:
    # The button stays on an empty seat under the dead-button rule.
    dead = ", dead" if view.names[event.button] is None else ""
    where = f"{name(view, event.button)}{dead}"
    return f"Hand {event.hand}: button {where}.{dealt_cards(view, event.hands)}"


def _posted(event: ev.ForcedBetsPosted, view: State) -> str:
    parts = []
    for seat in view.order:
        if event.antes[seat]:
            parts.append(f"{name(view, seat)} antes {event.antes[seat]:,}")
        if event.bets[seat]:
            # Built in this order, so that heads-up, where the button is the small blind, each
            # seat has its own.
            what = {view.small: "the small blind", view.big: "the big blind"}
            # A seat that posts outside the blinds has just joined.
            kind = what.get(seat, "a blind to come in")
            # The ante for the table is paid by the big blind alone.
            paid = event.dead if seat == view.big else 0
            ante = f" and an ante of {paid:,} for the table" if paid else ""
            parts.append(f"{name(view, seat)} posts {kind} {event.bets[seat]:,}{ante}")
    return ", ".join(parts) + "."


def _called(event: ev.Called, view: State) -> str:
    return f"{name(view, event.seat)} calls {event.amount:,}{all_in(event.stack)}."


def _raised(event: ev.Raised, view: State) -> str:
    verb = "raises to" if view.current_bet else "bets"
    return f"{name(view, event.seat)} {verb} {event.to:,}{all_in(event.stack)}."


def _turned_up(event: ev.AllInShown, view: State) -> str:
    hands = dict(zip(event.seats, event.hands, strict=True))
    return f"All in, hands open: {with_cards(view, hands)}."


def _board(event: ev.BoardDealt, view: State) -> str:
    return f"{event.street.capitalize()}: {show_cards(event.cards)}."


def _shown(event: ev.HandShown | ev.CardsShown, view: State) -> str:
    what = f": {event.hand}" if isinstance(event, ev.HandShown) else ""
    return f"{name(view, event.seat)} shows {show_cards(event.cards)}{what}."


_BLINDS = ("no blind", "the small blind", "the big blind", "both blinds")


def _bombed(event: ev.BombPotCalled, view: State) -> str:
    why = " by vote" if event.voted else ""
    return f"Bomb pot{why}: everybody antes {event.ante:,}, and the betting begins on the flop."


def _wished(event: ev.StraddleWished, view: State) -> str:
    return f"{name(view, event.seat)} will straddle{'' if event.on else ' no more'}."


def _asked(event: ev.RunsAsked, view: State) -> str:
    who = ", ".join(name(view, seat) for seat in event.seats)
    return f"Run it twice? Asked: {who}."


def _answered(event: ev.RunsAnswered, view: State) -> str:
    who = name(view, event.seat)
    if not event.twice:
        return f"{who} wants the board once: it is run once."
    return f"{who} agrees{': it is run twice' if event.runs else ' to run it twice'}."


def _second(event: ev.SecondBoardDealt, view: State) -> str:
    return f"Second board, {event.street}: {show_cards(event.cards)}."


def _run_awarded(event: ev.RunAwarded, view: State) -> str:
    pot = "the pot" if not event.pot else f"side pot {event.pot}"
    pairs = zip(event.seats, event.shares, strict=True)
    parts = [f"{name(view, seat)} wins {chips:,}" for seat, chips in pairs]
    which = "first" if event.board == 1 else "second"
    return f"{' and '.join(parts)} from {pot} on the {which} board{with_hand(event.hand)}."


def _bounty(event: ev.BountyPaid, view: State) -> str:
    who = name(view, event.seat)
    return f"{who} wins with seven and deuce and collects {event.amount:,} from the others."


def _hunted(event: ev.RabbitShown, view: State) -> str:
    return f"{name(view, event.seat)} asks what would have come: {show_cards(event.cards)}."


def _missed(event: ev.BlindsMissed, view: State) -> str:
    # The event holds all answers; the line names only the new one.
    before = view.house.owed or (0,) * len(event.owed)
    found = [
        f"{name(view, seat)} owes {_BLINDS[owed]}"
        for seat, owed in enumerate(event.owed)
        if owed and owed != before[seat]
    ]
    return f"{', '.join(found)}." if found else ""


def _missed_posted(event: ev.MissedBlindsPosted, view: State) -> str:
    pairs = zip(event.seats, event.amounts, strict=True)
    parts = [f"{name(view, seat)} posts a missed small blind {chips:,}" for seat, chips in pairs]
    return f"{', '.join(parts)}."


_LINES: Mapping[type, Callable[[Any, State], str]] = {
    **LINES,
    ev.CardShown: says("{0} shows one card: {1.face}."),
    ev.StraddleWished: _wished,
    ev.StraddlePosted: says("{0} straddles to {1.amount:,}."),
    ev.BombPotVoted: says("{0} votes for a bomb pot."),
    ev.BombPotCalled: _bombed,
    ev.RunsAsked: _asked,
    ev.RunsAnswered: _answered,
    ev.SecondBoardDealt: _second,
    ev.RunAwarded: _run_awarded,
    ev.BountyPaid: _bounty,
    ev.RabbitShown: _hunted,
    ev.BlindsMissed: _missed,
    ev.MissedBlindsPosted: _missed_posted,
    ev.MinutesPassed: lambda event, view: "",
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
