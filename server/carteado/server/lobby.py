"""The lobby: who is connected, which tables there are, and who is brought together with which.

Everything in here runs on one event loop and is synchronous but for opening tables and reading
their past, which wait for the store.
"""

from __future__ import annotations

import asyncio
import functools
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Protocol

from carteado.engine.plain import to_plain
from carteado.engine.registry import games
from carteado.protocol import messages as wire
from carteado.protocol.log import LogError
from carteado.server.addresses import Addresses
from carteado.server.answers import Answers
from carteado.server.audience import Watcher
from carteado.server.chores import Chores
from carteado.server.config import Settings
from carteado.server.directory import Directory
from carteado.server.launcher import BOTS, Launcher, key_of
from carteado.server.leases import Held
from carteado.server.logs import fault, log
from carteado.server.metrics import Figures
from carteado.server.past import Past
from carteado.server.recovery import words_for_clients
from carteado.server.step import Denied, Player, Request, deny
from carteado.server.store.base import Store
from carteado.server.store.errors import StoreError
from carteado.server.tables import Tables
from carteado.server.timing import now_ms

__all__ = ["Connection", "Lobby", "Session"]

SESSIONS_KEPT = 10_000
"""Sessions that are remembered after their connection ended; seats are remembered by the log."""

CHAT_LINES = 8
"""Lines that a player may say within `CHAT_MS`."""

CHAT_MS = 10_000

READING = 16
"""Questions about the past that one player may have open."""

UNREAD = 64 * 1024
"""Bytes that a client may leave unread and still be answered about the past."""

LOOK_S = 0.02
"""How often it is looked whether a client has read on, seconds."""


class Connection(Protocol):
    """What the lobby needs of a transport; the gateway and the tests have one each."""

    @property
    def source(self) -> str | None:
        """What counts as the address that it comes from, as `addresses.source_of`."""
        ...

    def send(self, message: Any) -> None:
        """Put a message into the connection's queue; never waits."""
        ...

    def close(self, code: str, message: str) -> None:
        """Say why, and end the connection."""
        ...

    def waiting(self) -> int:
        """Bytes that the client has not read yet."""
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
    """The sessions of one server, and its tables.

    Args:
        store: where the logs lie.
        settings: the host's settings.
        launcher: starts the host's bots.
        figures: counts of the server.
        entropy: gives so many fresh random bytes.

    Attributes:
        addresses: what comes from each address.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        launcher: Launcher,
        figures: Figures,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.figures = figures
        self.addresses = Addresses(settings.address_connections)
        self._chores = Chores()
        self.tables = Tables(store, settings, launcher, figures, self._chores, entropy, self._evict)
        self._settings = settings
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._past = Past(store)
        self._directory = Directory(self.tables)

    # Connections

    def hello(self, connection: Connection, message: wire.Hello) -> Session | None:
        """Know who connected; a connection that the player had before ends.

        Returns:
            The session; None, and the connection ends, where too many new players come from there.
        """
        token = message.token or secrets.token_urlsafe(32)
        key = key_of(token)
        seats = self.tables.holdings(key)
        session = self._sessions.get(key)
        known = session is not None or bool(seats) or self.tables.is_kept(key)
        if not known and not self.addresses.welcomes(connection.source, now_ms()):
            text = f"{self.addresses.limit} new players came from your address within a minute"
            connection.close("limit/connections", text)
            return None
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
                time_ms=now_ms(),
                games=tuple(games()),
                bots=BOTS,
                limits={
                    "frame": 16_384,
                    "rate": self._settings.rate,
                    "burst": self._settings.burst,
                },
                capabilities=(
                    "history",
                    "position_rail",
                    "proofs",
                    "remove_bot",
                    *(("odds",) if self.tables.all_ins.able else ()),
                ),
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
        denied = deny("server/failed", "the server met a fault of its own; ask again")
        self._refuse(session, message, denied)

    def _for_table(self, session: Session, connection: Connection, message: Any) -> None:
        runner = self.tables.named(message.table)
        kind = type(message)
        if kind is wire.Chat:
            self._check_chat(session)
        if session.viewer and kind not in _VIEWING:
            raise deny("session/viewer", "a viewer only watches; connect as a person or a bot")
        if kind is wire.AddBot and not runner.host.answered(session.player.key, message.id):
            self.tables.check_bot(message.bot)
        watcher = session.watching.get(runner.id)
        if watcher is None:
            watcher = Watcher(connection, text=session.text)
        request = Request(session.player, watcher, message)
        if not runner.submit(request):
            raise deny("table/busy", "the table has more to do than it can; ask again soon")
        if kind in _FOLLOWING:
            session.watching[runner.id] = watcher
            if not session.player.bot:
                self.tables.looked_at(runner, watcher)
        elif kind is wire.Unwatch:
            session.watching.pop(runner.id, None)
            runner.people.discard(watcher)

    def _for_lobby(self, session: Session, connection: Connection, message: Any) -> None:
        if isinstance(message, wire.ListTables):
            connection.send(self._directory.reply(message.id))
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
                failed = deny("server/failed", words_for_clients(error))
                self._refuse(session, message, failed)
            except Exception as error:
                self._apologize(session, message, error)

        self._chores.start(guarded())

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
            runner = await self.tables.open(session.player, message)
        finally:
            session.opening.discard(message.id)
        reply = wire.Ok(id=message.id, table=runner.id, seq=1)
        session.answers.put(session.player.key, reply)
        if session.connection is not None:
            session.connection.send(reply)

    # Chat

    def _check_chat(self, session: Session) -> None:
        """Hold a player to so many lines in so much time."""
        now = now_ms()
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
        """Answer from the log, which may be long, so that it holds nobody else up.

        One question of a player is worked on at a time, and none for a client that does not read
        what it was told before.
        """
        try:
            async with session.turn:
                await self._read_on(session)
                reply = await self._ask_past(session.player, message)
        finally:
            session.reading -= 1
        if session.connection is not None:
            session.connection.send(reply)

    @staticmethod
    async def _read_on(session: Session) -> None:
        """Wait until a client has read most of what it was told, or is gone."""
        while True:
            connection = session.connection
            if connection is None or connection.waiting() <= UNREAD:
                return
            await asyncio.sleep(LOOK_S)

    async def _ask_past(self, player: Player, message: wire.History | wire.Proofs) -> Any:
        host = self.tables.named(message.table).host
        if isinstance(message, wire.Proofs):
            return await self._past.proofs(host, player, message)
        result = await self._past.events(host, player, message.after, message.limit)
        return wire.Ok(id=message.id, table=host.table.id, result=result)

    # Sessions

    def _evict(self, table_id: str, gone: set[Any], text: str) -> None:
        """A table had to stop: its connections end, and find it again when they come back."""
        for session in self._sessions.values():
            if session.watching.pop(table_id, None) and session.connection is not None:
                gone.add(session.connection)
        for connection in gone:
            connection.close("server/failed", text)

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


@functools.cache
def _server_name() -> str:
    return f"carteado {version('carteado')}"
