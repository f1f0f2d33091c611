"""The daily log quota of each player and each address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable

from carteado.engine.table import Table
from carteado.server.lobby.runner import TableRunner
from carteado.server.ops.timing import wall_ms
from carteado.server.table.step import Step, deny

__all__ = ["CHARGED_BYTES", "LogCharges", "LogQuota"]

CHARGED_BYTES = 4096
"""Bytes of a table's log after which they are charged to its players."""

DAY_MS = 86_400_000
# A household or an office shares one address.
ADDRESS_TIMES = 4
"""The quota of an address, in quotas of one player."""


class LogQuota:
    """Counts bytes by player and address since the day began, UTC; a restart starts at 0.

    Args:
        limit: bytes of one player in a day.

    Attributes:
        limit: as given.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._day = 0
        self._players: Counter[str] = Counter()
        self._sources: Counter[str] = Counter()

    def charge(self, players: Iterable[tuple[str, str]], size: int, wall_ms: int) -> None:
        """Charge the bytes written at a table equally to the players who sit there.

        Args:
            players: key and address of each; players on the server's own machine are left out.
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
        """Milliseconds that a player over the quota has to wait; 0 for others.

        Args:
            key: of the player.
            source: the player's address, None for the server's own machine, which has no quota.
            wall_ms: the time, milliseconds since 1970.
        """
        if source is None or wall_ms // DAY_MS != self._day:
            return 0
        # Looking up an unknown key in a `Counter` adds nothing to it.
        over = self._players[key] >= self.limit
        over = over or self._sources[source] >= ADDRESS_TIMES * self.limit
        return DAY_MS - wall_ms % DAY_MS if over else 0


class LogCharges:
    """Charges a table's log to its players, and makes a player over the quota sit out.

    Args:
        limit: bytes of one player in a day.
        source: the address from which the player of a key came last, None for this machine.
        runs: whether a table still runs.

    Attributes:
        quota: what is counted.
    """

    def __init__(
        self,
        limit: int,
        source: Callable[[str], str | None],
        runs: Callable[[TableRunner], bool],
    ) -> None:
        self.quota = LogQuota(limit)
        self._source = source
        self._runs = runs
        # Tables at which a player over the quota has to sit out.
        self._overdrawn: set[str] = set()

    def wrote(self, runner: TableRunner, step: Step) -> None:
        """Note that a table wrote a step; called for every action."""
        # The players who sat there when it was written pay, so a change of players counts at once.
        if runner.written >= CHARGED_BYTES or step.seats:
            self.charge(runner, step.before)
        elif runner.id in self._overdrawn:  # a busy table is seldom idle at the regular check
            asyncio.get_running_loop().call_soon(self.pause, runner)

    def charge(self, runner: TableRunner, table: Table) -> None:
        """Charge the players at the table for the log written since the last call."""
        size, runner.written = runner.written, 0
        players = [
            (key, source)
            for key, label in zip(table.keys, table.labels, strict=True)
            if key is not None and label is None and (source := self._source(key)) is not None
        ]
        if players:  # otherwise nobody has a quota
            self.quota.charge(players, size, wall_ms())
            if self._over(runner):
                self._overdrawn.add(runner.id)
                asyncio.get_running_loop().call_soon(self.pause, runner)

    def pause(self, runner: TableRunner) -> None:
        """Make the players over today's quota sit out, if the table is idle."""
        over = self._over(runner) if self._runs(runner) else []
        if over:
            runner.pause(over)
        else:
            self._overdrawn.discard(runner.id)

    def _over(self, runner: TableRunner) -> list[int]:
        """The seats of players over the quota who do not sit out yet."""
        now, table = wall_ms(), runner.host.table
        return [
            seat
            for seat, key in enumerate(table.keys)
            if key is not None
            and not table.state.away[seat]
            and self.quota.wait_ms(key, self._source(key), now)
        ]

    def check(self, key: str, runners: Iterable[TableRunner]) -> None:
        """Refuse a player who has used up the daily log quota.

        Args:
            key: of the player.
            runners: the tables at which the player sits; their log is charged first.

        Raises:
            Denied: so it is.
        """
        for runner in runners:
            self.charge(runner, runner.host.table)
        wait_ms = self.quota.wait_ms(key, self._source(key), wall_ms())
        if wait_ms:
            most = self.quota.limit >> 20
            text = (
                f"You reached today's limit of {most} MiB of log for one player. Come back later."
            )
            raise deny("limit/log", text, limit_mb=most, retry_ms=wait_ms)
