"""Sends appends to Redis in batches.

Many tables share a round trip and the server's sync. An append whose answer was lost is sent again
with its batch id, which settles it.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from typing import Any

from carteado.server.store.errors import StoreError
from carteado.server.store.gathering import Gathering
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

# Redis refuses writes with these and changes nothing until memory, disk or replicas are back.
_FULL = frozenset({"OOM", "MISCONF", "NOREPLICAS"})
# Below the link's time limit (a second), which would end the round trip before the answer.
_WAIT_MS = 200
FEED_CAP = 100_000
"""Entries of a partition's feed; older ones are dropped."""

_REPLICA = Durability.REPLICA  # a look-up in the enum takes as long as a call

MOST = 64
"""Maximum number of appends in one call of the script, during which the server answers no other
client."""


class Batcher:
    """Sends appends; at most one batch is in flight.

    Args:
        link: to the server.
        keys: the append script's keys for a table.
        reached: what an acknowledged commit survives.

    Attributes:
        put: adds an append to the next batch.
    """

    def __init__(
        self, link: Link, keys: Callable[[str], Sequence[str]], reached: Durability
    ) -> None:
        self._link = link
        self._keys = keys
        self._reached = reached
        # A cache for each batcher, since the words depend on its keys.
        self._constant = functools.lru_cache(maxsize=4096)(self._make_constant)
        self._gathering = Gathering(self._begin, patient=True)
        self.put = self._gathering.add
        self._batch: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Settle pending appends and stop."""
        self._gathering.hand_over()
        if self._batch is not None:
            await self._batch

    def _begin(self, group: list[Pending]) -> None:
        self._batch = asyncio.create_task(self._run(group, self._batch), name="store-batch")

    async def _run(self, group: list[Pending], before: asyncio.Task[None] | None) -> None:
        if before is not None:  # at the end only: otherwise there is a next batch after the answer
            # One batch at a time, in order: a commit must not overtake the one that it follows.
            await before
        try:
            await self._send(group)
        except Exception as error:  # whatever it is, the waiting callers must learn of it
            trouble = error if isinstance(error, StoreError) else StoreError(repr(error))
            for pending in group:
                pending.fail(trouble)
        self._gathering.written()

    async def _send(self, group: Sequence[Pending]) -> None:
        parts = [group[at : at + MOST] for at in range(0, len(group), MOST)]
        commands: list[Command] = [self._command(part, "EVALSHA", APPEND.sha) for part in parts]
        replies, replicas = await self._ask(group, commands)
        if any(isinstance(reply, Refused) and reply.code == "NOSCRIPT" for reply in replies):
            # The script recognises parts that were stored after all by their batch ids.
            commands = [self._command(part, "EVAL", APPEND.text) for part in parts]
            replies, replicas = await self._ask(group, commands)
        for part, reply in zip(parts, replies, strict=True):
            answers = [reply] * len(part) if isinstance(reply, Refused) else reply
            for pending, answer in zip(part, answers, strict=True):
                if answer == 1 and pending.durability is not _REPLICA:
                    pending.landed(self._reached)
                else:
                    self._settle(pending, answer, replicas)

    async def _ask(
        self, group: Sequence[Pending], commands: list[Command]
    ) -> tuple[list[Any], int]:
        """Replies to the commands, and the number of replicas that have them, if requested."""
        if _REPLICA in [pending.durability for pending in group]:
            replies = await self._link.run([*commands, ("WAIT", 1, _WAIT_MS)])
            waited = replies.pop()
            return replies, waited if isinstance(waited, int) else 0
        return await self._link.run(commands), 0

    def _command(self, part: Sequence[Pending], how: str, script: str) -> bytes:
        """One call of the script for several appends."""
        keys: list[bytes] = []
        terms: list[bytes] = []
        words: list[bytes] = []
        for pending in part:
            commit, lease = pending.commit, pending.lease
            key, term = self._constant(
                commit.table, commit.epoch, commit.owner, lease.owner, lease.holder, lease.ttl_ms
            )
            keys.append(key)
            terms.append(term)
            words += _words(pending)
        many = len(part)
        # Per append 5 keys, 5 words of its term and 6 of its own; 4 words for the call and the cap.
        start = b"*%d\r\n" % (4 + 16 * many) + bulk((how, script, 5 * many))
        return b"".join((start, *keys, bulk((FEED_CAP,)), *terms, *words))

    def _make_constant(
        self, table: str, epoch: int, owner: str, holding: str, holder: str, ttl_ms: int
    ) -> tuple[bytes, bytes]:
        """The constant part of every append of a term: the keys and the first words."""
        words = (epoch, owner, f"{holding} {holder}", ttl_ms, table)
        return bulk(self._keys(table)), bulk(words)

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
        if pending.durability is _REPLICA and isinstance(outcome, Appended | Duplicate):
            if replicas == 0:
                # Also for a duplicate: the script writes again, so that the next WAIT covers it.
                outcome = Unreplicated(version=outcome.version, replicas=replicas)
            elif isinstance(outcome, Appended):
                outcome = Appended(version=outcome.version, reached=_REPLICA)
        pending.settle(outcome, head)


_SIZES = tuple([f"${size}" for size in range(65)])
"""Prefixes of words by length, up to the length of a hash, because formatting one is slow."""


def _words(pending: Pending) -> tuple[bytes, bytes, bytes]:
    """An append's own words, as `bulk` writes them; faster, because their number is fixed."""
    commit, body, digest = pending.commit, pending.body, pending.digest
    after, count = str(commit.first - 1), str(len(commit.events))
    previous, batch = commit.previous, commit.batch
    sizes = _SIZES
    texts = (
        sizes[len(after)],
        after,
        sizes[len(previous)],
        previous,
        sizes[len(batch)],
        batch,
        sizes[len(count)],
        count,
        sizes[len(digest)],
        digest,
        f"${len(body)}\r\n",
    )
    return "\r\n".join(texts).encode(), body, b"\r\n"


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
