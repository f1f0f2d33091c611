"""Atomic file replacement: writes a temporary file and renames it, or removes it on failure."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import IO, Any

__all__ = ["AtomicFile", "write_atomically"]


class AtomicFile:
    """A file to write, which replaces another one with `commit`.

    A device or a pipe is written directly, since nothing may replace it. Leaving the context
    without `commit` changes nothing.

    Args:
        path: where the file belongs; what a symbolic link names, not the link, is replaced.
        binary: bytes instead of text in UTF-8.
        private: nobody but the owner may read it, also while it is being written; otherwise it
            gets the rights of the file that it replaces.

    Attributes:
        file: to write to.
        on_screen: whether somebody watches it being written; never.

    Raises:
        OSError: the file cannot be written there.
    """

    on_screen = False

    def __init__(self, path: Path, *, binary: bool = False, private: bool = False) -> None:
        # Resolved once: a link that changes meanwhile must not redirect the last step.
        self._place = os.path.realpath(path)
        self._written: str | None = None
        found = self._found()
        where = self._place
        if found is None or stat.S_ISREG(found.st_mode):
            # Replacing a file needs no right to write it, so a read-only file would be lost.
            if found is not None and not os.access(where, os.W_OK):
                raise PermissionError(13, os.strerror(13), str(path))
            folder, name = os.path.split(where)
            # In the same folder, because `os.replace` cannot cross file systems.
            where = os.path.join(folder, f".{name}.{secrets.token_hex(4)}.part")
            self._written = where
        # "x" refuses a file that somebody put under the temporary name.
        mode = "x" if self._written else "w"
        opener = _open_private if private else None
        self.file: IO[Any]
        if binary:
            self.file = open(where, mode + "b", opener=opener)  # noqa: SIM115
        else:
            self.file = open(  # noqa: SIM115
                where, mode, encoding="utf-8", newline="\n", opener=opener
            )
        if found is not None and self._written is not None and not private:
            # A rewritten script stays executable, and a shared file stays shared.
            os.chmod(where, stat.S_IMODE(found.st_mode))

    def __enter__(self) -> AtomicFile:
        return self

    def __exit__(self, *problem: object) -> None:
        with contextlib.suppress(OSError):
            self.file.close()
        if self._written is not None:
            with contextlib.suppress(OSError):
                # `commit` has cleared the name, so this only runs when something failed.
                os.unlink(self._written)

    def finish(self) -> None:
        """Write everything to the disk: after it only the replacement can fail.

        Raises:
            OSError: something cannot be written.
        """
        self.file.flush()
        if self._written is not None:
            # Before `commit`: a power cut could otherwise leave an empty file in its place.
            os.fsync(self.file.fileno())
        # Windows cannot replace a file that is open.
        self.file.close()

    def commit(self) -> None:
        """Replace the previous file, after `finish`.

        Raises:
            OSError: it cannot be taken.
        """
        if self._written is not None:
            os.replace(self._written, self._place)
            self._written = None

    def _found(self) -> os.stat_result | None:
        try:
            return os.stat(self._place)
        except FileNotFoundError:
            return None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def write_atomically(path: Path, text: str, *, private: bool = False) -> None:
    """Write a text into a file, which holds all of it or what it held before.

    Args:
        path: where the file belongs.
        text: the new content.
        private: nobody but the owner may read it, also while it is being written.

    Raises:
        OSError: it cannot be written.
    """
    with AtomicFile(path, private=private) as new:
        new.file.write(text)
        new.finish()
        new.commit()
