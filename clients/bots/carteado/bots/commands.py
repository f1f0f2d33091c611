"""``carteado bot``: run bots, or create one of your own."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import keyword
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from carteado.bots.bot import Bot
from carteado.bots.brain import Brain
from carteado.bots.library import BOTS
from carteado.bots.process import start_process
from carteado.bots.program import HERE, Seat, run_seat, runner
from carteado.bots.template import write_template
from carteado.client import InputError
from carteado.client.commandline import AsJson, new_app

__all__ = ["bot"]

bot = new_app("bot", "Run bots, or create one of your own.")
for _one in BOTS.values():
    # Bound one by one, so that each bot's own options show in its help.
    bot.command(runner(_one), name=_one.name)


@bot.command(name="list")
def list_bots(*, as_json: AsJson = False) -> None:
    """List the bots that Carteado includes.

    Args:
        as_json: Print one JSON object per line.
    """
    for one in BOTS.values():
        print(_described(one, as_json))


def _described(bot: Bot, as_json: bool) -> str:
    if not as_json:
        return f"{bot.name}: {bot.text}"
    options = None if bot.options is None else dataclasses.asdict(bot.options)
    return json.dumps({"name": bot.name, "text": bot.text, "options": options, "games": bot.games})


@bot.command(name="exec")
def exec_(
    *command: Annotated[str, Parameter(allow_leading_hyphen=True)],
    views: bool = False,
    seat: Seat = HERE,
) -> int:
    """Run a bot written in any language, through its standard input and output.

    The bot reads one message of the line protocol per line from its standard input. It answers
    each prompt with an action on its standard output.

    Args:
        command: The command and its arguments, after --.
        views: After each prompt, write a line "view TABLE DECISION JSON": the table as the seat
            sees it.
        seat: Where and how the bot plays.
    """
    # Named after its program, without the characters that a player's name may not have.
    name = Path(command[0]).stem if command else "exec"
    name = "".join(letter for letter in name if letter.isalnum() or letter in "-_.")[:24] or "exec"
    if not command:
        raise InputError(
            "the command is missing; type: carteado bot exec --url URL --table ID -- COMMAND ..."
        )

    async def brain() -> Brain:
        return await start_process(command, views=views)

    return run_seat(seat, name, 1, brain, hear=True)


@bot.command
def new(name: str, /) -> None:
    """Create a folder for a new bot: the bot, a test, a README and a CI file.

    Args:
        name: Name of the bot and of the folder.
    """
    if _means_something(name.replace("-", "_")):
        raise InputError(f"{name} is already the name of a Python module; choose another name")
    folder = write_template(name, Path.cwd())
    print(folder)
    print(f"Next: cd {folder.name} && python -m pytest", file=sys.stderr)


def _means_something(module: str) -> bool:
    """Whether a file of that name could not be imported, or would hide another module."""
    # A folder of this name would hide the installed package.
    if keyword.iskeyword(module) or module == "carteado":
        return True
    if not module.isidentifier():  # `write_template` refuses it with its own message
        return False
    found = importlib.util.find_spec(module)
    # A namespace package, such as any folder here, has no origin and hides nothing.
    return found is not None and found.origin is not None
