"""The data file of the embedded store: its format checks, its schema, and its last heads.

The last commit of a log determines its head. The table's own row holds the head as of the last time
when the table was acquired, closed or archived, or the store was closed: updating it with every
append would make an append half as slow again.

A file of another program or a newer release is refused before SQLite may change it. Beside the file
lies ``NAME.heads``, the heads that were acknowledged: SQLite silently drops the end of a damaged
write-ahead log, which only a separate note can reveal.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from carteado.protocol.log import LogError, chain_hash, decode_commit
from carteado.server.store.errors import StoreError
from carteado.server.store.outcomes import Head
from carteado.server.store.trouble import file_trouble, is_damage

__all__ = [
    "SCHEMA",
    "check_file",
    "check_heads",
    "connect",
    "noted_heads",
    "open_file",
    "read_heads",
    "read_recorded",
    "write_recorded",
]

SCHEMA = 2
"""Version of the schema that this release writes; it also reads files of schema 1."""

# The letters CRTD.
_APPLICATION = 0x43525444
_MAGIC = b"SQLite format 3\0"
# The first one with RETURNING, which `Transaction.put` needs.
_OLDEST_SQLITE = (3, 35, 0)

_TABLES = (
    """CREATE TABLE stream (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,
        epoch INTEGER NOT NULL, owner TEXT NOT NULL, batch TEXT NOT NULL, head TEXT NOT NULL,
        base INTEGER NOT NULL, base_head TEXT NOT NULL, closed INTEGER NOT NULL)""",
    """CREATE TABLE commits (
        pos INTEGER PRIMARY KEY, stream INTEGER NOT NULL, first INTEGER NOT NULL,
        count INTEGER NOT NULL, body BLOB NOT NULL, digest BLOB, UNIQUE (stream, first))""",
    """CREATE TABLE projection (name TEXT PRIMARY KEY, pos INTEGER NOT NULL)""",
    """CREATE TABLE projected (
        name TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (name, key))""",
    """CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL)""",
)

# Older releases ignore it, so a file with it still has their schema.
_CHECKPOINT = (
    "CREATE TABLE IF NOT EXISTS checkpoint (stream INTEGER PRIMARY KEY, body BLOB NOT NULL)"
)


def check_file(path: Path) -> None:
    """Check a file without changing it.

    Raises:
        StoreError: the file exists and is not a data file that this release can use.
    """
    # Before it is opened: a pipe waits for somebody who writes into it.
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise StoreError(f"{path} is not a data file of this program: a pipe or a device")
    try:
        with path.open("rb") as file:
            # SQLite's header: the application's number is at byte 68, the schema's at byte 60.
            start = file.read(100)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None
    if not start or path.with_name(path.name + "-journal").exists():
        return  # empty, or an interrupted first start, which SQLite rolls back
    if len(start) < 100 or not start.startswith(_MAGIC):
        raise StoreError(f"{path} is not a data file of this program: not a SQLite file")
    if int.from_bytes(start[68:72], "big") != _APPLICATION:
        raise StoreError(f"{path} is not a data file of this program: another one's SQLite file")
    schema = int.from_bytes(start[60:64], "big")
    # Older schemas are upgraded when the file is opened.
    if schema > SCHEMA:
        raise StoreError(f"{path} was written by a newer release: schema {schema}, not {SCHEMA}")


def connect(path: Path, *, writing: bool = False) -> sqlite3.Connection:
    """A read-only connection, or the writing one; the caller manages transactions."""
    # A reading connection is closed in another thread than that which used it.
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={'rw' if writing else 'ro'}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        # A reader may run into a checkpoint of the write-ahead log.
        timeout=5.0,
    )
    if not writing:
        connection.execute("PRAGMA query_only = 1")
    return connection


def open_file(path: Path, *, full: bool) -> tuple[sqlite3.Connection, dict[str, Head]]:
    """The one connection that writes, and the heads of all logs.

    The file is read and checked before it is opened for writing. A file of schema 1 is upgraded.

    Args:
        path: the data file, which need not exist.
        full: every commit is synced to the disk; otherwise only checkpoints are.

    Raises:
        StoreError: the file cannot be used; one sentence says why.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old: 3.35 or newer is needed")
    try:
        # Logs hold all cards, so only the server may read them.
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = not path.exists() or path.stat().st_size == 0
        if fresh:
            # Made here because SQLite would give it the permissions of the umask.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        else:
            _try_to_read(path)
        connection = connect(path, writing=True)
        try:
            # Before WAL: the page size can only be chosen while the file is empty.
            _create(connection)
            _lift(connection)
            connection.execute(_CHECKPOINT)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
            # On macOS fsync leaves data in the disk's cache; elsewhere this changes nothing.
            connection.execute("PRAGMA fullfsync = 1")
            # A checkpoint holds up every append: one per 16 MB halves their 99th percentile.
            # without sync, a loss of power loses everything since the last checkpoint
            connection.execute(f"PRAGMA wal_autocheckpoint = {16_000 if full else 4_000}")
            return connection, read_heads(connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise StoreError(file_trouble(path, error)) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from None


def _try_to_read(path: Path) -> None:
    # Only a connection that may write can roll a journal back.
    if path.with_name(path.name + "-journal").exists():
        return
    reading = connect(path)
    try:
        noted_heads(reading)
    finally:
        reading.close()


def _create(connection: sqlite3.Connection) -> None:
    """Create the schema, in one transaction and before there is a write-ahead log."""
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            raise sqlite3.DatabaseError("it is another program's")
        return
    # an append changes few bytes on many pages, and every changed page goes to the log whole
    connection.execute("PRAGMA page_size = 1024")
    connection.execute("BEGIN IMMEDIATE")
    for table in _TABLES:
        connection.execute(table)
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


def _lift(connection: sqlite3.Connection) -> None:
    """Upgrade a file from schema 1 to schema 2, in one transaction."""
    if connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA:
        return
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ALTER TABLE commits ADD COLUMN digest BLOB")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")
    # older releases read the schema number from the file, not from its write-ahead log
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def noted_heads(connection: sqlite3.Connection) -> dict[str, Head]:
    """The heads of all logs when they were last written down, by table."""
    rows = connection.execute(
        "SELECT name, version, head, epoch, owner, batch, base, base_head, closed FROM stream"
    )
    return {
        name: Head(
            table=name,
            version=version,
            hash=digest,
            epoch=epoch,
            owner=owner,
            batch=batch,
            base=base,
            base_hash=base_digest,
            closed=bool(closed),
        )
        for name, version, digest, epoch, owner, batch, base, base_digest, closed in rows
    }


