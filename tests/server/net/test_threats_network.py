"""Hostile clients against a whole server over sockets: what they send, and how they read.

Each test is named in ``docs/threat-model.md``. Beside the attacker somebody honest plays on, and
must notice nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from tests.clocks import PATIENCE_S, pass_time, until
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from carteado.protocol.session_server import Limits, ServerSession
from carteado.server.app import Running, running
from carteado.server.lobby import addresses
from carteado.server.net import gateway
from carteado.server.ops.config import Settings

JSON = Subprotocol("carteado.1.json")


class Peer:
    """A client that says whatever the test wants, in JSON."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[dict[str, Any]] = []
        self.ids = 0

    async def send(self, kind: str, /, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message from now on that is wanted."""
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
        """How the server ends the connection: the status, and the code it said before."""
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


class World:
    """A server, and ways to reach it."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.url = f"ws://127.0.0.1:{server.port}"
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
        """Status and text of a page, asked for under a name."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
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
async def world(**settings: Any) -> AsyncIterator[World]:
    chosen = {"host": "127.0.0.1", "port": 0, "store": "memory:", "tables": False, **settings}
    async with running(Settings(**chosen)) as server:
        made = World(server)
        try:
            yield made
        finally:
            await made.close()


async def is_well(world: World) -> None:
    """Somebody new comes in, opens a table and sits down."""
    peer = await world.player("Well")
    await world.table(peer)


# Tokens and seats


async def test_a_guessed_token_holds_no_seat() -> None:
    async with world() as here:
        ana = await here.player()
        table = await here.table(ana)
        for guess in ("A" * 43, "0" * 22, table.ljust(22, "x")):
            peer = await here.peer()
            welcome = await peer.hello(f"Guesser {guess[0]}", token=guess)
            assert (welcome["resumed"], welcome["seats"]) == (False, [])
            reply = await peer.ask("leave", table=table)
            assert reply["code"] == "seat/none"


async def test_a_name_is_no_identity() -> None:
    async with world() as here:
        ana = await here.player()
        table = await here.table(ana)
        mallory = await here.peer()
        await mallory.send("hello", name="Ana")
        assert (await mallory.closed())[1] == "session/name"
        mallory = await here.player("Ana 2")
        reply = await mallory.ask("join", table=table, seat=0)
        assert reply["code"] == "seat/taken"
        assert (await ana.ask("leave", table=table))["type"] == "ok"


@pytest.mark.parametrize(
    "name",
    [
        "Billy",
        "BiIIy",  # two capital I
        "Bi11y",
        "\u0412illy",  # Cyrillic
        "\uff22\uff49\uff4c\uff4c\uff59",  # fullwidth
        "\U0001d401\U0001d422\U0001d425\U0001d425\U0001d432",  # mathematical
    ],
)
async def test_a_name_that_looks_like_another_players_is_refused(name: str) -> None:
    async with world() as here:
        first = await here.player("Billy")
        token = first.messages[0]["token"]
        table = await here.table(first)
        await first.socket.close()  # the seat keeps the name
        peer = await here.peer()
        await peer.send("hello", name=name)
        refused = await peer.until(lambda message: message["type"] == "refused")
        assert refused["code"] == "session/name"
        free = refused["details"]["free"]
        assert (await peer.closed())[0] == 1008
        assert peer.messages[-1]["code"] == "session/name"
        assert (await (await here.peer()).hello(free))["name"] == free
        again = await (await here.peer()).hello("Billy", token=token)
        assert again["seats"] == [{"table": table, "seat": 0}]


async def test_a_viewer_may_have_any_name_because_nobody_meets_it() -> None:
    async with world() as here:
        await here.player("Billy")
        viewer = await here.player("Billy", kind="viewer")
        assert (await viewer.ask("list"))["type"] == "ok"
        assert (await here.player("Bob")).messages[0]["type"] == "welcome"


async def test_the_name_of_a_departed_player_is_free() -> None:
    async with world() as here:
        first = await here.player("Billy")
        await first.socket.close()
        await until(lambda: not here.server.metrics.connections)
        assert (await (await here.peer()).hello("BiIIy"))["type"] == "welcome"


async def test_chat_says_whether_the_speaker_sits_or_watches() -> None:
    async with world() as here:
        ana, bob = await here.player(), await here.player("Bob")
        table = await here.table(ana)
        await bob.ask("watch", table=table)
        await bob.ask("chat", table=table, text="I watch")
        await ana.ask("watch", table=table, rail=True)  # the player's seat counts, not the eyes
        await ana.ask("chat", table=table, text="I sit")

        def chats() -> list[dict[str, Any]]:
            return [message for message in bob.messages if message["type"] == "chat"]

        while len(chats()) < 2:
            await bob.ask("ping")
        said = chats()
        assert [(m["seat"], m["name"]) for m in said] == [(None, "Bob"), (0, "Ana")]


async def test_no_client_receives_a_token_of_another_seat() -> None:
    """Neither tokens nor their hashes reach another client, whatever it asks for."""
    async with world() as here:
        ana = await here.peer()
        token = (await ana.hello("Ana"))["token"]
        table = await here.table(ana)
        key = here.server.lobby.tables[table].host.table.keys[0]
        assert key
        spy = await here.player("Spy")
        await spy.ask("watch", table=table)
        await spy.ask("list")
        await spy.ask("history", table=table, after=0, limit=100)
        heard = json.dumps(spy.messages)
        assert token not in heard
        assert key not in heard
        assert table in heard


async def test_a_command_cannot_name_another_seat() -> None:
    async with world() as here:
        ana, bob = await here.player("Ana"), await here.player("Bob")
        table = await here.table(ana)
        await bob.ask("join", table=table)
        mallory = await here.player("Mallory")
        for fields in ({"seat": 0}, {"player": "Ana"}, {"key": "0" * 64}):
            reply = await mallory.ask(
                "act", table=table, decision=1, action={"type": "fold"}, **fields
            )
            assert reply["code"] == "frame/invalid"
        reply = await mallory.ask("act", table=table, decision=1, action={"type": "fold"})
        assert reply["code"] == "seat/none"


async def test_a_stolen_connection_replaces_and_is_seen() -> None:
    """The token gives the seat; the older connection is notified and closed with 4000."""
    async with world() as here:
        ana = await here.peer()
        token = (await ana.hello("Ana"))["token"]
        await here.table(ana)
        again = await here.peer()
        assert len((await again.hello("Ana", token=token))["seats"]) == 1
        assert await ana.closed() == (4000, "session/replaced")


# Frames


async def test_a_frame_above_the_limit_closes_with_1009() -> None:
    async with world() as here:
        peer = await here.player()
        await peer.send("chat", id=1, table="t", text="x" * 20_000)
        assert await peer.closed() == (1009, "frame/too_large")
        await is_well(here)


async def test_a_message_of_many_small_frames_above_the_limit_closes_with_1009() -> None:
    async with world() as here:
        peer = await here.player()
        await peer.socket.send(["x" * 1_000] * 20)
        assert await peer.closed() == (1009, "frame/too_large")
        await is_well(here)


async def test_compression_is_not_offered_and_not_understood() -> None:
    """No bomb without a fuse: a compressed frame is a breach of the protocol."""
    async with world() as here:
        peer = await here.peer(compression="deflate")
        assert peer.socket.protocol.extensions == []
        await peer.hello("Ana")
        bomb = bytearray(Frame(Opcode.TEXT, b"\x00" * 100).serialize(mask=True))
        bomb[0] |= 0x40  # the bit that says: compressed
        peer.socket.transport.write(bomb)
        status, _ = await peer.closed()
        assert status == 1002
        await is_well(here)


async def test_a_nesting_bomb_is_refused_and_the_connection_goes_on() -> None:
    async with world() as here:
        peer = await here.player()
        await peer.socket.send("[" * 8_000 + "]" * 8_000)
        reply = await peer.until(lambda message: message["type"] == "refused")
        assert reply["code"] == "frame/deep"
        assert (await peer.ask("list"))["type"] == "ok"


@pytest.mark.parametrize(
    "frame",
    ["{", "[]", '{"type":"act"}', '{"type":"no_such"}', '{"type":"ping","id":1.0}', '{"id":1}'],
)
async def test_wrong_frames_are_refused_and_many_of_them_close(frame: str) -> None:
    async with world() as here:
        peer = await here.player()
        await peer.socket.send(frame)
        reply = await peer.until(lambda message: message["type"] == "refused")
        assert reply["code"].startswith("frame/")
        for _ in range(20):
            await peer.socket.send(frame)
        assert await peer.closed() == (1008, "limit/malformed")
        await is_well(here)


async def test_another_kind_of_frame_closes() -> None:
    async with world() as here:
        peer = await here.player()
        await peer.socket.send(b"\x80")
        assert await peer.closed() == (1003, "frame/kind")


@pytest.mark.parametrize("greeted", [False, True])
async def test_a_text_that_is_not_utf_8_closes(greeted: bool) -> None:
    async with world() as here:
        peer = await (here.player() if greeted else here.peer())
        await peer.socket.send(b'{"type":"\xff"}', text=True)
        assert await peer.closed() == (1007, "frame/text")
        assert peer.messages[-1]["message"] == "the frame is not valid UTF-8"


@pytest.mark.parametrize(
    "text",
    ["\x1b[2J", "a\nb", "a\x00b", "\u202egnirts", "a\u2028b", "\u200b", "\x9b31m", "a\rb", "\x7f"],
)
async def test_control_characters_reach_nobody(text: str) -> None:
    """In names, titles and chat: not a terminal's escapes, no line breaks, no reversed text."""
    async with world() as here:
        ana = await here.player()
        table = await here.table(ana)
        for kind, fields in (
            ("chat", {"table": table, "text": text}),
            ("open", {"game": "holdem", "title": text}),
        ):
            reply = await ana.ask(kind, **fields)
            assert reply["code"] == "frame/invalid"
            assert reply["message"].isprintable()
        stranger = await here.peer()
        await stranger.send("hello", name=text)
        reply = await stranger.until(lambda message: message["type"] == "refused")
        assert reply["code"] == "frame/invalid"
        assert reply["message"].isprintable()


@pytest.mark.parametrize(
    "table",
    [
        "x'; DROP TABLE commits; --",
        "a b",
        "../../etc/passwd",
        "t1\r\nFLUSHALL\r\n",
        "{t}",
        "*",
        "t" * 100,
        "",
    ],
)
async def test_an_id_with_a_command_in_it_is_no_id(table: str) -> None:
    """Ids are short plain text before they come near a store, a path or a log line."""
    async with world() as here:
        peer = await here.player()
        for kind in ("watch", "join", "history", "proofs"):
            extra = {"deal": 1} if kind == "proofs" else {}
            reply = await peer.ask(kind, table=table, **extra)
            assert reply["code"] == "frame/invalid"
        reply = await peer.ask("open", game=table)
        assert reply["code"] in ("frame/invalid", "options/unknown_game")
        assert not here.server.lobby.tables


# Floods


def hold_newcomers(monkeypatch: pytest.MonkeyPatch, limits: Limits) -> None:
    """Hold those who connect from now on to these limits.

    Not those who play: how much of their pace they have used depends on the machine's speed.
    """
    monkeypatch.setattr(
        gateway, "ServerSession", lambda codec, **_: ServerSession(codec, limits=limits)
    )


async def test_a_flood_is_put_off_and_then_cut_off_while_others_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world() as here:
        ana, bob = await here.player("Ana"), await here.player("Bob")
        table = await here.table(ana)
        await bob.ask("join", table=table)
        hold_newcomers(monkeypatch, Limits(per_second=50, burst=50))
        flooder = await here.player("Flood")
        with contextlib.suppress(ConnectionClosed):
            for number in range(1, 2_000):
                await flooder.send("ping", id=number)
        status, code = await flooder.closed()
        assert (status, code) == (1008, "limit/rate")
        assert (await ana.ask("ping"))["type"] == "pong"


async def test_a_flood_of_dear_messages_is_cut_off_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    async with world() as here:
        ana = await here.player("Ana")
        table = await here.table(ana)
        hold_newcomers(monkeypatch, Limits(per_second=1, burst=50))
        flooder = await here.player("Flood")
        with contextlib.suppress(ConnectionClosed):
            for number in range(1, 200):
                await flooder.send("watch", id=number, table=table)
        assert await flooder.closed() == (1008, "limit/rate")
        shown = [message for message in flooder.messages if message["type"] == "snapshot"]
        # Beside the greeting there is no room for a third; for a second, where the first was quick.
        assert 1 <= len(shown) <= 2
        assert (await ana.ask("ping"))["type"] == "pong"


@pytest.mark.parametrize("beat", [ClientConnection.ping, ClientConnection.pong])
async def test_pings_and_pongs_have_the_pace_of_messages(
    beat: Callable[[ClientConnection], Awaitable[Any]],
) -> None:
    async with world(rate=50, burst=50) as here:
        ana, flooder = await here.player("Ana"), await here.player("Flood")
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2_000):
                await beat(flooder.socket)
        assert await flooder.closed() == (1008, "limit/rate")
        assert (await ana.ask("ping"))["type"] == "pong"


