"""Servers that die, stop, or cannot start."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.clocks import own_time, until
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from carteado.client import Client
from carteado.protocol import messages as wire
from carteado.protocol.codec import CODECS, SUBPROTOCOLS

from .players import Caller, nothing_missed, open_table, refused, state_hash
from .processes import Server


@contextlib.asynccontextmanager
async def playing(server: Server, count: int, **settings: object) -> AsyncIterator[list[Caller]]:
    table = await open_table(
        server.url,
        preset="heads-up" if count == 2 else "four-player",
        options={"stack": 100_000},
        settings=settings,
    )
    players = [
        Caller(server.url, f"p{n}", subprotocols=(SUBPROTOCOLS[n % 2],)) for n in range(count)
    ]
    try:
        for player in players:
            await player.sit(table)
        yield players
    finally:
        for player in players:
            await player.end()


async def survive(server: Server, kills: int) -> None:
    """Four clients play on across kills, miss nothing and get nothing twice."""
    async with server, playing(server, 4) as players:
        for kill in range(1, kills + 1):
            hands = players[0].hands
            await until(lambda n=hands: players[0].hands >= n + 2)
            await server.kill()
            await until(lambda n=kill: all(player.lost >= n for player in players))
            await server.start()
            hands = players[0].hands
            await until(lambda n=hands: all(player.hands >= n + 2 for player in players))
        nothing_missed(players)
        assert {player.view.state.winner for player in players} == {None}
        assert sum(players[0].view.state.stacks) + players[0].view.state.pot == 400_000


@pytest.mark.parametrize("kills", [1, pytest.param(3, marks=pytest.mark.exhaustive)])
async def test_a_killed_server_on_sqlite_loses_nothing_acknowledged(tmp_path, kills):
    await survive(Server(tmp_path, f"sqlite:{tmp_path / 'games.db'}"), kills)


@pytest.mark.exhaustive  # as with SQLite; test_redis.py kills the store itself
async def test_a_killed_server_on_redis_loses_nothing_acknowledged(tmp_path, redis_url):
    await survive(Server(tmp_path, redis_url), 2)


async def test_the_same_decision_is_open_after_a_kill(tmp_path):
    server = Server(tmp_path, f"sqlite:{tmp_path / 'games.db'}")
    async with server:
        table = await open_table(server.url)
        async with (
            Client(server.url, name="Ana") as ana,
            Client(server.url, name="Rui") as rui,
        ):
            for client in (ana, rui):
                await client.request(wire.Join, table=table)

            def asked() -> list[Client]:
                return [c for c in (ana, rui) if c.online and c.tables[table].prompt]

            await until(lambda: len(asked()) == 1)
            (acting,) = asked()
            before = acting.tables[table].prompt
            assert before is not None
            await until(lambda: ana.tables[table].seq == rui.tables[table].seq)
            hashes = [state_hash(client.tables[table].table) for client in (ana, rui)]
            await server.kill()
            await until(lambda: not ana.online and not rui.online)
            await server.start()
            await until(lambda: ana.online and rui.online and asked() == [acting])
            await until(lambda: all(c.tables[table].live for c in (ana, rui)))
            await until(lambda: ana.tables[table].seq == rui.tables[table].seq)
            again = acting.tables[table].prompt
            assert again is not None
            assert (again.decision, again.seat, again.legal) == (
                before.decision,
                before.seat,
                before.legal,
            )
            assert [state_hash(c.tables[table].table) for c in (ana, rui)] == hashes
            reply = await acting.request(
                wire.Act, table=table, decision=before.decision, action={"type": "call"}
            )
            assert isinstance(reply, wire.Ok)


async def test_sigterm_stops_within_two_seconds_and_says_so(tmp_path):
    server = Server(tmp_path, f"sqlite:{tmp_path / 'games.db'}")
    codec = CODECS[SUBPROTOCOLS[1]]
    async with server, playing(server, 2) as players:
        await until(lambda: players[0].hands > 1)
        async with connect(
            server.url, subprotocols=[Subprotocol(SUBPROTOCOLS[1])], compression=None
        ) as socket:
            await socket.send(codec.encode_inbound(wire.Hello(name="eyes")))
            await socket.recv()
            stopped = asyncio.create_task(server.stops_within(2))
            last, status = {}, 0
            try:
                while True:
                    last = codec.decode_outbound(await socket.recv())[-1]
            except ConnectionClosed as end:
                status = end.rcvd.code if end.rcvd else 0
            await stopped
        assert (last["type"], last["code"]) == ("closing", "server/stopping")
        assert last["retry_ms"] > 0
        assert status == 1012
        hands = players[0].hands
        await server.start()
        await until(lambda: players[0].hands > hands)
        nothing_missed(players)


@pytest.mark.exhaustive  # test_threats_floods.py cuts such a client off
async def test_a_client_that_never_reads_does_not_hold_the_stop_up(tmp_path):
    server = Server(tmp_path, "memory:")
    async with server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Protocol: carteado.1.json\r\n\r\n"
        )
        assert b" 101 " in await reader.readline()
        with own_time() as clock:
            began = clock()
            assert await server.stop() == 0
            assert clock() - began < 2
        writer.close()


async def test_a_port_that_is_taken_is_one_sentence_and_status_3(tmp_path):
    async with Server(tmp_path, "memory:") as server:
        status, said = await server.ends_by_itself()
    assert status == 3
    assert str(server.port) in said
    assert len(said.strip().splitlines()) == 1


async def test_a_data_file_in_use_names_the_process_and_is_status_6(tmp_path):
    store = f"sqlite:{tmp_path / 'games.db'}"
    async with Server(tmp_path, store) as server:
        other = Server(tmp_path, store)
        status, said = await other.ends_by_itself()
        assert status == 6
        assert f"process {server.pid}" in said
        assert "games.db" in said
        assert len(said.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("store", "status"),
    [
        ("sqlite:", 2),
        ("redis://127.0.0.1:1/0", 6),
        pytest.param("mysql:games", 2, marks=pytest.mark.exhaustive),
        pytest.param("memory:x", 2, marks=pytest.mark.exhaustive),
    ],
)
async def test_a_store_that_cannot_be_is_one_sentence_and_a_status(tmp_path, store, status):
    found, said = await Server(tmp_path, store).ends_by_itself()
    assert (found, len(said.strip().splitlines())) == (status, 1), said


async def test_a_corrupted_log_is_named_and_the_other_tables_go_on(tmp_path):
    path = tmp_path / "games.db"
    server = Server(tmp_path, f"sqlite:{path}")
    async with server:
        async with playing(server, 2) as players:
            await until(lambda: players[0].hands > 1)
            broken = players[0].table
        good = await open_table(server.url)
        await server.stop()
        damage(path, broken)
        before = bodies(path, broken)
        await server.start()
        async with Client(server.url, name="Ana") as ana:
            listed = (await ana.request(wire.ListTables)).result
            assert [info["table"] for info in listed] == [good]
            assert await refused(ana, wire.Watch, table=broken) == "table/failed"
            assert (await ana.request(wire.Join, table=good)).result == 0
        await server.stop()
        assert f"carteado log salvage {broken} FILE" in server.log
        assert str(path) in server.log
        assert bodies(path, broken) == before


def bodies(path: Path, table: str) -> list[tuple[int, bytes]]:
    """The rows of a table's log, as they lie in the file."""
    with contextlib.closing(sqlite3.connect(path)) as data:
        found = data.execute(
            "SELECT commits.pos, body FROM commits JOIN stream ON stream.id = commits.stream"
            " WHERE stream.name = ? ORDER BY first",
            (table,),
        )
        return found.fetchall()


def damage(path: Path, table: str) -> None:
    """Change a byte in the middle of a log."""
    rows = bodies(path, table)
    position, body = rows[len(rows) // 2]
    changed = bytearray(body)
    changed[len(changed) // 2] ^= 0x55
    with contextlib.closing(sqlite3.connect(path)) as data, data:
        data.execute("UPDATE commits SET body = ? WHERE pos = ?", (bytes(changed), position))
