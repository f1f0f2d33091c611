"""All tables of one server: opening, going on after a restart, keeping, closing.

A table whose log or store gives trouble stands still alone; the others run. What was told to
somebody is in the log, so a table that had to stop is folded from it again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from carteado.engine.events import event_to_plain, versioned
from carteado.engine.game import Event
from carteado.engine.options import did_you_mean
from carteado.engine.plain import to_plain
from carteado.engine.table import SeatKeyed, Table, TableClosed, TableOpened, evolve, open_table
from carteado.protocol import messages as wire
from carteado.server.allins import AllIns, public_runouts
from carteado.server.answers import Answers
from carteado.server.audience import Audience, Watcher, last_deal
from carteado.server.chores import Chores
from carteado.server.config import Settings
from carteado.server.holdings import Holdings
from carteado.server.host import TableHost
from carteado.server.launcher import BOTS, Launcher, key_of
from carteado.server.leases import LEASE_MS, Held, Leases
from carteado.server.logs import fault, log
from carteado.server.metrics import Figures
from carteado.server.opening import companions_of, game_and_options, settings_of
from carteado.server.owners import Owners
from carteado.server.recovery import recover, words_for_clients, words_of
from carteado.server.runner import TableRunner
from carteado.server.step import Player, deny
from carteado.server.store.base import Appended, Diverged, Duplicate, Lease, Store
from carteado.server.store.errors import StoreError
from carteado.server.timing import now_ms, wall_ms

__all__ = ["HOST_KEY", "Tables"]

HOST_KEY = "host"
"""Key of the server itself, for commands that nobody sent."""

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"

_OF_SEATS_OR_THE_END = frozenset({SeatKeyed, TableClosed})
"""The events by which more than the table changes."""

_RISE_S = (0.2, 1, 5, 30, 60)
"""Seconds until a table that had to stop is folded from its log again, by how often it fell."""


class Tables(Mapping[str, TableRunner]):
    """The tables that run, by id.

    Args:
        store: where the logs lie.
        settings: the host's settings.
        launcher: starts the host's bots.
        figures: counts of the server.
        chores: runs what has to wait for the store or the clock.
        entropy: gives so many fresh random bytes.
        evict: called when a table had to stop, with its id, the connections that wait for an
            answer of it, and the reason.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        launcher: Launcher,
        figures: Figures,
        chores: Chores,
        entropy: Callable[[int], bytes],
        evict: Callable[[str, set[Any], str], None],
    ) -> None:
        self.figures = figures
        self.all_ins = AllIns(figures)
        self._players = Holdings(
            seats=settings.player_seats,
            tables=settings.player_tables,
            bots=settings.player_bots,
        )
        self._running: dict[str, TableRunner] = {}
        self._store = store
        self._settings = settings
        self._launcher = launcher
        self._chores = chores
        self._entropy = entropy
        self._evict = evict
        self._leases = Leases(store, holder=secrets.token_hex(8))
        self._opening = 0
        self._deserted: dict[str, int] = {}
        self._failed: dict[str, str] = {}
        self._falls: dict[str, int] = {}

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
        raise deny("table/unknown", f"there is no table {table_id!r}", table=table_id)

    def holdings(self, key: str) -> tuple[wire.Holding, ...]:
        """The seats on which the player of a key sits."""
        return tuple(
            wire.Holding(table=table_id, seat=seat)
            for table_id, seat in self._players.of(key)
            if self._running[table_id].host.table.state.names[seat] is not None
        )

    def is_kept(self, key: str) -> bool:
        """Whether a seat somewhere is held by or kept for a key."""
        return bool(self._players.of(key))

    def health(self) -> str | None:
        """A sentence about the store or tables that stand still, None when all is well."""
        if self._store.fault is not None:
            return f"the store: {self._store.fault}; start the server anew"
        unkept = self._leases.unkept
        running = self._running.values()
        still = [runner.id for runner in running if runner.stuck or runner.id in unkept]
        still += [table_id for table_id in self._failed if table_id not in self._running]
        return f"tables that stand still: {', '.join(sorted(still))}" if still else None

    # Tables of before, and the end

    async def recover(self, holder: str) -> list[str]:
        """Go on with every table of the store.

        Args:
            holder: name under which this server holds tables. A server that comes back under the
                name of one that died takes its tables at once; another waits for their leases.

        Returns:
            Sentences about tables that cannot go on now; the others run.
        """
        self._leases.holder = holder
        problems = []
        for table_id in await self._store.tables():
            try:
                await self._recover(table_id)
            except Held as held:
                self._failed[table_id] = words_for_clients(held)
                problems.append(f"table {table_id}: {held}")
                self._chores.start(self._recover_later(table_id, held.left_ms))
            except Exception as error:  # whatever one log holds, the other tables go on
                problems.append(f"table {table_id} stands still: {self._lost(table_id, error)}")
        return problems

    def _lost(self, table_id: str, error: Exception) -> str:
        """Note why a table cannot go on; in words for the operator."""
        self._failed[table_id] = words_for_clients(error)
        text = words_of(error) or fault(error)
        log.error("table not recovered", table=table_id, error=text)
        return text

    async def _recover_later(self, table_id: str, left_ms: int) -> None:
        """Try again each time when the lease of the other owner ends."""
        while True:
            await asyncio.sleep(left_ms / 1000 + 0.1)
            try:
                await self._recover(table_id)
            except Held as held:
                left_ms = held.left_ms
            except StoreError as error:
                log.error("table not recovered", table=table_id, error=str(error))
                left_ms = LEASE_MS
            except Exception as error:
                self._lost(table_id, error)
                return
            else:
                return

    async def _recover(self, table_id: str) -> None:
        lease = await self._leases.take(table_id)
        host, places = await recover(
            table_id,
            self._store.read(table_id),
            lease.epoch,
            self._entropy,
            self._seat_key(table_id),
        )
        self._failed.pop(table_id, None)
        if host.table.closed:
            await self._store.release(lease)
            return
        self._run(host, lease).uncounted.extend(places)

    async def keep_house(self) -> None:
        """Keep the leases of all tables, and close the tables that everybody has left."""
        for runner in list(self._running.values()):
            if self._runs(runner):  # it may have ended while the others' leases were kept
                await self._leases.keep(runner.lease)
            if self._runs(runner):
                self._close_deserted(runner)

    def _runs(self, runner: TableRunner) -> bool:
        return self._running.get(runner.id) is runner

    def _close_deserted(self, runner: TableRunner) -> None:
        """Close a table that everybody has left for long enough."""
        now = now_ms()
        if not runner.host.deserted:
            self._deserted.pop(runner.id, None)
            return
        since = self._deserted.setdefault(runner.id, now)
        if now - since > self._settings.empty_minutes * 60_000:
            runner.end("nobody sat or watched any more")

    def _close_table(self, runner: TableRunner) -> None:
        self._running.pop(runner.id, None)
        self._players.drop(runner.host.table)
        self._deserted.pop(runner.id, None)
        self._falls.pop(runner.id, None)
        self.figures.tables = len(self._running)
        self._chores.start(self._leases.close(runner.lease))
        log.info("table closed", table=runner.id)

    async def close(self) -> None:
        """Freeze every table once what is in flight is durable, and give the leases back."""
        self.all_ins.close()
        self._chores.cancel()
        runners = list(self._running.values())
        try:
            async with asyncio.timeout(self._settings.stop_seconds / 3):
                await asyncio.gather(*(runner.freeze() for runner in runners))
                for runner in runners:
                    await self._store.release(runner.lease)
        except (StoreError, TimeoutError) as error:
            log.error("leases not given back", error=str(error) or "no answer in time")
        self._chores.cancel()

    async def open(
        self, player: Player, message: wire.Open, table_id: str | None = None
    ) -> TableRunner:
        """Open a table; the one that was opened before where the command is repeated.

        Args:
            player: who asks.
            message: what for.
            table_id: the id to give it where that is free, a random one when absent.

        Raises:
            Denied: what is asked for cannot be had.
            StoreError: its log cannot be written.
        """
        for runner in self._running.values():
            if runner.host.opened_by(player.key, message.id):
                return runner
        game, options = game_and_options(message)
        settings = settings_of(message)
        companions = companions_of(game, options, message)
        for bot in companions.values():
            self.check_bot(bot)
        if len(self._running) + self._opening >= self._settings.max_tables:
            raise deny("limit/tables", f"this server keeps {self._settings.max_tables} tables")
        self._opening += 1
        try:
            free = player.key == HOST_KEY
            with self._players.opening(player.key, bots=len(companions), free=free):
                lease = await self._leases.take_new(table_id, self._new_id)
                event = TableOpened(
                    table=lease.table,
                    title=message.title or game.title,
                    game=game.id,
                    rules=game.rules,
                    options=to_plain(options),
                    settings=settings,
                )
                kept = self._kept_for(companions, lease.table)
                return await self._write_table(player, message, (event, *kept), lease)
        finally:
            self._opening -= 1

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
        cause = {"by": player.key, "id": message.id, "do": [], "result": None}
        plain = versioned(map(event_to_plain, events))
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
            figures=self.figures,
            happened=self._happened,
            stopped=self._stopped,
        )
        self._running[runner.id] = runner
        host.may_sit = lambda player: self._players.sit(player.key, runner.id)
        host.may_seat_bot = lambda player, seat: self._players.ask_bot(
            player.key, (runner.id, seat), free=player.key == HOST_KEY
        )
        self._players.add(host.table, host.owners)
        self.figures.tables = len(self._running)
        runner.start()
        for seat, label in enumerate(host.table.labels):
            if label is not None:
                self._launcher.start(runner.id, seat, label)
        return runner

    def _new_id(self) -> str:
        while True:
            table_id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
            if table_id not in self._running:
                return table_id

    def _seat_key(self, table_id: str) -> Callable[[int], str]:
        return lambda seat: key_of(self._launcher.token(table_id, seat))

    def looked_at(self, runner: TableRunner, watcher: Watcher) -> None:
        """Somebody who is no bot follows a table: odds are for people, and are counted for them.

        Those of the last deal are told also to who comes late.
        """
        runner.people.add(watcher)
        deal = last_deal(runner.host.table)
        missed = [place for place in runner.uncounted if place.deal == deal]
        runner.uncounted.clear()
        self.all_ins.count(runner.host.audience, missed)

    # What tables report

    def _happened(self, runner: TableRunner, before: Table, events: tuple[Event, ...]) -> None:
        audience = runner.host.audience
        first = audience.seq - len(events) + 1
        places = public_runouts(before, events, first=first, epoch=audience.epoch)
        if places and runner.people:
            self.all_ins.count(audience, places)
        elif places:
            runner.uncounted.extend(places)
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
        """A table cannot go on: who was there comes back, and finds it folded from its log.

        Whether what was in flight landed is not known to anybody before that. A log that holds
        another history than was told is left alone for the operator.
        """
        self._running.pop(runner.id, None)
        self._players.drop(runner.host.table)
        self.figures.tables = len(self._running)
        text = f"table {runner.id} had to stop ({reason}); come back soon"
        self._failed[runner.id] = text
        if reason != Diverged.__name__:
            falls = self._falls[runner.id] = self._falls.get(runner.id, -1) + 1
            seconds = _RISE_S[min(falls, len(_RISE_S) - 1)]
            self._chores.start(self._recover_later(runner.id, int(seconds * 1000)))
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
                f"there is no bot {bot!r} here; {did_you_mean(bot, BOTS)}",
                bots=BOTS,
            )
        if self._launcher.full():
            raise deny("seat/bot", f"this server runs {self._settings.max_bots} bots at most")
