"""``carteado log``: export, import and check logs; and how other commands read a store.

Whatever only reads opens the data file without the right to write, so it works while a server is
running on it. Nothing is changed where something goes wrong.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from carteado.engine.options import did_you_mean
from carteado.engine.words import counted
from carteado.protocol.log import LogError, chain_hash, decode_commit
from carteado.protocol.segment import SegmentHeader, SegmentWriter, read_records
from carteado.server.config import ConfigError, load_settings
from carteado.server.store import open_store, sqlite_path
from carteado.server.store.errors import NoSuchStore, StoreError, UnknownTable
from carteado.server.store.outcomes import Head
from carteado.server.store.sqlite_file import (
    check_file,
    check_heads,
    connect,
    read_heads,
    read_recorded,
)
from carteado.server.store.transfer import game_of, write_checked

__all__ = ["LogToolError", "log", "segment_of", "tables_of"]

_AsJson = Annotated[bool, Parameter(name="--json", negative=())]
_File = Annotated[Path, Parameter(allow_leading_hyphen=True)]

USAGE, STORE = 2, 6


class LogToolError(Exception):
    """A log or a store that cannot be read or written; one sentence says what and where.

    Attributes:
        exit_status: status of a command line that ends with it.
    """

    def __init__(self, message: str, exit_status: int = STORE) -> None:
        super().__init__(message)
        self.exit_status = exit_status


log = App(name="log", help="Export, import and check logs.")


def store_url(given: str | None) -> str:
    """The store to use: the one given, else the one that `carteado serve` would use.

    Raises:
        LogToolError: the settings cannot be read.
    """
    try:
        return load_settings({"store": given}).store_url
    except ConfigError as error:
        raise LogToolError(str(error), USAGE) from None


def tables_of(url: str | None) -> tuple[str, ...]:
    """Ids of all tables of a store.

    Raises:
        LogToolError: the store cannot be read.
    """
    return tuple(sorted(_telling(lambda: _heads(store_url(url)))))


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
                return b"".join(_read_file(path, table))
            return asyncio.run(_exported(found, table))
        except UnknownTable as error:
            raise LogToolError(f"{error}; {did_you_mean(table, tables_of(url))}") from None

    data: bytes = _telling(read)
    return data


@log.command(name="export")
def export(table: str, file: _File, /, *, store: str | None = None, force: bool = False) -> None:
    """Write a table's log to a file of its own.

    Parameters
    ----------
    table:
        Id of the table.
    file:
        The file to write; "-" for the standard output.
    store:
        Where the logs lie, as in `carteado serve`.
    force:
        Replace the file where there is one.
    """
    data = segment_of(store, table)
    if str(file) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if file.exists() and not force:
        raise LogToolError(f"{file} is there already; --force replaces it")
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        head = write_checked(fresh, [data])
        fresh.replace(file)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise LogToolError(f"{file} cannot be written: {error.strerror}") from None
    print(f"{table}: {counted(head.version, 'event')} written to {file}", file=sys.stderr)


@log.command(name="import")
def import_(file: Path, /, *, store: str | None = None, as_json: _AsJson = False) -> None:
    """Take a table's log from a file, all of it or nothing; no server may be running on the store.

    Parameters
    ----------
    file:
        A file that `carteado log export` wrote.
    store:
        Where the logs lie, as in `carteado serve`.
    as_json:
        Print JSON.
    """

    async def take() -> Head:
        async with await open_store(store_url(store)) as opened:
            with file.open("rb") as source:
                return await opened.import_(source)

    # The file is read to its end before a store is opened or made.
    found = _whole(str(file), _bytes_of(file))
    head = _telling(lambda: asyncio.run(take()))
    told = {"table": head.table, "commits": found["commits"], "events": found["events"]}
    print(
        json.dumps(told)
        if as_json
        else f"{head.table}: {counted(found['events'], 'event')} imported"
    )


@log.command(name="verify")
def verify(
    what: str | None = None, /, *, store: str | None = None, as_json: _AsJson = False
) -> int:
    """Check every byte of a log: checksums, the chain of hashes, and that its end is there.

    Whether the cards were dealt fairly and the rules were kept is what `carteado verify` checks.

    Parameters
    ----------
    what:
        A file, or the id of a table; all tables of the store when absent.
    store:
        Where the logs lie, as in `carteado serve`.
    as_json:
        Print a JSON list.
    """
    rows: list[dict[str, Any]] = []
    if what is not None and (Path(what).exists() or os.sep in what):
        rows.append(_checked(what, lambda: _bytes_of(Path(what))))
    else:
        for table in (what,) if what is not None else tables_of(store):
            rows.append(_checked(table, lambda table=table: segment_of(store, table)))
    if as_json:
        print(json.dumps(rows))
    else:
        for row in rows:
            print(_told(row))
    return 0 if all(row["ok"] for row in rows) else STORE


def _checked(name: str, read: Any) -> dict[str, Any]:
    try:
        return {"log": name, "ok": True, **_whole(name, read())}
    except LogToolError as error:
        return {"log": name, "ok": False, "message": str(error)}


def _told(row: dict[str, Any]) -> str:
    if not row["ok"]:
        return f"FAIL  {row['message']}"
    return (
        f"ok    {row['log']}: table {row['table']}, {counted(row['events'], 'event')} in "
        f"{counted(row['commits'], 'commit')}, head {row['head'][:16]}"
    )


def _whole(name: str, data: bytes) -> dict[str, Any]:
    """What a segment holds, once all of it is read."""
    try:
        header, records = read_records(data)
        commits = events = 0
        head = header.head
        for commit, body in records:
            commits += 1
            events += commit.count
            head = chain_hash(body)
    except LogError as error:
        raise LogToolError(f"{name}: {error}") from None
    return {"table": header.table, "commits": commits, "events": events, "head": head}


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise LogToolError(f"{file} cannot be read: {error.strerror}") from None


def _telling(read: Any) -> Any:
    """Call something, and say its failure in one sentence."""
    try:
        return read()
    except (StoreError, LogError) as error:
        status = USAGE if isinstance(error, NoSuchStore) else STORE
        raise LogToolError(str(error), status) from None
    except sqlite3.Error as error:
        raise LogToolError(f"the data file cannot be read: {error}") from None
    except OSError as error:
        raise LogToolError(f"{error.filename}: {error.strerror}") from None


# Reading a data file that a server may have open


def _reading(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise StoreError(f"there is no data file {path}; --store names another")
    check_file(path)
    return connect(path)


def _read_file(path: Path, table: str) -> Iterator[bytes]:
    """The segment of a table's log, from one state of the file."""
    connection = _reading(path)
    try:
        connection.execute("BEGIN")
        head = read_heads(connection).get(table)
        recorded = {name: at for name, at in read_recorded(path).items() if name == table}
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
        yield from _segment(head, [body for (body,) in rows])
    finally:
        connection.close()


def _segment(head: Head, bodies: list[bytes]) -> Iterator[bytes]:
    first = decode_commit(bodies[0]) if bodies else None
    writer = SegmentWriter(
        SegmentHeader(
            table=head.table,
            game=game_of(first) if first else None,
            rules=first.rules if first else None,
            after=head.base,
            last=head.version,
            head=head.base_hash,
        )
    )
    yield writer.begin()
    for body in bodies:
        yield writer.add(body)
    yield writer.end()


def _heads(url: str) -> tuple[str, ...]:
    path = sqlite_path(url)
    if path is None:
        return asyncio.run(_listed(url))
    connection = _reading(path)
    try:
        there = {name for name, head in read_heads(connection).items() if head.version}
        return tuple(there | read_recorded(path).keys())  # what is gone is told of as well
    finally:
        connection.close()


async def _listed(url: str) -> tuple[str, ...]:
    async with await open_store(url) as store:
        return await store.tables(closed=True)


async def _exported(url: str, table: str) -> bytes:
    async with await open_store(url) as store:
        return b"".join([piece async for piece in store.export(table)])
