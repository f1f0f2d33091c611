"""Searches the local network for servers and their tables, also in a thread for a window."""

from __future__ import annotations

import asyncio
import importlib
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from carteado.client.address import DEFAULT_PORT
from carteado.client.background import in_background
from carteado.client.errors import ClientError
from carteado.client.finding import find_servers

if TYPE_CHECKING:
    from carteado.protocol.messages import TableInfo

__all__ = [
    "ASKING",
    "Search",
    "free_seats",
    "servers_here_and_near",
    "servers_with_tables",
    "tables_of",
]

ASKING = "guest"
"""The name with which a search connects if the player has not chosen one yet."""

# All servers are asked at once, so this is the longest delay that one of them can cause.
ANSWER_S = 2
"""Seconds that a server may take to list its tables."""

Answer: TypeAlias = "tuple[str, tuple[TableInfo, ...] | None]"


def _load() -> None:
    """Load what asks a server for its tables, which takes as long as finding one."""
    importlib.import_module("carteado.client.lobby")


async def servers_with_tables(
    name: str = ASKING, *, load: Callable[[], object] = _load
) -> Sequence[Answer]:
    """URLs of the servers that were found, each with its tables; None where it does not answer.

    Args:
        name: under which the servers are asked.
        load: loads what is needed afterwards, in a thread while servers take their time to answer.

    Raises:
        InputError: the package zeroconf is missing, or the network cannot be asked.
    """
    asked: dict[str, asyncio.Task[tuple[TableInfo, ...] | None]] = {}
    loaded = asyncio.Event()

    async def loading() -> None:
        await asyncio.to_thread(load)
        loaded.set()

    async def tables(url: str) -> tuple[TableInfo, ...] | None:
        # The task may be created first: what it imports is still being loaded by the thread.
        await loaded.wait()
        return await tables_of(url, name)

    def ask(url: str) -> None:
        asked[url] = asyncio.create_task(tables(url))

    urls = await find_servers(each=ask, work=loading)
    return [(url, await asked[url]) for url in urls]


async def servers_here_and_near(name: str = ASKING) -> Sequence[Answer]:
    """The same, and before them this machine's own server, which need not be announced.

    Raises:
        InputError: the network cannot be asked, and this machine has no server.
    """
    here = f"ws://127.0.0.1:{DEFAULT_PORT}"
    await asyncio.to_thread(_load)
    own = asyncio.create_task(tables_of(here, name))
    try:
        found = await servers_with_tables(name)
    except ClientError:
        if await own is None:
            raise
        found = ()
    tables = await own
    announced = any(_is_here(url) for url, _ in found)
    return found if tables is None or announced else ((here, tables), *found)


def _is_here(url: str) -> bool:
    """Whether a URL is that of this machine's server at the usual port."""
    parts = urlsplit(url)
    if parts.port != DEFAULT_PORT or parts.hostname is None:
        return False
    kind = socket.AF_INET6 if ":" in parts.hostname else socket.AF_INET
    # Only an address of this machine can be bound; nothing is sent.
    with socket.socket(kind, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((parts.hostname, 0))
        except OSError:
            return False
    return True


async def tables_of(url: str, name: str) -> tuple[TableInfo, ...] | None:
    """The tables of a server, None where it does not answer in time.

    Args:
        url: of the server.
        name: under which it is asked.
    """
    # Not at the top: see `_load`.
    from carteado.client.client import Client
    from carteado.client.lobby import list_tables

    try:
        async with asyncio.timeout(ANSWER_S), Client(url, name=name, kind="viewer") as client:
            return await list_tables(client)
    # One server that fails must not hide the others.
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
        look: Callable[[str], Awaitable[Sequence[Answer]]] = servers_here_and_near,
    ) -> None:
        self.running = False
        self.servers: tuple[Answer, ...] = ()
        self.problem = ""
        self._name, self._wake, self._look = name, wake, look

    def start(self) -> None:
        """Search again, unless a search is running."""
        if not self.running:
            self.running = True
            # A daemon thread: a window that is closed does not wait for the network.
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
