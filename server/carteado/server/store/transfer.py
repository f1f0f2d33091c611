"""Operations on whole logs: export and import as segments, archive, copy and delete."""

from __future__ import annotations

import asyncio
import errno
import os
from abc import abstractmethod
from collections.abc import AsyncGenerator, Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from carteado.engine.plain import tag_of
from carteado.engine.table import TableClosed
from carteado.protocol.compressed import compressed
from carteado.protocol.log import Commit, LogError, chain_hash
from carteado.protocol.segment import SegmentHeader, SegmentWriter, read_records
from carteado.server.store.archive import Archive
from carteado.server.store.errors import NoSuchStore, StoreError
from carteado.server.store.lease import Lease
from carteado.server.store.outcomes import Head
from carteado.server.store.reading import LogReader

__all__ = ["LogTransfer", "game_of", "load", "sync_folder", "write_checked", "write_once"]

_CLOSED = tag_of(TableClosed)
"""The event after which a log has no other."""


def game_of(commit: Commit) -> str | None:
    """The game's id in a log's first event, for people."""
    game = commit.events[0][1].get("game")
    return game if isinstance(game, str) else None


def load(source: bytes | BinaryIO | Iterable[bytes]) -> tuple[Head, list[tuple[int, int, bytes]]]:
    """A whole segment: the head of its log; first version, count and body of each commit.

    Raises:
        LogError: the segment is not whole; the error says where.
    """
    header, records = read_records(source)
    bodies: list[tuple[int, int, bytes]] = []
    last: Commit | None = None
    for last, body in records:
        bodies.append((last.first, last.count, body))
    if last is None:
        raise LogError("the segment holds no commit", table=header.table)
    head = Head(
        table=header.table,
        version=last.last,
        hash=chain_hash(bodies[-1][2]),
        epoch=last.epoch,
        owner=last.owner,
        batch=last.batch,
        base=header.after,
        base_hash=header.head,
        closed=last.events[-1][1].get("type") == _CLOSED,
    )
    return head, bodies


