"""``carteado log archive`` and ``carteado log prune``."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from cyclopts import Parameter

from carteado.engine.words import counted
from carteado.protocol.log import LogError
from carteado.server.lobby.leases import Held
from carteado.server.ops.ages import age_ms
from carteado.server.ops.archiving import FinishedTable, archive_table, finished, prune
from carteado.server.ops.logtool import AsJson
from carteado.server.ops.stored_logs import STORE, USAGE, LogToolError, reporting, store_url
from carteado.server.ops.timing import wall_ms
from carteado.server.store import open_store
from carteado.server.store.base import Store
from carteado.server.store.errors import StoreError

__all__ = ["archive_logs", "prune_logs"]

_Yes = Annotated[bool, Parameter(name="--yes", negative=(), show_default=False)]


def archive_logs(
    *tables: str,
    older_than: str | None = None,
    upto: int | None = None,
    store: str | None = None,
    as_json: AsJson = False,
) -> int:
    """Move logs of finished tables to compressed files; every command still reads them.

    The files lie in the folder that ?archive=FOLDER names in the URL of the store; for SQLite
    beside the data file. A server does the same by itself with `serve --archive-after`.

    Parameters
    ----------
    tables:
        Ids of tables.
    older_than:
        Archive all tables that finished longer ago than this, such as 30d, 12h or 90m.
    upto:
        Archive the events of one table up to this one; the table need not be finished.
    store:
        The store that holds the logs, as in `carteado serve`.
    as_json:
        Print a JSON object.
    """
    # Exactly one of the two: a command without arguments must not archive everything.
    if bool(tables) == (older_than is not None):
        raise LogToolError("name tables, or give --older-than AGE, such as 30d", USAGE)
    if upto is not None and len(tables) != 1:
        raise LogToolError("--upto needs the id of one table", USAGE)
    before = None if older_than is None else wall_ms() - _age(older_than)
    moved, problems = reporting(lambda: asyncio.run(_archive(store, tables, before, upto)))
    if as_json:
        print(json.dumps({"archived": moved, "problems": problems}))
    else:
        for name, events in moved.items():
            print(f"{name}: {counted(events, 'event')} archived")
        if not moved and not problems:
            print("nothing to archive")
    return _print_problems(problems)


async def _archive(
    store: str | None, tables: Sequence[str], before: int | None, upto: int | None
) -> tuple[dict[str, int], list[str]]:
    """Archive tables, or all that finished before a time; events moved by table, and problems."""
    moved: dict[str, int] = {}
    problems: list[str] = []
    async with await open_store(store_url(store)) as opened:
        wanted = list(tables)
        if before is not None:
            async for table in finished(opened, before, problems):
                # An already archived table would only be reported with 0 events.
                if table.archived < table.events:
                    wanted.append(table.table)
        for name in wanted:
            try:
                moved[name] = await archive_table(opened, name, upto)
            # A server runs the table now; the other tables are still archived.
            except Held as held:
                problems.append(f"table {name}: {held}")
            except (StoreError, LogError) as error:
                problems.append(str(error))
    return moved, problems


def prune_logs(
    *,
    older_than: str,
    yes: _Yes = False,
    store: str | None = None,
    as_json: AsJson = False,
) -> int:
    """Delete finished tables for ever, with their archive files.

    Parameters
    ----------
    older_than:
        Delete tables that finished longer ago than this, such as 365d or 52w.
    yes:
        Delete without asking.
    store:
        The store that holds the logs, as in `carteado serve`.
    as_json:
        Print a JSON object.
    """
    before = wall_ms() - _age(older_than)

    async def work() -> tuple[list[str], list[str]]:
        problems: list[str] = []
        async with await open_store(store_url(store)) as opened:
            old = [table async for table in finished(opened, before, problems)]
            if not old:
                return [], problems
            if not yes:
                # In a thread, so that the store's tasks continue while a person decides.
                await asyncio.to_thread(_ask, old)
            return await _prune(opened, old, problems), problems

    deleted, problems = reporting(lambda: asyncio.run(work()))
    if as_json:
        print(json.dumps({"deleted": deleted, "problems": problems}))
    else:
        print(f"{counted(len(deleted), 'table')} deleted" if deleted else "nothing to delete")
    return _print_problems(problems)


async def _prune(store: Store, old: list[FinishedTable], problems: list[str]) -> list[str]:
    deleted = []
    for table in old:
        try:
            if await prune(store, table):
                deleted.append(table.table)
        except Held as held:
            problems.append(f"table {table.table}: {held}")
        except OSError as error:
            problems.append(f"{error.filename} cannot be deleted: {error.strerror}")
    return deleted


def _ask(old: list[FinishedTable]) -> None:
    for table in old:
        last = datetime.fromtimestamp(table.at / 1000, UTC).strftime("%Y-%m-%d")
        text = f"{table.table}: {counted(table.events, 'event')}, the last on {last}"
        print(text + (", archived" if table.archived == table.events else ""), file=sys.stderr)
    what = counted(len(old), "table")
    # A pipe or a timer cannot answer; waiting for its input would hang the job.
    if not sys.stdin.isatty():
        raise LogToolError(f"{what} would be deleted for ever; --yes deletes without asking", USAGE)
    print(f"Delete {what} for ever? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise LogToolError("nothing was deleted", 1)


def _age(text: str) -> int:
    try:
        return age_ms(text)
    except ValueError as error:
        raise LogToolError(f"--older-than: {error}", USAGE) from None


def _print_problems(problems: list[str]) -> int:
    for problem in problems:
        print(f"carteado: {problem}", file=sys.stderr)
    # Completed work stays; the status only says that something was left out.
    return STORE if problems else 0
