"""Errors of a store as a whole.

The tree::

    StoreError
    ├── NoSuchStore        a URL that names no store, or asks of one what it does not offer
    ├── StoreInUse         another process holds the file
    ├── StoreUnreachable   no answer; what was asked for may or may not have happened
    ├── UnknownTable       no log of the table
    ├── TableExists        an import would overwrite a log
    └── Archived           the events asked for were moved out of the store

How an append ended is not an error but an `Outcome`. A log that is not whole is a `LogError`.
"""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "Archived",
    "NoSuchStore",
    "StoreError",
    "StoreInUse",
    "StoreUnreachable",
    "TableExists",
    "UnknownTable",
]


class StoreError(Exception):
    """A store that cannot carry out a request; one sentence names it and the problem."""


class NoSuchStore(StoreError):
    """A URL that names no store, or asks of one what it does not offer."""


class StoreInUse(StoreError):
    """Another process holds the file.

    Attributes:
        path: the data file.
        pid: the process that holds it, 0 where it did not say.
        host: the machine that process runs on.
    """

    def __init__(self, path: str, pid: int, host: str) -> None:
        by = f"process {pid} on {host}" if pid else "another process"
        super().__init__(f"{path} is in use by {by}; stop it first")
        self.path = path
        self.pid = pid
        self.host = host


class StoreUnreachable(StoreError):
    """The store did not answer: append the same commit again to find out whether it was stored."""


class UnknownTable(StoreError):
    """No log of the table is in the store."""

    def __init__(self, table: str) -> None:
        super().__init__(f"no log of table {table}")
        self.table = table


class TableExists(StoreError):
    """An import would overwrite a log."""

    def __init__(self, table: str) -> None:
        super().__init__(f"a log of table {table} is already there; nothing was imported")
        self.table = table


class Archived(StoreError):
    """The events asked for were moved out of the store.

    Attributes:
        table: the table.
        base: version of the last event that is no longer there.
        missing: version of the first event that is in no file, if a folder was searched.
    """

    def __init__(
        self, table: str, base: int, folder: Path | None = None, missing: int | None = None
    ) -> None:
        text = f"events 1 to {base} of table {table} were archived"
        if folder is not None:
            text += (
                f", and event {missing} is in no file of {folder}; put the table's files back "
                f"there ({table}.*.log.gz)"
            )
        super().__init__(text)
        self.table = table
        self.base = base
        self.missing = missing
