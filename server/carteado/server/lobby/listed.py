"""The tables that a host lists in a file: read, checked to the line, and opened."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from carteado.engine.errors import OptionsError
from carteado.engine.plain import to_plain
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import (
    did_you_mean,
    no_switch,
    options_difference,
    options_from_text,
    options_keys,
    truth_of,
)
from carteado.protocol import messages as wire
from carteado.server.bots.launcher import BOTS, bots_for
from carteado.server.lobby.opening import companions_of, game_and_options, settings_of
from carteado.server.table.step import Denied

__all__ = ["ListedTable", "TablesFileError", "read_tables"]

_KEYS = ("title", "game", "preset", "options", "settings", "bots", "code", "locked")
_HEADER = re.compile(r"\s*\[\[\s*table\s*\]\]")
# Before Python 3.14 tomllib gives the place only as text at the end of its message.
_WHERE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")


class TablesFileError(ValueError):
    """A file of tables that cannot be used; the sentence names the file and the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTable:
    """A table that the host wants open.

    Attributes:
        opening: the message that opens it, with a title.
        bots: names of the bots that are seated from the start.
        code: the code that guests need to sit down, None for none.
        locked: whether guests knock.
        table_id: the preferred id.
    """

    opening: wire.Open
    bots: tuple[str, ...] = ()
    code: str | None = None
    locked: bool = False
    table_id: str = field(default="")

    @property
    def title(self) -> str:
        """The title of the table."""
        return self.opening.title


def read_tables(path: Path) -> tuple[ListedTable, ...]:
    """The tables of a TOML file.

    Raises:
        TablesFileError: the file cannot be read, or something in it is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TablesFileError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TablesFileError(f"{path} is not UTF-8 text") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _WHERE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        problem = _WHERE.sub("", str(error))
        raise TablesFileError(f"{path} line {line}: {problem[:1].lower()}{problem[1:]}") from None
    except RecursionError:
        raise TablesFileError(f"{path}: the values are nested too deeply") from None
    for name in data:
        if name != "table":
            raise _error(path, text, None, name, f"there is no {name!r}; write [[table]]")
    listed = data.get("table", [])
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise _error(path, text, None, "table", "write each table as [[table]]")
    found_tables: list[ListedTable] = []
    for number, entry in enumerate(listed):
        try:
            one = _table(entry)
            # Titles name tables in typed commands, without regard to capitals.
            if any(one.title.casefold() == other.title.casefold() for other in found_tables):
                raise _Wrong("title", f"two tables are called {one.title!r}")
        except _Wrong as wrong:
            raise _error(path, text, number, wrong.key, wrong.problem) from None
        found_tables.append(one)
    return tuple(found_tables)


class _Wrong(Exception):
    """An invalid value in the description of one table; `key` names it."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key, self.problem = key, problem


def _table(entry: Mapping[str, Any]) -> ListedTable:
    for key in entry:
        if key not in _KEYS:
            raise _Wrong(key, f"there is no {key!r}; {did_you_mean(key, _KEYS)}")
    title = _of_type(entry, "title", wire.Title, "")
    if not title.strip():
        raise _Wrong("title", "give the table a title")
    game = _of_type(entry, "game", wire.Word, "holdem")
    preset = _of_type(entry, "preset", wire.Word | None, None)
    bots = _of_type(entry, "bots", tuple[str, ...], ())
    for bot in bots:
        if bot not in BOTS:
            raise _Wrong("bots", f"there is no bot {bot!r}; {did_you_mean(bot, BOTS)}")
    code = _of_type(entry, "code", wire.Code | None, None)
    locked = _of_type(entry, "locked", bool, False)
    bare = wire.Open(id=1, game=game, preset=preset, title=title)
    try:
        found, base = game_and_options(bare)
    except Denied as denied:
        key = "preset" if denied.refusal.code == "options/unknown_preset" else "game"
        raise _Wrong(key, denied.refusal.message) from None
    opening = wire.Open(
        id=1,
        game=found.id,
        preset=preset,
        title=title,
        options=_options(entry, "options", found.options_type, base),
        settings=_options(entry, "settings", TableOptions, TableOptions()),
    )
    _check(opening, bots)
    for bot in bots:
        if bot not in (able := bots_for(found)):
            what = f"{bot!r} does not play {found.title}; {did_you_mean(bot, able)}"
            raise _Wrong("bots", what)
    return ListedTable(
        opening=opening, bots=bots, code=code, locked=locked, table_id=table_id_of(title)
    )


