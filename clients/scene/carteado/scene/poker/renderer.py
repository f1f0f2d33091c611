"""The renderer of Hold'em and Quick Hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.engine.table import Table
from carteado.scene.moves import Movement
from carteado.scene.poker.moves import movements
from carteado.scene.poker.picture import PokerPicture, picture_of
from carteado.scene.poker.story import PokerStory
from carteado.scene.words import Words

__all__ = ["RENDERER", "PokerRenderer"]


class PokerRenderer:
    """See `renderers.Renderer`."""

    def story(self) -> PokerStory:
        """The story of a table before its first event."""
        return PokerStory()

    def picture(
        self,
        table: Table,
        seat: int | None,
        story: PokerStory,
        words: Words,
        connected: Sequence[bool] = (),
    ) -> PokerPicture:
        """The table as the reader's seat sees it."""
        return picture_of(table, seat, story, words, connected)

    def movements(self, before: Any, after: Any) -> tuple[Movement, ...]:
        """What moved between two pictures."""
        return movements(before, after)


RENDERER = PokerRenderer()
