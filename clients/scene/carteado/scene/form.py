"""The form of a new table, from a game's option schema: presets first."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import Table, TableOptions

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["COMMON", "Form", "Option", "form_of", "form_of_table"]

COMMON: Mapping[str, tuple[str, ...]] = {
    "holdem": ("seats", "stack", "small_blind", "big_blind"),
    "quick-holdem": ("seats", "credit", "default_stake"),
    "buraco": ("target", "jokers"),
    "poker-face": ("money",),
}
"""The options that are shown at once; the others follow on request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option.

    Attributes:
        key: as `options_from_text` reads it; those of the table begin with ``table.``.
        kind: a number, a text, yes or no, one of several words, or a time.
        value: as text.
        words: to choose from.
    """

    key: str
    kind: Literal["number", "text", "flag", "choice", "time"]
    value: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A new table.

    Attributes:
        game: its id.
        preset: named options that it starts from.
        presets: all there are, the default first.
        options: of the game, then of the table.
        common: keys of the options that are shown at once.
        values: what was changed from the preset.
    """

    game: str
    preset: str
    presets: tuple[str, ...]
    options: tuple[Option, ...]
    common: tuple[str, ...]
    values: Mapping[str, str] = field(default_factory=dict)

    def value(self, key: str) -> str:
        """The value of an option as it would be opened."""
        if key in self.values:
            return self.values[key]
        return next((one.value for one in self.options if one.key == key), "")

    def toggled(self, key: str) -> Form:
        """The form with yes for no, or no for yes."""
        value = "no" if self.value(key) == "yes" else "yes"
        return replace(self, values={**self.values, key: value})

    def cycled(self, key: str) -> Form:
        """The form with the next word of a choice."""
        option = next(one for one in self.options if one.key == key)
        at = option.words.index(self.value(key)) if self.value(key) in option.words else -1
        # An unknown value is followed by the first word.
        following = option.words[(at + 1) % len(option.words)]
        return replace(self, values={**self.values, key: following})


def form_of(game: str, preset: str | None = None) -> Form:
    """The form of a game, filled with a preset; the game's first where none is named.

    Raises:
        UnknownGame: it is not installed.
    """
    found = game_of(game)
    first = next(iter(found.presets))
    # A preset of an earlier choice of game does not exist here.
    name = preset if preset is not None and preset in found.presets else first
    options = _options(found.presets[name], "")
    settings = _options(TableOptions(), "table.")
    return Form(
        game=game,
        preset=name,
        presets=tuple(found.presets),
        options=(*options, *settings),
        common=COMMON.get(game, tuple(one.key for one in options[:4])),
    )


def form_of_table(table: Table) -> Form:
    """The form of a table that is open, filled with the options that hold there."""
    options = _options(table.options, "")
    # Advice is fixed when the table opens.
    settings = [one for one in _options(table.settings, "table.") if one.key != "table.advice"]
    return Form(
        game=table.opened.game,
        preset="",
        presets=(),
        options=(*options, *settings),
        common=(),
    )


def _options(values: DataclassInstance, prefix: str) -> tuple[Option, ...]:
    # Annotations are strings under `from __future__ import annotations`, so they are evaluated
    # here.
    hints = get_type_hints(type(values), include_extras=True)
    plain = to_plain(values)
    return tuple(
        _option(prefix + one.name, hints[one.name], plain[one.name])
        for one in dataclasses.fields(values)
        if one.name != "type"
    )


def _option(key: str, kind: Any, value: Any) -> Option:
    # `Public[int]` is an annotated int; only the type matters to a form.
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    words = tuple(str(word) for word in get_args(kind)) if get_origin(kind) is Literal else ()
    if words:
        return Option(key=key, kind="choice", value=str(value), words=words)
    # Before the numbers: bool is a subclass of int.
    if kind is bool:
        return Option(key=key, kind="flag", value="yes" if value else "no")
    if key.endswith("_ms"):
        return Option(key=key, kind="time", value=_time(value))
    # `int | None` and `Optional[int]` have different origins.
    optional = get_origin(kind) in (Union, types.UnionType)
    if kind is int or (optional and int in get_args(kind)):
        return Option(key=key, kind="number", value="none" if value is None else str(value))
    return Option(key=key, kind="text", value=_text(value))


def _time(ms: int) -> str:
    # In a form that the options' parser reads back.
    if ms >= 120_000 and ms % 60_000 == 0:
        return f"{ms // 60_000}min"
    return f"{ms // 1000}s" if ms % 1000 == 0 else f"{ms // 1000}.{ms % 1000:03}".rstrip("0") + "s"


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        # A blind schedule: levels with commas, their parts with slashes.
        if value and isinstance(value[0], dict):
            return ",".join("/".join(str(part) for part in one.values()) for one in value)
        return "/".join(map(str, value)) or "none"
    return str(value)
