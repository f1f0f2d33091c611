"""The starting hands that bots play and win with, counted while they play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.bots.preflop import starting_hand
from carteado.engine.game import Event

__all__ = ["FIELDS", "HandCounts", "added"]

FIELDS = ("dealt", "played", "won", "net", "squares")
"""Of each starting hand: times dealt; played, that is called or raised with before the flop; won
chips, of those played; chips won or lost in all that were dealt; the sum of their squares."""

Counts = dict[str, list[int]]


class HandCounts:
    """Watches the tables of a Hold'em contest (`match.Tap`).

    Args:
        entrants: how many there are.

    Attributes:
        counts: for each entrant the figures of `FIELDS`, by starting hand; only those dealt.
    """

    def __init__(self, entrants: int) -> None:
        self.counts: list[Counts] = [{} for _ in range(entrants)]
        self._hands: dict[int, str] = {}
        self._before: tuple[int, ...] = ()
        self._played: set[int] = set()
        self._open = False

    def __call__(self, seats: tuple[int, ...], events: Sequence[Event]) -> None:
        """See what happened at one table; tables come one after the other."""
        for event in events:
            self._see(seats, event)

    def _see(self, seats: tuple[int, ...], event: Any) -> None:
        # By tag, so that events of the table itself need no special case.
        kind = getattr(event, "type", "")
        if kind == "hand_started":
            dealt = [(seat, hand) for seat, hand in enumerate(event.hands) if hand]
            self._hands = {seat: starting_hand(hand) for seat, hand in dealt}
            self._played = set()
            self._open = True
        elif kind == "forced_bets_posted":
            paid = zip(event.stacks, event.bets, event.antes, strict=True)
            # Stacks before the blinds: forced bets are part of what a hand costs.
            self._before = tuple([sum(chips) for chips in paid])
        elif kind == "board_dealt":
            # Only preflop decisions count as playing a hand.
            self._open = False
        elif kind in ("called", "raised") and self._open:
            self._played.add(event.seat)
        elif kind == "hand_ended":
            self._count(seats, event.stacks)

    def _count(self, seats: tuple[int, ...], stacks: tuple[int, ...]) -> None:
        for seat, name in self._hands.items():
            net = stacks[seat] - self._before[seat]
            played = seat in self._played
            figures = (1, int(played), int(played and net > 0), net, net * net)
            _add(self.counts[seats[seat]], name, figures)


def added(blocks: Sequence[Sequence[Counts]]) -> list[Counts]:
    """The sums over blocks of what each entrant's counts say."""
    found: list[Counts] = [{} for _ in blocks[0]] if blocks else []
    for block in blocks:
        for sums, counts in zip(found, block, strict=True):
            for name, figures in counts.items():
                _add(sums, name, figures)
    return found


def _add(counts: Counts, name: str, figures: Sequence[int]) -> None:
    sums = counts.setdefault(name, [0] * len(FIELDS))
    for at, figure in enumerate(figures):
        sums[at] += figure
