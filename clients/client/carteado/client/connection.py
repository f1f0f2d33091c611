"""One connection to a server: the only module of the clients that uses WebSockets.

A connection is dead when nothing came for `liveness.DEAD_TICKS`, pings or not; the client then
connects again and resumes. The time that a client thinks on its own event loop does not count.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import ssl
from collections.abc import Callable, Sequence
from urllib.parse import urljoin

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    NegotiationError,
)
from websockets.typing import Subprotocol

from carteado.client.address import server_url
from carteado.client.errors import CannotReach, InputError, SessionEnded, VersionRefused
from carteado.client.tls_mismatch import mismatch
from carteado.engine.sentences import said
from carteado.protocol import liveness
from carteado.protocol.codec import MAX_OUTBOUND
from carteado.transport.whole_messages import WholeMessages

__all__ = ["Connection", "Dropped", "open_connection"]

# For the TCP connection, TLS and the handshake together.
OPEN_S = 10
# A server that is gone answers no close frame, and nobody should wait for it.
CLOSE_S = 1
UNSENT = 4 * 2**20
"""Bytes that may wait for a server that does not read."""


class Dropped(Exception):
    """The connection is gone.

    Attributes:
        code: the WebSocket close code, 1006 where there was none.
        reason: the text that came with it.
    """

    def __init__(self, code: int, reason: str) -> None:
        without = "the connection broke" if code == 1006 else f"closed with status {code}"
        super().__init__(reason or without)
        self.code = code
        self.reason = reason


class _Socket(WholeMessages, ClientConnection):
    """A connection of the library whose whole messages are handed on as they arrive.

    Attributes:
        unread: whether it was cut off because the server reads nothing.
    """

    unread = False

    def send_data(self) -> None:
        """Write what the library has to send; cut off a server that sends pings and reads nothing.

        The library answers each ping, and the answers would fill the memory.
        """
        super().send_data()
        if self.transport.get_write_buffer_size() > UNSENT:
            self.unread = True
            self.transport.abort()


class _Connect(connect):
    """The library's connecting, which stays at the address that the player typed."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Follow no redirect: a server could send players to any machine of their network."""
        return exc


class Connection:
    """An open connection.

    Attributes:
        subprotocol: the one that the server chose of those offered.
    """

    def __init__(self, socket: _Socket, subprotocol: str) -> None:
        self._socket = socket
        self.subprotocol = subprotocol

    def send(self, frame: str | bytes) -> None:
        """Hand one frame to the system; never waits, and reports no lost connection."""
        with contextlib.suppress(Exception):  # what is lost is sent again on the next connection
            self._socket.put(frame)

    async def listen(self, take: Callable[[str | bytes], None]) -> Dropped:
        """Hand each frame to `take` as it comes, until the connection is gone.

        Args:
            take: must not wait; what it raises ends the listening.

        Returns:
            How it ended.
        """
        socket = self._socket
        loop = asyncio.get_running_loop()
        broken: asyncio.Future[None] = loop.create_future()

        def guarded(frame: str | bytes) -> None:
            try:
                # Frames that arrived in the same turn as the one that failed are dropped.
                if not broken.done():
                    take(frame)
            except Exception as error:
                broken.set_exception(error)

        def soon(frame: str | bytes) -> None:
            # The clients of one process receive messages at the same time. Read what came to all
            # of them in this turn of the loop before handling any of it: so the code of each step
            # stays in the processor's caches.
            loop.call_soon(guarded, frame)

        async def watch_silence() -> None:
            alive = liveness.Liveness()
            while True:
                await asyncio.sleep(liveness.TICK_S)
                heard, socket.heard = socket.heard, False
                # Ticks are counted, not seconds: time in which this loop or the machine slept does
                # not count.
                pulse = alive.tick(heard)
                if pulse is liveness.Pulse.ASK:
                    socket.beat()
                elif pulse is liveness.Pulse.DEAD:
                    return

        closed = asyncio.ensure_future(socket.wait_closed())
        watcher = asyncio.create_task(watch_silence())
        socket.listen(soon)
        try:
            waiting = (closed, broken, watcher)
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if broken.done():
                broken.result()
            if not closed.done():
                # A dead connection answers no close frame, so do not wait for one.
                socket.transport.abort()
                return Dropped(1006, "the server gave no sign of life")
        finally:
            # Frames that arrive until the close must not reach the session: it goes on elsewhere.
            socket.listen(_ignore)
            for task in (watcher, closed, broken):
                task.cancel()
            await asyncio.gather(watcher, closed, return_exceptions=True)
        if socket.unread:
            return Dropped(1006, "the server does not read what is sent to it")
        return _dropped(socket.close_exc)

    async def close(self) -> None:
        """Close the connection; returns within a second whatever the server does."""
        try:
            async with asyncio.timeout(CLOSE_S):  # `wait_for` may lose a cancellation
                await self._socket.close()
        except TimeoutError:
            # Else the socket would stay open until the server answers, or for ever.
            self._socket.transport.abort()


