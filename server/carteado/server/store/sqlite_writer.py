"""The one thread that writes the data file.

Everything that is queued while a transaction is in flight goes into the next one. A statement
inserts many rows at once, and a single statement is its own transaction, because each statement
releases the interpreter's lock and takes it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import sqlite3
import threading
import time
from binascii import unhexlify
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from carteado.protocol.log import LogError
from carteado.server.ops.logs import fault, log
from carteado.server.store.errors import StoreError, StoreUnreachable
from carteado.server.store.fileguard import FileGone, FileGuard
from carteado.server.store.filelock import FileLock
from carteado.server.store.lease import Pending
from carteado.server.store.outcomes import Durability, Full, Head, Outcome, judge
from carteado.server.store.sqlite_file import (
    check_file,
    check_heads,
    noted_heads,
    open_file,
    read_recorded,
    write_recorded,
)
from carteado.server.store.sqlite_transaction import Transaction
from carteado.server.store.trouble import file_trouble, is_locked

__all__ = ["Job", "Writer"]

# The note costs a sync of its own; so it is at most five seconds behind the acknowledgements.
_NOTE_EVERY_S = 5.0

_LOOK_EVERY_S = 1.0
"""Seconds between two checks of an idle thread whether its file was replaced."""

# 32 rows of eight values stay below the 999 variables of older SQLite builds, and each number of
# rows is one cached statement.
_MOST_ROWS = 32
# Of the system's errors only ENOSPC comes as FULL: a quota or a file size limit is IOERR.
_FULL = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM})


@functools.cache
def _insert(rows: int) -> str:
    # gives no row, and so an error, if the table's row has changed: a stream may not be null
    stream = "(SELECT id FROM stream WHERE id = ? AND epoch = ? AND version < ?)"
    values = ", ".join([f"(?, {stream}, ?, ?, ?, ?)"] * rows)
    return f"INSERT INTO commits (pos, stream, first, count, body, digest) VALUES {values}"


@dataclass(frozen=True, slots=True)
class Job:
    """Other work to do in a transaction; its return value is the future's result."""

    run: Callable[[Transaction], Any]
    future: asyncio.Future[Any]


