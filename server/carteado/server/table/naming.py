"""Changes of players' names while a table is open."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.naming import with_names
from carteado.engine.table import Table

__all__ = ["Called", "with_name"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """The server's own message: a player has another name, or is forgotten.

    It never comes over the wire. Names are not events, so nothing is appended.
    """

    table: str
    player: str
    name: str
    id: None = None
    type: str = "called"


def with_name(table: Table, message: Called) -> Table:
    """The table with a player's new name; the same table if the player is not at it."""
    return with_names(table, lambda key: message.name if key == message.player else None)
