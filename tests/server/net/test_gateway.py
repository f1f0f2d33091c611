"""Sockets and pages. The tests of hostile clients are in the `test_threats_*` modules."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from tests.clocks import PATIENCE_S, pass_time, until
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from carteado.protocol import liveness
from carteado.protocol import messages as wire
from carteado.protocol.codec import CODECS, SUBPROTOCOLS, Codec
from carteado.protocol.session import ServerSession
from carteado.server import app
from carteado.server.app import Running, join_urls, running
from carteado.server.net import dead_clients, gateway
from carteado.server.net.connection import Connection
from carteado.server.ops.config import Settings


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        yield server


class Peer:
    """A client in either encoding."""

    def __init__(self, socket: ClientConnection, codec: Codec) -> None:
        self.socket = socket
        self.codec = codec
        self.messages: list[Any] = []
        self._unread: list[Any] = []

    async def tell(self, message: Any) -> None:
        await self.socket.send(self.codec.encode_inbound(message))

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                if not self._unread:
                    self._unread = self.codec.decode_outbound(await self.socket.recv())
                message = self._unread.pop(0)
                self.messages.append(message)
                if wanted(message):
                    return message

    async def ask(self, message: Any) -> Any:
        await self.tell(message)
        return await self.until(lambda m: m.get("id") == message.id)

    async def hello(self, name: str = "Ana", **fields: Any) -> Any:
        await self.tell(wire.Hello(name=name, **fields))
        return await self.until(lambda m: m["type"] == "welcome")

    async def end(self) -> tuple[int | None, str | None]:
        """Status and code with which the server ended the connection."""
        code = None
        async with asyncio.timeout(PATIENCE_S):
            try:
                while True:
                    for message in self.codec.decode_outbound(await self.socket.recv()):
                        code = message["code"] if message["type"] == "closing" else code
            except ConnectionClosed as end:
                return (end.rcvd.code if end.rcvd else None), code


async def peer(server: Running, subprotocol: str = SUBPROTOCOLS[1], **kwargs: Any) -> Peer:
    socket = await connect(
        f"ws://127.0.0.1:{server.port}",
        subprotocols=[Subprotocol(subprotocol)],
        compression=None,
        **kwargs,
    )
    return Peer(socket, CODECS[subprotocol])


async def page(server: Running, path: str) -> tuple[int, str, str]:
    """Status, kind and text of a page."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    async with asyncio.timeout(PATIENCE_S):
        result = (await reader.read()).decode()
    writer.close()
    head, _, text = result.partition("\r\n\r\n")
    kind = re.search(r"(?i)content-type: (.*)", head)
    assert kind is not None
    return int(head.split()[1]), kind.group(1).strip(), text


@pytest.mark.parametrize("subprotocol", SUBPROTOCOLS)
async def test_both_encodings_speak_the_same_messages(server, subprotocol):
    ana = await peer(server, subprotocol)
    welcome = await ana.hello()
    assert welcome["limits"]["frame"] == 16_384
    opened = await ana.ask(wire.Open(id=1, game="holdem"))
    joined = await ana.ask(wire.Join(id=2, table=opened["table"]))
    assert joined["result"] == 0
    shown = await ana.until(lambda m: m["type"] == "snapshot")
    assert shown["view"]["state"]["names"] == ["Ana", None]
    await ana.socket.close()


async def test_the_server_chooses_one_of_the_offered_subprotocols(server):
    socket = await connect(
        f"ws://127.0.0.1:{server.port}",
        subprotocols=[Subprotocol(name) for name in ("carteado.9.json", SUBPROTOCOLS[1])],
        compression=None,
    )
    assert socket.subprotocol == SUBPROTOCOLS[1]
    await socket.close()


@pytest.mark.parametrize("offered", [None, ["carteado.2.json"], ["chat", "json"]])
async def test_another_subprotocol_is_refused_at_the_handshake(server, offered):
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{server.port}", subprotocols=offered)
    assert refused.value.response.status_code == 400
    assert SUBPROTOCOLS[0] in refused.value.response.body.decode()


