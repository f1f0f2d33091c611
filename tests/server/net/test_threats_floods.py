"""Clients that send too much, connect too often or do not read, against a whole server.

Each test is named in ``docs/threat-model.md``. An honest player plays on beside the attacker and
must notice nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.clocks import PATIENCE_S, pass_time, until
from tests.server.net.live_server import live_server, slow_reader
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from carteado.protocol.session_server import Limits, ServerSession
from carteado.server.lobby import addresses
from carteado.server.net import gateway

# Floods


def hold_newcomers(monkeypatch: pytest.MonkeyPatch, limits: Limits) -> None:
    """Apply these limits to clients that connect from now on.

    Players who are already connected keep theirs: how much of it they have used depends on the
    machine's speed.
    """
    monkeypatch.setattr(
        gateway, "ServerSession", lambda codec, **_: ServerSession(codec, limits=limits)
    )


async def test_a_flood_is_slowed_and_then_cut_off_while_others_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with live_server() as server:
        ana, bob = await server.player("Ana"), await server.player("Bob")
        table = await server.table(ana)
        await bob.ask("join", table=table)
        hold_newcomers(monkeypatch, Limits(per_second=50, burst=50))
        flooder = await server.player("Flood")
        with contextlib.suppress(ConnectionClosed):
            for number in range(1, 2_000):
                await flooder.send("ping", id=number)
        status, code = await flooder.closed()
        assert (status, code) == (1008, "limit/rate")
        assert (await ana.ask("ping"))["type"] == "pong"


async def test_expensive_messages_are_cut_off_sooner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with live_server() as server:
        ana = await server.player("Ana")
        table = await server.table(ana)
        hold_newcomers(monkeypatch, Limits(per_second=1, burst=50))
        flooder = await server.player("Flood")
        with contextlib.suppress(ConnectionClosed):
            for number in range(1, 200):
                await flooder.send("watch", id=number, table=table)
        assert await flooder.closed() == (1008, "limit/rate")
        shown = [message for message in flooder.messages if message["type"] == "snapshot"]
        # There is no room for a third beside the greeting; a second fits if the first was quick.
        assert 1 <= len(shown) <= 2
        assert (await ana.ask("ping"))["type"] == "pong"


@pytest.mark.parametrize("beat", [ClientConnection.ping, ClientConnection.pong])
async def test_pings_and_pongs_count_towards_the_rate_limit(
    beat: Callable[[ClientConnection], Awaitable[Any]],
) -> None:
    async with live_server(rate=50, burst=50) as server:
        ana, flooder = await server.player("Ana"), await server.player("Flood")
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2_000):
                await beat(flooder.socket)
        assert await flooder.closed() == (1008, "limit/rate")
        assert (await ana.ask("ping"))["type"] == "pong"


async def test_chat_has_a_rate_limit_for_each_player() -> None:
    async with live_server() as server:
        ana, bob = await server.player("Ana"), await server.player("Bob")
        table = await server.table(ana)
        await bob.ask("join", table=table)
        replies = [await ana.ask("chat", table=table, text="hello") for _ in range(30)]
        assert replies[0]["type"] == "ok"
        assert replies[-1]["code"] == "chat/too_fast"
        assert (await bob.ask("chat", table=table, text="hello"))["type"] == "ok"


async def test_connections_have_a_limit() -> None:
    async with live_server(max_connections=3) as server:
        peers = [await server.player(f"P{number}") for number in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            await server.peer()
        assert refused.value.response.status_code == 503
        assert (await peers[0].ask("list"))["type"] == "ok"
        await peers[1].socket.close()
        late = None
        while late is None:  # until the closing handshake has ended
            with contextlib.suppress(InvalidHandshake):
                late = await server.player("Late")
        assert (await late.ask("list"))["type"] == "ok"


@pytest.fixture
def remote(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The address of the next connections."""
    place = ["192.0.2.7"]
    far = property(lambda self: self.__dict__.setdefault("far", (place[0], 50_000)))
    monkeypatch.setattr(ServerConnection, "remote_address", far)
    return place


