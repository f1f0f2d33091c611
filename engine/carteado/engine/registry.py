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
from carteado.engine.game import SEAT_EVENTS, Game
from carteado.engine.plain import check_type, tag_of
from carteado.engine.sentences import said
from carteado.engine.tables.options import meant

__all__ = ["check_versions", "extra_of", "game_of", "games"]

# Folder names; the order is the order of every list of games.
_BUILT_IN = ("holdem", "quick_holdem", "poker_face", "buraco")


@functools.cache
def games() -> Mapping[str, Game[Any]]:
    """All installed games by id, the built-in ones first.

    Raises:
        UnknownGame: two packages register one id, or a package's game has events that no log can
            hold; the message names them.
    """
    # Built-in games come first, so a package cannot take over the id of one.
    found: dict[str, Game[Any]] = {}
    for name in _BUILT_IN:
        game: Game[Any] = importlib.import_module(f"carteado.engine.games.{name}").GAME
        found[game.id] = game
    for entry in entry_points(group="carteado.games"):
        game = entry.load()
        # Two entry points may name the same object; only two different games are a conflict.
        if found.setdefault(game.id, game) is not game:
            raise UnknownGame(f"the game {game.id!r} of {entry.value} is registered already")
        _check_events(game, entry.value)
    return found


def _check_events(game: Game[Any], where: str) -> None:
    """Refuse a game of another package whose logs nobody could read.

    The contract tests look at the built-in ones.
    """
    try:
        for cls in game.events:
            check_type(cls)
        check_versions(game)
    except PlainError as error:
        text = f"the game {game.id!r} of {where} cannot be played: no log can hold {error}"
        raise UnknownGame(text) from None
    except (AttributeError, TypeError) as error:
        raise UnknownGame(f"the game {game.id!r} of {where} cannot be played: {error}") from None


def check_versions(game: Game[Any]) -> None:
    """Check that a game can read every version of its events.

    Raises:
        TypeError: the game gives a version for an event that it does not own, the version is not a
            positive integer, or upcasters are missing or never used; the message names the event.
    """
    own = {tag_of(cls) for cls in game.events if cls not in SEAT_EVENTS}
    versions, upcasters = game.event_versions, game.upcasters
    for tag, version in versions.items():
        if tag not in own:
            raise TypeError(f"event_versions names {tag!r}, which is not an event of this game")
        if type(version) is not int or version < 1:
            raise TypeError(f"the version of event {tag!r} must be 1 or higher, not {version!r}")
    # A gap in the chain would show only when somebody reads an old log.
    needed = {(tag, step) for tag in own for step in range(1, versions.get(tag, 1))}
    for tag, step in sorted(needed - set(upcasters)):
        raise TypeError(f"no upcaster takes event {tag!r} from version {step} to {step + 1}")
    for tag, step in sorted(set(upcasters) - needed):
        raise TypeError(f"the upcaster of event {tag!r} from version {step} is never used")


def game_of(name: str) -> Game[Any]:
    """The game of that id; ``_`` and ``-`` are alike.

    Raises:
        UnknownGame: no installed game has the id; the error lists the installed games.
    """
    # People type both spellings, and ids use the dash.
    game = games().get(name.replace("_", "-"))
    if game is None:
        known = meant(name, tuple(games()))
        raise UnknownGame(
            said("there is no game {name}; {known}", name=f"{name!r:.60}", known=known)
        )
    return game


def module_with(name: str) -> ModuleType | None:
    """The optional part with a name of the first installed game that has one, else None."""
    found = (extra_of(game, name) for game in games().values())
    return next((module for module in found if module is not None), None)


def extra_of(game: Game[Any], name: str) -> ModuleType | None:
    """The module of a game's optional part, None where the game has none of that name."""
    paths: Mapping[str, str] = game.extras
    # Loaded on first use: a table without scenarios never pays for their parser.
    return importlib.import_module(paths[name]) if name in paths else None
