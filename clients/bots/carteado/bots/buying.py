"""Rebuys chips, so that a bot without chips does not delay a cash table."""

from __future__ import annotations

import asyncio

from carteado.client import Client, ClientError, CommandRefused
from carteado.engine.table import Table
from carteado.protocol.messages import TopUp

__all__ = ["BuyIn"]

# Short at first, because most refusals end with the deal; then rare, to spare the server.
FIRST_S, LONGEST_S = 0.25, 30.0
"""First and longest wait after a refusal, in seconds: a deal may be in progress."""

_FOR_GOOD = frozenset({"table/freezeout", "table/no_chips"})
"""Codes of refusals that no later attempt can change."""


class BuyIn:
    """Requests the table's stack when the seat has none, until it is granted or finally refused.

    Only games whose state has ``stacks`` and whose options have a ``stack`` are played for chips
    that can be bought.

    Args:
        client: of the bot.
        table: id of its table.
    """

    def __init__(self, client: Client, table: str) -> None:
        self._client = client
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._seen: Table | None = None
        self._refused = False

    def see(self) -> None:
        """Look at the table as it is now."""
        if self._refused:
            return
        followed = self._client.tables.get(self._table)
        table = followed.table if followed else None
        if table is self._seen:  # several events arrive once all of them are folded
            return
        self._seen = table
        if self._amount() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._buy())

    def close(self) -> None:
        """Stop asking."""
        if self._task is not None:
            self._task.cancel()

    def _amount(self) -> int:
        """Chips to ask for, 0 where the seat has some or needs none."""
        followed = self._client.tables.get(self._table)
        table: Table | None = followed.table if followed else None
        seat = followed.seat if followed else None
        if table is None or seat is None or table.game.over(table.state):
            return 0
        # By attribute, so that this module needs no list of the games played for chips.
        stacks: tuple[int, ...] = getattr(table.state, "stacks", ())
        # A stack of 0 in the middle of a deal is an all-in, not a lost stack.
        playing = table.game.turn(table.state) is not None
        if playing or seat >= len(stacks) or stacks[seat] or table.state.names[seat] is None:
            return 0
        return int(getattr(table.options, "stack", 0))

    async def _buy(self) -> None:
        wait_s = FIRST_S
        # Asked again after each wait: the pot may have brought chips meanwhile.
        while amount := self._amount():
            try:
                await self._client.request(TopUp, table=self._table, amount=amount)
                return
            except CommandRefused as refused:
                self._refused = refused.code in _FOR_GOOD
                if self._refused:
                    return
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, LONGEST_S)
            # The session is over, which the player hears by itself.
            except ClientError:
                return
