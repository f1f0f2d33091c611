"""Sources of logs: a file, a store on this machine, or a server over the wire.

The server is not imported here: its log tool is asked for by name when a store has to be read.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from carteado.client import Client, InputError, KeptToken, server_url
from carteado.client.address import login_name
from carteado.client.lobby import list_tables, table_named
from carteado.client.proving import HistoryError, read_history
from carteado.engine.errors import EngineError
from carteado.engine.events import event_from_plain
from carteado.engine.game import Event, Game
from carteado.engine.naming import NameOf
from carteado.engine.plain import tag_of
from carteado.engine.registry import game_of
from carteado.engine.replay import replay, steps
from carteado.engine.table import Table
from carteado.protocol.log import Commit, LogError
from carteado.protocol.notation import escape
from carteado.protocol.player_names import MOST_BYTES, NAMES, names_of
from carteado.protocol.segment import read_records

__all__ = [
    "LogProblem",
    "Remote",
    "WholeLog",
    "ask_server",
    "folded",
    "identities_in",
    "load_log",
    "read_remote",
    "reading",
    "tables_in",
]

T = TypeVar("T")

_PAGE = 1000


class LogProblem(Exception):
    """A log that cannot be read; one sentence says what and where.

    Attributes:
        exit_status: status of a command line that ends with it.
    """

    exit_status = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeLog:
    """A log with nothing redacted, from its beginning.

    Attributes:
        name: what the user called it.
        table: id of the table.
        commits: each commit with its events.
    """

    name: str
    table: str
    commits: Sequence[tuple[Commit, Sequence[Event]]]

    @property
    def events(self) -> list[Event]:
        """All events in order."""
        return [event for _, events in self.commits for event in events]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remote:
    """A table's log as one observer sees it, read over the wire.

    Attributes:
        table: id of the table.
        seat: from whose eyes, None for the rail.
        events: all events in order.
    """

    table: str
    seat: int | None
    events: Sequence[Event]


@contextmanager
def reading(what: str, events: Sequence[Event]) -> Iterator[None]:
    """Turn the errors of work on a log's events into a `LogProblem`.

    Args:
        what: what the user called the log.
        events: of the log, from its beginning.

    Raises:
        LogProblem: the log cannot be folded, or its events not be worded.
    """
    try:
        yield
    except EngineError as error:
        raise LogProblem(f"{what}: {error}") from None
    except (LookupError, TypeError, ValueError) as error:
        # Each event is of its type, but who made a log up may have put a seat or a figure into it
        # that the table before it does not have; a fold looks for no such thing.
        kind = type(error).__name__
        which = _first_unfit(events)
        raise LogProblem(f"{what}: {which} does not fit the table before it ({kind})") from None


def _first_unfit(events: Sequence[Event]) -> str:
    """The first event that cannot be folded, for people."""
    folded_to = 0
    with contextlib.suppress(EngineError, LookupError, TypeError, ValueError):
        for at, _, _ in steps(events):
            folded_to = at
        # It folds, and cannot be worded or counted.
        return "an event"
    return f"event {folded_to + 1} ({tag_of(type(events[folded_to]))})"


def load_log(what: str, store: str | None) -> WholeLog:
    """The log of a file or of a table of a store, with the names that its players have there.

    A file has them where `carteado log export --names` wrote them beside it (`names_of_log`); a
    player without a name is called after the id.

    Args:
        what: path of a file or pipe that exists, else the id of a table.
        store: the store to look in, the one of this machine's settings when absent.

    Raises:
        LogProblem: it is damaged, or does not begin with the table's first event.
    """
    path = Path(what)
    if path.is_file() or path.is_fifo():
        try:
            name_of = names_of_log(path)
            # In pieces: what is not a log may be of any size.
            with path.open("rb") as file:
                return _checked(what, file, name_of)
        except OSError as error:
            raise LogProblem(f"{what} cannot be read: {error.strerror}") from None
        except LogError as error:
            raise LogProblem(f"{what}{NAMES}: {error}") from None
    # A table's id holds neither, so a path was meant and mistyped.
    if store is None and (os.sep in what or path.suffix):
        raise LogProblem(_no_file(path))
    # The only use of the server by a client: a store is opened by the server's code, which is
    # there where the extra ``server`` is installed.
    from carteado.server.ops.stored_logs import LogToolError, players_of, segment_of

    try:
        data = segment_of(store, what)
    except LogToolError as error:
        if store is not None:
            raise
        raise LogToolError(f"{_no_file(path)}; as a table: {error}", error.exit_status) from None
    return _checked(what, data, players_of(store).name_of)


def _checked(what: str, source: bytes | BinaryIO, name_of: NameOf) -> WholeLog:
    try:
        return _read(what, source, name_of)
    except LogError as error:
        raise LogProblem(error.about_file(what)) from None
    except EngineError as error:
        raise LogProblem(f"{what}: {error}") from None


def _no_file(path: Path) -> str:
    """The sentence about a path at which there is no log."""
    if path.is_dir():
        return f"{path} is a folder; name a file that `carteado log export` wrote"
    if path.exists():
        return f"{path} is a device; name a file that `carteado log export` wrote"
    return f"there is no file {path}"


def tables_in(store: str | None) -> tuple[str, ...]:
    """Ids of all tables of a store, the one of this machine's settings when absent."""
    from carteado.server.ops.stored_logs import tables_of

    found: tuple[str, ...] = tables_of(store)
    return found


