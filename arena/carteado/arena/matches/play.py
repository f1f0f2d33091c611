"""The run of a measurement: sets in order, in one process or several, until enough are played.

A set's records follow from the contest and the set's number alone, so it does not matter which
process plays it. Records are passed on in the order of the sets; a stopping rule is checked at its
own looks, in that order, so the number of processes never changes where a run ends.

Worker processes end with this one, and do not print into its results.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import Contest
from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.journal import Journal
from carteado.arena.matches.match import Ring
from carteado.arena.matches.records import Clock, Match
from carteado.arena.sandbox.guard import end_all, kill_all

__all__ = ["Chunk", "Outcome", "Player", "StopRule", "chunk_player", "play", "workers"]

AGAIN_S = 0.1
"""Time after which a process that should end is told again, in seconds."""

CHUNK_S = 1.0
"""Target duration of a chunk of sets, in seconds: an interruption loses about that per process."""

# Bounds the memory of waiting records and the size of messages between processes.
MOST_IN_CHUNK = 2_000


class StopRule(Protocol):
    """Decides when to stop, at looks: numbers of whole sets of each group (`stopping.Stop`)."""

    def next_look(self, sets: int) -> int | None:
        """The first look after this number of whole sets of each group; None after the last."""
        ...

    def enough(self, matches: Sequence[Match]) -> bool:
        """Whether to stop with these records."""
        ...


@dataclass(kw_only=True)
class Chunk:
    """Some sets in order, as they were played.

    Attributes:
        sets: the matches of each set.
        clocks: the decision times, one clock for each entrant.
        seconds: how long it took.
    """

    sets: list[list[Match]]
    clocks: list[Clock]
    seconds: float


Player = Callable[[Contest, int, int], Chunk]
"""Plays the sets of a contest from one number to before another, in any process."""


@dataclass(kw_only=True)
class Outcome:
    """The result of a run.

    Attributes:
        matches: the records, sets in order.
        clocks: how long each entrant took to decide.
        sets: how many sets were played, those of an earlier run included.
        stopped: whether the stopping rule ended the run.
    """

    matches: list[Match] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)
    sets: int = 0
    stopped: bool = False


def play(
    contest: Contest,
    *,
    rounds: int,
    jobs: int = 1,
    journal: Journal | None = None,
    stop: StopRule | None = None,
    progress: Callable[[int, int], None] | None = None,
    player: Player | None = None,
) -> Outcome:
    """Play a contest.

    Args:
        contest: what is played.
        rounds: maximum number of sets of each group of entrants.
        jobs: number of processes that play; 1 means this process.
        journal: earlier records, and the place of new ones.
        stop: ends the run early.
        progress: called after each chunk with the sets done and the most that there may be.
        player: plays the sets, in process when absent (`chunk_player`).

    Raises:
        ArenaError: an entrant cannot take part, or a worker process was killed.
        JournalError: a journal that cannot be written.
        KeyboardInterrupt: the journal holds all earlier sets.
    """
    if rounds < 1 or jobs < 1:
        raise ArenaError("a run has at least one set of each group and one process")
    talk = contextlib.redirect_stdout(sys.stderr)  # a bot's output must not mix with the results
    with contextlib.ExitStack() as stack:
        # Registered first, so it runs last, after the workers have ended.
        stack.callback(end_all)
        stack.enter_context(talk)
        # Before any process starts, so that a misspelt bot fails at once and not in every worker.
        resolve(contest.entrants, contest.game)
        groups = len(contest.plan.groups)
        total = rounds * groups
        run = _Run(contest, groups, stop, journal)
        run.take_up(total)
        if progress is not None:
            progress(run.outcome.sets, total)
        # A journal may already hold all of it; then no process is started.
        if run.done(total):
            return run.outcome
        chunks = _chunks(contest, run.outcome.sets, total, jobs, player or chunk_player)
        # An open generator would keep its worker processes until it is collected.
        stack.enter_context(contextlib.closing(chunks))
        for chunk in chunks:
            run.take(chunk)
            if progress is not None:
                progress(run.outcome.sets, total)
            if run.done(total):
                break
        return run.outcome


class _Run:
    """The records so far, and the rule that may end the run."""

    def __init__(
        self, contest: Contest, groups: int, stop: StopRule | None, journal: Journal | None
    ) -> None:
        self.outcome = Outcome(clocks=[Clock() for _ in contest.entrants])
        self._groups = groups
        self._seatings = len(contest.plan.orders)
        self._stop = stop
        self._journal = journal
        self._look = stop.next_look(0) if stop is not None else None

    def take_up(self, total: int) -> None:
        """Begin with the records of the journal; of a longer run only the first sets."""
        if self._journal is None:
            return
        sets = min(self._journal.sets, total)
        # Times of all earlier sets, also of those beyond `total`: clocks are not kept by set.
        for clock, before in zip(self.outcome.clocks, self._journal.clocks, strict=True):
            clock.add(before)
        self._extend(self._journal.matches[: sets * self._seatings])

    def take(self, chunk: Chunk) -> None:
        """Add the next sets; those after the end are left out."""
        # Sets beyond the end were timed together with the others and cannot be taken out.
        for clock, more in zip(self.outcome.clocks, chunk.clocks, strict=True):
            clock.add(more)
        before = self.outcome.sets
        self._extend([match for matches in chunk.sets for match in matches])
        if self._journal is not None:
            # The journal ends where the run did, so that a resumed run decides alike.
            self._journal.add(chunk.sets[: self.outcome.sets - before], chunk.clocks)

    def done(self, total: int) -> bool:
        """Whether the run is complete."""
        return self.outcome.stopped or self.outcome.sets >= total

    def _extend(self, matches: Sequence[Match]) -> None:
        """Add records look by look, until the rule stops."""
        at = 0
        out = self.outcome
        while at < len(matches) and not out.stopped:
            room = len(matches) - at
            if self._look is not None:
                # Records are added exactly up to the next look, so that the rule never sees more.
                room = min(room, (self._look * self._groups - out.sets) * self._seatings)
            out.matches.extend(matches[at : at + room])
            at += room
            out.sets = len(out.matches) // self._seatings
            if self._look is not None and out.sets == self._look * self._groups:
                assert self._stop is not None
                out.stopped = self._stop.enough(out.matches)
                self._look = self._stop.next_look(self._look)


def chunk_player(contest: Contest, first: int, end: int) -> Chunk:
    """Play sets in this process, through the table host itself."""
    global _ring
    # Compared by value: a worker gets a new copy of the contest with every chunk.
    if _ring is None or _ring[0] != contest:
        _ring = (contest, Ring(contest, resolve(contest.entrants, contest.game)))
    ring = _ring[1]
    # New clocks, because a chunk reports only its own times.
    ring.clocks = [Clock() for _ in contest.entrants]
    started = time.perf_counter()
    # Restart bots that have died since the last chunk.
    ring.get_ready()
    sets = ring.play_sets(range(first, end))
    return Chunk(sets=sets, clocks=ring.clocks, seconds=time.perf_counter() - started)


_ring: tuple[Contest, Ring] | None = None
"""The last contest of this process, with tables set up and bots loaded."""


def _chunks(
    contest: Contest, first: int, total: int, jobs: int, player: Player
) -> Generator[Chunk, None, None]:
    if jobs == 1:
        return _alone(contest, first, total, player)
    return _together(contest, first, total, jobs, player)


def _alone(
    contest: Contest, first: int, total: int, player: Player
) -> Generator[Chunk, None, None]:
    # The first chunk measures the speed; later ones grow towards CHUNK_S.
    size = 1
    while first < total:
        end = min(first + size, total)
        chunk = player(contest, first, end)
        yield chunk
        size = _size(chunk, end - first)
        first = end


def _together(
    contest: Contest, first: int, total: int, jobs: int, player: Player
) -> Generator[Chunk, None, None]:
    """Chunks from several processes, in order."""
    waiting: deque[tuple[int, concurrent.futures.Future[Chunk]]] = deque()
    size = 1
    with workers(jobs) as submit:
        while first < total or waiting:
            # Chunks are taken in order; further ones keep the other processes busy meanwhile.
            while first < total and len(waiting) < 2 * jobs:
                end = min(first + size, total)
                waiting.append((end - first, submit(player, contest, first, end)))
                first = end
            sets, future = waiting.popleft()
            chunk = future.result()
            size = _size(chunk, sets)
            yield chunk


def _size(chunk: Chunk, sets: int) -> int:
    """Sets of the next chunk: about `CHUNK_S` seconds of them, growing by steps."""
    # A chunk may be too fast for the clock to see.
    wanted = int(CHUNK_S * sets / max(chunk.seconds, 1e-6))
    # Growth by 8 at most, because the first chunks are dominated by start-up time.
    return max(1, min(wanted, sets * 8, MOST_IN_CHUNK))


Submit = Callable[..., concurrent.futures.Future[Any]]
"""Submits an importable function and its arguments to a worker process."""


@contextlib.contextmanager
def workers(jobs: int) -> Iterator[Submit]:
    """A number of worker processes and the function to submit work; they end with the block.

    Raises:
        ArenaError: one of them was killed.
    """
    # Not forked: a fork would copy the locks of threads, but not the threads.
    context = multiprocessing.get_context("spawn")
    pool = concurrent.futures.ProcessPoolExecutor(jobs, context, initializer=_belong)

    def submit(*work: Any) -> concurrent.futures.Future[Any]:
        with _interrupts_later():  # the first call starts the processes
            return pool.submit(*work)

    try:
        yield submit
    except BrokenProcessPool:
        raise ArenaError(
            "a playing process was ended from outside, such as for want of memory; what was played "
            "stands in the journal, where there is one"
        ) from None
    finally:
        _abandon(pool)


def _abandon(pool: concurrent.futures.ProcessPoolExecutor) -> None:
    """Kill the processes of a pool."""
    # Waiting for the submitted work could take as long as a bot likes; only the pool knows the
    # processes.
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    # A process that is about to wait for a lock handles a signal only when the next one comes.
    while running := [process for process in processes if process.is_alive()]:
        for process in running:
            process.terminate()
        running[0].join(AGAIN_S)


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Postpone Ctrl-C; processes started meanwhile never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _belong() -> None:
    """Prepare a worker: it ends only with the main process, and its output is not a result."""
    # The main process handles Ctrl-C and ends the workers; if it is killed, the kernel does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: _leave())
    sys.stdout = sys.stderr
    main = multiprocessing.parent_process()
    if main is not None:
        threading.Thread(target=_end_with, args=(main,), name="belong", daemon=True).start()


def _end_with(main: BaseProcess) -> None:
    main.join()
    _leave()


def _leave() -> None:
    """End this process, and those of its bots."""
    kill_all()
    os._exit(1)
