"""The shared part of stores inside one process: leases in memory, a feed that wakes its readers.

Only one process has such a store open, so a lease is only a note of its holder.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence

from carteado.server.store.base import Busy, Change, Head, Lease, Place, Store, check_table_id

__all__ = ["EmbeddedStore"]

_CHUNK = 256


class EmbeddedStore(Store):
    """A store that only one process uses.

    Args:
        clock: the wall clock, milliseconds.
        entropy: gives so many fresh random bytes.
    """

    def __init__(self, *, clock: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        self._clock = clock
        self._entropy = entropy
        self._held: dict[str, tuple[str, str, int]] = {}
        self._readers: set[asyncio.Future[None]] = set()

    async def acquire(self, table: str, holder: str, ttl_ms: int) -> Lease | Busy:
        """Take a table for a new term; see `Store.acquire`."""
        check_table_id(table)
        if table in self.damaged:
            raise self.damaged[table]
        now = self._clock()
        held = self._held.get(table)
        if held is not None and held[0] != holder and now < held[2]:
            return Busy(holder=held[0], left_ms=held[2] - now)
        owner = self._entropy(8).hex()
        # Before the first await, so that of two simultaneous calls only one finds the table free.
        self._held[table] = (holder, owner, now + ttl_ms)
        try:
            head = await self._claim(table, owner, now)
        except BaseException:
            self._held.pop(table, None)
            raise
        return Lease(head, holder=holder, ttl_ms=ttl_ms, entropy=self._entropy)

    @abstractmethod
    async def _claim(self, table: str, owner: str, now: int) -> Head:
        """Note a new term of a table: epoch `max(previous + 1, now)` and its owner."""

    async def renew(self, lease: Lease) -> bool:
        """Prolong a lease by its time; False when the table has another owner."""
        held = self._held.get(lease.table)
        # No entry means that nobody else took the table, so the owner may go on.
        if held is not None and held[1] != lease.owner:
            return False
        self._held[lease.table] = (lease.holder, lease.owner, self._clock() + lease.ttl_ms)
        return True

    async def release(self, lease: Lease, *, closed: bool = False) -> None:
        """Give a lease back; see `Store.release`."""
        held = self._held.get(lease.table)
        if held is None or held[1] == lease.owner:
            if closed:
                await self._close_table(lease.table, lease.epoch)
            self._held.pop(lease.table, None)

    @abstractmethod
    async def _close_table(self, table: str, epoch: int) -> None:
        """Note that the table expects no further events, unless it has a newer epoch."""

    async def follow(
        self, places: Iterable[Place] = (), block_ms: int | None = None
    ) -> AsyncGenerator[Change, None]:
        """Appends after a place; see `Store.follow`."""
        at = max((place.at for place in places), default=0)
        while True:
            news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            # Registered before reading, because an append in between must wake this reader.
            self._readers.add(news)
            try:
                changes = await self._changes(at, _CHUNK)
                if not changes:
                    if block_ms is None:
                        return
                    await asyncio.wait((news,), timeout=block_ms / 1000)
                    if not news.done():
                        return
            finally:
                self._readers.discard(news)
            for change in changes:
                yield change
                at = change.place.at

    @abstractmethod
    async def _changes(self, at: int, limit: int) -> Sequence[Change]:
        """The changes after a place, in order."""

    def _tell(self) -> None:
        """Wake the readers of the feed after an append."""
        while self._readers:
            news = self._readers.pop()
            if not news.done():
                news.set_result(None)