class Writer:
    """Owns the file, its lock and its only writing connection, in a thread of its own.

    Args:
        path: the data file.
        full: every commit is synced to the disk.
        wake: called in the event loop after each transaction, and after the thread has ended.

    Attributes:
        heads: the heads of all logs; changed only by the thread.
        damaged: logs that were found damaged at the start.
        pos: the feed's last position.
        waiting: number of appends and jobs without an answer; used in the event loop.
        dead: the fault that ended the writing, None while the thread works.
    """

    def __init__(self, path: Path, *, full: bool, wake: Callable[[], None]) -> None:
        self.heads: dict[str, Head] = {}
        self.damaged: dict[str, LogError] = {}
        self._path = path
        self._full = full
        self._reached = Durability.DISK if full else Durability.PROCESS
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        # Putting into a SimpleQueue never blocks, so the event loop never waits here.
        self._queue: SimpleQueue[Sequence[Pending] | Job | None] = SimpleQueue()
        self._numbers: dict[str, int] = {}
        self.pos = 0
        self.dead: str | None = None
        self.waiting = 0
        self._taken: list[Sequence[Pending] | Job | None] = []
        self._noted = 0.0
        self._unnoted = False
        # A daemon: an interpreter that ends without `stop` must not hang on this thread.
        self._thread = threading.Thread(target=self._main, name="store-writer", daemon=True)

    async def start(self) -> None:
        """Open the file.

        Raises:
            StoreError: it cannot be used, or another process holds it.
        """
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._thread.start()
        await self._opened

    def put(self, item: Sequence[Pending] | Job) -> None:
        """Queue appends or a job; if the thread is dead, fail them."""
        self.waiting += 1
        self._queue.put(item)
        # `_die` runs in the event loop as well: it finds the item in the queue, or ran before.
        if self.dead is not None:
            self._bury()

    async def stop(self) -> None:
        """Write queued appends, store the heads, close the file and release the lock."""
        self._queue.put(None)
        # Cancelling the caller must not leave the file open.
        await asyncio.shield(self._ended)

    # In the thread

    def _main(self) -> None:
        lock = None
        try:
            # Before the lock, so that no lock file is made beside a file of another program.
            check_file(self._path)
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = FileLock(self._path)
            # Again under the lock: another process may have created or upgraded the file meanwhile.
            check_file(self._path)
            self._open()
        except Exception as error:
            if lock is not None:
                lock.close()
            if isinstance(error, OSError):
                error = StoreError(f"{self._path} cannot be opened: {error.strerror}")
            self._call(self._opened.set_exception, error)
            return
        self._call(self._opened.set_result, None)
        with contextlib.ExitStack() as end:
            # Called in reverse order: close the file, release the lock, end `stop`.
            end.callback(self._call, self._ended.set_result, None)
            end.callback(lock.close)
            end.callback(self._connection.close)
            try:
                while self._serve():
                    pass
                self._put_heads()
                self._note_heads()
            except FileGone as error:
                log.error("data file gone", path=str(self._path), error=str(error))
                self._note_heads()  # another file then shows what is missing
                self._call(self._die, str(error))
            except Exception as error:  # whatever it is, the waiting callers must learn of it
                log.error("store writer ended", path=str(self._path), error=fault(error))
                kind = type(error).__name__
                self._call(self._die, f"the thread that writes has ended ({kind})")

    def _open(self) -> None:
        # First, so that an unreadable note ends the start without any change.
        recorded = read_recorded(self._path)
        self._connection, self.heads = open_file(self._path, full=self._full)
        try:
            self.damaged = check_heads(self._connection, self.heads, recorded)
            # lost acknowledged events stay on record until the operator removes the note
            self._lost = {
                table: Head(table=table, version=version, hash=digest)
                for table, (version, digest) in recorded.items()
                if table in self.damaged
            }
            self._numbers = dict(self._connection.execute("SELECT name, id FROM stream"))
            top = "SELECT max(coalesce((SELECT max(pos) FROM commits), 0), coalesce((SELECT value"
            top += " FROM meta WHERE key = 'pos'), 0))"
            self.pos = self._connection.execute(top).fetchone()[0]
            # After the file was opened, which may have created it.
            self._guard = FileGuard(self._path)
        except sqlite3.Error as error:
            self._connection.close()
            raise StoreError(file_trouble(self._path, error)) from None

    def _serve(self) -> bool:
        """Run one transaction with everything that is queued; False at the end."""
        try:
            # Kept for `_bury`, which fails them in the event loop once this thread has given up.
            self._taken = items = [self._queue.get(timeout=_LOOK_EVERY_S), *self._queued()]
        except Empty:
            self._guard.check()
            return True
        work = [item for item in items if item is not None]
        if work:
            answers = self._transact(work)
            self._guard.check()  # acknowledge nothing that was written to an unlinked file
            self._call(self._answer, answers)
        self._taken = []  # all of them have been answered
        if self._unnoted and time.monotonic() - self._noted > _NOTE_EVERY_S:
            self._note_heads()
        # A None, which `stop` queues, ends the thread; the items beside it are written.
        return len(work) == len(items)

    def _queued(self) -> Iterator[Sequence[Pending] | Job | None]:
        while not self._queue.empty():
            # This thread is the only one that takes from it, so `empty` cannot lie.
            yield self._queue.get()

    def _transact(self, work: Sequence[Sequence[Pending] | Job]) -> list[Callable[[], None]]:
        """Do the work; returns callbacks with results for the event loop."""
        transaction = Transaction(self._connection, self.heads, self._numbers, self.pos)
        answers: list[Callable[[], None]] = []
        # A single INSERT is a transaction by itself; BEGIN and COMMIT would be two more statements.
        several = len(work) > 1 or isinstance(work[0], Job) or len(work[0]) > _MOST_ROWS
        try:
            if several:
                # IMMEDIATE: a lock of another program is met here, before any work.
                self._connection.execute("BEGIN IMMEDIATE")
            for item in work:
                if isinstance(item, Job):
                    answers.append(self._job(transaction, item))
                else:
                    self._append(transaction, item, answers)
            if several:
                self._connection.execute("COMMIT")
        except Exception as error:  # the waiting callers must learn of any error
            self._roll_back()
            return [_failed(item, error, self._path) for item in work]
        # Only now, because a rollback must not undo a head that somebody has read.
        self.pos = transaction.pos
        self._numbers.update(transaction.numbers)
        self.heads.update(transaction.heads)
        for table in transaction.removed:
            del self.heads[table], self._numbers[table]
        self._unnoted = True
        return answers

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _job(self, transaction: Transaction, job: Job) -> Callable[[], None]:
        # A refused job is undone alone; the other work of the transaction stays.
        before = (
            dict(transaction.heads),
            dict(transaction.numbers),
            set(transaction.removed),
            transaction.pos,
        )
        self._connection.execute("SAVEPOINT job")
        try:
            result = job.run(transaction)
        except (StoreError, LogError) as error:
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            (
                transaction.heads,
                transaction.numbers,
                transaction.removed,
                transaction.pos,
            ) = before
            return functools.partial(_raise_in, job.future, error)
        self._connection.execute("RELEASE job")
        return lambda: _return_in(job.future, result)

    def _append(
        self,
        transaction: Transaction,
        group: Sequence[Pending],
        answers: list[Callable[[], None]],
    ) -> None:
        rows: list[tuple[object, ...]] = []
        refused: list[tuple[Pending, Outcome, Head]] = []
        landed: list[Pending] = []
        for pending in group:
            commit = pending.commit
            table = commit.table
            # The head within the transaction: an earlier append of the same group counts.
            head = transaction.head(table) or Head(table=table)
            refusal = judge(head, commit)
            if refusal is not None:
                refused.append((pending, refusal, head))
                continue
            transaction.pos += 1
            first, digest = commit.first, pending.digest
            # `first` appears twice: to check the stream's row in `_insert`, and as a column.
            row = (transaction.pos, transaction.number(table), head.epoch, first, first)
            # A second copy of the hash, by which a start after a crash trusts the last commit.
            rows.append((*row, len(commit.events), pending.body, unhexlify(digest)))
            transaction.heads[table] = head.after(commit, digest)
            landed.append(pending)
        for at in range(0, len(rows), _MOST_ROWS):
            part = rows[at : at + _MOST_ROWS]
            try:
                self._connection.execute(_insert(len(part)), [*chain.from_iterable(part)])
            except sqlite3.IntegrityError:
                raise sqlite3.IntegrityError("another program changed the file") from None
        answers.append(lambda: self._settle(landed, refused))

    def _put_heads(self) -> None:
        """Write the heads into the file, so that a lost end of a log is noticed later.

        If that fails, the last commits give the heads, as after a crash.
        """
        transaction = Transaction(self._connection, self.heads, self._numbers, self.pos)
        try:
            noted = noted_heads(self._connection)
            self._connection.execute("BEGIN IMMEDIATE")
            for table, head in self.heads.items():
                if table in noted and noted[table].version < head.version:
                    transaction.put(head)
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            self._roll_back()

    def _note_heads(self) -> None:
        """Note the heads of open tables beside the file; a failure is tried again later.

        Only what is synced may be noted: a note ahead of the file would cause a false alarm.
        """
        if not self._full:
            return
        lost = self._lost
        heads = [h for h in self.heads.values() if not h.closed and h.table not in lost]
        with contextlib.suppress(OSError):
            write_recorded(self._path, (*lost.values(), *heads))
            self._unnoted = False
        # After a failure too, so that the next attempt comes with the next note.
        self._noted = time.monotonic()

    # In the event loop

    def _call(self, function: Callable[..., object], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, so no caller waits
            self._loop.call_soon_threadsafe(function, *args)

    def _die(self, why: str) -> None:
        """Handle the end of the thread: fail waiting and later requests."""
        self.dead = why
        self._bury()

    def _bury(self) -> None:
        """Fail the requests that will not be written; answered ones are not answered again."""
        waiting, self._taken = [*self._taken, *self._queued()], []
        for item in waiting:
            if item is not None:
                _failed(item, StoreError(str(self.dead)), self._path)()
        self.waiting = 0
        self._wake()

    def _answer(self, answers: Sequence[Callable[[], None]]) -> None:
        self.waiting -= len(answers)  # one for each item
        for answer in answers:
            answer()
        self._wake()

    def _settle(
        self, landed: Sequence[Pending], refused: Sequence[tuple[Pending, Outcome, Head]]
    ) -> None:
        for pending in landed:
            pending.landed(self._reached)
        for pending, refusal, head in refused:
            pending.settle(refusal, head)


def _return_in(future: asyncio.Future[Any], result: object) -> None:
    if not future.done():
        future.set_result(result)


def _raise_in(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


def _failed(item: Sequence[Pending] | Job, error: Exception, path: Path) -> Callable[[], None]:
    """The error for the callers whose transaction was rolled back."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    full = code is not None and code & 0xFF in _FULL
    trouble = StoreError(f"{path}: {error}")
    if isinstance(error, sqlite3.Error) and is_locked(error):
        # Nothing was written: the same commit may be appended again when the lock is gone.
        trouble = StoreUnreachable(file_trouble(path, error))

    def tell() -> None:
        if isinstance(item, Job):
            _raise_in(item.future, trouble)
            return
        for pending in item:
            if full:
                # A head without a batch: nothing landed, so the lease does not move.
                pending.settle(Full(reason=str(error)), Head(table=pending.commit.table))
            else:
                pending.fail(trouble)

    return tell
