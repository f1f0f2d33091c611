"""The command ``topup`` at a terminal: at once, or as soon as the current hand is over."""

from __future__ import annotations

import asyncio

from carteado.client import Client, ClientError, CommandRefused, InputError
from carteado.client.top_ups import TopUps
from carteado.clients.cli.screen import Screen
from carteado.protocol.messages import TopUp

__all__ = ["Adding"]


class Adding:
    """Adds chips for the first player at a terminal.

    Args:
        client: the player's.
        screen: the output.
    """

    def __init__(self, client: Client, screen: Screen) -> None:
        self._client = client
        self._screen = screen
        self._wishes = TopUps()
        self._warned: dict[str, int] = {}
        self._jobs: set[asyncio.Task[None]] = set()

    def waiting(self, table: str) -> int | None:
        """The chips that are added when the hand at a table is over; None for none."""
        return self._wishes.waiting.get(table)

    async def ask(self, table: str, amount: int, *, again: bool = False) -> None:
        """Add chips now; if a hand is played, as soon as it is over.

        Args:
            table: its id.
            amount: how many.
            again: whether the wish was kept before, so that keeping it says nothing new.

        Raises:
            CommandRefused: the server refuses for another reason.
        """
        # The new amount replaces one that waits.
        self._wishes.forget(table)
        try:
            await self._client.request(TopUp, table=table, amount=amount)
        except CommandRefused as refused:
            if not self._wishes.refused(table, amount, refused.code):
                raise
            if not again:
                self._screen.line(
                    f"* {amount:,} chips are added when this hand is over; topup 0 takes that back."
                )

    def take_back(self, table: str) -> bool:
        """Forget the wish at a table; False if there is none."""
        if not self._wishes.forget(table):
            return False
        self._screen.line("* No chips are added.")
        return True

    def happened(self) -> None:
        """Something happened: carry out the wishes at tables where no hand is played any more."""
        for name in list(self._wishes.waiting):
            followed = self._client.tables.get(name)
            if followed is None or followed.table is None:
                self._wishes.forget(name)
            # The lost connection comes back with a view of the table, which may be between hands.
            elif self._client.online:
                amount = self._wishes.due(followed.table, followed.seat)
                if amount is not None:
                    # A task, because the caller reads the events and must not wait for the reply.
                    job = asyncio.create_task(self._later(name, amount))
                    self._jobs.add(job)
                    job.add_done_callback(self._jobs.discard)

    async def _later(self, table: str, amount: int) -> None:
        try:
            await self.ask(table, amount, again=True)
        except CommandRefused as refused:
            self._screen.line(f"! {refused.message}")
        except ClientError as error:
            self._screen.line(f"! {error}")

    def warn(self) -> None:
        """Refuse to end the program once while chips wait, because that forgets them.

        Raises:
            InputError: says so.
        """
        if self._warned == self._wishes.waiting:
            return
        self._warned = dict(self._wishes.waiting)
        amounts = " and ".join(f"{amount:,}" for amount in self._warned.values())
        if amounts:
            raise InputError(
                f"if you go now, {amounts} chips will not be added after this hand; "
                "type quit again to go"
            )
