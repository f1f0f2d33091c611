"""Reads options of a table from a line: as people write them, or by their exact names."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Mapping
from typing import Any

from carteado.engine.errors import OptionsError, UnknownGame
from carteado.engine.registry import game_of, games
from carteado.engine.sentences import said
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import (
    meant,
    no_switch,
    options_difference,
    options_from_text,
    options_keys,
    truth_of,
)
from carteado.protocol.errors import LineError
from carteado.protocol.speech import Command, Line
from carteado.protocol.verbs import Verb
from carteado.protocol.wording import as_text, bare, near

__all__ = ["SITS", "option_keys", "read_configure", "read_open"]

_GROUPS = ("options", "settings")
_NAMES = ("game", "preset", "title")
SITS = "join"
"""Key of ``open``: whether its opener sits down."""
# Not for values that begin like a text, list or map: these are read by the exact notation.
_LOOSE = re.compile(r"(?P<key>[A-Za-z][A-Za-z0-9_-]*)=(?P<value>[^\s\"\[{]\S*)(?:\s+|$)")
"""An option as people write it: its value ends with a blank, whatever is in it."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """The options of a game, or those of every table, with their default values."""

    name: str
    base: Any

    @property
    def cls(self) -> type:
        return type(self.base)


def read_open(line: Line, verb: Verb) -> Command:
    """Read a game, its preset and options: exact ones by group, others as people write them."""
    exact, loose = _read(line, verb, ["game", "preset"])
    # Not an option of the table: it tells the program whether to join afterwards.
    if (sits := loose.pop(SITS, None)) is not None:
        text, at = sits
        switch = truth_of(text)
        if switch is None:
            raise LineError(said("{name}: {problem}", name=SITS, problem=no_switch(text)), at)
        line.sits = switch
    # The first registered game is the default of `open`.
    line.fields.setdefault("game", next(iter(games())))
    if loose:
        # Only with loose ones: exact options may belong to a game that is not installed here.
        _put_in(exact, loose, _as_opened(line, loose))
    line.fields.update({group: options for group, options in exact.items() if options})
    return line.finish(verb)


def read_configure(line: Line, verb: Verb) -> Command:
    """Read options that change from the next deal on."""
    exact, loose = _read(line, verb, [])
    if loose:
        context = line.context
        if context.options is None or context.settings is None:
            # The error points at the first option that cannot be read.
            first = min(at for _, at in loose.values())
            problem = said(
                "the table's options are not known here: write options.KEY=VALUE or "
                "settings.KEY=VALUE"
            )
            raise LineError(problem, first)
        groups = (
            _Group(name="options", base=context.options),
            _Group(name="settings", base=context.settings),
        )
        _put_in(exact, loose, groups)
        # An empty change would be refused by the server; here the reason can be said.
        if not any(exact.values()):
            raise LineError(said("the table is set like that already"), line.start)
    # Without the table's options the server is left to answer.
    elif not any(exact.values()) and line.context.options is not None:
        problem = said(
            "what should change? write {usage}, for example: {example}",
            usage=verb.usage,
            example="set blinds=20/40 decision=45s",
        )
        raise LineError(problem, line.start)
    line.fields.update({group: options for group, options in exact.items() if options})
    return line.finish(verb)


def _read(
    line: Line, verb: Verb, places: list[str]
) -> tuple[dict[str, dict[str, Any]], dict[str, tuple[str, int]]]:
    """Read the exact options by group, and the loose ones with their positions."""
    scanner = line.scanner
    exact: dict[str, dict[str, Any]] = {group: {} for group in _GROUPS}
    loose: dict[str, tuple[str, int]] = {}
    named = _NAMES if places else ()
    while not scanner.done:
        at = scanner.at
        found = _LOOSE.match(scanner.text, at)
        # null removes an option and belongs to the exact notation.
        if found is not None and found["value"] != "null":
            if found["key"] in (*named, "table"):
                line.put(found["key"], found["value"], at)
            else:
                _put_loose(loose, found["key"], found["value"], at)
            scanner.skip(found.end() - at)
            continue
        key, value = scanner.item()
        group, dot, rest = (key or "").partition(".")
        if key is None and not places:
            problem = said("what should change?: write {usage}", usage=verb.usage)
            if named:
                problem = said(
                    "too much: write {usage}; a title of several words needs quotes: {example}",
                    usage=verb.usage,
                    example='title="Friday night"',
                )
            raise LineError(problem, at)
        if key is None or key in (*named, "table"):
            name = places.pop(0) if key is None else key
            line.put(name, as_text(scanner.word, value, True), at)
        elif dot and group in exact:
            # Twice is an error, because neither value is more likely to be meant than the other.
            if rest in exact[group]:
                raise LineError(said("{name} is given twice", name=key), at)
            exact[group][rest] = value
        else:
            written = scanner.word if scanner.word is not None else value
            # Lists and maps have no loose form; the empty text is refused by the option's own
            # reader.
            _put_loose(loose, key, written if isinstance(written, str) else "", at)
    return exact, loose


def _put_loose(loose: dict[str, tuple[str, int]], key: str, value: str, at: int) -> None:
    if key in loose:
        raise LineError(said("{name} is given twice", name=key), at)
    loose[key] = value, at


def _as_opened(line: Line, loose: Mapping[str, tuple[str, int]]) -> tuple[_Group, ...]:
    """The default options of the named preset."""
    try:
        game = game_of(str(line.fields.get("game", "")))
    except UnknownGame as error:
        first = min(at for _, at in loose.values())
        problem = said(
            "{problem}; of another game's options write options.KEY=VALUE", problem=str(error)
        )
        raise LineError(problem, first) from None
    preset = line.fields.get("preset") or next(iter(game.presets))
    if preset not in game.presets:
        suggestion, word = near(str(preset), game.presets), repr(str(preset)[:40])
        problem = said("{game} has no preset {word}", game=game.id, word=word)
        if suggestion is None:
            hint = meant(word, tuple(game.presets))
            problem = said(
                "{game} has no preset {word}; {hint}", game=game.id, word=word, hint=hint
            )
        raise LineError(problem, line.at["preset"], suggestion)
    return (
        _Group(name="options", base=game.presets[preset]),
        _Group(name="settings", base=TableOptions()),
    )


def _put_in(
    exact: dict[str, dict[str, Any]],
    loose: Mapping[str, tuple[str, int]],
    groups: tuple[_Group, ...],
) -> None:
    """Convert options as people write them into exact ones."""
    # A key that both groups have belongs to the game.
    of_game = _spellings(groups[0].cls)
    for key, (_, at) in loose.items():
        if not any(bare(key) in _spellings(group.cls) for group in groups):
            known = [word for group in groups for word in options_keys(group.cls)]
            # People see the keys with hyphens, so the likeness is measured in that spelling.
            suggestion = near(key.replace("_", "-"), known)
            problem = said("no option {word}", word=repr(key[:40]))
            if suggestion is None:
                names = ", ".join(known)
                problem = said("{what}; there are: {known}", what=problem, known=names)
            raise LineError(problem, at, suggestion)
    for group in groups:
        given = {
            key: text
            for key, (text, _) in loose.items()
            if bare(key) in _spellings(group.cls)
            and (group.name == "options" or bare(key) not in of_game)
        }
        try:
            read = options_from_text(group.cls, group.base, given)
        except OptionsError as error:
            at = loose[error.key][1] if error.key in loose else min(at for _, at in loose.values())
            problem = said("{option}: {problem}", option=error.key, problem=error.said)
            raise LineError(problem, at) from None
        # Exact values win over loose ones for the same option.
        exact[group.name] = options_difference(group.base, read) | exact[group.name]


def option_keys(game: str | None, options: Any = None) -> tuple[str, ...]:
    """The keys of options as people write them, of a game by its id or of a table's options."""
    cls = type(options) if options is not None else None
    if cls is None:
        try:
            cls = game_of(game or next(iter(games()))).options_type
        # Completion still has the options that every table has.
        except UnknownGame:
            return options_keys(TableOptions)
    return (*options_keys(cls), *options_keys(TableOptions))


@functools.cache
def _spellings(cls: type) -> frozenset[str]:
    # The exact names as well, for those who copy them from the protocol.
    names = (f.name for f in dataclasses.fields(cls))
    return frozenset(bare(word) for word in (*options_keys(cls), *names))