async def test_chat_has_a_pace_for_each_player() -> None:
    async with world() as here:
        ana, bob = await here.player("Ana"), await here.player("Bob")
        table = await here.table(ana)
        await bob.ask("join", table=table)
        replies = [await ana.ask("chat", table=table, text="hello") for _ in range(30)]
        assert replies[0]["type"] == "ok"
        assert replies[-1]["code"] == "chat/too_fast"
        assert (await bob.ask("chat", table=table, text="hello"))["type"] == "ok"


async def test_a_page_in_a_browser_connects_only_where_the_host_lets_it() -> None:
    mine, others = "https://cards.example", "https://elsewhere.example"
    async with world() as here:
        with pytest.raises(InvalidStatus) as refused:
            await here.peer(origin=mine)
        assert refused.value.response.status_code == 403
        assert mine in refused.value.response.body.decode()
        assert (await (await here.player("A program")).ask("ping"))["type"] == "pong"
    async with world(origins=(mine,)) as here:
        page = await here.peer(origin=mine)
        assert (await page.hello("A page"))["type"] == "welcome"
        with pytest.raises(InvalidStatus) as refused:
            await here.peer(origin=others)
        assert refused.value.response.status_code == 403


async def test_a_name_that_is_not_the_servers_own_reaches_nothing() -> None:
    machine = socket.gethostname()
    own = ["127.0.0.1", "[::1]:8765", "LOCALHOST:1", "203.0.113.9:8765", machine, f"{machine}.:80"]
    own.append(f"{machine.partition('.')[0]}.local")
    foreign = ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "a b", "localhost/x"]
    async with world() as here:
        for path in ("/", "/metrics", "/healthz", "/schema.json"):
            for host in own:
                assert (await here.http(path, host))[0] == 200, host
            for host in foreign:
                assert (await here.http(path, host))[0] == 421, host
            twice = "localhost\r\nHost: evil.example"
            assert (await here.http(path, twice))[0] in (400, 421)
        with pytest.raises(InvalidStatus) as refused:
            await here.peer(sock=_line(here), uri="ws://evil.example/")
        assert refused.value.response.status_code == 421
        assert "--allowed-host" in refused.value.response.body.decode()
    async with world(allowed_host=("cards.example",)) as here:
        page = await here.peer(sock=_line(here), uri="ws://Cards.Example/")
        assert (await page.hello("A friend"))["type"] == "welcome"


