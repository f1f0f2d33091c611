"""One run at a time for a file of records: two writers would mix their results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from carteado.arena.errors import ArenaError, in_words

__all__ = ["lock_file"]


def lock_file(file: BinaryIO, path: Path) -> None:
    """Hold an open file for this process alone until it is closed, or the process has ended.

    On systems without such locks (Windows) it does nothing.

    Args:
        file: the file.
        path: its name for messages.

    Raises:
        ArenaError: another run holds it, or its file system cannot lock it.
    """
    if sys.platform == "win32":
        return
    import fcntl

    with in_words(f"{path} cannot be locked"):
        try:
            # An advisory lock that the system releases by itself when the process dies.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArenaError(
                f"{path} is being written by another run: wait for its end, or name another file"
            ) from None
