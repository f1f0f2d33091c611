"""The lobby: who is connected, which tables there are, and who is brought together with which.

Everything in here runs on one event loop and is synchronous but for opening tables and reading
their past, which wait for the store.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Protocol

from carteado.engine.errors import EngineError, OptionsError, UnknownGame
from carteado.engine.events import event_to_plain, versioned
from carteado.engine.game import Event, Game
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of, games
from carteado.engine.table import (
    SeatKeyed,
    TableClosed,
    TableOpened,
    TableOptions,
    evolve,
    open_table,
)
from carteado.protocol import messages as wire
from carteado.protocol.log import LogError
from carteado.server.answers import Answers
from carteado.server.audience import Audience, Watcher
from carteado.server.config import Settings
from carteado.server.host import TableHost
from carteado.server.launcher import BOTS, Launcher, key_of
from carteado.server.logs import fault, log
from carteado.server.metrics import Figures
from carteado.server.past import Past
from carteado.server.recovery import recover
from carteado.server.runner import TableRunner
from carteado.server.step import Denied, Player, Request, deny
from carteado.server.store.base import Appended, Busy, Diverged, Duplicate, Lease, Store
from carteado.server.store.errors import StoreError

__all__ = ["Connection", "Lobby", "Session"]

SESSIONS_KEPT = 10_000
"""Sessions that are remembered after their connection ended; seats are remembered by the log."""

LEASE_MS = 10_000

CHAT_LINES = 8
"""Lines that a player may say within `CHAT_MS`."""

CHAT_MS = 10_000

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"

READING = 16
"""Questions about the past that one player may have open."""

_RISE_S = (0.2, 1, 5, 30, 60)
"""Seconds until a table that had to stop is folded from its log again, by how often it fell."""

HOST_KEY = "host"
"""Key of the server itself, for commands that nobody sent."""


class Connection(Protocol):
    """What the lobby needs of a transport; the gateway and the tests have one each."""

    def send(self, message: Any) -> None:
        """Put a message into the connection's queue; never waits."""
        ...

    def close(self, code: str, message: str) -> None:
        """Say why, and end the connection."""
        ...


