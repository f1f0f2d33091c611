"""The asyncio shell of one table: its mailbox, its timer, and the store's answers.

A `TableRunner` drives a `TableHost`. Messages that arrive while an append is in flight wait in the
mailbox; nothing in here waits for a client. What the store answers decides how the table goes on:
only a commit that is durable is applied and published.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from carteado.engine.game import Event
from carteado.engine.table import DeckCommitted, TableOpened
from carteado.server.audience import Outgoing, Watcher
from carteado.server.host import TableHost
from carteado.server.logs import log
from carteado.server.metrics import Figures
from carteado.server.step import Request, Step
from carteado.server.store.base import Appended, Duplicate, Full, Lease, Outcome, Store

__all__ = ["MAILBOX", "TableRunner"]

MAILBOX = 256
"""Messages that may wait for a table; one more is refused."""

_RETRY_FULL_S = 1.0


class TableRunner:
    """One table that runs.

    Args:
        host: the table's authority.
        store: where its log lies.
        lease: the right to write it.
        now_ms: the clock for deadlines, milliseconds; monotonic.
        wall_ms: the clock for people, milliseconds since 1970.
        figures: counts of the server.
        happened: called with the events of every commit once they are durable.
        stopped: called when the table cannot go on, with the reason.
    """

    def __init__(
        self,
        host: TableHost,
        store: Store,
        lease: Lease,
        *,
        now_ms: Callable[[], int],
        wall_ms: Callable[[], int],
        figures: Figures,
        happened: Callable[[TableRunner, tuple[Event, ...]], None],
        stopped: Callable[[TableRunner, str], None],
    ) -> None:
        self.host = host
        self.lease = lease
        self._store = store
        self._now = now_ms
        self._wall = wall_ms
        self._figures = figures
        self._happened = happened
        self._stopped = stopped
        self._mailbox: deque[Request | Watcher] = deque()
        self._flight: asyncio.Future[Outcome] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self.frozen = False

    @property
    def id(self) -> str:
        """The table's id."""
        return self.host.table.id

    def start(self) -> None:
        """Begin to play, or go on."""
        self.host.start(self._now())
        self._pump()

    def submit(self, request: Request) -> bool:
        """Put a message into the mailbox; False when it is full."""
        if len(self._mailbox) >= MAILBOX:
            return False
        self._mailbox.append(request)
        self._pump()
        return True

    def gone(self, watcher: Watcher) -> None:
        """A watcher's connection is over."""
        self._mailbox.append(watcher)
        self._pump()

    async def freeze(self) -> None:
        """Take no more steps, and wait until what is in flight is settled."""
        self.frozen = True
        self._cancel_timer()
        await self._idle.wait()

    # Steps

    def _pump(self) -> None:
        """Work until nothing is left to do or an append is in flight."""
        while self._flight is None and not self.frozen:
            if self._mailbox:
                self._take(self._mailbox.popleft())
            else:
                step = self.host.tick(self._now())
                if step is None:
                    break
                self._run(step)
        if self._flight is None and not self.frozen:
            self._set_timer()

    def _take(self, item: Request | Watcher) -> None:
        if isinstance(item, Watcher):
            _send(self.host.gone(item))
        else:
            self._run(self.host.receive(item, self._now()))

    def _run(self, step: Step) -> None:
        if not step.events:
            _send(step.replies)
            return
        self._idle.clear()
        self._append(step, self._commit(step))

    def _commit(self, step: Step) -> Any:
        first = step.events[0]
        committed = self.host.table.committed
        return self.lease.commit(
            [(1, plain) for plain in step.plain],
            cause=step.cause,
            at=self._wall(),
            deal=committed.deal if committed else 0,
            rules=self.host.table.game.rules
            if type(first) in (TableOpened, DeckCommitted)
            else None,
        )

    def _append(self, step: Step, commit: Any) -> None:
        started = self._now()
        flight = self._flight = self._store.append(self.lease, commit)

        def settled(future: asyncio.Future[Outcome]) -> None:
            self._figures.append.observe(self._now() - started)
            self._settle(step, commit, future)

        flight.add_done_callback(settled)

    def _retry(self, step: Step, commit: Any) -> None:
        self._timer = None
        self._append(step, commit)

    def _settle(self, step: Step, commit: Any, future: asyncio.Future[Outcome]) -> None:
        error = future.exception()
        outcome = None if error else future.result()
        if isinstance(outcome, Appended | Duplicate):
            self._flight = None
            self._figures.accepted += 1
            _send(self.host.applied(step, self._now()))
            self._idle.set()
            self._happened(self, step.events)
            self._pump()
            return
        name = type(error or outcome).__name__
        Figures.count(self._figures.outcomes, name)
        log.error("append failed", table=self.id, outcome=name, error=str(error or outcome))
        if isinstance(outcome, Full):
            self._cancel_timer()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_RETRY_FULL_S, self._retry, step, commit)
            return
        self._flight = None
        self.frozen = True
        self._idle.set()
        self._stopped(self, name)

    # Timer

    def _set_timer(self) -> None:
        """Wake up no later than the host is due.

        Every action moves the deadline, mostly to later: a timer that rings too early only looks
        again, which is cheaper than making a new one each time.
        """
        due = self.host.due
        if due is None or (self._timer is not None and self._rings <= due):
            return
        self._cancel_timer()
        self._rings = due
        delay = max(0, due - self._now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._pump()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _send(messages: Outgoing | tuple[tuple[Watcher, Any], ...]) -> None:
    for watcher, message in messages:
        watcher.to.send(message)
