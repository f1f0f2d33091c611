"""The lobby as a client reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.client.client import Client
from carteado.client.errors import ClientError, InputError
from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain
from carteado.engine.tables.options import did_you_mean
from carteado.protocol.messages import ListTables, TableInfo

__all__ = ["free_table", "list_tables", "table_named"]


async def list_tables(client: Client) -> tuple[TableInfo, ...]:
    """The tables of a server.

    Raises:
        ClientError: the server cannot be asked, or its answer makes no sense.
    """
    reply: Any = await client.request(ListTables)
    kind: Any = tuple[TableInfo, ...]
    try:
        found: tuple[TableInfo, ...] = from_plain(kind, reply.result)
    except PlainError as error:
        raise ClientError(f"the server's list of tables cannot be read: {error}") from None
    return found


def free_table(tables: Sequence[TableInfo]) -> TableInfo | None:
    """The first table with a seat that nobody holds or waits for; None where there is none."""
    for info in tables:
        if any(seat.name is None and not seat.reserved for seat in info.seats):
            return info
    return None


def table_named(text: str, tables: Sequence[TableInfo]) -> TableInfo:
    """The table with that id or title, or the only one whose id begins so or whose title has it.

    An id goes before a title, and a whole one before a part. Titles are compared without regard to
    capital letters.

    Raises:
        InputError: there is none, or there are several; the sentence names them.
    """
    found = [info for info in tables if info.table == text]
    found = found or [info for info in tables if text and info.table.startswith(text)]
    by_id = bool(found)
    part = text.strip().casefold()
    found = found or [info for info in tables if part and info.title.casefold() == part]
    found = found or [info for info in tables if part and part in info.title.casefold()]
    if len(found) == 1:
        return found[0]
    names = tuple(info.table for info in found or tables)
    if by_id:
        raise InputError(f"{text!r:.60} is the beginning of several tables: {', '.join(names)}")
    if found:
        told = ", ".join(f"{info.table} ({info.title!r:.60})" for info in found)
        raise InputError(f"{text!r:.60} is in the titles of several tables: {told}")
    raise InputError(f"there is no table {text!r:.60}; {did_you_mean(text, names)}")