def write_checked(path: Path, pieces: Iterable[bytes], *, replace: bool = False) -> Head:
    """Write a segment to a file, make it durable, read it back, and only then give it its name.

    A crash leaves the whole file or none, and perhaps a hidden ``.NAME.part``, which the next
    attempt replaces. A name that ends with ``.gz`` gives a compressed segment.

    Args:
        path: the file.
        pieces: bytes of a segment.
        replace: replace a file of that name.

    Returns:
        The head of the log in the segment.

    Raises:
        OSError: the file exists or cannot be written; nothing of it is left.
        LogError: what was read back is not a whole segment; nothing of it is left.
    """
    if path.exists() and not replace:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    # Beside the target, because a rename is atomic only within one file system.
    part = path.with_name(f".{path.name}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(compressed(pieces) if path.suffix == ".gz" else pieces)
            file.flush()
            # Before the rename: otherwise a power cut could leave the name on an empty file.
            os.fsync(file.fileno())
        with part.open("rb") as file:
            # Every byte is read back before the source may be deleted.
            head = load(file)[0]
        part.replace(path)
    except BaseException:  # Ctrl-C too must not leave a half-written file
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return head


def write_once(path: Path, pieces: list[bytes]) -> Head:
    """The same as `write_checked`, but accept an existing file with exactly this segment.

    Raises:
        StoreError: the file holds something else.
        OSError: it cannot be written.
    """
    if not path.exists():
        return write_checked(path, pieces)
    try:
        # For writing too, because Windows does not sync files that are only open for reading.
        with path.open("r+b") as file:
            there = load(file)
            # The call that wrote it may have been interrupted before its sync.
            os.fsync(file.fileno())
        if there == load(b"".join(pieces)):
            sync_folder(path.parent)
            return there[0]
        reason = "holds another log"
    except LogError as error:
        reason = f"is not a whole log: {error.reason}"
    raise StoreError(
        f"{path} cannot be written: a file of that name is there and {reason}; nothing was removed "
        "from the store: move that file away and archive again"
    )


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, if the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class LogTransfer(LogReader):
    """The part of a store that imports, exports and removes whole logs."""

    @property
    def where(self) -> str:
        """The store as messages name it: a file or a server."""
        return "the store in memory"

    async def export(
        self, table: str, *, after: int | None = None, upto: int | None = None
    ) -> AsyncGenerator[bytes, None]:
        """A log as the bytes of a segment file, in pieces.

        Args:
            table: id of the table.
            after: version of the last event to leave out, the end of a commit; None for all that
                can be read.
            upto: version of the last event to give; None for all. The range ends with a whole
                commit.

        Raises:
            UnknownTable: there is no log.
            Archived: the events after `after` were moved to files that are not there.
            LogError: the log is damaged.
            StoreError: the range is empty or begins within a commit.
        """
        head = await self._known(table)
        start = self._beginning(head) if after is None else after
        end = await self._boundary(head, head.version if upto is None else upto)
        if start >= end:
            raise StoreError(f"table {table} has no whole commit after {start} up to {end}")
        writer = None
        async for commit, body in self._records(head, start, upto=end):
            if writer is None:
                if commit.first != start + 1:
                    raise StoreError(f"version {start} of table {table} does not end a commit")
                writer = SegmentWriter(
                    SegmentHeader(
                        table=table,
                        game=game_of(commit),
                        rules=commit.rules,
                        after=start,
                        last=end,
                        head=commit.previous,
                    )
                )
                yield writer.begin()
            yield writer.add(body)
        if writer is not None:
            yield writer.end()

    async def import_(self, source: bytes | BinaryIO | Iterable[bytes]) -> Head:
        """Import a log from a segment file, completely or not at all.

        Args:
            source: the file's bytes, a file open for reading in binary, or its bytes in pieces.

        Raises:
            LogError: the segment is not whole; the error says where.
            TableExists: the table has a log already.
        """
        head, bodies = await asyncio.to_thread(load, source)
        await self._create(head, bodies)
        return head

    async def create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        """Create a log as another store had it, for copies of a whole store.

        Args:
            head: where the log stands, and whether it is closed.
            bodies: first version, count and body of each commit after `head.base`.

        Raises:
            TableExists: the table has a log already.
        """
        await self._create(head, bodies)

    @abstractmethod
    async def _create(self, head: Head, bodies: Sequence[tuple[int, int, bytes]]) -> None:
        """Create a whole log from the first version, count and body of each commit."""

    async def archive(self, table: str, upto: int, path: Path | None = None) -> int:
        """Move the events up to a version out of the store into a segment file.

        The file is written, synced and read back before anything is removed. A file that an
        earlier, interrupted call left is used if it holds exactly these events. Projections that
        have not reached this version find the events only in the file.

        Args:
            table: id of the table.
            upto: version of the last event to move, rounded down to the end of a commit.
            path: the file; by default its place in the store's archive.

        Returns:
            Version of the last event that was moved.

        Raises:
            StoreError: there is nothing to move, or the file holds something else or cannot be
                written.
            LogError: the log is damaged; nothing was removed.
        """
        before = await self._known(table)
        end = await self._boundary(before, upto)
        if path is None:
            path = self.archive_folder().file(table, before.base + 1, end)
        # Exporting checks the chain, so a damaged log raises before a file is written.
        pieces = [piece async for piece in self.export(table, after=before.base, upto=end)]
        try:
            head = await asyncio.to_thread(write_once, path, pieces)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from None
        await self._trim(table, head.version, head.hash)
        return head.version

    def archive_folder(self) -> Archive:
        """The store's archive; its folder is created if necessary.

        Raises:
            NoSuchStore: the URL of the store names no folder.
            StoreError: the folder cannot be made.
        """
        if self.archived is None:
            raise NoSuchStore(
                f"{self.where} has no folder for archived logs: add ?archive=FOLDER to the URL of "
                "the store, a folder that every server of this store can read"
            )
        try:
            self.archived.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StoreError(f"{self.archived.folder} cannot be made: {error.strerror}") from None
        return self.archived

    async def forget(self, lease: Lease) -> bool:
        """Delete a table's log from the store for ever; archive files stay.

        Args:
            lease: the right to write the table.

        Returns:
            Whether it was removed; False when the table has another owner.
        """
        return await self._forget(lease.table, lease.owner)

    @abstractmethod
    async def _forget(self, table: str, owner: str) -> bool:
        """Remove a log and its head, unless the table has another owner."""

    @abstractmethod
    async def _trim(self, table: str, upto: int, digest: str) -> None:
        """Remove the commits up to a version that ends one, whose hash is `digest`."""
