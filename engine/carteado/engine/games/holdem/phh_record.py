"""Writes hands of this game as PHH records, from whole or redacted events.

PHH has no notation for most house rules. They are written to user-defined fields, which begin with
``_`` and which other programs ignore: ``_bomb_pot``, ``_dead_blinds`` (missed small blinds, by
player), ``_second_board`` (its cards after those that both boards share; the actions hold the first
one) and ``_bounties`` (chips by player that are not in ``finishing_stacks``). In the record of a
bomb pot everybody checks before the flop. A single shown card and rabbit hunts are left out.
"""

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
    """The finished hands of a log, as its reader may see them; hidden cards are ``????``.

    Args:
        steps: each event with the state after it; other events are skipped.
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
                # Events between hands, such as shown cards, belong to no record.
                hand = None


class _Hand:
    """Collects one hand while it is played."""

    def __init__(self, start: ev.HandStarted, state: State) -> None:
        self._start = start
        self._stacks = tuple(state.started[seat] for seat in start.order)
        self._names = tuple(state.names[seat] or f"seat {seat}" for seat in start.order)
        # PHH numbers players from the left of the button, whatever their seats are.
        self._player = {seat: f"p{place}" for place, seat in enumerate(start.order, 1)}
        self._antes = (0,) * len(start.order)
        self._trimming = True
        self._shown: set[int] = set()
        self._actions: list[str] = []
        self._bomb = False
        self._straddle: tuple[int, int] | None = None
        self._house: dict[str, Any] = {}
        self._bounties = [0] * len(state.names)

    def see(self, event: Event) -> None:
        """Record an event if PHH has a notation for it."""
        if isinstance(event, ev.ForcedBetsPosted):
            self._posted(event)
        elif isinstance(event, ev.StraddlePosted):
            self._straddle = event.seat, event.amount
        # Before the general words: house events have a seat too, but no PHH action.
        elif type(event) in _HOUSE:
            _HOUSE[type(event)](self, event)
        elif isinstance(event, ev.AllInShown):
            for seat, cards in zip(event.seats, event.hands, strict=True):
                self._show(seat, cards)
        elif isinstance(event, ev.HandShown):
            self._show(event.seat, event.cards)
        elif type(event) in _WORDS:
            # Events without a seat are the dealer's, "d" in PHH.
            player = self._player.get(getattr(event, "seat", -1), "d")
            self._actions.append(f"{player} {_WORDS[type(event)](event)}")

    def record(self, event: ev.HandEnded, state: State, about: Mapping[str, Any]) -> HandRecord:
        """The whole hand."""
        order = self._start.order
        dealt = [
            # Cards opened later in the hand replace the redacted ones of the deal.
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
            finishing_stacks=tuple(
                # Bounties are not part of PHH, so a reader's check of the stacks must not include
                # them.
                Fraction(event.stacks[seat] - self._bounties[seat])
                for seat in order
            ),
            players=self._names,
            about={**fields, "seat_count": len(state.names), **about, **self._known_fields()},
        )

    def _posted(self, event: ev.ForcedBetsPosted) -> None:
        start = self._start
        if self._bomb:
            # Seats that the ante put all-in are asked nothing, and a single one with chips neither.
            asked = [seat for seat in start.order if event.stacks[seat]]
            checks = [f"{self._player[seat]} cc" for seat in asked]
            self._actions += checks if len(asked) > 1 else []
        elif any(event.antes):
            # The nominal ante: PHH derives what a short stack paid.
            self._antes = (start.ante,) * len(start.order)
        elif event.dead:
            # The payment: the blind comes first here, the ante first in other programs.
            self._antes = tuple(event.dead * (seat == start.big) for seat in start.order)
            self._trimming = False

    def _blinds(self) -> tuple[int, ...]:
        start = self._start
        if self._bomb:
            return (0,) * len(start.order)
        # A negative amount is PHH's notation for a post by a player who comes in.
        amounts = dict.fromkeys(start.posters, -start.big_blind)
        amounts[start.big] = start.big_blind
        if start.small is not None:
            amounts[start.small] = start.small_blind
        if self._straddle is not None:
            seat, amount = self._straddle
            amounts[seat] = amount
        return tuple(amounts.get(seat, 0) for seat in start.order)

    def _called(self, event: ev.BombPotCalled) -> None:
        self._bomb = True
        self._house["_bomb_pot"] = True
        self._antes = (event.ante,) * len(self._start.order)

    def _missed(self, event: ev.MissedBlindsPosted) -> None:
        amounts = dict(zip(event.seats, event.amounts, strict=True))
        self._house["_dead_blinds"] = tuple(amounts.get(seat, 0) for seat in self._start.order)

    def _second(self, event: ev.SecondBoardDealt) -> None:
        before = self._house.get("_second_board", "")
        self._house["_second_board"] = before + "".join(event.cards)

    def _bounty(self, event: ev.BountyPaid) -> None:
        for seat, paid in enumerate(event.paid):
            self._bounties[seat] -= paid
        self._bounties[event.seat] += event.amount

    def _known_fields(self) -> dict[str, Any]:
        """The fields about house rules."""
        if any(self._bounties):
            won = tuple(self._bounties[seat] for seat in self._start.order)
            return {**self._house, "_bounties": won}
        return self._house

    def _show(self, seat: int, cards: tuple[Card, ...]) -> None:
        # PHH lists each shown hand once.
        if seat not in self._shown:
            self._shown.add(seat)
            self._actions.append(f"{self._player[seat]} sm {''.join(cards)}")


def _listed(values: tuple[int, ...]) -> tuple[int, ...]:
    """Antes or blinds as PHH lists them: heads-up the big blind's last."""
    return values[::-1] if len(values) == 2 else values


_HOUSE: Mapping[type, Callable[[_Hand, Any], None]] = {
    ev.BombPotCalled: _Hand._called,
    ev.MissedBlindsPosted: _Hand._missed,
    ev.SecondBoardDealt: _Hand._second,
    ev.BountyPaid: _Hand._bounty,
}

_WORDS: Mapping[type, Callable[[Any], str]] = {
    ev.Folded: lambda event: "f",
    ev.Checked: lambda event: "cc",
    ev.Called: lambda event: "cc",
    ev.Raised: lambda event: f"cbr {event.to}",
    ev.BoardDealt: lambda event: f"db {''.join(event.cards)}",
    ev.HandMucked: lambda event: "sm",
}
