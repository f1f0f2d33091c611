"""The list of tables, as the lobby gives it to everybody who asks.

A table is described and encoded once until something about it changes, so what a flood of questions
costs is the bytes that are sent, not the work of describing every table.
"""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.plain import to_plain
from carteado.protocol.shared import Part, SharedOk, shared_ok
from carteado.server.runner import TableRunner
from carteado.server.tables import Tables

__all__ = ["Directory"]


@dataclass(slots=True)
class _Entry:
    """A table as it was last described, and what it was then."""

    runner: TableRunner
    changes: int
    part: Part


class Directory:
    """Descriptions of all tables.

    Args:
        tables: the tables that run.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._entries: dict[str, _Entry] = {}

    def reply(self, number: int) -> SharedOk:
        """The answer to a command that asks for the list.

        Args:
            number: id of the command.
        """
        if len(self._entries) > len(self._tables):
            for table_id in self._entries.keys() - self._tables.keys():
                del self._entries[table_id]
        return shared_ok(number, [self._part(runner) for runner in self._tables.values()])

    def _part(self, runner: TableRunner) -> Part:
        changes = runner.host.audience.changes
        entry = self._entries.get(runner.id)
        if entry is None or entry.runner is not runner or entry.changes != changes:
            part = Part(to_plain(self._tables.describe(runner)))
            entry = self._entries[runner.id] = _Entry(runner, changes, part)
        return entry.part
