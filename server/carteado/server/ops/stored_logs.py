"""Reading logs, accounts and names from a store, or from a data file that a server has open.

A data file is read in one transaction that changes nothing: a running server is not disturbed, and
one state of the file is seen. Any other store is opened as a server would open it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TypeVar

from carteado.engine.tables.options import did_you_mean
from carteado.protocol.log import LogError, decode_commit, salvage_hint
from carteado.protocol.segment import SegmentHeader, SegmentWriter
from carteado.server.lobby.accounts import NAME as ACCOUNTS
from carteado.server.lobby.accounts import Accounts
from carteado.server.lobby.player_directory import NAME as PLAYERS
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.ops.config import ConfigError, load_settings
from carteado.server.store import archive_of, open_store, sqlite_path
from carteado.server.store.archive import Archive
from carteado.server.store.errors import NoSuchStore, StoreError, UnknownTable
from carteado.server.store.outcomes import Head
from carteado.server.store.sqlite_file import (
    check_file,
    check_heads,
    connect,
    read_heads,
    read_recorded,
)
from carteado.server.store.transfer import game_of
from carteado.server.store.trouble import file_trouble

__all__ = [
    "STORE",
    "USAGE",
    "LogToolError",
    "accounts_of",
    "missing_file",
    "place_of",
    "players_of",
    "reading_file",
    "reporting",
    "segment_of",
    "store_url",
    "tables_of",
]

USAGE, STORE = 2, 6
"""Exit statuses for a wrong command, and for a store or log that cannot be read or written."""

T = TypeVar("T")


class LogToolError(Exception):
    """A log or store that cannot be read or written; one sentence names it and the problem.

    Attributes:
        exit_status: status of a command line that ends with it.
    """

    def __init__(self, message: str, exit_status: int = STORE) -> None:
        super().__init__(message)
        self.exit_status = exit_status


def store_url(given: str | None) -> str:
    """The store to use: the one given, else the one that `carteado serve` would use.

    Raises:
        LogToolError: the settings cannot be read.
    """
    try:
        return load_settings({"store": given}).store_url
    except ConfigError as error:
        raise LogToolError(str(error), USAGE) from None


def missing_file(path: Path) -> str:
    """The sentence about a path at which there is no log."""
    if path.is_dir():
        return f"{path} is a folder; name a file that `carteado log export` wrote"
    return f"there is no file {path}"


def place_of(url: str) -> str:
    """A store as messages name it: the data file, or the URL without its password."""
    path = sqlite_path(url)
    return str(path) if path is not None else re.sub("//.*@", "//", url)


def tables_of(url: str | None) -> tuple[str, ...]:
    """Ids of all tables of a store.

    Raises:
        LogToolError: the store cannot be read.
    """
    return tuple(sorted(reporting(lambda: _heads(store_url(url)))))


def segment_of(url: str | None, table: str) -> bytes:
    """A table's log as the bytes of a segment file, read without disturbing a running server.

    Args:
        url: the store; the one of this machine's settings when absent.
        table: id of the table.

    Raises:
        LogToolError: there is no such log, it is damaged, or the store cannot be read.
    """
    found = store_url(url)

    def read() -> bytes:
        try:
            path = sqlite_path(found)
            if path is not None:
                return b"".join(_read_file(path, archive_of(found), table))
            return asyncio.run(_exported(found, table))
        except UnknownTable as error:
            raise LogToolError(f"{error}; {did_you_mean(table, tables_of(url))}") from None
        except LogError as error:
            raise LogToolError(f"{place_of(found)}: {error}; {salvage_hint(table)}") from None

    data: bytes = reporting(read)
    return data


def accounts_of(url: str | None) -> Accounts:
    """The accounts of a store, read without disturbing a running server.

    Raises:
        LogToolError: the store cannot be read.
    """
    return Accounts.of(_projected(url, ACCOUNTS))


def players_of(url: str | None) -> PlayerDirectory:
    """The player directory of a store, read without disturbing a running server.

    Raises:
        LogToolError: the store cannot be read.
    """
    return PlayerDirectory.of(_projected(url, PLAYERS), accounts_of(url))


def _projected(url: str | None, name: str) -> dict[str, bytes]:
    """A projection of a store, read without disturbing a running server.

    Raises:
        LogToolError: the store cannot be read.
    """
    found = store_url(url)

    async def ask() -> dict[str, bytes]:
        async with await open_store(found) as store:
            parts = await store.projection(name)
        return {key: value for part in parts for key, value in part.values.items()}

    def read() -> dict[str, bytes]:
        path = sqlite_path(found)
        if path is None:
            return asyncio.run(ask())
        with reading_file(path) as connection:
            rows = connection.execute("SELECT key, value FROM projected WHERE name = ?", (name,))
            return dict(rows.fetchall())

    return reporting(read)


def reporting(read: Callable[[], T]) -> T:
    """Call a function, and report its failure in one sentence.

    Raises:
        LogToolError: the call raised an error of a store, a log or a file.
    """
    try:
        return read()
    except (StoreError, LogError) as error:
        status = USAGE if isinstance(error, NoSuchStore) else STORE
        raise LogToolError(str(error), status) from None
    except OSError as error:
        raise LogToolError(f"{error.filename}: {error.strerror}") from None


@contextlib.contextmanager
def reading_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that sees one state of a data file and changes nothing.

    Raises:
        StoreError: the file cannot be read; one sentence says why.
    """
    if not path.exists():
        raise StoreError(f"there is no data file {path}; --store names another")
    check_file(path)
    try:
        with contextlib.closing(connect(path)) as connection:
            # The transaction sees the state at its first query, not at this moment.
            connection.execute("BEGIN")
            yield connection
    except sqlite3.Error as error:
        raise StoreError(file_trouble(path, error)) from None


