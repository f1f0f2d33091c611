"""Records the server that a client of this user started, so that later clients find it.

A window or terminal that ends, or is killed, may leave its server running. The record says where it
is and which process it is, as long as the server holds the record's lock. On POSIX the server
inherits the lock. Windows has no locks that a process inherits; there the server is started by
`holding`, which takes the lock itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from carteado.client import holding
from carteado.client.tokens import state_folder

__all__ = ["HostRecord"]

ROOM = 400
"""Bytes of the text, with blanks at its end: a file whose lock another process holds is not cut."""


class HostRecord:
    """The record in a file.

    Args:
        path: of the file, in the platform's state folder when absent.
        inherits: whether a server inherits the lock; otherwise it takes the lock itself.

    Attributes:
        inherits: see above.
    """

    def __init__(self, path: Path | None = None, *, inherits: bool | None = None) -> None:
        self._path = path or state_folder() / "hosted.json"
        self.inherits = sys.platform != "win32" if inherits is None else inherits
        self._key = ""

    @property
    def held(self) -> bool:
        """Whether the server of the record runs."""
        file = self._opened(os.O_RDWR)
        if file is None:
            return False
        try:
            if not self._locked(file):
                return True
            # A record that nobody holds must not name a server that has ended.
            with contextlib.suppress(OSError):
                os.ftruncate(file, 0)
            return False
        finally:
            os.close(file)

    @contextlib.contextmanager
    def claimed(self) -> Iterator[tuple[int, ...]]:
        """The locked file for a server to inherit.

        Nothing where the server takes the lock itself, or another one holds it.
        """
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._opened(os.O_RDWR | os.O_CREAT) if self.inherits else None
        if file is None:
            yield ()
            return
        try:
            if not self._locked(file):
                yield ()
                return
            # What an earlier server wrote must not be taken for this one's.
            os.ftruncate(file, 0)
            yield (file,)
        finally:
            os.close(file)

    def command(self, module: str, words: Sequence[str]) -> list[str]:
        """The command that runs a server's module so that it holds the record."""
        if self.inherits:
            return [sys.executable, "-m", module, *words]
        self._key = secrets.token_hex(8)
        # -P: the folder of the file holds modules whose names the server must not find.
        held = [sys.executable, "-P", holding.__file__, str(self._path), self._key]
        return [*held, module, *words]

    def keep(self, pid: int, url: str = "") -> None:
        """Write which process holds the record, and where it serves."""
        data: dict[str, Any] = {"pid": pid, "url": url}
        if not self.inherits:
            data = self._data()
            # Another server holds the record. The process wrote its own number: on Windows the
            # one that was started may only have started it.
            if data.get("key") != self._key:
                return
            data["url"] = url
        # The same file, and no new one: the lock belongs to the file and not to its name.
        file = self._opened(os.O_RDWR)
        if file is not None:
            with contextlib.suppress(OSError):
                os.write(file, json.dumps(data).encode().ljust(ROOM))
            os.close(file)

    def read(self) -> tuple[int, str]:
        """Process and URL of the server, 0 and '' where none runs; '' also while it starts."""
        if not self.held:
            return 0, ""
        data = self._data()
        pid, url = data.get("pid"), data.get("url")
        # People edit files: a process group or process 1 is never meant.
        if type(pid) is int and pid > 1 and type(url) is str:
            return pid, url[:200]
        return 0, ""

    def _data(self) -> dict[str, Any]:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            data = json.loads(self._path.read_text(encoding="utf-8"))
            if isinstance(data, dict):
                return data
        return {}

    def _locked(self, file: int) -> bool:
        """Lock a file; False where another process holds it."""
        if not self.inherits or sys.platform == "win32":
            return holding.lock(file)
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _opened(self, flags: int) -> int | None:
        # Windows has neither flag; there a program inherits no file unless it asks for it.
        safe = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        with contextlib.suppress(OSError):
            return os.open(self._path, flags | safe, 0o600)
        return None
