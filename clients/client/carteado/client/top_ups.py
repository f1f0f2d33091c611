"""Chips that a player wants to add as soon as the current hand is over."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.table import Table

__all__ = ["TopUps"]


class TopUps:
    """Keeps the wishes that a server refuses during a hand, one for each table.

    The pause between two hands is too short to type an amount.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, int] = {}

    @property
    def waiting(self) -> Mapping[str, int]:
        """The chips that are added when the hand is over, by table."""
        return self._waiting

    def refused(self, table: str, amount: int, code: str) -> bool:
        """Keep the wish if only the hand is in its way; False for any other refusal."""
        if code != "seat/in_hand":
            return False
        self._waiting[table] = amount
        return True

    def forget(self, table: str) -> bool:
        """Forget the wish at a table; False if there is none."""
        return self._waiting.pop(table, None) is not None

    def clear(self) -> None:
        """Forget all wishes."""
        self._waiting.clear()

    def due(self, table: Table, seat: int | None, *, closed: bool = False) -> int | None:
        """Take the wish at a table whose hand is over: the chips to add now, None for none.

        Args:
            table: as the player sees it.
            seat: the player's seat there; without one the wish is forgotten.
            closed: whether the table is closed.
        """
        if table.id not in self._waiting:
            return None
        if seat is None or closed:
            self.forget(table.id)
            return None
        return None if getattr(table.state, "in_hand", False) else self._waiting.pop(table.id)
