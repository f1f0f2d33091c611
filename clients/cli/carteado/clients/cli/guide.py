"""``carteado rules`` and ``carteado help``: rules in sentences, and what words mean."""

from __future__ import annotations

import asyncio
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from carteado.client import Client, InputError, server_url
from carteado.client.commandline import AsJson, Settings
from carteado.client.lobby import list_tables, table_named
from carteado.client.options import key_values
from carteado.client.typed_help import TEXT, heads_of
from carteado.clients.cli.lobby import own_name
from carteado.clients.cli.programs import COMMANDS
from carteado.engine.errors import EngineError
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of, games
from carteado.engine.table import TableOptions
from carteado.engine.tables.explanation import Paragraph, explain, glossary, meaning
from carteado.engine.tables.options import did_you_mean, options_from_text
from carteado.protocol.notation import escape

__all__ = ["help_", "paragraph_lines", "rules", "topic_lines"]

WIDTH = 78


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
        settings: Options that differ, each key=value.
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
        title, found = _of_a_game(game, preset, settings)
    if as_json:
        told = [{"title": one.title, "sentences": one.texts} for one in found]
        print(json.dumps({"title": title, "paragraphs": told}))
        return
    print(escape(title))
    for line in paragraph_lines(found):
        print(line)


def _of_a_game(
    name: str, preset: str | None, settings: Sequence[str]
) -> tuple[str, tuple[Paragraph, ...]]:
    try:
        game = game_of(name)
    except EngineError as error:
        raise InputError(str(error)) from None
    called = preset or next(iter(game.presets))
    if "=" in called:
        raise InputError(f"write options as --set {called:.40}")
    if called not in game.presets:
        raise InputError(
            f"{game.id} has no preset {called!r:.40}; {did_you_mean(called, tuple(game.presets))}"
        )
    try:
        options = options_from_text(game.options_type, game.presets[called], key_values(settings))
    except EngineError as error:
        raise InputError(str(error)) from None
    return f"{game.title}, {called}", explain(game, options)


def _of_a_table(url: str, wanted: str) -> tuple[str, tuple[Paragraph, ...]]:
    async def ask() -> Any:
        async with Client(server_url(url), name=own_name(), kind="viewer") as client:
            return table_named(wanted, await list_tables(client))

    info = asyncio.run(ask())
    try:
        game = game_of(info.game)
        options: Any = from_plain(game.options_type, info.options)
        settings = from_plain(TableOptions, info.settings)
    except EngineError as error:
        raise InputError(f"the rules of {info.table} cannot be read: {error}") from None
    return f"{info.title or info.table}: {game.title}", explain(game, options, settings)


def paragraph_lines(paragraphs: Sequence[Paragraph]) -> list[str]:
    """Paragraphs as lines of text, each sentence at the beginning of a line."""
    lines = []
    for one in paragraphs:
        lines.append(f"  {one.title}")
        for sentence in one.texts:
            lines += textwrap.wrap(
                sentence, WIDTH, initial_indent="    ", subsequent_indent="      "
            )
    return lines


def help_(topic: Annotated[tuple[str, ...], Parameter(show=False)] = (), /) -> None:
    """Explain a command, a game, or a word such as morto, canastra or straddle.

    For example: carteado help straddle

    Args:
        topic: A command that is typed at a table, a game, or a word; all of them by default.
    """
    for line in topic_lines(" ".join(topic)):
        print(line)


def topic_lines(topic: str) -> list[str]:
    """What there is to say about a topic; all topics where it is empty.

    Raises:
        InputError: there is no such topic; the sentence names similar ones.
    """
    if not topic:
        return list(_topics())
    lines = [line for entry in _entries() if topic.lower() in _words(entry[0]) for line in entry]
    lines += [
        f"carteado {name}: {text} More: carteado {name} --help"
        for group in COMMANDS.values()
        for name, (_, text) in group.items()
        if name == topic.lower()
    ]
    for game in games().values():
        if topic.lower().replace("_", "-") == game.id:
            options = next(iter(game.presets.values()))
            lines += [game.title, *paragraph_lines(explain(game, options))]
    found = meaning(topic)
    if found is not None:
        word, text = found
        lines += textwrap.wrap(f"{word}: {text}", WIDTH, subsequent_indent="  ")
    if not lines:
        commands = [name for group in COMMANDS.values() for name in group]
        known = (
            *games(),
            *commands,
            *glossary(),
            *(word for one in _entries() for word in _words(one[0])),
        )
        hint = did_you_mean(topic.lower(), tuple(dict.fromkeys(known)))
        raise InputError(f"there is no help on {topic!r:.40}; {hint}")
    return lines


def _topics() -> Iterator[str]:
    yield "Games: " + ", ".join(games())
    names = [name for group in COMMANDS.values() for name in group]
    yield from textwrap.wrap("Programs: " + ", ".join(names), WIDTH, subsequent_indent="  ")
    yield from textwrap.wrap(
        "Words: " + ", ".join(glossary()), WIDTH, subsequent_indent="  ", break_on_hyphens=False
    )
    yield from ("Commands at a table:", *TEXT.splitlines())


def _entries() -> list[list[str]]:
    """Each command of the help text with the lines that explain it."""
    entries: list[list[str]] = []
    for line in TEXT.splitlines():
        if re.match(r"  \S", line):
            entries.append([line])
        elif entries and line.startswith("   "):
            entries[-1].append(line)
    return entries


def _words(line: str) -> list[str]:
    """The command words of a line of the help text: those in small letters before the gap."""
    return heads_of(re.split(r" {2,}", line.strip(), maxsplit=1)[0])
