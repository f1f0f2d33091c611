"""The lobby: connected players, open tables, and the routing between them.

Everything in here runs on one event loop and is synchronous but for opening tables and reading
their past, which wait for the store.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from typing import Any, get_args

from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.protocol.log import LogError
from carteado.server.bots.launcher import Launcher
from carteado.server.lobby.account_desk import ABOUT_ACCOUNTS, AccountDesk
from carteado.server.lobby.accounts import FORMER
from carteado.server.lobby.addresses import Addresses
from carteado.server.lobby.background import BackgroundTasks
from carteado.server.lobby.bans import Bans
from carteado.server.lobby.catching_up import CatchingUp
from carteado.server.lobby.greeting import Greeting
from carteado.server.lobby.leases import Held
from carteado.server.lobby.operator import Operator
from carteado.server.lobby.queries import OfTheLogs, Queries, read_on
from carteado.server.lobby.recovery import words_for_clients
from carteado.server.lobby.runner import TableRunner
from carteado.server.lobby.session import Connection, Session
from carteado.server.lobby.sessions import Sessions
from carteado.server.lobby.tables import Tables
from carteado.server.ops.config import Settings
from carteado.server.ops.logs import fault, log
from carteado.server.ops.metrics import Metrics
from carteado.server.ops.timing import now_ms
from carteado.server.store.base import Store
from carteado.server.store.errors import StoreError
from carteado.server.table.step import Denied, Request, deny
from carteado.server.table.watcher import Watcher

__all__ = ["Lobby"]

READING = 16
"""Maximum number of open requests of one player about the past."""

WAITING = 32
"""Maximum number of messages to a table that wait while a client catches up there."""


class Lobby:
    """The sessions of one server, and its tables.

    Args:
        store: where the logs lie.
        settings: the host's settings.
        launcher: starts the host's bots.
        metrics: counts of the server.
        entropy: gives so many fresh random bytes.

    Attributes:
        sessions: the connected players, and disconnected ones who may return.
        greeting: admits players.
        accounts: of the store's players.
        players: the names of the store's players.
        addresses: what comes from each address.
        bans: the players banned from this server.
        operator: carries out the commands of the server's operator.
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
        self.sessions = Sessions(lambda table_id: self.tables.get(table_id))
        self.tables = Tables(
            store,
            settings,
            launcher,
            metrics,
            self._background,
            entropy,
            self.sessions.evict,
            self.sessions.is_connected,
            self.sessions.source_of,
            self.sessions.tell,
        )
        self.bans = Bans(store)
        self.operator = Operator(self, settings.admin_token)
        self.busy = store.is_writing
        self.accounts, self.players = self.tables.accounts, self.tables.players
        self._account_desk = AccountDesk(
            self.accounts, self.players, self.tables, self.sessions.end, self.forget
        )
        self.greeting = Greeting(
            self.sessions,
            self.tables,
            self.bans,
            self.addresses,
            settings,
            metrics,
            has_operator=self.operator.has_token,
        )
        self._queries = Queries(store, self.tables, launcher.secret)
        self._catching_up = CatchingUp(self.busy)

    # Connections

    async def forget(self, key: str) -> None:
        """Forget a player, with the account if there is one, in all that the server keeps.

        Raises:
            Denied: the accounts are being changed elsewhere.
            StoreError: it cannot be written.
        """
        gone = await self._account_desk.forget(key)
        await self.bans.forget(gone, FORMER)

    async def settle(self) -> None:
        """Load accounts and players; complete interrupted adoptions (`AccountDesk.settle`)."""
        await self.accounts.load()
        await self.players.load()
        await self._account_desk.settle()
        await self._queries.keep()

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
        if session.viewer and kind not in _VIEWING:
            raise deny(
                "session/viewer", "A viewer can only watch. To play, connect as a person or a bot."
            )
        if kind is not wire.Act:  # no limit of the server applies to an action
            self._check_limits(session, runner, message)
        watcher = session.watching.get(runner.id)
        if watcher is None:
            watcher = Watcher(
                connection, text=session.text, views=session.views, blocked=session.blocked
            )
        if kind is wire.Watch and self._catching_up.is_needed(runner.host, session.player, message):
            self._catch_up(session, connection, runner, watcher, message)
            return
        self._submit(session, runner, Request(session.player, watcher, message))

    def _check_limits(self, session: Session, runner: TableRunner, message: Any) -> None:
        """Refuse a command that exceeds a limit of the server, before the table gets it.

        Raises:
            Denied: so it is.
        """
        kind = type(message)
        if kind in (wire.Chat, wire.Phrase):
            session.check_lines()
        elif kind is wire.React:
            session.check_reactions()
        if self.tables.draining and kind in _SITTING_DOWN:
            raise deny("server/draining", "The server is about to stop: nobody sits down any more.")
        if kind in _PLAYING_ON:
            self.tables.check_quota(session.player.key)
        # A repeated command gets its first answer, even if the server is full of bots by now.
        if kind is wire.AddBot and not runner.host.answered(session.player.key, message.id):
            self.tables.opener.check_bot(message.bot, runner.host.table.game)

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
        """Send a watcher the missed events in slices; its other messages for the table wait."""
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
        """Answer a slow request; the number of each player at a time is limited."""
        if session.reading >= READING:
            # Python would warn about a coroutine that is never awaited.
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
            runner = await self.tables.opener.open(session.player, message)
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
            if reply is None:  # otherwise the command was repeated meanwhile
                result = await self._account_desk.answer(
                    session.player, session.asking, session.source, message
                )
                reply = wire.Ok(id=message.id, result=result)
                session.answers.put(session.player.key, reply)
        if session.connection is not None:
            session.connection.send(reply)
        if self.accounts.is_forgotten(session.player.key):
            self.sessions.end(session.player.key, None)


_OF_THE_LOBBY = frozenset(
    {wire.Admin, wire.ListTables, wire.Open, *get_args(OfTheLogs), *ABOUT_ACCOUNTS}
)


_VIEWING = frozenset({wire.Watch, wire.Unwatch})
_SITTING_DOWN = frozenset({wire.Join, wire.Wait, wire.AddBot, wire.Rematch})
_PLAYING_ON = frozenset({wire.Join, wire.SitIn, wire.TopUp, wire.Rematch, wire.AddBot})
_FOLLOWING = frozenset({wire.Watch, wire.Join})
