"""A connection whose packets are swallowed on the way: both ends notice, and the player returns."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tests.clocks import PATIENCE_S, until

from carteado.client.connection import Dropped, open_connection
from carteado.protocol import liveness
from carteado.protocol import messages as wire
from carteado.protocol.codec import CODECS, SUBPROTOCOLS
from carteado.server.net.connection import GRACE_S

CODEC = CODECS[SUBPROTOCOLS[0]]


class Swallowing:
    """A proxy that from some moment on takes everything and passes nothing on."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.swallows = False
        self.port = 0

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[Swallowing]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        with contextlib.suppress(OSError):
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        for one in (back, writer):
            one.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if not self.swallows:
                writer.write(data)


def test_both_ends_need_less_than_twenty_seconds():
    assert liveness.TICK_S * (liveness.DEAD_TICKS + 1) + GRACE_S < 20


async def test_both_ends_notice_a_connection_whose_packets_are_swallowed(fresh_server, monkeypatch):
    monkeypatch.setattr(liveness, "TICK_S", 0.02)
    async with Swallowing(fresh_server.port).listening() as proxy:
        connection = await open_connection(f"ws://127.0.0.1:{proxy.port}", SUBPROTOCOLS)
        frames: list[str | bytes] = []
        listening = asyncio.create_task(connection.listen(frames.append))
        connection.send(CODEC.encode_inbound(wire.Hello(name="Ana")))
        await until(lambda: frames)
        # Nothing is said, and yet both ends live: that is what the pings are for.
        await asyncio.sleep(2 * liveness.DEAD_TICKS * liveness.TICK_S)
        assert not listening.done()
        assert fresh_server.metrics.connections == 1
        proxy.swallows = True
        dropped = await asyncio.wait_for(listening, PATIENCE_S)
        assert isinstance(dropped, Dropped)
        assert (dropped.code, str(dropped)) == (1006, "the server gave no sign of life")
        await until(lambda: fresh_server.metrics.dropped == {"session/silent": 1})
        await until(lambda: fresh_server.metrics.connections == 0)


async def test_a_client_that_was_busy_itself_does_not_blame_the_server(fresh_server, monkeypatch):
    monkeypatch.setattr(liveness, "TICK_S", 0.02)
    connection = await open_connection(f"ws://127.0.0.1:{fresh_server.port}", SUBPROTOCOLS)
    frames: list[str | bytes] = []
    listening = asyncio.create_task(connection.listen(frames.append))
    connection.send(CODEC.encode_inbound(wire.Hello(name="Ana")))
    await until(lambda: frames)
    loop = asyncio.get_running_loop()
    clock = loop.time
    for hours in (1, 2, 3):  # as if this process had slept: its timers are long overdue
        loop.time = lambda hours=hours: clock() + 3_600 * hours
        await asyncio.sleep(3 * liveness.TICK_S)
    assert not listening.done()
    await connection.close()
    await listening
