"""Names for the objects of a game whose fields the scene reads.

Only the registry imports games, so the scene cannot name the classes of their events, states and
options: it dispatches on tags and shapes, and reads the fields by name. What events of every game
have is in `carteado.engine.game.Event`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

__all__ = [
    "GameEvent",
    "GameOptions",
    "GamePicture",
    "GameState",
    "GameStory",
    "ScoreLine",
    "ScoreSheet",
    "ShownRun",
]

GameEvent: TypeAlias = Any
"""An event of the game that the caller's tag names."""

GameState: TypeAlias = Any
"""The state of a game, as one reader may see it."""

GameOptions: TypeAlias = Any
"""The options of a game."""

GamePicture: TypeAlias = Any
"""A table as the game's renderer pictures it; only the pages of the game know its class."""

GameStory: TypeAlias = Any
"""What a game's renderer remembers of the events; only that renderer knows its class."""


class ShownRun(Protocol):
    """A run of Buraco: the engine's ``RunShown``, or the same fields from a server.

    Attributes:
        cards: in order, as text.
        stands: for each card, the rank that a wild stands for; '' for a natural card.
        suit: ``S``, ``H``, ``D`` or ``C``; '' for a set.
        points: of its cards and its bonus.
        clean: whether it has no wild.
        canastra: the kind of canastra; ``none`` below seven cards.
    """

    @property
    def cards(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def stands(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def suit(self) -> str: ...  # noqa: D102
    @property
    def points(self) -> int: ...  # noqa: D102
    @property
    def clean(self) -> bool: ...  # noqa: D102
    @property
    def canastra(self) -> str: ...  # noqa: D102


class ScoreLine(Protocol):
    """A line of a score sheet: its name, the count behind it, and its points."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def count(self) -> int: ...  # noqa: D102
    @property
    def points(self) -> int: ...  # noqa: D102


class ScoreSheet(Protocol):
    """The score of one pair for a deal of Buraco."""

    @property
    def lines(self) -> Sequence[ScoreLine]: ...  # noqa: D102
    @property
    def total(self) -> int: ...  # noqa: D102
