"""The use of one server by each player: seats, opened tables, and added bots.

One player is one session. Without a bound a single session could take every seat, open every table
and have every bot of a host; the settings ``player_seats``, ``player_tables`` and ``player_bots``
bound it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from carteado.engine.game import Event
from carteado.engine.table import SeatKeyed, Table
from carteado.server.table.owners import Owners
from carteado.server.table.step import deny

__all__ = ["Quotas"]

Place = tuple[str, int]
"""A seat: the table's id and the seat's number."""


class Quotas:
    """A fold of what the tables report, kept for quick answers.

    Args:
        seats: maximum number of seats of one player, at all tables together.
        tables: maximum number of open tables that one player has opened.
        bots: maximum number of the host's bots that one player has added.
    """

    def __init__(self, *, seats: int, tables: int, bots: int) -> None:
        self._most_seats = seats
        self._most_tables = tables
        self._most_bots = bots
        # A dict without values is a set that keeps its order.
        self._seats: dict[str, dict[Place, None]] = {}
        # The same by seat, to find the former holder of a seat.
        self._keys: dict[Place, str] = {}
        # Tables that a player is joining: the joins are not durable yet.
        self._sitting: dict[str, set[str]] = {}
        self._openers: dict[str, str] = {}
        self._opened: Counter[str] = Counter()
        self._askers: dict[Place, str] = {}
        self._bots: Counter[str] = Counter()

    # Reports of tables

    def add(self, table: Table, owners: Owners) -> None:
        """Count a table that begins to run."""
        opener = owners.opener
        if opener is not None:
            self._openers[table.id] = opener
            self._opened[opener] += 1
        for seat, asker in owners.askers.items():
            if asker is not None:
                self._ask((table.id, seat), asker)
        for seat, key in enumerate(table.keys):
            self._key((table.id, seat), key)

    def drop(self, table: Table) -> None:
        """Stop counting a table; it is counted again if it is restored."""
        opener = self._openers.pop(table.id, None)
        if opener is not None:
            _less(self._opened, opener, 1)
        for seat in range(table.seats):
            self._key((table.id, seat), None)
            self._dismiss((table.id, seat))
        for key in [key for key, tables in self._sitting.items() if table.id in tables]:
            self._settled(key, table.id)

    def note(self, table_id: str, events: Iterable[Event]) -> None:
        """Count durable events of a table."""
        for event in events:
            if type(event) is SeatKeyed:
                self._key((table_id, event.seat), event.key)
                if event.label is None:
                    self._dismiss((table_id, event.seat))

    def _ask(self, place: Place, asker: str) -> None:
        self._askers[place] = asker
        self._bots[asker] += 1

    def _dismiss(self, place: Place) -> None:
        asker = self._askers.pop(place, None)
        if asker is not None:
            _less(self._bots, asker, 1)

    def _key(self, place: Place, key: str | None) -> None:
        # A seat that changes hands is taken from one key before it counts for another.
        before = self._keys.pop(place, None)
        if before is not None:
            held = self._seats[before]
            del held[place]
            if not held:
                del self._seats[before]
        if key is not None:
            self._keys[place] = key
            self._seats.setdefault(key, {})[place] = None
            self._settled(key, place[0])

    def _settled(self, key: str, table_id: str) -> None:
        sitting = self._sitting.get(key)
        if sitting is not None:
            sitting.discard(table_id)
            if not sitting:
                del self._sitting[key]

    # Requests of players

    def of(self, key: str) -> tuple[Place, ...]:
        """The seats that a key holds, or that are kept for it."""
        return tuple(self._seats.get(key, ()))

    def sit(self, key: str, table_id: str) -> None:
        """Reserve a seat of the quota for a player who joins a table.

        The seat counts from now on: joins that are not durable yet cannot add up to more.

        Raises:
            Denied: the player has the maximum number of seats.
        """
        held, sitting = self._seats.get(key, {}), self._sitting.get(key, set())
        # One seat at a table at most, so this join cannot add another.
        if table_id in sitting or any(place[0] == table_id for place in held):
            return
        if len(held) + len(sitting) >= self._most_seats:
            raise deny(
                "limit/seats",
                f"You have {self._most_seats} seats, the maximum for one player on this server."
                " Leave one first.",
                limit=self._most_seats,
            )
        self._sitting.setdefault(key, set()).add(table_id)

    def ask_bot(self, key: str, place: Place, *, free: bool) -> None:
        """Reserve a bot of the quota for a player who adds one.

        The bot counts from now on: those that are not durable yet cannot add up to more.

        Args:
            key: of the player.
            place: the seat, which is free.
            free: whether the player may have any number: the host itself.

        Raises:
            Denied: the player has the maximum number of bots.
        """
        if not free:
            self._check_bots(key, 1)
        self._ask(place, key)

    def _check_bots(self, key: str, more: int) -> None:
        if self._bots[key] + more > self._most_bots:
            raise deny(
                "limit/bots",
                f"One player may add {self._most_bots} bots on this server, and you have added"
                f" {self._bots[key]}. Remove one first.",
                limit=self._most_bots,
                have=self._bots[key],
            )

    @contextmanager
    def opening(self, key: str, *, bots: int, free: bool) -> Iterator[None]:
        """Count a table while a player opens it.

        Args:
            key: of the player.
            bots: number of the host's bots with which the table is opened.
            free: whether the player may open any number: the host itself.

        Raises:
            Denied: the player has the maximum number of open tables, or would have too many bots.
        """
        if not free and self._opened[key] >= self._most_tables:
            raise deny(
                "limit/tables",
                f"You have {self._most_tables} open tables, the maximum for one player."
                " A table closes when nobody sits or watches there.",
                limit=self._most_tables,
            )
        if bots and not free:
            self._check_bots(key, bots)
        self._opened[key] += 1
        self._bots[key] += bots
        try:
            yield
        finally:
            # By now `add` has counted the table, or it was not opened.
            _less(self._opened, key, 1)
            _less(self._bots, key, bots)


def _less(counts: Counter[str], key: str, count: int) -> None:
    counts[key] -= count
    # Zero entries would pile up for every guest who ever came.
    if not counts[key]:
        del counts[key]
