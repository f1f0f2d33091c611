"""Appends on their way to Redis: what is queued while one batch is in flight makes the next.

There is no timer: a table that is alone is sent at once, many tables share a round trip and the
server's sync. An append whose answer was lost is sent again with its batch id, which settles it.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from typing import Any

from carteado.server.store.errors import StoreError
from carteado.server.store.lease import Pending
from carteado.server.store.outcomes import (
    Appended,
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
from carteado.server.store.redis import Command, Link, Refused, bulk
from carteado.server.store.redis_scripts import APPEND

__all__ = ["FEED_CAP", "Batcher"]

_FULL = frozenset({"OOM", "MISCONF", "NOREPLICAS"})
_WAIT_MS = 200
FEED_CAP = 100_000
"""Entries of a partition's feed; older ones are dropped."""


class Batcher:
    """Sends appends; at most one batch is in flight.

    Args:
        link: to the server.
        keys: the append script's keys for a table.
        reached: what an acknowledged commit survives.
    """

    def __init__(
        self, link: Link, keys: Callable[[str], Sequence[str]], reached: Durability
    ) -> None:
        self._link = link
        self._keys = keys
        self._reached = reached
        self._start = functools.lru_cache(maxsize=4096)(self._make_start)
        self._queue: list[Pending] = []
        self._wake = asyncio.Event()
        self._stopping = False
        self._task = asyncio.create_task(self._run(), name="store-batcher")

    def put(self, pending: Pending) -> None:
        """Queue an append."""
        self._queue.append(pending)
        self._wake.set()

    async def stop(self) -> None:
        """Settle what is queued and end."""
        self._stopping = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                group, self._queue = self._queue, []
                try:
                    await self._send(group)
                except Exception as error:  # whatever it is, those who wait must hear of it
                    trouble = error if isinstance(error, StoreError) else StoreError(repr(error))
                    for pending in group:
                        pending.fail(trouble)
            if self._stopping:
                return

    async def _send(self, group: Sequence[Pending]) -> None:
        commands: list[Command] = [
            self._command(pending, "EVALSHA", APPEND.sha) for pending in group
        ]
        replies, replicas = await self._ask(group, commands)
        unknown = [
            index
            for index, reply in enumerate(replies)
            if isinstance(reply, Refused) and reply.code == "NOSCRIPT"
        ]
        if unknown:
            again = [group[index] for index in unknown]
            full: list[Command] = [self._command(pending, "EVAL", APPEND.text) for pending in again]
            answers, replicas = await self._ask(group, full)
            for index, answer in zip(unknown, answers, strict=True):
                replies[index] = answer
        for pending, reply in zip(group, replies, strict=True):
            self._settle(pending, reply, replicas)

    async def _ask(
        self, group: Sequence[Pending], commands: list[Command]
    ) -> tuple[list[Any], int]:
        """Replies to the commands, and how many replicas have them if that was asked."""
        if any(pending.durability is Durability.REPLICA for pending in group):
            replies = await self._link.run([*commands, ("WAIT", 1, _WAIT_MS)])
            waited = replies.pop()
            return replies, waited if isinstance(waited, int) else 0
        return await self._link.run(commands), 0

    def _command(self, pending: Pending, how: str, script: str) -> bytes:
        commit, lease = pending.commit, pending.lease
        words = (
            commit.epoch,
            commit.owner,
            commit.first - 1,
            commit.previous,
            commit.batch,
            commit.count,
            pending.digest,
            pending.body,
            f"{lease.owner} {lease.holder}",
            lease.ttl_ms,
            commit.table,
            FEED_CAP,
        )
        return self._start(how, script, len(words), commit.table) + bulk(words)

    def _make_start(self, how: str, script: str, words: int, table: str) -> bytes:
        """What is the same in every append of a table."""
        keys = self._keys(table)
        length = 3 + len(keys) + words
        return b"*%d\r\n" % length + bulk((how, script, len(keys), *keys))

    def _settle(self, pending: Pending, reply: Any, replicas: int) -> None:
        commit = pending.commit
        if reply == 1:
            head = Head(
                table=commit.table,
                version=commit.last,
                hash=pending.digest,
                epoch=commit.epoch,
                batch=commit.batch,
            )
            outcome: Outcome = Appended(version=commit.last, reached=self._reached)
        elif isinstance(reply, Refused):
            if reply.code not in _FULL:
                pending.fail(StoreError(f"{self._link.name} refused an append: {reply.text}"))
                return
            head = Head(table=commit.table)
            outcome = Full(reason=f"{self._link.name}: {reply.text}")
        else:
            head, outcome = _read(commit.table, reply)
        if pending.durability is Durability.REPLICA and isinstance(outcome, Appended | Duplicate):
            if replicas == 0:
                outcome = Unreplicated(version=outcome.version, replicas=replicas)
            elif isinstance(outcome, Appended):
                outcome = Appended(version=outcome.version, reached=Durability.REPLICA)
        pending.settle(outcome, head)


def _read(table: str, reply: Sequence[bytes]) -> tuple[Head, Outcome]:
    kind, version, digest, epoch, batch = (word.decode() for word in reply)
    head = Head(table=table, version=int(version), hash=digest, epoch=int(epoch), batch=batch)
    outcomes: dict[str, Callable[[], Outcome]] = {
        "DUP": lambda: Duplicate(version=head.version),
        "FENCED": lambda: Fenced(epoch=head.epoch),
        "LOST": lambda: TailLost(actual=head.version),
        "CONFLICT": lambda: Conflict(actual=head.version),
        "DIVERGED": lambda: Diverged(version=head.version, head=head.hash),
    }
    return head, outcomes[kind]()
