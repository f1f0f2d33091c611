"""Connections without sockets, for the lobby."""

from __future__ import annotations

import random
from typing import Any

from tests.clocks import until

from carteado.protocol import messages as wire
from carteado.server.bots.launcher import Launcher
from carteado.server.lobby.lobby import Lobby
from carteado.server.lobby.session import Session
from carteado.server.net.pages import Pages
from carteado.server.ops.config import Settings
from carteado.server.ops.metrics import Metrics
from carteado.server.store.base import Store


class QuietLauncher(Launcher):
    """A launcher that starts no processes and records its requests."""

    def __init__(self, metrics: Metrics, limit: int = 8) -> None:
        super().__init__(b"secret" * 6, metrics, limit)
        self.started: list[tuple[str, int, str]] = []
        self.ended: list[tuple[str, int]] = []
        self._limit = limit

    def full(self) -> bool:
        return len(self.started) >= self._limit

    def start(self, table: str, seat: int, bot: str) -> None:
        self.started.append((table, seat, bot))

    def stop(self, table: str, seat: int) -> None:
        self.ended.append((table, seat))


class LobbyServer:
    """A lobby with its surroundings. Its decks come from a seed, and its stop takes its time."""

    def __init__(self, store: Store, *, seed: int = 0, **settings: Any) -> None:
        self.store = store
        self.metrics = Metrics()
        self.settings = Settings(tables=False, store="memory:", stop_seconds=60, **settings)
        self.launcher = QuietLauncher(self.metrics, self.settings.max_bots)
        entropy = random.Random(seed).randbytes
        self.lobby = Lobby(store, self.settings, self.launcher, self.metrics, entropy)

    def guest(self, name: str, **hello: Any) -> Guest:
        return Guest(self, name, **hello)


class Guest:
    """One connection, from hello on."""

    def __init__(
        self, server: LobbyServer, name: str, *, source: str | None = None, **hello: Any
    ) -> None:
        self.server = server
        self.source = source
        self.messages: list[Any] = []
        self.closed: list[str] = []
        self.ids = 0
        self.unread = 0
        self.charged: list[tuple[str, float]] = []
        session = server.lobby.greeting.hello(self, wire.Hello(name=name, **hello))
        assert session is not None, self.closed
        self.session: Session = session
        self.welcome: wire.Welcome = self.messages[0]

    def send(self, message: Any) -> None:
        if not self.closed:
            self.messages.append(message)

    def waiting(self) -> int:
        return self.unread

    def close(self, code: str, message: str) -> None:
        self.closed.append(code)

    def charge(self, cpu_s: float, kind: str) -> None:
        self.charged.append((kind, cpu_s))

    def leave(self) -> None:
        """The connection is over."""
        self.server.lobby.sessions.gone(self.session, self)

    def tell(self, cls: type, *, again: int | None = None, **fields: Any) -> int:
        """Send a command; its id."""
        self.ids += again is None
        number = self.ids if again is None else again
        self.server.lobby.receive(self.session, cls(id=number, **fields))
        return number

    async def ask(self, cls: type, *, again: int | None = None, **fields: Any) -> Any:
        """Send a command; its reply."""
        mark = len(self.messages)
        number = self.tell(cls, again=again, **fields)

        def reply() -> Any:
            news = self.messages[mark:]
            return next((m for m in news if getattr(m, "id", None) == number), None)

        return await until(reply)

    def of(self, kind: type) -> list[Any]:
        return [message for message in self.messages if type(message) is kind]


def pages_of(server: LobbyServer) -> Pages:
    """The HTTP pages of a server."""
    tables = server.lobby.tables
    return Pages(server.metrics, tables.health, tables.startup.text)
