"""One client's connection: its message queue, its rate limit, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from carteado.protocol.codec import Codec
from carteado.protocol.errors import close_of
from carteado.protocol.liveness import Liveness, Pulse
from carteado.protocol.messages import Closing, Prompt
from carteado.protocol.session import ServerSession, Violation
from carteado.server.ops.logs import fault, log
from carteado.server.ops.timing import now_ms
from carteado.transport.whole_messages import SlicedMessages

__all__ = ["GRACE_S", "LIGHT", "LINGER_S", "Connection"]

GRACE_S = 2
"""Seconds for a client to read why its connection is ended."""

LINGER_S = 0.2
"""The same for a client that broke the protocol or its limits; its messages are ignored."""

LEFTOVERS = 256
"""Maximum number of frames that a client may send while its connection ends."""

LIGHT = 64
"""Messages that a client may exceed its rate by while its frames are still handled at once."""

LONGEST_REST_S = 0.1
"""Seconds without reading from a client after a message over the rate limit."""

FRAME_BYTES = 64 * 1024
"""Messages are joined to frames of about this size."""

_ABRUPT = frozenset(
    {
        "frame/kind",
        "frame/text",
        "frame/too_large",
        "limit/malformed",
        "limit/rate",
        "session/hello_first",
        "session/hello_late",
        "session/hello_twice",
        "session/silent",
    }
)
"""Codes after which reading stops: to parse the rest of the input could take seconds."""


class Connection:
    """One client as the server sees it.

    Args:
        socket: carries the frames.
        codec: the encoding that the handshake chose.
        protocol: enforces the protocol and the rate limit.
        limit: output buffered for a slow client, in bytes.
        flush: called with the connection when messages are ready to be written.

    Attributes:
        source: the address under which it is counted, see `addresses.source_of`.
        ending: the code with which the server ends it, None while it goes on.
        stalled_since: time since when the client's buffer has not drained, seconds; None while it
            drains.
        silent: whether the client shows no sign of life.
    """

    def __init__(
        self,
        socket: SlicedMessages,
        codec: Codec,
        protocol: ServerSession,
        limit: int,
        flush: Callable[[Any], None],
    ) -> None:
        self.socket = socket
        self._transport: asyncio.Transport = socket.transport
        self.codec = codec
        self._encode = codec.encode_message
        self.protocol = protocol
        self.source: str | None = getattr(socket, "source", None)
        self.ending: str | None = None
        self.stalled_since: float | None = None
        self.silent = False
        self._liveness = Liveness()
        self._leftovers = LEFTOVERS
        # Bytes given to the transport, and how many of them were sent at the last call of `drains`.
        self._written = self._taken = 0
        self._limit = limit
        self._flush = flush
        self._pieces: list[bytes] = []
        self._bytes = 0

    # Output

    def send(self, message: Any) -> None:
        """Queue a message; does nothing when the connection is ending."""
        if self.ending is not None:
            return
        piece = self._encode(message)
        pieces = self._pieces
        # Once is enough: the gateway then writes all messages queued in this turn of the loop.
        if not pieces:
            self._flush(self)
        pieces.append(piece)
        self._bytes += len(piece)
        if self._bytes >= FRAME_BYTES or type(message) is Prompt:
            self.write()

    def write(self) -> None:
        """Pass queued messages to the transport; close the connection if its buffer is too full."""
        pieces = self._pieces
        if not pieces:
            return
        self._pieces, self._bytes = [], 0
        content = self.codec.join(pieces)
        self._written += len(content)
        # Only output queued before counts: one large answer, such as a long list, is not the
        # client's fault.
        waited = self._transport.get_write_buffer_size()
        try:
            self.socket.put(content)
        except Exception as error:  # an error of this client's connection alone
            log.error("frame lost", error=fault(error))
        self._bound(waited)

    def ponged(self) -> None:
        """Note that the library wrote a pong; end the connection if the buffer is too full."""
        self._bound(self.waiting())

    def _bound(self, waited: int) -> None:
        if waited > self._limit and self.ending is None and not self._transport.is_closing():
            self.close("limit/slow", "You read too slowly. Reconnect to resume.")

    def waiting(self) -> int:
        """Bytes that the client has not read yet."""
        transport = self._transport
        return 0 if transport.is_closing() else transport.get_write_buffer_size()

    def drains(self) -> bool:
        """Whether nothing is unread, or the client has read something since the last call."""
        waiting = self.waiting()
        taken, self._taken = self._taken, self._written - waiting
        return waiting == 0 or self._taken > taken

    # Rate limit

    def may_go_at_once(self) -> bool:
        """Whether the client is within its rate limit, so that its frame is handled at once."""
        return self.protocol.ahead(now_ms()) <= LIGHT

    def charge(self, cpu_s: float, kind: str) -> None:
        """Charge CPU time of a request to the client's rate limit.

        Args:
            cpu_s: seconds.
            kind: type of the request.
        """
        self.protocol.charge(cpu_s, kind, now_ms())

    def object_to(self, violation: Violation) -> None:
        """Report a violation to the client; close the connection if the violation requires it.

        Reading from a client over its rate limit pauses for a while.
        """
        reply = violation.reply
        if isinstance(reply, Closing):
            self.close(reply.code, reply.message)
            return
        self.send(reply)
        if reply.code == "limit/rate":
            self.socket.rest(min(reply.details["retry_ms"] / 1000, LONGEST_REST_S))

    # The end

    def tick(self) -> Pulse:
        """Check for a sign of life, and send a ping after a long silence."""
        # While the server does not read, silence says nothing about the client.
        heard = self.socket.heard or not self.socket.reads
        self.socket.heard = False
        pulse = self._liveness.tick(heard)
        if pulse is Pulse.ASK and self.ending is None:
            self.socket.beat()
        return pulse

    @property
    def silent_ticks(self) -> int:
        """Number of ticks since the last sign of life."""
        return self._liveness.silent

    def left_over(self) -> None:
        """Count a frame that came while the connection ends; after too many cut the connection."""
        self._leftovers -= 1
        if self._leftovers < 0:
            self.abort()

    def close(self, code: str, message: str) -> None:
        """Send the client the reason, close, and later cut the connection; never waits."""
        if self.ending is not None:
            return
        how = close_of(code)
        # Before `ending` is set, after which `send` takes nothing.
        self.send(Closing(code=code, message=message, retry_ms=how.retry_ms))
        self.ending = code
        self.write()
        if code in _ABRUPT:
            self.socket.hang_up(how.status, code, LINGER_S)
        else:
            self.socket.say_close(how.status, code)
            asyncio.get_running_loop().call_later(GRACE_S, self.abort)

    def abort(self) -> None:
        """Cut the connection; unread messages are dropped."""
        self._transport.abort()
