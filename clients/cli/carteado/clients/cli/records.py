"""Answers to `score` and `last`: a game's score sheet, and the lines of the last deal."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from carteado.client import InputError
from carteado.engine.game import Event, Sheeted
from carteado.engine.table import Table

__all__ = ["LastDeal", "kind_of", "score_lines"]

_STARTS = ("hand_started", "deal_started")
"""Events with which a deal begins, in the games that can be shown again."""

_ENDS = ("hand_ended", "hand_voided", "deal_scored")
"""Events with which it ends."""

KEPT = 500
"""Lines of a deal: one without end must not fill the memory."""


def kind_of(event: Event | Mapping[str, Any]) -> str:
    """The tag of an event, which is plain data where the game is not installed."""
    return str(event.get("type", "") if isinstance(event, Mapping) else event.type)


L = TypeVar("L")


class LastDeal(Generic[L]):
    """The lines of the deal that is played, and of the last one that has ended."""

    def __init__(self) -> None:
        self._this: deque[L] = deque(maxlen=KEPT)
        self._before: Sequence[L] = ()
        self._dealt = self._ended = False

    def happened(self, kind: str) -> None:
        """An event happened, before its own line is kept."""
        if kind in _STARTS:
            # A deal without play does not push out the last that was worth reading, and what
            # happened before the first deal was none.
            if self._dealt and len(self._this) > 1:
                self._before = tuple(self._this)
            self._this.clear()
            self._dealt, self._ended = True, False
        elif kind in _ENDS:
            self._ended = True

    def keep(self, line: L) -> None:
        """Keep a line that was shown."""
        self._this.append(line)

    def lines(self) -> Sequence[L]:
        """The last deal that has ended, and the current one where it is the first.

        Raises:
            InputError: there is none yet.
        """
        found = (not self._ended and self._before) or tuple(self._this)
        if not found:
            raise InputError("there is no hand to show again yet")
        return found


def score_lines(table: Table) -> Sequence[str]:
    """The score sheet of a table.

    Raises:
        InputError: its game has none.
    """
    game = table.game
    if not isinstance(game, Sheeted):
        # The server keeps a ledger only where seats have stacks.
        command, shown = (
            ("ledger", "chips") if hasattr(table.state, "stacks") else ("table", "money")
        )
        raise InputError(f"{game.title} has no score sheet; type {command} to see the {shown}")
    return game.sheet(table.state)
