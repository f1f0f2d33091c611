"""Whole logs as segments: what export, import and archive need besides the store."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from carteado.protocol.log import Commit, LogError, chain_hash
from carteado.protocol.segment import read_records
from carteado.server.store.outcomes import Head

__all__ = ["game_of", "load", "write_checked"]


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
    )
    return head, bodies


def write_checked(path: Path, pieces: Iterable[bytes]) -> Head:
    """Write a segment to a new file, make it durable and read it back.

    Raises:
        OSError: the file exists or cannot be written; nothing of it is left.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        with path.open("rb") as file:
            return load(file)[0]
    except BaseException:
        path.unlink()
        raise
