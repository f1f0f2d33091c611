"""Hands of this game written down as PHH records, from whole or redacted events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.game import Event
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.phh import HandRecord
from carteado.engine.games.holdem.state import State

__all__ = ["record_hands"]


def record_hands(
    steps: Iterable[tuple[Event, State]], about: Mapping[str, Any] | None = None
) -> Iterator[HandRecord]:
    """The finished hands of a log, as far as its reader may see them; others' cards are ``????``.

    Args:
        steps: each event with the state after it; events of other kinds are passed over.
        about: further PHH fields of every record.
    """
    hand: _Hand | None = None
    for event, state in steps:
        if isinstance(event, ev.HandStarted):
            hand = _Hand(event, state)
        elif hand is not None:
            hand.see(event)
            if isinstance(event, ev.HandEnded):
                yield hand.record(event, state, about or {})
                hand = None


class _Hand:
    """One hand as it goes on."""

    def __init__(self, start: ev.HandStarted, state: State) -> None:
        self._start = start
        self._stacks = tuple(state.started[seat] for seat in start.order)
        self._names = tuple(state.names[seat] or f"seat {seat}" for seat in start.order)
        self._player = {seat: f"p{place}" for place, seat in enumerate(start.order, 1)}
        self._antes = (0,) * len(start.order)
        self._trimming = True
        self._shown: set[int] = set()
        self._actions: list[str] = []

    def see(self, event: Event) -> None:
        """Write down what happened, where PHH has a word for it."""
        if isinstance(event, ev.ForcedBetsPosted):
            self._posted(event)
        elif isinstance(event, ev.AllInShown):
            for seat, cards in zip(event.seats, event.hands, strict=True):
                self._show(seat, cards)
        elif isinstance(event, ev.HandShown):
            self._show(event.seat, event.cards)
        elif type(event) in _WORDS:
            player = self._player.get(getattr(event, "seat", -1), "d")
            self._actions.append(f"{player} {_WORDS[type(event)](event)}")

    def record(self, event: ev.HandEnded, state: State, about: Mapping[str, Any]) -> HandRecord:
        """The whole hand."""
        order = self._start.order
        dealt = [
            f"d dh {self._player[seat]} {''.join(state.shown[seat] or self._start.hands[seat])}"
            for seat in order
        ]
        fields = {"hand": event.hand, "seats": tuple(seat + 1 for seat in order)}
        return HandRecord(
            antes=_listed(self._antes),
            blinds=_listed(self._blinds()),
            min_bet=self._start.big_blind,
            starting_stacks=self._stacks,
            actions=(*dealt, *self._actions),
            trimming=self._trimming,
            finishing_stacks=tuple(Fraction(event.stacks[seat]) for seat in order),
            players=self._names,
            about={**fields, "seat_count": len(state.names), **about},
        )

    def _posted(self, event: ev.ForcedBetsPosted) -> None:
        start = self._start
        if any(event.antes):
            self._antes = (start.ante,) * len(start.order)
        elif event.dead:
            # What was paid: the blind comes first here, the ante first in other programs.
            self._antes = tuple(event.dead * (seat == start.big) for seat in start.order)
            self._trimming = False

    def _blinds(self) -> tuple[int, ...]:
        start = self._start
        amounts = dict.fromkeys(start.posters, -start.big_blind)
        amounts[start.big] = start.big_blind
        if start.small is not None:
            amounts[start.small] = start.small_blind
        return tuple(amounts.get(seat, 0) for seat in start.order)

    def _show(self, seat: int, cards: tuple[Card, ...]) -> None:
        if seat not in self._shown:
            self._shown.add(seat)
            self._actions.append(f"{self._player[seat]} sm {''.join(cards)}")


def _listed(values: tuple[int, ...]) -> tuple[int, ...]:
    """Antes or blinds as PHH lists them: heads-up the big blind's behind."""
    return values[::-1] if len(values) == 2 else values


_WORDS: Mapping[type, Callable[[Any], str]] = {
    ev.Folded: lambda event: "f",
    ev.Checked: lambda event: "cc",
    ev.Called: lambda event: "cc",
    ev.Raised: lambda event: f"cbr {event.to}",
    ev.BoardDealt: lambda event: f"db {''.join(event.cards)}",
    ev.HandMucked: lambda event: "sm",
}
