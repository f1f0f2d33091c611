"""A server that a test controls: it accepts real connections and sends the test's messages."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from types import TracebackType
from typing import Any, TypeVar

from tests.clocks import PATIENCE_S
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from carteado.protocol.codec import CODECS, SUBPROTOCOLS
from carteado.protocol.messages import Hello, Holding, Ok, Welcome
from carteado.protocol.session import ServerSession, Violation

M = TypeVar("M")

TOKEN = "t" * 43


def welcome(
    hello: Hello,
    *,
    token: str = TOKEN,
    resumed: bool = False,
    seats: Sequence[Holding] = (),
    capabilities: tuple[str, ...] = ("remove", "remove_bot"),
) -> Welcome:
    return Welcome(
        token=token,
        name=hello.name,
        resumed=resumed,
        seats=tuple(seats),
        server="fake 1",
        time_ms=0,
        games=("holdem",),
        bots=("random", "caller"),
        limits={},
        capabilities=capabilities,
    )


class Conversation:
    """One connection, from the server's side."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.codec = CODECS[str(socket.subprotocol)]
        self.session = ServerSession(self.codec)

    async def receive(self) -> Any:
        frame = await asyncio.wait_for(self.socket.recv(), PATIENCE_S)
        message = self.session.receive(frame, 0)
        assert not isinstance(message, Violation), message
        return message

    async def expect(self, cls: type[M]) -> M:
        message = await self.receive()
        assert type(message) is cls, message
        found: M = message
        return found

    async def send(self, *messages: Any) -> None:
        frame = self.codec.join([self.codec.encode_message(message) for message in messages])
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(frame)

    async def greet(self, **fields: Any) -> Hello:
        hello = await self.expect(Hello)
        await self.send(welcome(hello, **fields))
        return hello

    async def ok(self, cls: type[M], **fields: Any) -> M:
        command: Any = await self.expect(cls)
        await self.send(Ok(id=command.id, **fields))
        found: M = command
        return found

    async def close(self, code: int = 1012) -> None:
        await self.socket.close(code)

    def break_off(self) -> None:
        """Cut the cable."""
        self.socket.transport.abort()


class FakeServer:
    """Listens on a port of the system's choice; each connection is a `Conversation`."""

    def __init__(self, subprotocols: Sequence[str] | None = SUBPROTOCOLS) -> None:
        self._subprotocols = subprotocols
        self._arrived: asyncio.Queue[Conversation] = asyncio.Queue()
        self._server: Server | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def accept(self) -> Conversation:
        return await asyncio.wait_for(self._arrived.get(), PATIENCE_S)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close(close_connections=True)
            await self._server.wait_closed()

    async def start(self) -> None:
        names = [Subprotocol(name) for name in self._subprotocols or ()] or None
        self._server = await serve(
            self._take, "127.0.0.1", self.port, subprotocols=names, compression=None
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def _take(self, socket: ServerConnection) -> None:
        if socket.subprotocol is not None:
            self._arrived.put_nowait(Conversation(socket))
        try:
            await socket.wait_closed()
        except ConnectionClosed:
            return

    async def __aenter__(self) -> FakeServer:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()
