"""All tables of one server: opening, going on after a restart, keeping, closing.

A table whose log or store fails stops alone; the others run. What was told to
somebody is in the log, so a table that had to stop is folded from it again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from carteado.engine.events import event_to_plain, versioned
from carteado.engine.game import Event
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import SeatKeyed, Table, TableClosed, TableOpened, evolve, open_table
from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire
from carteado.protocol.log import Cause, LogError
from carteado.server.bots.launcher import BOTS, Launcher, key_of
from carteado.server.lobby.accounts import Accounts
from carteado.server.lobby.advising import Adviser
from carteado.server.lobby.allins import AllIns
from carteado.server.lobby.background import BackgroundTasks
from carteado.server.lobby.checkpoints import Checkpoints
from carteado.server.lobby.delivery import NOBODY
from carteado.server.lobby.leases import Held, Leases
from carteado.server.lobby.log_quota import LogQuota
from carteado.server.lobby.names import Names
from carteado.server.lobby.opening import companions_of, game_and_options, settings_of
from carteado.server.lobby.places import Places
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.lobby.quotas import Quotas
from carteado.server.lobby.recovery import recover, words_for_clients, words_of
from carteado.server.lobby.restarts import Restarts
from carteado.server.lobby.runner import TableRunner
from carteado.server.lobby.startup import RETRY_MS, Startup, is_unwell
from carteado.server.ops.config import Settings
from carteado.server.ops.logs import fault, log
from carteado.server.ops.metrics import Metrics
from carteado.server.ops.timing import now_ms, wall_ms
from carteado.server.store.base import Appended, Diverged, Duplicate, Lease, Store
from carteado.server.store.errors import StoreError
from carteado.server.table.answers import Answers
from carteado.server.table.audience import Audience, Watcher, last_deal
from carteado.server.table.host import TableHost
from carteado.server.table.naming import Called
from carteado.server.table.owners import OPERATOR, Owners
from carteado.server.table.step import Player, Request, deny

__all__ = ["HOST_KEY", "Tables"]

HOST_KEY = OPERATOR
"""Key of the server itself, for commands that nobody sent."""

OWNER_GONE_MS = 300_000
"""How long an owner may be disconnected before the table has another one, milliseconds."""

GONE = "the server lost its store; the table stands still until its operator starts it again"
"""The message to clients of a table whose store was deleted or emptied, or is read-only."""

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"

_OF_SEATS_OR_THE_END = frozenset({SeatKeyed, TableClosed})
"""The events by which more than the table changes."""


class Tables(Mapping[str, TableRunner]):
    """The tables that run, by id.

    Args:
        store: where the logs lie.
        settings: the host's settings.
        launcher: starts the host's bots.
        metrics: counts of the server.
        background: runs what has to wait for the store or the clock.
        entropy: gives so many fresh random bytes.
        evict: called when a table had to stop, with its id, the connections that wait for an
            answer of it, and the reason.
        connected: whether the player of a key is connected.
        source: the address from which the player of a key came last, as `addresses.source_of`.
        tell: tells the player of a key something, if the player is connected.

    Attributes:
        accounts: of the store's players.
        players: what the players of the store are called.
        names: the names of all players who are connected or hold a seat.
        lasting: ids of tables that are not closed when everybody left them.
        draining: whether no more deals begin, because the server is to stop.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        launcher: Launcher,
        metrics: Metrics,
        background: BackgroundTasks,
        entropy: Callable[[int], bytes],
        evict: Callable[[str, set[Any], str], None],
        connected: Callable[[str], bool] = lambda key: False,
        source: Callable[[str], str | None] = lambda key: None,
        tell: Callable[[str, Any], None] = lambda key, message: None,
    ) -> None:
        self.metrics = metrics
        self.all_ins = AllIns(metrics)
        self.adviser = Adviser(able=self.all_ins.able)
        self._players = Quotas(
            seats=settings.player_seats,
            tables=settings.player_tables,
            bots=settings.player_bots,
        )
        self.accounts = Accounts(store, now_ms)
        self.players = PlayerDirectory(store, self.accounts, background)
        self.players.changed = self._called
        self.names = Names(
            lambda key: connected(key) or self.is_kept(key), owner_of=self.accounts.owner_of
        )
        self._running: dict[str, TableRunner] = {}
        self._store = store
        self._settings = settings
        self._launcher = launcher
        self._background = background
        self._entropy = entropy
        self._evict = evict
        self._leases = Leases(store, holder=secrets.token_hex(8))
        self._source = source
        self._connected = connected
        self._tell = tell
        self._places = Places()
        # Since when the owner of a table is disconnected, by table.
        self._owner_gone: dict[str, int] = {}
        self._quota = LogQuota(settings.player_log_mb << 20)
        # Tables that are being opened, and their titles: both count before the tables run.
        self._opening = 0
        self._titles_taken: list[str] = []
        self.lasting: set[str] = set()
        self.draining = False
        # Since when nobody sits or watches at a table, by table.
        self._deserted: dict[str, int] = {}
        # What clients are told about tables that cannot go on, by table.
        self._failed: dict[str, str] = {}
        self._restarts = Restarts(now_ms)
        self._checkpoints = Checkpoints(store, launcher.secret, self.players.name_of)
        self.startup = Startup(store, self._recover, self._held, self._lost)

    def __getitem__(self, table_id: str) -> TableRunner:
        return self._running[table_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._running)

    def __len__(self) -> int:
        return len(self._running)

    def named(self, table_id: str) -> TableRunner:
        """The table of that id.

        Raises:
            Denied: there is none, or it cannot go on now.
        """
        runner = self._running.get(table_id)
        if runner is not None:
            return runner
        if table_id in self._failed:
            raise deny("table/failed", self._failed[table_id], table=table_id)
        if self.startup.asked(table_id):
            self._deny_starting(table=table_id)
        raise deny(
            "table/unknown",
            f"There is no table {table_id!r}. To list the tables, type: tables",
            table=table_id,
        )

    def _deny_starting(self, **details: str) -> NoReturn:
        text = f"The server is still {self.startup.text()}. Try again in {RETRY_MS} ms."
        raise deny("table/starting", text, retry_ms=RETRY_MS, **details)

    def seats_held_by(self, key: str) -> tuple[wire.Holding, ...]:
        """The seats on which the player of a key sits."""
        return tuple(
            wire.Holding(table=table_id, seat=seat)
            for table_id, seat in self._players.of(key)
            if self._running[table_id].host.table.state.names[seat] is not None
        )

    def places(self, key: str) -> tuple[wire.WaitingPlace, ...]:
        """Where the player of a key stands on waiting lists."""
        return tuple(
            self._places.place(self._running[table_id].host, key, now_ms())
            for table_id in self._places.of(key)
        )

    def is_kept(self, key: str) -> bool:
        """Whether a seat somewhere is held by or kept for a key."""
        return bool(self._players.of(key))

    def is_bot(self, key: str) -> bool:
        """Whether a seat somewhere is kept for a bot of the host that has this key."""
        return any(
            self._running[table_id].host.table.labels[seat] is not None
            for table_id, seat in self._players.of(key)
        )

    def health(self) -> str | None:
        """A sentence about the store or tables that stand still, None when all is well."""
        if self._store.fault is not None:
            return f"the store: {self._store.fault}; start the server again"
        unkept = self._leases.unkept
        if self.startup.trouble is not None:
            return f"the store does not answer: {self.startup.trouble}"
        running = self._running.values()
        still = [runner.id for runner in running if runner.stuck or runner.id in unkept]
        still += [table_id for table_id in self._failed if table_id not in self._running]
        return f"tables that stand still: {', '.join(sorted(still))}" if still else None

    # Recovered tables, and the end

    async def recover(
        self, holder: str, first: Callable[[Tables], Awaitable[object]] | None = None
    ) -> list[str]:
        """Go on with every table of the store.

        Args:
            holder: name under which this server holds tables. A server that starts under the
                name of one that died takes its tables at once; another waits for their leases.
            first: opens the first tables where the store has none.

        Returns:
            Sentences about tables that cannot go on now; the others run.
        """
        self._leases.holder = holder
        try:
            await self.startup.run()
            if first is not None and not self._running:
                await first(self)
        finally:
            self.startup.end()
        return self.startup.problems

    def _held(self, table_id: str, held: Held) -> None:
        self._failed[table_id] = words_for_clients(held)
        self._background.start(self._recover_later(table_id, _after(held)))

    def _lost(self, table_id: str, error: Exception) -> str:
        """Note why a table cannot go on, and try again if it is the store's fault.

        Returns:
            The reason, for the operator.
        """
        if is_unwell(error) and self._store.fault is None:
            self._background.start(self._recover_later(table_id, self._restarts.next_s(table_id)))
        return self._note_failed(table_id, error)

    def _note_failed(self, table_id: str, error: Exception) -> str:
        self._failed[table_id] = GONE if self._store.fault else words_for_clients(error)
        text = words_of(error) or fault(error)
        if isinstance(error, LogError):
            hint = f"`carteado log salvage {table_id} FILE` writes the part before it to a file"
            text = f"{self._store.where}: {text}; {hint}"
        log.error("table not recovered", table=table_id, error=text)
        return text

    async def _recover_later(self, table_id: str, seconds: float) -> None:
        """Try until the table is back: when another owner's lease ends, or the store answers."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await self._recover(table_id)
            except Held as held:
                seconds = _after(held)
            except Exception as error:
                self._note_failed(table_id, error)
                if not is_unwell(error) or self._store.fault is not None:
                    return
                seconds = self._restarts.next_s(table_id)
            else:
                return

    async def _recover(self, table_id: str) -> None:
        # The lease first: from here on no other server can append what this fold would miss.
        lease = await self._leases.take(table_id)
        if not self.players.loaded or not self.startup.under_way:
            await self.players.load()  # another server of the store may have played the table
        fold, after, digest = None, 0, None
        if (start := await self._checkpoints.start(table_id, lease.epoch)) is not None:
            fold, digest = start
            after = fold.audience.seq
        host, all_ins = await recover(
            table_id,
            self._store.read(table_id, after, digest=digest),
            lease.epoch,
            self._entropy,
            self._seat_key(table_id),
            fold,
            self.players.name_of,
            self.players.known_name,
        )
        self._failed.pop(table_id, None)
        if host.table.closed:
            await self._store.release(lease, closed=True)
            return
        runner = self._run(host, lease)
        runner.checkpointed, runner.all_ins = after, all_ins

    async def keep_house(self) -> None:
        """Keep the leases of all tables, and close the tables that everybody has left.

        Where the store is gone, all tables stop: nothing that they did could be kept.
        """
        if (gone := await self._store.check()) is not None:
            if self._running:
                log.error("store gone", error=gone)
            for runner in list(self._running.values()):
                runner.halt("StoreGone")
            return
        for runner in list(self._running.values()):
            if self._runs(runner):  # it may have ended while the others' leases were kept
                await self._leases.keep(runner.lease)
            if self._runs(runner):
                self._close_deserted(runner)
            if self._runs(runner):
                runner.release_absent()
            if self._runs(runner):
                self._pass_ownership(runner)
            self._pause_over_quota(runner)
        await self._checkpoints.write(self._running.values())

    def look(self) -> None:
        """Let tables whose store does not answer say so; call every second."""
        for runner in list(self._running.values()):
            runner.look()

    def _runs(self, runner: TableRunner) -> bool:
        return self._running.get(runner.id) is runner

    def _close_deserted(self, runner: TableRunner) -> None:
        """Close a table that everybody has left for long enough."""
        now = now_ms()
        if not runner.host.deserted or runner.id in self.lasting:
            self._deserted.pop(runner.id, None)
            return
        since = self._deserted.setdefault(runner.id, now)
        if now - since > self._settings.empty_minutes * 60_000:
            runner.end("nobody sat or watched any more")

    def _pass_ownership(self, runner: TableRunner) -> None:
        """Give a table whose owner is gone for long enough to the person who sat there longest."""
        owner = runner.host.owners.opener
        if owner in (None, HOST_KEY) or self._connected(owner or ""):
            self._owner_gone.pop(runner.id, None)
        elif now_ms() - self._owner_gone.setdefault(runner.id, now_ms()) >= OWNER_GONE_MS:
            runner.pass_ownership()

    def _close_table(self, runner: TableRunner) -> None:
        self._running.pop(runner.id, None)
        self._players.drop(runner.host.table)
        self._places.drop(runner.host.table)
        self._deserted.pop(runner.id, None)
        self._owner_gone.pop(runner.id, None)
        self._restarts.forget(runner.id)
        self.metrics.tables = len(self._running)
        self._background.start(self._leases.close(runner.lease))
        log.info("table closed", table=runner.id)

    async def close(self) -> None:
        """Freeze every table once what is in flight is durable, and give the leases back."""
        self.all_ins.close()
        self.adviser.close()
        self._background.cancel()
        runners = list(self._running.values())
        try:
            # The gateway spends the other two thirds on its clients.
            async with asyncio.timeout(self._settings.stop_seconds / 3):
                # The leases are given back last: appends and checkpoints still need them.
                await asyncio.gather(*(runner.freeze() for runner in runners))
                await self._checkpoints.write(runners, least=1)
                for runner in runners:
                    await self._store.release(runner.lease)
        except (StoreError, TimeoutError) as error:
            log.error("leases not given back", error=str(error) or "no answer in time")
        # Again: tables that closed or stopped meanwhile may have started tasks.
        self._background.cancel()

    async def open(
        self, player: Player, message: wire.Open, table_id: str | None = None
    ) -> TableRunner:
        """Open a table; the one that was opened before where the command is repeated.

        Args:
            player: the asking player.
            message: what for.
            table_id: the id to give it where that is free, a random one when absent.

        Raises:
            Denied: what is asked for cannot be had.
            StoreError: its log cannot be written.
        """
        for runner in self._running.values():
            if runner.host.opened_by(player.key, message.id):
                return runner
        if player.key != HOST_KEY and self.startup.text() is not None:
            self._deny_starting()  # the table may have been opened by this command before
        game, options = game_and_options(message)
        settings = settings_of(message)
        companions = companions_of(game, options, message)
        for bot in companions.values():
            self.check_bot(bot)
        if len(self._running) + self._opening >= self._settings.max_tables:
            text = (
                f"This server has {self._settings.max_tables} tables, its maximum. Try again later."
            )
            raise deny("limit/tables", text)
        title = self.free_title(message.title or game.title)
        # Counted before the first `await`, so that simultaneous commands cannot exceed the limit.
        self._opening += 1
        self._titles_taken.append(title.casefold())
        try:
            free = player.key == HOST_KEY
            with self._players.opening(player.key, bots=len(companions), free=free):
                lease = await self._leases.take_new(table_id, self._new_id)
                event = TableOpened(
                    table=lease.table,
                    title=title,
                    game=game.id,
                    rules=game.rules,
                    options=to_plain(options),
                    settings=settings,
                )
                kept = self._kept_for(companions, lease.table)
                return await self._write_table(player, message, (event, *kept), lease)
        finally:
            self._opening -= 1
            self._titles_taken.remove(title.casefold())

    def titled(self, title: str) -> TableRunner | None:
        """The open table with a title, in capitals or not; None where there is none."""
        for runner in self._running.values():
            if runner.host.table.opened.title.casefold() == title.casefold():
                return runner
        return None

    def free_title(self, title: str) -> str:
        """A title, with a number appended if an open table has it already."""
        number, free = 2, title
        while self.titled(free) is not None or free.casefold() in self._titles_taken:
            behind = f" {number}"
            free, number = title[: 60 - len(behind)] + behind, number + 1
        return free

    def is_hosts(self, table_id: str) -> bool:
        """Whether a table of that id is open and belongs to the host of the server."""
        runner = self._running.get(table_id)
        return runner is not None and runner.host.owners.opener == HOST_KEY

    def _kept_for(self, bots: Mapping[int, str], table_id: str) -> Iterator[SeatKeyed]:
        """The seats that are kept for bots from the first moment on."""
        seat_key = self._seat_key(table_id)
        for seat, bot in bots.items():
            yield SeatKeyed(seat=seat, key=seat_key(seat), label=bot)

    async def _write_table(
        self,
        player: Player,
        message: wire.Open,
        events: tuple[TableOpened, *tuple[SeatKeyed, ...]],
        lease: Lease,
    ) -> TableRunner:
        event, *kept = events
        cause = Cause(by=player.key, id=message.id)
        plain = versioned(game_of(event.game), [event_to_plain(each) for each in events])
        commit = lease.commit(plain, cause=cause, at=wall_ms(), deal=0, rules=event.rules)
        outcome = await self._store.append(lease, commit)
        if not isinstance(outcome, Appended | Duplicate):
            raise StoreError(f"the table's log cannot be written: {type(outcome).__name__}")
        audience = Audience(event.table, lease.epoch)
        audience.load(events, lease.epoch)
        answers = Answers()
        answers.put(player.key, wire.Ok(id=message.id, table=event.table, seq=1))
        seat_key = self._seat_key(event.table)
        table = open_table(event)
        for one in kept:
            table = evolve(table, one)
        owners = Owners()
        owners.note(events, player.key)
        host = TableHost(table, audience, self._entropy, seat_key, answers, owners=owners)
        log.info("table opened", table=event.table, game=event.game)
        return self._run(host, lease)

    def _run(self, host: TableHost, lease: Lease) -> TableRunner:
        runner = TableRunner(
            host,
            self._store,
            lease,
            now_ms=now_ms,
            wall_ms=wall_ms,
            metrics=self.metrics,
            happened=self._happened,
            stopped=self._stopped,
            noted=self.players.note,
        )
        self._running[runner.id] = runner
        self._restarts.began(runner.id)
        host.may_sit = lambda player: self._check_seat(runner, player)
        host.may_be_called = lambda title: self._check_title(runner, title)
        host.agenda.draining = self.draining
        host.may_seat_bot = lambda player, seat: self._players.ask_bot(
            player.key, (runner.id, seat), free=player.key == HOST_KEY
        )
        self._players.add(host.table, host.owners)
        self._places.add(host.table)
        table = host.table
        for key, name, label in zip(table.keys, table.state.names, table.labels, strict=True):
            if key is not None and name is not None and label is None:
                self.names.take(name, key)
        self.metrics.tables = len(self._running)
        # Last: the table may deal at once, and what it reports needs all of the above.
        runner.start()
        for seat, label in enumerate(host.table.labels):
            if label is not None:
                self._launcher.start(runner.id, seat, label)
        return runner

    def _check_title(self, runner: TableRunner, title: str) -> None:
        """Refuse the title of another open table.

        Raises:
            Denied: so it is.
        """
        other = self.titled(title)
        if other is not None and other is not runner:
            free = self.free_title(title)
            text = f"Table {other.id} is called {title!r}. Try {free!r}."
            raise deny("table/title", text, free=free)

    def drain(self) -> None:
        """Begin no more deals, and let nobody sit down: the server is to stop."""
        self.draining = True
        for runner in self._running.values():
            runner.host.agenda.draining = True

    @property
    def playing(self) -> int:
        """How many tables play a deal now."""
        return sum(runner.host.is_playing for runner in self._running.values())

    def _check_seat(self, runner: TableRunner, player: Player) -> None:
        """Refuse a seat where the player, or the player's address at this table, has enough.

        Raises:
            Denied: so it is.
        """
        table, source = runner.host.table, self._source(player.key)
        if source is not None:
            most = self._settings.address_seats
            held = sum(
                self._source(key) == source
                for key, label in zip(table.keys, table.labels, strict=True)
                if key is not None and key != player.key and label is None
            )
            if held >= most:
                text = (
                    f"Your network address has {held} seats at this table. The maximum is {most}."
                )
                raise deny("limit/seats", text, limit=most)
        # The last check, because it reserves the seat.
        self._players.sit(player.key, runner.id)

    def _charge(self, runner: TableRunner, events: Sequence[Event]) -> None:
        """Count what was written for the players who sit at the table."""
        table = runner.host.table
        players = [
            (key, source)
            for key, label in zip(table.keys, table.labels, strict=True)
            if key is not None and label is None and (source := self._source(key)) is not None
        ]
        if players:  # else nobody is bounded, and there is nothing to measure
            self._quota.charge(players, sum(len(repr(event)) for event in events), wall_ms())

    def _pause_over_quota(self, runner: TableRunner) -> None:
        """Let players sit out who caused too much log today, if the table is idle just now."""
        if self._runs(runner) and (over := self._over_quota(runner)):
            runner.pause(over)

    def _over_quota(self, runner: TableRunner) -> list[int]:
        now, keys = wall_ms(), runner.host.table.keys
        return [
            seat
            for seat, key in enumerate(keys)
            if key is not None and self._quota.wait_ms(key, self._source(key), now)
        ]

    def check_quota(self, key: str) -> None:
        """Refuse what goes on playing to a player who caused too much log today.

        Raises:
            Denied: so it is.
        """
        wait_ms = self._quota.wait_ms(key, self._source(key), wall_ms())
        if wait_ms:
            most = self._settings.player_log_mb
            text = (
                f"You reached today's limit of {most} MiB of log for one player. Come back later."
            )
            raise deny("limit/log", text, limit_mb=most, retry_ms=wait_ms)

    def _new_id(self) -> str:
        while True:
            table_id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
            if table_id not in self._running:
                return table_id

    def _seat_key(self, table_id: str) -> Callable[[int], str]:
        return lambda seat: key_of(self._launcher.token(table_id, seat))

    def looked_at(self, runner: TableRunner, watcher: Watcher) -> None:
        """A person follows a table: odds are counted for people only.

        Latecomers also get those of the last deal.
        """
        runner.people.add(watcher)
        missed = runner.all_ins.looked_at(last_deal(runner.host.table))
        self.all_ins.count(runner.host.audience, missed)

    def _called(self, player: str, name: str) -> None:
        """A player has another name now, or is forgotten: say so at every table."""
        for runner in list(self._running.values()):
            message = Called(table=runner.id, player=player, name=name)
            runner.submit(Request(_NOBODY, Watcher(NOBODY), message))

    # What tables report

    def _happened(self, runner: TableRunner, before: Table, events: tuple[Event, ...]) -> None:
        self._charge(runner, events)
        if self._over_quota(runner):  # at once: a busy table is seldom idle when it is looked after
            asyncio.get_running_loop().call_soon(self._pause_over_quota, runner)
        watched = bool(runner.people)
        self.all_ins.happened(runner.all_ins, before, events, runner.host.audience, watched=watched)
        for key, place in self._places.changes(runner.host, before, events, now_ms()):
            self._tell(key, place)
        if _OF_SEATS_OR_THE_END.isdisjoint(map(type, events)):
            return
        self._players.note(runner.id, events)
        for event in events:
            if type(event) is TableClosed:
                self._close_table(runner)
            if type(event) is not SeatKeyed:
                continue
            if event.label is not None:
                self._launcher.start(runner.id, event.seat, event.label)
            elif event.key is None:
                self._launcher.stop(runner.id, event.seat)

    def _stopped(self, runner: TableRunner, reason: str, waiting: list[Watcher]) -> None:
        """A table cannot go on: its clients reconnect and find it folded from its log.

        Whether what was in flight landed is not known to anybody before that. A log that holds
        another history than clients know is left to the operator.
        """
        self._running.pop(runner.id, None)
        self._players.drop(runner.host.table)
        self._places.drop(runner.host.table)
        self.metrics.tables = len(self._running)
        text = f"table {runner.id} had to stop ({reason}); come back soon"
        if self._store.fault is not None:
            text = GONE
        self._failed[runner.id] = text
        if self._store.fault is None and reason != Diverged.__name__:
            seconds = self._restarts.next_s(runner.id)
            self._background.start(self._recover_later(runner.id, seconds))
        self._evict(runner.id, {watcher.to for watcher in waiting}, text)

    # Bots

    def check_bot(self, bot: str) -> None:
        """Refuse a bot that the host cannot seat.

        Raises:
            Denied: there is no such bot, or as many run as may.
        """
        if bot not in BOTS:
            raise deny(
                "seat/bot",
                f"This server has no bot {bot!r}; {did_you_mean(bot, BOTS)}.",
                bots=BOTS,
            )
        if self._launcher.full():
            most = self._settings.max_bots
            raise deny("seat/bot", f"This server already runs {most} bots, its maximum.")


_NOBODY = Player(key="", name="")
"""Whose messages are the server's own."""


def _after(held: Held) -> float:
    """Seconds until another owner's lease has ended."""
    return held.left_ms / 1000 + 0.1