@pytest.mark.parametrize(
    ("path", "status", "kind", "holds"),
    [
        ("/", 200, "text/html", "Carteado"),
        ("/?x=1", 200, "text/html", "Carteado"),
        ("/join", 200, "text/html", "carteado play http://localhost<"),
        ("/install", 200, "text/plain", "carteado play http://localhost\n"),
        ("/install/other.whl", 404, "text/plain", "no such page"),
        ("/healthz", 200, "text/plain", "ok"),
        ("/metrics", 200, "text/plain; version=0.0.4", "carteado_connections"),
        ("/schema.json", 200, "application/schema+json", '"hello"'),
        ("/rules/de/buraco/%5B%7B%7D,%7B%7D%5D", 200, "application/json", "Die Partie geht bis"),
        ("/names/de", 200, "application/json", '"buy_in_min": "Kleinste'),
        ("/rules/de/buraco/5", 404, "text/plain", "no such rules"),
        ("/nothing", 404, "text/plain", "no such page"),
        ("/../etc/passwd", 404, "text/plain", "no such page"),
    ],
)
async def test_each_page_has_its_status_kind_and_text(server, path, status, kind, holds):
    found, result, text = await page(server, path)
    assert found == status
    assert result.startswith(kind)
    assert holds in text


async def test_the_schema_is_json(server):
    _, _, text = await page(server, "/schema.json")
    assert "$defs" in json.loads(text)


async def test_a_second_connection_replaces_the_first_and_goes_on_with_it(server):
    first = await peer(server)
    welcome = await first.hello()
    opened = await first.ask(wire.Open(id=1, game="holdem"))
    await first.ask(wire.Join(id=2, table=opened["table"]))
    second = await peer(server)
    again = await second.hello(token=welcome["token"])
    assert again["resumed"]
    assert again["seats"] == [{"table": opened["table"], "seat": 0}]
    assert await first.end() == (4000, "session/replaced")
    assert (await second.ask(wire.ListTables(id=3)))["type"] == "ok"
    await second.socket.close()


async def test_commands_of_a_replaced_connection_are_not_carried_out(server):
    first = await peer(server)
    welcome = await first.hello()
    opened = await first.ask(wire.Open(id=1, game="holdem"))
    first.socket.transport.pause_reading()  # it does not read that it is over
    second = await peer(server)
    await second.hello(token=welcome["token"])
    await first.tell(wire.Join(id=2, table=opened["table"]))
    assert (await second.ask(wire.Ping(id=3)))["type"] == "pong"
    first.socket.transport.resume_reading()
    assert (await first.end())[1] == "session/replaced"
    listed = await second.ask(wire.ListTables(id=4))
    assert [seat["name"] for seat in listed["result"][0]["seats"]] == [None, None]
    await second.socket.close()


async def test_a_client_that_sends_anything_but_hello_is_disconnected_too(server):
    rude = await peer(server)
    await rude.socket.send("{}")
    refused = await rude.until(lambda m: m["type"] == "refused")
    assert refused["code"] == "frame/not_a_message"
    pass_time(gateway.HELLO_S)
    assert await rude.end() == (1002, "session/hello_late")


async def test_a_client_may_be_silent_for_long_after_hello(server):
    ana = await peer(server)
    await ana.hello()
    await ana.ask(wire.Ping(id=1))
    pass_time(3 * gateway.HELLO_S)
    assert (await ana.ask(wire.Ping(id=2)))["type"] == "pong"
    await ana.socket.close()


async def test_a_message_in_pieces_keeps_its_place_in_the_order(server):
    ana = await peer(server)
    await ana.hello()
    whole = str(ana.codec.encode_inbound(wire.Ping(id=1)))
    await ana.socket.send([whole[:5], whole[5:9], whole[9:]])
    for number in range(2, 6):
        await ana.tell(wire.Ping(id=number))
    await ana.until(lambda m: m.get("id") == 5)
    assert [m["id"] for m in ana.messages if m["type"] == "pong"] == [1, 2, 3, 4, 5]
    await ana.socket.close()


