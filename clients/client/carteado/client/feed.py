"""What a client tells its program: kept until somebody asks, or handed over as it comes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from carteado.client.errors import ClientClosed, ClientError
from carteado.client.told import Heard, Lost
from carteado.protocol.happenings import Happening

__all__ = ["Feed"]


class Feed:
    """Happenings in order, for one consumer at a time.

    Attributes:
        ended: why no more will come, None while more may.
    """

    def __init__(self) -> None:
        self.ended: ClientError | None = None
        self._kept: deque[Happening | Heard | Lost] = deque()
        self._listener: Callable[[Happening | Heard | Lost], None] | None = None
        self._consumer: asyncio.Future[bool] | None = None

    def tell(self, happening: Happening | Heard | Lost) -> None:
        """Something happened; `flush` when all of a frame is told."""
        if self._listener is None:
            self._kept.append(happening)
        else:
            self._listener(happening)

    def flush(self) -> None:
        """Let whoever waits for happenings have those that are kept."""
        if self._kept:
            self._wake()

    def end(self, error: ClientError) -> None:
        """No more will come."""
        self.ended = error
        self._wake()

    async def next(self) -> Happening | Heard | Lost:
        """The next happening.

        Raises:
            StopAsyncIteration: the client was closed.
            ClientError: what else ended the session.
        """
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

    async def listen(self, listener: Callable[[Happening | Heard | Lost], bool]) -> None:
        """Hand over each happening, first those that are kept; see `Client.listen`."""
        done = self._consumer = asyncio.get_running_loop().create_future()

        def hear(happening: Happening | Heard | Lost) -> None:
            try:
                if done.done():
                    self._kept.append(happening)
                elif listener(happening):
                    done.set_result(True)
            except Exception as error:
                done.set_exception(error)

        kept, self._kept = self._kept, deque()
        self._listener = hear
        try:
            for happening in kept:
                hear(happening)
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
