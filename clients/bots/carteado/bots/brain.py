"""What decides for a bot: a function of this program here, a process of another in `process`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from carteado.bots.thinker import FunctionFailed, Thinker
from carteado.bots.view import View
from carteado.client.told import Heard, Lost
from carteado.protocol.happenings import Happening

__all__ = ["Brain", "BrainFailed", "BrainGone", "FunctionBrain"]


class BrainFailed(Exception):
    """No answer this time; the message says why in one line."""


class BrainGone(Exception):
    """No answer now or ever again."""


class Brain(Protocol):
    """What decides for a bot."""

    async def decide(self, view: View) -> Any:
        """An answer; cancelled when its time is up.

        Raises:
            BrainFailed: there is none this time.
            BrainGone: there will never be one.
        """
        ...

    def tell(self, happening: Happening | Heard | Lost) -> None:
        """Something happened; must not wait."""
        ...

    async def close(self) -> None:
        """No more is asked."""
        ...


class FunctionBrain:
    """A function from view to action, called in a thread of its own.

    Args:
        function: what the author of the bot wrote.
        name: of the bot.
    """

    def __init__(self, function: Callable[[View], Any], name: str) -> None:
        self._thinker = Thinker(function, f"bot {name}")

    async def decide(self, view: View) -> Any:
        """The function's answer."""
        try:
            return await self._thinker.ask(view)
        except FunctionFailed as failed:
            raise BrainFailed(_where(failed)) from failed

    def tell(self, happening: Happening | Heard | Lost) -> None:
        """A function is given views, and told nothing else."""

    async def close(self) -> None:
        """End the thread; one that never returns is left behind."""
        self._thinker.close()
        await asyncio.sleep(0)


def _where(failed: FunctionFailed) -> str:
    """The exception and the line that raised it."""
    trace = failed.__cause__.__traceback__ if failed.__cause__ else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"{failed}{place}"
