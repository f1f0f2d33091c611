"""Worker processes: they end with this one, and do not print into its results."""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any

from carteado.arena.errors import ArenaError
from carteado.arena.sandbox.guard import kill_all

__all__ = ["workers"]

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
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


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
    """Prepare a worker: it ends only with the main process, and its output is no result."""
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
