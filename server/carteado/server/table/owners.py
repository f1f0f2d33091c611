"""The owner of a table, and the players who asked for its bots, from the log.

Players are known by their keys, from the causes of the commits; nobody else learns them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from carteado.engine.controls import OwnerChanged
from carteado.engine.game import Event
from carteado.engine.table import SeatKeyed, TableOpened

__all__ = ["OPERATOR", "Owners"]

OPERATOR = "host"
"""Key of the server's own commands, and of its operator's: no token has such a hash."""


@dataclass(slots=True)
class Owners:
    """A fold of a table's log.

    Attributes:
        opener: key of the owner: the player who opened the table or got it later; None if the log
            does not say.
        askers: by seat, the key of the player who added the bot; for a preset's bots the opener.
    """

    opener: str | None = None
    askers: dict[int, str | None] = field(default_factory=dict)

    def note(self, events: Iterable[Event], by: str | None) -> None:
        """Take in the events of a commit.

        Args:
            events: of one commit.
            by: key of the player who caused them, None for the table itself.
        """
        for event in events:
            if type(event) is TableOpened:
                self.opener = by
            elif type(event) is OwnerChanged:
                self.opener = event.key
            elif type(event) is not SeatKeyed:
                continue
            elif event.label is not None:
                self.askers[event.seat] = by
            else:
                self.askers.pop(event.seat, None)

    def rules(self, key: str) -> bool:
        """Whether a key is that of the table's owner or of the server's operator."""
        return key in (self.opener, OPERATOR)

    def may_remove(self, key: str, seat: int) -> bool:
        """Whether a player may send the bot on a seat away."""
        return self.rules(key) or key == self.askers.get(seat)
