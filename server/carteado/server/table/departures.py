"""Recent departures from a cash table and removals by its opener, from the log.

A player who returns within an hour brings the same chips and the same time bank, so that
nobody takes winnings off the table or refills the bank by getting up. Players are known by
their keys, which are never sent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from carteado.engine.controls import PlayerBanned
from carteado.engine.game import Event, SeatLeft
from carteado.engine.table import ClockSet, SeatRemoved, Table, TimeBanksRefilled, TimedOut

__all__ = ["RETURN_MS", "Departure", "Departures", "is_cash"]

T = TypeVar("T")

# Card rooms usually have such a rule against taking winnings off the table.
RETURN_MS = 3_600_000
"""Milliseconds for which a departure or a removal counts."""

KEPT = 4096
"""Departures remembered at one table, and removals."""

_OF_NOTE = frozenset({PlayerBanned, SeatLeft, SeatRemoved})


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """The chips and time with which a player left.

    Attributes:
        stack: chips.
        bank_ms: time bank left, milliseconds.
        at_ms: when, milliseconds since 1970.
    """

    stack: int
    bank_ms: int
    at_ms: int


def is_cash(table: Table) -> bool:
    """Whether seats of a table come and go with their chips."""
    return bool(getattr(table.options, "is_cash", False))


class Departures:
    """A fold of a table's log.

    Attributes:
        removing: seats whose player was removed and gets up when no deal needs the seat.
    """

    def __init__(self) -> None:
        self.removing: set[int] = set()
        self._departures: dict[str, Departure] = {}
        self._removed: dict[str, int] = {}

    def note(self, before: Table, events: Sequence[Event], at_ms: int) -> None:
        """Process the events of a commit.

        Args:
            before: the table before them.
            events: of one commit.
            at_ms: when they happened, milliseconds since 1970.
        """
        if _OF_NOTE.isdisjoint(map(type, events)):
            return
        # Followed event by event: a commit may set a clock before the player leaves.
        banks = list(before.banks)
        for event in events:
            if isinstance(event, ClockSet | TimedOut):
                banks[event.seat] = event.bank_ms
            elif type(event) is TimeBanksRefilled:
                banks = list(event.banks)
            elif type(event) is SeatRemoved:
                self.removing.add(event.seat)
                _put(self._removed, before.keys[event.seat], at_ms)
            elif type(event) is PlayerBanned and not event.banned:
                # An owner who lifts a ban wants the player back now, not an hour after the removal.
                self._removed.pop(event.key, None)
            elif type(event) is SeatLeft and event.at_once:
                self.removing.discard(event.seat)
                if is_cash(before):
                    bank = banks[event.seat]
                    departure = Departure(stack=event.stack, bank_ms=bank, at_ms=at_ms)
                    _put(self._departures, before.keys[event.seat], departure)

    def memory(self) -> dict[str, Any]:
        """Plain data of all departures, for `recall`."""
        departures = self._departures.items()
        return {
            "removing": tuple(sorted(self.removing)),
            "left": tuple((key, one.stack, one.bank_ms, one.at_ms) for key, one in departures),
            "removed": tuple(self._removed.items()),
        }

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Restore what `memory` returned."""
        self.removing = set(memory["removing"])
        self._removed = dict(memory["removed"])
        self._departures = {
            key: Departure(stack=stack, bank_ms=bank, at_ms=at)
            for key, stack, bank, at in memory["left"]
        }

    def of(self, key: str, now_ms: int) -> Departure | None:
        """The recent departure of a player, None for none."""
        departure = self._departures.get(key)
        return departure if departure is not None and now_ms - departure.at_ms < RETURN_MS else None

    def barred_ms(self, key: str, now_ms: int) -> int:
        """Milliseconds for which a removed player is barred; 0 for others."""
        removed = self._removed.get(key)
        return 0 if removed is None else max(0, removed + RETURN_MS - now_ms)


def _put(kept: dict[str, T], key: str | None, value: T) -> None:
    if key is None:
        return
    # Removed first, so that the order is by age, the oldest first.
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
