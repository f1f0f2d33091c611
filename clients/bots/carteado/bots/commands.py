"""``carteado bot``: run bots, or start writing one."""

from __future__ import annotations

import asyncio
import dataclasses
import importlib.util
import json
import keyword
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.bots.bot import Bot
from carteado.bots.brain import Brain
from carteado.bots.library import BOTS, with_settings
from carteado.bots.player import Tally
from carteado.bots.process import start_process
from carteado.bots.running import Run, run_bots
from carteado.bots.template import write_template
from carteado.client import InputError
from carteado.client.commandline import AsJson, Flag, Settings, new_app, run_app
from carteado.engine.words import counted

__all__ = ["Seat", "bot", "program"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Seat:
    """Where and how a bot plays.

    Args:
        url: The server: host, host:port or ws://host:port.
        table: Id of the table or the beginning of it; the first with a free seat when absent.
        seat: Number of the seat, from 0; the first free one when absent.
        name: What others call the bot.
        hands: Leave after so many hands.
        seed: Repeat what chance decides for the bot.
        json: Print the summary as JSON.
        follow_parent: End when the standard input does.
    """

    url: str = "127.0.0.1"
    table: str | None = None
    seat: Annotated[int | None, Parameter(validator=Number(gte=0, lte=9))] = None
    name: str | None = None
    hands: Annotated[int | None, Parameter(validator=Number(gte=1))] = None
    seed: int | None = None
    json: Flag = False
    follow_parent: Annotated[bool, Parameter(negative=(), show=False)] = False


_Count = Annotated[int, Parameter(validator=Number(gte=1, lte=100))]
_HERE = Seat()


def program(one: Bot, arguments: Sequence[str] | None = None) -> int:
    """A bot's own command line; returns its exit status."""
    app = new_app(one.name, one.text)
    app.default(_runner(one))
    return run_app(app, arguments)


def _runner(one: Bot) -> Callable[..., int]:
    def run(*, count: _Count = 1, set_: Settings = (), seat: Seat = _HERE) -> int:
        playing = with_settings(one, set_)
        playing.prepare()

        async def brain() -> Brain:
            return playing.brain()

        return _run(seat, one.name, count, brain, games=one.games)

    keys = f"key=value, one each time: {', '.join(one.choices)}" if one.choices else "it has none"
    run.__doc__ = f"""{one.text or "Play."}

    Args:
        count: Run so many of them at once.
        set_: An option of the bot ({keys}).
    """
    return run


def _run(
    seat: Seat,
    name: str,
    count: int,
    brain: Callable[[], Awaitable[Brain]],
    *,
    games: Sequence[str] = (),
    hear: bool = False,
) -> int:
    run = Run(
        url=seat.url,
        table=seat.table,
        seat=seat.seat,
        name=name if seat.name is None else seat.name,
        hands=seat.hands,
        count=count,
        seed=seat.seed,
        follow_parent=seat.follow_parent,
        hear=hear,
        games=tuple(games),
    )

    def tell(bot_name: str, tally: Tally) -> None:
        print(_summary(bot_name, tally, seat.json))

    status: int = _loop_runner()(run_bots(run, brain, tell))
    return status


def _loop_runner() -> Any:
    """What runs the event loop: uvloop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run
    return uvloop.run


def _summary(name: str, tally: Tally, as_json: bool) -> str:
    figures = dataclasses.asdict(tally)
    if as_json:
        return json.dumps({"name": name, **figures})
    told = [
        counted(figures.pop("hands"), "hand"),
        counted(figures.pop("decisions"), "decision"),
        *(f"{value:,} {what}" for what, value in figures.items()),
    ]
    return f"{name}: {', '.join(told)}"


bot = new_app("bot", "Run bots, or start writing one.")
for _one in BOTS.values():
    bot.command(_runner(_one), name=_one.name)


@bot.command(name="list")
def list_bots(*, as_json: AsJson = False) -> None:
    """List the bots that come along.

    Args:
        as_json: Print one JSON object a line.
    """
    for one in BOTS.values():
        print(_described(one, as_json))


def _described(one: Bot, as_json: bool) -> str:
    if not as_json:
        return f"{one.name}: {one.text}"
    options = None if one.options is None else dataclasses.asdict(one.options)
    return json.dumps({"name": one.name, "text": one.text, "options": options, "games": one.games})


@bot.command(name="exec")
def exec_(
    *command: Annotated[str, Parameter(allow_leading_hyphen=True)], seat: Seat = _HERE
) -> int:
    """Run a bot in any language: a command that speaks the line dialect.

    It reads what the server says on its standard input, a message a line, and answers each prompt
    with an action on its standard output.

    Args:
        command: The command and its arguments, behind --.
        seat: Where and how it plays.
    """
    name = Path(command[0]).stem if command else "exec"
    name = "".join(letter for letter in name if letter.isalnum() or letter in "-_.")[:24] or "exec"
    if not command:
        raise InputError("which command? carteado bot exec --url URL --table ID -- COMMAND ...")

    async def brain() -> Brain:
        return await start_process(command)

    return _run(seat, name, 1, brain, hear=True)


@bot.command
def new(name: str, /) -> None:
    """Write a folder to start a bot from: the bot, a test, a README, a CI file.

    Args:
        name: Of the bot and of the folder.
    """
    if _means_something(name.replace("-", "_")):
        raise InputError(f"{name} means something to Python already: choose another name")
    folder = write_template(name, Path.cwd())
    print(folder)
    print(f"Next: cd {folder.name} && python -m pytest", file=sys.stderr)


def _means_something(module: str) -> bool:
    """Whether a file of that name could not be imported, or would stand before a module."""
    if keyword.iskeyword(module) or module == "carteado":
        return True
    if not module.isidentifier():  # which is told of otherwise
        return False
    found = importlib.util.find_spec(module)
    return found is not None and found.origin is not None
