"""Admission to a locked or protected table, and the limit of guesses at its code."""

from __future__ import annotations

from collections import deque

from carteado.engine.table import Table
from carteado.server.table.owners import Owners
from carteado.server.table.ownership import code_fits
from carteado.server.table.step import Player, deny

__all__ = ["Admission"]

# Codes have at least four characters, so five tries find only the most obvious ones.
TRIES = 5
"""Wrong codes of one player in `TRIES_MS`."""

TRIES_EACH_TABLE = 30
"""Wrong codes at one table in `TRIES_MS`, from all sessions together."""

TRIES_MS = 600_000


class Admission:
    """Decides who may sit down, and counts wrong codes, which are in no log."""

    def __init__(self) -> None:
        # Time and key of each wrong code; at its full length the table refuses further ones.
        self._wrong: deque[tuple[int, str]] = deque(maxlen=TRIES_EACH_TABLE)

    def check(
        self, table: Table, owners: Owners, player: Player, code: str | None, now_ms: int
    ) -> None:
        """Refuse a seat to a banned player, to one not admitted, or without the code.

        The owner, and a player for whom a seat is kept or who is on the waiting list, need neither.

        Args:
            table: as it stands.
            owners: of the table.
            player: who wants to sit down.
            code: what the player gave as the table's code.
            now_ms: the time.

        Raises:
            Denied: the player may not.
        """
        controls = table.controls
        if player.key in controls.banned_keys:
            raise deny("seat/banned", "the owner banned you from this table")
        if player.key == owners.opener or player.key in table.keys:
            return
        if player.key in controls.waiting_keys:  # the player was admitted when the waiting began
            return
        if controls.locked and player.key not in controls.admitted:
            raise deny("table/locked", "the table is locked: knock, and the owner lets you in")
        if controls.protected and player.key not in controls.admitted:
            self._check_code(table, player, code, now_ms)

    def _check_code(self, table: Table, player: Player, code: str | None, now_ms: int) -> None:
        if code is None:
            raise deny("table/code", "this table asks for a code: join it with code=CODE")
        wrong = self._wrong
        while wrong and now_ms - wrong[0][0] >= TRIES_MS:
            wrong.popleft()
        mine = [at for at, key in wrong if key == player.key]
        if len(mine) >= TRIES or len(wrong) >= TRIES_EACH_TABLE:
            first = mine[0] if len(mine) >= TRIES else wrong[0][0]
            wait = TRIES_MS - (now_ms - first)
            text = f"too many wrong codes; try again in {-(-wait // 60_000)} min"
            raise deny("table/code_tries", text, retry_ms=wait)
        if not code_fits(table, code):
            wrong.append((now_ms, player.key))
            raise deny("table/code", "that is not the code of this table")
