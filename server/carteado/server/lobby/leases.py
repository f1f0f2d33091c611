"""Takes and renews the leases of one server's tables.

`store/lease` describes the states of a lease and how a store fences a former owner.
"""

from __future__ import annotations

from collections.abc import Callable

from carteado.protocol.log import LogError
from carteado.server.ops.logs import log
from carteado.server.store.base import Busy, Lease, Store
from carteado.server.store.errors import StoreError

__all__ = ["LEASE_MS", "Held", "Leases"]

# Long enough for some failed renewals; short enough for the players of a server that died.
LEASE_MS = 10_000
"""Duration of a table's lease that is not renewed."""


class Held(Exception):
    """Another server holds a table's lease.

    Attributes:
        left_ms: time until the lease ends if it is not renewed, milliseconds.
    """

    def __init__(self, busy: Busy) -> None:
        super().__init__(f"{busy.holder} holds it for {busy.left_ms} ms more, if it is not renewed")
        self.left_ms = busy.left_ms


class Leases:
    """Takes and keeps leases under one name.

    Args:
        store: whose they are.
        holder: the name of the server.

    Attributes:
        holder: the same; a server that starts under the name of one that died takes its tables
            at once.
        unkept: tables whose last renewal failed.
    """

    def __init__(self, store: Store, holder: str) -> None:
        self.holder = holder
        self.unkept: set[str] = set()
        self._store = store

    async def take(self, table_id: str) -> Lease:
        """The lease of a table.

        Raises:
            Held: another server has it.
            LogError: the log is known to be damaged.
            StoreError: the store does not answer.
        """
        lease = await self._store.acquire(table_id, self.holder, LEASE_MS)
        if isinstance(lease, Busy):
            raise Held(lease)
        self.unkept.discard(table_id)
        return lease

    async def take_new(self, wanted: str | None, new_id: Callable[[], str]) -> Lease:
        """The lease of a table without a log.

        Args:
            wanted: the preferred id.
            new_id: returns another id, which is tried if the preferred one is taken.

        Raises:
            StoreError: the store does not answer.
        """
        while True:
            table_id = wanted or new_id()
            wanted = None
            try:
                lease = await self.take(table_id)
            # The id is another server's table or a damaged log: try a random one.
            except (Held, LogError):
                continue
            # A log with events is another table's, perhaps a closed one.
            # A lease for an id without events has created nothing.
            if lease.version == 0:
                return lease
            await self._store.release(lease)

    async def keep(self, lease: Lease) -> None:
        """Renew a lease; a failure is logged.

        After a failure the next append shows whether the lease still holds.
        """
        try:
            kept = await self._store.renew(lease)
            if not kept:
                log.error("lease lost", table=lease.table)
        except StoreError as error:
            kept = False
            log.error("lease not renewed", table=lease.table, error=str(error))
        (self.unkept.discard if kept else self.unkept.add)(lease.table)

    async def close(self, lease: Lease) -> None:
        """Release the lease of a table that has ended; a failure is logged."""
        self.unkept.discard(lease.table)
        try:
            await self._store.release(lease, closed=True)
        except StoreError as error:
            log.error("lease not given back", table=lease.table, error=str(error))
