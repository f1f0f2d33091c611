"""The list of tables, as the lobby sends it.

A table is described and encoded once until something about it changes, so a flood of requests costs
only the bytes that are sent, not the work of describing every table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from carteado.engine.game import Scored
from carteado.engine.plain import to_plain
from carteado.engine.table import Table
from carteado.protocol import messages as wire
from carteado.protocol.codec import CODECS
from carteado.protocol.shared import Part, SharedOk, shared_ok
from carteado.server.lobby.runner import TableRunner
from carteado.server.ops.slices import TimeSlices

__all__ = ["Directory", "describe"]


@dataclass(slots=True)
class _Entry:
    """The last description of a table, with the version that was described."""

    runner: TableRunner
    changes: int
    part: Part


class Directory:
    """Descriptions of all tables.

    Args:
        tables: the tables that run, by id; read whenever the list is asked for.
        busy: whether a thread works for the tables; see `TimeSlices`.
    """

    def __init__(self, tables: Mapping[str, TableRunner], busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._tables = tables
        self._entries: dict[str, _Entry] = {}
        # Two refreshes at once would describe the same tables twice.
        self._room = asyncio.Semaphore(1)

    def reply(self, number: int) -> SharedOk:
        """The answer to a command that asks for the list.

        Args:
            number: id of the command.
        """
        return shared_ok(number, [self._part(runner) for runner in self._tables.values()])

    @property
    def stale(self) -> int:
        """The number of tables that have to be described again for the next answer."""
        return sum(not self._is_current(runner) for runner in self._tables.values())

    async def refresh(self) -> float:
        """Describe and encode all tables again that have changed, in slices.

        Returns:
            The CPU time that it took, seconds.
        """
        async with self._room:
            slices = TimeSlices(self._busy)
            for runner in list(self._tables.values()):
                part = self._part(runner)
                # Encoded here, in slices, so that `reply` only has to join bytes.
                for codec in CODECS.values():
                    part.encoded(codec)
                await slices.keep()
            for table_id in self._entries.keys() - self._tables.keys():
                del self._entries[table_id]
            return slices.spent

    def _is_current(self, runner: TableRunner) -> bool:
        entry = self._entries.get(runner.id)
        return (
            entry is not None
            # A restored table has another runner, whose count of changes may be the same.
            and entry.runner is runner
            and entry.changes == runner.host.audience.changes
        )

    def _part(self, runner: TableRunner) -> Part:
        if not self._is_current(runner):
            changes = runner.host.audience.changes
            part = Part(to_plain(describe(runner)))
            self._entries[runner.id] = _Entry(runner, changes, part)
        return self._entries[runner.id].part


def describe(runner: TableRunner) -> wire.TableInfo:
    """A table as the lobby shows it."""
    table = runner.host.table
    state = table.state
    behind = runner.host.audience.delay.seen  # the list shows only what the rail may see
    shown = table if behind is None else behind.table
    stacks = getattr(shown.state, "stacks", (0,) * table.seats)
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
        deals=_deals(shown),
        over=table.game.over(shown.state),
        watching=sum(watcher.seat is None for watcher in runner.host.audience.watchers),
        waiting=len(table.controls.waiting),
        locked=table.controls.locked,
        protected=table.controls.protected,
        score=tuple(getattr(shown.state, "totals", ())),
    )


def _deals(table: Table) -> int:
    """Deals of the running game as players count them, without the draw for the button."""
    if isinstance(table.game, Scored):
        return table.game.deals(table.state)
    return table.committed.deal if table.committed else 0
