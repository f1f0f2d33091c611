"""Work in blocks whose results are kept as they come, so that a run can go on where it ended.

For what is not a record of a match: counts, for instance. A file of blocks is text, a line of JSON
that says what it is of, then one for each block, in order. A torn last line is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from carteado.arena.errors import ArenaError, in_words
from carteado.arena.workers import workers

__all__ = ["Work", "blocks"]

_FORMAT = "carteado-arena-blocks/1"
_KEYS = {"block", "found"}

Work = Callable[[int], Any]
"""From the number of a block to its result, plain data; the number alone decides it."""


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
        header: what they are of, plain data; a file of something else is refused.
        path: of the file; None to keep none.
        resume: go on with what stands in the file; otherwise it must not be there.
        jobs: processes that work.
        tell: told of the blocks that are done and of all.

    Raises:
        ArenaError: the file is there and may not be, is of something else, or cannot be used, or a
            process ended before its block was done.
    """
    expected = json.loads(json.dumps({"blocks": _FORMAT, **header}))
    found = [] if path is None else _taken_up(path, expected, resume)
    tell(min(len(found), count), count)
    for result in _results(work, len(found), count, jobs):
        if path is not None:
            _append(path, {"block": len(found), "found": result})
        found.append(json.loads(json.dumps(result)))
        tell(len(found), count)
    return found[:count]


def _results(work: Work, first: int, count: int, jobs: int) -> Iterator[Any]:
    if jobs == 1 or first >= count:
        yield from map(work, range(first, count))
        return
    with workers(jobs) as submit:
        for result in [submit(work, number) for number in range(first, count)]:
            yield result.result()


def _taken_up(path: Path, header: dict[str, Any], resume: bool) -> list[Any]:
    with in_words(f"{path} cannot be used"):
        if not path.exists():
            path.write_text(json.dumps(header) + "\n", encoding="utf-8")
            return []
        if not resume:
            raise ArenaError(
                f"{path} is there already; --resume goes on with it, or name another folder"
            )
        return _read(path, header)


def _read(path: Path, header: dict[str, Any]) -> list[Any]:
    lines = path.read_bytes().splitlines(keepends=True)
    torn = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
    if not lines:
        first = json.dumps(header) + "\n"
        if not first.encode().startswith(torn):
            raise ArenaError(f"{path}, line 1: this is no file of blocks")
        path.write_text(first, encoding="utf-8")
        return []
    found = []
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise ArenaError(f"{path}, line {number}: this is not JSON") from None
        if number == 1:
            if data != header:
                raise ArenaError(f"{path} is of another measurement")
        elif not isinstance(data, dict) or data.keys() != _KEYS or data["block"] != number - 2:
            raise ArenaError(f"{path}, line {number}: block {number - 2} should come here")
        else:
            found.append(data["found"])
    with open(path, "r+b") as file:
        file.truncate(sum(map(len, lines)))
    return found


def _append(path: Path, line: Mapping[str, Any]) -> None:
    with in_words(f"{path} cannot be written"), open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line, separators=(",", ":")) + "\n")
