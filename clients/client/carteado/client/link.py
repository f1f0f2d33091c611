"""Runs the client library in a thread, so that network traffic never delays a frame.

The window sends requests without waiting; replies queue in order until the next frame takes
them. `wake` is called for each so that an idle window need not poll.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from carteado.client import Client, ClientError, Heard, KeptToken, Lost, Receipts
from carteado.client.feed import MOST, MOST_BYTES, flood
from carteado.client.lobby import list_tables
from carteado.client.proving import last_deal_proved
from carteado.engine.checking import DealCheck
from carteado.protocol.messages import Ok, Ping, TableInfo
from carteado.protocol.session_events import Replied, SessionEvent, Welcomed

__all__ = [
    "Answered",
    "Ended",
    "Failed",
    "Link",
    "LinkItem",
    "Listed",
    "Measured",
    "NotKept",
    "ShuffleChecked",
]

MEASURE_S = 5
"""Time-out of a measurement, in seconds; nothing is reported if the connection is lost."""

CLOSE_S = 2
"""Most seconds that a closed session takes to end: the connection's own goodbye takes one at most,
and the rest is for a busy machine."""

_closing: dict[tuple[str, str], threading.Thread] = {}
"""The threads of closed sessions that have not ended yet, by server and name."""


@atexit.register
def _finish() -> None:
    """Let the sessions that were closed last say goodbye before the program ends."""
    for thread in list(_closing.values()):
        thread.join(CLOSE_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The reply to a request, by the tag it was asked with."""

    tag: str
    reply: Ok


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A request was refused or could not be answered."""

    tag: str
    error: Exception


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """The tables of the server."""

    tables: tuple[TableInfo, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Milliseconds that the server took to answer a ping, rounded up."""

    latency_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleChecked:
    """The last finished deal of a table, checked by its proofs; None if no deal is over."""

    check: DealCheck | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotKept:
    """The session cannot be kept for the next run; `reason` is the system's."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The session is over; `error` says why."""

    error: Exception


LinkItem = (
    Answered | Failed | Listed | Measured | ShuffleChecked | NotKept | Ended | SessionEvent | Lost
)
"""An entry of the queue to the window."""


