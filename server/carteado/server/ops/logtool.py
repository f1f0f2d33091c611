"""``carteado log``: export, import and check logs; and how other commands read a store.

Whatever only reads opens the data file without the right to write, so it works while a server is
running on it. Nothing is changed where something goes wrong.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import App, Parameter

from carteado.engine.errors import ReplayError, UnknownGame
from carteado.engine.naming import players_in
from carteado.engine.tables.options import did_you_mean
from carteado.engine.words import counted
from carteado.protocol.log import LogError, chain_hash, decode_commit, salvage_hint
from carteado.protocol.player_names import NAMES, read_names, write_names
from carteado.protocol.segment import SegmentHeader, SegmentWriter, read_records
from carteado.server.lobby.accounts import NAME as ACCOUNTS
from carteado.server.lobby.accounts import Accounts
from carteado.server.lobby.checkpoint import Checkpoint
from carteado.server.lobby.player_directory import NAME as PLAYERS
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.ops.checkpoint_check import compare, stored_checkpoint
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
from carteado.server.store.transfer import game_of, write_checked
from carteado.server.store.trouble import file_trouble

__all__ = [
    "STORE",
    "USAGE",
    "AsJson",
    "LogToolError",
    "accounts_of",
    "log",
    "place_of",
    "players_of",
    "reading_file",
    "reporting",
    "segment_of",
    "store_url",
    "tables_of",
]

AsJson = Annotated[bool, Parameter(name="--json", negative=())]
_File = Annotated[Path, Parameter(allow_leading_hyphen=True)]

T = TypeVar("T")

USAGE, STORE = 2, 6


class LogToolError(Exception):
    """A log or a store that cannot be read or written; one sentence says what and where.

    Attributes:
        exit_status: status of a command line that ends with it.
    """

    def __init__(self, message: str, exit_status: int = STORE) -> None:
        super().__init__(message)
        self.exit_status = exit_status


log = App(name="log", help="Check, copy, archive and save logs.")
for _name, (_command, _text) in {
    "archive": (
        "archivetool:archive_logs",
        "Move logs of finished tables to compressed files, which are read as before.\n\n"
        "The files are stored next to the data file, or in the folder given by ?archive=FOLDER in "
        "the store URL.",
    ),
    "prune": ("archivetool:prune_logs", "Delete finished tables permanently."),
    "backup": (
        "backuptool:backup",
        "Copy all logs to one file; a server may be running.\n\n"
        "Every command reads the file with --store sqlite:FILE. Archived logs go to FILE.archive.",
    ),
    "restore": (
        "backuptool:restore",
        "Restore a backup to a store that is empty or missing.\n\n"
        "Nothing is overwritten: move a damaged data file away first.",
    ),
    "salvage": (
        "salvaging:salvage",
        "Write the intact beginning of a damaged log to a file, and say what was lost.\n\n"
        "The exit status is 0 if the log is whole, and 1 if something was lost.",
    ),
}.items():
    log.command(f"carteado.server.ops.{_command}", name=_name, help=_text)


def store_url(given: str | None) -> str:
    """The store to use: the one given, else the one that `carteado serve` would use.

    Raises:
        LogToolError: the settings cannot be read.
    """
    try:
        return load_settings({"store": given}).store_url
    except ConfigError as error:
        raise LogToolError(str(error), USAGE) from None


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


@log.command(name="export")
def export(
    table: str,
    file: _File,
    /,
    *,
    store: str | None = None,
    force: bool = False,
    names: bool = False,
) -> None:
    """Write a table's log to a file of its own.

    A log holds the ids of players, not their names. --names writes the names to FILE.names, which
    `carteado replay` and other commands read.

    Parameters
    ----------
    table:
        Id of the table.
    file:
        The file to write, compressed if its name ends with .gz; "-" for the standard output.
    store:
        The store that holds the logs, as in `carteado serve`.
    force:
        Replace an existing file.
    names:
        Write FILE.names as well.
    """
    data = segment_of(store, table)
    if names and str(file) == "-":
        raise LogToolError("--names needs a file, beside which FILE.names is written", USAGE)
    if str(file) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        head = write_checked(file, [data], replace=force)
    except FileExistsError:
        raise LogToolError(f"{file} is there already; --force replaces it") from None
    except OSError as error:
        raise LogToolError(f"{file} cannot be written: {error.strerror}") from None
    if names:
        _write_names(file.with_name(file.name + NAMES), data, store)
    print(f"{table}: {counted(head.version, 'event')} written to {file}", file=sys.stderr)


def _write_names(file: Path, segment: bytes, store: str | None) -> None:
    """Write what the players of a log are called, as far as the store knows."""
    directory = players_of(store)
    found = {
        player: name
        for commit, _ in read_records(segment)[1]
        for player in players_in(commit.events)
        if (name := directory.known_name(player)) is not None
    }
    try:
        file.touch(mode=0o600)
        file.write_bytes(write_names(found))
    except OSError as error:
        raise LogToolError(f"{file} cannot be written: {error.strerror}") from None


@log.command(name="import")
def import_(file: Path, /, *, store: str | None = None, as_json: AsJson = False) -> None:
    """Import a table's log from a file, completely or not at all; no server may use the store.

    The names of players whom the store does not know are taken from FILE.names, if it exists.

    Parameters
    ----------
    file:
        A file that `carteado log export` wrote.
    store:
        The store that holds the logs, as in `carteado serve`.
    as_json:
        Print JSON.
    """
    beside = file.with_name(file.name + NAMES)
    names = reporting(lambda: read_names(beside.read_bytes())) if beside.exists() else {}

    async def take() -> Head:
        async with await open_store(store_url(store)) as opened:
            with file.open("rb") as source:
                head = await opened.import_(source)
            if names:
                await PlayerDirectory.learn(opened, names)
            return head

    # The file is read to its end before a store is opened or made.
    found = _whole(str(file), _bytes_of(file))
    head = reporting(lambda: asyncio.run(take()))
    row = {"table": head.table, "commits": found["commits"], "events": found["events"]}
    print(
        json.dumps(row)
        if as_json
        else f"{head.table}: {counted(found['events'], 'event')} imported"
    )


@log.command(name="verify")
def verify(what: str | None = None, /, *, store: str | None = None, as_json: AsJson = False) -> int:
    """Check every byte of a log: checksums, the chain of hashes, and the end.

    A table's checkpoint is compared with its log as well. `carteado verify` checks the rules and
    that the cards were dealt fairly.

    Parameters
    ----------
    what:
        A file, or the id of a table; by default all tables of the store.
    store:
        The store that holds the logs, as in `carteado serve`.
    as_json:
        Print a JSON list.
    """
    rows: list[dict[str, Any]] = []
    if what is not None and (Path(what).exists() or os.sep in what):
        rows.append(_checked(what, lambda: _bytes_of(Path(what))))
    else:
        for table in (what,) if what is not None else tables_of(store):
            rows.append(_checked_table(table, store))
    if as_json:
        print(json.dumps(rows))
    else:
        for row in rows:
            print(_row_text(row))
    return 0 if all(row["ok"] for row in rows) else STORE


def _checked(name: str, read: Callable[[], bytes]) -> dict[str, Any]:
    try:
        return {"log": name, "ok": True, **_whole(name, read())}
    except LogToolError as error:
        return {"log": name, "ok": False, "message": str(error)}


def _checked_table(table: str, store: str | None) -> dict[str, Any]:
    """A table's log, and whether its checkpoint says the same."""
    try:
        # The checkpoint first: a server that runs writes the log first.
        found = reporting(lambda: stored_checkpoint(store_url(store), table))
    except LogToolError as error:
        return {"log": table, "ok": False, "message": str(error)}
    data = b""

    def read() -> bytes:
        nonlocal data
        data = segment_of(store, table)
        return data

    row = _checked(table, read)
    if row["ok"] and found is not None:
        row["checkpoint"] = _compared(found, table, data)
        if row["checkpoint"].startswith("FAIL"):
            reason = row["checkpoint"].removeprefix("FAIL: ")
            return {"log": table, "ok": False, "message": f"the checkpoint of {table}: {reason}"}
    return row


