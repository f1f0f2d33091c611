"""WebSockets that send and receive whole messages without a queue, for both ends of a connection.

The library's own way, a queue and a task that wakes up for each message, costs as much as the
message's whole path through the protocol.

A server also has to bound the work that one connection causes in one turn of the event loop: a
single read from a socket can hold 40,000 empty frames. `SlicedMessages` handles such input in
slices, and lets the server decide when the next slice is due.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from websockets.asyncio.connection import Connection
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, Event, State

__all__ = ["Scheduler", "SlicedMessages", "WholeMessages"]

# Looking them up in their enums would cost as much as a call.
_OPEN, _BINARY, _TEXT, _CONT = State.OPEN, Opcode.BINARY, Opcode.TEXT, Opcode.CONT
_PING = Opcode.PING

SLICE_BYTES = 64
"""Bytes of input handled in one slice. A frame of a client has at least 6 bytes."""


class WholeMessages(Connection):
    """A mix-in for one of the library's connections, as its first base class.

    Attributes:
        control: called with each ping, pong, close and unfinished fragment.
        broken: called once when the peer's frames break the WebSocket protocol, with the reason,
            before the library's close frame is written; `put` still works in there.
        heard: whether anything arrived since this was last set to False.
    """

    control: Callable[[], None] | None = None
    broken: Callable[[Exception], None] | None = None
    heard = True
    _take: Callable[[bytes | str], None] | None = None
    _last_words = False
    _early: list[bytes | str]
    _parts: list[bytes]

    def listen(self, take: Callable[[bytes | str], None]) -> None:
        """Hand each whole message to `take` from now on, the first those that already arrived.

        Args:
            take: must neither wait nor raise. A text that is not UTF-8 arrives with surrogates.
        """
        early, self._early = self._early, []
        self._take = take
        for content in early:
            take(content)
        # Reading was paused by the first early message (`_deliver`).
        if early:
            self.transport.resume_reading()

    def connection_made(self, transport: Any) -> None:
        """Begin without any message."""
        self._early = []
        self._parts = []
        self._kind = _BINARY
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Note the sign of life, and let the library parse the bytes."""
        self.heard = True
        super().data_received(data)

    def process_event(self, event: Event) -> None:
        """Take data frames, leave all other events to the library."""
        if type(event) is not Frame:
            super().process_event(event)
            return
        opcode = event.opcode
        if opcode is _BINARY and event.fin and self._take is not None:  # nearly every frame
            self._take(bytes(event.data))
            return
        if opcode is _BINARY or opcode is _TEXT:
            if event.fin:
                self._deliver(opcode, bytes(event.data))
                return
            # Only the first fragment has the message's opcode; continuations refer to it.
            self._kind, self._parts = opcode, [bytes(event.data)]
        elif opcode is _CONT:
            if event.data:  # the library bounds the sum of their sizes, not their number
                self._parts.append(bytes(event.data))
            if event.fin:
                parts, self._parts = self._parts, []
                self._deliver(self._kind, b"".join(parts))
                return
        else:
            # Pings, pongs and closes: the library answers them.
            super().process_event(event)
        if self.control is not None:
            self.control()

    def _deliver(self, opcode: Opcode, data: bytes) -> None:
        # Nothing raises here: the codec refuses such a text with a code.
        content = data if opcode is _BINARY else data.decode(errors="surrogateescape")
        if self._take is not None:
            self._take(content)
        else:
            self._early.append(content)
            # Back-pressure: before anybody listens at most one read can pile up.
            self.transport.pause_reading()

    def send_data(self) -> None:
        """Write what the library has to send; report a protocol error before the close frame."""
        error = self.protocol.parser_exc
        if error is not None and self.broken is not None:
            # Once: the handler itself writes and would come back here.
            broken, self.broken = self.broken, None
            # The library has left the state OPEN by now; `put` writes all the same.
            self._last_words = True
            try:
                broken(error)
            finally:
                self._last_words = False
        super().send_data()

    def put(self, content: bytes | str) -> None:
        """Hand a whole message to the transport; never waits, and drops it after a lost connection.

        The library's `broadcast`, for one connection: it takes twice as long.

        Raises:
            Exception: what the transport raises.
        """
        if isinstance(content, bytes):
            self._write(Frame(_BINARY, content))
        else:
            self._write(Frame(_TEXT, content.encode()))

    def beat(self) -> None:
        """Send a ping, whose pong counts as heard; never waits."""
        self._write(Frame(_PING, b""))

    def _write(self, frame: Frame) -> None:
        protocol = self.protocol
        if protocol.state is _OPEN or self._last_words:
            # Clients have to mask their frames, servers must not (RFC 6455, 5.1).
            self.transport.write(frame.serialize(mask=protocol.side is CLIENT))

    def say_close(self, status: int, reason: str) -> None:
        """Send the close frame unless one was sent; never waits for the answer."""
        if self.protocol.state is _OPEN:
            self.protocol.send_close(status, reason)
            # Past our own `send_data`: this close is ours, so there is no breach to explain.
            super().send_data()