async def test_a_bug_does_not_end_the_server(server, monkeypatch):
    ana, rui = await peer(server), await peer(server)
    await ana.hello()

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(server.lobby.greeting, "hello", broken)
    await rui.tell(wire.Hello(name="Rui"))
    assert await rui.end() == (1011, "server/failed")
    monkeypatch.undo()
    assert (await ana.ask(wire.Ping(id=1)))["type"] == "pong"
    await ana.socket.close()


async def test_a_failed_write_affects_only_one_client(server, monkeypatch):
    ana, rui = await peer(server), await peer(server)
    await ana.hello()
    await rui.hello("Rui")
    table = (await ana.ask(wire.Open(id=1, game="holdem")))["table"]
    for one in (ana, rui):
        await one.ask(wire.Watch(id=2, table=table))

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("secret")

    first = next(iter(server.lobby.sessions)).connection
    monkeypatch.setattr(first.socket, "transport", SimpleNamespace(write=broken))
    await rui.ask(wire.Chat(id=3, table=table, text="hello"))
    assert "chat" in [message["type"] for message in rui.messages]
    monkeypatch.undo()
    await ana.until(lambda m: m["type"] == "presence")
    assert (await ana.ask(wire.Ping(id=4)))["type"] == "pong"
    assert "chat" not in [message["type"] for message in ana.messages]
    for one in (ana, rui):
        await one.socket.close()


async def heads_up(server: Running) -> tuple[list[Peer], str, Any]:
    """Two peers at a table, its id, and the first question: the peer that it asks comes first."""
    peers = [await peer(server) for _ in range(2)]
    for one, name in zip(peers, ("Ana", "Rui"), strict=True):
        await one.hello(name=name)
    settings = {"pause_ms": 0, "nonce_ms": 0, "decision_ms": 600_000}
    opened = await peers[0].ask(wire.Open(id=1, game="holdem", settings=settings))
    for one in peers:
        await one.ask(wire.Join(id=2, table=opened["table"]))
    await until(lambda: server.lobby.tables[opened["table"]].host.open_decision)
    if server.lobby.tables[opened["table"]].host.open_decision.seat:
        peers.reverse()
    prompt = await peers[0].until(lambda m: m["type"] == "prompt")
    return peers, opened["table"], prompt


async def test_a_bot_that_blocks_its_loop_keeps_its_connection_and_seat(monkeypatch):
    # A loop that thinks for long answers no ping and reads nothing.
    monkeypatch.setattr(liveness, "TICK_S", 0.01)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        (bot, other), table, prompt = await heads_up(server)
        bot.socket.transport.pause_reading()
        seen = await other.until(lambda m: m["type"] == "presence" and not all(m["connected"]))
        assert seen["connected"][prompt["seat"]] is False
        await asyncio.sleep(2 * liveness.DEAD_TICKS * liveness.TICK_S)
        bot.socket.transport.resume_reading()
        fold = {"type": "fold"}
        act = wire.Act(id=3, table=table, decision=prompt["decision"], action=fold)
        assert (await bot.ask(act))["type"] == "ok"
        await other.until(lambda m: m["type"] == "presence" and all(m["connected"]))
        for one in (bot, other):
            await one.socket.close()


async def test_a_silent_connection_is_ended_and_its_player_comes_back_to_the_seat(monkeypatch):
    monkeypatch.setattr(liveness, "TICK_S", 0.01)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(settings) as server:
        ana = await peer(server)
        token = (await ana.hello())["token"]
        opened = await ana.ask(wire.Open(id=1, game="holdem"))
        await ana.ask(wire.Join(id=2, table=opened["table"]))
        await asyncio.sleep(2 * liveness.DEAD_TICKS * liveness.TICK_S)  # it answers the pings
        assert (await ana.ask(wire.Ping(id=3)))["type"] == "pong"
        ana.socket.transport.pause_reading()
        await until(lambda: server.metrics.dropped == {"session/silent": 1})
        ana.socket.transport.resume_reading()
        assert await ana.end() == (4008, "session/silent")
        again = await peer(server)
        seats = (await again.hello(token=token))["seats"]
        assert seats == [{"table": opened["table"], "seat": 0}]
        await again.socket.close()


