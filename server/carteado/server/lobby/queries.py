"""Answers requests for histories, proofs and statistics while the tables play.

Lists, histories, statistics, ledgers, proofs and advice take long. Each is computed in slices, one
at a time for each player, and only when the client has read its earlier messages.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from carteado.protocol import messages as wire
from carteado.server.lobby.directory import Directory
from carteado.server.lobby.evening import EveningReader
from carteado.server.lobby.history import HistoryReader
from carteado.server.lobby.session import Session
from carteado.server.lobby.statistics import StatisticsReader
from carteado.server.lobby.tables import Tables
from carteado.server.ops.slices import TimeSlices
from carteado.server.ops.timing import now_ms
from carteado.server.store.base import Store
from carteado.server.table.step import Player

__all__ = ["OfTheLogs", "Queries", "read_on"]

STALE = 4
"""Maximum number of changed tables described without slices for a list."""

UNREAD = 64 * 1024
"""Maximum unread bytes of a client whose requests about the past are answered."""

LIST_S = 5.0
"""Seconds that the list waits for tables that are being restored after a start."""

LOOK_S = 0.02
"""Seconds between two checks whether a client has read on."""

OfTheLogs = wire.Advice | wire.Evening | wire.History | wire.Ledger | wire.Proofs | wire.Statistics
"""Requests that are answered from the log of a table, or of all tables."""


class Queries:
    """Answers players' requests.

    Args:
        store: where the logs lie.
        tables: those that run.
        secret: the server's own.
    """

    def __init__(self, store: Store, tables: Tables, secret: bytes) -> None:
        self._tables = tables
        self._busy = store.is_writing
        accounts, players = tables.accounts, tables.players
        self._history = HistoryReader(store, accounts.name_of, players)
        self._evenings = EveningReader(store, accounts, players, now_ms, self._last_of)
        self._statistics = StatisticsReader(
            store,
            able=tables.all_ins.able,
            accounts=accounts,
            players=players,
            secret=secret,
            last_of=self._last_of,
        )
        self._directory = Directory(tables, self._busy)

    async def keep(self) -> None:
        """Store the statistics that have changed, so that the next start need not count again."""
        await self._statistics.keep()

    def listed(self, message: wire.ListTables) -> Any:
        """The list of the tables if it needs no work, else None: see `list_tables`."""
        if self._tables.startup.text() is None and self._directory.stale <= STALE:
            return self._directory.reply(message.id)
        return None

    async def list_tables(self, session: Session, message: wire.ListTables) -> None:
        """List the tables once all are restored, or after some seconds those that are."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LIST_S):
                # A list right after a start would lack tables, and a client would think them
                # closed.
                await self._tables.startup.finished.wait()
        async with session.turn:
            await read_on(session)
            cpu_s = await self._directory.refresh()
        if session.connection is not None:
            session.connection.charge(cpu_s, "list")
            session.connection.send(self._directory.reply(message.id))

    async def answer(self, session: Session, message: OfTheLogs) -> None:
        """Answer from the logs without delaying other players, however long the logs are."""
        async with session.turn:
            await read_on(session)
            slices = TimeSlices(self._busy)
            try:
                reply = await self._reply(session.player, message, slices)
            finally:
                if session.connection is not None:
                    session.connection.charge(slices.spent, message.type)
        if session.connection is not None:
            session.connection.send(reply)

    async def _reply(self, player: Player, message: OfTheLogs, slices: TimeSlices) -> Any:
        if isinstance(message, wire.Statistics):
            result = await self._statistics.answer(player.key, message, slices)
            return wire.Ok(id=message.id, table=message.table, result=result)
        if isinstance(message, wire.Evening):
            result = await self._evenings.answer(message, slices)
            return wire.Ok(id=message.id, result=result)
        if isinstance(message, wire.Ledger):
            runner = self._tables.get(message.table)
            seated = runner is not None and runner.host.seat_held(player) is not None
            # A seated player sees everything at once; everybody else sees what the rail sees by
            # now.
            upto = None if seated else self._last_of(message.table)
            book = await self._history.ledger(message.table, message, slices, upto)
            return wire.Ok(id=message.id, table=message.table, result=book)
        # These need a running table; ledgers and statistics also cover closed ones.
        host = self._tables.named(message.table).host
        if isinstance(message, wire.Advice):
            advice = await self._tables.adviser.answer(host, player)
            return wire.Ok(id=message.id, table=host.table.id, result=advice)
        if isinstance(message, wire.Proofs):
            return await self._history.proofs(host, player, message, slices)
        if message.deal is not None or message.views:
            film = await self._history.film(host, player, message, slices)
            return wire.Ok(id=message.id, table=host.table.id, result=film)
        result = await self._history.events(host, player, message.after, message.limit, slices)
        return wire.Ok(id=message.id, table=host.table.id, result=result)

    def _last_of(self, table_id: str) -> int | None:
        """Number of the last event that a table's rail may see by now, None for all."""
        runner = self._tables.get(table_id)
        # With a delay the rail sees events later, and must not learn more by asking.
        behind = runner.host.audience.delay.seen if runner is not None else None
        return behind.last if behind is not None else None


async def read_on(session: Session) -> None:
    """Wait until a client has read most of its messages, or is gone."""
    while True:
        connection = session.connection
        if connection is None or connection.waiting() <= UNREAD:
            return
        await asyncio.sleep(LOOK_S)