class Link:
    """One session with a server.

    Args:
        url: as `server_url` writes it.
        name: of the player.
        wake: called from the thread whenever something waits in the queue.
        kind: a person, or a viewer who only watches.
        patience_s: how long to try to reconnect; None for ever.
    """

    def __init__(
        self,
        url: str,
        name: str,
        *,
        wake: Callable[[], None] = lambda: None,
        kind: Any = "person",
        patience_s: float | None = None,
    ) -> None:
        self.url = url
        self.name = name
        self._wake = wake
        self._kind = kind
        self._patience_s = patience_s
        # Filled by the thread and emptied by the window; a SimpleQueue needs no further lock.
        self._received: queue.SimpleQueue[LinkItem] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._client: Client | None = None
        # What the client had received when the window last took everything.
        self._taken_bytes = 0
        self._closing = False
        # Its token is locked until the session before it has ended.
        self._before = _closing.get((url, name))
        self._main: asyncio.Task[None] | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._given: set[int] = set()
        self._bug: BaseException | None = None
        # A daemon: a socket that does not answer must not keep a closed window's process alive.
        self._thread = threading.Thread(target=self._run, name=f"link {url}", daemon=True)
        self._thread.start()

    def take(self) -> list[LinkItem]:
        """Session events and replies received since the last call."""
        found = []
        # Read once: the thread sets it to None at the end.
        client = self._client
        with contextlib.suppress(queue.Empty):
            while True:
                found.append(self._received.get_nowait())
        if client is not None:
            self._taken_bytes = client.received
        return found

    def request(self, tag: str, cls: type[Any], /, **fields: Any) -> None:
        """Give a command; the reply comes as `Answered` or `Failed` with the tag."""
        self._call(lambda client: self._job(self._request(client, tag, cls, fields)))

    def command(self, cls: type[Any], /, **fields: Any) -> None:
        """Give a command at once; its reply comes as a `Replied`."""

        # An ended session is reported by `Ended` already, so the command is just dropped.
        def give(client: Client) -> None:
            with contextlib.suppress(ClientError):
                self._given.add(client.command(cls, **fields).id)

        self._call(give)

    def hurry(self) -> None:
        """Try to connect again now, if the connection is lost."""
        self._call(lambda client: client.hurry())

    def list_tables(self) -> None:
        """Ask for the lobby; it comes as `Listed`."""
        self._call(lambda client: self._job(self._list(client)))

    def check_shuffle(self, table: str, game: Any) -> None:
        """Check the last finished deal of a table; it comes as `ShuffleChecked`."""
        self._call(lambda client: self._job(self._check(client, table, game)))

    def measure(self) -> None:
        """Measure the way to the server and back; it comes as `Measured`, or not at all."""
        self._call(lambda client: self._job(self._measure(client)))

    def close(self) -> None:
        """Leave the server; a seat stays.

        Returns at once: the thread says goodbye, and the next session of the same name waits for
        its end.
        """
        # Set first, so that the thread does not report the end that this causes.
        self._closing = True
        _closing[self.url, self.name] = self._thread
        # The loop is closed already if the session ended by itself.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._cancel)
        if not self._thread.is_alive():
            self._ended()

    # On the thread

    def _run(self) -> None:
        if self._before is not None:
            self._before.join(CLOSE_S)
        try:
            self._run_loop()
        finally:
            self._ended()

    def _ended(self) -> None:
        """The session waits for nothing any more."""
        key = self.url, self.name
        if _closing.get(key) is self._thread:
            del _closing[key]

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        # A task rather than a bare coroutine, so that `close` has something to cancel.
        self._main = self._loop.create_task(self._talk())
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._main)
        # `asyncio.run` would do this; the loop was made earlier, so that `request` works at once.
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()
        if self._bug is not None:
            raise self._bug

    async def _talk(self) -> None:
        try:
            with KeptToken(self.url, self.name) as kept:
                client = Client(
                    self.url,
                    name=self.name,
                    kind=self._kind,
                    token=kept.read(),
                    text=True,
                    patience_s=self._patience_s,
                    # Receipts record what a seat is shown, and a viewer has no seat.
                    receipts=None if self._kind == "viewer" else Receipts.of_player(self.url),
                )
                async with client:
                    self._client = client
                    await client.listen(lambda session_event: self._heard(session_event, kept))
                    # Listening ends by itself only here; otherwise a flood would fill the memory.
                    raise flood()
        except ClientError as error:
            if not self._closing:
                self._tell(Ended(error=error))
        finally:
            # From here on `_call` drops what the window still asks for.
            self._client = None
            for job in self._jobs:
                job.cancel()
            await asyncio.gather(*self._jobs, return_exceptions=True)

    def _heard(self, session_event: SessionEvent | Heard | Lost, kept: KeptToken) -> bool:
        # Keep it at every greeting: a server that forgot the session gives another token.
        reason = ""
        if isinstance(session_event, Welcomed):
            reason = kept.keep(session_event.welcome.token)
        # Raw messages come only to programs that ask for them, and links do not.
        if not isinstance(session_event, Heard) and not self._requested(session_event):
            self._tell(session_event)
        if reason and self._kind != "viewer":
            self._tell(NotKept(reason=reason))
        waiting = self._client.received - self._taken_bytes if self._client is not None else 0
        return self._received.qsize() > MOST or waiting > MOST_BYTES

    def _requested(self, session_event: SessionEvent | Lost) -> bool:
        """Whether it is the reply to a request, which comes as `Answered` or `Failed` instead."""
        if not isinstance(session_event, Replied) or session_event.id is None:
            return False
        given = session_event.id in self._given
        self._given.discard(session_event.id)
        return not given

    async def _request(
        self, client: Client, tag: str, cls: type[Any], fields: dict[str, Any]
    ) -> None:
        try:
            self._tell(Answered(tag=tag, reply=await client.request(cls, **fields)))
        except ClientError as error:
            self._tell(Failed(tag=tag, error=error))

    async def _check(self, client: Client, table: str, game: Any) -> None:
        try:
            self._tell(ShuffleChecked(check=await last_deal_proved(client, table, game)))
        except ClientError as error:
            self._tell(Failed(tag="shuffle", error=error))

    async def _list(self, client: Client) -> None:
        try:
            self._tell(Listed(tables=await list_tables(client)))
        except ClientError as error:
            self._tell(Failed(tag="list", error=error))

    async def _measure(self, client: Client) -> None:
        if not client.online:
            return
        began = time.perf_counter()
        with contextlib.suppress(ClientError, TimeoutError):
            async with asyncio.timeout(MEASURE_S):
                await client.request(Ping)
            spent = time.perf_counter() - began
            self._tell(Measured(latency_ms=math.ceil(spent * 1000)))

    def _job(self, work: Coroutine[Any, Any, None]) -> None:
        # The loop holds only weak references to tasks; the set keeps them alive.
        job = self._loop.create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._done)

    def _done(self, job: asyncio.Task[None]) -> None:
        self._jobs.discard(job)
        if not job.cancelled() and job.exception() is not None:
            # A bug ends the thread wherever it is: its request would never be answered.
            self._bug = job.exception()
            self._cancel()

    def _call(self, give: Callable[[Client], None]) -> None:
        def now() -> None:
            if self._client is not None:
                give(self._client)

        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(now)

    def _cancel(self) -> None:
        if self._main is not None:
            self._main.cancel()

    def _tell(self, what: LinkItem) -> None:
        # Put before the wake, or the woken frame could find an empty queue.
        self._received.put(what)
        self._wake()
