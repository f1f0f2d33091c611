"""A bot as a program: where it plays, its options, and the summary at its end.

This module knows a bot by what it asks of it (`Runnable`), so that `Bot` can use it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol, Self

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.bots.brain import Brain
from carteado.bots.decisions import Tally
from carteado.bots.running import Run, run_bots
from carteado.bots.settings import with_settings
from carteado.client.commandline import Flag, Settings, new_app, run_app
from carteado.client.server_choice import choose_server
from carteado.engine.words import counted
from carteado.transport.event_loop import run_loop

__all__ = ["HERE", "Runnable", "Seat", "program", "run_seat", "runner"]


class Runnable(Protocol):
    """A command line's interface to a bot; see `bot.Bot`."""

    name: str
    text: str
    games: tuple[str, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """Names of the options."""
        ...

    def with_options(self, given: Mapping[str, str]) -> Self:
        """The bot with other options, each as its text."""
        ...

    def prepare(self) -> None:
        """Load what the bot needs."""
        ...

    def brain(self) -> Brain:
        """The decision maker of one seat."""
        ...


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Seat:
    """The table, the seat and the way in which a bot plays.

    Args:
        url: The server: host, host:port or ws://host:port. Without it, this machine's server, or
            the one found on the network.
        table: Id of the table, or the first characters of it; by default the first table with a
            free seat.
        seat: Number of the seat, 0 to 9; by default the first free seat.
        name: Name of the bot at the table.
        hands: Leave after this many hands.
        seed: Seed of the bot's random numbers; the same seed repeats its choices.
        json: Print the summary as JSON.
        follow_parent: End when standard input is closed.
    """

    url: str | None = None
    table: str | None = None
    seat: Annotated[int | None, Parameter(validator=Number(gte=0, lte=9))] = None
    name: str | None = None
    hands: Annotated[int | None, Parameter(validator=Number(gte=1))] = None
    seed: int | None = None
    json: Flag = False
    follow_parent: Annotated[bool, Parameter(negative=(), show=False)] = False


# A bound against a slip of the keyboard: each bot is a connection of its own.
_Count = Annotated[int, Parameter(validator=Number(gte=1, lte=100))]
HERE = Seat()
"""The first free seat of this machine's server."""


def program(runnable: Runnable, arguments: Sequence[str] | None = None) -> int:
    """A bot's own command line; returns its exit status."""
    app = new_app(runnable.name, runnable.text)
    app.default(runner(runnable))
    return run_app(app, arguments)


def runner(runnable: Runnable) -> Callable[..., int]:
    """The command of a bot: its options and its seat are parameters."""

    def run(*, count: _Count = 1, set_: Settings = (), seat: Seat = HERE) -> int:
        playing = with_settings(runnable, set_)
        # Before the seat is taken: a missing extra ends the command, and no clock runs yet.
        playing.prepare()

        # A function and no object, because every bot of `--count` needs a brain of its own.
        async def brain() -> Brain:
            return playing.brain()

        return run_seat(seat, runnable.name, count, brain, games=runnable.games)

    keys = (
        f"key=value; repeat for more: {', '.join(runnable.choices)}"
        if runnable.choices
        else "it has none"
    )
    # Set afterwards, since the options differ from bot to bot; the command line makes its help of
    # it.
    run.__doc__ = f"""{runnable.text or "Play."}

    Args:
        count: Number of bots to run, 1 to 100.
        set_: Set an option of the bot ({keys}).
    """
    return run


def run_seat(
    seat: Seat,
    name: str,
    count: int,
    brain: Callable[[], Awaitable[Brain]],
    *,
    games: Sequence[str] = (),
    hear: bool = False,
) -> int:
    """Play until the bots leave, print a summary of each, and return the exit status.

    Args:
        seat: where and how they play.
        name: of the bots, unless the seat has one.
        count: number of bots.
        brain: makes what decides for one of them.
        games: ids of the games that they play; empty for every game.
        hear: whether they read everything that happens at the table.
    """
    chosen = choose_server(seat.url)
    run = Run(
        url=chosen.url,
        table=seat.table or chosen.table,
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

    return run_loop(run_bots(run, brain, tell))


def _summary(name: str, tally: Tally, as_json: bool) -> str:
    figures = dataclasses.asdict(tally)
    if as_json:
        return json.dumps({"name": name, **figures})
    counts = [
        counted(figures.pop("hands"), "hand"),
        counted(figures.pop("decisions"), "decision"),
        *(f"{value:,} {what}" for what, value in figures.items()),
    ]
    return f"{name}: {', '.join(counts)}"
