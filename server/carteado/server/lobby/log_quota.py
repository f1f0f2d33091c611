"""How much log each player, and each address, may cause in a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

__all__ = ["LogQuota"]

DAY_MS = 86_400_000
ADDRESS_TIMES = 4
"""An address may cause as much as so many players."""


class LogQuota:
    """Counts bytes by player and address since the day began, UTC; a restart starts again.

    Args:
        limit: bytes of one player in a day.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._day = 0
        self._players: Counter[str] = Counter()
        self._sources: Counter[str] = Counter()

    def charge(self, players: Iterable[tuple[str, str]], size: int, wall_ms: int) -> None:
        """What was written at a table counts equally for the players who sit there.

        Args:
            players: key and address of each; those of the server's own machine are left out.
            size: bytes.
            wall_ms: the time, milliseconds since 1970.
        """
        if wall_ms // DAY_MS != self._day:
            self._day = wall_ms // DAY_MS
            self._players.clear()
            self._sources.clear()
        who = tuple(players)
        for key, source in who:
            self._players[key] += size // len(who)
            self._sources[source] += size // len(who)

    def wait_ms(self, key: str, source: str | None, wall_ms: int) -> int:
        """How long a player who caused too much has to wait, milliseconds; 0 for others.

        Args:
            key: of the player.
            source: the player's address, None for the server's own machine, which is not bounded.
            wall_ms: the time, milliseconds since 1970.
        """
        if source is None or wall_ms // DAY_MS != self._day:
            return 0
        # Looking up an unknown key in a `Counter` adds nothing to it.
        over = self._players[key] >= self._limit
        over = over or self._sources[source] >= ADDRESS_TIMES * self._limit
        return DAY_MS - wall_ms % DAY_MS if over else 0
