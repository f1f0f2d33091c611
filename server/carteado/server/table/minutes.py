"""The minutes played of a game, for blinds that rise by the clock."""

from __future__ import annotations

from carteado.engine.table import Table

__all__ = ["Minutes"]

_MINUTE_MS = 60_000


class Minutes:
    """Counts the time of a table's present game, from its first deal on; pauses are left out.

    Only for games that ask for it: those whose method ``minutes`` gives the minutes that the log
    has, and not None. After a restart it continues from these.
    """

    def __init__(self) -> None:
        self._played_ms = 0
        self._since: int | None = None

    def note(self, table: Table, now_ms: int, *, restarted: bool = False) -> None:
        """Look at the table again; call it after each step."""
        known = _known(table)
        if known is None or restarted:
            self._played_ms, self._since = 0, None
        if known is None:
            return
        going = table.controls.paused is None and not table.closed
        if going and self._since is None:
            # After a restart the log has more minutes than this count.
            self._played_ms = max(self._played_ms, known * _MINUTE_MS)
            self._since = now_ms
        elif not going and self._since is not None:
            self._played_ms += now_ms - self._since
            self._since = None

    def passed(self, table: Table, now_ms: int) -> int | None:
        """The minutes to record in the log before the next deal, None for none."""
        known = _known(table)
        if known is None:
            return None
        going = 0 if self._since is None else now_ms - self._since
        minutes = (self._played_ms + going) // _MINUTE_MS
        # Only a change is worth an event.
        return minutes if minutes > known else None


def _known(table: Table) -> int | None:
    """The minutes in the log; None if the game counts none now."""
    minutes: int | None = table.game.minutes(table.state)
    return minutes
