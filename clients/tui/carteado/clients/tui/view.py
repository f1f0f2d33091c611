"""What a page of a table is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carteado.scene.reader import Reader
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["View"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A table, and what its reader chose.

    Attributes:
        reader: what is shown of the table.
        picture: the game's picture of it.
        ui: state of the screen.
        settings: of the player.
        now_ms: the client's clock, milliseconds.
        replaying: the last hand is being shown again.
        bots: that the server offers.
        advice: of the coach about the decision at hand, None for none.
    """

    reader: Reader
    picture: Any
    ui: Ui
    settings: Settings
    now_ms: float
    replaying: bool = False
    bots: tuple[str, ...] = ()
    advice: Any = None

    @property
    def words(self) -> Words:
        """The player's language."""
        return self.reader.words
