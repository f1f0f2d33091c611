"""Who takes part: bots by name, with options, or functions of the user's own.

====================================  ==============================================================
``caller``                            a bot that comes along (``carteado bot list``)
``mfs:variant=as-coded,extra=400``    the same with options
``module:function``                   a `Bot` or a function of an importable module
``module:function:key=value``         such a `Bot` with options
``exec:COMMAND``                      a process that speaks the line dialect (``carteado bot exec``)
====================================  ==============================================================

Processes and asynchronous functions are asked over the network only.
"""

from __future__ import annotations

import importlib
import inspect
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from carteado.arena.errors import ArenaError
from carteado.bots.bot import Bot
from carteado.bots.brain import Brain
from carteado.bots.library import bot_named, with_settings
from carteado.bots.process import start_process
from carteado.client.errors import InputError

__all__ = ["Entrant", "labels", "resolve"]

MAX_LABEL = 40

_EXEC = "exec:"


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """One that takes part.

    Attributes:
        label: what reports and tables call it; no other entrant has the same.
        bot: decides; None where a process does.
        command: of that process.
    """

    label: str
    bot: Bot | None = None
    command: tuple[str, ...] = ()

    @property
    def here(self) -> Bot:
        """The bot, to be called in process.

        Raises:
            ArenaError: it can be asked over the network only.
        """
        bot = self.bot
        if bot is None or inspect.iscoroutinefunction(inspect.unwrap(bot)):
            what = "a process" if bot is None else "asynchronous"
            raise ArenaError(f"{self.label} is {what}: it plays over the network only (--network)")
        return bot

    async def brain(self) -> Brain:
        """What decides for one seat.

        Raises:
            InputError: a process that cannot be started.
        """
        return await start_process(self.command) if self.bot is None else self.bot.brain()


def labels(specs: Sequence[str]) -> tuple[str, ...]:
    """A name for each entrant: what was written, with a number behind it where it comes again."""
    found: list[str] = []
    for spec in specs:
        short = spec.strip()[:MAX_LABEL]
        name, number = short, 2
        while name in found:
            name, number = f"{short}-{number}", number + 1
        found.append(name)
    return tuple(found)


def resolve(specs: Sequence[str], game: str) -> tuple[Entrant, ...]:
    """The entrants that were named.

    Args:
        specs: as above.
        game: id of the game that they are to play.

    Raises:
        ArenaError: there is no such bot, module, function or option, or it does not play the game.
    """
    found = []
    for label, spec in zip(labels(specs), specs, strict=True):
        if spec.strip().startswith(_EXEC):
            found.append(Entrant(label=label, command=_command(spec)))
            continue
        bot = bot_of(spec)
        if bot.games and game not in bot.games:
            raise ArenaError(f"{label} plays {', '.join(bot.games)}, not {game}")
        found.append(Entrant(label=label, bot=bot))
    return tuple(found)


def _command(spec: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(spec.strip().removeprefix(_EXEC)))
    except ValueError as error:
        raise ArenaError(f"{spec!r:.60} is no command line: {error}") from None
    if not words:
        raise ArenaError("which command? write exec:COMMAND")
    return words


def bot_of(spec: str) -> Bot:
    """The bot that a text names.

    Raises:
        ArenaError: as in `resolve`.
    """
    module, _, rest = spec.strip().partition(":")
    function, _, settings = rest.partition(":")
    try:
        if not function.isidentifier():
            return bot_named(spec)
        return with_settings(_imported(module, function), settings.split(",") if settings else ())
    except InputError as error:
        raise ArenaError(f"{error}; a function of your own is written module:function") from None


def _imported(module: str, function: str) -> Bot:
    if "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` does: modules of the folder one works in
    try:
        found = getattr(importlib.import_module(module), function, None)
    except Exception as error:
        kind = type(error).__name__
        raise ArenaError(f"module {module!r:.60} cannot be imported: {kind}: {error}") from error
    if isinstance(found, Bot):
        return found
    if found is None:
        raise ArenaError(f"module {module!r:.60} has no {function!r:.40}")
    if not inspect.isroutine(found):
        raise ArenaError(f"{function!r:.40} of module {module!r:.60} is no function")
    return Bot(found)
