"""Frees seats of a cash table whose players have been absent for too long."""

from __future__ import annotations

from collections.abc import Callable

from carteado.engine.game import Leave
from carteado.engine.table import Table
from carteado.server.table.departures import is_cash
from carteado.server.table.step import Step
from carteado.server.table.unprompted import Refusals, unprompted

__all__ = ["Absence"]


class Absence:
    """Notes since when each seat has been absent: its player sits out, or has no connection.

    After a restart everybody has the full time again. The host's own bots are never absent.
    """

    def __init__(self) -> None:
        self._since: dict[int, int] = {}

    def step(
        self,
        table: Table,
        connected: Callable[[int], bool],
        refusals: Refusals,
        now_ms: int,
    ) -> Step | None:
        """Free the seats of players who were absent for too long; None for none.

        Args:
            table: as it stands; its setting `absent_ms` is the limit, 0 for none.
            connected: whether somebody is there for a seat.
            refusals: what the game refuses is counted here.
            now_ms: the time.
        """
        if table.cutting:  # the seats of the deal are fixed
            return None
        # Nobody loses a seat while the owner has paused the table.
        if table.controls.paused == "owner":
            self._since.clear()  # the owner's pause does not count as absence
            return None
        seats = self._overdue(table, connected, now_ms)
        step = unprompted(table, refusals, [Leave(seat=seat) for seat in seats])
        return step if step.events else None

    def _overdue(
        self, table: Table, connected: Callable[[int], bool], now_ms: int
    ) -> tuple[int, ...]:
        limit = table.settings.absent_ms
        # In a tournament a seat is in the game until its chips are gone.
        if not limit or not is_cash(table):
            return ()
        found = []
        for seat, name in enumerate(table.state.names):
            absent = table.state.away[seat] or not connected(seat)
            if name is None or table.labels[seat] is not None or not absent:
                self._since.pop(seat, None)
            elif now_ms - self._since.setdefault(seat, now_ms) >= limit:
                # Counted again from now: the player may stay until the deal is over.
                del self._since[seat]
                found.append(seat)
        return tuple(found)
