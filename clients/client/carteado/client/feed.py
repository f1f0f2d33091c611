"""A client's queue of events for its program, or a callback that receives them at once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from carteado.client.errors import ClientClosed, ClientError
from carteado.client.notices import Heard, Lost
from carteado.protocol.session_events import SessionEvent

__all__ = ["Feed"]


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

    def tell(self, session_events: Iterable[SessionEvent | Heard | Lost]) -> None:
        """Pass on the events of one moment, in order."""
        if self._listener is not None:
            self._listener(session_events)
            return
        self._kept.extend(session_events)
        # Some frames give no session event, and then nobody is woken.
        if self._kept:
            self._wake()

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
