"""One connection that follows one table, and the messages to send to it."""

from __future__ import annotations

from typing import Any

from carteado.engine.table import Table

__all__ = ["Outgoing", "Watcher"]


class Watcher:
    """One connection that follows one table.

    Attributes:
        to: the receiver of its messages; the table only returns it.
        seat: the seat from which it watches, None for the rail.
        text: whether it wants lines of English beside the events.
        views: whether it wants views beside the events.
        view: its own fold of the table, kept only where it wants text.
        blocked: the blocked players: their names by key.
        silent: whether its connection shows no sign of life.
        owner: whether its player owned the table when it began to follow.
    """

    __slots__ = ("blocked", "owner", "seat", "silent", "text", "to", "view", "views")

    def __init__(
        self,
        to: Any,
        *,
        seat: int | None = None,
        text: bool = False,
        views: bool = False,
        blocked: dict[str, str] | None = None,
    ) -> None:
        self.to = to
        self.seat = seat
        self.text = text
        self.views = views
        self.view: Table | None = None
        self.blocked = {} if blocked is None else blocked
        self.silent = False
        self.owner = False


Outgoing = list[tuple[Watcher, Any]]
"""Messages in sending order, each with its receiver."""
