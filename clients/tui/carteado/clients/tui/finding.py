"""Servers on the network, looked for on a thread: no key waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from carteado.client import Client, ClientError
from carteado.client.background import in_background
from carteado.client.finding import find_servers
from carteado.client.lobby import list_tables
from carteado.scene.layout.start_scene import Found

__all__ = ["Finder"]

ANSWER_S = 2
"""How long a server that was found may take to list its tables, seconds."""

Find = Callable[[], Awaitable[Sequence[str]]]


class Finder:
    """Looks for servers when it is asked.

    Args:
        wake: called from a thread when something changed.
        find: gives URLs of servers.

    Attributes:
        found: the servers that answered.
        busy: whether they are being looked for.
        problem: why nobody can be looked for, '' for nothing.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None, find: Find = find_servers) -> None:
        self.wake = wake
        self.found: tuple[Found, ...] = ()
        self.busy = False
        self.problem = ""
        self._find = find

    def look(self) -> None:
        """Look for servers, unless that is being done."""
        if not self.busy:
            self.busy = True
            in_background(self._work)

    def _work(self) -> None:
        try:
            self.found = asyncio.run(self._all())
            self.problem = ""
        except ClientError as error:
            self.problem = str(error)
        finally:
            self.busy = False
            self.wake()

    async def _all(self) -> tuple[Found, ...]:
        urls = await self._find()
        notes = await asyncio.gather(*map(_note, urls))
        return tuple(
            Found(name="", address=url.partition("//")[2], note=note)
            for url, note in zip(urls, notes, strict=True)
            if note
        )


async def _note(url: str) -> str:
    """What a server has; '' where it does not answer."""
    try:
        async with (
            asyncio.timeout(ANSWER_S),
            Client(url, name="player", kind="viewer") as client,
        ):
            tables = await list_tables(client)
    except (ClientError, OSError, TimeoutError):
        return ""
    people = sum(seat.name is not None and not seat.bot for table in tables for seat in table.seats)
    return f"{len(tables)} tables, {people} people"
