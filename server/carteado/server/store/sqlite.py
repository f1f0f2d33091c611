"""The embedded store: one SQLite file with a write-ahead log, written by one thread.

Reads go through connections of their own that cannot write, in short transactions: a long
transaction would keep the write-ahead log from being merged into the file.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from carteado.protocol.log import LogError
from carteado.server.ops.timing import wall_ms
from carteado.server.store.base import Capabilities, Change, Durability, Head, Part, Pending, Place
from carteado.server.store.embedded import EmbeddedStore
from carteado.server.store.errors import StoreError, TableExists
from carteado.server.store.gathering import Gathering
from carteado.server.store.sqlite_file import connect
from carteado.server.store.sqlite_transaction import Transaction
from carteado.server.store.sqlite_writer import Job, Writer
from carteado.server.store.trouble import file_trouble, is_damage

__all__ = ["SqliteStore"]

T = TypeVar("T")
# Two, so that one long read of a log does not delay all others.
_READERS = 2


class SqliteStore(EmbeddedStore):
    """Made by `open`."""

    def __init__(
        self,
        path: Path,
        durability: Durability,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        super().__init__(clock=clock, entropy=entropy)
        self.path = path
        self.capabilities = Capabilities(kind="sqlite", durability=durability, highest=durability)
        synced = durability is Durability.DISK
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(path, full=synced, wake=self._written)
        # Waiting for more appends only pays if each transaction needs a sync.
        self._gathering = Gathering(self._writer.put, patient=synced)
        self._pool = ThreadPoolExecutor(_READERS, thread_name_prefix="store-reader")
        # A connection serves one query at a time, so each thread of the pool has its own.
        self._per_thread = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        durability: Durability = Durability.DISK,
        clock: Callable[[], int] = wall_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> SqliteStore:
        """Open a data file, or make one.

        Args:
            path: the file; its directory is created if necessary.
            durability: DISK, or PROCESS to leave the syncing to the system.
            clock: the wall clock, milliseconds.
            entropy: gives so many fresh random bytes.

        Raises:
            StoreInUse: another process holds it.
            StoreError: it cannot be used; the sentence says why.
        """
        if durability not in (Durability.PROCESS, Durability.DISK):
            raise StoreError(
                f"a sqlite store offers durability process or disk, not {durability.name.lower()}"
            )
        # Resolving a path reads the file system, which must not block the event loop.
        store = cls(await asyncio.to_thread(_real, path), durability, clock, entropy)
        try:
            await store._writer.start()
        except BaseException:
            # A writer that could not open the file never reports its end, so do not wait for it.
            store._closed = True
            store._pool.shutdown()
            raise
        return store

    @property
    def where(self) -> str:
        """The data file."""
        return str(self.path)

    @property
    def damaged(self) -> Mapping[str, LogError]:
        """Tables whose logs were found damaged when the file was opened, with the damage."""
        return self._writer.damaged

    @property
    def fault(self) -> str | None:
        """The fault that stops all writing until the file is opened again; None for none."""
        return self._writer.dead

    # Writing

    def is_writing(self) -> bool:
        """Whether the writing thread is busy."""
        return self._writer.waiting > 0

    def _submit(self, pending: Pending) -> None:
        self._check_open()
        self._gathering.add(pending)

    def _written(self) -> None:
        # First the next group, then the readers: writing must not wait for them.
        self._gathering.written()
        self._tell()

    async def _do(self, run: Callable[[Transaction], T]) -> T:
        self._check_open()
        self._gathering.hand_over()  # earlier appends come first
        future: asyncio.Future[T] = self._loop.create_future()
        self._writer.put(Job(run, future))
        return await future

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")

    async def _claim(self, table: str, owner: str, now: int) -> Head:
        def run(transaction: Transaction) -> Head:
            before = transaction.head(table) or Head(table=table)
            # The wall clock makes epochs readable; the maximum keeps them rising if the clock goes
            # back.
            head = replace(before, epoch=max(before.epoch + 1, now), owner=owner)
            transaction.put(head)
            return head

        return await self._do(run)

    async def _close_table(self, table: str, epoch: int) -> None:
        def run(transaction: Transaction) -> None:
            head = transaction.head(table)
            # A newer owner has the table: closing it is no longer this caller's right.
            if head is not None and head.epoch == epoch:
                transaction.put(replace(head, closed=True))
                number = transaction.number(table)
                transaction.connection.execute("DELETE FROM checkpoint WHERE stream = ?", (number,))

        await self._do(run)

    async def _create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        def run(transaction: Transaction) -> None:
            there = transaction.head(head.table)
            # A head without events is only a lease that was taken; an import may replace it.
            if there is not None and there.version:
                raise TableExists(head.table)
            transaction.put(head)
            number = transaction.number(head.table)
            first = transaction.pos + 1
            transaction.pos += len(bodies)
            # No digests: `put` has written the head, so no start has to find it by its commit.
            transaction.connection.executemany(
                "INSERT INTO commits (pos, stream, first, count, body) VALUES (?, ?, ?, ?, ?)",
                ((pos, number, *row) for pos, row in enumerate(bodies, first)),
            )

        await self._do(run)

    async def _forget(self, table: str, owner: str) -> bool:
        def run(transaction: Transaction) -> bool:
            head = transaction.head(table)
            if head is None or head.owner != owner:
                return False
            transaction.remove(table)
            return True

        return await self._do(run)

    async def _trim(self, table: str, upto: int, digest: str) -> None:
        def run(transaction: Transaction) -> None:
            head = transaction.head(table)
            if head is None:
                raise StoreError(f"no log of table {table}")
            transaction.put(replace(head, base=upto, base_hash=digest))
            transaction.connection.execute(
                "DELETE FROM commits WHERE stream = ? AND first <= ?",
                (transaction.number(table), upto),
            )
            # The deleted commits may have held the highest position, which must never be given out
            # again.
            transaction.keep_pos()

        await self._do(run)

    async def project(self, name: str, place: Place, values: Mapping[str, bytes | None]) -> bool:
        """Change a projection and move its place; see `Store.project`."""
        kept = [(name, key, value) for key, value in values.items() if value is not None]
        gone = [(name, key) for key, value in values.items() if value is None]

        def run(transaction: Transaction) -> bool:
            execute = transaction.connection.execute
            row = execute("SELECT pos FROM projection WHERE name = ?", (name,)).fetchone()
            # Already applied: a repeated call must not apply the change twice.
            if row is not None and row[0] >= place.at:
                return False
            execute("INSERT OR REPLACE INTO projection VALUES (?, ?)", (name, place.at))
            many = transaction.connection.executemany
            many("INSERT OR REPLACE INTO projected VALUES (?, ?, ?)", kept)
            many("DELETE FROM projected WHERE name = ? AND key = ?", gone)
            return True

        return await self._do(run)

    # Checkpoints

    async def put_checkpoints(self, checkpoints: Mapping[str, bytes]) -> None:
        """Store checkpoints of some tables; see `Store.put_checkpoints`."""

        def run(transaction: Transaction) -> None:
            for table in checkpoints:
                if transaction.head(table) is None:
                    raise StoreError(f"no log of table {table}")
            rows = [(transaction.number(table), body) for table, body in checkpoints.items()]
            many = transaction.connection.executemany
            many("INSERT OR REPLACE INTO checkpoint VALUES (?, ?)", rows)

        await self._do(run)

    async def checkpoint(self, table: str) -> bytes | None:
        """The checkpoint of a table, None where there is none."""
        sql = "SELECT body FROM checkpoint JOIN stream ON stream.id = stream WHERE name = ?"
        try:
            rows = await self._query(sql, table)
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path}: {error}") from None
        return rows[0][0] if rows else None

    # Reading

    async def head(self, table: str) -> Head | None:
        """The head of a log; None when there is no event yet."""
        # The writer's thread replaces heads and never changes one, so this needs no lock.
        head = self._writer.heads.get(table)
        return head if head is not None and head.version else None

    async def tables(self, *, closed: bool = False) -> tuple[str, ...]:
        """Ids of the tables with events, also of those with lost logs; see `Store.tables`."""
        heads = tuple(self._writer.heads.values())
        gone = self.damaged.keys() - {head.table for head in heads if head.version}
        there = {h.table for h in heads if h.version and (closed or not h.closed)}
        return tuple(sorted(there | gone))

    async def _query(self, sql: str, *values: object) -> list[Any]:
        self._check_open()
        return await self._loop.run_in_executor(self._pool, self._fetch, sql, values)

    def _fetch(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        connection: sqlite3.Connection | None = getattr(self._per_thread, "connection", None)
        if connection is None:
            connection = self._per_thread.connection = connect(self.path)
            # Appending to a list is atomic, and `close` reads it after the threads have ended.
            self._connections.append(connection)
        # All rows at once: an open cursor would keep its read transaction open.
        return connection.execute(sql, values).fetchall()

    async def _bodies(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        try:
            # The subquery finds the commit that holds event ?2 by the index on (stream, first);
            # a condition on `first + count` alone would read the whole log.
            rows = await self._query(
                "SELECT body FROM commits, (SELECT id FROM stream WHERE name = ?1) AS of"
                " WHERE stream = of.id AND first >= coalesce((SELECT max(first) FROM commits"
                " WHERE stream = of.id AND first <= ?2), 0) AND first + count > ?2"
                " ORDER BY first LIMIT ?3",
                table,
                after + 1,
                limit,
            )
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise StoreError(file_trouble(self.path, error)) from None
            raise LogError(f"cannot be read: {error}", table=table, version=after + 1) from None
        return [body for (body,) in rows]

    async def places(self) -> tuple[Place, ...]:
        """The end of the feed."""
        return (Place(at=self._writer.pos),)

    async def _changes(self, at: int, limit: int) -> Sequence[Change]:
        rows = await self._query(
            "SELECT pos, name, first, count FROM commits JOIN stream ON stream.id = stream"
            " WHERE pos > ? ORDER BY pos LIMIT ?",
            at,
            limit,
        )
        return [
            Change(place=Place(at=pos), table=table, first=first, last=first + count - 1)
            for pos, table, first, count in rows
        ]

    async def projection(self, name: str) -> tuple[Part, ...]:
        """A projection as it stands; see `Store.projection`."""
        rows = await self._query(
            "SELECT pos, key, value FROM projection LEFT JOIN projected USING (name)"
            " WHERE name = ?",
            name,
        )
        if not rows:
            return ()
        values = {key: value for _, key, value in rows if key is not None}
        return (Part(place=Place(at=rows[0][0]), values=values),)

    async def close(self) -> None:
        """Write queued appends, checkpoint the write-ahead log and close the file."""
        if self._closed:
            return
        self._gathering.hand_over()
        self._closed = True
        # the readers first, so that the writer's connection is the last and merges the log
        await self._loop.run_in_executor(None, self._pool.shutdown)
        for connection in self._connections:
            connection.close()
        await self._writer.stop()


def _real(path: Path) -> Path:
    """The real path of the file, so that every name of the file takes the same lock."""
    return path.expanduser().resolve()
