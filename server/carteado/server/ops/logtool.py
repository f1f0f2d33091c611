"""``carteado log``: export, import and check logs. A failure changes nothing."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from cyclopts import App, Parameter

from carteado.engine.errors import ReplayError, UnknownGame
from carteado.engine.naming import players_in
from carteado.engine.words import counted
from carteado.protocol.log import LogError, chain_hash
from carteado.protocol.player_names import MOST_BYTES, NAMES, read_names, write_names
from carteado.protocol.segment import read_records
from carteado.server.lobby.checkpoint import Checkpoint
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.ops.checkpoint_check import compare, stored_checkpoint
from carteado.server.ops.stored_logs import (
    STORE,
    USAGE,
    LogToolError,
    missing_file,
    players_of,
    reporting,
    segment_of,
    store_url,
    tables_of,
)
from carteado.server.store import open_store
from carteado.server.store.outcomes import Head
from carteado.server.store.transfer import write_checked

__all__ = ["AsJson", "log"]

AsJson = Annotated[bool, Parameter(name="--json", negative=())]
_File = Annotated[Path, Parameter(allow_leading_hyphen=True)]


log = App(name="log", help="Check, copy, archive and repair logs.")
for _name, (_command, _text) in {
    "archive": (
        "archivetool:archive_logs",
        "Move logs of finished tables to compressed files; every command still reads them.\n\n"
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
    """Write the names of a log's players, as far as the store has them."""
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
    names = reporting(lambda: _names_beside(file))

    async def take() -> Head:
        async with await open_store(store_url(store)) as opened:
            with file.open("rb") as source:
                head = await opened.import_(source)
            if names:
                await PlayerDirectory.learn(opened, names)
            return head

    # The file is read to its end before a store is opened or made.
    found = _whole_file(file)
    head = reporting(lambda: asyncio.run(take()))
    row = {"table": head.table, "commits": found["commits"], "events": found["events"]}
    print(
        json.dumps(row)
        if as_json
        else f"{head.table}: {counted(found['events'], 'event')} imported"
    )


def _names_beside(file: Path) -> dict[str, str]:
    """The names of players in the file beside a log's file."""
    names_file = file.with_name(file.name + NAMES)
    if not names_file.exists():
        return {}
    with names_file.open("rb") as source:
        return read_names(source.read(MOST_BYTES + 1))


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
    if what is not None and (Path(what).exists() or os.sep in what or Path(what).suffix):
        rows.append(_checked(what, lambda: _whole_file(Path(what))))
    else:
        for table in (what,) if what is not None else tables_of(store):
            row = _checked_twice(table, store)
            if what is None and not row["ok"] and table not in tables_of(store):
                row = {"log": table, "ok": True, "removed": True}
            if what is not None and not row["ok"] and not _is_table(what, store):
                # A file may have been meant, so the message says that both were looked for.
                row["message"] = f"{missing_file(Path(what))}; as a table: {row['message']}"
            rows.append(row)
    if as_json:
        print(json.dumps(rows))
    else:
        for row in rows:
            print(_row_text(row))
    return 0 if all(row["ok"] for row in rows) else STORE


def _is_table(text: str, store: str | None) -> bool:
    """Whether the store can be read and has a table of this id."""
    try:
        return text in tables_of(store)
    except LogToolError:
        return False


def _checked(name: str, check: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return {"log": name, "ok": True, **check()}
    except LogToolError as error:
        return {"log": name, "ok": False, "message": str(error)}


def _checked_twice(table: str, store: str | None) -> dict[str, Any]:
    """As `_checked_table`, repeated once after a failure.

    A table that is archived or deleted while it is read looks damaged. Real damage is found both
    times in the same place.
    """
    row = _checked_table(table, store)
    return row if row["ok"] else _checked_table(table, store)


def _checked_table(table: str, store: str | None) -> dict[str, Any]:
    """Check a table's log, and whether its checkpoint agrees."""
    try:
        # The checkpoint first: a server that runs writes the log first.
        found = reporting(lambda: stored_checkpoint(store_url(store), table))
    except LogToolError as error:
        return {"log": table, "ok": False, "message": str(error)}
    data = b""

    def check() -> dict[str, Any]:
        nonlocal data
        data = segment_of(store, table)
        return _whole(table, data)

    row = _checked(table, check)
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
    if "removed" in row:
        return f"gone  {row['log']}: the table was deleted while the logs were read"
    behind = f" after event {row['after']}" if row["after"] else ""
    return (
        f"ok    {row['log']}: table {row['table']}, {counted(row['events'], 'event')}{behind} in "
        f"{counted(row['commits'], 'commit')}, head {row['head'][:16]}"
        + (f", checkpoint {row['checkpoint']}" if "checkpoint" in row else "")
    )


def _whole(name: str, source: bytes | BinaryIO) -> dict[str, Any]:
    """A summary of a segment, after reading all of it."""
    try:
        header, records = read_records(source)
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


def _whole_file(file: Path) -> dict[str, Any]:
    """The same of a file, of which never more than a commit is in memory."""
    try:
        with file.open("rb") as source:
            return _whole(str(file), source)
    except (FileNotFoundError, IsADirectoryError):
        raise LogToolError(missing_file(file)) from None
    except OSError as error:
        raise LogToolError(f"{file} cannot be read: {error.strerror}") from None