def read_heads(connection: sqlite3.Connection) -> dict[str, Head]:
    """The heads of all logs, by table."""
    heads = noted_heads(connection)
    for table, noted in heads.items():
        try:
            heads[table] = _moved_on(connection, noted)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
        except LogError:
            pass  # `check_heads` reports it
    return heads


def _moved_on(connection: sqlite3.Connection, noted: Head) -> Head:
    """The head according to the log's last commit, if that is newer and unchanged."""
    row = _last_commit(connection, noted.table)
    if row is None:
        return noted
    _, _, first, count, body, *rest = row  # a row of schema 1 ends here
    # The row was written after this commit, so it knows at least as much.
    if first + count - 1 <= noted.version:
        return noted
    digest = chain_hash(body)
    # If they differ, the commit was changed: keep the noted head; `check_heads` reports it.
    return noted.after(decode_commit(body), digest) if rest == [bytes.fromhex(digest)] else noted


def _last_commit(connection: sqlite3.Connection, table: str) -> Any:
    return connection.execute(
        "SELECT commits.* FROM commits JOIN stream ON stream.id = stream WHERE name = ?"
        " ORDER BY first DESC LIMIT 1",
        (table,),
    ).fetchone()


def check_heads(
    connection: sqlite3.Connection,
    heads: Mapping[str, Head],
    recorded: Mapping[str, tuple[int, str]],
) -> dict[str, LogError]:
    """Logs that do not end as they should, with the damage.

    Args:
        connection: to the file.
        heads: the result of `read_heads`.
        recorded: version and hash of the last commit that is known to have been acknowledged.
    """
    found: dict[str, LogError] = {}
    for head in heads.values():
        # Closed logs never change again, and reading each at every start would take too long.
        if head.closed:
            continue
        reason = _last_commit_problem(connection, head)
        if reason is not None:
            found[head.table] = LogError(reason, table=head.table, version=head.version)
    for table, (version, digest) in recorded.items():
        reason = _record_problem(connection, heads.get(table), table, version, digest)
        if reason is not None:
            # The first finding stays, because it concerns the log itself.
            found.setdefault(table, LogError(reason, table=table, version=version))
    return found


def _last_commit_problem(connection: sqlite3.Connection, head: Head) -> str | None:
    try:
        row = _last_commit(connection, head.table)
        if row is None:
            if head.version == head.base:
                return None
            return f"the log is empty, {head.version} events were acknowledged"
        if chain_hash(row[4]) != head.hash:
            return "the last commit is not the one that was acknowledged"
    except sqlite3.DatabaseError as error:
        if not is_damage(error):  # for example a locked file
            raise
        return f"the last commit cannot be read: {error}"
    return None


def _record_problem(
    connection: sqlite3.Connection, head: Head | None, table: str, version: int, digest: str
) -> str | None:
    there = head.version if head else 0
    # The end of the log is gone, as after a damaged write-ahead log.
    if there < version:
        return f"the log ends with version {there}, {version} events were acknowledged"
    if head is None or version <= head.base or (there == version and head.hash == digest):
        return None
    try:
        row = connection.execute(
            "SELECT body FROM commits JOIN stream ON stream.id = stream"
            " WHERE name = ? AND first + count - 1 = ?",
            (table, version),
        ).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return f"the commit cannot be read: {error}"
    if row is None or chain_hash(row[0]) != digest or decode_commit(row[0]).table != table:
        return "this is not the history that was acknowledged"
    return None


def _note_path(path: Path) -> Path:
    return path.with_name(path.name + ".heads")


def read_recorded(path: Path) -> dict[str, tuple[int, str]]:
    """The acknowledged heads, as last noted beside the data file.

    Raises:
        StoreError: the note exists and cannot be read.
    """
    note = _note_path(path)
    try:
        data = json.loads(note.read_bytes())
        return {str(name): (int(version), str(digest)) for name, version, digest in data["heads"]}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"{note} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise StoreError(
            f"{note} is damaged; without it the end of the logs cannot be checked:"
            " verify the logs and remove it to go on"
        ) from None


def write_recorded(path: Path, heads: Iterable[Head]) -> None:
    """Note the acknowledged heads beside the data file; the note is replaced as a whole."""
    note = _note_path(path)
    fresh = note.with_name(note.name + ".new")
    listed = [(head.table, head.version, head.hash) for head in heads if head.version]
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump({"format": 1, "heads": listed}, file)
        file.flush()
        # Before the rename: a loss of power leaves the old note or the new one, never an empty one.
        os.fsync(file.fileno())
    fresh.replace(note)
