"""``carteado tables`` and ``carteado open``: the lobby without sitting down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from carteado.client import Client, CommandRefused, InputError
from carteado.client.address import login_name
from carteado.client.commandline import AsJson, Settings
from carteado.client.lobby import list_tables
from carteado.client.options import open_fields
from carteado.client.server_choice import choose_server
from carteado.engine.plain import to_plain
from carteado.protocol.messages import Open, TableInfo
from carteado.protocol.notation import brief, escape

__all__ = [
    "advice_word",
    "hands_open",
    "open_table",
    "table_line",
    "table_lines",
    "tables",
]


MOST = 200
"""Tables that are shown to people: a server on the network may claim to have any number."""


def tables(
    url: str | None = None,
    /,
    *,
    as_json: AsJson = False,
) -> None:
    """List a server's tables.

    Args:
        url: The server: host, host:port or ws://host:port. Without it, this machine's server, or
            the one found on the network.
        as_json: Print one JSON object per line.
    """
    chosen = choose_server(url)

    async def ask() -> tuple[TableInfo, ...]:
        async with Client(chosen.url, name=login_name(), kind="viewer") as client:
            return await list_tables(client)

    for info in asyncio.run(ask()):
        print(json.dumps(to_plain(info)) if as_json else table_line(info))


def open_table(
    game: str = "holdem",
    /,
    *,
    url: str | None = None,
    preset: str | None = None,
    set_: Settings = (),
    title: str = "",
    name: str | None = None,
) -> None:
    """Open a table and print its id.

    For example: carteado open holdem --preset four-player --set stack=5k --set blinds=25/50

    Args:
        game: The game.
        url: The server: host, host:port or ws://host:port. Without it, this machine's server, or
            the one found on the network.
        preset: Options to start from; by default the game's first preset.
        set_: Change an option of the preset, as key=value; repeat for more options.
        title: Title shown in the lobby.
        name: Your name.
    """
    fields = open_fields(game, preset, set_)
    chosen = choose_server(url)

    async def ask() -> Any:
        async with Client(chosen.url, name=name or login_name()) as client:
            try:
                return await client.request(Open, title=title, **fields)
            except CommandRefused as refused:
                # The typed text is wrong, so it ends like any other usage error.
                if refused.code.startswith("options/"):
                    raise InputError(refused.message) from None
                raise

    print(escape(str(asyncio.run(ask()).table)))


def advice_word(settings: Mapping[str, Any]) -> str:
    """The words of a lobby's table about advice: ``advice on`` or ``advice off``."""
    return "advice on" if settings.get("advice", "off") == "everyone" else "advice off"


def table_line(info: TableInfo) -> str:
    """One line of text about a table in the lobby."""
    chips = any(seat.stack for seat in info.seats)
    seats = ", ".join(_seat(seat, chips=chips) for seat in info.seats)
    state = "over" if info.over else f"{info.deals} dealt"
    title = f' "{info.title}"' if info.title else ""
    watching = f"{info.watching} watching{' with open hands' if hands_open(info) else ''}"
    state += f", {advice_word(info.settings)}"
    if info.waiting:
        watching += f", {info.waiting} waiting for a seat"
    state += ", locked" if info.locked else ""
    state += ", needs a code" if info.protected else ""
    return brief(f"{info.table}{title}: {info.game}, {state}, {watching}; {seats}")


def table_lines(tables: Sequence[TableInfo]) -> Iterator[str]:
    """A line for each table of a lobby, up to `MOST`, and one that counts the rest."""
    yield from map(table_line, tables[:MOST])
    if len(tables) > MOST:
        yield f"... and {len(tables) - MOST:,} more tables"


def hands_open(info: TableInfo) -> bool:
    """Whether spectators of a table see all hands."""
    return info.options.get("open_hands") == "rail"


def _seat(seat: Any, *, chips: bool) -> str:
    """A seat as text, with its chips if the game has chips."""
    if seat.name is None:
        return "free"
    stack = f" {seat.stack:,}" if chips and not seat.reserved else ""
    states = (seat.bot and "bot", not (seat.connected or seat.reserved) and "away")
    shown = ", ".join(state for state in states if state)
    name = f"kept for {seat.name}" if seat.reserved else seat.name
    return f"{name}{f' ({shown})' if shown else ''}{stack}"
