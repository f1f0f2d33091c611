"""Runs a bot's function in a thread, outside the event loop.

A bot's function runs in one thread of its own, one call at a time: it may block, sleep or compute
for as long as it likes, and the connection lives on. The thread is a daemon, so a function that
never returns cannot keep the process alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any

__all__ = ["FunctionFailed", "Thinker", "in_a_line"]


class Thinker:
    """One thread that calls one function for all callers.

    Args:
        function: called with what `ask` was given, never twice at a time.
        name: of the thread, for debuggers.
    """

    def __init__(self, function: Callable[[Any], Any], name: str) -> None:
        self._function = function
        self._questions: queue.SimpleQueue[tuple[Any, asyncio.Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def ask(self, question: Any) -> asyncio.Future[Any]:
        """The function's answer; a future that is cancelled before its turn is never asked."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        # One thread answers in order, so the function never runs twice at a time.
        self._questions.put((question, answer))
        return answer

    def close(self) -> None:
        """End the thread once it has answered what it thinks about now."""
        self._questions.put(None)

    def _run(self) -> None:
        while (item := self._questions.get()) is not None:
            question, answer = item
            if answer.cancelled():
                continue
            try:
                result, problem = self._function(question), None
            except BaseException as error:  # a SystemExit of the function ends a call, not us
                result, problem = None, error
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody wants to know
                self._loop.call_soon_threadsafe(_settle, answer, result, problem)


def _settle(answer: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    # Cancelled when its time was up, while the function went on.
    if answer.done():
        return
    if problem is None:
        answer.set_result(result)
    else:
        answer.set_exception(FunctionFailed(problem))


def in_a_line(error: BaseException) -> str:
    """Kind and text of an exception of somebody else's code, which makes the text and may fail."""
    try:
        text = str(error)
    except BaseException:
        text = "(its text cannot be made)"
    return " ".join(f"{type(error).__name__}: {text}".split())


class FunctionFailed(Exception):
    """The function raised something; it is the cause."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(in_a_line(cause))
        self.__cause__ = cause
