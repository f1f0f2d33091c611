"""The decision maker of a bot: a function (here) or a process of its own (`process`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from carteado.bots.thinker import FunctionFailed, Thinker
from carteado.bots.view import View
from carteado.client.notices import Heard, Lost
from carteado.protocol.session_events import SessionEvent

__all__ = ["Brain", "BrainFailed", "BrainGone", "FunctionBrain"]


class BrainFailed(Exception):
    """No answer this time; the message says why in one line."""


class BrainGone(Exception):
    """No answer now or ever again; the message says why in one line.

    Attributes:
        exit_status: status of a command line that ends with it.
    """

    exit_status: ClassVar[int] = 1


class Brain(Protocol):
    """The decision maker of a bot."""

    @property
    def quick(self) -> bool:
        """Whether the next answer may be asked for with `answer`, on the event loop."""
        ...

    def answer(self, view: View) -> Any:
        """An answer at once, asked for only where the brain is `quick`.

        Raises:
            BrainFailed: there is none this time.
        """
        ...

    async def decide(self, view: View) -> Any:
        """An answer; cancelled when its time is up.

        Raises:
            BrainFailed: there is none this time.
            BrainGone: there will never be one.
        """
        ...

    def tell(self, session_event: SessionEvent | Heard | Lost) -> None:
        """Something happened; must not wait."""
        ...

    async def close(self) -> None:
        """Release the brain's resources; no decision follows."""
        ...


class FunctionBrain:
    """A function from view to action, called in a thread of its own, or on the loop where quick.

    Args:
        function: what the author of the bot wrote.
        name: of the bot.
        quick: whether it answers in far less than a millisecond and never waits.
    """

    def __init__(self, function: Callable[[View], Any], name: str, *, quick: bool = False) -> None:
        self.quick = quick
        self._function = function
        self._thinker = None if quick else Thinker(function, f"bot {name}")

    def answer(self, view: View) -> Any:
        """The function's answer, asked for on the event loop."""
        try:
            return self._function(view)
        # `sys.exit` in a bot's function is its mistake, and must not end the program.
        except (Exception, SystemExit) as error:
            raise BrainFailed(_where(FunctionFailed(error))) from error

    async def decide(self, view: View) -> Any:
        """The function's answer."""
        if self._thinker is None:
            return self.answer(view)
        try:
            return await self._thinker.ask(view)
        except FunctionFailed as failed:
            raise BrainFailed(_where(failed)) from failed

    def tell(self, session_event: SessionEvent | Heard | Lost) -> None:
        """Ignore the news: a function gets views and nothing else."""

    async def close(self) -> None:
        """End the thread; one that never returns is left behind."""
        if self._thinker is not None:
            self._thinker.close()
            await asyncio.sleep(0)


def _where(failed: FunctionFailed) -> str:
    """The exception and the line that raised it."""
    trace = failed.__cause__.__traceback__ if failed.__cause__ else None
    # The innermost frame is the author's line; the outer ones are of this package.
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"{failed}{place}"
