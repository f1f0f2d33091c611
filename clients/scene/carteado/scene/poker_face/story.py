"""The story of a table of Poker Face: its lines, in the player's language."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from carteado.scene.poker_face.lines import line_of
from carteado.scene.story import Line, Log, Said
from carteado.scene.words import Words

__all__ = ["FaceStory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceStory:
    """The rounds in sentences, and the chat."""

    log: Log = field(default_factory=Log)

    def happened(self, event: Any, before: Any, words: Words) -> FaceStory:
        """The story after an event, for the game's state before it."""
        lines = line_of(event, before, words)
        return replace(self, log=self.log.add(*lines)) if lines else self

    def heard(self, said: Said) -> FaceStory:
        """The story with a chat message."""
        return replace(self, log=self.log.hear(said))

    def with_line(self, text: str) -> FaceStory:
        """The story with a line of the client's own."""
        return replace(self, log=self.log.add(Line(text=text)))
