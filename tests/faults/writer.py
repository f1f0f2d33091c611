"""A process that appends to a store and writes each acknowledgement to its standard output.

    python -m tests.faults.writer URL COMMITS [--sync-off]

A line is a table, the version it has reached, and the hash of its last commit. The line is one
`write` call, made after the store answered: whoever reads it knows what was acknowledged, however
this process ends. It goes on until it has written so many commits, and tries again where the store
does not answer.
"""

from __future__ import annotations

import asyncio
import os
import sys

from carteado.server.store import open_store
from carteado.server.store.base import Appended, Duplicate, Full, Lease, Store, Unreplicated
from carteado.server.store.errors import StoreUnreachable
from carteado.server.store.sqlite import SqliteStore

TABLES = 3
_AGAIN_S = 0.02


async def main(url: str, commits: int, *, sync_off: bool) -> int:
    """Write so many commits to each of a few tables; 1 when a table had to stop."""
    async with await open_store(url) as store:
        if sync_off:
            assert isinstance(store, SqliteStore)
            store._writer._connection.execute("PRAGMA synchronous = OFF")
        done = await asyncio.gather(*(_write(store, f"t{n}", commits) for n in range(TABLES)))
    return 0 if all(done) else 1


async def _write(store: Store, table: str, commits: int) -> bool:
    lease = await store.acquire(table, "writer", 60_000)
    assert isinstance(lease, Lease), lease
    for number in range(commits):
        events = [(1, {"type": "checked", "seat": number % 2, "text": "x" * (number % 400)})]
        commit = lease.commit(events * (1 + number % 3), at=number)
        while True:
            try:
                outcome = await store.append(lease, commit)
            except StoreUnreachable:
                outcome = Full(reason="no answer")
            if isinstance(outcome, Appended | Duplicate):
                break
            if not isinstance(outcome, Full | Unreplicated):
                os.write(1, f"stopped {table} {type(outcome).__name__}\n".encode())
                return False
            await asyncio.sleep(_AGAIN_S)
        os.write(1, f"{table} {lease.version} {lease.head}\n".encode())
    return True


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]), sync_off="--sync-off" in sys.argv)))
