"""The stores that servers on this machine have used, to notice when one was emptied.

A Redis database that was flushed, or came back without its data, looks like a new one. A note in
the data folder identifies the store and says how many tables it held.
"""

from __future__ import annotations

import json
from pathlib import Path

from carteado.server.ops.logs import log
from carteado.server.store.base import Identity

__all__ = ["Remembered"]


class Remembered:
    """The note about one store.

    Args:
        file: the note, of all stores of this machine; it need not exist.
        store: the store that was opened.
    """

    def __init__(self, file: Path, store: Identity) -> None:
        self._file = file
        self._store = store
        self._noted: tuple[str, int] | None = None
        found = self._read().get(store.name)
        if isinstance(found, dict):
            known, tables = found.get("id"), found.get("tables")
            if isinstance(known, str) and isinstance(tables, int):
                self._noted = known, tables

    @property
    def problem(self) -> str | None:
        """A sentence if the store held tables when it was last used and is another store now."""
        if self._noted is None or self._noted[0] == self._store.id or not self._noted[1]:
            return None
        count = self._noted[1]
        return (
            f"{self._store.name} held {count} table{'s' * (count != 1)} when this server last used"
            f" it, and was emptied or replaced since: restore a copy, or remove {self._file} to"
            " accept the loss"
        )

    def note(self, tables: int) -> None:
        """Note how many tables the store holds, unless a problem is not settled."""
        if self.problem is not None or self._noted == (self._store.id, tables):
            return
        self._noted = self._store.id, tables
        data = {**self._read(), self._store.name: {"id": self._store.id, "tables": tables}}
        fresh = self._file.with_name(self._file.name + ".new")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh.write_text(json.dumps(data, indent=1))
            # Written atomically: a half-written note would count as no note.
            fresh.replace(self._file)
        except OSError as error:
            log.warning("store not noted", path=str(self._file), error=str(error))

    def _read(self) -> dict[str, object]:
        try:
            data = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}
