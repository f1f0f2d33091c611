"""``carteado find``: the servers of the local network, their tables and free seats."""

from __future__ import annotations

import asyncio
import json

from carteado.client import Client, ClientError
from carteado.client.commandline import AsJson
from carteado.client.finding import find_servers
from carteado.client.lobby import list_tables
from carteado.clients.cli.lobby import own_name, table_line
from carteado.engine.plain import to_plain
from carteado.protocol.messages import TableInfo

__all__ = ["find"]

ANSWER_S = 2
"""How long a server that was found may take to list its tables, seconds."""


def find(*, as_json: AsJson = False) -> int:
    """Find servers on the local network, with their tables and free seats.

    The exit status is 0 if a server was found and 1 otherwise.

    Args:
        as_json: Print one JSON object a line, one for each server.
    """
    found = asyncio.run(_look())
    for url, tables in found:
        free = sum(_free(info) for info in tables or ())
        if as_json:
            listed = None if tables is None else [to_plain(info) for info in tables]
            print(json.dumps({"url": url, "free": free, "tables": listed}))
        elif tables is None:
            print(f"{url}: does not answer")
        else:
            print(f"{url}: {len(tables)} tables, {free} free seats")
            for info in tables:
                print(f"  {table_line(info)}")
    if not found and not as_json:
        print("No server found on this network. Ask the host for its address: carteado play HOST")
    return 0 if found else 1


async def _look() -> list[tuple[str, tuple[TableInfo, ...] | None]]:
    urls = await find_servers()
    return list(zip(urls, await asyncio.gather(*map(_tables, urls)), strict=True))


async def _tables(url: str) -> tuple[TableInfo, ...] | None:
    """The tables of a server, None where it does not answer."""
    try:
        async with (
            asyncio.timeout(ANSWER_S),
            Client(url, name=own_name(), kind="viewer") as client,
        ):
            return await list_tables(client)
    except (ClientError, OSError, TimeoutError):
        return None


def _free(info: TableInfo) -> int:
    """Seats that nobody holds or waits for."""
    return sum(seat.name is None and not seat.reserved for seat in info.seats)
