"""Names for the objects of a game whose fields the scene reads.

Only the registry imports games, so the scene cannot name the classes of their events, states and
options: it dispatches on tags and shapes, and reads the fields by name. What events of every game
have is in `carteado.engine.game.Event`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["GameEvent", "GameOptions", "GameState"]

GameEvent: TypeAlias = Any
"""An event of the game that the caller's tag names."""

GameState: TypeAlias = Any
"""The state of a game, as one reader may see it."""

GameOptions: TypeAlias = Any
"""The options of a game."""
