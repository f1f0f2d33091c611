"""Typed commands that are kept between runs, in a file that only the player can read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from carteado.client.atomic_file import write_atomically
from carteado.protocol.verbs import BY_WORD
from carteado.protocol.wording import bare

__all__ = ["KEPT", "History"]

KEPT = 200
"""Lines that are kept."""

_SECRETS = ("code=", "token=", "password=")

# Limit of the input line.
_MOST = 200
"""Letters of a line that is kept."""

_MOST_BYTES = KEPT * (4 * _MOST + 1)
"""Size of the largest file that can be written: a letter has at most four bytes in UTF-8."""


class History:
    """The lines that were typed, the oldest first.

    Chat, codes of tables and what is not a command are remembered until the program ends, and never
    written.

    Args:
        path: of the file; None keeps none.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.lines: list[str] = []
        self._written: list[str] = []
        if path is not None:
            with contextlib.suppress(OSError):
                self._written = _read(path)
                self.lines = list(self._written)

    def add(self, line: str, actions: Sequence[str] = ()) -> None:
        """Remember a line, and write it where it is a command.

        Args:
            line: as it was typed.
            actions: words of the actions that were offered.
        """
        # The same line again would only lengthen the way back with the arrows.
        if self.lines and self.lines[-1] == line:
            return
        self.lines = [*self.lines, line][-KEPT:]
        if self._path is None or not _is_command(line, actions):
            return
        self._written = [*self._written, line][-KEPT:]
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Written at once: a terminal that is closed gives no chance later.
            write_atomically(self._path, "\n".join(self._written) + "\n", private=True)


def _read(path: Path) -> list[str]:
    """The lines of a file that somebody may have edited or damaged."""
    if not path.is_file():  # a pipe or a device has no end
        return []
    with path.open("rb") as file:
        begin = max(0, file.seek(0, os.SEEK_END) - _MOST_BYTES)
        file.seek(begin)
        found = file.read(_MOST_BYTES).split(b"\n")
    # What begins in the middle of a line may be another command.
    lines = [line.decode(errors="replace") for line in (found[1:] if begin else found)]
    # Escape sequences must not reach the terminal.
    return [line for line in lines if _is_kept(line)][-KEPT:]


def _is_kept(line: str) -> bool:
    """Whether a line is one that `History` may have written."""
    return 0 < len(line) <= _MOST and line.isprintable() and "\ufffd" not in line


def _is_command(line: str, actions: Sequence[str]) -> bool:
    """Whether a line may be written: a command, without anything private."""
    words = line.strip().removeprefix("/").casefold().split()
    # Such lines would not be read back.
    if not words or not _is_kept(line):
        return False
    # In front of a command may stand its id, a table and a decision.
    # The grammar writes ids as numbers, tables with @ and decisions with !.
    word = next((one for one in words if not one.isdecimal() and one[0] not in "@!"), "")
    verb = BY_WORD.get(bare(word))
    if (verb is not None and verb.private) or any(one in line.casefold() for one in _SECRETS):
        return False
    # Actions may be shortened, so a beginning counts.
    return verb is not None or any(action.startswith(word) for action in actions)
