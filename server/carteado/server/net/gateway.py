"""The gateway: WebSocket connections and the few HTTP pages on the same port.

The one module of the server that knows the WebSocket library. Everything behind it sees a
`Connection` with `send` and `close`. Sending never waits: messages go into the connection's queue,
which is written as one frame at the end of the turn of the event loop, or at once with a prompt.
Unread messages stay in the transport's buffer. A client whose buffer exceeds the limit, or does not
drain for long, is cut off, so it never delays a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket as tcp
import ssl
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, ClassVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import PayloadTooBig
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from carteado.protocol.codec import CODECS, MAX_FRAME, SUBPROTOCOLS
from carteado.protocol.errors import Close
from carteado.protocol.messages import Hello, Inbound
from carteado.protocol.session import Limits, ServerSession, Violation
from carteado.server.lobby.addresses import source_of
from carteado.server.lobby.lobby import Lobby
from carteado.server.lobby.session import Session
from carteado.server.net.connection import GRACE_S, LINGER_S, Connection
from carteado.server.net.dead_clients import end_silent, end_stalled
from carteado.server.net.intake import Intake
from carteado.server.net.pages import Page, Pages, text_page
from carteado.server.net.proxies import Forwarded, Proxies
from carteado.server.net.site import NOT_ALLOWED, Asked, Site
from carteado.server.net.tls import Certificate
from carteado.server.ops.config import Settings
from carteado.server.ops.logs import fault, log
from carteado.server.ops.metrics import Metrics
from carteado.server.ops.timing import now_ms
from carteado.transport.whole_messages import SlicedMessages

__all__ = ["Gateway"]

HELLO_S = 10
"""Seconds until a connection without a greeting is ended."""

UNSENT_BYTES = 64 * 1024
"""Bytes that the system may queue for a client that does not read; our buffer has the rest."""


class _Socket(SlicedMessages, ServerConnection):
    """A connection of the library that passes on whole messages as they arrive.

    Attributes:
        gateway: notified of each connection before its first message. The library takes a class,
            not an instance, so each gateway makes its own subclass.
        source: the address under which it is counted, see `source_of`.
        forwarded: the client behind a trusted proxy, None for none.
    """

    gateway: ClassVar[Gateway]
    source: str | None = None
    forwarded: Forwarded | None = None
    _answered = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.scheduler = self.gateway.intake
        super().connection_made(transport)
        # A lost connection has no addresses; a proxy's connection counts once its client is known.
        if self.remote_address and self.local_address and not self.gateway.is_proxy(self):
            self.source = source_of(self.remote_address[0], self.local_address[0])
        self.gateway.connected(self)

    def work(self) -> bool:
        more = super().work()
        self.gateway.carry_out_all()  # within the time of this slice
        return more

    def send_data(self) -> None:
        # The library ends a connection without a reply if a request has a body.
        wrong = self.protocol.handshake_exc
        if wrong is not None and not self._answered and _has_body(wrong.__cause__):
            self._answered = True
            self.transport.write(_response(NOT_ALLOWED).serialize())
        super().send_data()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.gateway.disconnected(self)


class Gateway:
    """Listens, and brings clients and the lobby together.

    Args:
        lobby: where messages go.
        settings: the host's settings.
        metrics: counts of the server.
        healthy: a sentence about a problem of the server, None when all is well.

    Attributes:
        intake: handles input that waits.
        site: answers HTTP requests.
        certificate: for TLS, None without it.
        local_port: the port for processes of this machine, without TLS.

    Raises:
        TlsError: the certificate cannot be used.
    """

    def __init__(
        self,
        lobby: Lobby,
        settings: Settings,
        metrics: Metrics,
        healthy: Callable[[], str | None],
    ) -> None:
        self._lobby = lobby
        self._settings = settings
        self._metrics = metrics
        self.site = Site(settings, Pages(metrics, healthy, lobby.tables.startup.text))
        self._loop = asyncio.get_running_loop()
        self.intake = Intake(self._loop, lobby.busy)
        self._server: Server | None = None
        self._local: Server | None = None
        self._proxies = Proxies(settings.trusted_proxy)
        self.certificate: Certificate | None = None
        if settings.tls_cert:
            self.certificate = Certificate(settings.tls_cert, settings.tls_key)
        self.local_port = 0
        self._lines: set[_Socket] = set()
        self._connections: dict[Connection, Session | None] = {}
        self._heard: list[tuple[Callable[[Any], None], Inbound | Violation]] = []
        self._dirty: list[Connection] = []
        self._limits = Limits(per_second=settings.rate, burst=settings.burst)
        self._empty = asyncio.Event()
        self._empty.set()
        self._accepting = False

    async def listen(self) -> int:
        """Begin to listen; clients are told to retry until `accept`.

        Returns:
            The port, which the system chose if it was 0.

        Raises:
            OSError: the address cannot be used.
        """

        class OwnSocket(_Socket):
            gateway = self

        async def listen(host: str, port: int, context: ssl.SSLContext | None) -> Server:
            return await self._listen(OwnSocket, host, port, context)

        context = self.certificate.context if self.certificate is not None else None
        self._server = await listen(self._settings.host, self._settings.port, context)
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        self.local_port = port
        if context is not None:  # the host's bots use no name in the certificate
            self._local = await listen("127.0.0.1", 0, None)
            self.local_port = next(iter(self._local.sockets)).getsockname()[1]
        return port

    async def _listen(
        self, kind: type[_Socket], host: str, port: int, context: ssl.SSLContext | None
    ) -> Server:
        return await serve(
            self._handle,
            host,
            port,
            ssl=context,
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            compression=None,
            process_request=self._process_request,
            server_header=None,
            open_timeout=HELLO_S,
            ping_interval=None,  # `watch_connections` sends pings
            close_timeout=GRACE_S,
            max_size=MAX_FRAME,
            max_queue=None,  # the library's queue is not used
            create_connection=kind,
        )

    async def watch_connections(self) -> None:
        """End dead connections and those whose buffer does not drain; runs until cancelled."""
        await asyncio.gather(
            end_stalled(self._connections), end_silent(self._connections, self._lobby)
        )

    def accept(self, accepting: bool) -> None:
        """Take new connections from now on, or stop; open connections stay."""
        self._accepting = accepting

    async def close(self, code: str, message: str) -> None:
        """End all connections with a reason, and stop listening."""
        self._accepting = False
        for connection in list(self._connections):
            connection.close(code, message)
        if self._server is not None:
            self._server.close(close_connections=False)
            with contextlib.suppress(TimeoutError):
                # The tables took up to the first third of the time, see `Tables.close`.
                async with asyncio.timeout(self._settings.stop_seconds * 2 / 3):
                    await self._empty.wait()
            for line in list(self._lines):  # also those without a finished handshake
                line.transport.abort()
            await self._server.wait_closed()
        if self._local is not None:
            self._local.close(close_connections=False)
            await self._local.wait_closed()
        await self.site.downloads.close()

    # Connections

    def connected(self, socket: _Socket) -> None:
        """Note a new connection."""
        self._lines.add(socket)
        self._lobby.addresses.connected(socket.source)
        # A connection over the limit is refused after its request. Silent ones are limited here,
        # with room for those that are being refused.
        if self._over(socket.source, times=2):
            Metrics.count(self._metrics.dropped, "limit/connections")
            socket.transport.abort()

    def is_proxy(self, socket: _Socket) -> bool:
        """Whether a connection comes from a trusted proxy, and so counts for its client."""
        return self._proxies.trusts(str(socket.remote_address[0]))

    def _look_behind(self, socket: _Socket, request: Request) -> None:
        """Note the client behind a trusted proxy, for whom the connection counts."""
        if not socket.remote_address or socket.forwarded is not None:
            return
        headers = request.headers
        forwarded = self._proxies.forwarded(
            str(socket.remote_address[0]),
            headers.get_all("X-Forwarded-For"),
            headers.get_all("X-Forwarded-Proto"),
        )
        if forwarded is not None:
            socket.forwarded = forwarded
            socket.source = source_of(forwarded.address, "")
        elif self.is_proxy(socket):  # the proxy itself is the client
            socket.source = source_of(socket.remote_address[0], socket.local_address[0])
        else:
            return
        # Counted only now: `connection_made` left the proxy's line without a source.
        self._lobby.addresses.connected(socket.source)

    def disconnected(self, socket: _Socket) -> None:
        """Note a lost connection."""
        self._lines.discard(socket)
        self.site.downloads.done(socket)
        self._lobby.addresses.disconnected(socket.source)

    async def _handle(self, socket: ServerConnection) -> None:
        assert isinstance(socket, _Socket)
        codec = CODECS[socket.subprotocol or SUBPROTOCOLS[0]]
        protocol = ServerSession(codec, limits=self._limits)
        connection = Connection(socket, codec, protocol, self._settings.buffer, self._mark)
        _set_line(socket)
        self._connections[connection] = None
        self._empty.clear()
        self._metrics.connections = len(self._connections)
        try:
            await self._converse(socket, connection)
        finally:
            del self._connections[connection]
            self._metrics.connections = len(self._connections)
            if not self._connections:
                self._empty.set()
            if connection.ending is not None:
                Metrics.count(self._metrics.dropped, connection.ending)

    async def _converse(self, socket: _Socket, connection: Connection) -> None:
        protocol = connection.protocol
        session: Session | None = None

        def carry_out(message: Inbound | Violation) -> None:
            nonlocal session
            if connection.ending is not None:
                return  # messages of a client whose connection is ending are not carried out
            self._metrics.messages += 1
            try:
                if type(message) is Violation:
                    self._object(connection, message)
                elif session is not None:
                    self._lobby.receive(session, message)
                elif type(message) is Hello:
                    session = self._lobby.greeting.hello(connection, message)
                    self._connections[connection] = session
            except Exception as error:
                # A bug must not silently lose the connection's other messages: report it, and let
                # the client reconnect and resume.
                log.error("message failed", error=fault(error), kind=type(message).__name__)
                connection.close("server/failed", "The server had an internal error. Reconnect.")

        def take(frame: bytes | str) -> None:
            if connection.ending is None:
                self._hear(carry_out, protocol.receive(frame, now_ms()))
            else:
                connection.left_over()

        def control() -> None:
            if connection.ending is not None:
                # Pings count here too, or a client could keep its ending connection busy.
                connection.left_over()
                return
            violation = protocol.control(now_ms())
            if violation is not None:
                self._object(connection, violation)
            connection.ponged()

        def be_late() -> None:
            if session is None:
                connection.close("session/hello_late", f"No hello arrived within {HELLO_S} s.")

        patience = self._loop.call_later(HELLO_S, be_late)
        socket.control, socket.broken = control, functools.partial(_end_broken, socket, connection)
        socket.at_once = connection.may_go_at_once
        socket.listen(take)
        try:
            await socket.wait_closed()
        finally:
            patience.cancel()
            socket.control = socket.broken = socket.at_once = None
            if session is not None:
                self._lobby.sessions.gone(session, connection)

    def _object(self, connection: Connection, violation: Violation) -> None:
        Metrics.count(self._metrics.refused, violation.reply.code)
        connection.object_to(violation)

    def _hear(self, carry_out: Callable[[Any], None], message: Inbound | Violation) -> None:
        """Carry out a message after all messages received in this turn of the loop are decoded.

        The code that decodes and the code that plays push one another out of the processor's
        caches: to take turns for each message costs a fifteenth more.
        """
        if not self._heard:
            self._loop.call_soon(self.carry_out_all)
        self._heard.append((carry_out, message))

    def carry_out_all(self) -> None:
        """Carry out all messages that are decoded."""
        heard, self._heard = self._heard, []
        for carry_out, message in heard:
            carry_out(message)

    def _mark(self, connection: Connection) -> None:
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
        assert isinstance(socket, _Socket)
        self._look_behind(socket, request)
        asked = Asked(path=request.path, headers=request.headers, **_origin(socket))
        if (reason := self.site.misdirected(asked)) is not None:
            return self._drop("handshake/host", reason)
        if asked.header("Upgrade").lower() == "websocket":
            return self._admit(socket, asked)
        method = getattr(request, "method", "GET")  # websockets 15 accepts no other status
        if method not in ("GET", "HEAD"):
            return _response(NOT_ALLOWED)
        found = self.site.page(asked, socket)
        whole = method == "GET"
        return _response(found, whole) if isinstance(found, Page) else _later(found, whole)

    def _admit(self, socket: _Socket, asked: Asked) -> Response | None:
        if (page := self.site.foreign(asked)) is not None:
            return self._drop("handshake/origin", page)
        offered = {
            name.strip()
            for value in asked.headers.get_all("Sec-WebSocket-Protocol")
            for name in value.split(",")
        }
        if not offered & set(SUBPROTOCOLS):
            text = f"this server speaks {' and '.join(SUBPROTOCOLS)}; offer one as subprotocol\n"
            return _response(text_page(HTTPStatus.BAD_REQUEST, text))
        if not self._accepting or self._over(socket.source):
            text = "The server is full. Try again in a few minutes.\n"
            return self._drop("limit/connections", text_page(HTTPStatus.SERVICE_UNAVAILABLE, text))
        return None

    def _drop(self, code: str, page: Page) -> Response:
        Metrics.count(self._metrics.dropped, code)
        return _response(page)

    def _over(self, source: str | None, times: int = 1) -> bool:
        """Whether connections exceed `times` their limit, in all or from one address."""
        most = times * self._settings.max_connections
        return len(self._lines) > most or self._lobby.addresses.over(source, times)


def _end_broken(socket: _Socket, connection: Connection, error: Exception) -> None:
    """End a connection whose client broke the WebSocket protocol or sent too large a frame."""
    if isinstance(error, PayloadTooBig):
        connection.close("frame/too_large", f"A message may have at most {MAX_FRAME:,} bytes.")
    elif not isinstance(error, EOFError):
        socket.hang_up(Close.PROTOCOL, "", LINGER_S)


def _set_line(socket: ServerConnection) -> None:
    """Limit the system's output queue for a client that does not read, where that is possible.

    Our limit does not count bytes in that queue, which may grow to megabytes by default.
    """
    line = socket.transport.get_extra_info("socket")
    if line is not None and hasattr(tcp, "TCP_NOTSENT_LOWAT"):
        line.setsockopt(tcp.IPPROTO_TCP, tcp.TCP_NOTSENT_LOWAT, UNSENT_BYTES)


def _has_body(error: BaseException | None) -> bool:
    """Whether the library did not read a request because of its body."""
    return isinstance(error, NotImplementedError) or "unsupported request body" in str(error)


def _response(page: Page, whole: bool = True) -> Response:
    body = page.content if whole else b""
    return Response(page.status.value, page.status.phrase, Headers(page.headers), body)


async def _later(page: Awaitable[Page], whole: bool) -> Response:
    return _response(await page, whole)


def _origin(socket: _Socket) -> dict[str, bool]:
    """How a client came: by TLS (to the server or its proxy) or not, from this machine or not."""
    if socket.forwarded is not None:  # only the proxy is on this machine
        return {"secure": socket.forwarded.secure, "here": False}
    secure = socket.transport.get_extra_info("ssl_object") is not None
    # A line that is gone has no address.
    here = bool(socket.remote_address) and ip_address(socket.remote_address[0]).is_loopback
    return {"secure": secure, "here": here}
