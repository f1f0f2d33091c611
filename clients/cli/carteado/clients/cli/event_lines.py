"""The events of a table as sentences."""

from __future__ import annotations

from carteado.engine import table as own
from carteado.engine.control_words import control_line
from carteado.engine.game import Event
from carteado.engine.table import DeckCommitted, Table
from carteado.engine.words import seat_name

__all__ = ["event_line"]


def event_line(event: Event, before: Table | None) -> str:
    """An event as a sentence, for the table as it stood before it."""
    if isinstance(event, own.TableOpened):
        title = f" {event.title!r}" if event.title else ""
        return f"Table {event.table}{title} opens: {event.rules}."
    if isinstance(event, own.TableClosed):
        return f"The table closes: {event.reason}."
    if isinstance(event, DeckCommitted):
        return f"Deal {event.deal}: the deck is committed, root {event.root[:16]}."
    if isinstance(event, own.TimedOut) and before is not None:
        return f"The time of {seat_name(before.state.names, event.seat)} is up."
    if isinstance(event, own.SeatRemoved) and before is not None:
        who = seat_name(before.state.names, event.seat)
        return f"The owner removes {who}, who gets up when the deal allows."
    if before is not None and (line := control_line(event, before.state.names, before.controls)):
        return line
    # The game knows nothing of the table's own events.
    if type(event) in own.TABLE_EVENTS or before is None:
        return ""
    return before.game.line(event, before.state)
