"""The choice of a server for a command without an address, or with the short code of a table."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from carteado.client.address import DEFAULT_PORT, invited, server_url
from carteado.client.errors import InputError
from carteado.client.finding import LOOK_S, find_servers
from carteado.client.search import ASKING, tables_of

__all__ = ["ServerChoice", "choose_server", "is_code", "only_server", "server_of_table"]

# The IPv4 address and not `localhost`, which may try IPv6 first and wait.
HERE = f"ws://127.0.0.1:{DEFAULT_PORT}"

LONGER_S = 3.0
"""Seconds of a second search for a table: a busy machine or a slow network misses the first."""

_CODE = re.compile(r"[a-z0-9][a-z0-9-]{3,39}")
"""A table's id, or the beginning of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerChoice:
    """A server, and a table there if its code was given.

    Attributes:
        url: WebSocket URL of the server.
        table: id of the table, None where none was meant.
    """

    url: str
    table: str | None = None


def choose_server(text: str | None, *, ask: Callable[[str], str] | None = None) -> ServerChoice:
    """The server that a text means; without one, this machine's, the one on the network, or asked.

    Args:
        text: an address, the short code of a table, an invitation to a table, or None.
        ask: asks a person one question; the standard input where a terminal is there, when absent.

    Raises:
        InputError: the text is not an address, or several servers or tables could be meant and
            nobody is there to ask.
    """
    if text is not None and not is_code(text):
        address, table = invited(text)
        return ServerChoice(url=server_url(address), table=table)
    # A script has nobody to ask, and must get an error instead of waiting for ever.
    if ask is None and sys.stdin is not None and sys.stdin.isatty():
        ask = input
    if text is None:
        return ServerChoice(url=_one(asyncio.run(_servers()), ask) or HERE)
    found = server_of_table(text)
    if found is not None:
        return found
    if _is_machine(text):
        return ServerChoice(url=server_url(text))
    raise InputError(
        f"no server on this network has a table {text!r}, and no machine has that name;"
        " type the address of the server, for example 192.168.1.7:8765"
    )


def server_of_table(code: str) -> ServerChoice | None:
    """The server that has a table with this short code; None where none is found.

    Args:
        code: a table's id, or the beginning of one.

    Raises:
        InputError: it is the beginning of several tables.
    """
    found = asyncio.run(_with_table(code))
    if len(found) > 1:
        names = ", ".join(f"{one.table} at {one.url}" for one in found)
        raise InputError(f"{code!r} is the beginning of several tables: {names}")
    return found[0] if found else None


def only_server() -> ServerChoice | None:
    """This machine's server or the only one on the network; None where a player has to choose."""
    servers = asyncio.run(_servers())
    return ServerChoice(url=servers[0]) if len(servers) == 1 else None


def is_code(text: str) -> bool:
    """Whether a text may be the short code of a table; it may be the name of a machine as well."""
    # `localhost` fits the pattern, too, but must not start a search of the network.
    return _CODE.fullmatch(text) is not None and text != "localhost"


def _one(servers: Sequence[str], ask: Callable[[str], str] | None) -> str | None:
    """The only server, or the one that a person chooses; None where there is none."""
    if len(servers) < 2:
        return servers[0] if servers else None
    if ask is None:
        listed = ", ".join(servers)
        raise InputError(f"several servers answer on this network; name one of them: {listed}")
    lines = [f"  {number}  {url}" for number, url in enumerate(servers, 1)]
    answer = ask("\n".join(["Several servers answer:", *lines, "Which one? "])).strip()
    if answer.isdecimal() and 1 <= int(answer) <= len(servers):
        return servers[int(answer) - 1]
    raise InputError(f"{answer!r:.40} is not a number from 1 to {len(servers)}")


async def _servers() -> tuple[str, ...]:
    """The server of this machine alone if there is one, else those on the network."""
    if await tables_of(HERE, ASKING) is not None:
        return (HERE,)
    return await _on_the_network()


async def _on_the_network(seconds: float = LOOK_S) -> tuple[str, ...]:
    try:
        return await find_servers(seconds=seconds)
    except InputError:  # zeroconf is not installed, or the network cannot be asked
        return ()


async def _with_table(code: str) -> list[ServerChoice]:
    """The tables with this id, or whose ids begin so; a whole id goes before a beginning."""
    # A set would lose the order, and this machine's own server should answer first.
    found = await _listed(code, dict.fromkeys((HERE, *await _on_the_network())))
    # The name of a machine is not looked for among tables for seconds.
    if not found and not await asyncio.to_thread(_is_machine, code):
        found = await _listed(code, await _on_the_network(LONGER_S))
    return found


async def _listed(code: str, servers: Iterable[str]) -> list[ServerChoice]:
    """The same among some servers."""
    urls = list(servers)
    listed = await asyncio.gather(*[tables_of(url, ASKING) for url in urls])
    found: dict[str, ServerChoice] = {}
    for url, tables in zip(urls, listed, strict=True):
        for info in tables or ():
            if info.table.startswith(code):
                # A server is reached at several addresses; the first that answers is as good.
                found.setdefault(info.table, ServerChoice(url=url, table=info.table))
    return [found[code]] if code in found else list(found.values())


def _is_machine(name: str) -> bool:
    """Whether a machine has this name."""
    try:
        socket.getaddrinfo(name, None)
    except OSError:
        return False
    return True
