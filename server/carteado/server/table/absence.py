"""Which seats of a cash table have been absent for too long."""

from __future__ import annotations

from collections.abc import Callable

from carteado.engine.table import Table
from carteado.server.table.departures import is_cash

__all__ = ["Absence"]


class Absence:
    """Notes since when each seat is absent: its player sits out, or has no connection.

    After a restart everybody has the full time again. The host's own bots are never absent.
    """

    def __init__(self) -> None:
        self._since: dict[int, int] = {}

    def overdue(
        self, table: Table, connected: Callable[[int], bool], now_ms: int
    ) -> tuple[int, ...]:
        """The seats to release now; to be asked every few seconds.

        Args:
            table: as it stands; its setting `absent_ms` is the limit, 0 for none.
            connected: whether somebody is there for a seat.
            now_ms: the time.
        """
        limit = table.settings.absent_ms
        if not limit or not is_cash(table):
            return ()
        found = []
        for seat, name in enumerate(table.state.names):
            absent = table.state.away[seat] or not connected(seat)
            if name is None or table.labels[seat] is not None or not absent:
                self._since.pop(seat, None)
            elif now_ms - self._since.setdefault(seat, now_ms) >= limit:
                # Counted from now again: the player may stay until a deal is over.
                del self._since[seat]
                found.append(seat)
        return tuple(found)
