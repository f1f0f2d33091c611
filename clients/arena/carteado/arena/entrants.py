"""Who takes part: bots by name, with options, or functions of the user's own.

====================================  ==============================================================
``caller``                            a bot that comes along (``carteado bot list``)
``mfs:variant=as-coded,extra=400``    the same with options
``module:function``                   a `Bot` or a function of an importable module
``module:function:key=value``         such a `Bot` with options
``exec:COMMAND``                      a process that speaks the line dialect (``carteado bot exec``)
====================================  ==============================================================

Functions of the user's own each get a process of their own (`guard`). Processes that speak the line
dialect are asked over the network only.
"""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.arena.errors import ArenaError
from carteado.arena.guard import GuardedBrain, Own, lend
from carteado.bots.bot import Bot
from carteado.bots.brain import Brain
from carteado.bots.library import BOTS, bot_named
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
        bot: decides in this process; None where another process does.
        own: a bot of the user's own, which decides in a process of its own.
        command: of a process that speaks the line dialect.
    """

    label: str
    bot: Bot | None = None
    own: Own | None = None
    command: tuple[str, ...] = ()

    @property
    def here(self) -> Callable[[Any], Any]:
        """What is called in this process.

        Raises:
            ArenaError: it can be asked over the network only.
        """
        if self.bot is None:
            what = "is a process: it plays over the network only (--network)"
            raise ArenaError(f"{self.label} {what}")
        return self.bot.function

    async def brain(self) -> Brain:
        """What decides for one seat.

        Raises:
            InputError: a process that cannot be started.
        """
        if self.own is not None:
            guard = lend(self.own)
            await asyncio.to_thread(guard.ready)
            return GuardedBrain(guard)
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
        if _is_own(spec):
            own, bot = Own(spec.strip(), game), None
            games = _games_of(own)
        else:
            own, bot = None, _library_bot(spec)
            games = bot.games
        if games and game not in games:
            raise ArenaError(f"{label} plays {', '.join(games)}, not {game}")
        found.append(Entrant(label=label, bot=bot, own=own))
    return tuple(found)


def _command(spec: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(spec.strip().removeprefix(_EXEC)))
    except ValueError as error:
        raise ArenaError(f"{spec!r:.60} is no command line: {error}") from None
    if not words:
        raise ArenaError("which command? write exec:COMMAND")
    return words


def _is_own(spec: str) -> bool:
    """Whether a text is ``module:function``, and not a bot's name with options."""
    module, _, rest = spec.strip().partition(":")
    return bool(module) and rest.partition(":")[0].isidentifier()


def _games_of(own: Own) -> tuple[str, ...]:
    """The games that a bot of the user's own plays; its process is kept for whoever plays."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` does: modules of the folder one works in
    guard = lend(own)
    try:
        guard.start()
    except ArenaError as error:
        name = own.spec.partition(":")[0]
        if name not in BOTS:
            raise
        raise ArenaError(f"{error}; options of the bot {name} are {name}:key=value") from None
    guard.let_go()
    return guard.games


def _library_bot(spec: str) -> Bot:
    try:
        return bot_named(spec)
    except InputError as error:
        raise ArenaError(f"{error}; a function of your own is written module:function") from None
