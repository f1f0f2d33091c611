"""Writes a log from a command instead of a table's host: chained commits as one segment."""

from __future__ import annotations

import os
import struct
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from carteado.client.atomic_file import AtomicFile
from carteado.engine.events import event_to_plain, versioned
from carteado.engine.game import Command, Event, Game
from carteado.engine.plain import to_plain
from carteado.engine.table import TableOpened, TableOptions
from carteado.protocol.log import Cause, Commit, chain_hash, encode_commit
from carteado.protocol.segment import SegmentHeader, write_segment

__all__ = ["Recording"]

BATCH = 64
"""Commands of a commit: a file is one cause, so its rounds need no commit each."""

# The commits differ in length, and the temporary file has nothing else between them.
_LENGTH = struct.Struct(">I")


class Recording:
    """Writes what happened as a log that replays.

    A segment begins with what it ends with, so the commits are kept in a file without a name until
    the last is there: the memory stays the same however long the log gets.

    Args:
        path: where the log belongs.
        game: whose events they are.
        options: of the game.
        title: of the table in the log.

    Raises:
        OSError: the log cannot be written there.
    """

    def __init__(self, path: Path, game: Game[Any], options: Any, title: str) -> None:
        self._game = game
        self._table = f"{game.id}-{os.urandom(4).hex()}"
        # A log names the process that wrote it, as a host's does.
        self._owner = os.urandom(8).hex()
        self._head = ""
        self._version = 0
        self._done: list[Mapping[str, Any]] = []
        self._target = AtomicFile(path, binary=True)
        try:
            # Without a name, so that a crash leaves nothing; beside the target, where there is room
            # for it.
            self._kept: IO[bytes] = tempfile.TemporaryFile(dir=path.resolve().parent)  # noqa: SIM115
        except OSError:
            self._target.__exit__()
            raise
        opened = TableOpened(
            table=self._table,
            title=title,
            game=game.id,
            rules=game.rules,
            options=to_plain(options),
            settings=TableOptions(),
        )
        self._events = [*versioned(game, [event_to_plain(opened)])]

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *problem: object) -> None:
        self._kept.close()
        self._target.__exit__()

    def add(self, command: Command, events: Iterable[Event]) -> None:
        """Add a command and what followed from it."""
        self._done.append(to_plain(command))
        self._events.extend(versioned(self._game, map(event_to_plain, events)))
        if len(self._done) >= BATCH:
            self._write()

    def finish(self) -> None:
        """See that everything is written.

        Raises:
            OSError: something cannot be written.
        """
        if self._events:
            self._write()
        self._kept.seek(0)
        # The header states the last version, so it is written when all commits are known.
        header = SegmentHeader(
            table=self._table, game=self._game.id, rules=self._game.rules, last=self._version
        )
        self._target.file.writelines(write_segment(header, self._bodies()))
        self._target.finish()

    def commit(self) -> None:
        """Take the place of what was there.

        Raises:
            OSError: it cannot be taken.
        """
        self._target.commit()

    def _write(self) -> None:
        body = encode_commit(
            Commit(
                table=self._table,
                first=self._version + 1,
                epoch=1,
                owner=self._owner,
                batch=os.urandom(16).hex(),
                cause=Cause(do=self._done),
                at=time.time_ns() // 1_000_000,
                # Only the first commit names the rules; the later ones go on with them.
                rules=None if self._version else self._game.rules,
                previous=self._head,
                salt=os.urandom(16).hex(),
                events=tuple(self._events),
            )
        )
        self._kept.write(_LENGTH.pack(len(body)) + body)
        self._head = chain_hash(body)
        self._version += len(self._events)
        self._done, self._events = [], []

    def _bodies(self) -> Iterator[bytes]:
        while length := self._kept.read(_LENGTH.size):
            yield self._kept.read(_LENGTH.unpack(length)[0])
