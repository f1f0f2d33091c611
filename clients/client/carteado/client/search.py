"""Looks for servers on the local network, with their tables, also beside a window."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from carteado.client.background import in_background
from carteado.client.client import Client
from carteado.client.errors import ClientError
from carteado.client.finding import find_servers
from carteado.client.lobby import list_tables
from carteado.protocol.messages import TableInfo

__all__ = ["Search", "free_seats", "servers_with_tables", "tables_of"]

ANSWER_S = 2
"""How long a server that was found may take to list its tables, seconds."""

Answer = tuple[str, tuple[TableInfo, ...] | None]


async def servers_with_tables(name: str) -> Sequence[Answer]:
    """URLs of the servers that were found, each with its tables; None where it does not answer.

    Args:
        name: under which the servers are asked.

    Raises:
        InputError: the package zeroconf is missing, or the network cannot be asked.
    """
    asked: dict[str, asyncio.Task[tuple[TableInfo, ...] | None]] = {}

    def ask(url: str) -> None:
        asked[url] = asyncio.create_task(tables_of(url, name))

    urls = await find_servers(each=ask)
    return [(url, await asked[url]) for url in urls]


async def tables_of(url: str, name: str) -> tuple[TableInfo, ...] | None:
    """The tables of a server, None where it does not answer in time.

    Args:
        url: of the server.
        name: under which it is asked.
    """
    try:
        async with asyncio.timeout(ANSWER_S), Client(url, name=name, kind="viewer") as client:
            return await list_tables(client)
    except (ClientError, OSError, TimeoutError):
        return None


def free_seats(info: TableInfo) -> int:
    """Seats that nobody holds or waits for."""
    return sum(seat.name is None and not seat.reserved for seat in info.seats)


class Search:
    """A search on a thread of its own.

    Args:
        name: under which the servers are asked.
        wake: called from the thread when something changed.
        look: what is done.

    Attributes:
        running: whether it goes on.
        servers: what was found last.
        problem: why nothing can be found, '' while all is well.
    """

    def __init__(
        self,
        name: str,
        wake: Callable[[], None] = lambda: None,
        look: Callable[[str], Awaitable[Sequence[Answer]]] = servers_with_tables,
    ) -> None:
        self.running = False
        self.servers: tuple[Answer, ...] = ()
        self.problem = ""
        self._name, self._wake, self._look = name, wake, look

    def start(self) -> None:
        """Look again, unless that goes on already."""
        if not self.running:
            self.running = True
            in_background(self._run)

    def _run(self) -> None:
        async def look() -> Sequence[Answer]:
            return await self._look(self._name)

        try:
            self.servers, self.problem = tuple(asyncio.run(look())), ""
        except (ClientError, OSError) as error:
            self.problem = str(error)
        finally:
            # Before the wake: the woken window looks at `running`.
            self.running = False
            self._wake()
