"""``carteado rules`` and ``carteado help``: rules in sentences, and what words mean."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from carteado.client import Client, InputError, server_url
from carteado.client.address import login_name
from carteado.client.commandline import AsJson, Settings
from carteado.client.lobby import list_tables, table_named
from carteado.client.topics import game_options, paragraph_lines, topic_lines
from carteado.clients.cli.programs import COMMANDS
from carteado.engine.errors import EngineError
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of, games
from carteado.engine.table import TableOptions
from carteado.engine.tables.explanation import Paragraph, explain
from carteado.protocol.notation import escape

__all__ = ["help_", "rules"]


def rules(
    game: str | None = None,
    preset: str | None = None,
    /,
    *,
    settings: Settings = (),
    table: str | None = None,
    url: str = "127.0.0.1",
    as_json: AsJson = False,
) -> None:
    """Explain the rules of a game, or of a table, as its options set them.

    For example: carteado rules holdem four-player --set blinds=10/20 --set straddle=yes

    Args:
        game: The game; all games are listed by default.
        preset: Its options to start from; the first by default.
        settings: Change an option of the preset, as key=value; repeat for more options.
        table: A table of a server instead: an id, a title, or a part of either.
        url: The server of the table: host, host:port or ws://host:port.
        as_json: Print JSON.
    """
    if table is not None:
        title, found = _of_a_table(url, table)
    elif game is None:
        for one in games().values():
            print(f"{one.id}: {one.title}; presets: {', '.join(one.presets)}")
        return
    else:
        rulebook, options = game_options(game, preset, settings)
        title = f"{rulebook.title}, {preset or next(iter(rulebook.presets))}"
        found = explain(rulebook, options)
    if as_json:
        paragraphs = [{"title": one.title, "sentences": one.texts} for one in found]
        print(json.dumps({"title": title, "paragraphs": paragraphs}))
        return
    print(escape(title))
    for line in paragraph_lines(found):
        print(line)


def _of_a_table(url: str, wanted: str) -> tuple[str, tuple[Paragraph, ...]]:
    async def ask() -> Any:
        async with Client(server_url(url), name=login_name(), kind="viewer") as client:
            return table_named(wanted, await list_tables(client))

    # The lobby's entry holds the options, so no seat and no watching is needed.
    info = asyncio.run(ask())
    try:
        game = game_of(info.game)
        options: Any = from_plain(game.options_type, info.options)
        settings = from_plain(TableOptions, info.settings)
    except EngineError as error:
        raise InputError(f"the rules of {info.table} cannot be read: {error}") from None
    return f"{info.title or info.table}: {game.title}", explain(game, options, settings)


def help_(*topic: str) -> None:
    """Explain a command, a game, or a word such as morto, canastra or straddle.

    For example: carteado help straddle

    Args:
        topic: A command that is typed at a table, a game, or a word; by default, list all topics.
    """
    programs = {name: text for group in COMMANDS.values() for name, (_, text) in group.items()}
    for line in topic_lines(" ".join(topic), programs):
        print(line)
