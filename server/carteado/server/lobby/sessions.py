"""All sessions of one server: connected players, and disconnected ones that may return."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from carteado.protocol import messages as wire
from carteado.server.lobby.runner import TableRunner
from carteado.server.lobby.session import Connection, Session
from carteado.server.table.step import Player

__all__ = ["SESSIONS_KEPT", "Sessions"]

SESSIONS_KEPT = 10_000
"""Sessions that are remembered after their connection ended; seats are remembered by the log."""


class Sessions:
    """The sessions of one server, by player; the most recently connected one is the last.

    Args:
        table: returns the running table with an id, else None.
    """

    def __init__(self, table: Callable[[str], TableRunner | None]) -> None:
        self._table = table
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._sessions.values()))

    def __len__(self) -> int:
        return len(self._sessions)

    def __contains__(self, key: str) -> bool:
        return key in self._sessions

    def is_stale(self, key: str, claim: str | None) -> bool:
        """Whether another client has connected as the player since the one with this claim."""
        session = self._sessions.get(key)
        return claim is not None and session is not None and session.claim != claim

    def connect(self, key: str, connection: Connection, message: wire.Hello) -> Session:
        """The player's session with this connection in place of an older one; new if necessary."""
        player = Player(key=key, name=message.name, bot=message.kind == "bot")
        session = self._sessions.setdefault(key, Session(player=player))
        if session.connection is not None:
            old = session.connection
            # Unsubscribed first, so that the tables send nothing more to it.
            self.gone(session, old)
            old.close("session/replaced", "you connected again elsewhere")
        session.player = player
        session.viewer = message.kind == "viewer"
        session.text, session.views = message.text, message.views
        # A claim that this server has not given is one from before its restart.
        session.claim = message.claim or secrets.token_urlsafe(18)
        session.connection, session.source = connection, connection.source
        self._sessions.move_to_end(key)
        self._forget_oldest()
        return session

    def is_connected(self, key: str) -> bool:
        """Whether the player of a key is connected."""
        session = self._sessions.get(key)
        return session is not None and session.connection is not None

    def source_of(self, key: str) -> str | None:
        """The address from which the player of a key came last, as `addresses.source_of`."""
        session = self._sessions.get(key)
        return session.source if session is not None else None

    def tell(self, key: str, message: Any) -> None:
        """Send a message to a player if the player is connected."""
        session = self._sessions.get(key)
        if session is not None and session.connection is not None:
            session.connection.send(message)

    def end(self, key: str, token_key: str | None) -> None:
        """End a player's connection if it was made with the given token; None means any token."""
        session = self._sessions.get(key)
        connection = session.connection if session is not None else None
        if session is None or connection is None:
            return
        if token_key is None or session.asking.token_key == token_key:
            self.gone(session, connection)
            connection.close("session/replaced", "this device was signed out")

    def gone(self, session: Session, connection: Connection) -> None:
        """Note that a connection has ended; the session and its seats stay."""
        if session.connection is not connection:
            return
        session.connection = None
        # A new dict: messages that wait for the old connection must not delay the next one.
        session.catching_up = {}
        watching, session.watching = session.watching, {}
        for table_id, watcher in watching.items():
            runner = self._table(table_id)
            if runner is not None:
                runner.gone(watcher)

    def silent(self, session: Session, silent: bool) -> None:
        """Note that a connected session stopped giving signs of life, or gives one again."""
        for table_id, watcher in session.watching.items():
            runner = self._table(table_id)
            if runner is not None:
                runner.hush(watcher, silent)

    def decides(self, session: Session) -> bool:
        """Whether a table waits for a decision of a connected session."""
        for table_id, watcher in session.watching.items():
            runner = self._table(table_id)
            decision = runner.host.open_decision if runner is not None else None
            if decision is not None and decision.seat == watcher.seat:
                return True
        return False

    def evict(self, table_id: str, gone: set[Any], text: str) -> None:
        """End the connections of a stopped table; they find it again when they reconnect."""
        for session in self._sessions.values():
            if session.watching.pop(table_id, None) and session.connection is not None:
                gone.add(session.connection)
        for connection in gone:
            connection.close("server/failed", text)

    def _forget_oldest(self) -> None:
        while len(self._sessions) > SESSIONS_KEPT:
            # The least recently connected session goes; if all are connected, none can.
            for key, session in self._sessions.items():
                if session.connection is None:
                    del self._sessions[key]
                    break
            else:
                return