async def test_one_large_answer_is_not_slow_reading():
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, buffer=16_384)
    async with running(settings) as server:
        ana = await peer(server)
        await ana.hello()
        (session,) = server.lobby.sessions
        line: Any = session.connection
        ana.socket.transport.pause_reading()
        listed = wire.Ok(id=0, result=["x" * 1000] * 8_000)  # more than any socket takes at once
        line.send(listed)
        line.write()
        assert line.waiting() > settings.buffer
        assert line.ending is None
        line.send(wire.Pong(id=1, now_ms=1))
        line.write()
        assert line.ending == "limit/slow"
        ana.socket.transport.abort()


@pytest.mark.parametrize(("waiting", "ending"), [(1000, None), (1001, "limit/slow")])
async def test_pongs_that_wait_beyond_the_limit_end_a_connection(waiting, ending):
    codec = CODECS[SUBPROTOCOLS[1]]
    transport: Any = SimpleNamespace(
        get_write_buffer_size=lambda: waiting, is_closing=lambda: False, abort=lambda: None
    )
    socket: Any = SimpleNamespace(
        transport=transport, source=None, put=lambda _: None, say_close=lambda *_: None
    )
    line = Connection(socket, codec, ServerSession(codec), 1000, lambda _: None)
    line.ponged()
    assert line.ending == ending


def test_a_prompt_is_sent_at_once_in_one_frame_with_the_events_before_it():
    codec, written = CODECS[SUBPROTOCOLS[1]], []
    transport = SimpleNamespace(get_write_buffer_size=lambda: 0, is_closing=lambda: False)
    socket: Any = SimpleNamespace(transport=transport, source=None, put=written.append)
    line = Connection(socket, codec, ServerSession(codec), 1000, lambda _: None)
    line.send(wire.Events(table="t", epoch=1, first=1, events=()))
    assert written == []
    question = {"legal": {}, "default": {}, "time_ms": 1, "bank_ms": 0, "now_ms": 1}
    line.send(wire.Prompt(table="t", decision=1, seat=0, **question))
    line.write()
    (frame,) = map(codec.decode_outbound, written)
    assert [message["type"] for message in frame] == ["events", "prompt"]


async def test_a_buffer_that_never_drains_ends_the_connection(monkeypatch):
    monkeypatch.setattr(dead_clients, "STALL_S", 0.3)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, buffer=10**9)
    async with running(settings) as server:
        ana = await peer(server)
        await ana.hello()
        (session,) = server.lobby.sessions
        line: Any = session.connection
        await asyncio.sleep(0.4)
        assert line.ending is None
        ana.socket.transport.pause_reading()
        line.send(wire.Ok(id=0, result=["x" * 1000] * 8_000))
        await until(lambda: line.ending == "limit/slow")
        ana.socket.transport.abort()


async def test_connections_are_counted_while_they_last(server):
    ana = await peer(server)
    await ana.hello()
    assert server.metrics.connections == 1
    await ana.socket.close()
    await until(lambda: server.metrics.connections == 0)
    assert "carteado_connections 0.0" in (await page(server, "/metrics"))[2]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", "http://127.0.0.1:9"),
        ("::1", "http://[::1]:9"),
        ("cards.example", "http://cards.example:9"),
    ],
)
def test_the_join_url_names_the_address(host, expected):
    assert join_urls(host, 9) == [expected]
    assert join_urls(host, 9, secure=True) == [expected.replace("http", "https")]