class Scheduler(Protocol):
    """Decides when each connection handles its next slice of input."""

    def add(self, line: SlicedMessages) -> None:
        """Call `SlicedMessages.work` of a connection soon, and again while it returns True."""
        ...


class SlicedMessages(WholeMessages):
    """A server's connection whose input is handled a slice at a time.

    Input that is one whole frame is handled at once where `at_once` allows it. All other input
    waits, and reading stops until it is handled; so no more than one read ever waits.

    Attributes:
        scheduler: decides when the next slice is due.
        at_once: whether the connection may have a frame handled at once.
    """

    scheduler: Scheduler
    at_once: Callable[[], bool] | None = None
    _resting = _deaf = False

    def connection_made(self, transport: Any) -> None:
        """Begin without any input."""
        self._input = bytearray()
        super().connection_made(transport)

    @property
    def greets(self) -> bool:
        """Whether the handshake is still going on."""
        return self._take is None

    @property
    def reads(self) -> bool:
        """Whether input is read: not while input waits, reading is paused, or after `hang_up`."""
        return not (self._input or self._resting or self._deaf)

    def listen(self, take: Callable[[bytes | str], None]) -> None:
        """Hand each whole message to `take` from now on, also those from before the handshake."""
        super().listen(take)
        if self._input:
            self.scheduler.add(self)

    def data_received(self, data: bytes) -> None:
        """Handle the bytes at once, or let them wait for `work`."""
        self.heard = True
        if self._deaf:
            return
        if not self._input and self.at_once is not None and _is_one_frame(data) and self.at_once():
            _parse(self, data)
            return
        # A connection whose input waits is with the scheduler already, or comes to it in `listen`.
        if not self._input:
            self.scheduler.add(self)
        # At most one read of the transport, because reading is paused at once.
        self._input += data
        self.transport.pause_reading()

    def work(self) -> bool:
        """Handle one slice of the waiting input; returns whether more is waiting."""
        waiting = self._input
        if self._deaf or not waiting or self._is_early():
            return False
        piece = bytes(waiting[:SLICE_BYTES])
        # Taken out first: the handler may hang up, which clears the input.
        del waiting[:SLICE_BYTES]
        _parse(self, piece)
        if self._deaf:
            return False
        if waiting:
            return True
        self._read_on()
        return False

    def _is_early(self) -> bool:
        """Whether the handshake is still under way: frames wait until `listen`."""
        return self._take is None and getattr(self, "request", None) is not None

    def rest(self, seconds: float) -> None:
        """Pause reading for a time; data already read is still handled."""
        if not self._resting and not self._deaf:
            self._resting = True
            self.transport.pause_reading()
            self.loop.call_later(seconds, self._rested)

    def _rested(self) -> None:
        self._resting = False
        self._read_on()

    def _read_on(self) -> None:
        # Several reasons can stop reading; it resumes only when none is left.
        if self.reads and not self.transport.is_closing():
            self.transport.resume_reading()

    def hang_up(self, status: int, reason: str, linger_s: float) -> None:
        """Send the close frame, stop reading, and cut the connection; never waits.

        Args:
            status: of the close frame.
            reason: of the close frame.
            linger_s: seconds until the connection is cut. Cutting it at once, with unread input,
                would discard the last messages to the peer.
        """
        if self._deaf:
            return
        self.say_close(status, reason)
        self._deaf = True
        self._input.clear()
        if not self.transport.is_closing():
            self.transport.pause_reading()
        self.loop.call_later(linger_s, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the input that waits."""
        self._deaf = True
        self._input.clear()
        super().connection_lost(exc)


# The library's own: the sign of life is noted already.
_parse = Connection.data_received


def _is_one_frame(data: bytes) -> bool:
    """Whether bytes from a client are exactly one frame, by the length in its header."""
    size = len(data)
    # The shortest frame of a client: two bytes of header and four of mask.
    if size < 6:
        return False
    # Two bytes of header and four of mask; a length of 126 says that two bytes of length follow.
    length = data[1] & 0x7F
    if length < 126:
        return size == length + 6
    # A length of 127 stands for 64 KiB or more; such a frame waits.
    return length == 126 and size == (data[2] << 8 | data[3]) + 8
