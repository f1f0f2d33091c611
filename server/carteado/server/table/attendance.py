"""The people among a table's players, and whether the only one is away."""

from __future__ import annotations

from carteado.engine.table import Table
from carteado.server.table.audience import Audience

__all__ = ["Attendance", "people"]


def people(table: Table) -> tuple[int, ...]:
    """The seats on which people sit; bots that joined by themselves are not people."""
    state = table.state
    return tuple(
        seat
        for seat, name in enumerate(state.names)
        if name is not None and not state.bots[seat] and table.labels[seat] is None
    )


class Attendance:
    """Says when a table of one person and bots pauses because the person is away.

    Args:
        table: as it stands.

    Attributes:
        only: the seat of the one person at a table of bots, None at other tables.
    """

    def __init__(self, table: Table) -> None:
        self.only: int | None = None
        self.note(table)

    def note(self, table: Table) -> None:
        """Look at the seats again; call it when a player came or left."""
        found = people(table)
        # A person alone at a table needs no pause: no bots would play on.
        alone = len(found) == 1 and sum(name is not None for name in table.state.names) > 1
        self.only = found[0] if alone else None

    def change(self, table: Table, audience: Audience) -> bool:
        """Whether the table has to pause or to continue now.

        Args:
            table: as it stands.
            audience: knows the connected players.
        """
        paused, seat = table.controls.paused, self.only
        if seat is None:
            # Nobody is alone with bots now, so a pause for that reason ends.
            return paused == "away"
        if paused == "owner":
            return False
        away = table.state.away[seat] or not audience.connected(seat)
        return away != (paused == "away")
