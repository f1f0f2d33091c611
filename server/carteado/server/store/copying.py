"""Copies of a whole store in one data file: what backup and restore need.

A backup is a SQLite data file like any other, with the archived logs in ``NAME.archive`` beside it,
whatever kind of store it was made of.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from carteado.protocol.log import Chain, LogError
from carteado.server.store.archive import Archive
from carteado.server.store.errors import StoreError
from carteado.server.store.outcomes import Head
from carteado.server.store.sqlite_file import check_file, connect, read_heads
from carteado.server.store.transfer import sync_folder
from carteado.server.store.trouble import file_trouble, is_damage

__all__ = [
    "Copied",
    "archive_of_file",
    "check_free",
    "check_logs",
    "copy_archives",
    "copy_file",
    "finish",
    "heads_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """The content of a copy.

    Attributes:
        tables: where each log stands.
        problems: a sentence for each log that is not whole.
    """

    tables: dict[str, Head]
    problems: tuple[str, ...]

    @property
    def events(self) -> int:
        """Number of events of all logs."""
        return sum(head.version for head in self.tables.values())


def archive_of_file(path: Path) -> Archive:
    """The archive of a data file."""
    return Archive(path.with_name(path.name + ".archive"))


def check_free(path: Path) -> None:
    """Refuse to overwrite a data file, or what belongs to one.

    Raises:
        StoreError: a file exists; the error names it.
    """
    # A leftover write-ahead log would be applied to the new file.
    names = ("", "-wal", "-journal", ".archive")
    for there in (path.with_name(path.name + name) for name in names):
        if there.is_dir() and not any(there.iterdir()):
            continue
        if there.exists():
            raise StoreError(f"{there} is there already and is not overwritten: move it away")


def copy_file(source: Path, target: Path) -> None:
    """Copy one state of a data file, also while a server writes to it.

    Args:
        source: the data file.
        target: a new file in an existing folder.

    Raises:
        StoreError: the source cannot be read or the target cannot be written.
    """
    check_file(source)
    try:
        # Made here because SQLite would give it the permissions of the umask.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from None
    try:
        with (
            contextlib.closing(connect(source)) as reading,
            contextlib.closing(connect(target, writing=True)) as writing,
        ):
            # All pages in one step, so that the copy shows one state of the file.
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")  # everything in one file
    except sqlite3.Error as error:
        raise StoreError(file_trouble(source if is_damage(error) else target, error)) from None


def heads_of(path: Path) -> dict[str, Head]:
    """Heads of the logs of a data file, by table.

    Raises:
        StoreError: the file cannot be read.
    """
    try:
        with contextlib.closing(connect(path)) as connection:
            return {name: head for name, head in read_heads(connection).items() if head.version}
    except sqlite3.Error as error:
        raise StoreError(file_trouble(path, error)) from None


def check_logs(path: Path, archive: Archive) -> Copied:
    """Read every byte of every log of a data file that no process writes.

    Raises:
        StoreError: the file as a whole cannot be read.
    """
    problems = []
    heads = heads_of(path)
    try:
        with contextlib.closing(connect(path)) as connection:
            for head in heads.values():
                problem = _problem(connection, archive, head)
                if problem is not None:
                    problems.append(problem)
    except sqlite3.Error as error:
        raise StoreError(file_trouble(path, error)) from None
    return Copied(tables=heads, problems=tuple(problems))


def _problem(connection: sqlite3.Connection, archive: Archive, head: Head) -> str | None:
    query = (
        "SELECT body FROM commits JOIN stream ON stream.id = stream WHERE name = ? ORDER BY first"
    )
    chain = Chain(head.table, head.base, head.base_hash)
    try:
        # Reading is the check; the commits are not kept.
        for _ in archive.read(head) if head.base else ():
            pass
        for (body,) in connection.execute(query, (head.table,)):
            chain.add(body)
        if chain.version != head.version or (head.version > head.base and chain.head != head.hash):
            reason = f"the log ends with version {chain.version}, not {head.version}"
            raise LogError(reason, table=head.table)
    except sqlite3.DatabaseError as error:
        return f"table {head.table}: {error}"
    except (LogError, StoreError) as error:
        return str(error)
    return None


def copy_archives(source: Archive | None, heads: Iterable[Head], target: Archive) -> list[str]:
    """Copy the archive files of some logs; sentences about those that are missing.

    Raises:
        StoreError: a file cannot be copied.
    """
    problems = []
    for head in heads:
        if not head.base:
            continue
        if source is None:
            problems.append(
                f"events 1 to {head.base} of table {head.table} are archived: add ?archive=FOLDER"
                " to the URL of the store to copy them too"
            )
            continue
        try:
            for file in source.chain(head):
                _copy(file.path, target.folder / file.path.name)
        except StoreError as error:
            problems.append(str(error))
        except OSError as error:
            raise StoreError(f"{error.filename} cannot be copied: {error.strerror}") from None
    return problems


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = target.with_name(f".{target.name}.part")
    with source.open("rb") as reading:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as writing:
            shutil.copyfileobj(reading, writing)
            writing.flush()
            # Before the rename, so that the name never leads to half a file.
            os.fsync(writing.fileno())
    part.replace(target)
    sync_folder(target.parent)


def finish(part: Path, path: Path) -> None:
    """Make a copy durable and give it its name.

    Raises:
        StoreError: the system refuses it.
    """
    try:
        # Windows syncs only what is open for writing.
        descriptor = os.open(part, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
