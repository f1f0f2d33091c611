"""Clients that play by themselves, on the client library."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from tests.clocks import until

from carteado.client import Client, ClientClosed, CommandRefused, Lost
from carteado.engine.replay import state_hash
from carteado.engine.table import Table
from carteado.protocol import messages as wire
from carteado.protocol.session_events import Happened, Prompted, Snapped


class Caller:
    """Sits down and checks or calls, from the fourth hand on perhaps goes all in.

    Attributes:
        seqs: numbers of the events that were told, in order.
        session_events: the events, by number.
        lost: how often the connection broke.
    """

    def __init__(self, url: str, name: str, *, all_in: bool = False, **fields: Any) -> None:
        self.client = Client(url, name=name, **fields)
        self.all_in = all_in
        self.seqs: list[int] = []
        self.session_events: dict[int, Any] = {}
        self.jumps = 0
        self.lost = 0
        self.refused: list[str] = []
        self.table = ""
        self.hands = 0
        self.over = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def sit(self, table: str) -> int:
        """Connect, take a seat and play from then on."""
        await self.client.start()
        self.table = table
        self._task = asyncio.create_task(self._play())
        reply = await self.client.request(wire.Join, table=table)
        return int(reply.result)

    async def end(self) -> None:
        await self.client.close()
        if self._task is not None:
            await self._task

    @property
    def view(self) -> Table:
        view = self.client.tables[self.table].table
        assert view is not None
        return view

    async def _play(self) -> None:
        with contextlib.suppress(ClientClosed):  # `end` came while a prompt was still to be read
            await self._listen()

    async def _listen(self) -> None:
        async for session_event in self.client:
            if isinstance(session_event, Prompted):
                self._answer(session_event)
            elif isinstance(session_event, Happened):
                self._note(session_event)
            elif isinstance(session_event, Snapped):
                self.jumps += bool(self.seqs) and session_event.reason != "reseated"
            elif isinstance(session_event, Lost):
                self.lost += 1

    def _answer(self, prompted: Prompted) -> None:
        kind = "check" if prompted.legal.check else "call"
        if self.all_in and self.hands >= 3 and prompted.legal.all_in:
            kind = "all_in"
        self.client.command(
            wire.Act, table=self.table, decision=prompted.decision, action={"type": kind}
        )

    def _note(self, happened: Happened) -> None:
        self.seqs.append(happened.seq)
        self.session_events[happened.seq] = happened.event
        if happened.event.type == "hand_ended":
            self.hands += 1
        if happened.event.type == "game_won":
            self.over.set()


async def open_table(url: str, **fields: Any) -> str:
    """A new table's id."""
    async with Client(url, name="opener") as client:
        settings = {"pause_ms": 0, "nonce_ms": 10_000, **fields.pop("settings", {})}
        reply = await client.request(wire.Open, game="holdem", settings=settings, **fields)
        assert reply.table is not None
        return str(reply.table)


async def refused(client: Client, cls: type, **fields: Any) -> str:
    """The code with which a command is refused."""
    try:
        await client.request(cls, **fields)
    except CommandRefused as error:
        return error.code
    raise AssertionError("it was accepted")


def nothing_missed(players: Sequence[Caller]) -> None:
    """Everybody was told every number once, and all agree on what is public."""
    for player in players:
        assert player.seqs == list(range(player.seqs[0], player.seqs[-1] + 1))
        assert player.jumps == 0
    first = max(player.seqs[0] for player in players)
    last = min(player.seqs[-1] for player in players)
    for seq in range(first, last + 1):
        assert len({player.session_events[seq].type for player in players}) == 1


__all__ = ["Caller", "nothing_missed", "open_table", "refused", "state_hash", "until"]
