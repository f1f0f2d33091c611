"""A store in memory, for tests; the reference for the other two stores."""

from __future__ import annotations

import asyncio
import secrets
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from carteado.server.ops.timing import wall_ms
from carteado.server.store.base import Capabilities, Change, Durability, Head, Part, Pending, Place
from carteado.server.store.embedded import EmbeddedStore
from carteado.server.store.errors import StoreError, TableExists
from carteado.server.store.outcomes import judge

__all__ = ["MemoryStore"]


class MemoryStore(EmbeddedStore):
    """A store that ends with its process.

    Args:
        clock: the wall clock, milliseconds.
        entropy: gives so many fresh random bytes.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], int] = wall_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__(clock=clock, entropy=entropy)
        self.capabilities = Capabilities(
            kind="memory", durability=Durability.MEMORY, highest=Durability.MEMORY
        )
        self._heads: dict[str, Head] = {}
        self._logs: dict[str, list[tuple[int, bytes]]] = {}
        self._feed: list[Change] = []
        self._projections: dict[str, tuple[int, dict[str, bytes]]] = {}
        self._checkpoints: dict[str, bytes] = {}
        self._closed = False

    async def _claim(self, table: str, owner: str, now: int) -> Head:
        head = self._heads.get(table, Head(table=table))
        # The clock may be set back; an epoch never goes back.
        head = replace(head, epoch=max(head.epoch + 1, now), owner=owner)
        self._heads[table] = head
        return head

    async def _close_table(self, table: str, epoch: int) -> None:
        head = self._heads.get(table)
        if head is not None and head.epoch == epoch:
            self._heads[table] = replace(head, closed=True)
            self._checkpoints.pop(table, None)

    def _submit(self, pending: Pending) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        commit = pending.commit
        head = self._heads.get(commit.table, Head(table=commit.table))
        # The same function as in the other stores, so that they cannot differ.
        refusal = judge(head, commit)
        # No caller has the outcome before this method has returned; see `Store._submit`.
        call_soon = asyncio.get_running_loop().call_soon
        if refusal is not None:
            call_soon(pending.settle, refusal, head)
            return
        last = commit.last
        # No `await` in between: head, log and feed change in one step.
        self._heads[commit.table] = head.after(commit, pending.digest)
        self._logs.setdefault(commit.table, []).append((last, pending.body))
        self._note(commit.table, commit.first, last)
        call_soon(pending.landed, Durability.MEMORY)

    def _note(self, table: str, first: int, last: int) -> None:
        place = Place(at=len(self._feed) + 1)
        self._feed.append(Change(place=place, table=table, first=first, last=last))
        self._tell()

    async def head(self, table: str) -> Head | None:
        """The head of a log; None when there is no event yet."""
        head = self._heads.get(table)
        return head if head is not None and head.version else None

    async def tables(self, *, closed: bool = False) -> tuple[str, ...]:
        """Ids of the tables with events; see `Store.tables`."""
        heads = self._heads.values()
        return tuple(sorted(h.table for h in heads if h.version and (closed or not h.closed)))

    async def _bodies(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        log = self._logs.get(table, [])
        # Commits are kept by their last event, so a commit that reaches beyond `after` is
        # included.
        begin = bisect_right(log, after, key=lambda entry: entry[0])
        return [body for _, body in log[begin : begin + limit]]

    async def places(self) -> tuple[Place, ...]:
        """The end of the feed."""
        return (Place(at=len(self._feed)),)

    async def _changes(self, at: int, limit: int) -> Sequence[Change]:
        return self._feed[at : at + limit]

    async def project(self, name: str, place: Place, values: Mapping[str, bytes | None]) -> bool:
        """Change a projection and move its place; see `Store.project`."""
        at, kept = self._projections.get(name, (0, {}))
        if place.at <= at:
            return False
        merged = {**kept, **values}
        kept = {key: value for key, value in merged.items() if value is not None}
        self._projections[name] = (place.at, kept)
        return True

    async def projection(self, name: str) -> tuple[Part, ...]:
        """A projection as it stands; see `Store.projection`."""
        if name not in self._projections:
            return ()
        at, values = self._projections[name]
        return (Part(place=Place(at=at), values=dict(values)),)

    async def put_checkpoints(self, checkpoints: Mapping[str, bytes]) -> None:
        """Store checkpoints of some tables; see `Store.put_checkpoints`."""
        for table in checkpoints:
            if table not in self._heads:
                raise StoreError(f"no log of table {table}")
        self._checkpoints.update(checkpoints)

    async def checkpoint(self, table: str) -> bytes | None:
        """The checkpoint of a table, None where there is none."""
        return self._checkpoints.get(table)

    async def _create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        if await self.head(head.table) is not None:
            raise TableExists(head.table)
        self._heads[head.table] = head
        self._logs[head.table] = [(first + count - 1, body) for first, count, body in bodies]
        for first, count, _ in bodies:
            self._note(head.table, first, first + count - 1)

    async def _forget(self, table: str, owner: str) -> bool:
        head = self._heads.get(table)
        if head is None or head.owner != owner:
            return False
        del self._heads[table]
        self._logs.pop(table, None)
        self._checkpoints.pop(table, None)
        return True

    async def _trim(self, table: str, upto: int, digest: str) -> None:
        self._heads[table] = replace(self._heads[table], base=upto, base_hash=digest)
        self._logs[table] = [entry for entry in self._logs[table] if entry[0] > upto]

    async def close(self) -> None:
        """Refuse further appends; the last one is answered before this returns."""
        self._closed = True
        # One turn of the loop runs the answers that `_submit` scheduled.
        await asyncio.sleep(0)
