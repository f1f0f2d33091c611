"""Options as people give them on a command line and at a desk: ``key=value`` each."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.client.errors import InputError, WrongOption
from carteado.engine.errors import OptionsError, UnknownGame
from carteado.engine.game import Game
from carteado.engine.registry import game_of
from carteado.engine.sentences import said
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import (
    meant,
    options_difference,
    options_from_text,
    options_keys,
)

__all__ = ["TableChoice", "key_values", "open_fields", "opener_watches", "table_choice"]


def key_values(words: Iterable[str]) -> dict[str, str]:
    """The texts of options by key.

    Args:
        words: such as ``stack=5k``.

    Raises:
        InputError: one is not ``key=value``, or its key came before.
    """
    found: dict[str, str] = {}
    for word in words:
        key, equals, text = word.partition("=")
        key = key.strip()
        if not equals or not key:
            raise InputError(said("{text} is not key=value", text=f"{word!r:.60}"))
        # Taking the last one silently would hide a typing mistake.
        if key in found:
            raise InputError(said("{name} is given twice", name=key))
        found[key] = text
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """The game and the options of a table.

    Attributes:
        game: the game.
        base: the options of the preset that was named, or of the game's first.
        options: the game's options, those that were given instead of the preset's.
        settings: the table's own options.
    """

    game: Game[Any]
    base: Any
    options: Any
    settings: TableOptions


def table_choice(
    game: str, preset: str | None, given: Mapping[str, str], settings: TableOptions
) -> TableChoice:
    """The game and the options that a person typed.

    Args:
        game: id of the game.
        preset: one of its presets, the first when absent.
        given: texts of the game's options and of the table's own, by key.
        settings: what holds of the table's own where nothing is given.

    Raises:
        InputError: a game, preset, key or value that cannot be; the sentence says what would be.
    """
    try:
        rulebook = game_of(game)
    except UnknownGame as error:
        raise InputError(str(error)) from None
    presets = rulebook.presets
    if preset is not None and preset not in presets:
        hint = meant(preset, tuple(presets))
        wrong = f"{preset!r:.60}"
        raise InputError(
            said("{game} has no preset {word}; {hint}", game=rulebook.id, word=wrong, hint=hint)
        )
    base = presets[next(iter(presets)) if preset is None else preset]
    # People give both kinds in one list and need not know which is whose.
    of_table, of_game = _keys(TableOptions), _keys(rulebook.options_type)
    for key in given:
        if _key(key) not in of_table | of_game:
            known = options_keys(rulebook.options_type) + options_keys(TableOptions)
            hint = meant(key, known)
            raise InputError(
                said("there is no option {word}; {hint}", word=f"{key!r:.60}", hint=hint)
            )
    try:
        return TableChoice(
            game=rulebook,
            base=base,
            options=options_from_text(
                rulebook.options_type,
                base,
                {key: text for key, text in given.items() if _key(key) not in of_table},
            ),
            settings=options_from_text(
                TableOptions,
                settings,
                {key: text for key, text in given.items() if _key(key) in of_table},
            ),
        )
    except OptionsError as error:
        raise WrongOption(error) from None


def _keys(cls: type[Any]) -> frozenset[str]:
    """The keys of a class's options: as people write them, and the names of its fields."""
    names = [field.name for field in dataclasses.fields(cls)]
    return frozenset(map(_key, (*options_keys(cls), *names)))


def _key(written: str) -> str:
    # `--set buy-in=` and `--set buy_in=` mean the same.
    return written.strip().lower().replace("-", "_")


def opener_watches(game: str, preset: str | None) -> bool:
    """Whether bots take every seat of a table that is opened so; its opener can only watch."""
    try:
        return preset in game_of(game).exhibitions
    except UnknownGame:  # of a server that has more games
        return False


def open_fields(game_name: str, preset: str | None, given: Sequence[str]) -> dict[str, Any]:
    """Fields of `Open` from what the user typed.

    Args:
        game_name: id of the game.
        preset: None for the game's first preset.
        given: options of the game and the table, each as ``key=value``.

    Raises:
        InputError: an unknown game, preset, key or value; the message says what is valid.
    """
    # Only differences are sent, so that the server fills in its own defaults.
    standard = TableOptions()
    chosen = table_choice(game_name, preset, key_values(given), standard)
    return {
        "game": chosen.game.id,
        "preset": preset,
        "options": options_difference(chosen.base, chosen.options),
        "settings": options_difference(standard, chosen.settings),
    }
