"""The lobby as a client reads it."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Sequence
from typing import Any

from carteado.client.client import Client
from carteado.client.errors import ClientError, InputError
from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain
from carteado.engine.sentences import Sentence, said
from carteado.protocol.messages import ListTables, TableInfo

__all__ = ["free_table", "list_tables", "table_named"]


ANSWER_S = 60
"""Seconds that a server may take to list its tables, however busy it is."""
_LISTED = 320
"""Characters of the tables that a sentence names: as many as a small terminal shows of it."""


async def list_tables(client: Client) -> tuple[TableInfo, ...]:
    """The tables of a server.

    Raises:
        ClientError: the server cannot be asked, or its answer makes no sense.
    """
    try:
        async with asyncio.timeout(ANSWER_S):
            reply: Any = await client.request(ListTables)
    except TimeoutError:
        raise ClientError("the server does not say which tables it has") from None
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
    # Remembered for the sentence: who typed part of an id should hear about ids.
    by_id = bool(found)
    part = text.strip().casefold()
    found = found or [info for info in tables if part and info.title.casefold() == part]
    found = found or [info for info in tables if part and part in info.title.casefold()]
    if len(found) == 1:
        return found[0]
    if by_id:
        raise InputError(
            said(
                "{text} is the beginning of several tables: {tables}",
                text=f"{text!r:.60}",
                tables=_listed(found),
            )
        )
    if found:
        raise InputError(
            said(
                "{text} is in the titles of several tables: {tables}",
                text=f"{text!r:.60}",
                tables=_listed(found),
            )
        )
    names = {name.casefold(): name for info in tables for name in (info.title, info.table) if name}
    # 0.6 is the library's own cutoff: it forgives one or two letters of a short name.
    near = difflib.get_close_matches(part, names, n=1, cutoff=0.6)
    what = said("there is no table {text}", text=f"{text!r:.60}")
    known = _listed(tables)
    if near:
        hint = said("did you mean {meant}?", meant=repr(names[near[0]]))
        raise InputError(
            said("{what}; {hint} there are: {known}", what=what, hint=hint, known=known)
        )
    raise InputError(said("{what}; there are: {known}", what=what, known=known))


def _listed(tables: Sequence[TableInfo]) -> Sentence | str:
    """Tables by title, each with its id, and how many there is no room for."""
    listed: list[str] = []
    for info in tables:
        listed.append(f"{info.title} ({info.table})" if info.title else info.table)
        if len(listed) > 1 and len(", ".join(listed)) > _LISTED:
            listed.pop()
            break
    rest = len(tables) - len(listed)
    if not listed:
        return said("none")
    named = ", ".join(listed)
    return said("{names} and {n} more", names=named, n=rest) if rest else named
