"""The story of a table of Poker Face: its lines, in the player's language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from carteado.engine.game import Event
from carteado.scene.game_types import GameState
from carteado.scene.poker_face.lines import line_of
from carteado.scene.story import Story
from carteado.scene.words import Words

__all__ = ["FaceStory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceStory(Story):
    """The rounds in sentences, and the chat."""

    def happened(self, event: Event, before: GameState, words: Words) -> FaceStory:
        """The story after an event, for the game's state before it."""
        return replace(self, log=self.log.add_event(partial(line_of, event, before), words))
