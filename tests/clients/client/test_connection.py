"""A client's connection to servers that answer otherwise than a server of Carteado."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.clocks import PATIENCE_S
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from carteado.client import CannotReach, connection
from carteado.client.connection import Dropped, open_connection
from carteado.protocol.codec import SUBPROTOCOLS

PING = b"\x89\x7d" + bytes(125)
"""The longest ping frame, which asks for a pong of the same length."""


@asynccontextmanager
async def answering(head: str) -> AsyncIterator[str]:
    """The URL of a server that gives every client the same answer."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"{head}\r\nContent-Length: 0\r\n\r\n".encode())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"ws://127.0.0.1:{port}"


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
async def test_a_redirect_is_reported_and_not_followed(status: str) -> None:
    met: list[str] = []

    async def note(_: ServerConnection) -> None:
        met.append("followed")

    async with serve(note, "127.0.0.1", 0) as other:
        port = next(iter(other.sockets)).getsockname()[1]
        head = f"HTTP/1.1 {status}\r\nLocation: ws://127.0.0.1:{port}/there"
        async with answering(head) as url:
            with pytest.raises(CannotReach) as caught:
                await open_connection(url, SUBPROTOCOLS)
    assert str(caught.value).startswith(f"{url} redirects to ws://127.0.0.1:{port}/there")
    assert met == []


@pytest.mark.parametrize(
    "place",
    [
        "Location: http://ana:secret@example.org/",
        "Location: file:///etc/passwd",
        "Location: //[",
        "Location: /",
        "Location: ws://one.example/\r\nLocation: ws://two.example/",
        "Server: none",
    ],
)
async def test_a_redirect_without_another_server_is_not_followed(place: str) -> None:
    async with answering(f"HTTP/1.1 302 Found\r\n{place}") as url:
        with pytest.raises(CannotReach, match="does not answer as a WebSocket server"):
            await open_connection(url, SUBPROTOCOLS)


async def test_a_server_that_pings_and_reads_nothing_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "UNSENT", 10_000)

    async def ping(socket: ServerConnection) -> None:
        socket.transport.pause_reading()
        while not socket.transport.is_closing():
            # Whole blocks: the system's own buffers hold thousands of answers.
            socket.transport.write(PING * 5_000)
            await asyncio.sleep(0)

    names = [Subprotocol(name) for name in SUBPROTOCOLS]
    async with serve(ping, "127.0.0.1", 0, subprotocols=names) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        found = await open_connection(f"ws://127.0.0.1:{port}", SUBPROTOCOLS)
        ended = await asyncio.wait_for(found.listen(lambda _: None), PATIENCE_S)
        assert isinstance(ended, Dropped)
        assert str(ended) == "the server does not read what is sent to it"
        await found.close()
