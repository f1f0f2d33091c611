"""``carteado log backup`` and ``carteado log restore``."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from carteado.engine.words import counted
from carteado.protocol.log import LogError
from carteado.server.app import SECRET
from carteado.server.lobby.accounts import NAME as ACCOUNTS
from carteado.server.lobby.player_directory import NAME as PLAYERS
from carteado.server.ops.logtool import AsJson
from carteado.server.ops.stored_logs import STORE, place_of, reporting, store_url
from carteado.server.store import archive_of, open_store, sqlite_path
from carteado.server.store.base import Head, Store
from carteado.server.store.copying import (
    Copied,
    archive_of_file,
    check_free,
    check_logs,
    copy_archives,
    copy_file,
    finish,
    heads_of,
)
from carteado.server.store.errors import NoSuchStore, StoreError, UnknownTable
from carteado.server.store.filelock import FileLock
from carteado.server.store.sqlite_file import check_file, read_recorded
from carteado.server.store.transfer import load

__all__ = ["backup", "restore"]


def backup(file: Path, /, *, store: str | None = None, as_json: AsJson = False) -> int:
    """Copy all logs to one file, while a server may be running, and check the copy.

    The file is a data file: every command reads it with `--store sqlite:FILE`. Archived logs are
    copied to the folder FILE.archive. The exit status is 6 if a log in the copy is damaged.

    Parameters
    ----------
    file:
        The file to write.
    store:
        The store that holds the logs, as in `carteado serve`.
    as_json:
        Print a JSON object.
    """
    path = file.absolute()
    url = store_url(store)
    copied = reporting(lambda: _backed_up(url, path))
    return _report(copied, f"copied from {place_of(url)} to {file}", [], as_json)


def _backed_up(url: str, path: Path) -> Copied:
    check_free(path)
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be written: there is no folder {path.parent}")
    source = sqlite_path(url)
    if source is not None and not source.exists():
        raise StoreError(f"there is no data file {source}; --store names another")
    with _part_of(path) as part:
        # SQLite copies its own file as it stands at one moment, which is faster and exact.
        if source is not None:
            copy_file(source, part)
        else:
            asyncio.run(_copy_store(url, part))
        # After the copy of the heads, which say which files belong to it.
        missing = copy_archives(archive_of(url), heads_of(part).values(), archive_of_file(path))
        # The copy is checked before it gets its name, so that no unchecked file looks like a
        # backup.
        copied = check_logs(part, archive_of_file(path))
        finish(part, path)
    return replace(copied, problems=(*missing, *copied.problems)) if missing else copied


async def _copy_store(url: str, part: Path) -> None:
    """Copy the logs of any store into a new data file.

    Each log is copied as it is at one moment. Of the projections only the server's secret, the
    accounts and the player directory are copied; the others can be computed from the logs again.
    """
    async with await open_store(url) as store, await open_store(f"sqlite:{part}") as copy:
        for table in await store.tables(closed=True):
            await _copy_log(store, copy, table)
        await _copy_kept(store, copy)
    for name in (".lock", ".heads"):
        part.with_name(part.name + name).unlink(missing_ok=True)


async def _copy_log(store: Store, copy: Store, table: str) -> None:
    head = await store.head(table)
    if head is None:
        return
    bodies: list[tuple[int, int, bytes]] = []
    if head.version > head.base:
        try:
            pieces = [piece async for piece in store.export(table, after=head.base)]
        except UnknownTable:
            return  # deleted meanwhile
        except LogError as error:
            raise LogError(f"{error}; `carteado log salvage {table} FILE` first") from None
        there, bodies = load(pieces)
        head = replace(there, closed=head.closed)
    await copy.create(head, bodies)


async def _copy_kept(store: Store, copy: Store) -> None:
    for name in (SECRET, ACCOUNTS, PLAYERS):  # these cannot be computed from the logs
        for part in await store.projection(name):
            await copy.project(name, replace(part.place, partition=0), part.values)


def restore(file: Path, /, *, store: str | None = None, as_json: AsJson = False) -> int:
    """Restore a backup to a store that is empty or missing.

    Nothing is overwritten: move a damaged data file away first. The exit status is 6 if a log in
    the backup is damaged.

    Parameters
    ----------
    file:
        A file that `carteado log backup` wrote.
    store:
        The store to fill, as in `carteado serve`.
    as_json:
        Print a JSON object.
    """
    source = file.absolute()
    url = store_url(store)
    copied, lost = reporting(lambda: _restored(source, url))
    return _report(copied, f"restored from {file} to {place_of(url)}", lost, as_json)


def _restored(source: Path, url: str) -> tuple[Copied, list[str]]:
    if not source.is_file():
        raise StoreError(f"there is no backup {source}")
    check_file(source)
    if url.partition(":")[0] == "memory":
        raise NoSuchStore("a memory store ends with its server; restore to sqlite: or redis:")
    path = sqlite_path(url)
    archive = archive_of(url)
    if path is None:
        copied = check_logs(source, archive_of_file(source))
        return asyncio.run(_restore_store(source, copied, url)), []
    assert archive is not None
    check_free(path)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # No server may open the store while it is being filled.
    lock = FileLock(path)
    try:
        with _part_of(path) as part:
            copy_file(source, part)
            heads = heads_of(part)
            copy_archives(archive_of_file(source), heads.values(), archive)
            copied = check_logs(part, archive)
            # Before `finish`: after a crash in between, the old note would call the logs damaged.
            lost = _set_note_aside(path, heads)
            finish(part, path)
    finally:
        lock.close()
    return copied, lost


def _set_note_aside(path: Path, heads: dict[str, Head]) -> list[str]:
    """Move the note of heads away; returns the number of events missing in the backup."""
    lost = []
    for table, (version, _) in sorted(read_recorded(path).items()):
        there = heads[table].version if table in heads else 0
        if there < version:
            span = f"event {version}" if there + 1 == version else f"events {there + 1}-{version}"
            lost.append(f"table {table}: {span} acknowledged after the backup: lost")
    note = path.with_name(path.name + ".heads")
    if note.exists():
        note.replace(note.with_name(note.name + ".old"))
    return lost


async def _restore_store(source: Path, copied: Copied, url: str) -> Copied:
    async with await open_store(url) as store, await open_store(f"sqlite:{source}") as backup:
        there = await store.tables(closed=True)
        if there:
            raise StoreError(
                f"{store.where} holds {counted(len(there), 'table')} already, such as {there[0]}: "
                "restore to an empty store (?prefix=NAME names another on the same server)"
            )
        problems = []
        # Such logs begin in files, which a store without a folder for them could not read.
        if any(head.base for head in copied.tables.values()):
            if store.archived is None:
                raise NoSuchStore(
                    "the backup holds archived logs: add ?archive=FOLDER to the URL of the store"
                )
            copy_archives(backup.archived, copied.tables.values(), store.archived)
        for table in copied.tables:
            try:
                await _copy_log(backup, store, table)
            except LogError as error:
                problems.append(f"not restored: {error}")
        await _copy_kept(backup, store)
    return replace(copied, problems=tuple(problems) or copied.problems)


@contextlib.contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    """A new file beside a path, deleted afterwards unless it was renamed to the path."""
    part = path.with_name(f".{path.name}.part")
    try:
        # Left by an earlier run that was killed.
        for name in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + name).unlink(missing_ok=True)
        yield part
    finally:
        for name in ("", "-wal", "-shm", "-journal", ".lock", ".heads"):
            part.with_name(part.name + name).unlink(missing_ok=True)


def _report(copied: Copied, done: str, lost: list[str], as_json: bool) -> int:
    summary: dict[str, Any] = {
        "tables": len(copied.tables),
        "events": copied.events,
        "lost": lost,
        "problems": list(copied.problems),
    }
    if as_json:
        print(json.dumps(summary))
    else:
        tables, events = counted(len(copied.tables), "table"), counted(copied.events, "event")
        print(f"{tables} with {events} {done}")
    for text in (*lost, *copied.problems):
        print(f"carteado: {text}", file=sys.stderr)
    return STORE if copied.problems else 0
