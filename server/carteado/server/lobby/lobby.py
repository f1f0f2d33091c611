"""The lobby: connected players, open tables, and the routing between them.

Everything in here runs on one event loop and is synchronous but for opening tables and reading
their past, which wait for the store.
"""

from __future__ import annotations

import functools
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from typing import Any, get_args

from carteado.engine.plain import to_plain
from carteado.engine.registry import games
from carteado.protocol import messages as wire
from carteado.protocol.log import LogError
from carteado.protocol.phrases import PHRASES, REACTIONS
from carteado.server.bots.launcher import BOTS, Launcher, key_of
from carteado.server.lobby.account_desk import ABOUT_ACCOUNTS, AccountDesk, Asking
from carteado.server.lobby.accounts import FORMER
from carteado.server.lobby.background import BackgroundTasks
from carteado.server.lobby.bans import Bans
from carteado.server.lobby.catching_up import CatchingUp
from carteado.server.lobby.leases import Held
from carteado.server.lobby.operator import Operator
from carteado.server.lobby.queries import OfTheLogs, Queries, read_on
from carteado.server.lobby.recovery import words_for_clients
from carteado.server.lobby.runner import TableRunner
from carteado.server.lobby.session import Connection, Session
from carteado.server.lobby.tables import Tables
from carteado.server.net.addresses import Addresses
from carteado.server.ops.config import Settings
from carteado.server.ops.logs import fault, log
from carteado.server.ops.metrics import Metrics
from carteado.server.ops.timing import now_ms
from carteado.server.store.base import Store
from carteado.server.store.errors import StoreError
from carteado.server.table.audience import Watcher
from carteado.server.table.step import Denied, Player, Request, deny

__all__ = ["Lobby"]

SESSIONS_KEPT = 10_000
"""Sessions that are remembered after their connection ended; seats are remembered by the log."""

READING = 16
"""Questions about the past that one player may have open."""

WAITING = 32
"""Messages for a table that may wait while a client catches up there."""


_CAPABILITIES = (
    "accounts",
    "evening",
    "films",
    "forget_guest",
    "history",
    "ledger",
    "owner",
    "position_rail",
    "proofs",
    "reactions",
    "remove",
    "remove_bot",
    "statistics",
    "table_waiting",
    "turn_clock",
    "views",
    "waiting",
    "ways",
)