def identities_in(store: str | None) -> tuple[Callable[[str], str], Callable[[str], str | None]]:
    """The players of a store: a function to the key of a key's account, and one to its name."""
    from carteado.server.ops.stored_logs import accounts_of

    accounts = accounts_of(store)
    return accounts.player, accounts.name_of


def folded(what: str, events: Sequence[Event], at: int | None) -> Table:
    """The table after an event of its log.

    Args:
        what: what the user called the log.
        events: all of them, as somebody sees them.
        at: number of the event, the last one when absent.

    Raises:
        InputError: the log has no such event.
        LogProblem: the log cannot be folded.
    """
    if at is not None and not 1 <= at <= len(events):
        raise InputError(f"--at {at}: the log has events 1 to {len(events)}")
    with reading(what, events):
        return replay(events[:at])


def names_of_log(file: Path) -> NameOf:
    """Names of the players from the file beside a log's file; ids where there is none.

    Raises:
        LogError: it holds no names.
        OSError: it cannot be read.
    """
    names_file = file.with_name(file.name + NAMES)
    if not names_file.exists():
        return names_of(None)
    with names_file.open("rb") as source:
        return names_of(source.read(MOST_BYTES + 1))


def _read(name: str, source: bytes | BinaryIO, name_of: NameOf) -> WholeLog:
    header, records = read_records(source)
    # The table cannot be folded from the middle.
    if header.after:
        raise LogError(f"begins behind event {header.after}; a whole log begins with event 1")
    game: Game[Any] | None = None
    commits: list[tuple[Commit, Sequence[Event]]] = []
    for commit, _ in records:
        if game is None:
            first = commit.events[0][1]
            if first.get("type") != "table_opened":
                raise LogError(f"begins with {first.get('type')!r}, not with a table")
            if first.get("table") != header.table:
                raise LogError(
                    f"opens another table, {first.get('table')!r:.80}", table=header.table
                )
            game = game_of(str(first.get("game")))
        events: list[Event] = []
        for at, (version, data) in enumerate(commit.events, commit.first):
            try:
                events.append(event_from_plain(game, data, version, name_of))
            except EngineError as error:
                raise LogProblem(f"{name}: at event {at}: {error}") from None
        commits.append((commit, events))
    return WholeLog(name=name, table=header.table, commits=commits)


async def read_remote(client: Client, what: str, *, rail: bool = False) -> Remote:
    """A table's whole history as the client's seat there, or the rail, may see it.

    Raises:
        ClientError: the server cannot be asked, or refuses.
        LogProblem: what it sent cannot be read.
    """
    info = table_named(what, await list_tables(client))
    seat = next((held.seat for held in client.welcome.seats if held.table == info.table), None)
    if rail and seat is not None:
        raise InputError("this name holds a seat there; ask for the rail under another --name")
    try:
        events = await read_history(client, info.table, game_of(info.game))
    except HistoryError as error:
        raise LogProblem(str(error)) from None
    return Remote(table=info.table, seat=seat, events=events)


def ask_server(
    url: str, name: str | None, *, rail: bool, ask: Callable[[Client], Coroutine[Any, Any, T]]
) -> T:
    """The answer of a server to the name's session, or to a stranger on the rail."""
    address, called = server_url(url), name or login_name()

    async def run(token: str | None, keep: Callable[[str], object]) -> T:
        # Without a token there is no seat to see from, and no new player should appear in the
        # lobby.
        kind: Any = "viewer" if token is None else "person"
        async with Client(address, name=called, kind=kind, token=token) as client:
            if token is not None:
                keep(client.welcome.token)
            return await ask(client)

    if rail:
        return asyncio.run(run(None, lambda token: None))
    with KeptToken(address, called) as kept:
        if kept.in_use:
            print(
                f"carteado: another program on this machine plays as {escape(called)} there, so "
                "this one sees what the rail sees; end that one first to see the seat",
                file=sys.stderr,
            )
        return asyncio.run(run(kept.read(), kept.keep))
