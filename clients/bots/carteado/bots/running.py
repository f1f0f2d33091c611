"""Bots as processes: several at a time, following a parent, with a summary at the end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from carteado.bots.brain import Brain
from carteado.bots.decisions import Tally
from carteado.bots.player import Player
from carteado.client import Client, CommandRefused, InputError, server_url
from carteado.protocol.notation import escape

__all__ = ["SEAT_TOKEN", "TERMINATED", "Run", "run_bots"]

TERMINATED = 128 + signal.SIGTERM
"""Exit status of a process that SIGTERM ends, as shells tell it."""

SEAT_TOKEN = "CARTEADO_SEAT_TOKEN"
"""Name of the environment variable with the token of a seat that is kept for the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The bots of one command.

    Attributes:
        url: the server, as people write it.
        table: id of a table or the beginning of it; None for the first with a free seat.
        seat: None for the first free one.
        name: what others call the bot; several get a number behind it.
        hands: leave after so many; None to stay.
        count: so many bots.
        seed: repeats what the bots' chance decides; None for another every time.
        follow_parent: end when the standard input does.
        hear: whether the brains receive every message.
        games: ids of the games that the bots play; empty for every game.
    """

    url: str
    table: str | None = None
    seat: int | None = None
    name: str
    hands: int | None = None
    count: int = 1
    seed: int | None = None
    follow_parent: bool = False
    hear: bool = False
    games: tuple[str, ...] = ()


async def run_bots(
    run: Run, brain: Callable[[], Awaitable[Brain]], tell: Callable[[str, Tally], None]
) -> int:
    """Run bots until they are done.

    SIGTERM ends them as an interruption does.

    Args:
        run: what to run.
        brain: makes what decides, one for each bot.
        tell: called with the name and the tally of each bot at the end, also after an interruption;
            not if the parent ended first.

    Returns:
        The exit status: 0, or `TERMINATED`.

    Raises:
        ClientError: a server that cannot be reached, a seat that is refused.
    """
    url = server_url(run.url)
    # Removed from the environment, which programs started by the bot would inherit.
    token = os.environ.pop(SEAT_TOKEN, None)
    if token is not None and run.count > 1:
        raise InputError(f"{SEAT_TOKEN} is the token of one seat: --count does not go with it")
    names = [run.name] if run.count == 1 else [f"{run.name}-{n + 1}" for n in range(run.count)]
    # The seats are taken one after the other, or two bots would ask for the same free one.
    sitting = asyncio.Lock()
    tallies: dict[str, Tally] = {}
    if run.follow_parent:
        _follow_parent()
    terminated = _cancel_when_terminated()
    try:
        async with asyncio.TaskGroup() as group:
            for number, name in enumerate(names):
                playing = _play(run, url, name, number, token, brain, sitting, tallies)
                group.create_task(playing)
    # Ctrl-C cancels the main task; the summaries are printed before it ends.
    except asyncio.CancelledError:
        if not run.follow_parent:
            _tell(names, tallies, tell)
            if not terminated:
                raise
        return TERMINATED if terminated else 0
    except BaseExceptionGroup as several:
        # The first failure cancels the other bots, so it is the one to report.
        raise several.exceptions[0] from None
    _tell(names, tallies, tell)
    return 0


def _tell(
    names: Sequence[str], tallies: Mapping[str, Tally], tell: Callable[[str, Tally], None]
) -> None:
    for name in names:
        if name in tallies:
            tell(name, tallies[name])


_NAMES_TRIED = 5
"""Number of names that a bot tries if others look like them."""


async def _play(
    run: Run,
    url: str,
    name: str,
    number: int,
    token: str | None,
    brain: Callable[[], Awaitable[Brain]],
    sitting: asyncio.Lock,
    tallies: dict[str, Tally],
) -> None:
    async def play_as(called: str) -> None:
        # A text seeds `Random` the same way in every process, and gives each bot its own chance.
        chance = random.Random() if run.seed is None else random.Random(f"{run.seed}/{number}")
        # The parent decides when such a bot ends, so it never gives up by itself.
        patience_s = None if run.follow_parent else 3600
        client = Client(
            url,
            name=called,
            kind="bot",
            token=token,
            hear=run.hear,
            patience_s=patience_s,
            chance=chance,
        )
        player = Player(
            client,
            await brain(),
            table=run.table,
            seat=run.seat,
            hands=run.hands,
            chance=chance,
            report=lambda line: print(escape(f"{called}: {line}"), file=sys.stderr, flush=True),
            sitting=sitting,
            games=run.games,
            gives_up=token is None,
        )
        tallies[name] = player.tally
        await player.play()

    called = name
    for left in reversed(range(_NAMES_TRIED)):
        try:
            return await play_as(called)
        except CommandRefused as refused:
            # The server names a free one that others would not confuse.
            if refused.code != "session/name" or not left:
                raise
            called = str(refused.details["free"])


def _cancel_when_terminated() -> Sequence[int]:
    """Cancel the task that asks when SIGTERM comes; it then stands in the list."""
    task = asyncio.current_task()
    assert task is not None
    come: list[int] = []

    def end() -> None:
        come.append(signal.SIGTERM)
        task.cancel()

    with contextlib.suppress(NotImplementedError):  # Windows knows no such signal
        # A handler of the loop, so that the bots leave their seats before the process ends.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
    return come


def _follow_parent() -> None:
    """Cancel the task that asks when the standard input ends."""
    task = asyncio.current_task()
    loop = asyncio.get_running_loop()
    assert task is not None

    def wait() -> None:
        with contextlib.suppress(OSError):
            # The data is ignored; only the end of the stream matters.
            while os.read(0, 4096):
                pass
        with contextlib.suppress(RuntimeError):  # the loop has ended before
            loop.call_soon_threadsafe(task.cancel)

    threading.Thread(target=wait, name="follow parent", daemon=True).start()
