"""Moving finished tables to the archive and deleting old ones, for commands and the server.

A table is finished when it was closed. Its age counts from its last commit.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from carteado.protocol.log import LogError
from carteado.server.lobby.leases import LEASE_MS, Held
from carteado.server.ops.logs import log
from carteado.server.ops.timing import wall_ms
from carteado.server.store.base import Busy, Head, Lease, Store
from carteado.server.store.errors import StoreError, UnknownTable

__all__ = ["EVERY_S", "FinishedTable", "archive_regularly", "archive_table", "finished", "prune"]

# Ages are days, so an hour more does not matter.
EVERY_S = 3600.0
"""Seconds between a server's searches for tables to archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTable:
    """A table that was closed.

    Attributes:
        table: its id.
        events: number of its events.
        archived: how many of them are archived.
        at: when the last commit was written, milliseconds since 1970.
    """

    table: str
    events: int
    archived: int
    at: int


async def finished(
    store: Store, before: int, problems: list[str]
) -> AsyncGenerator[FinishedTable, None]:
    """The finished tables whose last commit is older than a time.

    Args:
        store: where to look.
        before: milliseconds since 1970.
        problems: gets a sentence for each table that cannot be read.
    """
    for table in await store.tables(closed=True):
        head = await store.head(table)
        if head is None or not head.closed:
            continue
        try:
            at = await _written_at(store, head)
        except (LogError, StoreError) as error:
            problems.append(f"{store.where}: {_of(table, error)}")
            continue
        if at < before:
            yield FinishedTable(table=table, events=head.version, archived=head.base, at=at)


async def _written_at(store: Store, head: Head) -> int:
    async for commit in store.read(head.table, head.version - 1, 1):
        return commit.at
    raise LogError("the log is empty", table=head.table)


def _of(table: str, error: Exception) -> str:
    return str(error) if table in str(error) else f"table {table}: {error}"


async def archive_table(store: Store, table: str, upto: int | None = None) -> int:
    """Move a table's events to the archive, under its lease.

    Args:
        store: where the log lies; it knows the folder of the archive.
        table: id of the table.
        upto: version of the last event to move; None for a finished table, all of it.

    Returns:
        How many events were moved.

    Raises:
        Held: a server has the table.
        StoreError: the table is not there or not finished, or the archive cannot be written.
        LogError: the log is damaged; nothing was removed.
    """
    head = await store.head(table)
    if head is None:
        raise UnknownTable(table)
    if upto is None and not head.closed:
        raise StoreError(f"table {table} is not finished; only a part of it can be archived")
    lease = await _lease(store, table)
    try:
        moved = await store.archive(table, head.version if upto is None else upto)
    finally:
        await store.release(lease, closed=head.closed)
    return moved - head.base


async def prune(store: Store, table: FinishedTable) -> bool:
    """Delete a finished table for ever: its log, then its archive files.

    Returns:
        Whether it was deleted; False when somebody has taken it since.

    Raises:
        Held: a server has the table.
        StoreError: the store or the folder cannot be written.
    """
    # Under the lease the log cannot grow, so the next check still holds at `forget`.
    lease = await _lease(store, table.table)
    head = await store.head(table.table)
    if head is None or not head.closed or head.version != table.events:
        await store.release(lease)
        return False
    # The files are deleted last: after a crash in between, files without a table remain, which do
    # no harm.
    if not await store.forget(lease):
        return False
    if store.archived is not None:
        for file in store.archived.files(table.table):
            file.path.unlink(missing_ok=True)
    return True


async def _lease(store: Store, table: str) -> Lease:
    # A holder of its own: the server that has the table must be refused, not replaced.
    lease = await store.acquire(table, f"archive-{secrets.token_hex(8)}", LEASE_MS)
    if isinstance(lease, Busy):
        raise Held(lease)
    return lease


async def archive_regularly(store: Store, age: int, every_s: float = EVERY_S) -> None:
    """Archive tables that have been finished for long enough, until cancelled.

    Args:
        store: where the logs lie.
        age: for how long, milliseconds.
        every_s: seconds between two searches.
    """
    reported: set[str] = set()
    while True:
        problems: list[str] = []
        try:
            async for table in finished(store, wall_ms() - age, problems):
                if table.archived < table.events:
                    await _archive(store, table, problems)
        except StoreError as error:
            problems.append(str(error))
        for problem in problems:
            # A lasting problem is logged once, not every hour.
            if problem not in reported:
                log.error("not archived", error=problem)
        reported = set(problems)
        await asyncio.sleep(every_s)


async def _archive(store: Store, table: FinishedTable, problems: list[str]) -> None:
    try:
        events = await archive_table(store, table.table)
    except Held:
        return  # another server of the same store archives it
    except (LogError, StoreError) as error:
        problems.append(f"{store.where}: {_of(table.table, error)}")
    else:
        log.info("table archived", table=table.table, events=events)
