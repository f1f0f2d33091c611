"""The ledger of an evening: all tables since a given time, totalled for each player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from carteado.engine.errors import EngineError
from carteado.engine.game import SeatTaken
from carteado.engine.plain import to_plain
from carteado.engine.table import SeatKeyed, Table, TableOpened, evolve, open_table
from carteado.engine.tables.ledger import Account, Ledger, move, new_key, settle, since, together
from carteado.engine.tables.statistics import player_key, unique_names
from carteado.protocol import messages as wire
from carteado.protocol.log import LogError
from carteado.server.lobby.accounts import Accounts
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.lobby.recovery import events_of
from carteado.server.ops.slices import TimeSlices
from carteado.server.store.base import Store
from carteado.server.store.errors import Archived, UnknownTable

__all__ = ["EVENING_MS", "PLAYERS", "EveningReader"]

EVENING_MS = 12 * 3_600_000
"""Default length of an evening."""

PLAYERS = 200
"""Maximum number of players in one answer: those who won or lost most."""


class EveningReader:
    """Adds up the ledgers of tables.

    Args:
        store: where the logs lie.
        accounts: whose players may have several keys, and other names than at the tables.
        players: the names of the players in the logs.
        now_ms: the clock, milliseconds since 1970.
        last_of: number of the last event of a table that everybody may see, None for all.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        players: PlayerDirectory,
        now_ms: Callable[[], int],
        last_of: Callable[[str], int | None] = lambda table: None,
    ) -> None:
        self._last_of = last_of
        self._store = store
        self._accounts = accounts
        self._players = players
        self._now_ms = now_ms
        # One request at a time: each reads every log of the store.
        self._room = asyncio.Lock()

    async def answer(self, message: wire.Evening, slices: TimeSlices) -> dict[str, Any]:
        """The ledger of an evening; see `protocol.messages.Evening`.

        Args:
            message: the request.
            slices: counts the CPU time that it takes.
        """
        began = message.since_ms
        if began is None:
            began = max(0, self._now_ms() - EVENING_MS)
        tables: list[dict[str, str]] = []
        accounts: list[tuple[str, Account]] = []
        unread = 0
        async with self._room:
            for one in await self._store.tables(closed=True):
                try:
                    found = await self._of_table(one, began, slices)
                except (Archived, EngineError, LogError, UnknownTable):
                    unread += 1
                    continue
                if found is not None:
                    table, played = found
                    tables.append({"table": table.id, "title": table.opened.title})
                    accounts += played.items()
        return {"since_ms": began, "tables": tables, **self._summary(accounts), "unread": unread}

    def _summary(self, accounts: list[tuple[str, Account]]) -> dict[str, Any]:
        total = together((self._accounts.player(key), account) for key, account in accounts)
        names = unique_names(
            {key: self._accounts.name_of(key) or one.name for key, one in total.items()}
        )
        # By name among equals, so that the answer does not change from request to request.
        order = sorted(total, key=lambda key: (-abs(total[key].result), names[key]))
        more = len(order) > PLAYERS
        try:
            payments = settle({names[key]: one.result for key, one in total.items()})
        except ValueError:  # an ante in a pot is nobody's until the hand is over
            payments = ()
        return {
            "players": [
                {**to_plain(total[key]), "name": names[key], "result": total[key].result}
                for key in order[:PLAYERS]
            ],
            # Payments would name players who are not listed.
            "payments": [] if more else [to_plain(one) for one in payments],
            "more": more,
        }

    async def _of_table(
        self, table_id: str, began: int, slices: TimeSlices
    ) -> tuple[Table, Mapping[str, Account]] | None:
        """A table and its players' accounts since a time; None if nothing has happened since."""
        head = await self._store.head(table_id)
        if head is None:
            return None
        # The last commit alone decides whether the log has to be read at all.
        async for last in self._store.read(table_id, head.version - 1, 1):
            if last.at < began:
                return None
        book, table = Ledger(), None
        before: dict[str, Account] | None = None
        players: dict[str, str] = {}
        upto = self._last_of(table_id)
        async for commit in self._store.read(table_id):
            if upto is not None and commit.last > upto:
                break
            slices.resume()
            if before is None and commit.at >= began:
                if table is not None:
                    book.look(table)
                # Copies, since the ledger changes its accounts in place.
                before = {key: replace(account) for key, account in book.accounts.items()}
            for event in events_of(commit, table.game if table else None, self._players.name_of):
                if table is None:
                    assert isinstance(event, TableOpened), "a log begins with it"
                    table = open_table(event)
                    continue
                if type(event) is SeatKeyed and before and (keys := new_key(table, event)):
                    move(before, *keys)
                book.note(table, event)
                table = evolve(table, event)
                if type(event) is SeatTaken:
                    key = table.keys[event.seat] or event.name
                    players[key] = player_key(table, event.seat)
            await slices.keep()
        if table is None or not hasattr(table.state, "stacks"):
            return None
        book.look(table)
        return table, _played(book, before or {}, players)


def _played(
    book: Ledger, before: Mapping[str, Account], players: Mapping[str, str]
) -> dict[str, Account]:
    """The account of each player since a time; unchanged accounts are left out."""
    found: list[tuple[str, Account]] = []
    for key, account in book.accounts.items():
        did = since(before.get(key), account)
        if did != Account(name=account.name):
            found.append((players.get(key, key), did))
    return together(found)