def _check(opening: wire.Open, bots: Sequence[str]) -> None:
    try:
        game, options = game_and_options(opening)
        settings_of(opening)
    except Denied as denied:
        key = str(denied.refusal.details.get("key", "options"))
        raise _Wrong(key, denied.refusal.message) from None
    if bots and game.adjudicator:
        raise _Wrong("bots", f"bots cannot play {game.title}")
    free = game.seats(options) - len(companions_of(game, options, opening))
    if len(bots) > free:
        raise _Wrong("bots", f"{len(bots)} bots do not fit: the table has {free} free seats")


def _options(entry: Mapping[str, Any], group: str, cls: type, base: Any) -> dict[str, Any]:
    """Options as people write them (``blinds = "25/50"``), or in the exact form."""
    given = _of_type(entry, group, dict[str, Any], {})
    known = {_bare(key) for key in options_keys(cls)}
    exact = set(to_plain(base))
    texts: dict[str, str] = {}
    found: dict[str, Any] = {}
    for key, value in given.items():
        # Numbers and lists of TOML are taken as they are; texts go through the readable form.
        if key in exact and not isinstance(value, str | bool):
            found[key] = value
        elif _bare(key) in known and isinstance(value, str | int):
            texts[key] = str(value).lower() if isinstance(value, bool) else str(value)
        elif key in exact:
            found[key] = value
        else:
            raise _Wrong(key, f"no option {key!r}; {did_you_mean(key, options_keys(cls))}")
    try:
        read = options_from_text(cls, base, texts)
    except OptionsError as error:
        raise _Wrong(error.key, str(error)) from None
    return {**options_difference(base, read), **found}


def _bare(key: str) -> str:
    return key.lower().replace("-", "").replace("_", "")


def _of_type(entry: Mapping[str, Any], key: str, kind: Any, default: Any) -> Any:
    if key not in entry:
        return default
    value = entry[key]
    if kind is bool and isinstance(value, str):
        if (switch := truth_of(value)) is None:
            raise _Wrong(key, f"{key}: {no_switch(value)}")
        value = switch
    if isinstance(value, list):
        # TOML has lists where messages have tuples, and strict validation does not convert them.
        value = tuple(value)
    try:
        return TypeAdapter(kind).validate_python(value, strict=True)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]["msg"]
        raise _Wrong(key, f"{key}: {problem[:1].lower()}{problem[1:]}") from None


def table_id_of(title: str) -> str:
    """The id made from a title, such as ``friday-night``; empty if no id can be made."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    return "-".join(words)[:40].strip("-")


def _error(path: Path, text: str, number: int | None, key: str, problem: str) -> TablesFileError:
    return TablesFileError(f"{path} line {_line(text, number, key)}: {problem}")


def _line(text: str, number: int | None, key: str) -> int:
    """The line on which a key of a table stands, or on which the table begins."""
    # tomllib keeps no line numbers of values, so the text is searched for the key.
    lines = text.splitlines()
    headers = [at for at, line in enumerate(lines) if _HEADER.match(line)]
    start, end = 0, len(lines)
    if number is not None and number < len(headers):
        start = headers[number]
        end = headers[number + 1] if number + 1 < len(headers) else len(lines)
    bare = _bare(key)
    for at in range(start, end):
        name = lines[at].partition("=")[0].strip(" []\"'")
        if _bare(name.rpartition(".")[2]) == bare:
            return at + 1
    return start + 1
