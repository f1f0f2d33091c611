"""Reading a log: every commit is checked against the one before it, and the last against the head.

All events up to the head were acknowledged. Reading stops with an error where a log ends before its
head, has a gap, or was edited; the commits before that are whole.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

from carteado.protocol.log import Chain, Commit, LogError, chain_hash, decode_commit
from carteado.server.store.archive import Archive
from carteado.server.store.errors import Archived, UnknownTable
from carteado.server.store.outcomes import Head
from carteado.server.store.values import Verified

__all__ = ["Bodies", "LogReader", "records", "trace"]

Bodies = Callable[[str, int, int], Awaitable[Sequence[bytes]]]
"""Returns a limited number of bodies of a table's commits with events after a version."""

_CHUNK = 256
_TRACED = 2048
_PREVIOUS = b"\xa2ph\xc4"  # in a body, the bytes before the previous hash and its length


async def records(
    bodies: Bodies,
    head: Head,
    after: int,
    limit: int | None = None,
    upto: int | None = None,
    digest: str | None = None,
) -> AsyncGenerator[tuple[Commit, bytes], None]:
    """The commits of a log, each with its bytes.

    Args:
        bodies: of the store.
        head: where the log stands.
        after: version of the last event that is known; the first commit may begin earlier.
        limit: maximum number of commits.
        upto: version of the last event to give, None for all; a commit that holds it is whole.
        digest: hash of the commit that ends with `after`, None if it is not known.

    Raises:
        Archived: the events after `after` are no longer here.
        LogError: the log is damaged; says where.
    """
    table = head.table
    if after < head.base:
        raise Archived(table, head.base)
    last = head.version if upto is None else min(upto, head.version)
    # At the end of the archive the head holds the hash; elsewhere the caller may know it.
    chain = Chain(table, after, head.base_hash if after == head.base else digest)
    left = head.version if limit is None else limit
    at = after
    while at < last and left > 0:
        found = await bodies(table, at, min(left, _CHUNK))
        if not found:
            reason = f"the log ends here, {head.version} events were acknowledged"
            raise LogError(reason, table=table, version=at + 1)
        for body in found:
            commit = chain.add(body)
            if commit.first > at + 1:
                reason = f"a gap: the next commit begins with version {commit.first}"
                raise LogError(reason, table=table, version=at + 1)
            at, left = chain.version, left - 1
            if at >= head.version and chain.head != head.hash:
                reason = "the last commit is not the one that was acknowledged"
                raise LogError(reason, table=table, version=commit.first)
            yield commit, body
            if at >= last:
                break


async def trace(
    bodies: Bodies, head: Head, upto: int, digest: str, keep: int
) -> tuple[bytes, ...] | None:
    """Follow the chain of hashes from the beginning of a log, without decoding its commits.

    A commit's hash covers every byte before it, so this finds every change.

    Args:
        bodies: of the store.
        head: where the log stands.
        upto: version of the last event to look at, which ends a commit.
        digest: the hash that this commit must have, hexadecimal.
        keep: how many bodies to return.

    Returns:
        The last bodies, None where the chain does not lead to `digest`.
    """
    kept: deque[bytes] = deque(maxlen=keep)
    at, previous = head.base, bytes.fromhex(head.base_hash)
    aim = bytes.fromhex(digest)
    # The first commit of a log names no hash: `previous` is empty there.
    mark = _PREVIOUS + bytes((len(previous),)) + previous
    after = _PREVIOUS + bytes((hashlib.sha256().digest_size,))
    sha256 = hashlib.sha256
    while at < upto:
        found = await bodies(head.table, at, _TRACED)
        if not found:
            return None
        # This finds a missing or misplaced commit, because the next one does not name its hash.
        for number, body in enumerate(found):
            # The hash of this body covers the previous hash; `aim` is compared with the last one.
            if mark not in body:
                return None
            previous = sha256(body).digest()
            if previous == aim:
                kept.extend(found[max(0, number + 1 - keep) : number + 1])
                return tuple(kept) if decode_commit(body).last == upto else None
            mark = after + previous
        kept.extend(found[-keep:])
        at = decode_commit(found[-1]).last
    return None


class LogReader(ABC):
    """The part of a store that reads logs; each kind of store implements `head` and `_bodies`."""

    archived: Archive | None = None
    """The archive of the store; `read` and `export` include its events."""

    @abstractmethod
    async def head(self, table: str) -> Head | None:
        """The head of a log; None when there is no event yet."""

    @abstractmethod
    async def _bodies(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        """Bodies of the commits that hold events later than `after`, in order."""

    async def read(
        self, table: str, after: int = 0, limit: int | None = None, digest: str | None = None
    ) -> AsyncGenerator[Commit, None]:
        """The commits of a log, each checked against the one before it.

        Args:
            table: id of the table.
            after: version of the last event that is known; the first commit may begin earlier.
            limit: maximum number of commits.
            digest: hash of the commit that ends with `after`, None if it is not known.

        Raises:
            UnknownTable: there is no log.
            Archived: the events after `after` were moved to files that are not there.
            LogError: the log is damaged; the error says where. The commits before it are whole.
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
        """The same as `reading.records`, with the archived commits before those of the store."""
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
            # Another process may have archived the next commits.
            now = await self._known(head.table)
            if now.base <= max(head.base, after):
                raise
            if self.archived is None:
                raise Archived(head.table, now.base) from None
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

    async def verify(self, table: str) -> Verified:
        """Read a log and check every byte of it.

        Events that are archived meanwhile into an unknown folder are left out.

        Raises:
            UnknownTable: there is no log.
            Archived: archived events are in no file.
            LogError: the log is damaged; says where.
        """
        head = await self._known(table)
        try:
            return await self._verified(head)
        except Archived:
            now = await self._known(table)
            if now.base == head.base:  # the archive's files are missing
                raise
        return await self.verify(table)

    async def _verified(self, head: Head) -> Verified:
        commits = events = 0
        base = version = self._beginning(head)
        digest = head.base_hash if base else ""
        async for commit, body in self._records(head, base):
            commits += 1
            events += commit.count
            version, digest = commit.last, chain_hash(body)
        return Verified(
            table=head.table,
            base=base,
            version=version,
            commits=commits,
            events=events,
            head=digest,
        )

    async def _known(self, table: str) -> Head:
        head = await self.head(table)
        if head is None:
            raise UnknownTable(table)
        return head

    def _beginning(self, head: Head) -> int:
        """Version of the last event that cannot be read any more."""
        return head.base if self.archived is None else 0

    async def _boundary(self, head: Head, upto: int) -> int:
        """The last version up to `upto` that ends a commit."""
        if upto >= head.version or upto <= head.base:
            return min(max(upto, head.base), head.version)
        # The commit that holds event `upto + 1` begins right after the last boundary.
        async for commit in self.read(head.table, upto, 1):
            return commit.first - 1
        return head.version