_ADVICE = (
    "check the address, and that the server runs there (carteado serve starts one, carteado find"
    " lists those on this network)"
)
_TRUST = "to trust it, set the environment variable SSL_CERT_FILE to the file of the certificate"


async def open_connection(url: str, subprotocols: Sequence[str]) -> Connection:
    """Connect to a server.

    Args:
        url: as `server_url` writes it.
        subprotocols: what this client speaks, the preferred first.

    Raises:
        CannotReach: nobody answers, or not with a WebSocket; worth trying again.
        VersionRefused: the server speaks none of the subprotocols.
        SessionEnded: the server wants no connection from here.
    """
    try:
        socket = await _Connect(
            url,
            subprotocols=[Subprotocol(name) for name in subprotocols],
            # Messages are small, and the server offers no compression.
            compression=None,
            # Most servers are on the local network, where a proxy that is set for browsing leads
            # nowhere.
            proxy=None,
            max_size=MAX_OUTBOUND,
            open_timeout=OPEN_S,
            close_timeout=CLOSE_S,
            ping_interval=None,  # `listen` asks for signs of life
            max_queue=None,  # nothing goes through the library's queue
            create_connection=_Socket,
        )
    except InvalidStatus as error:
        status = error.response.status_code
        if 300 <= status < 400:
            raise _redirected(url, error.response.headers.get_all("Location")) from None
        # What web servers answer to a request without TLS at a port for TLS.
        found = await mismatch(url) if status == 400 else None
        raise CannotReach(found) if found else _turned_away(url, status) from None
    except NegotiationError:
        raise _other_version(url) from None
    except ssl.SSLCertVerificationError as error:
        why = error.verify_message.rstrip(".")
        untrusted = said(
            "The certificate of {server} cannot be verified: {why}", server=url, why=why
        )
        raise CannotReach(untrusted, _TRUST) from None
    except (OSError, TimeoutError) as error:
        # A server that was found and broke off: the others have an error number, or are silent.
        broke = isinstance(error, ConnectionResetError | BrokenPipeError | ssl.SSLError)
        found = await mismatch(url) if broke else None
        message = f"cannot reach {url}: {_reason(error)}"
        raise CannotReach(found or message, "" if found else _ADVICE) from None
    except (InvalidHandshake, ConnectionClosed, EOFError):
        found = await mismatch(url)
        message = f"{url} does not answer as a WebSocket server"
        raise CannotReach(found or message, "" if found else _ADVICE) from None
    # The library accepts a server that chooses none of the offered subprotocols.
    if socket.subprotocol is None:
        await socket.close(1002)
        raise _other_version(url)
    assert isinstance(socket, _Socket)
    return Connection(socket, str(socket.subprotocol))


def _ignore(frame: str | bytes) -> None:
    """Drop the event: nobody listens."""


def _reason(error: OSError | TimeoutError) -> str:
    if isinstance(error, ssl.SSLError):  # whose number is not one of the system's
        return f"TLS failed ({error.reason or 'the server broke it off'})"
    if isinstance(error, TimeoutError) or error.errno is None:
        silent = isinstance(error, TimeoutError)
        return str(error) or ("no answer in time" if silent else "the connection broke")
    # On Linux the errors of name resolution (EAI_*) are negative; `strerror` does not know them.
    return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)


def _redirected(url: str, places: Sequence[str]) -> CannotReach:
    try:
        (place,) = places
        place = server_url(urljoin(url, place))
    except (InputError, ValueError):  # nothing that could be typed
        place = url
    if place == url:
        return CannotReach(f"{url} does not answer as a WebSocket server", _ADVICE)
    # The address of a player's browser may lead there by itself, such as from http to https.
    return CannotReach(
        said("{server} redirects to {place}. Type {place} if you trust it", server=url, place=place)
    )


def _turned_away(url: str, status: int) -> Exception:
    # The answer of a server to a handshake that it cannot agree to.
    if status in (400, 426):
        return _other_version(url)
    if status in (401, 403):
        return SessionEnded("session/token", f"{url} lets nobody in from here")
    if status in (429, 503):
        return CannotReach(f"{url} is busy (HTTP {status})")
    return CannotReach(f"{url} does not answer as a WebSocket server (HTTP {status})")


def _other_version(url: str) -> VersionRefused:
    return VersionRefused(f"{url} does not speak carteado.1: client and server must fit")


def _dropped(error: ConnectionClosed) -> Dropped:
    if error.rcvd is None:
        # No close frame came. If this end sent one, such as for a breach, its code says why.
        return Dropped(1006 if error.sent is None else error.sent.code, "")
    return Dropped(error.rcvd.code, error.rcvd.reason)
