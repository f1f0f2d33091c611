"""Clients that play by themselves, on the client library."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from tests.clocks import PATIENCE_S, until

from carteado.client import Client, ClientClosed, CommandRefused, Lost, SessionEnded, client
from carteado.engine.replay import state_hash
from carteado.engine.table import Table
from carteado.protocol import messages as wire
from carteado.protocol.following import Followed
from carteado.protocol.session_events import Happened, Prompted, Snapped

client.WELCOME_S = PATIENCE_S  # a busy machine greets late


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


class Guest:
    """Somebody at the server who does what a test says and keeps all messages.

    As a context it is connected, and its connection is closed in the end.

    Attributes:
        client: the connection.
        told: everything that came, in order.
        table: id of the table that its commands are about.
    """

    def __init__(self, url: str, name: str, *, table: str = "", **fields: Any) -> None:
        self.client = Client(url, name=name, **fields)
        self.received: list[Any] = []
        self.table = table
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Guest:
        await self.client.start()
        self._task = asyncio.create_task(self.client.listen(self._hear))
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.client.close()
        assert self._task is not None
        await self._task

    async def shown_out(self) -> SessionEnded:
        """Wait until the server ends the session; with what."""
        assert self._task is not None
        try:
            await self._task
        except SessionEnded as ended:
            return ended
        raise AssertionError("the session was closed here")

    def _hear(self, message: Any) -> bool:
        self.received.append(message)
        return False

    @property
    def followed(self) -> Followed:
        """What it knows of its table."""
        return self.client.tables[self.table]

    @property
    def view(self) -> Table:
        """Its table as it may see it."""
        assert self.followed.table is not None
        return self.followed.table

    def heard(self, cls: type) -> list[Any]:
        """All received events of one kind."""
        return [one for one in self.received if isinstance(one, cls)]

    def happened(self, kind: str) -> list[Any]:
        """The events of one type, of its table."""
        found = [one for one in self.heard(Happened) if one.table == self.table]
        return [one.event for one in found if one.event.type == kind]

    async def saw(self, kind: str, count: int = 1) -> Any:
        """Wait for a number of events of a type; the last of them."""
        await until(lambda: len(self.happened(kind)) >= count)
        return self.happened(kind)[-1]

    async def ask(self, cls: type, **fields: Any) -> Any:
        """Give a command, about its table unless it is about none; the reply."""
        if "table" in cls.__dataclass_fields__ and cls is not wire.Statistics:
            fields.setdefault("table", self.table)
        return await self.client.request(cls, **fields)

    async def refusal(self, cls: type, **fields: Any) -> CommandRefused:
        """Give a command that is not accepted; with what."""
        try:
            await self.ask(cls, **fields)
        except CommandRefused as error:
            return error
        raise AssertionError(f"{cls.__name__} was accepted")

    async def open(self, *, game: str = "holdem", **fields: Any) -> str:
        """Open a table, which is its table from then on."""
        settings = {"pause_ms": 0, "nonce_ms": 10_000, **fields.pop("settings", {})}
        reply = await self.client.request(wire.Open, game=game, settings=settings, **fields)
        self.table = str(reply.table)
        return self.table

    async def prompted(self) -> Prompted:
        """Wait until its table asks it for a decision."""
        await until(lambda: self.table in self.client.tables and self.followed.prompt)
        assert self.followed.prompt is not None
        return self.followed.prompt

    async def act(self, kind: str, **fields: Any) -> Any:
        """Answer the next prompt."""
        prompt = await self.prompted()
        action = {"type": kind, **fields}
        return await self.ask(wire.Act, decision=prompt.decision, action=action)

    async def unasked(self, kind: str, **fields: Any) -> Any:
        """An action that answers no prompt."""
        return await self.ask(wire.Act, decision=0, action={"type": kind, **fields})


async def asked_first(*guests: Guest) -> Guest:
    """The one of them whose decision the table waits for."""
    await until(lambda: any(one.followed.prompt for one in guests))
    return next(one for one in guests if one.followed.prompt)


async def open_table(url: str, **fields: Any) -> str:
    """A new table's id."""
    async with Client(url, name="opener") as client:
        settings = {"pause_ms": 0, "nonce_ms": 10_000, **fields.pop("settings", {})}
        reply = await client.request(wire.Open, settings=settings, **{"game": "holdem", **fields})
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
    """Check that everybody received every number once, and that all agree on the public parts."""
    for player in players:
        assert player.seqs == list(range(player.seqs[0], player.seqs[-1] + 1))
        assert player.jumps == 0
    first = max(player.seqs[0] for player in players)
    last = min(player.seqs[-1] for player in players)
    for seq in range(first, last + 1):
        assert len({player.session_events[seq].type for player in players}) == 1


__all__ = [
    "Caller",
    "Guest",
    "asked_first",
    "nothing_missed",
    "open_table",
    "refused",
    "state_hash",
    "until",
]