@dataclass(slots=True)
class Session:
    """A player, as long as anybody remembers.

    Attributes:
        player: the identity that holds seats.
        viewer: whether it may only watch.
        text: whether it wants lines of English.
        connection: the one connection that it has now, None while it is away.
        watching: the tables that the connection follows.
        answers: replies to commands that are about no table.
        said: when the player said its last lines, milliseconds.
        opening: ids of commands to open a table that are being worked on.
        reading: how many questions about the past are being worked on, and wait to be.
        turn: lets one of them be worked on at a time.
    """

    player: Player
    viewer: bool = False
    text: bool = False
    connection: Connection | None = None
    watching: dict[str, Watcher] = field(default_factory=dict)
    answers: Answers = field(default_factory=Answers)
    said: deque[int] = field(default_factory=deque)
    opening: set[int] = field(default_factory=set)
    reading: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Lobby:
    """All tables and sessions of one server.

    Args:
        store: where the logs lie.
        settings: the host's settings.
        launcher: starts the host's bots.
        figures: counts of the server.
        entropy: gives so many fresh random bytes.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        launcher: Launcher,
        figures: Figures,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.tables: dict[str, TableRunner] = {}
        self.figures = figures
        self._store = store
        self._settings = settings
        self._launcher = launcher
        self._entropy = entropy
        self._holder = secrets.token_hex(8)
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._past = Past(store)
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = 0
        self._deserted: dict[str, int] = {}
        self._failed: dict[str, str] = {}
        self._falls: dict[str, int] = {}

    # Tables of before, and the end

    async def recover(self, holder: str) -> list[str]:
        """Go on with every table of the store.

        Args:
            holder: name under which this server holds tables. A server that comes back under the
                name of one that died takes its tables at once; another waits for their leases.

        Returns:
            Sentences about tables that cannot go on now; the others run.
        """
        self._holder = holder
        problems = []
        for table_id in await self._store.tables():
            try:
                await self._recover(table_id)
            except Held as held:
                self._failed[table_id] = str(held)
                problems.append(f"table {table_id}: {held}")
                self._keep(self._recover_later(table_id, held.left_ms))
            except Exception as error:  # whatever one log holds, the other tables go on
                problems.append(f"table {table_id} stands still: {self._lost(table_id, error)}")
        return problems

    def _lost(self, table_id: str, error: Exception) -> str:
        """Note why a table cannot go on; in words."""
        known = isinstance(error, EngineError | LogError | StoreError)
        text = str(error) if known else fault(error)
        self._failed[table_id] = text
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
        lease = await self._lease(table_id)
        host = await recover(
            table_id,
            self._store.read(table_id),
            lease.epoch,
            self._entropy,
            self._seat_key(table_id),
        )
        if host.table.closed:
            await self._store.release(lease)
            return
        self._failed.pop(table_id, None)
        self._run(host, lease)

    async def keep_house(self) -> None:
        """Keep the leases of all tables, and close the tables that everybody has left."""
        now = _now_ms()
        patience = self._settings.empty_minutes * 60_000
        for runner in list(self.tables.values()):
            try:
                if not await self._store.renew(runner.lease):
                    log.error("lease lost", table=runner.id)
            except StoreError as error:
                # The next append finds out what became of the lease; until then the table stands.
                log.error("lease not renewed", table=runner.id, error=str(error))
            if not runner.host.deserted:
                self._deserted.pop(runner.id, None)
            elif now - self._deserted.setdefault(runner.id, now) > patience:
                runner.end("nobody sat or watched any more")

    def _close_table(self, runner: TableRunner) -> None:
        self.tables.pop(runner.id, None)
        self._deserted.pop(runner.id, None)
        self.figures.tables = len(self.tables)
        self._keep(self._give_back(runner.lease))
        log.info("table closed", table=runner.id)

    async def _give_back(self, lease: Lease) -> None:
        try:
            await self._store.release(lease, closed=True)
        except StoreError as error:
            log.error("lease not given back", table=lease.table, error=str(error))

    async def close(self) -> None:
        """Freeze every table once what is in flight is durable, and give the leases back."""
        for task in list(self._tasks):
            task.cancel()
        runners = list(self.tables.values())
        try:
            async with asyncio.timeout(self._settings.stop_seconds / 3):
                await asyncio.gather(*(runner.freeze() for runner in runners))
                for runner in runners:
                    await self._store.release(runner.lease)
        except (StoreError, TimeoutError) as error:
            log.error("leases not given back", error=str(error) or "no answer in time")
        for task in list(self._tasks):
            task.cancel()

    async def open_default_tables(self) -> None:
        """The tables of a first start: heads-up with one bot, four seats with three."""
        host = Session(player=Player(key=HOST_KEY, name="host"))
        number = 0
        for preset, title, bots in (
            ("heads-up", "Heads-up", ("caller",)),
            ("four-player", "Four players", ("caller", "random", "caller")),
        ):
            number += 1
            settings = {"auto_restart": True}
            request = wire.Open(
                id=number, game="holdem", preset=preset, title=title, settings=settings
            )
            runner = await self._open_table(host.player, request, preset)
            for bot in bots:
                number += 1
                ask = wire.AddBot(id=number, table=runner.id, bot=bot)
                nobody = Watcher(_Nobody())
                runner.submit(Request(player=host.player, watcher=nobody, message=ask))

    # Connections

    def hello(self, connection: Connection, message: wire.Hello) -> Session:
        """Know who connected; a connection that the player had before ends."""
        token = message.token or secrets.token_urlsafe(32)
        key = key_of(token)
        seats = self._holdings(key)
        session = self._sessions.get(key)
        known = session is not None or bool(seats) or self._is_kept(key)
        player = Player(key=key, name=message.name, bot=message.kind == "bot")
        if session is None:
            session = self._sessions[key] = Session(player=player)
        if session.connection is not None:
            old = session.connection
            self.gone(session, old)
            old.close("session/replaced", "you connected again elsewhere")
        session.player = player
        session.viewer = message.kind == "viewer"
        session.text = message.text
        session.connection = connection
        self._sessions.move_to_end(key)
        self._forget_sessions()
        self.figures.resumed += known
        connection.send(
            wire.Welcome(
                token=token,
                name=message.name,
                resumed=known,
                seats=seats,
                server=_server_name(),
                time_ms=_wall_ms(),
                games=tuple(games()),
                bots=BOTS,
                limits={
                    "frame": 16_384,
                    "rate": self._settings.rate,
                    "burst": self._settings.burst,
                },
                capabilities=("history", "proofs"),
            )
        )
        return session

    def gone(self, session: Session, connection: Connection) -> None:
        """A connection is over; the session and its seats stay."""
        if session.connection is not connection:
            return
        session.connection = None
        watching, session.watching = session.watching, {}
        for table_id, watcher in watching.items():
            runner = self.tables.get(table_id)
            if runner is not None:
                runner.gone(watcher)

    def receive(self, session: Session, message: Any) -> None:
        """Carry out a message of a connected session."""
        connection = session.connection
        if connection is None:
            return
        if isinstance(message, wire.Ping):
            connection.send(wire.Pong(id=message.id, now_ms=_wall_ms()))
            return
        try:
            if type(message) in _OF_THE_LOBBY:
                self._for_lobby(session, connection, message)
            else:
                self._for_table(session, connection, message)
        except Denied as denied:
            self._refuse(session, message, denied)
        except Exception as error:  # a bug: the connection and everybody else go on
            self._apologize(session, message, error)

    def _apologize(self, session: Session, message: Any, error: Exception) -> None:
        log.error("command failed", kind=type(message).__name__, error=fault(error))
        denied = deny("server/failed", "the server met a fault of its own; ask again")
        self._refuse(session, message, denied)

    def _for_table(self, session: Session, connection: Connection, message: Any) -> None:
        runner = self._runner(message.table)
        kind = type(message)
        if kind is wire.Chat:
            self._check_chat(session)
        if session.viewer and kind not in _VIEWING:
            raise deny("session/viewer", "a viewer only watches; connect as a person or a bot")
        if kind is wire.AddBot and not runner.host.answered(session.player.key, message.id):
            self._check_bot(message.bot)
        watcher = session.watching.get(runner.id)
        if watcher is None:
            watcher = Watcher(connection, text=session.text)
        request = Request(player=session.player, watcher=watcher, message=message)
        if not runner.submit(request):
            raise deny("table/busy", "the table has more to do than it can; ask again soon")
        if kind in _FOLLOWING:
            session.watching[runner.id] = watcher
        elif kind is wire.Unwatch:
            session.watching.pop(runner.id, None)

    def _for_lobby(self, session: Session, connection: Connection, message: Any) -> None:
        if isinstance(message, wire.ListTables):
            listed = tuple(to_plain(self.describe(runner)) for runner in self.tables.values())
            connection.send(wire.Ok(id=message.id, result=listed))
            return
        known = session.answers.get(session.player.key, message.id)
        if known is not None:
            connection.send(known)
        elif isinstance(message, wire.Open):
            if session.viewer:
                raise deny("session/viewer", "a viewer only watches; connect as a person or a bot")
            if message.id not in session.opening:  # else the one reply is on its way
                session.opening.add(message.id)
                self._spawn(self._answer_open(session, message), session, message)
        elif session.reading >= READING:
            raise deny("limit/rate", f"at most {READING} questions at a time", retry_ms=100)
        else:
            session.reading += 1
            self._spawn(self._answer_past(session, message), session, message)

    def _spawn(self, work: Coroutine[Any, Any, None], session: Session, message: Any) -> None:
        async def guarded() -> None:
            try:
                await work
            except Denied as denied:
                self._refuse(session, message, denied)
            except (Held, LogError, StoreError) as error:
                log.error("command failed", kind=type(message).__name__, error=str(error))
                self._refuse(session, message, deny("server/failed", f"the store says: {error}"))
            except Exception as error:
                self._apologize(session, message, error)

        self._keep(guarded())

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _refuse(self, session: Session, message: Any, denied: Denied) -> None:
        refusal = denied.refusal
        Figures.count(self.figures.refused, refusal.code)
        if session.connection is not None:
            session.connection.send(
                wire.Refused(
                    id=getattr(message, "id", None),
                    code=refusal.code,
                    message=refusal.message,
                    details=to_plain(refusal.details),
                )
            )

    # Opening tables

    async def _answer_open(self, session: Session, message: wire.Open) -> None:
        try:
            runner = await self._open_table(session.player, message)
        finally:
            session.opening.discard(message.id)
        reply = wire.Ok(id=message.id, table=runner.id, seq=1)
        session.answers.put(session.player.key, reply)
        if session.connection is not None:
            session.connection.send(reply)

    async def _open_table(
        self, player: Player, message: wire.Open, table_id: str | None = None
    ) -> TableRunner:
        for runner in self.tables.values():
            if runner.host.opened_by(player.key, message.id):
                return runner
        game, options = _options(message)
        settings = _settings(message)
        companions = _companions(game, options, message)
        for bot in companions:
            self._check_bot(bot)
        if len(self.tables) + self._opening >= self._settings.max_tables:
            raise deny("limit/tables", f"this server keeps {self._settings.max_tables} tables")
        self._opening += 1
        try:
            lease = await self._new_lease(table_id)
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

    async def _new_lease(self, wanted: str | None) -> Lease:
        """The lease of a table without a log, under a wanted id where that is free."""
        while True:
            table_id = wanted or self._new_id()
            wanted = None
            try:
                lease = await self._lease(table_id)
            except (Held, LogError):
                continue
            if lease.version == 0:
                return lease
            await self._store.release(lease)

    def _kept_for(self, bots: Sequence[str], table_id: str) -> Iterator[SeatKeyed]:
        """The seats that are kept for bots from the first moment on; seat 0 is a person's."""
        seat_key = self._seat_key(table_id)
        for seat, bot in enumerate(bots, 1):
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
        plain = [versioned(event_to_plain(one)) for one in events]
        commit = lease.commit(plain, cause=cause, at=_wall_ms(), deal=0, rules=event.rules)
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
        host = TableHost(table, audience, self._entropy, seat_key, answers)
        log.info("table opened", table=event.table, game=event.game)
        return self._run(host, lease)

    def _run(self, host: TableHost, lease: Lease) -> TableRunner:
        runner = TableRunner(
            host,
            self._store,
            lease,
            now_ms=_now_ms,
            wall_ms=_wall_ms,
            figures=self.figures,
            happened=self._happened,
            stopped=self._stopped,
        )
        self.tables[runner.id] = runner
        self.figures.tables = len(self.tables)
        runner.start()
        for seat, label in enumerate(host.table.labels):
            if label is not None:
                self._launcher.start(runner.id, seat, label)
        return runner

    async def _lease(self, table_id: str) -> Lease:
        lease = await self._store.acquire(table_id, self._holder, LEASE_MS)
        if isinstance(lease, Busy):
            raise Held(lease)
        return lease

    def _new_id(self) -> str:
        while True:
            table_id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
            if table_id not in self.tables:
                return table_id

    def _seat_key(self, table_id: str) -> Callable[[int], str]:
        return lambda seat: key_of(self._launcher.token(table_id, seat))

    # What tables report

    def _happened(self, runner: TableRunner, events: tuple[Event, ...]) -> None:
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
        self.tables.pop(runner.id, None)
        self.figures.tables = len(self.tables)
        text = f"table {runner.id} had to stop ({reason}); come back soon"
        self._failed[runner.id] = text
        if reason != Diverged.__name__:
            falls = self._falls[runner.id] = self._falls.get(runner.id, -1) + 1
            seconds = _RISE_S[min(falls, len(_RISE_S) - 1)]
            self._keep(self._recover_later(runner.id, int(seconds * 1000)))
        gone = {watcher.to for watcher in waiting}
        for session in self._sessions.values():
            if session.watching.pop(runner.id, None) and session.connection is not None:
                gone.add(session.connection)
        for connection in gone:
            connection.close("server/failed", text)

    # Bots

    def _check_bot(self, bot: str) -> None:
        if bot not in BOTS:
            raise deny(
                "seat/bot",
                f"there is no bot {bot!r} here; there are: {', '.join(BOTS)}",
                bots=BOTS,
            )
        if self._launcher.full():
            raise deny("seat/bot", f"this server runs {self._settings.max_bots} bots at most")

    # Chat

    def _check_chat(self, session: Session) -> None:
        """Hold a player to so many lines in so much time."""
        now = _now_ms()
        said = session.said
        while said and now - said[0] > CHAT_MS:
            said.popleft()
        if len(said) >= CHAT_LINES:
            wait = CHAT_MS - (now - said[0])
            message = f"at most {CHAT_LINES} lines in {CHAT_MS // 1000} s; wait {wait} ms"
            raise deny("chat/too_fast", message, retry_ms=wait)
        said.append(now)

    # Reading

    async def _answer_past(self, session: Session, message: wire.History | wire.Proofs) -> None:
        """Answer from the log; one question of a player at a time, for a long log is much work."""
        try:
            async with session.turn:
                reply = await self._ask_past(session.player, message)
        finally:
            session.reading -= 1
        if session.connection is not None:
            session.connection.send(reply)

    async def _ask_past(self, player: Player, message: wire.History | wire.Proofs) -> Any:
        host = self._runner(message.table).host
        if isinstance(message, wire.Proofs):
            return await self._past.proofs(host, player, message)
        result = await self._past.events(host, player, message.after, message.limit)
        return wire.Ok(id=message.id, table=host.table.id, result=result)

    def _runner(self, table_id: str) -> TableRunner:
        runner = self.tables.get(table_id)
        if runner is not None:
            return runner
        if table_id in self._failed:
            raise deny("table/failed", self._failed[table_id], table=table_id)
        raise deny("table/unknown", f"there is no table {table_id!r}", table=table_id)

    def describe(self, runner: TableRunner) -> wire.TableInfo:
        """A table as the lobby shows it."""
        table = runner.host.table
        state = table.state
        stacks = getattr(state, "stacks", (0,) * table.seats)
        return wire.TableInfo(
            table=table.id,
            title=table.opened.title,
            game=table.opened.game,
            options=table.opened.options,
            settings=to_plain(table.settings),
            seats=tuple(
                wire.SeatInfo(
                    name=state.names[seat] or table.labels[seat],
                    bot=state.bots[seat] or table.labels[seat] is not None,
                    stack=stacks[seat],
                    connected=runner.host.audience.connected(seat),
                    reserved=state.names[seat] is None and table.keys[seat] is not None,
                )
                for seat in range(table.seats)
            ),
            deals=table.committed.deal if table.committed else 0,
            over=table.game.over(state),
            watching=len(runner.host.audience.watchers),
        )

    # Sessions

    def _holdings(self, key: str) -> tuple[wire.Holding, ...]:
        held = []
        for runner in self.tables.values():
            table = runner.host.table
            held += [
                wire.Holding(table=table.id, seat=seat)
                for seat, owner in enumerate(table.keys)
                if owner == key and table.state.names[seat] is not None
            ]
        return tuple(held)

    def _is_kept(self, key: str) -> bool:
        return any(key in runner.host.table.keys for runner in self.tables.values())

    def _forget_sessions(self) -> None:
        while len(self._sessions) > SESSIONS_KEPT:
            for key, session in self._sessions.items():
                if session.connection is None:
                    del self._sessions[key]
                    break
            else:
                return


