"""The lobby as a client reads it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from carteado.client.client import Client
from carteado.client.errors import ClientError, InputError
from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain
from carteado.protocol.messages import ListTables, TableInfo

__all__ = ["free_table", "list_tables", "table_named"]


_LISTED = 20
"""Tables that a sentence names."""


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
    if by_id:
        raise InputError(f"{text!r:.60} is the beginning of several tables: {_told(found)}")
    if found:
        raise InputError(f"{text!r:.60} is in the titles of several tables: {_told(found)}")
    names = {name.casefold(): name for info in tables for name in (info.title, info.table) if name}
    near = difflib.get_close_matches(part, names, n=1, cutoff=0.6)
    hint = f"did you mean {names[near[0]]!r}? " if near else ""
    raise InputError(f"there is no table {text!r:.60}; {hint}there are: {_told(tables)}")


def _told(tables: Sequence[TableInfo]) -> str:
    """Tables by title, each with its id."""
    told = [f"{info.title} ({info.table})" if info.title else info.table for info in tables]
    more = f" and {len(told) - _LISTED} more" if len(told) > _LISTED else ""
    return f"{', '.join(told[:_LISTED]) or 'none'}{more}"
