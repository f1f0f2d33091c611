"""Messages to the operator when SQLite cannot use a data file: the problem, and what to do next.

Only a file whose bytes are wrong is called damaged. A file that is locked by another program or not
readable counts as whole.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

__all__ = ["file_trouble", "is_damage", "is_locked"]

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})

_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})

_NEXT = {
    **dict.fromkeys(_LOCKED, "is locked by another program: end that program and try again"),
    sqlite3.SQLITE_PERM: "may not be used: check the permissions of the file and its folder",
    sqlite3.SQLITE_AUTH: "may not be used: check the permissions of the file and its folder",
    sqlite3.SQLITE_READONLY: "may not be written: check the permissions of the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: check the permissions of the file and its folder",
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error; check the disk",
    sqlite3.SQLITE_NOMEM: "cannot be read: there is not enough memory",
}


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the bytes of the file are wrong."""
    return _primary(error) in _DAMAGE


def is_locked(error: sqlite3.Error) -> bool:
    """Whether another program has locked the file; the error ends when it releases the file."""
    return _primary(error) in _LOCKED


def file_trouble(path: Path, error: sqlite3.Error) -> str:
    """One sentence for the operator: the file, what is wrong with it, and the next step.

    Args:
        path: the data file.
        error: SQLite's error.
    """
    known = _NEXT.get(_primary(error) or 0)
    if known is not None:
        return f"{path} {known} ({error})"
    if is_damage(error):
        return (
            f"{path} is damaged: {error}; copy it to a safe place, then put a backup in its place "
            "with `carteado log restore`, or keep what is whole with `carteado log salvage`"
        )
    if str(error).startswith("no such table"):
        return f"{path} holds no tables of Carteado: name the data file of a server ({error})"
    return f"{path} cannot be used: {error}"


def _primary(error: sqlite3.Error) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    # The low byte of an extended code is the primary one.
    return None if code is None else code & 0xFF
