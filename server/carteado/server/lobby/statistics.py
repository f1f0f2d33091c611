"""Statistics over the wire: folds of the logs, cached and continued between requests.

Nothing is counted while a table plays. A request reads the new events of every log, in slices
between the tables' work, so the answer always agrees with the logs. The counts are kept in the
store (`statistics_store`), so that a restarted server need not count everything again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import carteado.odds as counting
from carteado.engine.errors import EngineError
from carteado.engine.plain import to_plain
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import may_run_out
from carteado.engine.registry import games
from carteado.engine.tables.options import did_you_mean
from carteado.engine.tables.statistics import TableStatistics, Totals, players_of
from carteado.protocol import messages as wire
from carteado.protocol.log import LogError
from carteado.server.lobby.accounts import Accounts
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.lobby.recovery import events_of
from carteado.server.lobby.statistics_store import StatisticsStore
from carteado.server.ops.logs import fault, log
from carteado.server.ops.slices import TimeSlices
from carteado.server.store.base import Store
from carteado.server.store.errors import Archived, StoreError, UnknownTable
from carteado.server.table.step import deny

__all__ = ["KEPT", "PAGE", "StatisticsReader", "equity"]

KEPT = 4096
"""Tables whose statistics stay in memory; others are read from the store on request."""

PAGE = 20
"""Maximum number of players at a game in one answer, about 200 kB."""


def equity(runout: Runout) -> Sequence[Mapping[int, Fraction]]:
    """The share of each pot that each hand wins on average; needs NumPy."""
    return [
        {seat: odds.equity for seat, odds in pot.items()} for pot in counting.runout_odds(runout)
    ]


@dataclass(slots=True)
class _Kept:
    """The statistics of a table, and the hash of the commit up to which its log was read."""

    statistics: TableStatistics
    hash: str | None = None


class StatisticsReader:
    """Counts players' statistics from the logs.

    Args:
        store: where the logs lie.
        able: whether odds can be counted; without them there are no expected values.
        accounts: whose players have several keys, or are called otherwise than at the tables.
        players: what the players of the logs are called.
        secret: the server's own.
        last_of: number of the last event of a table that everybody may know, None for all.
    """

    def __init__(
        self,
        store: Store,
        *,
        able: bool,
        accounts: Accounts,
        players: PlayerDirectory,
        secret: bytes = b"",
        last_of: Callable[[str], int | None] = lambda table: None,
    ) -> None:
        self._last_of = last_of
        self._store = store
        self._accounts = accounts
        self._players = players
        self._equity = equity if able else None
        self._stored = StatisticsStore(store, secret, self._equity, players.name_of)
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        # One request at a time: each continues the folds, partly in another thread.
        self._room = asyncio.Lock()

    async def answer(
        self, key: str, message: wire.Statistics, slices: TimeSlices
    ) -> dict[str, Any]:
        """The answer to a player; see `protocol.messages.Statistics`.

        Args:
            key: of the player who asks.
            message: the request.
            slices: counts the CPU time that it takes.

        Raises:
            Denied: there is no such game, table or player.
        """
        game = message.game.replace("_", "-") if message.game is not None else None
        if game is not None and game not in games():
            known = did_you_mean(game, tuple(games()))
            raise deny("options/unknown_game", f"there is no game {game!r}; {known}", game=game)
        async with self._room:
            tables, unread = await self._tables(message.table, slices)
            totals = Totals(self._accounts.player)
            slices.resume()
            for one in tables:
                totals.add(one)
                await slices.keep()
            found = players_of(
                totals, is_own=lambda one: one == key, name_of=self._accounts.name_of
            )
            await slices.keep()
            if game is not None:
                found = [one for one in found if one[0].game == game]
            if message.own:
                found = [one for one in found if one[0].own]
            if message.player is not None:
                found = _named(message.player, found)
            page = []
            for _, fill in found[message.after : message.after + min(message.limit, PAGE)]:
                page.append(to_plain(fill()))
                await slices.keep()
        return {
            "players": tuple(page),
            "first": message.after,
            "total": len(found),
            "more": message.after + len(page) < len(found),
            "unread": unread,
        }

    async def _tables(
        self, table: str | None, slices: TimeSlices
    ) -> tuple[list[TableStatistics], int]:
        """The present statistics of one table or of all tables, and how many are missing."""
        if table is not None:
            try:
                found = await self._current(table, slices)
            except UnknownTable:
                found = None
            if found is None:
                raise deny("table/unknown", f"there is no table {table!r}", table=table)
            return [found], 0
        tables, unread = [], 0
        for one in await self._store.tables(closed=True):
            try:
                found = await self._current(one, slices)
            except (Archived, EngineError, LogError, UnknownTable):
                unread += 1
                continue
            except (ArithmeticError, LookupError, TypeError, ValueError) as error:
                # A bug in the statistics of one game must not hide the others.
                log.error("statistics not counted", table=one, error=fault(error))
                unread += 1
                continue
            if found is not None:
                tables.append(found)
        return tables, unread

    async def _current(self, table: str, slices: TimeSlices) -> TableStatistics | None:
        kept = self._kept.pop(table, None)
        if kept is not None:
            try:
                await self._read_on(table, kept, slices)
            except LogError:  # the log was shortened or replaced: count it again
                kept = None
        elif (found := await self._stored.of(table)) is not None:
            try:
                kept = _Kept(*found)
                await self._read_on(table, kept, slices)
            except LogError:
                kept = None
        if kept is None:
            kept = _Kept(TableStatistics(self._equity))
            await self._read_on(table, kept, slices)
        self._kept[table] = kept
        # The table with the oldest request is dropped first.
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept.statistics if kept.statistics.game is not None else None

    async def keep(self) -> None:
        """Save the statistics in the store; call it periodically and at the end.

        Only requested statistics are counted, so without a request there is nothing to do.
        """
        # A request is being answered; the next call saves its counts.
        if self._room.locked():
            return
        async with self._room:
            tables = {
                name: (one.statistics, one.hash)
                for name, one in self._kept.items()
                if one.hash is not None and self._stored.is_due(name, one.statistics)
            }
            if not tables:
                return
            try:
                there = await self._store.tables(closed=True)
            except StoreError:
                return
            await self._stored.keep(tables, there)

    async def _read_on(self, table: str, kept: _Kept, slices: TimeSlices) -> None:
        """Count the events that a log has gained since the last reading."""
        statistics = kept.statistics
        head = await self._store.head(table)
        if head is None:
            raise UnknownTable(table)
        if statistics.seq > head.version or (
            statistics.seq == head.version and kept.hash not in (None, head.hash)
        ):
            raise LogError("the log was cut back", table=table, version=head.version)
        last = self._last_of(table)
        last = head.version if last is None else min(last, head.version)
        if statistics.seq >= last:
            return
        async for commit in self._store.read(table, statistics.seq, digest=kept.hash):
            if commit.last > last:
                break
            slices.resume()
            now = statistics.table
            events = events_of(commit, now.game if now is not None else None, self._players.name_of)
            if now is not None and may_run_out(now.game, now.state, events):
                # Counting the odds takes milliseconds, during which the tables continue.
                await asyncio.to_thread(_note_all, statistics, events)
            else:
                _note_all(statistics, events)
            await slices.keep()
            if statistics.seq >= last:
                break
        # For a delayed rail the count may stop before the end, where the hash is not known.
        kept.hash = head.hash if statistics.seq == head.version else None


def _note_all(statistics: TableStatistics, events: Sequence[Any]) -> None:
    for event in events:
        statistics.note(event)


def _named(name: str, found: list[Any]) -> list[Any]:
    """The keys of the players with a name."""
    wanted = name.strip().casefold()
    named = [one for one in found if one[0].name.casefold() == wanted]
    if not named:
        names = tuple(dict.fromkeys(about.name for about, _ in found))
        hint = f"; {did_you_mean(name, names[:50])}" if names else ""
        text = f"there are no statistics of {name!r:.40}{hint}"
        raise deny("statistics/unknown", text, player=name)
    return named
