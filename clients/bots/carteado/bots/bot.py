"""The decorator that makes a bot of a function."""

from __future__ import annotations

import asyncio
import functools
import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any, overload

from carteado.bots.brain import FunctionBrain
from carteado.bots.view import View

__all__ = ["Bot", "bot"]

Function = Callable[[View], Any]


class Bot:
    """A bot: calling it asks its function, `main` puts it at a table.

    Attributes:
        name: what others call it, unless the command line says otherwise.
        text: one line about it, from its docstring.
    """

    def __init__(self, function: Function, name: str | None = None) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self.name = name or function.__name__.replace("_", "-")[:24]
        self.text = (inspect.getdoc(function) or "").partition("\n")[0]

    def __call__(self, view: View) -> Any:
        """What the bot does: an action, its plain data or its text, such as ``"raise 60"``."""
        return self._function(view)

    def brain(self) -> FunctionBrain:
        """The bot as what decides for a seat; each seat has its own."""
        function = self._function
        if inspect.iscoroutinefunction(function):
            return FunctionBrain(lambda view: asyncio.run(function(view)), self.name)
        return FunctionBrain(function, self.name)

    def main(self, arguments: Sequence[str] | None = None) -> None:
        """The bot as a program of its own; ends the process with an exit status.

        Args:
            arguments: of the command line; those of this process when absent.
        """
        from carteado.bots.commands import program

        sys.exit(program(self, arguments))


@overload
def bot(function: Function, /) -> Bot: ...


@overload
def bot(*, name: str) -> Callable[[Function], Bot]: ...


def bot(
    function: Function | None = None, /, *, name: str | None = None
) -> Bot | Callable[[Function], Bot]:
    """Make a bot of a function from view to action.

    Args:
        function: gets a `View` and returns an action: one of the game's, its plain data, or its
            text. It is called in a thread of its own and may take until ``view.time_left`` is 0.
        name: what others call the bot, the function's name when absent.
    """
    if function is not None:
        return Bot(function, name)
    return lambda decorated: Bot(decorated, name)
