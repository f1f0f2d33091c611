"""One process at a time: an advisory lock on a file beside the data file, which names its holder.

The system releases the lock when the process ends, however it ends. The lock file stays.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from carteado.server.store.errors import StoreError, StoreInUse

__all__ = ["FileLock"]

_FAR = 1 << 30  # Windows locks bytes: one beyond the end leaves the others readable


class FileLock:
    """Holds the lock from construction to `close`.

    Args:
        path: the data file; the lock file is beside it, with ``.lock`` at the end of its name.

    Raises:
        StoreInUse: another process holds it.
        StoreError: the lock file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        lock_path = path.with_name(path.name + ".lock")
        try:
            # Not truncated yet: until the lock is ours, the text names the process that holds it.
            self._file = os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{lock_path} cannot be written: {error.strerror}") from None
        try:
            _lock(self._file)
        except OSError:
            # A lock over a network file system may be held on another machine, hence the host.
            pid, host = _who(self._file)
            os.close(self._file)
            raise StoreInUse(str(path), pid, host) from None
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()} {socket.gethostname()}\n".encode())

    def close(self) -> None:
        """Release the lock."""
        # While the lock is still held: afterwards the text belongs to the next holder.
        os.ftruncate(self._file, 0)
        os.close(self._file)


def _who(file: int) -> tuple[int, str]:
    words = os.read(file, 300).decode(errors="replace").split()
    if len(words) == 2 and words[0].isdecimal():
        return int(words[0]), words[1]
    return 0, ""


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        # Not lockf, whose lock ends when the process closes any descriptor of the file.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
