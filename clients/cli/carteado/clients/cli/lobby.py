"""``carteado tables`` and ``carteado open``: the lobby without sitting down."""

from __future__ import annotations

import asyncio
import getpass
import json
from collections.abc import Sequence
from typing import Any

from carteado.client import Client, CommandRefused, InputError, check_name, server_url
from carteado.client.commandline import AsJson, Settings
from carteado.client.lobby import list_tables
from carteado.client.options import key_values, table_choice
from carteado.clients.cli.advice import advice_word
from carteado.engine.options import options_difference
from carteado.engine.plain import to_plain
from carteado.engine.table import TableOptions
from carteado.protocol.messages import Open, TableInfo
from carteado.protocol.notation import escape

__all__ = ["hands_open", "open_fields", "open_table", "own_name", "table_line", "tables"]


def own_name() -> str:
    """A name for whoever gave none: the one they have on this machine."""
    try:
        return check_name(getpass.getuser()[:24])
    except (InputError, OSError, KeyError):
        return "player"


def tables(
    url: str = "127.0.0.1",
    /,
    *,
    as_json: AsJson = False,
) -> None:
    """List a server's tables.

    Args:
        url: The server: host, host:port or ws://host:port.
        as_json: Print one JSON object a line.
    """

    async def ask() -> tuple[TableInfo, ...]:
        async with Client(server_url(url), name=own_name(), kind="viewer") as client:
            return await list_tables(client)

    for info in asyncio.run(ask()):
        print(json.dumps(to_plain(info)) if as_json else table_line(info))


def open_table(
    game: str = "holdem",
    /,
    *,
    url: str = "127.0.0.1",
    preset: str | None = None,
    set_: Settings = (),
    title: str = "",
    name: str | None = None,
) -> None:
    """Open a table and print its id.

    For example: carteado open holdem --preset four-player --set stack=5k --set blinds=25/50

    Args:
        game: The game.
        url: The server: host, host:port or ws://host:port.
        preset: Options to start from; the game's first when absent.
        set_: An option that differs, as key=value; may be given again for the next one.
        title: What the lobby shows.
        name: What others call you.
    """
    fields = open_fields(game, preset, set_)

    async def ask() -> Any:
        async with Client(server_url(url), name=name or own_name()) as client:
            try:
                return await client.request(Open, title=title, **fields)
            except CommandRefused as refused:
                if refused.code.startswith("options/"):
                    raise InputError(refused.message) from None
                raise

    print(asyncio.run(ask()).table)


def open_fields(game_name: str, preset: str | None, given: Sequence[str]) -> dict[str, Any]:
    """What `Open` carries, from what somebody typed.

    Args:
        game_name: id of the game.
        preset: None for the game's first.
        given: ``key=value`` each; the game's options and the table's own.

    Raises:
        InputError: a game, preset, key or value that cannot be; the sentence says what would be.
    """
    standard = TableOptions()
    chosen = table_choice(game_name, preset, key_values(given), standard)
    return {
        "game": chosen.game.id,
        "preset": preset,
        "options": options_difference(chosen.base, chosen.options),
        "settings": options_difference(standard, chosen.settings),
    }


def table_line(info: TableInfo) -> str:
    """A table of the lobby in one line."""
    chips = any(seat.stack for seat in info.seats)
    seats = ", ".join(_seat(seat, chips=chips) for seat in info.seats)
    state = "over" if info.over else f"{info.deals} dealt"
    title = f' "{info.title}"' if info.title else ""
    watching = f"{info.watching} watching{' with open hands' if hands_open(info) else ''}"
    state += f", {advice_word(info.settings)}"
    return escape(f"{info.table}{title}: {info.game}, {state}, {watching}; {seats}")


def hands_open(info: TableInfo) -> bool:
    """Whether those who watch a table see what its seats hold."""
    return info.options.get("open_hands") == "rail"


def _seat(seat: Any, *, chips: bool) -> str:
    """A seat in words; chips are told where the game has any."""
    if seat.name is None:
        return "free"
    kind = " (bot)" if seat.bot else ""
    if seat.reserved:
        return f"kept for {seat.name}{kind}"
    away = "" if seat.connected else ", away"
    return f"{seat.name}{kind}{f' {seat.stack}' if chips else ''}{away}"
