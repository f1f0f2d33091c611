"""Input of clients is handled in slices: no flood keeps the event loop to itself."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
from tests.clocks import PATIENCE_S, pass_time, until
from tests.server.net.live_server import LiveServer, live_server
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from carteado.server.net import connection as connection_module
from carteado.server.net import intake

MOST_FRAMES = 64
"""Far more than fit a slice, and far less than fit a read."""


def tiny(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return bytes(Frame(opcode, data, fin).serialize(mask=True))


def small(kind: str, **fields: Any) -> bytes:
    return tiny(Opcode.TEXT, json.dumps({"type": kind, **fields}).encode())


FLOODS = {
    "pings": tiny(Opcode.PING) * 8_000,
    "pongs": tiny(Opcode.PONG) * 8_000,
    "empty texts": tiny(Opcode.TEXT) * 8_000,
    "fragments": tiny(Opcode.TEXT, fin=False) + tiny(Opcode.CONT, fin=False) * 8_000,
    "commands": b"".join(small("ping", id=number) for number in range(1, 2_000)),
    "lists": b"".join(small("list", id=number) for number in range(1, 2_000)),
}


@pytest.fixture
async def frames_a_turn(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """How many frames of clients were parsed in each turn of the event loop."""
    turns = [0]
    parsed = ServerProtocol.recv_frame

    def received(self: ServerProtocol, frame: Frame) -> None:
        turns[-1] += 1
        parsed(self, frame)

    def turn() -> None:
        turns.append(0)
        loop.call_soon(turn)

    loop = asyncio.get_running_loop()
    loop.call_soon(turn)
    monkeypatch.setattr(ServerProtocol, "recv_frame", received)
    return lambda: turns


async def line(server: LiveServer) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket of bare bytes that has shaken hands."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.running.port)
    writer.write(
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: carteado.1.json\r\n\r\n"
    )
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_S)
    return reader, writer


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """What the server still said."""
    said = b""
    async with asyncio.timeout(PATIENCE_S):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                said += data
    return said


@pytest.mark.parametrize("name", FLOODS)
async def test_one_turn_of_the_loop_handles_few_frames(name, frames_a_turn, monkeypatch):
    monkeypatch.setattr(intake, "TURN_S", 0)  # by time alone, a fast machine would do more
    async with live_server(rate=100, burst=100) as server:
        honest = await server.player()
        reader, writer = await line(server)
        hello = b"" if name in ("pings", "pongs") else small("hello", name="Flood")
        writer.write(hello + FLOODS[name])
        said = await read_all(reader)
        assert b"limit/rate" in said or b"limit/malformed" in said
        assert (await honest.ask("ping"))["type"] == "pong"
        writer.transport.abort()
    assert 0 < max(frames_a_turn()) < MOST_FRAMES


@pytest.mark.parametrize("busy_looks", [0, 3, 1000])
async def test_input_that_takes_several_turns_rests_while_a_thread_writes(busy_looks, monkeypatch):
    monkeypatch.setattr(intake, "TURN_S", 0)
    monkeypatch.setattr(intake, "IDLE_S", PATIENCE_S)  # else a busy machine adds rests of its own
    rests, done = [], asyncio.Event()
    looks = iter([True] * busy_looks)

    class Loop:
        @staticmethod
        def call_soon(turn: Callable[[], None]) -> None:
            asyncio.get_running_loop().call_soon(turn)

        @staticmethod
        def call_later(seconds: float, turn: Callable[[], None]) -> None:
            rests.append(seconds)
            asyncio.get_running_loop().call_soon(turn)

    class Line:
        greets, slices = False, 3

        def work(self) -> bool:
            self.slices -= 1
            if not self.slices:
                done.set()
            return self.slices > 0

    intake.Intake(Loop(), lambda: next(looks, False)).add(Line())
    await asyncio.wait_for(done.wait(), PATIENCE_S)
    # None before the first turn, and so many at most before each of the other two.
    assert len(rests) == min(busy_looks, 2 * intake.MOST_RESTS)


def test_one_turn_of_the_loop_takes_a_millisecond_at_most(monkeypatch):
    """However many connections have input that waits, and however much of it."""
    now, turns = [0.0], []

    class Loop:
        call_soon = turns.append

    class Line:
        greets, slices = False, 0

        def work(self) -> bool:
            now[0] += 0.0001
            self.slices += 1
            return True

    monkeypatch.setattr(intake, "perf_counter", lambda: now[0])
    waiting = intake.Intake(Loop, lambda: False)
    lines = [Line() for _ in range(100)]
    for one in lines:
        waiting.add(one)
    for number in range(1, 51):
        turns.pop()()
        assert now[0] <= number * 0.001
    # Each in its turn: none comes twice before all others came once.
    assert len(turns) == 1
    assert max(one.slices for one in lines) - min(one.slices for one in lines) <= 1


async def test_a_client_that_breaks_a_limit_is_cut_off_without_waiting_for_the_closing(monkeypatch):
    monkeypatch.setattr(connection_module, "GRACE_S", 100 * PATIENCE_S)
    async with live_server(rate=100, burst=100) as server:
        mute = socket.create_connection(("127.0.0.1", server.running.port))
        mute.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=mute)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Protocol: carteado.1.json\r\n\r\n"
        )
        await until(lambda: server.running.metrics.connections)
        writer.write(tiny(Opcode.TEXT) * 20)  # it never closes, however long it is asked to
        await until(lambda: not server.running.metrics.connections)
        assert server.running.metrics.dropped == {"limit/malformed": 1}
        assert b"limit/malformed" in await read_all(reader)
        writer.transport.abort()


async def test_frames_before_the_handshake_is_answered_wait_and_count():
    async with live_server() as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.running.port)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Protocol: carteado.1.json\r\n\r\n"
            + small("hello", name="Early")
            + small("ping", id=1)
        )
        async with asyncio.timeout(PATIENCE_S):
            assert b"101 " in await reader.readuntil(b"\r\n\r\n")
            assert b"welcome" in await reader.readuntil(b'"pong"')
        writer.transport.abort()


async def test_a_client_beyond_its_pace_is_not_read_for_a_while(monkeypatch):
    monkeypatch.setattr(connection_module, "LONGEST_REST_S", 10 * PATIENCE_S)
    async with live_server(rate=1, burst=60) as server:
        peer = await server.player()
        (session,) = server.running.lobby.sessions
        carried: Any = session.connection
        table = (await peer.ask("open", game="holdem"))["table"]
        assert carried.socket.reads
        refused = await peer.ask("add_bot", table=table, bot="random")  # the price of the burst
        assert refused["code"] == "limit/rate"
        assert not carried.socket.reads
        pass_time(refused["details"]["retry_ms"] / 1000)
        await until(lambda: carried.socket.reads)
        await peer.send("ping", id=100)
        await peer.until(lambda message: message.get("id") == 100)
