"""A whole server on a socket, and a hostile client that sends anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

from tests.clocks import PATIENCE_S
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

JSON = Subprotocol("carteado.1.json")


class Peer:
    """A client that sends any message, valid or not, in JSON."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[dict[str, Any]] = []
        self.ids = 0

    async def send(self, kind: str, /, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message for which `wanted` is true."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = json.loads(await self.socket.recv())
                self.messages += frame
                for message in filter(wanted, frame):
                    return dict(message)

    async def hello(self, name: str, **fields: Any) -> dict[str, Any]:
        await self.send("hello", name=name, **fields)
        return await self.until(lambda message: message["type"] == "welcome")

    async def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """The reply to a command."""
        self.ids += 1
        number = self.ids
        await self.send(kind, id=number, **fields)
        return await self.until(lambda message: message.get("id") == number)

    async def closed(self) -> tuple[int | None, str]:
        """The status with which the server ends the connection, and the code it sent before."""
        code = ""
        async with asyncio.timeout(PATIENCE_S):
            try:
                while True:
                    frame = json.loads(await self.socket.recv())
                    self.messages += frame
                    for message in frame:
                        if message["type"] == "closing":
                            code = message["code"]
            except ConnectionClosed as end:
                return (end.rcvd.code if end.rcvd else None), code


class LiveServer:
    """A running server, and ways to reach it."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.url = f"ws://127.0.0.1:{running.port}"
        self._stack = contextlib.AsyncExitStack()

    async def peer(self, uri: str | None = None, **options: Any) -> Peer:
        """A connection that has not said hello."""
        opened = connect(
            uri or self.url, **{"subprotocols": [JSON], "compression": None, **options}
        )
        return Peer(await self._stack.enter_async_context(opened))

    async def player(self, name: str = "Ana", **fields: Any) -> Peer:
        peer = await self.peer()
        await peer.hello(name, **fields)
        return peer

    async def table(self, peer: Peer, **options: Any) -> str:
        """A heads-up table that the peer sits at."""
        opened = await peer.ask("open", game="holdem", **options)
        table: str = opened["table"]
        assert (await peer.ask("join", table=table))["type"] == "ok"
        return table

    async def http(self, path: str, host: str = "localhost") -> tuple[int, str]:
        """Status and text of a page, requested with this host name."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.running.port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            async with asyncio.timeout(PATIENCE_S):
                answer = (await reader.read()).decode()
        finally:
            writer.close()
        return int(answer.split()[1]), answer

    async def close(self) -> None:
        await self._stack.aclose()


@contextlib.asynccontextmanager
async def live_server(**settings: Any) -> AsyncIterator[LiveServer]:
    chosen = {"host": "127.0.0.1", "port": 0, "store": "memory:", "tables": False, **settings}
    async with running(Settings(**chosen)) as started:
        server = LiveServer(started)
        try:
            yield server
        finally:
            await server.close()


async def check_service(server: LiveServer) -> None:
    """Check that a new player can connect, open a table and sit down."""
    peer = await server.player("Well")
    await server.table(peer)


async def slow_reader(server: LiveServer) -> Peer:
    """A client whose system buffers only a few kilobytes of unread data."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    small.connect(("127.0.0.1", server.running.port))
    small.setblocking(False)
    slow = await server.peer(sock=small, max_queue=1)
    await slow.hello("Slow")
    return slow
