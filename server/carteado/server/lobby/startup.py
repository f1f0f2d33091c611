"""Restores the tables of a store at the start of the server, while clients already connect.

Clients are accepted at once. The tables are restored in the background, several at a time, and a
table that a client asks for comes next. Until a table is back, commands about it are refused with
``table/starting``.

A store that does not answer is asked again with the same back-off as a table that stopped. It is
then asked for one table at a time, so that only one request at a time waits for a timeout.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from carteado.protocol.log import LogError
from carteado.server.lobby.leases import Held
from carteado.server.lobby.restarts import back_off_s
from carteado.server.ops.logs import log
from carteado.server.store.base import Store
from carteado.server.store.errors import Archived, StoreError, UnknownTable

__all__ = ["AT_ONCE", "RETRY_MS", "Startup", "is_unwell"]

AT_ONCE = 32
"""Tables restored at the same time: their leases share a transaction of the store."""

RETRY_MS = 250
"""Time after which a client may ask again for a table that is not restored, milliseconds."""


PATIENCE = 5
"""Attempts after which a start continues without a table, if others were restored."""


def is_unwell(error: Exception) -> bool:
    """Whether an error concerns the whole store and not one table."""
    return isinstance(error, StoreError) and not isinstance(error, Archived | UnknownTable)


class Startup:
    """The tables that are not back yet.

    Args:
        store: where the logs lie.
        recover: brings one table back.
        held: called for a table whose lease another server holds.
        lost: called for a table that cannot be restored; returns the reason for the operator.

    Attributes:
        problems: sentences for the operator about tables that are not restored.
        tables: number of tables, None while the store has not listed them.
        trouble: the store's last error, None while it answers.
        finished: set when every table is restored, or has failed for now.
    """

    def __init__(
        self,
        store: Store,
        recover: Callable[[str], Awaitable[None]],
        held: Callable[[str, Held], None],
        lost: Callable[[str, Exception], str],
    ) -> None:
        self.problems: list[str] = []
        self.tables: int | None = None
        self.trouble: str | None = None
        self.finished = asyncio.Event()
        self.finished.set()
        self._store = store
        self._recover = recover
        self._held = held
        self._lost = lost
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._under_way: set[str] = set()
        # By table: the number of settled tables at its first failure, and its failures so far.
        self._suspects: dict[str, tuple[int, int]] = {}
        self._ready = 0
        self._running = False

    def text(self) -> str | None:
        """Progress of the start, such as ``starting, 412 of 1000 tables``; None when it is over."""
        if not self._running:
            return None
        trouble = f"; the store does not answer: {self.trouble}" if self.trouble else ""
        if self.tables is None:
            return f"starting, the tables are not listed yet{trouble}"
        return f"starting, {self._ready} of {self.tables} tables{trouble}"

    @property
    def under_way(self) -> bool:
        """Whether the tables of the store are being restored."""
        return self._running

    def begin(self) -> None:
        """Note that the start has begun; `run` restores the tables."""
        self._running = True
        self.finished.clear()

    def asked(self, table_id: str) -> bool:
        """Whether a table is not restored yet; if so, it is restored next."""
        if not self._running:
            return False
        if table_id in self._waiting:
            # To the front of the queue, because a client waits for this table.
            self._waiting.move_to_end(table_id, last=False)
            return True
        # Until the store has listed its tables, any id may be one of them.
        return self.tables is None or table_id in self._under_way

    def end(self) -> None:
        """Note that the start is over."""
        self._running = False
        self.finished.set()

    async def run(self) -> None:
        """Restore every table; returns when all are restored or have failed for now."""
        self.begin()
        names = await self._names()
        self.tables = len(names)
        self._waiting = OrderedDict.fromkeys(names)
        while self._waiting:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(AT_ONCE, len(self._waiting))):
                    group.create_task(self._work())
            if self.trouble is not None:
                await self._wait_for_store()

    async def _names(self) -> tuple[str, ...]:
        attempts = 0
        while True:
            try:
                names = await self._store.tables()
            except StoreError as error:
                self._trouble(error)
                await asyncio.sleep(back_off_s(attempts))
                attempts += 1
            else:
                self.trouble = None
                return names

    async def _work(self) -> None:
        # At the first error all workers end, and `_wait_for_store` tries one table at a time.
        while self._waiting and self.trouble is None:
            await self._next()

    async def _wait_for_store(self) -> None:
        """Try one table at a time until the store answers."""
        attempts = 0
        while self._waiting and self.trouble is not None:
            await asyncio.sleep(back_off_s(attempts))
            attempts += 1
            await self._next()

    async def _next(self) -> None:
        table_id, _ = self._waiting.popitem(last=False)
        self._under_way.add(table_id)
        try:
            await self._recover(table_id)
        except Held as held:
            self._held(table_id, held)
            self.problems.append(f"table {table_id}: {held}")
            self._settled()
        # A damaged log says nothing about the store.
        except LogError as error:
            self._give_up(table_id, error)
        except Exception as error:
            if is_unwell(error) and self._may_be_all(table_id):
                # To the end of the queue: the next table shows whether only this one is unwell.
                self._waiting[table_id] = None
                self._trouble(error)
            else:
                self._give_up(table_id, error)
        else:
            self._settled()
        finally:
            self._under_way.discard(table_id)

    def _may_be_all(self, table_id: str) -> bool:
        """Whether the failure of a table may concern all tables.

        It does not if another table was restored since this one first failed. Once some tables are
        restored, the start does not wait for the last one either, nor for one that failed often:
        these are tried again like a stopped table.
        """
        first, failures = self._suspects.get(table_id, (self._ready, 0))
        self._suspects[table_id] = (first, failures + 1)
        if self._ready and (not self._waiting or failures + 1 >= PATIENCE):
            return False
        return first == self._ready

    def _settled(self) -> None:
        self._ready += 1
        self.trouble = None

    def _give_up(self, table_id: str, error: Exception) -> None:
        """Start without a table: whatever its log holds, the others are not kept waiting."""
        self.problems.append(f"table {table_id} has stopped: {self._lost(table_id, error)}")
        self._settled()

    def _trouble(self, error: Exception) -> None:
        if self.trouble is None:
            log.error("store does not answer", error=str(error))
        self.trouble = str(error)
