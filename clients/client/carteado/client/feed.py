"""A client's queue of events for its program, or a callback that receives them at once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from carteado.client.errors import ClientClosed, ClientError, SessionEnded
from carteado.client.notices import Heard, Lost
from carteado.protocol.session_events import SessionEvent

__all__ = ["MOST", "MOST_BYTES", "Feed", "flood"]

MOST = 50_000
"""Items that may wait for a program: more than an evening behind one that stands still."""

MOST_BYTES = 16 * 2**20
"""Bytes of frames that may wait for it: the largest frames are few, and their items far larger."""


def flood() -> SessionEnded:
    """The end of a session whose server sends more than its program takes."""
    sentence = "the server sends more than can be shown; connect again to go on"
    return SessionEnded("session/flood", sentence)


class Feed:
    """Session events in order, for one consumer at a time.

    Attributes:
        ended: the reason for the end, None while the feed is open.
    """

    def __init__(self) -> None:
        self.ended: ClientError | None = None
        self._kept: deque[SessionEvent | Heard | Lost] = deque()
        self._listener: Callable[[Iterable[SessionEvent | Heard | Lost]], None] | None = None
        self._consumer: asyncio.Future[bool] | None = None
        self._bytes = 0

    def tell(self, session_events: Iterable[SessionEvent | Heard | Lost], size: int = 0) -> None:
        """Pass on the events of one moment, in order.

        Args:
            session_events: the events.
            size: of the frame that they come from, in bytes.

        Raises:
            SessionEnded: more would have to be kept than a program may leave waiting.
        """
        if self._listener is not None:
            self._listener(session_events)
            return
        # Counted from the last moment at which nothing waited.
        self._bytes = size + (self._bytes if self._kept else 0)
        self._kept.extend(session_events)
        # Some frames give no session event, and then nobody is woken.
        if self._kept:
            self._wake()
        if len(self._kept) > MOST or self._bytes > MOST_BYTES:
            raise flood()

    def end(self, error: ClientError) -> None:
        """End the feed."""
        self.ended = error
        self._wake()

    async def next(self) -> SessionEvent | Heard | Lost:
        """The next session event.

        Raises:
            StopAsyncIteration: the client was closed.
            ClientError: what else ended the session.
        """
        # Everything received before the end is delivered before the end is reported.
        while not self._kept:
            if isinstance(self.ended, ClientClosed):
                raise StopAsyncIteration
            if self.ended is not None:
                raise self.ended
            self._consumer = asyncio.get_running_loop().create_future()
            try:
                await self._consumer
            finally:
                self._consumer = None
        return self._kept.popleft()

    async def listen(self, listener: Callable[[SessionEvent | Heard | Lost], bool]) -> None:
        """Hand over each session event, first those that are kept; see `Client.listen`."""
        done = self._consumer = asyncio.get_running_loop().create_future()

        def hear(session_events: Iterable[SessionEvent | Heard | Lost]) -> None:
            left = iter(session_events)
            try:
                # `any` stops at the first True; `left` then holds the rest, which is kept below.
                if not done.done() and any(map(listener, left)):
                    done.set_result(True)
            except Exception as error:
                done.set_exception(error)
            self._kept.extend(left)

        # `hear` puts back what the listener leaves, so give it an empty queue to fill.
        kept, self._kept = self._kept, deque()
        self._listener = hear
        try:
            hear(kept)
            # `end` woke nobody if it came before this consumer.
            if self.ended is not None:
                self._wake()
            heard = await done
        finally:
            self._listener = self._consumer = None
        if not heard and self.ended is not None and not isinstance(self.ended, ClientClosed):
            raise self.ended

    def _wake(self) -> None:
        if self._consumer is not None and not self._consumer.done():
            self._consumer.set_result(False)