_OF_THE_LOBBY = frozenset({wire.ListTables, wire.Open, wire.History, wire.Proofs})
_VIEWING = frozenset({wire.Watch, wire.Unwatch})
_FOLLOWING = frozenset({wire.Watch, wire.Join})


class Held(Exception):
    """Another server holds a table's lease."""

    def __init__(self, busy: Busy) -> None:
        super().__init__(f"{busy.holder} holds it for {busy.left_ms} ms more, if it is not renewed")
        self.left_ms = busy.left_ms


class _Nobody:
    """Receives the answers to what the server asked itself."""

    def send(self, message: Any) -> None:
        if isinstance(message, wire.Refused):
            log.error("own command refused", code=message.code, message=message.message)

    def close(self, code: str, message: str) -> None:
        """Nobody has no connection."""


def _options(message: wire.Open) -> tuple[Game[Any], Any]:
    """The game and its options that a message asks for.

    Raises:
        Denied: there is no such game or preset, or an option is wrong.
    """
    try:
        game = game_of(message.game)
    except UnknownGame as error:
        raise deny("options/unknown_game", str(error), games=tuple(games())) from None
    preset = _preset(game, message)
    base = game.presets.get(preset)
    if base is None:
        known = ", ".join(game.presets)
        raise deny(
            "options/unknown_preset",
            f"{game.id} has no preset {preset!r}; there are: {known}",
            presets=tuple(game.presets),
        )
    return game, _changed(game.options_type, to_plain(base), message.options)


