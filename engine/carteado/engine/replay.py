"""Fold a log into a table, and name a state by its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import islice

from carteado.engine.errors import ReplayError
from carteado.engine.game import Event
from carteado.engine.table import Table, TableOpened, evolve, evolve_all, open_table, snapshot

__all__ = ["replay", "state_hash", "steps"]


def steps(events: Iterable[Event]) -> Iterator[tuple[int, Event, Table]]:
    """The table after each event of a log, whole or redacted.

    Args:
        events: a log from its first event on.

    Yields:
        Sequence number from 1, the event, and the table after it.

    Raises:
        ReplayError: the log does not begin with `TableOpened`.
    """
    table: Table | None = None
    for seq, event in enumerate(events, 1):
        if table is not None:
            table = evolve(table, event)
        elif isinstance(event, TableOpened):
            table = open_table(event)
        else:
            raise ReplayError(f"a log begins with table_opened, not with {event.type}")
        yield seq, event, table


def replay(events: Iterable[Event]) -> Table:
    """The table at the end of a log.

    Raises:
        ReplayError: the log is empty or does not begin with `TableOpened`.
    """
    found = iter(events)
    # Only the first event goes through `steps`: the tables between the others are not needed.
    # A loop over at most one element; with none, the error below is raised.
    for _, _, table in steps(islice(found, 1)):
        return evolve_all(table, found)
    raise ReplayError("the log is empty")


def state_hash(table: Table) -> str:
    """SHA-256 of the table's canonical JSON, hexadecimal: equal for equal folds on any machine."""
    # Sorted keys, no blanks and ASCII only: the text must not depend on the order of fields.
    text = json.dumps(snapshot(table), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
