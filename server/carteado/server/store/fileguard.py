"""Notices when the data file is deleted or replaced while it is open.

An open file without a name still exists, but its data is lost when it is closed. So the names of
the data file and its companions are looked up again and must still lead to the same files.
"""

from __future__ import annotations

import os
from pathlib import Path

from carteado.server.store.errors import StoreError

__all__ = ["FileGone", "FileGuard"]

# Deleting the write-ahead log alone would lose acknowledged commits as well.
_COMPANIONS = ("-wal", "-shm")


class FileGone(StoreError):
    """The data file, or its write-ahead log, is not the one that was opened."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(
            f"{path} was {what} while the server was running; put the file back or restore a copy"
        )


class FileGuard:
    """Remembers which files were opened.

    Args:
        path: the data file, which is open.
    """

    def __init__(self, path: Path) -> None:
        self._paths = [path, *(path.with_name(path.name + end) for end in _COMPANIONS)]
        # Only the data file exists for certain: the others come with the first transaction.
        self._known: dict[Path, tuple[int, int] | None] = {
            one: identity for one in self._paths if (identity := _identity(one)) is not None
        }

    def check(self) -> None:
        """Check the names again.

        Raises:
            FileGone: one of them leads to no file, or to another one.
        """
        for path in self._paths:
            found = _identity(path)
            # A companion that appears later is remembered then; one that never appeared may be
            # missing.
            known = self._known.setdefault(path, found) if found else self._known.get(path)
            if found != known:
                raise FileGone(path, "deleted" if found is None else "replaced")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    # An inode number is not reused while the file is open.
    return found.st_dev, found.st_ino
