"""The entrants: bots by name, with options, or functions of the user.

====================================  ==============================================================
``caller``                            a built-in bot (``carteado bot list``)
``mfs:variant=as-coded,extra=400``    the same with options
``module:function``                   a `Bot` or a function of an importable module
``module:function:key=value``         such a `Bot` with options
``exec:COMMAND``                      a process that speaks the line dialect (``carteado bot exec``)
``lbr:BOT``                           a local best response to one of the first four, heads-up
``lbr@turn:BOT``                      the same, betting from the turn on
====================================  ==============================================================

User functions each get a process of their own (`guard`). Processes that speak the line
dialect are asked over the network only.
"""

from __future__ import annotations

import asyncio
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carteado.arena.best_response.model import STREETS, Model, retracing_of
from carteado.arena.errors import ArenaError
from carteado.arena.sandbox.guard import GuardedBrain, UserBot, lend
from carteado.bots.bot import Bot
from carteado.bots.brain import Brain, FunctionBrain
from carteado.bots.library import BOTS, bot_named
from carteado.bots.process import start_process
from carteado.client.errors import InputError
from carteado.engine.registry import game_of

if TYPE_CHECKING:
    from carteado.arena.best_response.response import LocalBestResponse

__all__ = ["Entrant", "Response", "is_response", "labels", "resolve"]

# Options may make a spec long, and labels are column heads of tables.
MAX_LABEL = 40

_EXEC = "exec:"
# The bot may be missing here, so that the error can say so.
_RESPONSE = re.compile(r"lbr(@(?P<street>[^:]*))?(:(?P<to>.*))?")


@dataclass(frozen=True, kw_only=True)
class Response:
    """The bot that a local best response answers to, and its first betting street.

    Attributes:
        to: the bot.
        bets_from: the first street on which it bets.
    """

    to: Bot | UserBot
    bets_from: str

    def player(self) -> LocalBestResponse:
        """A player for one seat."""
        from carteado.arena.best_response.response import LocalBestResponse

        return LocalBestResponse(Model(self.to), self.bets_from)


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """An entrant.

    Attributes:
        label: its name in reports and tables, unique among the entrants.
        bot: decides in this process; None if another process does.
        own: a user bot, which decides in its own process.
        command: of a process that speaks the line dialect.
        response: a local best response.
    """

    label: str
    bot: Bot | None = None
    own: UserBot | None = None
    command: tuple[str, ...] = ()
    response: Response | None = None

    @property
    def here(self) -> Callable[[Any], Any]:
        """The function to call in this process for a decision.

        Raises:
            ArenaError: the entrant can only play over the network.
        """
        if self.response is not None:
            return self.response.player()
        if self.bot is None:
            what = "is a process: it plays over the network only (--network)"
            raise ArenaError(f"{self.label} {what}")
        return self.bot.function

    async def brain(self) -> Brain:
        """The brain that decides for one seat.

        Raises:
            InputError: a process that cannot be started.
        """
        if self.own is not None:
            # Loading the user's module may take seconds, in which the other bots must be answered.
            guard = lend(self.own)
            await asyncio.to_thread(guard.ready)
            return GuardedBrain(guard)
        if self.response is not None:
            return await _response_brain(self.response, self.label)
        return await start_process(self.command) if self.bot is None else self.bot.brain()


def labels(specs: Sequence[str]) -> tuple[str, ...]:
    """A name for each entrant: its text, with a number from the second occurrence on."""
    found: list[str] = []
    for spec in specs:
        short = spec.strip()[:MAX_LABEL]
        name, number = short, 2
        # Labels name the columns of reports, so two equal entrants need different ones.
        while name in found:
            name, number = f"{short}-{number}", number + 1
        found.append(name)
    return tuple(found)


def is_response(spec: str) -> bool:
    """Whether a text means a local best response."""
    return bool(_RESPONSE.fullmatch(spec.strip()))


def resolve(specs: Sequence[str], game: str) -> tuple[Entrant, ...]:
    """The entrants named by texts.

    Args:
        specs: texts as in the table above.
        game: id of the game that they are to play.

    Raises:
        ArenaError: there is no such bot, module, function or option, or it does not play the game.
    """
    return tuple(
        _resolved(label, spec.strip(), game)
        for label, spec in zip(labels(specs), specs, strict=True)
    )


def _resolved(label: str, spec: str, game: str) -> Entrant:
    if spec.startswith(_EXEC):
        return Entrant(label=label, command=_command(spec))
    if response := _RESPONSE.fullmatch(spec):
        return Entrant(label=label, response=_response(response, label, game))
    if _is_own(spec):
        own = UserBot(spec, game)
        found = Entrant(label=label, own=own)
        games = _games_of(own)
    else:
        bot = _library_bot(spec)
        found = Entrant(label=label, bot=bot)
        games = bot.games
    # No games at all means that the bot claims to play every game.
    if games and game not in games:
        raise ArenaError(f"{label} plays {', '.join(games)}, not {game}")
    return found


def _response(written: re.Match[str], label: str, game: str) -> Response:
    street = STREETS[0] if written["street"] is None else written["street"]
    if street not in STREETS:
        raise ArenaError(f"{label}: {street!r:.40} is not one of {', '.join(STREETS)}")
    if not written["to"]:
        raise ArenaError(f"{label}: a local best response to whom? write lbr:BOT")
    # Only for its error about a game that cannot be retraced.
    retracing_of(game_of(game))
    opponent = _resolved(label, written["to"], game)
    to = opponent.bot or opponent.own
    if to is None:
        why = "only a bot's function can be asked what it would do with other cards"
        raise ArenaError(f"{label}: {why}; write lbr:BOT or lbr:module:function")
    return Response(to=to, bets_from=street)


async def _response_brain(response: Response, label: str) -> Brain:
    player = response.player()
    guard = player.model.guard
    if guard is None:
        return FunctionBrain(player, label)
    await asyncio.to_thread(guard.ready)
    return GuardedBrain(guard, player)


def _command(spec: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(spec.strip().removeprefix(_EXEC)))
    except ValueError as error:
        raise ArenaError(f"{spec!r:.60} is not a command line: {error}") from None
    if not words:
        raise ArenaError("the command is missing; write exec:COMMAND")
    return words


def _is_own(spec: str) -> bool:
    """Whether a text is ``module:function``, and not a bot's name with options."""
    module, _, rest = spec.strip().partition(":")
    # "mfs:variant=as-coded" has a "=" and is therefore no function name.
    return bool(module) and rest.partition(":")[0].isidentifier()


def _games_of(own: UserBot) -> tuple[str, ...]:
    """The games that a user bot plays; its process is kept for play."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` does: modules in the working directory
    # The module is loaded in the guard's process: importing it here would run foreign code.
    guard = lend(own)
    try:
        guard.start()
    except ArenaError as error:
        name = own.spec.partition(":")[0]
        # A built-in name with a wrong option looks like a module; suggest what was probably meant.
        if name not in BOTS:
            raise
        raise ArenaError(f"{error}; options of the bot {name} are {name}:key=value") from None
    # Released but not ended, because loading the module again would take as long again.
    guard.let_go()
    return guard.games


def _library_bot(spec: str) -> Bot:
    try:
        return bot_named(spec)
    except InputError as error:
        raise ArenaError(f"{error}; a function of your own is written module:function") from None