def _preset(game: Game[Any], message: wire.Open) -> str:
    return (message.preset or next(iter(game.presets))).replace("_", "-")


def _companions(game: Game[Any], options: Any, message: wire.Open) -> Sequence[str]:
    """The bots that belong to a preset, as many as leave one seat free."""
    known: Mapping[str, Sequence[str]] = getattr(game, "companions", {})
    return known.get(_preset(game, message), ())[: game.seats(options) - 1]


def _settings(message: wire.Open) -> TableOptions:
    settings: TableOptions = _changed(TableOptions, to_plain(TableOptions()), message.settings)
    return settings


def _changed(cls: type, base: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    for name in given:
        if name not in base:
            raise deny(
                "options/unknown",
                f"there is no option {name!r}; there are: {', '.join(base)}",
                options=tuple(base),
            )
    try:
        return from_plain(cls, {**base, **given})
    except OptionsError as error:
        raise deny("options/invalid", str(error), key=error.key) from None
    except EngineError as error:
        cause = error.__cause__
        details = {"key": cause.key} if isinstance(cause, OptionsError) else {}
        raise deny("options/invalid", str(cause or error), **details) from None


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


_BEGAN = _wall_ms() - time.monotonic_ns() // 1_000_000


def _now_ms() -> int:
    """Milliseconds since 1970 as the process began to count them: never goes back."""
    return _BEGAN + time.monotonic_ns() // 1_000_000


def _server_name() -> str:
    return f"carteado {version('carteado')}"
