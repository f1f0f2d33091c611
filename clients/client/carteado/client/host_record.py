"""Names the server that a client of this user has started, for clients that are started later.

A window or terminal that ends, or is killed, may leave its server running. The record says where it
is and which process it is, as long as the server holds the record's lock, which it inherits.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from carteado.client.tokens import state_folder

__all__ = ["HostRecord"]


class HostRecord:
    """The record in a file. Windows has no locks that a process inherits, so there is none there.

    Args:
        path: of the file, in the platform's state folder when absent.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or state_folder() / "hosted.json"

    @property
    def held(self) -> bool:
        """Whether the server of the record runs."""
        file = self._opened(os.O_RDONLY)
        if file is None:
            return False
        try:
            return not _locked(file)
        finally:
            os.close(file)

    @contextlib.contextmanager
    def claimed(self) -> Iterator[tuple[int, ...]]:
        """The locked file for a server to inherit; nothing where another server holds it."""
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._opened(os.O_RDWR | os.O_CREAT)
        if file is None:
            yield ()
            return
        try:
            if not _locked(file):
                yield ()
                return
            # What an earlier server wrote must not be taken for this one's.
            os.ftruncate(file, 0)
            yield (file,)
        finally:
            os.close(file)

    def keep(self, pid: int, url: str = "") -> None:
        """Write which process holds the record, and where it serves."""
        # The same file, and no new one: the lock belongs to the file and not to its name.
        file = self._opened(os.O_RDWR | os.O_TRUNC)
        if file is not None:
            with contextlib.suppress(OSError):
                os.write(file, json.dumps({"pid": pid, "url": url}).encode())
            os.close(file)

    def read(self) -> tuple[int, str]:
        """Process and URL of the server, 0 and '' where none runs; '' also while it starts."""
        if not self.held:
            return 0, ""
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            data = json.loads(self._path.read_text(encoding="utf-8"))
            pid, url = data["pid"], data["url"]
            # People edit files: a process group or process 1 is never meant.
            if type(pid) is int and pid > 1 and type(url) is str:
                return pid, url[:200]
        return 0, ""

    def _opened(self, flags: int) -> int | None:
        if sys.platform == "win32":
            return None
        with contextlib.suppress(OSError):
            return os.open(self._path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        return None


def _locked(file: int) -> bool:
    """Lock a file; False where another process holds it."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
