"""Whole logs as segments: what export, import and archive need besides the store."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from carteado.engine.plain import tag_of
from carteado.engine.table import TableClosed
from carteado.protocol.compressed import compressed
from carteado.protocol.log import Commit, LogError, chain_hash
from carteado.protocol.segment import read_records
from carteado.server.store.errors import StoreError
from carteado.server.store.outcomes import Head

__all__ = ["game_of", "load", "sync_folder", "write_checked", "write_once"]

_CLOSED = tag_of(TableClosed)
"""The event after which a log has no other."""


def game_of(commit: Commit) -> str | None:
    """The game's id that a log's first event tells, for people."""
    game = commit.events[0][1].get("game")
    return game if isinstance(game, str) else None


def load(source: bytes | BinaryIO | Iterable[bytes]) -> tuple[Head, list[tuple[int, int, bytes]]]:
    """A whole segment: the head of its log; first version, count and body of each commit.

    Raises:
        LogError: the segment is not whole; says where.
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

    A crash leaves the whole file or none; at most a hidden ``.NAME.part`` stays, which the next
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
            head = load(file)[0]
        part.replace(path)
    except BaseException:  # Ctrl-C too must not leave a half-written file
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return head


def write_once(path: Path, pieces: list[bytes]) -> Head:
    """As `write_checked`, but take a file that is there if it holds exactly this segment.

    Raises:
        StoreError: the file holds something else.
        OSError: it cannot be written.
    """
    if not path.exists():
        return write_checked(path, pieces)
    try:
        with path.open("rb") as file:
            there = load(file)
            # The call that wrote it may have been cut off before it synced.
            os.fsync(file.fileno())
        if there == load(b"".join(pieces)):
            sync_folder(path.parent)
            return there[0]
        reason = "holds another log"
    except LogError as error:
        reason = f"is no whole log: {error.reason}"
    raise StoreError(
        f"{path} cannot be written: a file of that name is there and {reason}; nothing was removed "
        "from the store: move that file away and archive again"
    )


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
