"""The asyncio shell of one table: its mailbox, its timer, and the store's answers.

A `TableRunner` drives a `TableHost`. Messages that arrive while an append is in flight wait in the
mailbox; nothing in here waits for a client. The store's answer decides how the table continues:
only a durable commit is applied and published.

A bug in a game stops one command or one table, never the server. A stopped table is folded from its
log again.
"""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from collections.abc import Callable, Iterable
from time import thread_time

from carteado.engine.events import versioned
from carteado.engine.naming import called
from carteado.engine.table import DeckCommitted, TableOpened
from carteado.protocol import messages as wire
from carteado.protocol.log import Commit
from carteado.protocol.messages import Refused, TableWaiting
from carteado.server.lobby.allins import AllInFeed
from carteado.server.lobby.delivery import send_all
from carteado.server.ops.logs import fault, log
from carteado.server.ops.metrics import Metrics
from carteado.server.store.base import (
    Appended,
    Duplicate,
    Full,
    Lease,
    Outcome,
    Store,
    Unreplicated,
)
from carteado.server.store.errors import StoreUnreachable
from carteado.server.table.host import TableHost
from carteado.server.table.step import Request, Step
from carteado.server.table.watcher import Watcher

__all__ = ["MAILBOX", "SHARE", "TableRunner"]

# More messages than all seats and watchers of a table send while one append is in flight.
MAILBOX = 256
"""Maximum number of messages that wait for a table; further ones are refused."""

SHARE = 32
"""Maximum number of these from one player, so that a flood does not keep others out."""

RETRY_S = 1.0
"""Seconds until a commit is appended again after the store was full or did not answer."""

_PRICED = {wire.Watch: "watch", wire.Join: "join"}
"""Requests that show a table; their cost in the server's time depends on the table."""

SLOW_MS = 2_000
"""Time without an answer for a commit after which the watchers are notified, milliseconds."""

_REASONS = {
    Full: "store_full",
    Unreplicated: "store_unreplicated",
    StoreUnreachable: "store_unreachable",
}

_NAMING_RULES = frozenset({TableOpened, DeckCommitted})
_DURABLE = frozenset({Appended, Duplicate})
_AGAIN = (Full, Unreplicated, StoreUnreachable)