def _compared(found: Checkpoint | str, table: str, data: bytes) -> str:
    if isinstance(found, str):
        return f"ignored: {found}"
    if read_records(data)[0].after:
        return "not compared: the beginning of the log is not here"
    try:
        problem = compare(found, table, data)
    except (ReplayError, UnknownGame) as error:
        return f"not compared: {error}"
    return f"FAIL: {problem}" if problem else f"the same at event {found.at}"


def _row_text(row: dict[str, Any]) -> str:
    if not row["ok"]:
        return f"FAIL  {row['message']}"
    behind = f" after event {row['after']}" if row["after"] else ""
    return (
        f"ok    {row['log']}: table {row['table']}, {counted(row['events'], 'event')}{behind} in "
        f"{counted(row['commits'], 'commit')}, head {row['head'][:16]}"
        + (f", checkpoint {row['checkpoint']}" if "checkpoint" in row else "")
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
        raise LogToolError(error.about_file(name)) from None
    return {
        "table": header.table,
        "after": header.after,
        "commits": commits,
        "events": events,
        "head": head,
    }


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise LogToolError(f"{file} cannot be read: {error.strerror}") from None


def reporting(read: Callable[[], T]) -> T:
    """Call something, and say its failure in one sentence.

    Raises:
        LogToolError: it failed with an error of a store, a log or a file.
    """
    try:
        return read()
    except (StoreError, LogError) as error:
        status = USAGE if isinstance(error, NoSuchStore) else STORE
        raise LogToolError(str(error), status) from None
    except OSError as error:
        raise LogToolError(f"{error.filename}: {error.strerror}") from None


# Reading a data file that a server may have open


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
            # The state is that of the first query, not of this moment.
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
        return tuple(there | read_recorded(path).keys())  # report deleted ones as well


async def _listed(url: str) -> tuple[str, ...]:
    async with await open_store(url) as store:
        return await store.tables(closed=True)


async def _exported(url: str, table: str) -> bytes:
    async with await open_store(url) as store:
        return b"".join([piece async for piece in store.export(table)])
