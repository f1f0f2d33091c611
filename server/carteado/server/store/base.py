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
from carteado.server.store.archive import Archive
from carteado.server.store.errors import NoSuchStore, StoreError, UnknownTable
from carteado.server.store.lease import Lease, OnOutcome, Pending, answering
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
from carteado.server.store.reading import records, trace
from carteado.server.store.transfer import game_of, load, write_once
from carteado.server.store.values import Capabilities, Change, Identity, Part, Place, Verified

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
    "Identity",
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
    archived: Archive | None = None
    """Where the archived events lie; `read` and `export` give them as if they were in the store."""

    @property
    def where(self) -> str:
        """The store as messages name it: a file or a server."""
        return "the store in memory"

    # Leases

    @abstractmethod
    async def acquire(self, table: str, holder: str, ttl_ms: int) -> Lease | Busy:
        """Take a table for a new term; a former writer is fenced off.

        Args:
            table: id of the table; a log begins with its first append.
            holder: the asking server; the same holder may take its lease again.
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
        """Give a lease back; `closed` says that the table expects no further events."""

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

    def put(self, lease: Lease, commit: Commit, on_outcome: OnOutcome) -> None:
        """Append a commit that the caller made of typed events, and be told.

        What `append` does, for who appends all the time: no future, and the commit's data is not
        looked at again (`log.pack_commit`).

        Args:
            lease: the right to write; the store moves it on.
            commit: what `lease.commit` gave.
            on_outcome: called once from the event loop, after this returned, with the outcome or
                with the `StoreError` that says why there is none.

        Raises:
            LogError: the commit cannot be written.
            StoreError: the store is closed.
        """
        self._submit(Pending(lease, commit, pack_commit(commit), None, on_outcome))

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
        self, table: str, after: int = 0, limit: int | None = None, digest: str | None = None
    ) -> AsyncGenerator[Commit, None]:
        """The commits of a log as it stands now, each checked against the one before it.

        Args:
            table: id of the table.
            after: version of the last event that is known; the first commit may begin earlier.
            limit: so many commits at most.
            digest: hash of the commit that ends with `after`, None where it is not known.

        Raises:
            UnknownTable: there is no log.
            Archived: the events after `after` were moved to files that are not there.
            LogError: the log is damaged; says where. What was given before it is whole.
        """
        head = await self._known(table)
        async for commit, _ in self._records(head, after, limit, digest=digest):
            yield commit

    async def _records(
        self,
        head: Head,
        after: int,
        limit: int | None = None,
        upto: int | None = None,
        digest: str | None = None,
    ) -> AsyncGenerator[tuple[Commit, bytes], None]:
        """As `reading.records`, with the archived commits before those of the store."""
        last = head.version if upto is None else upto
        if self.archived is not None and after < head.base:
            async for record in self.archived.records(head, after):
                yield record
                # `records` knows the hash at the archive's end from the head.
                after, digest = record[0].last, None
                limit = None if limit is None else limit - 1
                if after >= last or limit == 0:
                    return
        try:
            async for record in records(self._bodies, head, after, limit, upto, digest):
                yield record
                after = record[0].last
                limit = None if limit is None else limit - 1
        except LogError:
            # Another process may have archived what was to be read next.
            now = await self._known(head.table)
            if self.archived is None or now.base <= max(head.base, after):
                raise
        else:
            return
        async for record in self._records(now, after, limit, upto):
            yield record

    async def trace(
        self, table: str, upto: int, digest: str, keep: int
    ) -> tuple[bytes, ...] | None:
        """Follow the chain of hashes from the first commit in the store to another one.

        Args:
            table: id of the table.
            upto: version of the last event of the commit.
            digest: hash of the commit, hexadecimal.
            keep: how many bodies to return.

        Returns:
            The last bodies up to there, None where the chain does not lead to `digest`.

        Raises:
            UnknownTable: there is no log.
            LogError: the log cannot be read.
        """
        head = await self._known(table)
        if upto > head.version or (upto == head.version and digest != head.hash):
            return None
        return await trace(self._bodies, head, upto, digest, keep)

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

        A change may name a table that was removed since.

        Args:
            places: how far the reader has come; the beginning for partitions that are not named.
            block_ms: how long to wait for the next change, milliseconds, before ending; None to
                end at the end of the log.

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

    # Checkpoints

    @abstractmethod
    async def put_checkpoints(self, checkpoints: Mapping[str, bytes]) -> None:
        """Keep a checkpoint of each of some tables beside their logs, in place of the one before.

        Raises:
            StoreError: they cannot be written, or one of the tables has never been acquired.
        """

    @abstractmethod
    async def checkpoint(self, table: str) -> bytes | None:
        """The checkpoint of a table, None where there is none."""

    # Whole logs

    async def export(
        self, table: str, *, after: int | None = None, upto: int | None = None
    ) -> AsyncGenerator[bytes, None]:
        """A log as the bytes of a segment file, in pieces.

        Args:
            table: id of the table.
            after: version of the last event to leave out, the end of a commit; None for all that
                can be read.
            upto: version of the last event to give; None for all. The range ends with a whole
                commit.

        Raises:
            UnknownTable: there is no log.
            Archived: the events after `after` were moved to files that are not there.
            LogError: the log is damaged.
            StoreError: the range is empty or begins within a commit.
        """
        head = await self._known(table)
        start = self._beginning(head) if after is None else after
        end = await self._boundary(head, head.version if upto is None else upto)
        if start >= end:
            raise StoreError(f"table {table} has no whole commit after {start} up to {end}")
        writer = None
        async for commit, body in self._records(head, start, upto=end):
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

    def _beginning(self, head: Head) -> int:
        """Version of the last event that cannot be read any more."""
        return head.base if self.archived is None else 0

    async def _boundary(self, head: Head, upto: int) -> int:
        """The last version not above `upto` that ends a commit."""
        if upto >= head.version or upto <= head.base:
            return min(max(upto, head.base), head.version)
        # The commit that holds event `upto + 1` begins right after the last boundary.
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

    async def create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        """Put a log in place as another store had it: for copies of a whole store.

        Args:
            head: where the log stands, and whether it is closed.
            bodies: first version, count and body of each commit after `head.base`.

        Raises:
            TableExists: there is a log of the table already.
        """
        await self._create(head, bodies)

    @abstractmethod
    async def _create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        """Put a whole log in place: first version, count and body of each commit."""

    async def archive(self, table: str, upto: int, path: Path | None = None) -> int:
        """Move the events up to a version out of the store into a segment file.

        The file is written, synced and read back before anything is removed. A file that an
        earlier, interrupted call left is used if it holds exactly these events. Projections that
        have not come so far will find the events in the file only.

        Args:
            table: id of the table.
            upto: version of the last event to move, rounded down to the end of a commit.
            path: the file; its place in the store's archive when absent.

        Returns:
            Version of the last event that was moved.

        Raises:
            StoreError: there is nothing to move, or the file holds something else or cannot be
                written.
            LogError: the log is damaged; nothing was removed.
        """
        before = await self._known(table)
        end = await self._boundary(before, upto)
        if path is None:
            path = self.archive_folder().file(table, before.base + 1, end)
        # Exporting checks the chain, so a damaged log raises before a file is written.
        pieces = [piece async for piece in self.export(table, after=before.base, upto=end)]
        try:
            head = await asyncio.to_thread(write_once, path, pieces)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from None
        await self._trim(table, head.version, head.hash)
        return head.version

    def archive_folder(self) -> Archive:
        """The store's archive; its folder is made if need be.

        Raises:
            NoSuchStore: the URL of the store names no folder.
            StoreError: the folder cannot be made.
        """
        if self.archived is None:
            raise NoSuchStore(
                f"{self.where} has no folder for archived logs: add ?archive=FOLDER to the URL of "
                "the store, a folder that every server of this store can read"
            )
        try:
            self.archived.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StoreError(f"{self.archived.folder} cannot be made: {error.strerror}") from None
        return self.archived

    async def forget(self, lease: Lease) -> bool:
        """Remove a table's log from the store, for ever; archive files stay.

        Args:
            lease: the right to write the table.

        Returns:
            Whether it was removed; False when the table has another owner.
        """
        return await self._forget(lease.table, lease.owner)

    @abstractmethod
    async def _forget(self, table: str, owner: str) -> bool:
        """Remove a log and its head, unless the table has another owner."""

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
        base = version = self._beginning(head)
        digest = head.base_hash if base else ""
        async for commit, body in self._records(head, base):
            commits += 1
            events += commit.count
            version, digest = commit.last, chain_hash(body)
        return Verified(
            table=table,
            base=base,
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
        """Why nothing is written any more until the store is opened again, None when all is well.

        Every append has failed since, and will.
        """
        return None

    def is_writing(self) -> bool:
        """Whether a thread of this process is writing now, and needs the interpreter for it."""
        return False

    async def check(self) -> str | None:
        """Look whether the store is still the one that was opened; its `fault` after that."""
        return self.fault

    @property
    def identity(self) -> Identity | None:
        """Which store this is, None where its data cannot go without the store itself."""
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
