"""The tables of a first start."""

from __future__ import annotations

from typing import Any

from carteado.protocol import messages as wire
from carteado.server.lobby.tables import HOST_KEY, Tables
from carteado.server.ops.logs import log
from carteado.server.table.audience import Watcher
from carteado.server.table.step import Player, Request

__all__ = ["open_defaults"]

_DEFAULTS = (
    ("heads-up", "Heads-up", ("caller",)),
    ("four-player", "Four players", ("caller", "random", "caller")),
)
"""Preset of Hold'em, title, and the bots that sit there."""


async def open_defaults(tables: Tables) -> None:
    """Open a heads-up table with one bot, and one of four seats with three.

    Raises:
        StoreError: a log cannot be written.
    """
    host = Player(key=HOST_KEY, name="host")
    number = 0
    for preset, title, bots in _DEFAULTS:
        number += 1
        settings = {"auto_restart": True}
        request = wire.Open(id=number, game="holdem", preset=preset, title=title, settings=settings)
        runner = await tables.open(host, request, preset)
        for bot in bots:
            number += 1
            ask = wire.AddBot(id=number, table=runner.id, bot=bot)
            runner.submit(Request(player=host, watcher=Watcher(_Nobody()), message=ask))


class _Nobody:
    """Receives the answers to what the server asked itself."""

    def send(self, message: Any) -> None:
        if isinstance(message, wire.Refused):
            log.error("own command refused", code=message.code, message=message.message)

    def close(self, code: str, message: str) -> None:
        """Nobody has no connection."""
