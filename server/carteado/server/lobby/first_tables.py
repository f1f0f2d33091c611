"""The tables that the host opens: those of a first start, and those that a file lists."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any

from carteado.protocol import messages as wire
from carteado.server.lobby.delivery import NOBODY
from carteado.server.lobby.listed import ListedTable
from carteado.server.lobby.tables import Tables
from carteado.server.ops.logs import log
from carteado.server.ops.timing import wall_ms
from carteado.server.table.owners import OPERATOR
from carteado.server.table.step import Denied, Player, Request
from carteado.server.table.watcher import Watcher

__all__ = ["first_tables", "open_listed"]


def first_tables() -> tuple[ListedTable, ...]:
    """One table of every game, with good bots in the games that bots can play.

    The bot ``equity`` counts odds, which takes the extra of that name; ``mixed`` sits in for it.
    """
    equity = "equity" if importlib.util.find_spec("numpy") is not None else "mixed"
    return (
        _first("heads-up", "Heads-up", "holdem", "heads-up", equity),
        _first("four-player", "Four players", "holdem", "four-player", "tight", "mixed", equity),
        _first("quick-holdem", "Quick Hold'em", "quick-holdem", "family"),
        _first("buraco", "Buraco", "buraco", "mineiro", *("buraco-study",) * 3),
        _first("poker-face", "Poker Face", "poker-face", "standard"),
    )


def _first(table_id: str, title: str, game: str, preset: str, *bots: str) -> ListedTable:
    # These tables have no owner, so nobody would start the next game.
    settings = {"auto_restart": True}
    opening = wire.Open(id=1, game=game, preset=preset, title=title, settings=settings)
    return ListedTable(opening=opening, bots=bots, table_id=table_id)


async def open_listed(tables: Tables, listed: Sequence[ListedTable]) -> list[str]:
    """Open those of the host's tables that are not open.

    Args:
        tables: of the server.
        listed: what the host wants open; a table counts as open where one has its title, or its id
            and belongs to the host.

    Returns:
        Ids of the tables that were opened.

    Raises:
        StoreError: a log cannot be written.
    """
    host = Player(key=OPERATOR, name="host")
    number = wall_ms() * 1000  # above every id of the host's earlier commands
    opened = []
    for one in listed:
        # Also after a restart: the store has the table already.
        if tables.opener.titled(one.title) is not None or tables.is_hosts(one.table_id):
            continue
        number += 1
        try:
            runner = await tables.opener.open(
                host, _numbered(one.opening, number), one.table_id or None
            )
        except Denied as denied:
            log.error("table not opened", table=one.table_id, error=denied.refusal.message)
            continue
        opened.append(runner.id)
        wishes: list[Any] = [(wire.AddBot, {"bot": bot}) for bot in one.bots]
        wishes += [(wire.SetCode, {"code": one.code})] if one.code else []
        wishes += [(wire.Lock, {})] if one.locked else []
        for cls, fields in wishes:
            number += 1
            ask = cls(id=number, table=runner.id, **fields)
            runner.submit(Request(player=host, watcher=Watcher(NOBODY), message=ask))
    return opened


def _numbered(opening: wire.Open, number: int) -> wire.Open:
    return wire.Open(
        id=number,
        game=opening.game,
        preset=opening.preset,
        title=opening.title,
        options=opening.options,
        settings=opening.settings,
    )