def test_the_join_urls_of_all_addresses_name_each_once(monkeypatch):
    urls = join_urls("0.0.0.0", 9)
    assert all(re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:9", url) for url in urls)
    assert len(set(urls)) == len(urls) >= 1
    monkeypatch.setattr(app, "guest_addresses", lambda host: [])
    assert join_urls("0.0.0.0", 9) == ["http://127.0.0.1:9"]


def frame(opcode: Opcode, content: bytes, *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, content, fin=fin).serialize(mask=True)


def stream(chance: random.Random, count: int, pieces: bool) -> list[bytes]:
    """So many pings in order, of many lengths, maybe in pieces, with control frames between."""
    frames = []
    for number in range(1, count + 1):
        text = b'{"type":"ping","id":%d}' % number
        text += b" " * chance.choice((0, 0, 0, 125 - len(text), 126 - len(text), 300, 8_000))
        if pieces and chance.random() < 0.2:
            cut = chance.randrange(len(text))
            frames.append(frame(Opcode.TEXT, text[:cut], fin=False))
            if chance.random() < 0.5:
                frames.append(frame(Opcode.PING, b"?"))
            frames.append(frame(Opcode.CONT, text[cut:]))
        else:
            frames.append(frame(Opcode.TEXT, text))
        if chance.random() < 0.2:
            frames.append(frame(Opcode.PONG, b""))
    return frames


@pytest.mark.parametrize("pieces", [False, True])
@pytest.mark.parametrize("seed", range(12))
async def test_however_the_network_cuts_them_messages_arrive_whole_and_in_order(
    server, seed, pieces
):
    chance = random.Random(seed)
    ana = await peer(server)
    await ana.hello()
    await ana.ask(wire.Ping(id=1000))
    (session,) = server.lobby.sessions
    line: Any = session.connection
    frames = stream(chance, 40, pieces)
    if seed % 3 == 0:
        chunks = frames
    else:
        data = b"".join(frames)
        cuts = sorted(chance.sample(range(1, len(data)), 5 if seed % 3 == 1 else 200))
        chunks = [data[a:b] for a, b in itertools.pairwise([0, *cuts, len(data)])]
    for chunk in chunks:
        line.socket.data_received(chunk)
        if chance.random() < 0.3:
            await asyncio.sleep(0)
    await ana.until(lambda m: m.get("id") == 40)
    pongs = [m["id"] for m in ana.messages if m["type"] == "pong" and m["id"] <= 40]
    assert pongs == list(range(1, 41))
    await ana.socket.close()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (Frame(Opcode.TEXT, b'{"type":"ping","id":1}').serialize(mask=False), 1002),
        (b"\xc1" + frame(Opcode.TEXT, b'{"type":"ping","id":1}')[1:], 1002),
        (b"\x83" + frame(Opcode.TEXT, b'{"type":"ping","id":1}')[1:], 1002),
        (frame(Opcode.CONT, b'{"type":"ping","id":1}'), 1002),
        (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
        (frame(Opcode.BINARY, b'{"type":"ping","id":1}'), 1003),
        (frame(Opcode.TEXT, b" " * 16_385), 1009),
        (frame(Opcode.TEXT, b" " * 70_000), 1009),
        (frame(Opcode.TEXT, b"{", fin=False), None),
    ],
    ids=[
        "unmasked",
        "reserved bit",
        "opcode",
        "no beginning",
        "not utf-8",
        "kind",
        "too large",
        "far too large",
        "no end",
    ],
)
async def test_frames_that_break_the_rules_end_the_connection(server, data, status):
    ana = await peer(server)
    await ana.hello()
    await ana.ask(wire.Ping(id=1000))
    (session,) = server.lobby.sessions
    line: Any = session.connection
    line.socket.data_received(data)
    if status is None:  # a whole message among the pieces of another
        status = 1002
        line.socket.data_received(frame(Opcode.TEXT, b'{"type":"ping","id":1}'))
    assert (await ana.end())[0] == status
