"""The comparison of a table's checkpoint with its log, for ``carteado log verify``."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3

from carteado.protocol.log import chain_hash
from carteado.protocol.segment import read_records
from carteado.server.app import SECRET
from carteado.server.lobby.checkpoint import Checkpoint, checkpoint_key, differs, read_checkpoint
from carteado.server.lobby.recovery import Fold
from carteado.server.store import open_store, sqlite_path
from carteado.server.store.sqlite_file import connect

__all__ = ["compare", "stored_checkpoint"]


def stored_checkpoint(url: str, table: str) -> Checkpoint | str | None:
    """A table's checkpoint, why it is ignored, or None where there is none.

    Args:
        url: the store; a data file may be open in a running server.
        table: id of the table.

    Raises:
        StoreError: the store cannot be read.
        sqlite3.Error: likewise.
    """
    path = sqlite_path(url)
    if path is None:
        body, secret = asyncio.run(_asked(url, table))
    elif not path.exists():
        return None
    else:
        # Read directly, because the store's own code would want the lock of a running server.
        with contextlib.closing(connect(path)) as connection:
            body, secret = _read(connection, table)
    if body is None:
        return None
    return read_checkpoint(body, table, checkpoint_key(secret or b""))


def compare(found: Checkpoint, table: str, segment: bytes) -> str | None:
    """The difference between a checkpoint and the log, None if there is none.

    Args:
        found: the checkpoint.
        table: id of the table.
        segment: the table's log from its beginning, at least up to the checkpoint.

    Raises:
        ReplayError: the log cannot be folded.
        UnknownGame: its game is not installed.
    """
    fold, head = Fold(table, 0), ""
    for commit, body in read_records(segment)[1]:
        # The log may have grown since the checkpoint was written.
        if commit.first > found.at:
            break
        fold.take(commit)
        head = chain_hash(body)
    if (fold.audience.seq, head) != (found.at, found.head):
        return f"no commit of the log ends with event {found.at} and has its hash"
    wrong = differs(found, fold)
    return f"at event {found.at} it differs from the log: {wrong}" if wrong else None


def _read(connection: sqlite3.Connection, table: str) -> tuple[bytes | None, bytes | None]:
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoint'").fetchone()
    if known is None:  # no server of this release has opened the file yet
        return None, None
    body = connection.execute(
        "SELECT body FROM checkpoint JOIN stream ON stream.id = stream WHERE name = ?", (table,)
    ).fetchone()
    secret = connection.execute(
        "SELECT value FROM projected WHERE name = ? AND key = 'secret'", (SECRET,)
    ).fetchone()
    return body and body[0], secret and secret[0]


async def _asked(url: str, table: str) -> tuple[bytes | None, bytes | None]:
    async with await open_store(url) as store:
        body = await store.checkpoint(table)
        parts = await store.projection(SECRET)
    found = [part.values["secret"] for part in parts if "secret" in part.values]
    return body, found[0] if found else None
