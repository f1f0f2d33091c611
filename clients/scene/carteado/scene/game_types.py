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
    "JudgedRound",
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
    """A run of Buraco: the engine's ``RunShown``, or the same fields from a server."""

    @property
    def cards(self) -> tuple[str, ...]:
        """Its cards in order, as text."""
        ...

    @property
    def stands(self) -> tuple[str, ...]:
        """For each card, the rank that a wild stands for; '' for a natural card."""
        ...

    @property
    def suit(self) -> str:
        """``S``, ``H``, ``D`` or ``C``; '' for a set."""
        ...

    @property
    def points(self) -> int:
        """Points of its cards and its bonus."""
        ...

    @property
    def clean(self) -> bool:
        """Whether it has no wild."""
        ...

    @property
    def canastra(self) -> str:
        """The kind of canastra; ``none`` below seven cards."""
        ...


class JudgedRound(Protocol):
    """A round of Poker Face as it was judged."""

    @property
    def number(self) -> int:
        """From 1."""
        ...

    @property
    def ante(self) -> int:
        """Chips that every player of the match pays."""
        ...

    @property
    def players(self) -> Sequence[int]:
        """The places of those who take part, in the order in which they were entered."""
        ...

    @property
    def bets(self) -> Sequence[int]:
        """Chips that each of them bets."""
        ...

    @property
    def hands(self) -> Sequence[Sequence[str]]:
        """Five cards of each of them, as text."""
        ...


class ScoreLine(Protocol):
    """A line of a score sheet: its name, the count behind it, and its points."""

    @property
    def name(self) -> str:
        """What the points are for."""
        ...

    @property
    def count(self) -> int:
        """How often it happened."""
        ...

    @property
    def points(self) -> int:
        """Points for all of them."""
        ...


class ScoreSheet(Protocol):
    """The score of one pair for a deal of Buraco."""

    @property
    def lines(self) -> Sequence[ScoreLine]:
        """In the order of the sheet."""
        ...

    @property
    def total(self) -> int:
        """Points of the deal."""
        ...
