"""Tables that everybody has left, and tables that their owner has left."""

from __future__ import annotations

from collections.abc import Callable, Collection

from carteado.server.lobby.runner import TableRunner
from carteado.server.ops.timing import now_ms
from carteado.server.table.owners import OPERATOR

__all__ = ["OWNER_GONE_MS", "AbandonedTables"]

OWNER_GONE_MS = 300_000
"""Milliseconds that an owner may be disconnected before the table gets another one."""


class AbandonedTables:
    """Records when everybody left each table, and closes or hands over tables left for too long.

    Args:
        empty_ms: how long a table may be deserted before it is closed, milliseconds.
        lasting: ids of tables that are not closed when everybody left them.
        connected: whether the player of a key is connected.
    """

    def __init__(
        self, empty_ms: int, lasting: Collection[str], connected: Callable[[str], bool]
    ) -> None:
        self._empty_ms = empty_ms
        self._lasting = lasting
        self._connected = connected
        # Time since when nobody has sat or watched at a table, by table.
        self._deserted: dict[str, int] = {}
        # Time since when the owner of a table has been disconnected, by table.
        self._owner_gone: dict[str, int] = {}

    def close_deserted(self, runner: TableRunner) -> None:
        """Close a table that has been deserted for long enough."""
        now = now_ms()
        if not runner.host.deserted or runner.id in self._lasting:
            self._deserted.pop(runner.id, None)
            return
        since = self._deserted.setdefault(runner.id, now)
        if now - since > self._empty_ms:
            runner.end("nobody sat or watched any more")

    def pass_ownership(self, runner: TableRunner) -> None:
        """Make the person who sat there longest the owner, if the owner is gone for too long."""
        owner = runner.host.owners.opener
        if owner in (None, OPERATOR) or self._connected(owner or ""):
            self._owner_gone.pop(runner.id, None)
        elif now_ms() - self._owner_gone.setdefault(runner.id, now_ms()) >= OWNER_GONE_MS:
            runner.pass_ownership()

    def forget(self, table_id: str) -> None:
        """Forget a closed table."""
        self._deserted.pop(table_id, None)
        self._owner_gone.pop(table_id, None)
