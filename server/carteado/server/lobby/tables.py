"""All running tables of one server, and the server's reactions to their events.

A table whose log or store fails stops alone; the others run. `opener` opens tables, `restoring`
brings them back from their logs, and `abandoned` closes those that everybody has left.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from carteado.engine.table import SeatKeyed, TableClosed
from carteado.protocol import messages as wire
from carteado.server.bots.launcher import Launcher, key_of
from carteado.server.lobby.abandoned import AbandonedTables
from carteado.server.lobby.accounts import Accounts
from carteado.server.lobby.advising import Adviser
from carteado.server.lobby.allins import AllIns
from carteado.server.lobby.background import BackgroundTasks
from carteado.server.lobby.checkpoints import Checkpoints
from carteado.server.lobby.delivery import NOBODY, send_all
from carteado.server.lobby.leases import Leases
from carteado.server.lobby.log_quota import LogCharges
from carteado.server.lobby.names import Names
from carteado.server.lobby.opener import Opener
from carteado.server.lobby.places import Places
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.lobby.quotas import Quotas
from carteado.server.lobby.restoring import Restoring
from carteado.server.lobby.runner import TableRunner
from carteado.server.lobby.startup import RETRY_MS
from carteado.server.ops.config import Settings
from carteado.server.ops.logs import log
from carteado.server.ops.metrics import Metrics
from carteado.server.ops.timing import now_ms, wall_ms
from carteado.server.store.base import Lease, Store
from carteado.server.store.errors import StoreError
from carteado.server.table.audience import last_deal
from carteado.server.table.host import TableHost
from carteado.server.table.naming import Called
from carteado.server.table.owners import OPERATOR
from carteado.server.table.step import Denied, Player, Request, Step, deny
from carteado.server.table.watcher import Watcher

__all__ = ["Tables"]


_OF_SEATS_OR_THE_END = frozenset({SeatKeyed, TableClosed})
"""The events that affect more than the table."""


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
            answer, and the reason.
        connected: whether the player of a key is connected.
        source: the address from which the player of a key came last, as `addresses.source_of`.
        tell: sends a message to the player of a key, if connected.

    Attributes:
        accounts: of the store's players.
        players: what the players of the store are called.
        names: the names of all players who are connected or hold a seat.
        charges: what their logs cost the players.
        opener: opens tables.
        startup: the tables of the store that are not back yet.
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
        self._tell = tell
        self._places = Places()
        self.charges = LogCharges(settings.player_log_mb << 20, source, self._runs)
        self.lasting: set[str] = set()
        self._left = AbandonedTables(settings.empty_minutes * 60_000, self.lasting, connected)
        self.draining = False
        self._checkpoints = Checkpoints(store, launcher.secret, self.players.name_of)
        self._restoring = Restoring(
            store,
            self._leases,
            self._checkpoints,
            self.players,
            background,
            entropy,
            self._seat_key,
            self._run,
        )
        self.startup = self._restoring.startup
        self.opener = self._make_opener()

    def _make_opener(self) -> Opener:
        return Opener(
            self._running,
            self._store,
            self._leases,
            self._players,
            self._launcher,
            self._settings,
            self._entropy,
            self._seat_key,
            self._starting,
            self._run,
        )

    def __getitem__(self, table_id: str) -> TableRunner:
        return self._running[table_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._running)

    def __len__(self) -> int:
        return len(self._running)

    def named(self, table_id: str) -> TableRunner:
        """The table with that id.

        Raises:
            Denied: there is none, or it cannot continue now.
        """
        runner = self._running.get(table_id)
        if runner is not None:
            return runner
        if table_id in self._restoring.failed:
            raise deny("table/failed", self._restoring.failed[table_id], table=table_id)
        if self.startup.asked(table_id):
            raise self._still_starting(table=table_id)
        raise deny(
            "table/unknown",
            f"There is no table {table_id!r}. To list the tables, type: tables",
            table=table_id,
        )

    def _still_starting(self, **details: str) -> Denied:
        text = f"The server is still {self.startup.text()}. Try again in a moment."
        return deny("table/starting", text, retry_ms=RETRY_MS, **details)

    def _starting(self) -> Denied | None:
        return self._still_starting() if self.startup.text() is not None else None

    def seats_held_by(self, key: str) -> tuple[wire.Holding, ...]:
        """The seats on which the player of a key sits."""
        return tuple(
            wire.Holding(table=table_id, seat=seat)
            for table_id, seat in self._players.of(key)
            if self._running[table_id].host.table.state.names[seat] is not None
        )

    def places(self, key: str) -> tuple[wire.WaitingPlace, ...]:
        """The player's places on waiting lists."""
        return tuple(
            self._places.place(self._running[table_id].host, key, now_ms())
            for table_id in self._places.of(key)
        )

    def check_quota(self, key: str) -> None:
        """Refuse a player who has used up the daily log quota.

        Raises:
            Denied: so it is.
        """
        self.charges.check(key, [self._running[table_id] for table_id, _ in self._players.of(key)])

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
        """A sentence about a failing store or stopped tables, None when all is well."""
        if self._store.fault is not None:
            return f"the store: {self._store.fault}; start the server again"
        unkept = self._leases.unkept
        if self.startup.trouble is not None:
            return f"the store does not answer: {self.startup.trouble}"
        running = self._running.values()
        still = [runner.id for runner in running if runner.stuck or runner.id in unkept]
        still += [table_id for table_id in self._restoring.failed if table_id not in self._running]
        return f"stopped tables: {', '.join(sorted(still))}" if still else None

    # Recovered tables, and the end

    async def recover(
        self, holder: str, first: Callable[[Tables], Awaitable[object]] | None = None
    ) -> list[str]:
        """Restore every table of the store.

        Args:
            holder: name under which this server holds tables. A server that starts under the
                name of one that died takes its tables at once; another waits for their leases.
            first: opens the first tables where the store has none.

        Returns:
            Sentences about the tables that cannot continue; the others run.
        """
        self._leases.holder = holder
        try:
            await self.startup.run()
            if first is not None and not self._running:
                await first(self)
        finally:
            self.startup.end()
        return self.startup.problems

    async def keep_house(self) -> None:
        """Renew the leases of all tables, and close deserted tables.

        If the store is lost, all tables stop, because nothing could be stored.
        """
        if (gone := await self._store.check()) is not None:
            if self._running:
                log.error("store gone", error=gone)
            for runner in list(self._running.values()):
                runner.halt("StoreGone")
            return
        for runner in list(self._running.values()):
            if self._runs(runner):  # it may have ended while the other leases were renewed
                await self._leases.keep(runner.lease)
            if self._runs(runner):
                self._left.close_deserted(runner)
            if self._runs(runner):
                runner.release_absent()
            if self._runs(runner):
                self._left.pass_ownership(runner)
            self.charges.charge(runner, runner.host.table)
            self.charges.pause(runner)
        await self._checkpoints.write(self._running.values())

    def look(self) -> None:
        """Announce the tables whose store does not answer; call every second."""
        for runner in list(self._running.values()):
            runner.look()

    def _runs(self, runner: TableRunner) -> bool:
        return self._running.get(runner.id) is runner

    def _forget(self, runner: TableRunner) -> None:
        self._running.pop(runner.id, None)
        self._players.drop(runner.host.table)
        self._places.drop(runner.host.table)
        self.metrics.tables = len(self._running)

    def _close_table(self, runner: TableRunner) -> None:
        self._forget(runner)
        self._left.forget(runner.id)
        self._restoring.restarts.forget(runner.id)
        self._background.start(self._leases.close(runner.lease))
        log.info("table closed", table=runner.id)

    async def close(self) -> None:
        """Freeze every table once its pending appends are durable, and release the leases."""
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

    def is_hosts(self, table_id: str) -> bool:
        """Whether a table of that id is open and belongs to the host of the server."""
        runner = self._running.get(table_id)
        return runner is not None and runner.host.owners.opener == OPERATOR

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
        self._restoring.restarts.began(runner.id)
        host.may_sit = lambda player: self._check_seat(runner, player)
        host.may_be_called = lambda title: self.opener.check_title(runner, title)
        host.agenda.draining = self.draining
        host.may_seat_bot = lambda player, seat: self._players.ask_bot(
            player.key, (runner.id, seat), free=player.key == OPERATOR
        )
        self._players.add(host.table, host.owners)
        self._places.add(host.table)
        table = host.table
        for key, name, label in zip(table.keys, table.state.names, table.labels, strict=True):
            if key is not None and name is not None and label is None:
                self.names.take(name, key)
        self.metrics.tables = len(self._running)
        # Last: the table may deal at once, and its reports need everything above.
        runner.start()
        for seat, label in enumerate(host.table.labels):
            if label is not None:
                self._launcher.start(runner.id, seat, label)
        return runner

    def drain(self) -> None:
        """Begin no more deals and refuse joins, because the server is to stop."""
        self.draining = True
        for runner in self._running.values():
            send_all(runner.host.drain(now_ms()))

    @property
    def playing(self) -> int:
        """The number of tables where a deal is being played."""
        return sum(runner.host.is_playing for runner in self._running.values())

    def _check_seat(self, runner: TableRunner, player: Player) -> None:
        """Refuse a seat if the player, or the player's address at this table, has the maximum.

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

    def _seat_key(self, table_id: str) -> Callable[[int], str]:
        return lambda seat: key_of(self._launcher.token(table_id, seat))

    def looked_at(self, runner: TableRunner, watcher: Watcher) -> None:
        """Count the odds of a table that a person has begun to follow; bots get none.

        Latecomers also get the odds of the last deal.
        """
        runner.people.add(watcher)
        missed = runner.all_ins.looked_at(last_deal(runner.host.table))
        self.all_ins.count(runner.host.audience, missed)

    def _called(self, player: str, name: str) -> None:
        """Tell every table that a player has another name, or is forgotten."""
        for runner in list(self._running.values()):
            message = Called(table=runner.id, player=player, name=name)
            runner.submit(Request(_NOBODY, Watcher(NOBODY), message))

    # Reports of tables

    def _happened(self, runner: TableRunner, step: Step) -> None:
        before, events, audience = step.before, step.events, runner.host.audience
        self.charges.wrote(runner, step)
        places = runner.all_ins.happened(before, events, audience, watched=bool(runner.people))
        if places:
            self.all_ins.count(audience, places)
        if not step.unprompted:  # an event of the game; the rest is about the table's own events
            return
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
        """Handle a stopped table: its clients reconnect and find it folded from its log."""
        self._forget(runner)
        text = self._restoring.stopped(runner.id, reason)
        self._evict(runner.id, {watcher.to for watcher in waiting}, text)


_NOBODY = Player(key="", name="")
"""The sender of the server's own messages."""
