"""Work in blocks whose results are stored at once, so that an interrupted run can continue.

For results other than match records, such as counts. A file of blocks is text: a line of JSON
that identifies it, then one for each block, in order. A torn last line is dropped.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from carteado.arena.errors import ArenaError, in_words
from carteado.arena.matches.journal import lock_file
from carteado.arena.matches.play import workers

__all__ = ["Work", "blocks"]

_FORMAT = "carteado-arena-blocks/1"
_KEYS = {"block", "found"}

Work = Callable[[int], Any]
"""Computes the result of a block, plain data, from the block's number alone."""


def blocks(
    work: Work,
    count: int,
    *,
    header: Mapping[str, Any],
    path: Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> list[Any]:
    """The results of the first blocks, in order.

    Args:
        work: does one block; with several processes it must be importable.
        count: how many blocks.
        header: a description of the work, plain data; a file with another header is refused.
        path: of the file; None to keep none.
        resume: whether to continue the file; otherwise it must not exist.
        jobs: processes that work.
        tell: called with the number of finished blocks and of all.

    Raises:
        ArenaError: the file exists without `resume`, has another header, is written by another run
            or cannot be used, or a process ended before its block was done.
    """
    # Through JSON: a tuple has to equal the list that a file gives back.
    expected = json.loads(json.dumps({"blocks": _FORMAT, **header}))
    with contextlib.ExitStack() as stack:
        kept = None if path is None else stack.enter_context(_Kept(path, expected, resume))
        found = [] if kept is None else kept.found
        tell(min(len(found), count), count)
        for result in _results(work, len(found), count, jobs):
            # The same form whether a result is new or read from the file.
            plain = json.loads(json.dumps(result))
            if kept is not None:
                kept.append({"block": len(found), "found": plain})
            found.append(plain)
            tell(len(found), count)
        return found[:count]


def _results(work: Work, first: int, count: int, jobs: int) -> Iterator[Any]:
    if jobs == 1 or first >= count:
        yield from map(work, range(first, count))
        return
    with workers(jobs) as submit:
        for result in [submit(work, number) for number in range(first, count)]:
            yield result.result()


class _Kept:
    """A file of blocks; a context that holds it open, for itself alone.

    Attributes:
        found: the results in the file.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], resume: bool) -> None:
        self.found: list[Any] = []
        self._path = path
        if path.exists() and not resume:
            raise ArenaError(
                f"{path} is there already; --resume goes on with it, or name another folder"
            )
        with in_words(f"{path} cannot be used"):
            # Open as long as this context, whose end closes it.
            self._file = open(path, "a+b")  # noqa: SIM115
        try:
            lock_file(self._file, path)
            with in_words(f"{path} cannot be used"):
                self._begin(header)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> _Kept:
        return self

    def __exit__(self, *problem: object) -> None:
        self._close()

    def append(self, line: Mapping[str, Any]) -> None:
        """Write the next line.

        Raises:
            ArenaError: the disk is full.
        """
        with in_words(f"{self._path} cannot be written"):
            self._file.write(f"{json.dumps(line, separators=(',', ':'))}\n".encode())
            self._file.flush()

    def _close(self) -> None:
        with contextlib.suppress(OSError):  # a full disk was reported before
            self._file.close()

    def _begin(self, header: Mapping[str, Any]) -> None:
        """Read the file and drop an incomplete last line; begin a new file."""
        self._file.seek(0)
        lines = self._file.readlines()
        torn = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        first = f"{json.dumps(header)}\n".encode()
        # An empty or torn first line is acceptable only if it begins like this run's header.
        if not lines and not first.startswith(torn):
            raise ArenaError(f"{self._path}, line 1: this is not a file of blocks")
        for number, line in enumerate(lines, 1):
            self._read(number, line, header)
        self._file.truncate(sum(map(len, lines)))
        if not lines:
            self._file.write(first)
            self._file.flush()

    def _read(self, number: int, line: bytes, header: Mapping[str, Any]) -> None:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise ArenaError(f"{self._path}, line {number}: this is not JSON") from None
        if number == 1:
            if data != header:
                raise ArenaError(f"{self._path} is of another measurement")
        elif not isinstance(data, dict) or data.keys() != _KEYS or data["block"] != number - 2:
            raise ArenaError(f"{self._path}, line {number}: block {number - 2} should come here")
        else:
            self.found.append(data["found"])
