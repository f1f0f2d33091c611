"""Session tokens kept between runs, so that a restarted client gets its seat back.

One file for each server and name in the user's state directory, readable by its owner alone. The
file is locked while a client uses it: a second client of the same name gets a session of its own
instead of throwing the first one out.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sys
from pathlib import Path
from types import TracebackType

__all__ = ["KeptToken", "state_folder"]

_FAR = 1 << 30  # Windows locks bytes: one that is not there, so that the others can be read

# A file that was edited or torn must not put arbitrary text into the greeting.
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")


def state_folder() -> Path:
    """The folder for this program's state between runs: the platform's state directory."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "carteado"


class KeptToken:
    """The token of one name at one server, kept in a file that only its owner can read.

    A folder that cannot be written, a file that another client uses, or one whose content makes no
    sense is as good as none: the client then gets a new session.

    Args:
        url: of the server.
        name: of the player there.
        folder: where the files lie, the platform's state directory when absent.

    Attributes:
        in_use: another client on this machine uses the file.
    """

    def __init__(self, url: str, name: str, *, folder: Path | None = None) -> None:
        # Two names of this machine: a seat taken by one of them is the player's by the other too.
        url = url.replace("//localhost:", "//127.0.0.1:")
        self._about = {"url": url, "name": name}
        self._file: int | None = None
        self._written: str | None = None
        self._problem = ""
        self.in_use = False
        try:
            self._file = _locked((folder or state_folder() / "sessions"), url, name)
        except BlockingIOError:
            # Told apart from other errors: a command line then explains that another program
            # plays.
            self.in_use = True
        except OSError as error:
            self._problem = error.strerror or str(error)

    @property
    def kept(self) -> bool:
        """Whether there is a file to keep the token in, and no other client uses it."""
        return self._file is not None

    def read(self) -> str | None:
        """The token of the last run, None where there is none."""
        self._written = None
        if self._file is None:
            return None
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            os.lseek(self._file, 0, os.SEEK_SET)
            # Far more than a token's file ever holds; a huge file is not read as a whole.
            data = json.loads(os.read(self._file, 4096))
            token = str(data["token"])
            # The file's name is only half of a hash, so check what the file is about.
            about = {key: data[key] for key in self._about}
            if _TOKEN.fullmatch(token) and about == self._about:
                self._written = token
        return self._written

    def keep(self, token: str) -> str:
        """Write the token of this run.

        Returns:
            Why it could not be written, once for each reason; '' otherwise, also where another
            client on this machine uses the file.
        """
        if self._file is not None and token != self._written:
            data = json.dumps({**self._about, "token": token}).encode()
            try:
                # Written in place: a new file would not have the lock. A torn one only costs the
                # token.
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
                os.write(self._file, data)
                self._written = token
            except OSError as error:
                self._problem = error.strerror or str(error)
        problem, self._problem = self._problem, ""
        return problem

    def close(self) -> None:
        """Release the file for other clients."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> KeptToken:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _locked(folder: Path, url: str, name: str) -> int:
    """The open file of a name at a server.

    Raises:
        OSError: it cannot be opened, or another client holds it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Hashed: a URL and a name may hold characters that no file name may.
    name_of_file = hashlib.sha256(f"{url}\n{name}".encode()).hexdigest()[:32]
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    file = os.open(folder / f"{name_of_file}.json", flags, 0o600)
    try:
        # The system releases the lock when the process ends, however it ends.
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, _FAR, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            except PermissionError as error:  # the byte is locked already
                raise BlockingIOError(error.errno, error.strerror) from None
        else:
            import fcntl

            # The mode given to `open` applies to new files only.
            os.fchmod(file, 0o600)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise
    return file
