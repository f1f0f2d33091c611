"""The players who wait for a seat, and the messages to them."""

from __future__ import annotations

from collections.abc import Iterator

from carteado.engine.controls import Controls
from carteado.engine.game import Event
from carteado.engine.table import Table, TableClosed
from carteado.engine.waiting import WAITING_EVENTS, WaitingEnded
from carteado.protocol.messages import WaitingPlace
from carteado.server.table.host import TableHost

__all__ = ["Places"]

_OF_NOTE = frozenset({*WAITING_EVENTS, TableClosed})


class Places:
    """The waiting players of all tables, by their keys."""

    def __init__(self) -> None:
        # Dictionaries as ordered sets: a player's tables are listed in the order in which they
        # asked.
        self._tables: dict[str, dict[str, None]] = {}

    def add(self, table: Table) -> None:
        """Add the waiting players of a table that begins to run."""
        for key in table.controls.waiting_keys:
            self._tables.setdefault(key, {})[table.id] = None

    def drop(self, table: Table) -> None:
        """Forget the waiting list of a table that has ended."""
        for key in table.controls.waiting_keys:
            self._forget(key, table.id)

    def _forget(self, key: str, table_id: str) -> None:
        tables = self._tables.get(key, {})
        tables.pop(table_id, None)
        if not tables:
            self._tables.pop(key, None)

    def of(self, key: str) -> tuple[str, ...]:
        """Ids of the tables at which a player waits."""
        return tuple(self._tables.get(key, ()))

    def changes(
        self, host: TableHost, before: Table, events: tuple[Event, ...], now_ms: int
    ) -> Iterator[tuple[str, WaitingPlace]]:
        """The message to each waiting player after some events, with the player's key."""
        # Nearly every step of a table ends here.
        if _OF_NOTE.isdisjoint(map(type, events)):
            return
        table, reasons = host.table, {}
        for event in events:
            if type(event) is WaitingEnded:
                reasons[event.number] = event.reason
        earlier, now = before.controls, table.controls
        for number, key in zip(earlier.waiting, earlier.waiting_keys, strict=True):
            # Still on the list, or the table has ended and with it the list.
            if number in now.waiting and not table.closed:
                continue
            self._forget(key, table.id)
            reason = reasons.get(number, "closed")
            yield key, _message(host, None, now_ms, reason)
        if table.closed:
            return
        for at, key in enumerate(now.waiting_keys):
            self._tables.setdefault(key, {})[table.id] = None
            # A change of the list's length counts too, because the message contains it.
            if _place(earlier, key) != _place(now, key):
                yield key, _message(host, at, now_ms)

    @staticmethod
    def place(host: TableHost, key: str, now_ms: int) -> WaitingPlace:
        """The place of a waiting player at a table."""
        return _message(host, host.table.controls.waiting_keys.index(key), now_ms)


def _place(controls: Controls, key: str) -> tuple[int, int | None, int] | None:
    if key not in controls.waiting_keys:
        return None
    at = controls.waiting_keys.index(key)
    return at, controls.waiting_seats[at], len(controls.waiting)


def _message(
    host: TableHost, at: int | None, now_ms: int, reason: str | None = None
) -> WaitingPlace:
    table = host.table
    controls = table.controls
    seat = None if at is None else controls.waiting_seats[at]
    return WaitingPlace(
        table=table.id,
        title=table.opened.title,
        place=None if at is None else at + 1,
        waiting=len(controls.waiting),
        seat=seat,
        time_ms=0 if at is None else host.offers.left_ms(controls.waiting[at], now_ms),
        reason=reason,
        now_ms=now_ms,
    )
