"""The gateway: WebSocket connections and the few HTTP pages on the same port.

The one module of the server that knows the WebSocket library. Everything behind it sees a
`Connection` with `send` and `close`. Sending never waits: messages go into the connection's queue,
which is written in one frame when the event loop comes round, or at once with a question, for whose
answer a table waits. What a client does not read stays in its transport's buffer, and a client
whose buffer passes the limit, or does not drain for long, is cut off. Neither ever holds up a
table.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket as tcp
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, ClassVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Origin, Subprotocol

from carteado.protocol.codec import CODECS, MAX_FRAME, SUBPROTOCOLS, Codec
from carteado.protocol.errors import close_of
from carteado.protocol.messages import Closing, Hello, Inbound, Prompt
from carteado.protocol.session import Limits, ServerSession, Violation
from carteado.protocol.whole_messages import WholeMessages
from carteado.server.addresses import source_of
from carteado.server.config import Settings
from carteado.server.lobby import Lobby, Session
from carteado.server.logs import fault, log
from carteado.server.metrics import Figures
from carteado.server.pages import Page, Pages, text_page
from carteado.server.timing import now_ms

__all__ = ["Gateway"]

HELLO_S = 10
"""Seconds until a connection that says nothing is ended."""

STALL_S = 30
"""Seconds in which a client's buffer has to drain."""

PING_S = 20
"""Seconds between two pings to a client; a late pong has no consequence."""

SILENCE_S = 60
"""Seconds without any sign of life of a client's machine until its connection is ended."""

GRACE_S = 2
"""Seconds for a client that is ended to read why."""

UNSENT_BYTES = 64 * 1024
"""What the system queues for a client that does not read; the rest waits where it is counted."""

FRAME_BYTES = 64 * 1024
"""Messages are joined to frames of about this size."""


class _Socket(WholeMessages, ServerConnection):
    """A connection of the library whose whole messages are handed on as they arrive.

    Attributes:
        gateway: told of each line, before anything was said on it. The library is given a class to
            make connections of, so each gateway has one of its own.
        source: what counts as the address from which it comes, as `source_of`.
    """

    gateway: ClassVar[Gateway]
    source: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.remote_address and self.local_address:
            self.source = source_of(self.remote_address[0], self.local_address[0])
        self.gateway.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.gateway.left(self)


class _Connection:
    """One client: the queue of messages to it, and how it ends."""

    def __init__(
        self, socket: _Socket, codec: Codec, limit: int, flush: Callable[[Any], None]
    ) -> None:
        self.socket = socket
        self._transport: asyncio.WriteTransport = socket.transport
        self.codec = codec
        self._encode = codec.encode_message
        self.source = socket.source
        self.ending: str | None = None
        self.stalled_since: float | None = None
        self._written = self._taken = 0
        self._limit = limit
        self._flush = flush
        self._pieces: list[bytes] = []
        self._bytes = 0

    def send(self, message: Any) -> None:
        """Queue a message; a connection that is being ended takes no more."""
        if self.ending is not None:
            return
        piece = self._encode(message)
        pieces = self._pieces
        if not pieces:
            self._flush(self)
        pieces.append(piece)
        self._bytes += len(piece)
        if self._bytes >= FRAME_BYTES or type(message) is Prompt:
            self.write()

    def write(self) -> None:
        """Hand what is queued to the transport; end the connection when too much waits there."""
        pieces = self._pieces
        if not pieces:
            return
        self._pieces, self._bytes = [], 0
        content = self.codec.join(pieces)
        self._written += len(content)
        # What waited before counts: one large answer, such as a long list, is not the client's
        # fault.
        waited = self._transport.get_write_buffer_size()
        try:
            self.socket.put(content)
        except Exception as error:  # one client's loss
            log.error("frame lost", error=fault(error))
        self._bound(waited)

    def ponged(self) -> None:
        """The library wrote a pong: end the connection when too much waits."""
        self._bound(self.waiting())

    def _bound(self, waited: int) -> None:
        if waited > self._limit and self.ending is None and not self._transport.is_closing():
            self.close("limit/slow", "you read too slowly; come back and resume")

    def waiting(self) -> int:
        """Bytes that the client has not read yet."""
        transport = self._transport
        return 0 if transport.is_closing() else transport.get_write_buffer_size()

    def drains(self) -> bool:
        """Whether nothing waits, or the client has taken something since this was last asked."""
        waiting = self.waiting()
        taken, self._taken = self._taken, self._written - waiting
        return waiting == 0 or self._taken > taken

    def close(self, code: str, message: str) -> None:
        """Tell the client why, close, and cut the line if it does not take notice."""
        if self.ending is not None:
            return
        how = close_of(code)
        self.send(Closing(code=code, message=message, retry_ms=how.retry_ms))
        self.ending = code
        self.write()
        loop = asyncio.get_running_loop()
        self.closer = loop.create_task(self._end(how.status, code))

    async def _end(self, status: int, code: str) -> None:
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(GRACE_S):
                await self.socket.close(status, code)
        self.abort()

    def abort(self) -> None:
        """Cut the line; what the client has not read is dropped."""
        self._transport.abort()


