"""The contract of a store: leases, appends, reads, feeds, projections, export.

What a table's owner does::

    lease = await store.acquire(table, "server-1", ttl_ms=10_000)        # or Busy
    async for commit in store.read(table): ...                           # fold
    commit = lease.commit(events, at=now, cause=cause)
    outcome = await store.append(lease, commit)                          # Appended: publish

One append of a table is in flight at a time. The lease decides who should try; epoch, nonce,
version and hash, which the store checks in every append, decide who may write.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Self

from carteado.protocol.log import (
    Commit,
    LogError,
    chain_hash,
    encode_commit,
    is_table_id,
    pack_commit,
)
from carteado.protocol.segment import SegmentHeader, SegmentWriter
from carteado.server.store.errors import StoreError, UnknownTable
from carteado.server.store.lease import Lease, Pending, Told, answering
from carteado.server.store.outcomes import (
    Appended,
    Busy,
    Conflict,
    Diverged,
    Duplicate,
    Durability,
    Fenced,
    Full,
    Head,
    Outcome,
    TailLost,
    Unreplicated,
)
from carteado.server.store.reading import records
from carteado.server.store.transfer import game_of, load, write_checked
from carteado.server.store.values import Capabilities, Change, Part, Place, Verified

__all__ = [
    "Appended",
    "Busy",
    "Capabilities",
    "Change",
    "Conflict",
    "Diverged",
    "Duplicate",
    "Durability",
    "Fenced",
    "Full",
    "Head",
    "Lease",
    "Outcome",
    "Part",
    "Pending",
    "Place",
    "Store",
    "TailLost",
    "Unreplicated",
    "Verified",
    "check_table_id",
    "wall_ms",
]


def wall_ms() -> int:
    """The wall clock, milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store(ABC):
    """Where the logs of all tables lie."""

    capabilities: Capabilities

    # Leases

    @abstractmethod
    async def acquire(self, table: str, holder: str, ttl_ms: int) -> Lease | Busy:
        """Take a table for a new term; whoever wrote it before is fenced off.

        Args:
            table: id of the table; a log begins with its first append.
            holder: who asks; the same holder may take what it holds.
            ttl_ms: how long the lease lasts after a renewal or an append, milliseconds.

        Raises:
            LogError: the log is known to be damaged.
            StoreError: the id cannot be one, or the store does not answer.
        """

    @abstractmethod
    async def renew(self, lease: Lease) -> bool:
        """Prolong a lease by its time; False when the table has another owner."""

    @abstractmethod
    async def release(self, lease: Lease, *, closed: bool = False) -> None:
        """Give a lease back; `closed` says that no more events are expected of the table."""

    # Writing

    def append(
        self, lease: Lease, commit: Commit, durability: Durability | None = None
    ) -> asyncio.Future[Outcome]:
        """Append a commit where it says that it belongs: after `commit.first - 1` and its hash.

        A cancelled wait does not cancel the append. When the outcome is not known, appending the
        same commit again settles it.

        Args:
            lease: the right to write; the store moves it on.
            commit: what `lease.commit` gave.
            durability: the least it must reach, None for what the store offers by itself.

        Returns:
            A future of the outcome. It raises `StoreUnreachable` when there was no answer.

        Raises:
            LogError: the commit cannot be written.
            StoreError: the store is closed or does not offer the durability.
        """
        if durability is not None and durability > self.capabilities.highest:
            offered = self.capabilities.highest.name.lower()
            raise StoreError(f"durability {durability.name.lower()} is more than {offered}")
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        body = encode_commit(commit)
        self._submit(Pending(lease, commit, body, durability, answering(future)))
        return future

    def put(self, lease: Lease, commit: Commit, told: Told) -> None:
        """Append a commit that the caller made of typed events, and be told.

        What `append` does, for who appends all the time: no future, and the commit's data is not
        looked at again (`log.pack_commit`).

        Args:
            lease: the right to write; the store moves it on.
            commit: what `lease.commit` gave.
            told: called once from the event loop, after this returned, with the outcome or with
                the `StoreError` that says why there is none.

        Raises:
            LogError: the commit cannot be written.
            StoreError: the store is closed.
        """
        self._submit(Pending(lease, commit, pack_commit(commit), None, told))

    @abstractmethod
    def _submit(self, pending: Pending) -> None:
        """Settle an append, but not before this returned."""

    # Reading

    @abstractmethod
    async def head(self, table: str) -> Head | None:
        """Where a log stands; None when there is no event yet."""

    @abstractmethod
    async def tables(self, *, closed: bool = False) -> tuple[str, ...]:
        """Ids of all tables with events that are not closed, sorted; or of all."""

    @abstractmethod
    async def _bodies(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        """Bodies of the commits that hold events later than `after`, in order."""

    async def read(
        self, table: str, after: int = 0, limit: int | None = None
    ) -> AsyncGenerator[Commit, None]:
        """The commits of a log as it stands now, each checked against the one before it.

        Args:
            table: id of the table.
            after: version of the last event that is known; the first commit may begin earlier.
            limit: so many commits at most.

        Raises:
            UnknownTable: there is no log.
            Archived: the events after `after` are no longer here.
            LogError: the log is damaged; says where. What was given before it is whole.
        """
        async for commit, _ in records(self._bodies, await self._known(table), after, limit):
            yield commit

    async def _known(self, table: str) -> Head:
        head = await self.head(table)
        if head is None:
            raise UnknownTable(table)
        return head

    # Feeds and projections

    @abstractmethod
    async def places(self) -> tuple[Place, ...]:
        """The end of every partition's feed; note it before reading the logs for a rebuild."""

    @abstractmethod
    def follow(
        self, places: Iterable[Place] = (), block_ms: int | None = None
    ) -> AsyncGenerator[Change, None]:
        """What was appended after some places, at least once, in order within a partition.

        Args:
            places: how far the reader has come; the beginning for partitions that are not named.
            block_ms: how long to wait for the next change, milliseconds, before ending; None to
                end when there is no more.

        Raises:
            StoreError: what follows a place is no longer in the feed; read the logs instead.
        """

    @abstractmethod
    async def project(self, name: str, place: Place, values: Mapping[str, bytes | None]) -> bool:
        """Change a projection and move its place in the feed, both or neither.

        Args:
            name: the projection.
            place: the change that the values come from.
            values: new values by key; None removes the key.

        Returns:
            False, and nothing was done, when the projection had already come so far.
        """

    @abstractmethod
    async def projection(self, name: str) -> tuple[Part, ...]:
        """A projection as it stands: one part for each partition that it has seen."""

    # Whole logs

    async def export(
        self, table: str, *, after: int | None = None, upto: int | None = None
    ) -> AsyncGenerator[bytes, None]:
        """A log as the bytes of a segment file, in pieces.

        Args:
            table: id of the table.
            after: version of the last event to leave out, the end of a commit; None for what is
                there.
            upto: version of the last event to give; None for all. The range ends with a whole
                commit.

        Raises:
            UnknownTable: there is no log.
            Archived: the events after `after` are no longer here.
            LogError: the log is damaged.
            StoreError: the range is empty or begins within a commit.
        """
        head = await self._known(table)
        start = head.base if after is None else after
        end = await self._boundary(head, head.version if upto is None else upto)
        if start >= end:
            raise StoreError(f"table {table} has no whole commit after {start} up to {end}")
        writer = None
        async for commit, body in records(self._bodies, head, start, upto=end):
            if writer is None:
                if commit.first != start + 1:
                    raise StoreError(f"version {start} of table {table} does not end a commit")
                writer = SegmentWriter(
                    SegmentHeader(
                        table=table,
                        game=game_of(commit),
                        rules=commit.rules,
                        after=start,
                        last=end,
                        head=commit.previous,
                    )
                )
                yield writer.begin()
            yield writer.add(body)
        if writer is not None:
            yield writer.end()

    async def _boundary(self, head: Head, upto: int) -> int:
        """The last version not above `upto` that ends a commit."""
        if upto >= head.version or upto <= head.base:
            return min(max(upto, head.base), head.version)
        async for commit in self.read(head.table, upto, 1):
            return commit.first - 1
        return head.version

    async def import_(self, source: bytes | BinaryIO | Iterable[bytes]) -> Head:
        """Take a log from a segment file; all of it or nothing.

        Args:
            source: the file's bytes, a file open for reading in binary, or its bytes in pieces.

        Raises:
            LogError: the segment is not whole; says where.
            TableExists: there is a log of the table already.
        """
        head, bodies = await asyncio.to_thread(load, source)
        await self._create(head, bodies)
        return head

    @abstractmethod
    async def _create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        """Put a whole log in place: first version, count and body of each commit."""

    async def archive(self, table: str, upto: int, path: Path) -> int:
        """Move the events up to a version out of the store into a segment file.

        The file is written, synced and read back before anything is removed. Projections that
        have not come so far will find the events in the file only.

        Args:
            table: id of the table.
            upto: version of the last event to move, rounded down to the end of a commit.
            path: the file, which must not exist.

        Returns:
            Version of the last event that was moved.

        Raises:
            StoreError: there is nothing to move, or the file exists or cannot be written.
            LogError: the log is damaged; nothing was removed.
        """
        pieces = [piece async for piece in self.export(table, upto=upto)]
        try:
            head = await asyncio.to_thread(write_checked, path, pieces)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from None
        await self._trim(table, head.version, head.hash)
        return head.version

    @abstractmethod
    async def _trim(self, table: str, upto: int, digest: str) -> None:
        """Remove the commits up to a version that ends one, whose hash is `digest`."""

    async def verify(self, table: str) -> Verified:
        """Read a log and check every byte of it.

        Raises:
            UnknownTable: there is no log.
            LogError: the log is damaged; says where.
        """
        head = await self._known(table)
        commits = events = 0
        version, digest = head.base, head.base_hash
        async for commit, body in records(self._bodies, head, head.base):
            commits += 1
            events += commit.count
            version, digest = commit.last, chain_hash(body)
        return Verified(
            table=table,
            base=head.base,
            version=version,
            commits=commits,
            events=events,
            head=digest,
        )

    @property
    def damaged(self) -> Mapping[str, LogError]:
        """Tables whose logs were found damaged when the store was opened, and how."""
        return {}

    @property
    def fault(self) -> str | None:
        """Why nothing is written any more until the store is opened anew, None when all is well.

        Every append has failed since, and will.
        """
        return None

    @abstractmethod
    async def close(self) -> None:
        """Settle what is in flight and let go of everything. A second call does nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()


def check_table_id(table: str) -> None:
    """Refuse a text that cannot be a table's id.

    Raises:
        StoreError: it cannot.
    """
    if not is_table_id(table):
        raise StoreError(
            f"{table!r:.80} cannot be a table's id: 1 to 64 letters, digits, hyphens, underscores"
        )
