"""The list of tables, as the lobby gives it to everybody who asks.

A table is described and encoded once until something about it changes, so what a flood of questions
costs is the bytes that are sent, not the work of describing every table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.protocol.shared import Part, SharedOk, shared_ok
from carteado.server.runner import TableRunner

__all__ = ["Directory", "describe"]


@dataclass(slots=True)
class _Entry:
    """A table as it was last described, and what it was then."""

    runner: TableRunner
    changes: int
    part: Part


class Directory:
    """Descriptions of all tables.

    Args:
        tables: the tables that run, by id; read whenever the list is asked for.
    """

    def __init__(self, tables: Mapping[str, TableRunner]) -> None:
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
            part = Part(to_plain(describe(runner)))
            entry = self._entries[runner.id] = _Entry(runner, changes, part)
        return entry.part


def describe(runner: TableRunner) -> wire.TableInfo:
    """A table as the lobby shows it."""
    table = runner.host.table
    state = table.state
    stacks = getattr(state, "stacks", (0,) * table.seats)
    return wire.TableInfo(
        table=table.id,
        title=table.opened.title,
        game=table.opened.game,
        options=table.opened.options,
        settings=to_plain(table.settings),
        seats=tuple(
            wire.SeatInfo(
                name=state.names[seat] or table.labels[seat],
                bot=state.bots[seat] or table.labels[seat] is not None,
                stack=stacks[seat],
                connected=runner.host.audience.connected(seat),
                reserved=state.names[seat] is None and table.keys[seat] is not None,
            )
            for seat in range(table.seats)
        ),
        deals=table.committed.deal if table.committed else 0,
        over=table.game.over(state),
        watching=sum(watcher.seat is None for watcher in runner.host.audience.watchers),
    )