class Lobby:
    """The sessions of one server, and its tables.

    Args:
        store: where the logs lie.
        settings: the host's settings.
        launcher: starts the host's bots.
        metrics: counts of the server.
        entropy: gives so many fresh random bytes.

    Attributes:
        accounts: of the store's players.
        players: what the players of the store are called.
        addresses: what comes from each address.
        bans: who may not come to this server.
        operator: carries out what the operator of the server asks for.
        busy: whether a thread works for the tables, so that long work rests.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        launcher: Launcher,
        metrics: Metrics,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.metrics = metrics
        self.addresses = Addresses(settings.address_connections)
        self._background = BackgroundTasks()
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self.tables = Tables(
            store,
            settings,
            launcher,
            metrics,
            self._background,
            entropy,
            self._evict,
            self._is_connected,
            self._source_of,
            self._tell,
        )
        self._settings = settings
        self.bans = Bans(store)
        self.operator = Operator(self, settings.admin_token)
        self.busy = store.is_writing
        self.accounts, self.players = self.tables.accounts, self.tables.players
        self._account_desk = AccountDesk(
            self.accounts, self.players, self.tables, self._end_session, self.forget
        )
        self._queries = Queries(store, self.tables, launcher.secret)
        self._catching_up = CatchingUp(self.busy)

    # Connections

    def hello(self, connection: Connection, message: wire.Hello) -> Session | None:
        """Know who connected; a connection that the player had before ends.

        Returns:
            The session; None, and the connection ends, where the player is banned, too many new
            players come from there or another player has a name that looks like this one.
        """
        token = message.token or secrets.token_urlsafe(32)
        key = self.accounts.led_to(key_of(token))
        if any(self.bans.forbids(one, connection.source) for one in (key_of(token), key) if one):
            connection.close("session/banned", "the operator of this server banned you")
            return None
        if key is None:  # a device that was signed out is a guest again
            token = secrets.token_urlsafe(32)
            key = key_of(token)
        known = self._knows(key, came_back=message.token is not None)
        if not known and not self.addresses.welcomes(connection.source, now_ms()):
            text = f"{self.addresses.limit} new players came from your address within a minute"
            connection.close("limit/connections", text)
            return None
        if not self._names_clearly(connection, message, key):
            return None
        session = self._connect(key, connection, message)
        session.asking = Asking(key_of(token), key if self.accounts.knows(key) else None)
        self.metrics.resumed += known
        connection.send(self._welcome(key, token, message.name, resumed=known))
        for place in self.tables.places(key):
            connection.send(place)
        return session

    def _knows(self, key: str, *, came_back: bool) -> bool:
        """Whether the server has met a player before, who came with a token or without one."""
        tables = self.tables
        if key in self._sessions or tables.seats_held_by(key) or tables.is_kept(key):
            return True
        # Whose seats the tables have that are not back yet, nobody knows: a client that comes back
        # keeps what it has, and finds out with its next command.
        return self.accounts.knows(key) or (came_back and tables.startup.text() is not None)

    def _connect(self, key: str, connection: Connection, message: wire.Hello) -> Session:
        """The session of a player, new if need be, with this connection and no older one."""
        player = Player(key=key, name=message.name, bot=message.kind == "bot")
        session = self._sessions.setdefault(key, Session(player=player))
        if session.connection is not None:
            old = session.connection
            # Unsubscribed before it is closed: the tables send nothing more to it.
            self.gone(session, old)
            old.close("session/replaced", "you connected again elsewhere")
        session.player = player
        session.viewer = message.kind == "viewer"
        session.text, session.views = message.text, message.views
        session.connection, session.source = connection, connection.source
        self._sessions.move_to_end(key)
        self._forget_sessions()
        return session

    def _welcome(self, key: str, token: str, name: str, *, resumed: bool) -> wire.Welcome:
        rate, burst = self._settings.rate, self._settings.burst
        return wire.Welcome(
            token=token,
            name=name,
            resumed=resumed,
            seats=self.tables.seats_held_by(key),
            server=_server_name(),
            time_ms=now_ms(),
            games=tuple(games()),
            bots=BOTS,
            limits={"frame": 16_384, "rate": rate, "burst": burst},
            capabilities=(
                *_CAPABILITIES,
                *(("admin",) if self.operator.has_token else ()),
                *(("advice", "odds") if self.tables.all_ins.able else ()),
            ),
            phrases=PHRASES,
            reactions=REACTIONS,
        )

    def _names_clearly(self, connection: Connection, message: wire.Hello, key: str) -> bool:
        """Refuse a name that looks like another player's, and offer one that does not.

        A viewer, who neither sits nor speaks, may have any name. So may the host's own bots: those
        of one kind are all called the same.
        """
        if message.kind == "viewer" or self.tables.is_bot(key):
            return True
        names, name = self.tables.names, message.name
        free = names.free_instead(name, key)
        if free is None:
            names.take(name, key)
            return True
        code, text = "session/name", f"{name!r} looks like another player's name. Try {free!r}."
        Metrics.count(self.metrics.refused, code)
        details = {"name": name, "free": free}
        connection.send(wire.Refused(id=None, code=code, message=text, details=details))
        connection.close(code, text)
        return False

    def _is_connected(self, key: str) -> bool:
        session = self._sessions.get(key)
        return session is not None and session.connection is not None

    def sessions(self) -> list[Session]:
        """Everybody who is connected, or was and is remembered."""
        return list(self._sessions.values())

    def _tell(self, key: str, message: Any) -> None:
        """Tell a player something, if the player is connected."""
        session = self._sessions.get(key)
        if session is not None and session.connection is not None:
            session.connection.send(message)

    def _end_session(self, key: str, token_key: str | None) -> None:
        """End the connection of a player, where it was made with that token or with any."""
        session = self._sessions.get(key)
        connection = session.connection if session is not None else None
        if session is None or connection is None:
            return
        if token_key is None or session.asking.token_key == token_key:
            self.gone(session, connection)
            connection.close("session/replaced", "this device was signed out")

    async def forget(self, key: str) -> None:
        """Forget a player, with the account if there is one, in all that the server keeps.

        Raises:
            Denied: the accounts are being changed elsewhere.
            StoreError: it cannot be written.
        """
        gone = await self._account_desk.forget(key)
        await self.bans.forget(gone, FORMER)

    async def settle(self) -> None:
        """What the accounts need from time to time: see `AccountDesk.settle`."""
        await self.accounts.load()
        await self.players.load()
        await self._account_desk.settle()
        await self._queries.keep()

    def _source_of(self, key: str) -> str | None:
        session = self._sessions.get(key)
        return session.source if session is not None else None

    def gone(self, session: Session, connection: Connection) -> None:
        """A connection is over; the session and its seats stay."""
        if session.connection is not connection:
            return
        session.connection = None
        # A new dict: what waits behind the old connection must not hold up the next one.
        session.catching_up = {}
        watching, session.watching = session.watching, {}
        for table_id, watcher in watching.items():
            runner = self.tables.get(table_id)
            if runner is not None:
                runner.gone(watcher)

    def silent(self, session: Session, silent: bool) -> None:
        """A connected session gives no sign of life any more, or gives one again."""
        for table_id, watcher in session.watching.items():
            runner = self.tables.get(table_id)
            if runner is not None:
                runner.hush(watcher, silent)

    def decides(self, session: Session) -> bool:
        """Whether a table waits for a decision of a connected session."""
        for table_id, watcher in session.watching.items():
            runner = self.tables.get(table_id)
            decision = runner.host.open_decision if runner is not None else None
            if decision is not None and decision.seat == watcher.seat:
                return True
        return False

    def receive(self, session: Session, message: Any) -> None:
        """Carry out a message of a connected session."""
        connection = session.connection
        if connection is None:
            return
        try:
            if type(message) is wire.Ping:
                connection.send(wire.Pong(id=message.id, now_ms=now_ms()))
            elif type(message) in _OF_THE_LOBBY:
                self._for_lobby(session, connection, message)
            else:
                self._for_table(session, connection, message)
        except Denied as denied:
            self._refuse(session, message, denied)
        except Exception as error:  # a bug: the connection and everybody else go on
            self._apologize(session, message, error)

    def _apologize(self, session: Session, message: Any, error: Exception) -> None:
        log.error("command failed", kind=type(message).__name__, error=fault(error))
        denied = deny("server/failed", "The server had an internal error. Try again.")
        self._refuse(session, message, denied)

    def _for_table(self, session: Session, connection: Connection, message: Any) -> None:
        runner = self.tables.named(message.table)
        kind = type(message)
        waiting = session.catching_up.get(runner.id)
        if waiting is not None:
            if len(waiting) >= WAITING:
                raise deny(
                    "table/busy",
                    "The table is still sending you what you missed. Try again in a moment.",
                )
            waiting.append(message)
            return
        if kind in (wire.Chat, wire.Phrase):
            session.check_lines()
        elif kind is wire.React:
            session.check_reactions()
        if session.viewer and kind not in _VIEWING:
            raise deny(
                "session/viewer", "A viewer can only watch. To play, connect as a person or a bot."
            )
        if self.tables.draining and kind in _SITTING_DOWN:
            raise deny("server/draining", "The server is about to stop: nobody sits down any more.")
        if kind in _PLAYING_ON:
            self.tables.check_quota(session.player.key)
        # A repeated command gets its first answer, even if the server is full of bots by now.
        if kind is wire.AddBot and not runner.host.answered(session.player.key, message.id):
            self.tables.check_bot(message.bot)
        watcher = session.watching.get(runner.id)
        if watcher is None:
            watcher = Watcher(
                connection, text=session.text, views=session.views, blocked=session.blocked
            )
        if self._catching_up.is_needed(runner.host, session.player, message):
            self._catch_up(session, connection, runner, watcher, message)
            return
        self._submit(session, runner, Request(session.player, watcher, message))

    def _submit(self, session: Session, runner: TableRunner, request: Request) -> None:
        watcher, kind = request.watcher, type(request.message)
        if not runner.submit(request):
            raise deny("table/busy", "The table is overloaded. Try again in a few seconds.")
        if kind in _FOLLOWING:
            # Also if the table then refuses: dropping a watcher that it does not know does nothing.
            session.watching[runner.id] = watcher
            if not session.player.bot:
                self.tables.looked_at(runner, watcher)
        elif kind is wire.Unwatch:
            session.watching.pop(runner.id, None)
            runner.people.discard(watcher)

    def _catch_up(
        self,
        session: Session,
        connection: Connection,
        runner: TableRunner,
        watcher: Watcher,
        message: wire.Watch,
    ) -> None:
        """Tell a watcher in slices what it missed; its other messages for the table wait."""
        waiting = session.catching_up[runner.id] = []
        runner.host.audience.drop(watcher)  # events arrive in order: no live ones meanwhile

        async def has_read_on() -> bool:
            await read_on(session)
            return session.connection is connection

        async def work() -> None:
            try:
                watch = await self._catching_up.tell(
                    runner.host, session.player, watcher, message, has_read_on
                )
                if session.connection is connection:
                    found = self.tables.named(message.table)  # it may have failed meanwhile
                    self._submit(session, found, Request(session.player, watcher, watch))
            finally:
                if session.connection is connection:
                    # Removed first: else the messages below would end in this list again.
                    del session.catching_up[runner.id]
                    for asked in waiting:
                        self.receive(session, asked)

        self._spawn(work(), session, message)

    def _for_lobby(self, session: Session, connection: Connection, message: Any) -> None:
        if isinstance(message, wire.Admin):
            self.operator.check(message.token)
            self._ask_in_background(session, message, self._answer_operator(session, message))
            return
        if isinstance(message, wire.ListTables):
            listed = self._queries.listed(message)
            if listed is not None:
                connection.send(listed)
            else:
                self._ask_in_background(
                    session, message, self._queries.list_tables(session, message)
                )
            return
        known = session.answers.get(session.player.key, message.id)
        if known is not None:
            connection.send(known)
        elif type(message) in ABOUT_ACCOUNTS:
            self._ask_in_background(session, message, self._answer_account(session, message))
        elif isinstance(message, wire.Open):
            if self.tables.draining:
                raise deny("server/draining", "The server is about to stop: open no table now.")
            if session.viewer:
                raise deny(
                    "session/viewer",
                    "A viewer can only watch. To play, connect as a person or a bot.",
                )
            if message.id not in session.opening:  # else the one reply is on its way
                session.opening.add(message.id)
                self._spawn(self._answer_open(session, message), session, message)
        else:
            self._ask_in_background(session, message, self._queries.answer(session, message))

    def _ask_in_background(
        self, session: Session, message: Any, work: Coroutine[Any, Any, None]
    ) -> None:
        """Answer a question that has to wait, so many of one player at a time."""
        if session.reading >= READING:
            # A coroutine that is dropped without being awaited would warn.
            work.close()
            raise deny(
                "limit/rate",
                f"Wait for an answer first: at most {READING} requests at a time.",
                retry_ms=100,
            )

        async def counted() -> None:
            try:
                await work
            finally:
                session.reading -= 1

        session.reading += 1
        self._spawn(counted(), session, message)

    def _spawn(self, work: Coroutine[Any, Any, None], session: Session, message: Any) -> None:
        async def guarded() -> None:
            try:
                await work
            except Denied as denied:
                self._refuse(session, message, denied)
            except (Held, LogError, StoreError) as error:
                log.error("command failed", kind=type(message).__name__, error=str(error))
                failed = deny("server/failed", words_for_clients(error))
                self._refuse(session, message, failed)
            except Exception as error:
                self._apologize(session, message, error)

        self._background.start(guarded())

    def _refuse(self, session: Session, message: Any, denied: Denied) -> None:
        refusal = denied.refusal
        Metrics.count(self.metrics.refused, refusal.code)
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
            runner = await self.tables.open(session.player, message)
        finally:
            session.opening.discard(message.id)
        reply = wire.Ok(id=message.id, table=runner.id, seq=1)
        session.answers.put(session.player.key, reply)
        if session.connection is not None:
            session.connection.send(reply)

    async def _answer_operator(self, session: Session, message: wire.Admin) -> None:
        result = await self.operator.carry_out(message)
        if session.connection is not None:
            session.connection.send(wire.Ok(id=message.id, result=result))

    # Accounts

    async def _answer_account(self, session: Session, message: Any) -> None:
        async with session.turn:
            reply: Any = session.answers.get(session.player.key, message.id)
            if reply is None:  # else it was repeated while it was worked on
                result = await self._account_desk.answer(
                    session.player, session.asking, session.source, message
                )
                reply = wire.Ok(id=message.id, result=result)
                session.answers.put(session.player.key, reply)
        if session.connection is not None:
            session.connection.send(reply)
        if self.accounts.is_forgotten(session.player.key):
            self._end_session(session.player.key, None)

    # Sessions

    def _evict(self, table_id: str, gone: set[Any], text: str) -> None:
        """A table had to stop: its connections end, and find it again when they reconnect."""
        for session in self._sessions.values():
            if session.watching.pop(table_id, None) and session.connection is not None:
                gone.add(session.connection)
        for connection in gone:
            connection.close("server/failed", text)

    def _forget_sessions(self) -> None:
        while len(self._sessions) > SESSIONS_KEPT:
            # The least recently connected session goes; if all are connected, none can.
            for key, session in self._sessions.items():
                if session.connection is None:
                    del self._sessions[key]
                    break
            else:
                return


_OF_THE_LOBBY = frozenset(
    {wire.Admin, wire.ListTables, wire.Open, *get_args(OfTheLogs), *ABOUT_ACCOUNTS}
)


_VIEWING = frozenset({wire.Watch, wire.Unwatch})
_SITTING_DOWN = frozenset({wire.Join, wire.Wait, wire.AddBot, wire.Rematch})
_PLAYING_ON = frozenset({wire.Join, wire.SitIn, wire.TopUp, wire.Rematch, wire.AddBot})
_FOLLOWING = frozenset({wire.Watch, wire.Join})


@functools.cache
def _server_name() -> str:
    return f"carteado {version('carteado')}"
