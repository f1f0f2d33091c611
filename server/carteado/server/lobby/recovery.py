"""Rebuilds a table's host from its log, at the position where it stopped."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable
from typing import Any

from carteado.engine.errors import ReplayError, UnknownGame
from carteado.engine.events import event_from_plain
from carteado.engine.game import Event, Game
from carteado.engine.generated import maker
from carteado.engine.naming import NameOf, short_name, with_names
from carteado.engine.registry import game_of
from carteado.engine.table import Table, TableOpened, evolve_all, open_table
from carteado.protocol.log import Commit, LogError
from carteado.protocol.messages import Ok
from carteado.server.lobby.allins import AllInFeed
from carteado.server.lobby.leases import Held
from carteado.server.ops.slices import TimeSlices
from carteado.server.store.errors import Archived, StoreError, UnknownTable
from carteado.server.table.answers import Answers
from carteado.server.table.audience import Audience
from carteado.server.table.departures import Departures
from carteado.server.table.host import TableHost
from carteado.server.table.owners import Owners
from carteado.server.table.step import is_progress

__all__ = ["Fold", "events_of", "recover", "words_for_clients", "words_of"]

_ok = maker(Ok)


def events_of(commit: Commit, game: Game[Any] | None, name_of: NameOf = short_name) -> list[Event]:
    """The events of a commit.

    Args:
        commit: a commit of a table's log.
        game: the table's game; None for the first commit, which names it.
        name_of: what the player of an id is called.

    Raises:
        ReplayError: an event is unknown, or newer than this release.
    """
    events = []
    for version, data in commit.events:
        if game is None:
            if data.get("type") != "table_opened":
                raise ReplayError(f"the log begins with {data.get('type')!r}, not a table")
            game = game_of(data["game"])
        events.append(event_from_plain(game, data, version, name_of))
    return events


class Fold:
    """The content of a table's log, commit by commit.

    Args:
        table_id: id of the table.
        epoch: epoch of the lease under which it goes on.
        name_of: what the player of an id is called.

    Attributes:
        table: the table, None before the first commit.
        audience: holds the end of the log.
        answers: replies already sent to clients.
        owners: the player who opened the table, and the players who added its bots.
        departures: recent departures from the table.
        decision: number of the decision that the table waits for.
        all_ins: the table's all-ins, whose odds nobody remembers.
    """

    def __init__(self, table_id: str, epoch: int, name_of: NameOf = short_name) -> None:
        self._name_of = name_of
        self.table: Table | None = None
        self.audience = Audience(table_id, epoch)
        self.answers = Answers()
        self.owners = Owners()
        self.departures = Departures()
        self.decision = 0
        self.all_ins = AllInFeed()

    @property
    def known(self) -> Table:
        """The table.

        Raises:
            ReplayError: there was no commit yet.
        """
        if self.table is None:
            raise ReplayError(f"the log of {self.audience.table_id} is empty")
        return self.table

    def take(self, commit: Commit) -> None:
        """Process the next commit.

        Raises:
            ReplayError: it cannot be folded.
            UnknownGame: the table's game is not installed.
        """
        table = self.table
        events = events_of(commit, table.game if table else None, self._name_of)
        turn = table.game.turn(table.state) if table else None
        if table is not None:
            self.all_ins.recall(table, events, first=commit.first, epoch=commit.epoch)
            # Like the line above, it needs the table from before the commit.
            self.departures.note(table, events, commit.at)
        table = self.table = _fold(table, events)
        self.audience.load(events, commit.epoch)
        # As `Schedule.move_on`: a restored table gives its decision the same number.
        if table.game.turn(table.state) != turn or is_progress(commit.cause, turn):
            self.decision = commit.last
        self.owners.note(events, commit.cause.by if commit.cause else None)
        _remember(self.answers, self.audience.table_id, commit)


async def recover(
    table_id: str,
    commits: AsyncIterable[Commit],
    epoch: int,
    entropy: Callable[[int], bytes],
    seat_key: Callable[[int], str],
    fold: Fold | None = None,
    name_of: NameOf = short_name,
    known_name: Callable[[str], str | None] = lambda player: None,
) -> tuple[TableHost, AllInFeed]:
    """Fold a log into a host with the same open decision.

    Args:
        table_id: id of the table.
        commits: its log, from the first commit on or from where `fold` ends.
        epoch: epoch of the lease under which it goes on.
        entropy: gives so many fresh random bytes.
        seat_key: key of a seat that is kept for a bot of the host.
        fold: the beginning of the log, None to begin with the first commit.
        name_of: what the player of an id is called.
        known_name: the same, but None for an unknown player.

    Returns:
        The host, and the table's all-ins, whose odds nobody remembers.

    Raises:
        LogError: the log is damaged.
        ReplayError: the log is not damaged, but cannot be folded.
        UnknownGame: its game is not installed.
    """
    fold = fold or Fold(table_id, epoch, name_of)
    slices = TimeSlices()
    async for commit in commits:
        await slices.keep()
        try:
            fold.take(commit)
        except Exception:
            # A changed byte can name an event or a seat that does not exist. The commits behind
            # show whether the chain is broken, which is the real reason: reading raises LogError.
            async for _ in commits:
                await slices.keep()
            raise
    table = fold.known
    if table.id != table_id:
        raise ReplayError("the log opens another table than the one that it is of")
    host = TableHost(
        with_names(table, known_name),  # a log of an older release holds the names of that time
        fold.audience,
        entropy,
        seat_key,
        fold.answers,
        fold.decision,
        fold.owners,
        departures=fold.departures,
    )
    return host, fold.all_ins


def _fold(table: Table | None, events: list[Event]) -> Table:
    if table is not None:
        return evolve_all(table, events)
    first, *rest = events
    if not isinstance(first, TableOpened):
        raise ReplayError(f"a log begins with table_opened, not with {first.type}")
    return evolve_all(open_table(first), rest)


def _remember(answers: Answers, table_id: str, commit: Commit) -> None:
    cause = commit.cause
    if cause and cause.by and cause.id:
        # The player who opened the table has received its first event.
        seq = 1 if commit.first == 1 else commit.last
        reply = _ok(id=cause.id, table=table_id, seq=seq, result=cause.result)
        answers.put(cause.by, reply)


def words_of(error: Exception) -> str | None:
    """The damage of a log in words, None for an error whose text may hold hidden cards."""
    if isinstance(error, LogError | StoreError | UnknownGame):
        return str(error)
    # With a cause the text may repeat a value of an event, such as a card.
    quotes_nothing = isinstance(error, ReplayError) and error.__cause__ is None
    return str(error) if quotes_nothing else None


def words_for_clients(error: Exception) -> str:
    """The same for clients, without the address of the store and its other users."""
    if isinstance(error, Held):
        return "another server has this table now; ask again soon"
    # Paths and addresses of the store are for the operator only.
    if isinstance(error, StoreError) and not isinstance(error, Archived | UnknownTable):
        return "the server cannot use its store now; ask again soon"
    return words_of(error) or "its log cannot be folded; the server's own log says more"