def _line(here: World) -> socket.socket:
    """A connection to a server, whatever name it is then asked for under."""
    return socket.create_connection(("127.0.0.1", here.server.port))


async def test_connections_have_a_limit() -> None:
    async with world(max_connections=3) as here:
        peers = [await here.player(f"P{number}") for number in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            await here.peer()
        assert refused.value.response.status_code == 503
        assert (await peers[0].ask("list"))["type"] == "ok"
        await peers[1].socket.close()
        late = None
        while late is None:  # the server notices when the closing handshake is through
            with contextlib.suppress(InvalidHandshake):
                late = await here.player("Late")
        assert (await late.ask("list"))["type"] == "ok"


@pytest.fixture
def remote(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The address from which the next connections come."""
    place = ["192.0.2.7"]
    far = property(lambda self: self.__dict__.setdefault("far", (place[0], 50_000)))
    monkeypatch.setattr(ServerConnection, "remote_address", far)
    return place


async def test_one_address_has_so_many_connections(remote: list[str]) -> None:
    async with world(address_connections=2) as here:
        peers = [await here.player(f"P{number}") for number in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await here.peer()
        assert refused.value.response.status_code == 503
        assert (await peers[0].ask("list"))["type"] == "ok"
        remote[0] = "192.0.2.8"
        assert (await (await here.player("Far")).ask("list"))["type"] == "ok"
        remote[0] = "127.0.0.1"
        for number in range(3):
            await here.player(f"Own {number}")


async def test_lines_on_which_nothing_is_said_count_too(remote: list[str]) -> None:
    async with world(address_connections=2) as here:
        lines = [await asyncio.open_connection("127.0.0.1", here.server.port) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await here.peer()
        assert refused.value.response.status_code == 503
        await until(lambda: not here.server.lobby.addresses.over(remote[0]))
        lines += [await asyncio.open_connection("127.0.0.1", here.server.port) for _ in range(3)]
        reader, _ = lines[-1]
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""  # more than twice as many: it is cut at once
        assert here.server.metrics.dropped["limit/connections"] == 2
        remote[0] = "192.0.2.8"
        assert (await (await here.player("Far")).ask("list"))["type"] == "ok"
        remote[0] = "192.0.2.7"
        for _, writer in lines:
            writer.close()
        near = None
        while near is None:  # until the server has noticed
            with contextlib.suppress(InvalidHandshake):
                near = await here.player("Near")
        assert (await near.ask("list"))["type"] == "ok"


async def test_a_line_on_which_nothing_is_said_does_not_hold_up_the_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gateway, "HELLO_S", 100 * PATIENCE_S)
    async with asyncio.timeout(PATIENCE_S):
        async with world() as here:
            _, writer = await asyncio.open_connection("127.0.0.1", here.server.port)
            await here.player()
        writer.close()


async def test_one_address_makes_so_many_new_players(
    remote: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "MINUTE_MS", 1_000_000_000_000)
    async with world(address_connections=2) as here:
        tokens = []
        for _ in range(2):
            peer = await here.peer()
            tokens.append((await peer.hello("New"))["token"])
            await peer.socket.close()
            await until(lambda: not here.server.metrics.connections)
        peer = await here.peer()
        await peer.send("hello", name="New")
        assert await peer.closed() == (1013, "limit/connections")
        await until(lambda: not here.server.metrics.connections)
        back = await here.peer()
        assert (await back.hello("Known", token=tokens[0]))["resumed"]
        remote[0] = "192.0.2.8"
        assert await (await here.peer()).hello("Far")


async def test_a_client_that_never_says_hello_is_disconnected() -> None:
    async with world() as here:
        peer = await here.peer()
        await until(lambda: here.server.metrics.connections)
        pass_time(gateway.HELLO_S)
        assert await peer.closed() == (1002, "session/hello_late")


async def test_tables_have_a_limit() -> None:
    async with world(max_tables=2) as here:
        peer = await here.player()
        replies = [await peer.ask("open", game="holdem") for _ in range(4)]
        assert [reply.get("code") for reply in replies] == [None, None] + ["limit/tables"] * 2
        assert len(here.server.lobby.tables) == 2


async def test_bots_have_a_limit() -> None:
    async with world(max_bots=0) as here:
        peer = await here.player()
        table = await here.table(peer)
        reply = await peer.ask("add_bot", table=table, bot="random")
        assert reply["code"] == "seat/bot"


async def test_a_bot_is_one_of_the_hosts_own_and_no_command() -> None:
    async with world() as here:
        peer = await here.player()
        table = await here.table(peer)
        for name in ("exec", "random; rm -rf x", "../x", "--help"):
            reply = await peer.ask("add_bot", table=table, bot=name)
            assert reply["code"] in ("seat/bot", "frame/invalid")
        assert here.server.metrics.bots == 0


# Slow readers


async def slow_reader(here: World) -> Peer:
    """A client for which the system takes little that it does not read."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    small.connect(("127.0.0.1", here.server.port))
    small.setblocking(False)
    slow = await here.peer(sock=small, max_queue=1)
    await slow.hello("Slow")
    return slow


async def test_a_client_that_never_reads_is_cut_off_and_the_table_continues() -> None:
    """What waits for a client is bounded; at the limit the client goes, not the table."""
    async with world(buffer=16_384, rate=100_000, burst=100_000) as here:
        ana = await here.player()
        table = await here.table(ana)
        slow = await slow_reader(here)
        assert (await slow.ask("watch", table=table))["type"] == "ok"
        slow.socket.transport.pause_reading()
        async with asyncio.timeout(PATIENCE_S):
            while not here.server.metrics.dropped.get("limit/slow"):
                for what in ("sit_out", "sit_in"):
                    assert (await ana.ask(what, table=table))["type"] == "ok"
        slow.socket.transport.abort()
        assert (await ana.ask("ping"))["type"] == "pong"
        bob = await here.player("Bob")
        assert (await bob.ask("join", table=table))["type"] == "ok"


async def test_a_client_that_pings_and_never_reads_is_cut_off() -> None:
    async with world(buffer=16_384, rate=1_000_000, burst=1_000_000) as here:
        ana = await here.player()
        slow = await slow_reader(here)
        slow.socket.transport.pause_reading()
        async with asyncio.timeout(PATIENCE_S):
            while not here.server.metrics.dropped.get("limit/slow"):
                with contextlib.suppress(ConnectionClosed):
                    await slow.socket.ping(os.urandom(100))
                assert (await ana.ask("ping"))["type"] == "pong"
        slow.socket.transport.abort()


# Pages


async def test_metrics_are_for_the_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    async with world() as here:
        assert (await here.http("/metrics"))[0] == 200
        far = property(lambda self: ("192.0.2.7", 50_000))
        monkeypatch.setattr(ServerConnection, "remote_address", far)
        assert (await here.http("/metrics"))[0] == 404
        assert (await here.http("/healthz"))[0] == 200


@pytest.mark.parametrize(("metrics", "status"), [("all", 200), ("off", 404)])
async def test_metrics_are_for_whom_the_host_says(
    metrics: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = property(lambda self: ("192.0.2.7", 50_000))
    monkeypatch.setattr(ServerConnection, "remote_address", far)
    async with world(metrics=metrics) as here:
        assert (await here.http("/metrics"))[0] == status


async def test_pages_tell_no_secrets() -> None:
    async with world() as here:
        ana = await here.peer()
        token = (await ana.hello("Ana"))["token"]
        table = await here.table(ana)
        for path in ("/", "/healthz", "/metrics", "/schema.json", "/../../etc/passwd", "/x"):
            _, text = await here.http(path)
            assert token not in text
            assert table not in text
            assert "root:" not in text
