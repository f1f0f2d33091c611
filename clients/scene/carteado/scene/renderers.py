"""The renderer of each game, registered by the game's name.

A renderer gives the picture of a table, the story that its state does not keep, and the movements
between two pictures. A game without one gets the generic renderer, made of its lines and schema.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Protocol

from carteado.engine.table import Table
from carteado.scene.game_types import GamePicture, GameStory
from carteado.scene.moves import Movement
from carteado.scene.replay_curves import Measure
from carteado.scene.words import Words

__all__ = ["RENDERERS", "Renderer", "renderer_of"]

RENDERERS = {
    "holdem": "carteado.scene.poker.renderer",
    "quick-holdem": "carteado.scene.poker.renderer",
    "buraco": "carteado.scene.buraco.renderer",
    "poker-face": "carteado.scene.poker_face.renderer",
}
"""Module of each game's renderer; it has a `RENDERER`."""


class Renderer(Protocol):
    """The display of a game.

    Attributes:
        coming: the sentence about the next deal, with the ``seconds`` until then.
    """

    coming: str

    def story(self) -> GameStory:
        """The story of a table before its first event."""
        ...

    def picture(
        self,
        table: Table,
        seat: int | None,
        story: GameStory,
        words: Words,
        connected: Sequence[bool] = (),
    ) -> GamePicture:
        """The table as one reader sees it.

        Args:
            table: as the reader may see it.
            seat: the reader's, None for the rail.
            story: of the reader.
            words: of the reader.
            connected: whether each seat is connected; empty if unknown.
        """
        ...

    def movements(self, before: GamePicture, after: GamePicture) -> tuple[Movement, ...]:
        """The movements between two pictures."""
        ...

    def measure(self, table: Table, seat: int | None) -> Measure | None:
        """The values of a replay's curve at this step; None for none."""
        ...


def renderer_of(game: str) -> Renderer:
    """The renderer of a game by its id; the generic one where it has none."""
    module = RENDERERS.get(game, "carteado.scene.generic")
    # Imported on demand, so that a client loads only the games that it shows.
    found: Renderer = importlib.import_module(module).RENDERER
    return found
