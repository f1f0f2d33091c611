"""``carteado log salvage``: the intact beginning of a damaged log, and exactly what was lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from carteado.engine.words import counted
from carteado.protocol.log import LogError
from carteado.protocol.segment import SegmentHeader, SegmentWriter, read_records
from carteado.server.ops.logtool import AsJson
from carteado.server.ops.stored_logs import (
    USAGE,
    LogToolError,
    missing_file,
    place_of,
    reading_file,
    reporting,
    store_url,
)
from carteado.server.store import archive_of, open_store, sqlite_path
from carteado.server.store.archive import Archive
from carteado.server.store.errors import StoreError, UnknownTable
from carteado.server.store.outcomes import Head
from carteado.server.store.sqlite_file import noted_heads, read_recorded
from carteado.server.store.transfer import write_checked
from carteado.server.store.trouble import is_damage

__all__ = ["Salvaged", "intact_part", "salvage"]

_LOST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvaged:
    """The saved part of a log.

    Attributes:
        table: its id.
        first: version of the first event that was saved.
        last: version of the last one.
        known: highest version that the log is known to have had.
        lost: number of events after `last` that are lost, as far as is known.
        reason: why the log ends there, None for a whole log.
    """

    table: str
    first: int
    last: int
    known: int
    lost: int
    reason: str | None


def intact_part(pieces: Iterable[bytes], known: int = 0) -> tuple[Salvaged, list[bytes]]:
    """The intact beginning of a segment, as the pieces of a whole one.

    Args:
        pieces: bytes of the segment; the iterator may end with an error.
        known: highest version that the log is known to have had.

    Raises:
        LogError: not even the first commit is whole.
    """
    header, records = read_records(pieces)
    bodies: list[bytes] = []
    last, reason = header.after, None
    try:
        for commit, body in records:
            bodies.append(body)
            last = commit.last
    except (LogError, StoreError) as error:
        reason = str(error)
        if not bodies:
            text = f"nothing can be saved: {reason}; put a backup in its place"
            raise LogError(text, table=header.table) from None
    # Both are lower bounds for the former length of the log.
    known = max(known, header.last)
    saved = SegmentHeader(
        table=header.table,
        game=header.game,
        rules=header.rules,
        after=header.after,
        last=last,
        head=header.head,
    )
    # Rewritten, because the header of a whole segment names its last event.
    writer = SegmentWriter(saved)
    whole = [writer.begin(), *(writer.add(body) for body in bodies), writer.end()]
    # Nothing is damaged but the end is missing: the file was cut between two commits.
    if reason is None and last < known:
        reason = f"the log ends here, {known} events were acknowledged"
    found = Salvaged(
        table=header.table,
        first=header.after + 1,
        last=last,
        known=known,
        lost=known - last,
        reason=reason,
    )
    return found, whole


def salvage(what: str, file: Path, /, *, store: str | None = None, as_json: AsJson = False) -> int:
    """Write the intact beginning of a damaged log to a file, and say what was lost.

    The damaged log is not changed. `carteado log import` takes the new file into another store.
    The exit status is 0 if the log is whole, and 1 if something was lost.

    Parameters
    ----------
    what:
        A file with a log, or the id of a table.
    file:
        The file to write, compressed if its name ends with .gz.
    store:
        The store that holds the logs, as in `carteado serve`.
    as_json:
        Print a JSON object.
    """
    if Path(what).is_file():
        found, pieces = reporting(lambda: _of_file(Path(what)))
    elif os.sep in what or Path(what).suffix or Path(what).is_dir():
        raise LogToolError(missing_file(Path(what)), USAGE)
    else:
        found, pieces = reporting(lambda: _of_table(store_url(store), what))
    try:
        write_checked(file, pieces)
    except OSError as error:
        raise LogToolError(f"{file} cannot be written: {error.strerror}") from None
    if as_json:
        print(json.dumps({"file": str(file), **asdict(found)}))
    else:
        count = counted(found.last - found.first + 1, "event")
        print(f"{found.table}: {count} ({found.first} to {found.last}) saved to {file}")
        print(f"{what}: {_loss(found)}", file=sys.stderr)
    return 0 if found.reason is None else _LOST


def _loss(found: Salvaged) -> str:
    if found.reason is None:
        return "the log is whole; nothing was lost"
    if not found.lost:
        return f"no event was lost, but the file is damaged: {found.reason}"
    span = f"event {found.known}"
    if found.lost > 1:
        span = f"events {found.last + 1} to {found.known}"
    return f"{span} ({counted(found.lost, 'event')}) lost: {found.reason}"


def _of_file(path: Path) -> tuple[Salvaged, list[bytes]]:
    try:
        with path.open("rb") as source:
            return intact_part(iter(lambda: source.read(1 << 16), b""))
    except LogError as error:
        raise LogError(f"{path}: {error}") from None


def _of_table(url: str, table: str) -> tuple[Salvaged, list[bytes]]:
    path = sqlite_path(url)
    try:
        if path is None:
            return asyncio.run(_of_store(url, table))
        return _of_data_file(path, archive_of(url), table)
    except LogError as error:
        raise LogError(f"{place_of(url)}: {error}") from None


async def _of_store(url: str, table: str) -> tuple[Salvaged, list[bytes]]:
    pieces: list[bytes] = []
    failure: LogError | StoreError | None = None
    async with await open_store(url) as store:
        try:
            async for piece in store.export(table):
                pieces.append(piece)
        except (LogError, StoreError) as error:
            if not pieces:
                raise
            failure = error
    return intact_part(_then(pieces, failure))


def _of_data_file(path: Path, archive: Archive | None, table: str) -> tuple[Salvaged, list[bytes]]:
    recorded = read_recorded(path).get(table, (0, ""))[0]
    with reading_file(path) as connection:
        head = noted_heads(connection).get(table)
        if head is None:
            raise UnknownTable(table)
        bodies = _readable(connection, table)
    top = max(head.version, recorded, max((last for _, last, _ in bodies), default=0))
    return intact_part(_segment(head, archive, bodies, top), top)


def _readable(connection: sqlite3.Connection, table: str) -> list[tuple[int, int, bytes]]:
    """The commits of a table that SQLite can still read, in order; first and last event, body.

    A damaged page loses its content. The index and the table are read separately, because either
    may be damaged.
    """
    found: dict[int, tuple[int, int, bytes]] = {}
    query = (
        "SELECT first, first + count - 1, body FROM commits {how}"
        " WHERE stream = (SELECT id FROM stream WHERE name = ?) ORDER BY {by}"
    )
    # A scan ends at the first damaged page, so the table is read from both ends.
    for how, by in (("", "first"), ("NOT INDEXED", "pos"), ("NOT INDEXED", "pos DESC")):
        try:
            for row in connection.execute(query.format(how=how, by=by), (table,)):
                # The first reading wins; the others only fill its gaps.
                found.setdefault(row[0], row)
        except sqlite3.DatabaseError as error:
            # A locked or missing file is not damaged, so it must not give half a log.
            if not is_damage(error):
                raise
    return [found[first] for first in sorted(found)]


def _segment(
    head: Head, archive: Archive | None, bodies: list[tuple[int, int, bytes]], top: int
) -> Iterator[bytes]:
    """The pieces of a segment, which ends with an error if the log is not whole."""
    archived = bool(head.base) and archive is not None
    after, digest = (0, "") if archived else (head.base, head.base_hash)
    # A header's `last` is above its `after`, even where no event is known.
    last = max(top, after + 1)
    writer = SegmentWriter(SegmentHeader(table=head.table, after=after, last=last, head=digest))
    yield writer.begin()
    if archived and archive is not None:
        for _, body in archive.read(head):
            yield writer.add(body)
    for _, _, body in bodies:
        yield writer.add(body)
    with contextlib.suppress(LogError):  # the log ends before `top`, which the reader reports
        yield writer.end()


def _then(pieces: list[bytes], failure: Exception | None) -> Iterator[bytes]:
    yield from pieces
    if failure is not None:
        raise failure
