"""Checks a request to open a table: game, options of the game and the table, bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.errors import EngineError, UnknownGame
from carteado.engine.game import Game
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of, games
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire
from carteado.server.table.step import deny, deny_options

__all__ = ["companions_of", "game_and_options", "settings_of"]


def game_and_options(message: wire.Open) -> tuple[Game[Any], Any]:
    """The game and its options that a message asks for.

    Raises:
        Denied: there is no such game or preset, or an option is wrong.
    """
    try:
        game = game_of(message.game)
    except UnknownGame as error:
        raise deny("options/unknown_game", str(error), games=tuple(games())) from None
    preset = _preset(game, message)
    base = game.presets.get(preset)
    if base is None:
        raise deny(
            "options/unknown_preset",
            f"{game.id} has no preset {preset!r}; {did_you_mean(preset, tuple(game.presets))}.",
            presets=tuple(game.presets),
        )
    # Only what differs is sent, so the rest comes from the preset.
    return game, _changed(game.options_type, to_plain(base), message.options)


def _preset(game: Game[Any], message: wire.Open) -> str:
    # The first preset is a game's usual table; people write names with either sign.
    return (message.preset or next(iter(game.presets))).replace("_", "-")


def companions_of(game: Game[Any], options: Any, message: wire.Open) -> Mapping[int, str]:
    """The bots that belong to a preset, by seat.

    Companions leave seat 0 to a person; the bots of an exhibition take every seat.
    """
    preset, seats = _preset(game, message), game.seats(options)
    companions: Mapping[str, Sequence[str]] = game.companions
    exhibitions: Mapping[str, Sequence[str]] = game.exhibitions
    if preset in exhibitions:
        return dict(enumerate(exhibitions[preset][:seats]))
    return dict(enumerate(companions.get(preset, ())[: seats - 1], 1))


def settings_of(message: wire.Open) -> TableOptions:
    """The table's own options that a message asks for.

    Raises:
        Denied: one of them is unknown or wrong.
    """
    settings: TableOptions = _changed(TableOptions, to_plain(TableOptions()), message.settings)
    return settings


def _changed(cls: type, base: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    for name in given:
        if name not in base:
            raise deny(
                "options/unknown",
                f"There is no option {name!r:.60}; {did_you_mean(name, tuple(base))}.",
                options=tuple(base),
            )
    # Their defaults depend on other options, so a changed preset computes its own.
    derived = getattr(cls, "DERIVED", ())
    kept = {name: value for name, value in base.items() if name not in derived}
    try:
        return from_plain(cls, {**kept, **given})
    except EngineError as error:
        raise deny_options(error) from None
