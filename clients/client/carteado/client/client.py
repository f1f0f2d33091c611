"""A client that reconnects automatically, misses no event and repeats no command.

::

    async with Client("ws://host:8765", name="Ana") as client:
        await client.request(Join, table="t-1")
        async for session_event in client:
            match session_event:
                case Prompted(): await client.request(Act, ...)

`protocol.session` decides what to send on a connection; this module adds the socket, the clock and
the waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal

from carteado.client.address import check_name
from carteado.client.backoff import Backoff
from carteado.client.connection import Connection, Dropped, open_connection
from carteado.client.errors import (
    CannotReach,
    ClientClosed,
    ClientError,
    CommandRefused,
    SessionEnded,
)
from carteado.client.feed import Feed
from carteado.client.notices import Heard, Lost
from carteado.client.receipts import Receipts
from carteado.protocol.codec import CODECS, SUBPROTOCOLS, Codec
from carteado.protocol.errors import FrameError, may_return
from carteado.protocol.following import Followed
from carteado.protocol.messages import Inbound, Refused, Welcome
from carteado.protocol.session import ClientSession
from carteado.protocol.session_events import (
    Closed,
    Happened,
    Replied,
    SessionEvent,
    TableStalled,
    TableStarting,
    Unreadable,
    Welcomed,
)

__all__ = ["Client"]

# A server that is busy restoring its tables may take some seconds.
WELCOME_S = 10
"""Timeout for the greeting of a server."""

PATIENCE_S = 600
"""Default time for which a client tries to reconnect."""


# Unpredictable, or a server that could guess it could choose a deck to fit the cut.
def _nonce() -> str:
    return secrets.token_hex(16)


class Client:
    """One player's, bot's or viewer's session with a server, across connections.

    Iterating gives the session's events and `Lost`, in order; one consumer at a time. It ends
    when the client is closed, and raises what ended the session otherwise. A server that sends more
    than is taken ends the session (`feed.MOST`).

    Args:
        url: as `server_url` writes it.
        name: name of the player, as others see it.
        kind: a person, a bot, or a viewer.
        token: of an earlier session, or of a reserved seat.
        text: whether to ask the server for lines of English.
        hear: whether iterating also gives each message as it came, as `Heard`.
        subprotocols: the encodings to offer, the preferred first.
        patience_s: how long to try to reconnect after a lost connection; None for ever.
        chance: decides the jitter of reconnecting.
        cuts: whether to take part in cutting the decks; otherwise they come as the server shuffles.
        receipts: keeps what the seats are shown of each deal; None keeps nothing. The client closes
            it at its end.

    Attributes:
        welcome: the server's last greeting.
        online: whether the server knows the client at this moment.
        received: bytes of all frames that have come from the server.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        kind: Literal["person", "bot", "viewer"] = "person",
        token: str | None = None,
        text: bool = False,
        hear: bool = False,
        subprotocols: tuple[str, ...] = SUBPROTOCOLS,
        patience_s: float | None = PATIENCE_S,
        chance: random.Random | None = None,
        cuts: bool = True,
        receipts: Receipts | None = None,
    ) -> None:
        self.url = url
        self.received = 0
        self._receipts = receipts
        self._session = ClientSession(
            check_name(name),
            kind=kind,
            token=token,
            text=text,
            entropy=_nonce if cuts else None,
            # A server gives a used id its old answer: start above those of earlier processes.
            first_id=1 if token is None else int(time.time() * 1000),
        )
        self._hear = hear
        self._subprotocols = subprotocols
        self._patience_s = patience_s
        # Bots pass their own seeded chance, so that a run of theirs can be repeated.
        self._backoff = Backoff(chance or random.Random())
        self._hurry = asyncio.Event()
        self._feed = Feed()
        # By the command's id; only those that somebody waits for.
        self._replies: dict[int, asyncio.Future[Any]] = {}
        self._connection: Connection | None = None
        self._closing: Closed | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def welcome(self) -> Welcome:
        """The server's last greeting."""
        if self._session.welcome is None:
            raise ClientClosed("the client was never connected")
        return self._session.welcome

    @property
    def online(self) -> bool:
        """Whether the server knows the client at this moment."""
        return self._session.ready

    @property
    def tables(self) -> Mapping[str, Followed]:
        """The tables that are followed, by id."""
        return self._session.tables

    async def start(self) -> Welcome:
        """Connect for the first time, and stay connected from then on.

        Raises:
            CannotReach: nobody answers.
            VersionRefused: the server speaks another version of the protocol.
            SessionEnded: the server does not want this client.
            CommandRefused: the server did not accept the greeting.
        """
        connection = await open_connection(self.url, self._subprotocols)
        greeted: asyncio.Future[Welcome] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._stay(connection, greeted))
        return await greeted

    async def request(self, cls: type[Any], /, **fields: Any) -> Any:
        """Give a command and wait for its reply; it survives a lost connection.

        Args:
            cls: one of the inbound messages that have an ``id``.
            fields: its fields without the id.

        Returns:
            `Ok`, or `ProofsOpened` or `Pong` where the command asks for them.

        Raises:
            CommandRefused: with the server's code.
            ClientError: the session ended before the reply came.
        """
        message = self.command(cls, **fields)
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._replies[message.id] = reply
        try:
            return await reply
        finally:
            self._replies.pop(message.id, None)

    def command(self, cls: type[Any], /, **fields: Any) -> Any:
        """Give a command without waiting; the reply comes as a `Replied`.

        Raises:
            ClientError: the session has ended.
        """
        if self._feed.ended is not None:
            raise self._feed.ended
        message = self._session.command(cls, **fields)
        if self._session.ready:
            self._send(message)
        return message

    def hurry(self) -> None:
        """Try to connect again now, if the connection is lost, instead of after the pause."""
        self._hurry.set()

    async def close(self) -> None:
        """Leave the server; a seat stays. Iterating ends."""
        # The cancelled task reports nothing, so end the feed and the pending requests here.
        self._end(ClientClosed("the client was closed"))
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._receipts is not None:
            self._receipts.close()

    async def __aenter__(self) -> Client:
        try:
            await self.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    def __aiter__(self) -> Client:
        return self

    async def __anext__(self) -> SessionEvent | Heard | Lost:
        return await self._feed.next()

    async def listen(self, listener: Callable[[SessionEvent | Heard | Lost], bool]) -> None:
        """Pass every item that iterating would give to a function, as soon as it comes.

        No task wakes up for it, and an answer given by `command` goes out at once.

        Args:
            listener: must not wait; True ends the listening. What comes later is kept.

        Raises:
            ClientError: what ended the session, unless the client was closed.
            Exception: what the listener raised.
        """
        await self._feed.listen(listener)

    # Inside

    async def _stay(self, connection: Connection, greeted: asyncio.Future[Welcome]) -> None:
        """Connect again and again until the session ends."""
        try:
            while True:
                dropped = await self._talk(connection, greeted)
                # `_retry_ms` forgets the closing message, and the reason is needed below.
                closing = self._closing
                retry_ms = self._retry_ms(dropped)
                # The first connection is not retried: the caller of `start` waits and can decide.
                if not greeted.done():
                    reason = (closing and closing.message) or str(dropped)
                    advice = "" if closing else "check that a Carteado server runs at the address"
                    raise CannotReach(f"{self.url} let nobody in: {reason}", advice)
                connection = await self._return(retry_ms, str(dropped))
        except ClientError as error:
            self._end(error)
            if not greeted.done():
                greeted.set_exception(error)
        except Exception as error:  # a bug, which the waiting caller has to see
            self._end(ClientError(f"{type(error).__name__}: {error}"))
            raise

    def _retry_ms(self, dropped: Dropped) -> int:
        """Milliseconds until the next attempt to connect.

        Raises:
            SessionEnded: not at all.
        """
        closing, self._closing = self._closing, None
        if closing is not None:
            # A closing message without a time to reconnect is final.
            if closing.retry_ms is None:
                raise SessionEnded(closing.code, closing.message)
            return self._backoff.delay_ms(closing.retry_ms)
        if not may_return(dropped.code):
            reason = dropped.reason or f"the server closed the connection with {dropped.code}"
            raise SessionEnded("session/ended", reason)
        return self._backoff.delay_ms()

    async def _return(self, retry_ms: int, reason: str) -> Connection:
        """A new connection, after as many attempts as patience allows."""
        # Counted from this loss: every lost connection gets the whole patience again.
        until = None if self._patience_s is None else time.monotonic() + self._patience_s
        for attempt in itertools.count(1):
            self._feed.tell([Lost(reason=reason, retry_ms=retry_ms, attempt=attempt)])
            self._hurry.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), retry_ms / 1000)
            try:
                return await open_connection(self.url, self._subprotocols)
            except CannotReach as error:
                if until is not None and time.monotonic() > until:
                    raise
                reason, retry_ms = str(error), self._backoff.delay_ms()
        raise AssertionError("counting has no end")

    async def _talk(self, connection: Connection, greeted: asyncio.Future[Welcome]) -> Dropped:
        """Read and write until the connection is gone."""
        # Set before the hello: `_send` writes to whatever connection is current.
        self._connection = connection
        codec = CODECS[connection.subprotocol]
        welcomed: asyncio.Future[Welcome] = asyncio.get_running_loop().create_future()

        happen = self._heard if self._hear else self._session.receive_frame

        def take(frame: bytes | str) -> None:
            session_events = happen(codec, frame)
            for session_event in session_events:
                if type(session_event) is not Happened:  # most are, and only the program wants them
                    self._take(session_event, welcomed)
            if self._receipts is not None:
                self._receipts.see(session_events)
            self.received += len(frame)
            self._feed.tell(session_events, len(frame))
            self._send_due()

        for hello in self._session.connected():
            self._send(hello)
        listening = asyncio.create_task(connection.listen(take))
        greeting = asyncio.create_task(_greeting(welcomed, greeted))
        try:
            # The greeting has its own deadline; a missing or refused one ends the connection, too.
            await asyncio.wait((listening, greeting), return_when=asyncio.FIRST_COMPLETED)
            if greeting.done():
                greeting.result()
            return await listening
        except Dropped as dropped:
            return dropped
        finally:
            self._connection = None
            # Commands given from now on wait in the session for the next connection.
            self._session.disconnected()
            for job in (listening, greeting):
                job.cancel()
            await asyncio.gather(listening, greeting, return_exceptions=True)
            await connection.close()

    def _heard(self, codec: Codec, frame: bytes | str) -> Sequence[SessionEvent | Heard]:
        """The events of a frame, each message before the events that follow from it."""
        try:
            messages = codec.decode_outbound(frame)
        except FrameError as error:
            return [Unreadable(problem=error.message)]
        session_events: list[SessionEvent | Heard] = []
        for message in messages:
            session_events += (Heard(message=message), *self._session.receive([message]))
        return session_events

    def _take(self, session_event: SessionEvent | Heard, welcomed: asyncio.Future[Welcome]) -> None:
        if isinstance(session_event, Welcomed):
            self._backoff.connected()
            if not welcomed.done():
                welcomed.set_result(session_event.welcome)
        elif isinstance(session_event, Closed):
            self._closing = session_event
        elif isinstance(session_event, Replied):
            self._answer(session_event)
            # Before the welcome only the hello was sent, so this refusal answers it.
            if session_event.id is None and not welcomed.done():
                welcomed.set_exception(_refused(session_event.reply))
        elif isinstance(session_event, TableStalled) and session_event.retry_ms is not None:
            loop = asyncio.get_running_loop()
            # Never cancelled: `ask_again` does nothing if the table is live or gone by then.
            loop.call_later(session_event.retry_ms / 1000, self._ask_again, session_event.table)

        elif isinstance(session_event, TableStarting):
            loop = asyncio.get_running_loop()
            loop.call_later(session_event.retry_ms / 1000, self._send_again, session_event.id)

    def _send_again(self, number: int) -> None:
        """Send a command again whose table was starting, if the session goes on."""
        if self._feed.ended is None:
            self._session.send_again(number)
            self._send_due()

    def _ask_again(self, table: str) -> None:
        """Ask again for a table that was stalled, if the session goes on."""
        if self._feed.ended is None:
            self._session.ask_again(table)
            self._send_due()

    def _answer(self, replied: Replied) -> None:
        waiting = self._replies.get(replied.id or 0)
        # `command` leaves no future, and a cancelled request leaves one that is done.
        if waiting is None or waiting.done():
            return
        if isinstance(replied.reply, Refused):
            waiting.set_exception(_refused(replied.reply))
        else:
            waiting.set_result(replied.reply)

    def _send_due(self) -> None:
        for message in self._session.outgoing():
            self._send(message)

    def _send(self, message: Inbound) -> None:
        if self._connection is not None:  # else the session knows it, and sends it on the next one
            codec = CODECS[self._connection.subprotocol]
            self._connection.send(codec.encode_inbound(message))

    def _end(self, error: ClientError) -> None:
        """The session is over: end everything that waits, once."""
        if self._feed.ended is not None:
            return
        self._feed.end(error)
        for waiting in self._replies.values():
            if not waiting.done():
                waiting.set_exception(error)


def _refused(reply: Any) -> CommandRefused:
    return CommandRefused(reply.code, reply.message, reply.details)


async def _greeting(welcomed: asyncio.Future[Welcome], greeted: asyncio.Future[Welcome]) -> None:
    """Wait for the server's greeting.

    Raises:
        Dropped: it took too long.
        CommandRefused: the server refused the greeting.
    """
    try:
        async with asyncio.timeout(WELCOME_S):
            welcome = await welcomed
    except TimeoutError:
        raise Dropped(1006, "the server does not greet") from None
    # From the second connection on, the caller of `start` has its answer.
    with contextlib.suppress(asyncio.InvalidStateError):
        greeted.set_result(welcome)
