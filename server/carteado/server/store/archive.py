"""The archive: events that were moved out of a store into files, one or more for each table.

A file is a segment (`carteado.protocol.segment`) compressed with gzip, and is named by what it
holds: ``TABLE.FIRST-LAST.log.gz``. The segments of a table form a chain: each header holds the hash
of the commit before it, and the store keeps the hash of the last archived commit. A file is never
changed after it was written.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from carteado.protocol.log import Commit, LogError, chain_hash, is_table_id
from carteado.protocol.segment import read_records
from carteado.server.store.errors import Archived
from carteado.server.store.outcomes import Head

__all__ = ["Archive", "ArchiveFile"]

# The alphabet of table ids: no dot and no slash, so names are unambiguous and lead to no other
# folder.
_NAME = re.compile(r"([A-Za-z0-9_-]{1,64})\.([1-9]\d*)-([1-9]\d*)\.log\.gz")
# Commits read in one call of the thread: fewer thread switches, and little memory.
_CHUNK = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFile:
    """A file of the archive, by its name.

    Attributes:
        path: the file.
        table: whose events it holds.
        first: version of its first event.
        last: version of its last event.
    """

    path: Path
    table: str
    first: int
    last: int


class Archive:
    """A folder with archived events.

    Args:
        folder: the folder; it is made when the first file is written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, table: str, first: int, last: int) -> Path:
        """The path for events of a table."""
        return self.folder / f"{table}.{first}-{last}.log.gz"

    def files(self, table: str | None = None) -> tuple[ArchiveFile, ...]:
        """The files of a table, or of all tables, in order.

        Raises:
            OSError: the folder cannot be read.
        """
        if not self.folder.is_dir():
            return ()
        # The characters of an id mean nothing special in a pattern for `glob`.
        if table is not None and not is_table_id(table):
            return ()
        found = []
        for path in self.folder.glob(f"{table or '*'}.*.log.gz"):
            named = _NAME.fullmatch(path.name)
            if named and table in (None, named[1]) and int(named[2]) <= int(named[3]):
                first, last = int(named[2]), int(named[3])
                found.append(ArchiveFile(path=path, table=named[1], first=first, last=last))
        return tuple(sorted(found, key=lambda file: (file.table, file.first, file.last)))

    def chain(self, head: Head) -> tuple[ArchiveFile, ...]:
        """The files that together hold a table's archived events, in order.

        Args:
            head: the head of the log in the store.

        Raises:
            Archived: events are in no file of the folder.
            OSError: the folder cannot be read.
        """
        # A crash may have left a file whose events are still in the store, beside the others.
        chains: dict[int, tuple[ArchiveFile, ...]] = {0: ()}
        # Ordered by their ends, so that each file comes after its predecessor.
        for file in sorted(self.files(head.table), key=lambda file: file.last):
            before = chains.get(file.first - 1)
            if before is not None and file.last <= head.base:
                chains.setdefault(file.last, (*before, file))
        if head.base not in chains:
            raise Archived(head.table, head.base, self.folder, max(chains) + 1)
        return chains[head.base]

    async def records(
        self, head: Head, after: int = 0
    ) -> AsyncGenerator[tuple[Commit, bytes], None]:
        """The archived commits of a table that hold events later than a version, with their bytes.

        Args:
            head: the head of the log in the store.
            after: version of the last known event; the first commit may begin earlier.

        Raises:
            Archived: events are in no file of the folder.
            LogError: a file is damaged; the error names it and the place.
        """
        found = self.read(head, after)
        # In a thread and in chunks: unpacking and checking a whole file would delay the tables.
        while part := await asyncio.to_thread(_taken, found):
            for record in part:
                yield record

    def read(self, head: Head, after: int = 0) -> Iterator[tuple[Commit, bytes]]:
        """The same as `records`, without an event loop."""
        yield from _records(self.chain(head), head, after)


def _taken(records: Iterator[tuple[Commit, bytes]]) -> list[tuple[Commit, bytes]]:
    return list(islice(records, _CHUNK))


def _records(
    files: tuple[ArchiveFile, ...], head: Head, after: int
) -> Iterator[tuple[Commit, bytes]]:
    digest = None  # hash of the commit before, once it is known
    for file in files:
        if file.last <= after:
            continue
        for commit, body in _read(file, digest):
            digest = chain_hash(body)
            if commit.last > after:
                yield commit, body
    if digest is not None and digest != head.base_hash:
        raise LogError(
            f"{files[-1].path} ends with another commit than the store archived",
            table=head.table,
            version=head.base,
        )


def _read(file: ArchiveFile, previous: str | None) -> Iterator[tuple[Commit, bytes]]:
    try:
        with file.path.open("rb") as source:
            header, records = read_records(source)
            if (header.table, header.after + 1, header.last) != (file.table, file.first, file.last):
                raise LogError("its header does not fit its name")
            if previous is not None and header.head != previous:
                raise LogError("it does not follow from the file before it")
            yield from records
    except LogError as error:
        raise _of_file(error, file) from None
    except FileNotFoundError:  # the file was removed since the folder was read
        raise Archived(file.table, file.last, file.path.parent, file.first) from None
    except OSError as error:
        raise LogError(f"{file.path} cannot be read: {error.strerror}", table=file.table) from None


def _of_file(error: LogError, file: ArchiveFile) -> LogError:
    return LogError(
        f"{file.path} is damaged: {error.reason}",
        table=file.table,
        commit=error.commit,
        version=error.version,
        offset=error.offset,
    )
