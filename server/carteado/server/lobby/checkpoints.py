"""Writes the checkpoints of running tables, and restores tables from them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from itertools import islice

from carteado.engine.game import Event
from carteado.engine.naming import NameOf, short_name, with_names
from carteado.protocol.log import decode_commit
from carteado.server.lobby.checkpoint import (
    Checkpoint,
    checkpoint_key,
    pack_checkpoint,
    read_checkpoint,
)
from carteado.server.lobby.recovery import Fold, events_of
from carteado.server.lobby.runner import TableRunner
from carteado.server.ops.logs import fault, log
from carteado.server.ops.slices import TimeSlices
from carteado.server.store.base import Store
from carteado.server.store.errors import StoreError

__all__ = ["EVERY", "Checkpoints"]

EVERY = 16
"""Events after which a running table gets its next checkpoint."""

# One transaction for many tables, but short enough not to hold up their appends.
_TOGETHER = 64
"""Checkpoints written in one transaction."""

_EARLIER = 256
"""Commits before a checkpoint that are read for returning clients."""


class Checkpoints:
    """The checkpoints of one server.

    Args:
        store: where they lie.
        secret: the server's own.
        name_of: what the player of an id is called.
    """

    def __init__(self, store: Store, secret: bytes, name_of: NameOf = short_name) -> None:
        self._store = store
        self._name_of = name_of
        self._key = checkpoint_key(secret)

    # Writing

    async def write(self, runners: Iterable[TableRunner], *, least: int = EVERY) -> None:
        """Write checkpoints of tables with enough new events since their last one.

        Tables where a player was renamed since then get one too: a renaming is not an event.

        Failures are logged: the next start takes longer, and nothing is lost.
        """
        due = (one for one in list(runners) if _is_due(one, least))
        slices = TimeSlices(self._store.is_writing)
        while group := list(islice(due, _TOGETHER)):
            packed: dict[str, bytes] = {}
            for runner in group:
                await slices.keep()
                body = self._pack(runner)
                if body is not None:
                    packed[runner.id] = body
            try:
                await self._store.put_checkpoints(packed)
            except StoreError as error:
                log.error("checkpoints not written", error=str(error))
                return

    def _pack(self, runner: TableRunner) -> bytes | None:
        """A table's checkpoint; None if a commit is in flight, or if it would be too large.

        A checkpoint holds no names, so there is none either where the directory does not know the
        names at the table: those of a log that an older release wrote would be lost with it.
        """
        host, lease = runner.host, runner.lease
        if lease.version != host.audience.seq or host.table.closed:
            return None
        if with_names(host.table, self._name_of) is not host.table:
            return None
        # Also for a checkpoint that turns out too large: it is tried again only after more events.
        runner.checkpointed = host.audience.seq
        runner.renaming_kept = host.audience.recent.renamed_at
        fold = Fold(runner.id, lease.epoch)
        fold.table, fold.audience = host.table, host.audience
        fold.answers, fold.owners = host.answers, host.owners
        fold.departures = host.departures
        clock = host.open_decision
        fold.decision = clock.decision if clock is not None else 0
        fold.all_ins = runner.all_ins
        try:
            return pack_checkpoint(fold, lease.head, self._key)
        except Exception as error:  # a game whose state cannot be stored gets no checkpoint
            log.error("no checkpoint", table=runner.id, error=fault(error))
            return None

    # Reading

    async def start(self, table_id: str, epoch: int) -> tuple[Fold, str] | None:
        """The fold of the beginning of a log and the hash of the commit where it ends.

        Returns:
            None where there is no checkpoint that can be used.

        Raises:
            LogError: the log cannot be read.
            StoreError: the store does not answer.
        """
        body = await self._store.checkpoint(table_id)
        if body is None:
            return None
        found = read_checkpoint(body, table_id, self._key, epoch, self._name_of)
        if isinstance(found, Checkpoint):
            bodies = await self._store.trace(table_id, found.at, found.head, _EARLIER)
            if bodies is not None:
                fold = found.fold
                fold.audience.recent.earlier = functools.partial(
                    _events, fold, bodies, self._name_of
                )
                return fold, found.head
            found = "it does not fit the log"
        log.warning("checkpoint ignored", table=table_id, reason=found)
        return None


def _is_due(runner: TableRunner, least: int) -> bool:
    audience = runner.host.audience
    if audience.recent.renamed_at != runner.renaming_kept:
        return True
    return audience.seq - runner.checkpointed >= least


def _events(fold: Fold, bodies: Sequence[bytes], name_of: NameOf) -> list[Event]:
    """The events of some commits."""
    game = fold.known.game
    commits = map(decode_commit, bodies)
    return [
        event
        for commit in commits
        for event in events_of(commit, None if commit.first == 1 else game, name_of)
    ]
