"""The clocks of a table: that of one decision, and the banks of its seats. Data, no timer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from carteado.engine.game import Event
from carteado.engine.table import ClockSet, Table
from carteado.server.step import add

__all__ = ["DecisionClock", "restarted", "rewound"]

_RESTARTED = "game_restarted"
"""Tag of the event with which a game begins anew; it may do so before it is over (`Game.total`)."""


# Made for every action: frozen, a clock would take three times as long to make.
@dataclass(slots=True, kw_only=True)
class DecisionClock:
    """A decision that the table waits for; nobody changes it.

    Attributes:
        seat: whose decision.
        decision: its number, which every answer has to name.
        since: when it was opened, milliseconds.
        bank_from: when the decision's own time is over and the bank starts, milliseconds.
        until: when the bank is empty and the clock decides, milliseconds.
    """

    seat: int
    decision: int
    since: int
    bank_from: int
    until: int

    def bank_used(self, now_ms: int) -> int:
        """Milliseconds of the bank that are used by now."""
        return max(0, min(now_ms, self.until) - self.bank_from)

    def left(self, now_ms: int) -> tuple[int, int]:
        """What is left by now: of the decision's own time, and of the bank, milliseconds."""
        own = max(0, self.bank_from - now_ms)
        return own, max(0, self.until - max(now_ms, self.bank_from))


def rewound(table: Table, seats: Iterable[int], events: list[Event]) -> Table:
    """The table with the clocks of some seats as at the start; what changes joins `events`."""
    bank = table.settings.bank_ms
    for seat in seats:
        if table.banks[seat] != bank or table.expiries[seat]:
            table = add(table, ClockSet(seat=seat, bank_ms=bank), events)
    return table


def restarted(before: Table, table: Table, events: list[Event]) -> Table:
    """The table with every clock as at the start, where a new game begins on it.

    Args:
        before: the table before the events.
        table: the table after them.
        events: what happened since; what changes joins them.
    """
    game = table.game
    anew = game.over(before.state) and not game.over(table.state)
    if anew or any(event.type == _RESTARTED for event in events):
        return rewound(table, range(table.seats), events)
    return table
