"""Bug reports: a private file for the developers, without values of variables.

A report names modules, lines, functions and the source text there. It leaves out local variables,
arguments, the texts of exceptions and paths, because cards, tokens and names may be in them.
"""

from __future__ import annotations

import linecache
import platform
import traceback
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path

from carteado.client.atomic_file import write_atomically
from carteado.client.tokens import state_folder

__all__ = ["MAX_REPORT", "keep_report", "report_of"]

MAX_REPORT = 64 * 1024
"""Bytes of a report."""

_LINKED = 8
"""Exceptions in a report: the one that was raised, and those behind it."""

_FIRST, _LAST = 10, 40
"""Frames of an exception from either end; an endless recursion has a thousand in between."""

_WIDE = 160
"""Characters of a line."""

_PACKAGES = ("carteado", "textual", "websockets")


def keep_report(error: BaseException, about: Mapping[str, str] | None = None) -> Path | None:
    """Write a report into the state folder, replacing the previous one.

    Args:
        error: the bug, as it was caught.
        about: what else is known, by name; nothing of the game or of a player.

    Returns:
        The file, which only its owner can read; None where none can be written.
    """
    file = state_folder() / "bug-report.txt"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(file, report_of(error, about), private=True)
    except OSError:
        return None
    return file


def report_of(error: BaseException, about: Mapping[str, str] | None = None) -> str:
    """The text of a report, at most `MAX_REPORT` bytes."""
    known = {
        **{package: _version(package) for package in _PACKAGES},
        "python": platform.python_version(),
        "system": platform.platform(),
        **(about or {}),
    }
    rows = [f"{name}: {value}" for name, value in known.items()]
    for one in islice(_chain(error), _LINKED):
        rows += ["", _name(type(one)), *_frames(one)]
    text = "\n".join(row[:_WIDE] for row in rows) + "\n"
    # Source text may be in any alphabet.
    return text.encode()[:MAX_REPORT].decode(errors="ignore")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception, those in its group, and what it was raised from or during."""
    waiting, seen = [error], set()
    while waiting:
        one = waiting.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        waiting += [behind for behind in (one.__cause__, one.__context__) if behind is not None]


def _frames(error: BaseException) -> Iterator[str]:
    frames = list(traceback.walk_tb(error.__traceback__))
    left_out = max(0, len(frames) - _FIRST - _LAST)
    for at, (frame, line) in enumerate(frames):
        if left_out and at == _FIRST:
            yield f"  ... {left_out} frames"
        if _FIRST <= at < _FIRST + left_out:
            continue
        code = frame.f_code
        # The module and not the file, whose path may hold the name of the user.
        yield f"  {frame.f_globals.get('__name__')}, line {line}, in {code.co_name}"
        if source := linecache.getline(code.co_filename, line).strip():
            yield f"    {source}"


def _name(kind: type) -> str:
    return (
        kind.__qualname__
        if kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__qualname__}"
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