async def test_one_address_has_a_limited_number_of_connections(remote: list[str]) -> None:
    async with live_server(address_connections=2) as server:
        peers = [await server.player(f"P{number}") for number in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await server.peer()
        assert refused.value.response.status_code == 503
        assert (await peers[0].ask("list"))["type"] == "ok"
        remote[0] = "192.0.2.8"
        assert (await (await server.player("Far")).ask("list"))["type"] == "ok"
        remote[0] = "127.0.0.1"
        for number in range(3):
            await server.player(f"Own {number}")


async def test_silent_connections_count_too(remote: list[str]) -> None:
    async with live_server(address_connections=2) as server:
        lines = [await asyncio.open_connection("127.0.0.1", server.running.port) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await server.peer()
        assert refused.value.response.status_code == 503
        await until(lambda: not server.running.lobby.addresses.over(remote[0]))
        lines += [await asyncio.open_connection("127.0.0.1", server.running.port) for _ in range(3)]
        reader, _ = lines[-1]
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""  # more than twice the limit: closed at once
        assert server.running.metrics.dropped["limit/connections"] == 2
        remote[0] = "192.0.2.8"
        assert (await (await server.player("Far")).ask("list"))["type"] == "ok"
        remote[0] = "192.0.2.7"
        for _, writer in lines:
            writer.close()
        near = None
        while near is None:  # until the server has noticed
            with contextlib.suppress(InvalidHandshake):
                near = await server.player("Near")
        assert (await near.ask("list"))["type"] == "ok"


async def test_a_silent_connection_does_not_delay_the_shutdown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gateway, "HELLO_S", 100 * PATIENCE_S)
    async with asyncio.timeout(PATIENCE_S):
        async with live_server() as server:
            _, writer = await asyncio.open_connection("127.0.0.1", server.running.port)
            await server.player()
        writer.close()


async def test_one_address_creates_a_limited_number_of_new_players(
    remote: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "MINUTE_MS", 1_000_000_000_000)
    async with live_server(address_connections=2) as server:
        tokens = []
        for _ in range(2):
            peer = await server.peer()
            tokens.append((await peer.hello("New"))["token"])
            await peer.socket.close()
            await until(lambda: not server.running.metrics.connections)
        peer = await server.peer()
        await peer.send("hello", name="New")
        assert await peer.closed() == (1013, "limit/connections")
        await until(lambda: not server.running.metrics.connections)
        back = await server.peer()
        assert (await back.hello("Known", token=tokens[0]))["resumed"]
        remote[0] = "192.0.2.8"
        assert await (await server.peer()).hello("Far")


async def test_a_client_that_never_says_hello_is_disconnected() -> None:
    async with live_server() as server:
        peer = await server.peer()
        await until(lambda: server.running.metrics.connections)
        pass_time(gateway.HELLO_S)
        assert await peer.closed() == (1002, "session/hello_late")


async def test_tables_have_a_limit() -> None:
    async with live_server(max_tables=2) as server:
        peer = await server.player()
        replies = [await peer.ask("open", game="holdem") for _ in range(4)]
        assert [reply.get("code") for reply in replies] == [None, None] + ["limit/tables"] * 2
        assert len(server.running.lobby.tables) == 2


async def test_bots_have_a_limit() -> None:
    async with live_server(max_bots=0) as server:
        peer = await server.player()
        table = await server.table(peer)
        reply = await peer.ask("add_bot", table=table, bot="random")
        assert reply["code"] == "seat/bot"


async def test_a_bots_name_cannot_be_a_command() -> None:
    async with live_server() as server:
        peer = await server.player()
        table = await server.table(peer)
        for name in ("exec", "random; rm -rf x", "../x", "--help"):
            reply = await peer.ask("add_bot", table=table, bot=name)
            assert reply["code"] in ("seat/bot", "frame/invalid")
        assert server.running.metrics.bots == 0


# Slow readers


async def test_a_client_that_never_reads_is_cut_off_and_the_table_continues() -> None:
    """The output buffer of a client is limited; at the limit the client is cut off."""
    async with live_server(buffer=16_384, rate=100_000, burst=100_000) as server:
        ana = await server.player()
        table = await server.table(ana)
        slow = await slow_reader(server)
        assert (await slow.ask("watch", table=table))["type"] == "ok"
        slow.socket.transport.pause_reading()
        async with asyncio.timeout(PATIENCE_S):
            while not server.running.metrics.dropped.get("limit/slow"):
                for what in ("sit_out", "sit_in"):
                    assert (await ana.ask(what, table=table))["type"] == "ok"
        slow.socket.transport.abort()
        assert (await ana.ask("ping"))["type"] == "pong"
        bob = await server.player("Bob")
        assert (await bob.ask("join", table=table))["type"] == "ok"


async def test_a_client_that_pings_and_never_reads_is_cut_off() -> None:
    async with live_server(buffer=16_384, rate=1_000_000, burst=1_000_000) as server:
        ana = await server.player()
        slow = await slow_reader(server)
        slow.socket.transport.pause_reading()
        async with asyncio.timeout(PATIENCE_S):
            while not server.running.metrics.dropped.get("limit/slow"):
                with contextlib.suppress(ConnectionClosed):
                    await slow.socket.ping(os.urandom(100))
                assert (await ana.ask("ping"))["type"] == "pong"
        slow.socket.transport.abort()