class Gateway:
    """Listens, and brings clients and the lobby together.

    Args:
        lobby: where messages go.
        settings: the host's settings.
        figures: counts of the server.
        healthy: a sentence when the server is not well, None when it is.
    """

    def __init__(
        self,
        lobby: Lobby,
        settings: Settings,
        figures: Figures,
        healthy: Callable[[], str | None],
    ) -> None:
        self._lobby = lobby
        self._settings = settings
        self._figures = figures
        self._pages = Pages(figures, healthy)
        self._loop = asyncio.get_running_loop()
        self._server: Server | None = None
        self._lines: set[_Socket] = set()
        self._connections: set[_Connection] = set()
        self._heard: list[tuple[Callable[[Any], None], Inbound | Violation]] = []
        self._dirty: list[_Connection] = []
        self._limits = Limits(per_second=settings.rate, burst=settings.burst)
        self._empty = asyncio.Event()
        self._empty.set()
        self._accepting = False

    async def listen(self) -> int:
        """Begin to listen; clients are put off until `accept`.

        Returns:
            The port, which the system chose if it was 0.

        Raises:
            OSError: the address cannot be had.
        """

        class OwnSocket(_Socket):
            gateway = self

        self._server = await serve(
            self._handle,
            self._settings.host,
            self._settings.port,
            # Only browsers name the page that wants to connect; who names none is a program.
            origins=[None, *map(Origin, self._settings.origins)],
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            compression=None,
            process_request=self._process_request,
            server_header=None,
            open_timeout=HELLO_S,
            # Seats do not hang on pings: a bot that thinks on its event loop answers none.
            ping_interval=PING_S,
            ping_timeout=None,
            close_timeout=GRACE_S,
            max_size=MAX_FRAME,
            max_queue=16,
            create_connection=OwnSocket,
        )
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return port

    async def watch_stalls(self) -> None:
        """End connections whose buffer does not drain; runs for ever."""
        while True:
            await asyncio.sleep(STALL_S / 6)
            now = time.monotonic()
            for connection in list(self._connections):
                if connection.drains():
                    connection.stalled_since = None
                elif connection.stalled_since is None:
                    connection.stalled_since = now
                elif now - connection.stalled_since > STALL_S:
                    connection.close("limit/slow", "you read too slowly; come back and resume")

    def accept(self, accepting: bool) -> None:
        """Take new connections from now on, or no more; those that are open stay."""
        self._accepting = accepting

    async def close(self, code: str, message: str) -> None:
        """End all connections, telling each why, and stop listening."""
        self._accepting = False
        for connection in list(self._connections):
            connection.close(code, message)
        if self._server is not None:
            self._server.close(close_connections=False)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._settings.stop_seconds * 2 / 3):
                    await self._empty.wait()
            for line in list(self._lines):  # those that shake no hands are among them
                line.transport.abort()
            await self._server.wait_closed()

    # Connections

    def came(self, socket: _Socket) -> None:
        """A line is there."""
        self._lines.add(socket)
        self._lobby.addresses.came(socket.source)
        # What is one too many is told so when it has asked. Lines that ask for nothing are bounded
        # here, with room for those that are being told.
        if self._over(socket.source, times=2):
            Figures.count(self._figures.dropped, "limit/connections")
            socket.transport.abort()

    def left(self, socket: _Socket) -> None:
        """A line is gone."""
        self._lines.discard(socket)
        self._lobby.addresses.left(socket.source)

    async def _handle(self, socket: ServerConnection) -> None:
        assert isinstance(socket, _Socket)
        codec = CODECS[socket.subprotocol or SUBPROTOCOLS[0]]
        connection = _Connection(socket, codec, self._settings.buffer, self._mark)
        _set_line(socket)
        self._connections.add(connection)
        self._empty.clear()
        self._figures.connections = len(self._connections)
        try:
            await self._converse(socket, connection)
        except ConnectionClosed:
            pass
        finally:
            self._connections.discard(connection)
            self._figures.connections = len(self._connections)
            if not self._connections:
                self._empty.set()
            if connection.ending is not None:
                Figures.count(self._figures.dropped, connection.ending)

    async def _converse(self, socket: _Socket, connection: _Connection) -> None:
        protocol = ServerSession(connection.codec, limits=self._limits)
        session: Session | None = None

        def carry_out(message: Inbound | Violation) -> None:
            nonlocal session
            if connection.ending is not None:
                return  # what still comes from a client that is shown out is not carried out
            self._figures.messages += 1
            try:
                if type(message) is Violation:
                    self._object(connection, message)
                elif session is not None:
                    self._lobby.receive(session, message)
                elif type(message) is Hello:
                    session = self._lobby.hello(connection, message)
            except Exception as error:
                # A fault of ours must not take the connection's other messages or the table with
                # it silently: say so, and let the client come back and resume.
                log.error("message failed", error=fault(error), kind=type(message).__name__)
                connection.close("server/failed", "the server met a fault of its own; come back")

        def take(frame: bytes | str) -> None:
            if connection.ending is None:
                self._hear(carry_out, protocol.receive(frame, now_ms()))

        def control() -> None:
            if connection.ending is None:
                violation = protocol.control(now_ms())
                if violation is not None:
                    self._object(connection, violation)
                connection.ponged()

        socket.control = control
        try:
            async with asyncio.timeout(HELLO_S) as patience:
                while True:
                    frame = await socket.recv()
                    socket.queued -= 1
                    carry_out(protocol.receive(frame, now_ms()))
                    if session is not None and socket.take is None:
                        patience.reschedule(None)
                        socket.take = take
        except TimeoutError:
            connection.close("session/hello_late", f"no hello within {HELLO_S} s")
            await connection.closer  # to return now would close with another status
        finally:
            socket.take = socket.control = None
            if session is not None:
                self._lobby.gone(session, connection)

    def _object(self, connection: _Connection, violation: Violation) -> None:
        reply = violation.reply
        Figures.count(self._figures.refused, reply.code)
        if isinstance(reply, Closing):
            connection.close(reply.code, reply.message)
        else:
            connection.send(reply)

    def _hear(self, carry_out: Callable[[Any], None], message: Inbound | Violation) -> None:
        """Have a message carried out when all are decoded that came in this turn of the loop.

        The code that decodes and the code that plays push one another out of the processor's
        caches: to take turns for each message costs a fifteenth more.
        """
        if not self._heard:
            self._loop.call_soon(self._carry_out_all)
        self._heard.append((carry_out, message))

    def _carry_out_all(self) -> None:
        heard, self._heard = self._heard, []
        for carry_out, message in heard:
            carry_out(message)

    def _mark(self, connection: _Connection) -> None:
        if not self._dirty:
            self._loop.call_soon(self._write_all)
        self._dirty.append(connection)

    def _write_all(self) -> None:
        dirty, self._dirty = self._dirty, []
        for connection in dirty:
            connection.write()

    # HTTP

    def _process_request(
        self, socket: ServerConnection, request: Request
    ) -> Response | Awaitable[Response | None] | None:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return self._admit(socket, request)
        path = request.path.partition("?")[0]
        trusted = path == "/metrics" and self._may_see_metrics(socket)
        return _response(self._pages.get(path, trusted=trusted))

    def _admit(self, socket: ServerConnection, request: Request) -> Response | None:
        offered = {
            name.strip()
            for value in request.headers.get_all("Sec-WebSocket-Protocol")
            for name in value.split(",")
        }
        if not offered & set(SUBPROTOCOLS):
            text = f"this server speaks {' and '.join(SUBPROTOCOLS)}; offer one as subprotocol\n"
            return _response(text_page(HTTPStatus.BAD_REQUEST, text))
        assert isinstance(socket, _Socket)
        if not self._accepting or self._over(socket.source):
            Figures.count(self._figures.dropped, "limit/connections")
            text = "this server takes no more connections now; come back later\n"
            return _response(text_page(HTTPStatus.SERVICE_UNAVAILABLE, text))
        return None

    def _over(self, source: str | None, times: int = 1) -> bool:
        """Whether there are more lines than may be, or so many times that, in all or from there."""
        most = times * self._settings.max_connections
        return len(self._lines) > most or self._lobby.addresses.over(source, times)

    def _may_see_metrics(self, socket: ServerConnection) -> bool:
        if self._settings.metrics == "loopback":
            return ip_address(socket.remote_address[0]).is_loopback
        return self._settings.metrics == "all"


def _set_line(socket: ServerConnection) -> None:
    """Let the system end a connection whose machine has gone, and queue little, where it can.

    The pings of a machine that has gone stay unacknowledged. A client that is only busy has them
    acknowledged by its system, and stays. What the system queues beyond what is on the way is
    neither bounded by us nor seen: left to itself it takes megabytes for a client that never reads.
    """
    line = socket.transport.get_extra_info("socket")
    if line is None:
        return
    if hasattr(tcp, "TCP_USER_TIMEOUT"):
        line.setsockopt(tcp.IPPROTO_TCP, tcp.TCP_USER_TIMEOUT, SILENCE_S * 1000)
    if hasattr(tcp, "TCP_NOTSENT_LOWAT"):
        line.setsockopt(tcp.IPPROTO_TCP, tcp.TCP_NOTSENT_LOWAT, UNSENT_BYTES)


def _response(page: Page) -> Response:
    return Response(page.status.value, page.status.phrase, Headers(page.headers), page.content)
