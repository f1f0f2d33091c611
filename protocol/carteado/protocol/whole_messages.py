"""WebSockets that take and hand on whole messages at once, for both ends of a connection.

The library's own way, a queue and a task that wakes up for each message, costs as much as the
message's whole path through the protocol. What arrives in pieces, and what follows while such a
message waits, still goes that way, so that the order stays.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from websockets.asyncio.connection import Connection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import CLIENT, Event, State

__all__ = ["WholeMessages"]

# Looked up in their enums, they cost as much as a call.
_OPEN, _BINARY, _TEXT = State.OPEN, Opcode.BINARY, Opcode.TEXT


class WholeMessages(Connection):
    """To be mixed into one of the library's connections, as its first base.

    Attributes:
        take: called with each whole message; None while all go the library's way.
        control: called with each ping, pong and close.
        queued: messages that go the library's way and were not received there yet; whoever
            receives one counts it down.
    """

    take: Callable[[bytes | str], None] | None = None
    control: Callable[[], None] | None = None
    queued = 0

    def process_event(self, event: Event) -> None:
        """Take a frame that is a whole message at once, leave all others to the library."""
        if type(event) is Frame:
            if self.take is not None and not self.queued and event.fin:
                content = _content(event)
                if content is not None:
                    self.take(content)
                    return
            if event.opcode in DATA_OPCODES:
                self.queued += event.fin
            elif self.control is not None:
                self.control()
        super().process_event(event)

    def put(self, content: bytes | str) -> None:
        """Hand a whole message to the transport; never waits, and drops it where the line is gone.

        The library's `broadcast`, for one connection: it takes twice as long.

        Raises:
            Exception: what the transport raises.
        """
        protocol = self.protocol
        if protocol.state is not _OPEN:
            return
        if isinstance(content, bytes):
            frame = Frame(_BINARY, content)
        else:
            frame = Frame(_TEXT, content.encode())
        self.transport.write(frame.serialize(mask=protocol.side is CLIENT))


def _content(frame: Frame) -> bytes | str | None:
    """The message in a frame; None for a piece of one, or a text that is not UTF-8."""
    if frame.opcode is _BINARY:
        return bytes(frame.data)
    if frame.opcode is _TEXT:
        with contextlib.suppress(UnicodeDecodeError):
            return bytes(frame.data).decode()
    return None
