"""The decorator that makes a bot of a function."""

from __future__ import annotations

import asyncio
import functools
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, overload

from carteado.bots.brain import FunctionBrain
from carteado.bots.view import View
from carteado.engine.errors import OptionsError
from carteado.engine.tables.options import options_from_text, options_keys

__all__ = ["Bot", "bot"]

Function = Callable[..., Any]


class Bot:
    """A bot: calling it asks its function, `main` puts it at a table.

    Args:
        function: from the view, and the options where there are any, to an action.
        name: what others call it, the function's name when absent.
        options: a frozen dataclass instance with what may be chosen; None for nothing.
        games: ids of the games that it plays; empty for every game.
        prepare: loads what it needs, before it sits down.
        quick: whether the function answers in far less than a millisecond and never waits.

    Attributes:
        name: what others call it, unless the command line says otherwise.
        text: one line about it, from its docstring.
        options: how it plays, None where nothing may be chosen.
        games: ids of the games that it plays; empty for every game.
    """

    def __init__(
        self,
        function: Function,
        name: str | None = None,
        *,
        options: Any = None,
        games: Sequence[str] = (),
        prepare: Callable[[], object] | None = None,
        quick: bool = False,
    ) -> None:
        # The bot keeps the function's name and docstring, which `help` shows.
        functools.update_wrapper(self, function)
        self._function = function
        # Cut to what the server allows as a name.
        self.name = name or function.__name__.replace("_", "-")[:24]
        self.text = (inspect.getdoc(function) or "").partition("\n")[0]
        self.options = options
        self.games = tuple(games)
        self._prepare = prepare
        self._quick = quick

    def __call__(self, view: View) -> Any:
        """The bot's decision: an action, its plain data or its text, such as ``"raise 60"``."""
        return self._function(view) if self.options is None else self._function(view, self.options)

    @property
    def function(self) -> Callable[[View], Any]:
        """The bot's function, with the options bound where it has any."""
        if self.options is None:
            return self._function
        # Bound once: a decision must not look up options.
        return functools.partial(self._function, options=self.options)

    def with_options(self, given: Mapping[str, str]) -> Self:
        """The bot playing otherwise.

        Args:
            given: text of each option's value by its name, such as ``{"variant": "as-coded"}``.

        Raises:
            OptionsError: there is no such option (the message names those that there are), or its
                value cannot be.
        """
        if not given:
            return self
        if self.options is None:
            raise OptionsError(next(iter(given)), f"no such option; {self.name} has none")
        options = options_from_text(type(self.options), self.options, given)
        return type(self)(
            self._function,
            self.name,
            options=options,
            games=self.games,
            prepare=self._prepare,
            quick=self._quick,
        )

    def prepare(self) -> None:
        """Load what the bot needs, so that its first decision does not wait; called before it sits.

        Raises:
            ImportError: an extra is not installed.
        """
        if self._prepare is not None:
            self._prepare()

    @property
    def choices(self) -> tuple[str, ...]:
        """Names of the options."""
        return () if self.options is None else options_keys(type(self.options))

    def brain(self) -> FunctionBrain:
        """The bot as what decides for a seat; each seat has its own."""
        function = self.function
        if inspect.iscoroutinefunction(function):
            # Awaited in the thinking thread, with a loop of its own, so that it may block as well.
            return FunctionBrain(lambda view: asyncio.run(function(view)), self.name)
        return FunctionBrain(function, self.name, quick=self._quick)

    def main(self, arguments: Sequence[str] | None = None) -> None:
        """The bot as a program of its own; ends the process with an exit status.

        Args:
            arguments: of the command line; those of this process when absent.
        """
        from carteado.bots.program import program

        sys.exit(program(self, arguments))


@overload
def bot(function: Function, /) -> Bot: ...


@overload
def bot(
    *,
    name: str | None = None,
    options: Any = None,
    games: Sequence[str] = (),
    prepare: Callable[[], object] | None = None,
    quick: bool = False,
) -> Callable[[Function], Bot]: ...


def bot(
    function: Function | None = None,
    /,
    *,
    name: str | None = None,
    options: Any = None,
    games: Sequence[str] = (),
    prepare: Callable[[], object] | None = None,
    quick: bool = False,
) -> Bot | Callable[[Function], Bot]:
    """Make a bot of a function from view to action.

    Args:
        function: gets a `View` and returns an action: one of the game's, its plain data, or its
            text. It is called in a thread of its own and may take until ``view.time_left`` is 0.
            With `options` it gets those as a second argument named ``options``.
        name: what others call the bot, the function's name when absent.
        options: a frozen dataclass instance with the options' usual values; the user who starts the
            bot may choose others (``--set key=value``).
        games: ids of the games that it plays; empty for every game. It does not sit down
            elsewhere.
        prepare: called once before the bot sits down, to load what it needs.
        quick: whether the function answers in far less than a millisecond and never waits. It is
            then called on the event loop, which saves more time than such a function takes.
    """

    def make(decorated: Function) -> Bot:
        return Bot(decorated, name, options=options, games=games, prepare=prepare, quick=quick)

    # Both `@bot` and `@bot(...)` come here.
    return make if function is None else make(function)
