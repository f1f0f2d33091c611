"""``carteado find``: the servers of the local network, their tables and free seats."""

from __future__ import annotations

import asyncio
import importlib
import json

from carteado.client.commandline import AsJson
from carteado.client.search import free_seats, servers_with_tables

__all__ = ["find"]


def find(*, as_json: AsJson = False) -> int:
    """Find servers on the local network, with their tables and free seats.

    The exit status is 0 if a server was found and 1 otherwise.

    Args:
        as_json: Print one JSON object per line, one for each server.
    """
    found = asyncio.run(servers_with_tables(load=_load))
    # Not at the top: loaded while the servers were asked.
    from carteado.clients.cli.lobby import table_lines
    from carteado.engine.plain import to_plain

    for url, tables in found:
        free = sum(free_seats(info) for info in tables or ())
        if as_json:
            listed = None if tables is None else [to_plain(info) for info in tables]
            print(json.dumps({"url": url, "free": free, "tables": listed}))
        elif tables is None:
            print(f"{url}: does not answer")
        else:
            print(f"{url}: {len(tables)} tables, {free} free seats")
            for line in table_lines(tables):
                print(f"  {line}")
    if not found and not as_json:
        print("No server found on this network. Ask the host for its address: carteado play HOST")
    return 0 if found else 1


def _load() -> None:
    """Load what shows tables."""
    importlib.import_module("carteado.clients.cli.lobby")
