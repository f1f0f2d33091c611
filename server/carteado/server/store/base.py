"""The contract of a store: leases, appends, feeds, projections and checkpoints.

Reading a log is in `reading`, operations on whole logs are in `transfer`: both are the same for
every kind of store.

What a table's owner does::

    lease = await store.acquire(table, "server-1", ttl_ms=10_000)        # or Busy
    async for commit in store.read(table): ...                           # fold
    commit = lease.commit(events, at=now, cause=cause)
    outcome = await store.append(lease, commit)                          # Appended: publish

One append of a table is in flight at a time. The lease says which server should write. Epoch,
nonce, version and hash, which the store checks in every append, decide which server may write.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Iterable, Mapping
from typing import Self

from carteado.protocol.log import Commit, LogError, encode_commit, is_table_id, pack_commit
from carteado.server.store.errors import StoreError
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
from carteado.server.store.transfer import LogTransfer
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
]


class Store(LogTransfer):
    """A store of the logs of all tables."""

    capabilities: Capabilities

    @abstractmethod
    async def tables(self, *, closed: bool = False) -> tuple[str, ...]:
        """Ids of all open tables with events, sorted; with `closed` also of the closed ones."""

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
        """Renew a lease for its full time; False if the table has another owner."""

    @abstractmethod
    async def release(self, lease: Lease, *, closed: bool = False) -> None:
        """Release a lease; `closed` says that the table expects no further events."""

    # Writing

    def append(
        self, lease: Lease, commit: Commit, durability: Durability | None = None
    ) -> asyncio.Future[Outcome]:
        """Append a commit after event `commit.first - 1`, if that event's hash matches.

        A cancelled wait does not cancel the append. If the outcome is not known, append the same
        commit again to find out.

        Args:
            lease: the right to write; the store advances it.
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

    def put(self, lease: Lease, commit: Commit, on_outcome: OnOutcome) -> int:
        """Append a commit that the caller made of typed events; `on_outcome` gets the outcome.

        A faster `append` for frequent callers: without a future, and without checking the commit's
        data again (`log.pack_commit`).

        Args:
            lease: the right to write; the store advances it.
            commit: what `lease.commit` gave.
            on_outcome: called once from the event loop, after this method has returned, with the
                outcome or with a `StoreError`.

        Returns:
            The bytes of the commit.

        Raises:
            LogError: the commit cannot be written.
            StoreError: the store is closed.
        """
        body = pack_commit(commit)
        self._submit(Pending(lease, commit, body, None, on_outcome))
        return len(body)

    @abstractmethod
    def _submit(self, pending: Pending) -> None:
        """Settle an append, but not before this method has returned."""

    # Feeds and projections

    @abstractmethod
    async def places(self) -> tuple[Place, ...]:
        """The end of every partition's feed; read it before the logs for a rebuild."""

    @abstractmethod
    def follow(
        self, places: Iterable[Place] = (), block_ms: int | None = None
    ) -> AsyncGenerator[Change, None]:
        """The changes after some places, at least once, in order within a partition.

        A change may name a table that was removed since.

        Args:
            places: the reader's position; the beginning for partitions that are not named.
            block_ms: how long to wait for the next change, milliseconds, before ending; None to
                end at the end of the log.

        Raises:
            StoreError: the feed no longer has the changes after a place; read the logs instead.
        """

    @abstractmethod
    async def project(self, name: str, place: Place, values: Mapping[str, bytes | None]) -> bool:
        """Change a projection and its place in the feed, both or neither.

        Args:
            name: the projection.
            place: the change that the values come from.
            values: new values by key; None removes the key.

        Returns:
            False, and nothing was done, if the projection had reached this place already.
        """

    @abstractmethod
    async def projection(self, name: str) -> tuple[Part, ...]:
        """The present projection: one part for each partition that it has seen."""

    # Checkpoints

    @abstractmethod
    async def put_checkpoints(self, checkpoints: Mapping[str, bytes]) -> None:
        """Store checkpoints of some tables beside their logs, in place of older ones.

        All of them are stored or, if this raises, none.

        Raises:
            StoreError: they cannot be written, or one of the tables has never been acquired.
        """

    @abstractmethod
    async def checkpoint(self, table: str) -> bytes | None:
        """The checkpoint of a table, None where there is none."""

    # The store itself

    @property
    def damaged(self) -> Mapping[str, LogError]:
        """Tables whose logs were found damaged when the store was opened, with the damage."""
        return {}

    @property
    def fault(self) -> str | None:
        """The fault that stops all writing until the store is opened again; None for none.

        Every append fails from then on.
        """
        return None

    def is_writing(self) -> bool:
        """Whether a thread of this process is writing now and needs the interpreter's lock."""
        return False

    async def check(self) -> str | None:
        """Check whether the store is still the one that was opened; returns its `fault`."""
        return self.fault

    @property
    def identity(self) -> Identity | None:
        """The identity of this store, None if its data cannot be lost without the store itself."""
        return None

    @abstractmethod
    async def close(self) -> None:
        """Settle pending appends and release all resources. A second call does nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()


def check_table_id(table: str) -> None:
    """Refuse a text that cannot be a table's id.

    Raises:
        StoreError: the text is not a valid id.
    """
    if not is_table_id(table):
        raise StoreError(
            f"{table!r:.80} cannot be a table's id: 1 to 64 letters, digits, hyphens, underscores"
        )
