"""The changes of an open transaction of the data file: heads, rows and the feed's position."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from carteado.server.store.outcomes import Head

__all__ = ["Transaction"]


class Transaction:
    """The changes of a transaction so far.

    Args:
        connection: where to write.
        heads: the heads before the transaction.
        numbers: the row numbers of known tables.
        pos: the feed's last position before the transaction.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        heads: Mapping[str, Head],
        numbers: Mapping[str, int],
        pos: int,
    ) -> None:
        self.connection = connection
        self.heads: dict[str, Head] = {}
        self.numbers: dict[str, int] = {}
        # Apart from `heads`, since None would mean "unchanged" there.
        self.removed: set[str] = set()
        self.pos = pos
        self._heads = heads
        self._numbers = numbers

    def head(self, table: str) -> Head | None:
        """The head of a log within the transaction."""
        if table in self.removed:
            return None
        return self.heads.get(table) or self._heads.get(table)

    def number(self, table: str) -> int:
        """The row of a table that has a head."""
        return self.numbers.get(table) or self._numbers[table]

    def put(self, head: Head) -> None:
        """Write a head."""
        row = self.connection.execute(
            "INSERT INTO stream (name, version, head, epoch, owner, batch, base, base_head, closed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
            " version = excluded.version, head = excluded.head, epoch = excluded.epoch,"
            " owner = excluded.owner, batch = excluded.batch, base = excluded.base,"
            " base_head = excluded.base_head, closed = excluded.closed RETURNING id",
            (
                head.table,
                head.version,
                head.hash,
                head.epoch,
                head.owner,
                head.batch,
                head.base,
                head.base_hash,
                head.closed,
            ),
        ).fetchall()
        self.numbers[head.table] = row[0][0]
        self.heads[head.table] = head
        self.removed.discard(head.table)

    def remove(self, table: str) -> None:
        """Remove a log that has a head, with its head and its checkpoint."""
        number = self.number(table)
        # The next new table may get the same number.
        self.connection.execute("DELETE FROM checkpoint WHERE stream = ?", (number,))
        self.connection.execute("DELETE FROM commits WHERE stream = ?", (number,))
        self.connection.execute("DELETE FROM stream WHERE id = ?", (number,))
        self.keep_pos()
        self.heads.pop(table, None)
        self.numbers.pop(table, None)
        self.removed.add(table)

    def keep_pos(self) -> None:
        """Store the feed's last position, which would be lost with the last commit."""
        self.connection.execute(
            "INSERT INTO meta VALUES ('pos', ?) ON CONFLICT (key)"
            " DO UPDATE SET value = excluded.value",
            (self.pos,),
        )
