"""Restores tables from their logs, at the start of the server and after a table had to stop.

Everything that clients have seen is in the log, so a stopped table is folded from it again. A table
that cannot continue has a message for its clients. It is tried again, or waits for the operator.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from carteado.protocol.log import LogError
from carteado.server.lobby.background import BackgroundTasks
from carteado.server.lobby.checkpoints import Checkpoints
from carteado.server.lobby.leases import Held, Leases
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.lobby.recovery import recover, words_for_clients, words_of
from carteado.server.lobby.restarts import Restarts
from carteado.server.lobby.runner import TableRunner
from carteado.server.lobby.startup import Startup, is_unwell
from carteado.server.ops.logs import fault, log
from carteado.server.ops.timing import now_ms
from carteado.server.store.base import Diverged, Lease, Store
from carteado.server.table.host import TableHost

__all__ = ["Restoring"]

GONE = "the server lost its store; the table has stopped until the operator restarts the server"
"""The message to clients of a table whose store was deleted or emptied, or is read-only."""


class Restoring:
    """Brings back the tables of one store.

    Args:
        store: where the logs lie.
        leases: of the tables.
        checkpoints: where a fold may begin.
        players: what the players of the store are called.
        background: runs what has to wait for the store or the clock.
        entropy: gives so many fresh random bytes.
        seat_key: by table, the keys of the seats that are kept for bots of the host.
        run: lets a table run whose log was folded.

    Attributes:
        failed: the message to clients about each table that cannot continue.
        restarts: the back-off of every table.
        startup: the tables that are not restored yet.
    """

    def __init__(
        self,
        store: Store,
        leases: Leases,
        checkpoints: Checkpoints,
        players: PlayerDirectory,
        background: BackgroundTasks,
        entropy: Callable[[int], bytes],
        seat_key: Callable[[str], Callable[[int], str]],
        run: Callable[[TableHost, Lease], TableRunner],
    ) -> None:
        self.failed: dict[str, str] = {}
        self.restarts = Restarts(now_ms)
        self.startup = Startup(store, self._restore, self._held, self._lost)
        self._store = store
        self._leases = leases
        self._checkpoints = checkpoints
        self._players = players
        self._background = background
        self._entropy = entropy
        self._seat_key = seat_key
        self._run = run

    def stopped(self, table_id: str, reason: str) -> str:
        """Note that a table had to stop, and fold it from its log again where that may help.

        Only the log shows whether an append in flight was stored. A log with another history than
        clients have seen is left to the operator.

        Returns:
            The reason, for clients.
        """
        text = f"table {table_id} had to stop ({reason}); come back soon"
        if self._store.fault is not None:
            text = GONE
        self.failed[table_id] = text
        # A lost store cannot restore a table, so trying again would only fill the server's log.
        if self._store.fault is None and reason != Diverged.__name__:
            seconds = self.restarts.next_s(table_id)
            self._background.start(self._restore_later(table_id, seconds))
        return text

    def _held(self, table_id: str, held: Held) -> None:
        self.failed[table_id] = words_for_clients(held)
        self._background.start(self._restore_later(table_id, _after(held)))

    def _lost(self, table_id: str, error: Exception) -> str:
        """Note why a table cannot continue, and try again if the store caused it.

        Returns:
            The reason, for the operator.
        """
        # A full disk or a lost connection may pass; a damaged log does not.
        if is_unwell(error) and self._store.fault is None:
            self._background.start(self._restore_later(table_id, self.restarts.next_s(table_id)))
        return self._note_failed(table_id, error)

    def _note_failed(self, table_id: str, error: Exception) -> str:
        self.failed[table_id] = GONE if self._store.fault else words_for_clients(error)
        text = words_of(error) or fault(error)
        # Only a damaged log can be salvaged.
        if isinstance(error, LogError):
            hint = f"`carteado log salvage {table_id} FILE` writes the part before it to a file"
            text = f"{self._store.where}: {text}; {hint}"
        log.error("table not recovered", table=table_id, error=text)
        return text

    async def _restore_later(self, table_id: str, seconds: float) -> None:
        """Try to restore a table until another owner's lease ends, or the store answers."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await self._restore(table_id)
            except Held as held:
                seconds = _after(held)
            except Exception as error:
                self._note_failed(table_id, error)
                if not is_unwell(error) or self._store.fault is not None:
                    return
                seconds = self.restarts.next_s(table_id)
            else:
                return

    async def _restore(self, table_id: str) -> None:
        # The lease first: from here on no other server can append events that this fold would miss.
        lease = await self._leases.take(table_id)
        if not self._players.loaded or not self.startup.under_way:
            await self._players.load()  # another server of the store may have run the table
        fold, after, digest, renamed_at = None, 0, None, 0
        if (start := await self._checkpoints.start(table_id, lease.epoch)) is not None:
            fold, digest = start
            after, renamed_at = fold.audience.seq, fold.audience.recent.renamed_at
        host, all_ins = await recover(
            table_id,
            self._store.read(table_id, after, digest=digest),
            lease.epoch,
            self._entropy,
            self._seat_key(table_id),
            fold,
            self._players.name_of,
            self._players.known_name,
        )
        self.failed.pop(table_id, None)
        # The table was closed, and the server ended before it released the lease.
        if host.table.closed:
            await self._store.release(lease, closed=True)
            return
        runner = self._run(host, lease)
        runner.checkpointed, runner.renaming_kept, runner.all_ins = after, renamed_at, all_ins


def _after(held: Held) -> float:
    """Seconds until another owner's lease has ended."""
    # A little later than the lease ends, so that the first try succeeds.
    return held.left_ms / 1000 + 0.1
