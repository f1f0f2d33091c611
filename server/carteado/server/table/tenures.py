"""When each player took their seat, which decides the view that a watcher has of an event.

A new player must not see what the seat's last player held. So a player sees events as the seat from
the event that seated the player, and as the rail before that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.game import Event
from carteado.engine.table import SeatKeyed, Table, observer_of
from carteado.engine.visibility import RAIL, Observer

__all__ = ["Tenures"]


class Tenures:
    """The event that seated the player of each seat."""

    def __init__(self) -> None:
        self._since: dict[int, int] = {}
        # The last event that freed a seat: before it, a present spectator may have sat there.
        self._left_at = 0

    def note(self, events: Sequence[Event], last: int) -> None:
        """Process the `SeatKeyed` events of one commit; `last` is the number of its last event."""
        for seq, event in enumerate(events, last - len(events) + 1):
            if type(event) is not SeatKeyed:
                continue
            if event.key is None:
                self._since.pop(event.seat, None)
                self._left_at = seq
            else:  # a seat that changes its key without getting free has the same player
                self._since.setdefault(event.seat, seq)

    def memory(self) -> dict[str, Any]:
        """This object as plain data, for `recall`."""
        return {"since": sorted(self._since.items()), "left": self._left_at}

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Restore what `memory` returned."""
        self._since = dict(memory["since"])
        self._left_at = memory["left"]

    def since(self, seat: int) -> int | None:
        """Number of the event that seated the player of a seat, None for a free seat."""
        return self._since.get(seat)

    def observer_at(self, table: Table, seat: int | None, seq: int) -> Observer:
        """The observer as which a watcher on `seat` sees event `seq`."""
        # Before that the seat was somebody else's. `RAIL` and not the table's own rail, because an
        # open one sees every hand, which no player may.
        if seat is not None and seq < self._since.get(seat, 0):
            return RAIL
        return observer_of(table, seat)

    def moved(self, seat: int | None, seq: int) -> bool:
        """Whether a watcher on `seat` may have been another observer at event `seq`.

        A fold cannot continue as another observer: it would keep hidden values, or lack visible
        ones.
        """
        if seat is not None:
            return seq < self._since.get(seat, 0)
        return seq < self._left_at
