"""The games that are installed: the built-in ones and those of other packages.

A package adds a game by an entry point in the group ``carteado.games`` that names its ``GAME``.

Parts of a game that playing does not need, such as ``scenario`` (`scenario.py`), ``phh`` (hand
histories), ``runout`` (`poker/runouts.py`) and ``retracing`` (what an opponent decided), are
modules that its optional attribute ``extras`` names; they load when asked for.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from carteado.engine.errors import PlainError, UnknownGame
from carteado.engine.game import Game
from carteado.engine.options import did_you_mean
from carteado.engine.plain import check_type

__all__ = ["extra_of", "game_of", "games"]

_BUILT_IN = ("holdem", "quick_holdem", "poker_face", "buraco")


@functools.cache
def games() -> Mapping[str, Game[Any]]:
    """All installed games by id, the built-in ones first.

    Raises:
        UnknownGame: two packages register one id, or a package's game has events that no log can
            hold; the message names them.
    """
    found: dict[str, Game[Any]] = {}
    for name in _BUILT_IN:
        game: Game[Any] = importlib.import_module(f"carteado.engine.games.{name}").GAME
        found[game.id] = game
    for entry in entry_points(group="carteado.games"):
        game = entry.load()
        if found.setdefault(game.id, game) is not game:
            raise UnknownGame(f"the game {game.id!r} of {entry.value} is registered already")
        _check_events(game, entry.value)
    return found


def _check_events(game: Game[Any], where: str) -> None:
    """Refuse a game of another package before a log of it is written that nobody can read.

    The contract tests look at the built-in ones.
    """
    try:
        for cls in game.events:
            check_type(cls)
    except PlainError as error:
        text = f"the game {game.id!r} of {where} cannot be played: no log can hold {error}"
        raise UnknownGame(text) from None


def game_of(name: str) -> Game[Any]:
    """The game of that id; ``_`` and ``-`` are alike.

    Raises:
        UnknownGame: with the names of the games that there are.
    """
    game = games().get(name.replace("_", "-"))
    if game is None:
        known = did_you_mean(name, tuple(games()))
        raise UnknownGame(f"there is no game {name!r:.60}; {known}")
    return game


def extra_of(game: Game[Any], name: str) -> ModuleType | None:
    """The module of a game's optional part, None where the game has none of that name."""
    paths: Mapping[str, str] = getattr(game, "extras", {})
    return importlib.import_module(paths[name]) if name in paths else None