class TableRunner:
    """One table that runs.

    Args:
        host: the table's authority.
        store: where its log lies.
        lease: the right to write it.
        now_ms: the clock for deadlines, milliseconds; monotonic.
        wall_ms: the clock for people, milliseconds since 1970.
        metrics: counts of the server.
        happened: called with every step once its events are durable.
        stopped: called when the table cannot continue, with the reason and the connections whose
            commands stay unanswered.
        noted: called with players' names, by id, and a function to call once they are written.

    Attributes:
        id: the table's id.
        checkpointed: number of the last event that a checkpoint holds, 0 for none.
        renaming_kept: the last `RecentEvents.renamed_at` that a checkpoint holds.
        all_ins: the table's all-ins.
        people: number of watchers, bots left out.
        written: bytes of the log that are not charged to players yet.
    """

    def __init__(
        self,
        host: TableHost,
        store: Store,
        lease: Lease,
        *,
        now_ms: Callable[[], int],
        wall_ms: Callable[[], int],
        metrics: Metrics,
        happened: Callable[[TableRunner, Step], None],
        stopped: Callable[[TableRunner, str, list[Watcher]], None],
        noted: Callable[[dict[str, str], Callable[[], None]], None] = lambda called, then: then(),
    ) -> None:
        self.host = host
        self.id = host.table.id
        self.lease = lease
        self._store = store
        self._now = now_ms
        self._wall = wall_ms
        self._metrics = metrics
        self._happened = happened
        self._stopped = stopped
        self._noted = noted
        host.refusals = metrics.refused
        self._mailbox: deque[tuple[int, Request | Watcher]] = deque()
        self._asked: Watcher | None = None
        self._in_flight = False
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0
        self._idle: asyncio.Event | None = None
        self._again = self._over = False
        self._appending_since = 0
        self._waiting: str | None = None
        self.frozen = False
        self.checkpointed = self.renaming_kept = 0
        self.all_ins = AllInFeed()
        self.people: set[Watcher] = set()
        self.written = self._size = 0

    @property
    def stuck(self) -> bool:
        """Whether an append of the table failed and is being retried."""
        return self._waiting is not None

    def start(self) -> None:
        """Start or continue play."""
        now = self._now()
        self.host.start(now)
        self._pump(now)

    def submit(self, request: Request) -> bool:
        """Put a message into the mailbox; False when it, or the player's share of it, is full."""
        waiting = len(self._mailbox)
        # Counted only when necessary: in a shorter mailbox no share can be too large.
        if waiting >= SHARE and (waiting >= MAILBOX or self._share(request) >= SHARE):
            return False
        now = self._now()
        # With its time of arrival, which is compared with the deadline.
        self._mailbox.append((now, request))
        if self._waiting is not None:
            send_all([(request.watcher, self._waits(now))])
        self._pump(now)
        return True

    def look(self) -> None:
        """Notify the watchers if a commit has waited long for an answer; call every second."""
        # Announced once; the reason holds until the commit is stored.
        if self._in_flight and self._waiting is None:
            now = self._now()
            if now - self._appending_since >= SLOW_MS:
                self._wait("store_slow", now)

    def _wait(self, reason: str, now: int) -> None:
        """Notify the watchers that the table waits for the store, once for each reason."""
        if reason != self._waiting:
            self._waiting = reason
            self._tell_waiting(now)

    def _waits(self, now: int) -> TableWaiting:
        since = self._appending_since
        return TableWaiting(table=self.id, reason=self._waiting, since_ms=since, now_ms=now)

    def _tell_waiting(self, now: int) -> None:
        message = self._waits(now)
        receivers = dict.fromkeys(self.host.audience.watchers)
        if self._asked is not None:  # it may be from a player who is joining and does not watch yet
            receivers[self._asked] = None
        send_all([(watcher, message) for watcher in receivers])

    def _share(self, request: Request) -> int:
        """Number of requests of one player in the mailbox."""
        key = request.player.key
        return sum(
            isinstance(item, Request) and item.player.key == key for _, item in self._mailbox
        )

    def gone(self, watcher: Watcher) -> None:
        """Note that a watcher's connection has ended."""
        self.people.discard(watcher)
        now = self._now()
        # Through the mailbox, so that the client's earlier messages are decided first.
        self._mailbox.append((now, watcher))
        self._pump(now)

    def hush(self, watcher: Watcher, silent: bool) -> None:
        """Note that a watcher's connection stopped giving signs of life, or gives one again."""
        self.host.audience.hush(watcher, silent)
        send_all(self.host.audience.presence(self.host.table.seats))
        self._pump(self._now())  # a table with one person and bots pauses or continues

    def end(self, reason: str) -> None:
        """Close the table if it is idle."""
        if not self._in_flight and not self._mailbox and not self.frozen:
            try:
                self._run(self.host.end(reason), self._now())
            except Exception as error:
                self._fail(error)

    def release_absent(self) -> None:
        """Release the seats of absent players if the table is idle."""
        self._by_itself(self.host.release_absent)

    def pass_ownership(self) -> None:
        """Give the table another owner if it is idle."""
        self._by_itself(lambda now: self.host.pass_ownership())

    def pause(self, seats: Iterable[int]) -> None:
        """Make some seats sit out if the table is idle."""
        self._by_itself(lambda now: self.host.pause(seats))

    def _by_itself(self, work: Callable[[int], Step | None]) -> None:
        if not self._in_flight and not self._mailbox and not self.frozen:
            try:
                now = self._now()
                if (step := work(now)) is not None:
                    self._run(step, now)
            except Exception as error:
                self._fail(error)

    async def freeze(self) -> None:
        """Stop taking steps, and wait for the commits in flight."""
        self.frozen = True
        self._cancel_timer()
        # A commit that waits for a retry is not in a store call that could be awaited.
        if self._in_flight and not self._again:  # otherwise nobody has seen the waiting commit
            self._idle = asyncio.Event()
            await self._idle.wait()

    # Steps

    def _pump(self, now: int) -> None:
        """Take steps until nothing is left to do or an append is in flight."""
        host, mailbox = self.host, self._mailbox
        try:
            # One commit at a time: each needs the state after the one before.
            while not self._in_flight and not self.frozen:
                if (held := host.release()) is not None:  # it arrived before the other messages
                    self._take(*held, now)
                    continue
                due = host.due
                # In the order of time: an answer that came before the deadline is in time, however
                # long it had to wait here; one that came after it does not hold the clock up.
                if mailbox and (due is None or mailbox[0][0] <= due):
                    arrived, item = mailbox.popleft()
                    self._take(arrived, item, now)
                elif due is not None and due <= now and (step := host.tick(now)) is not None:
                    self._run(step, now)
                # Nothing is due yet, so the message need not wait for the timer.
                elif mailbox:
                    self._take(*mailbox.popleft(), now)
                else:
                    self._set_timer(due)
                    return
        except Exception as error:
            self._fail(error)

    def _take(self, arrived: int, item: Request | Watcher, now: int) -> None:
        if isinstance(item, Watcher):
            send_all(self.host.gone(item))
            return
        kind = _PRICED.get(type(item.message))
        began = thread_time() if kind is not None else 0.0
        try:
            step = self.host.receive(item, arrived)
        except Exception as error:  # a bug: nothing has changed, and the table continues
            self._apologize(item, error)
            return
        self._run(step, now)
        if kind is not None:
            item.watcher.to.charge(thread_time() - began, kind)

    def _apologize(self, request: Request, error: Exception) -> None:
        log.error("command failed", table=self.id, error=fault(error))
        code = "server/failed"
        Metrics.count(self._metrics.refused, code)
        message = "The server had an internal error. Nothing has changed."
        number = getattr(request.message, "id", None)
        send_all([(request.watcher, Refused(id=number, code=code, message=message))])

    def _run(self, step: Step, now: int) -> None:
        if not step.events:
            send_all(step.replies)
            return
        self._asked = step.request.watcher if step.request else None
        self._appending_since = now
        commit = self._commit(step)
        if (step.unprompted or step.seats) and (names := called(step.before, step.events)):
            self._in_flight = True
            # Names first: a crash in between must not lose the name of a player in the log.
            self._noted(names, functools.partial(self._named, step, commit, now))
        else:
            self._append(step, commit, now)

    def _named(self, step: Step, commit: Commit, now: int) -> None:
        """Append the deferred events, now that the players' names are written."""
        if self._over:
            return
        try:
            self._append(step, commit, now)
        except Exception as error:
            self._fail(error)

    def _commit(self, step: Step) -> Commit:
        first = step.events[0]
        committed = self.host.table.committed
        return self.lease.commit(
            versioned(self.host.table.game, step.plain, step.before.keys),
            cause=step.cause,
            at=self._wall(),
            deal=committed.deal if committed else 0,
            rules=self.host.table.game.rules if type(first) in _NAMING_RULES else None,
        )

    def _append(self, step: Step, commit: Commit, now: int) -> None:
        self._in_flight = True
        answered = functools.partial(self._answered, step, commit, now)
        self._size = self._store.put(self.lease, commit, answered)

    def _retry(self, step: Step, commit: Commit) -> None:
        self._timer = None
        self._again = False
        try:
            # The same commit: if the first attempt landed after all, the store answers `Duplicate`.
            self._append(step, commit, self._now())
        except Exception as error:
            self._fail(error)

    def _answered(
        self, step: Step, commit: Commit, started: int, answer: Outcome | Exception
    ) -> None:
        if self._over:
            return
        try:
            now = self._now()
            self._metrics.append.observe(now - started)
            if type(answer) not in _DURABLE:
                self._put_off(step, commit, answer)
                return
            self._metrics.accepted += 1
            self.written += self._size
            receivers = self.host.applied(step, now)
            self._landed()
            send_all(receivers)
            self._happened(self, step)
            # The step may be a deal; prepare the next one while this one is played.
            if step.unprompted:
                asyncio.get_running_loop().call_soon(self._prepare)
            if self._mailbox:
                self._pump(now)
            elif not self.frozen:
                self._rest(now)
        except Exception as error:
            self._fail(error)

    def _prepare(self) -> None:
        if not self.frozen:
            try:
                self.host.prepare()
            except Exception as error:
                self._fail(error)

    def _rest(self, now: int) -> None:
        """Wait for the next due time; before the next deal, also until all messages are sent."""
        due = self.host.due
        if due is None or due > now:
            self._set_timer(due)
        else:
            asyncio.get_running_loop().call_soon(self._pump, now)

    def _put_off(self, step: Step, commit: Commit, answer: Outcome | Exception) -> None:
        """Append a commit again later that was not stored, or stop."""
        name = type(answer).__name__
        Metrics.count(self._metrics.outcomes, name)
        log.error("append failed", table=self.id, outcome=name, error=str(answer))
        if not isinstance(answer, _AGAIN):
            self._stop(name)
        # The server stops. Nobody has seen the commit, so it may be dropped.
        elif self.frozen:
            self._landed()
        else:
            self._again = True
            self._wait(_REASONS[type(answer)], self._now())
            self._cancel_timer()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(RETRY_S, self._retry, step, commit)

    def _landed(self) -> None:
        """Note that nothing is in flight now."""
        self._in_flight = False
        if self._waiting is not None:
            self._waiting = None
            if not self._over:
                self._tell_waiting(self._now())
        self._asked = None
        if self._idle is not None:
            self._idle.set()

    # The end

    def halt(self, reason: str) -> None:
        """Stop for a reason outside the table: its store is gone."""
        self._stop(reason)

    def _fail(self, error: Exception) -> None:
        """Stop after a bug or a refusal of the store: the state in memory cannot be trusted."""
        log.error("table failed", table=self.id, error=fault(error))
        self._stop(type(error).__name__)

    def _stop(self, reason: str) -> None:
        if self._over:
            return
        self._over = True
        waiting = [item.watcher for _, item in self._mailbox if isinstance(item, Request)]
        if self._asked is not None:
            waiting.append(self._asked)
        self._mailbox.clear()
        self.frozen = True
        self._cancel_timer()
        self._landed()
        self._stopped(self, reason, waiting)

    # Timer

    def _set_timer(self, due: int | None) -> None:
        """Wake up no later than the host's next due time.

        Every action moves the deadline, mostly to a later time. A timer that fires early only
        checks again, which is cheaper than making a new timer each time.
        """
        if due is None or (self._timer is not None and self._rings <= due):
            return
        self._cancel_timer()
        self._rings = due
        delay = max(0, due - self._now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._pump(self._now())

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