def _read_file(path: Path, archive: Archive | None, table: str) -> Iterator[bytes]:
    """The segment of a table's log, from one state of the file."""
    # The note first: a running server writes the log first, so the file is never behind the note.
    recorded = {name: at for name, at in read_recorded(path).items() if name == table}
    with reading_file(path) as connection:
        head = read_heads(connection).get(table)
        found = check_heads(connection, {table: head} if head else {}, recorded)
        if table in found:
            raise found[table]
        if head is None or not head.version:
            raise UnknownTable(table)
        rows = connection.execute(
            "SELECT body FROM commits JOIN stream ON stream.id = stream WHERE name = ?"
            " ORDER BY first",
            (table,),
        )
        yield from _segment(head, archive, [body for (body,) in rows])


def _segment(head: Head, archive: Archive | None, bodies: Iterable[bytes]) -> Iterator[bytes]:
    after, digest = head.base, head.base_hash
    if head.base and archive is not None:
        bodies = chain((body for _, body in archive.read(head)), bodies)
        after, digest = 0, ""
    rest = iter(bodies)
    start = next(rest, None)
    first = decode_commit(start) if start else None
    writer = SegmentWriter(
        SegmentHeader(
            table=head.table,
            game=game_of(first) if first else None,
            rules=first.rules if first else None,
            after=after,
            last=head.version,
            head=digest,
        )
    )
    yield writer.begin()
    if start is not None:
        yield writer.add(start)
    for body in rest:
        yield writer.add(body)
    yield writer.end()


def _heads(url: str) -> tuple[str, ...]:
    path = sqlite_path(url)
    if path is None:
        return asyncio.run(_listed(url))
    with reading_file(path) as connection:
        there = {name for name, head in read_heads(connection).items() if head.version}
        return tuple(there | read_recorded(path).keys())  # deleted files are reported as well


async def _listed(url: str) -> tuple[str, ...]:
    async with await open_store(url) as store:
        return await store.tables(closed=True)


async def _exported(url: str, table: str) -> bytes:
    async with await open_store(url) as store:
        return b"".join([piece async for piece in store.export(table)])
