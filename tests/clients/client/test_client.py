"""The client over real sockets: replies, resuming, coming back, giving up."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.clients.fake_server import TOKEN, Conversation, FakeServer
from tests.clients.small_host import TABLE, SmallHost
from tests.clocks import PATIENCE_S

from carteado.client import (
    CannotReach,
    Client,
    ClientClosed,
    CommandRefused,
    InputError,
    Lost,
    SessionEnded,
    VersionRefused,
)
from carteado.client.backoff import FIRST_MS, LONGEST_MS, MOST_ASKED_MS, STEADY_S, Backoff
from carteado.client.connection import Connection
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOpened, TableOptions, open_table, snapshot
from carteado.protocol import session_client
from carteado.protocol.codec import SUBPROTOCOLS
from carteado.protocol.messages import (
    Act,
    ChatSaid,
    Closing,
    Hello,
    Join,
    ListTables,
    Live,
    Ok,
    Ping,
    Pong,
    Position,
    Refused,
    Snapshot,
    Watch,
)
from carteado.protocol.session_events import ChatHeard, LiveNow, Replied, TableStalled, Welcomed

OPENED = TableOpened(
    table="t-1",
    title="",
    game="holdem",
    rules="holdem/1",
    options=to_plain(game_of("holdem").presets["heads-up"]),
    settings=TableOptions(),
)


@pytest.fixture
async def server() -> AsyncIterator[FakeServer]:
    async with FakeServer() as running:
        yield running


async def connected(server: FakeServer, **fields: Any) -> tuple[Client, Conversation]:
    client = Client(server.url, name="Ana", **fields)
    starting = asyncio.create_task(client.start())
    conversation = await server.accept()
    await conversation.greet()
    await starting
    return client, conversation


class Never:
    """A secret that no client ever sends."""


async def until(client: Client, cls: type) -> Any:
    async with asyncio.timeout(PATIENCE_S):
        async for session_event in client:
            if isinstance(session_event, cls):
                return session_event
    raise AssertionError(f"no {cls.__name__}")


@pytest.mark.parametrize("subprotocol", SUBPROTOCOLS)
async def test_a_command_gets_its_reply(subprotocol: str) -> None:
    async with FakeServer((subprotocol,)) as server:
        client, conversation = await connected(server)
        asking = asyncio.create_task(client.request(Ping))
        ping = await conversation.expect(Ping)
        await conversation.send(Pong(id=ping.id, now_ms=5))
        assert (await asking).now_ms == 5
        await client.close()


async def test_a_refusal_is_raised_with_its_code(server: FakeServer) -> None:
    client, conversation = await connected(server)
    asking = asyncio.create_task(client.request(Join, table="t-1"))
    join = await conversation.expect(Join)
    await conversation.send(
        Refused(id=join.id, code="seat/taken", message="Taken.", details={"seat": 1})
    )
    with pytest.raises(CommandRefused, match=r"Taken\. \[seat/taken\]") as caught:
        await asking
    assert caught.value.details == {"seat": 1}
    await client.close()


async def test_hello_names_the_player_and_the_token_comes_back(server: FakeServer) -> None:
    client, conversation = await connected(server, kind="bot", text=True)
    assert client.welcome.token == TOKEN
    conversation.break_off()
    again = await server.accept()
    hello = await again.greet(resumed=True)
    assert hello == Hello(name="Ana", kind="bot", text=True, token=TOKEN)
    await client.close()


async def test_a_request_survives_a_lost_connection(server: FakeServer) -> None:
    client, conversation = await connected(server)
    asking = asyncio.create_task(client.request(Act, table="t-1", decision=3, action={"type": "x"}))
    first = await conversation.expect(Act)
    conversation.break_off()
    again = await server.accept()
    await again.greet(resumed=True)
    second = await again.ok(Act, seq=9)
    assert second == first
    assert (await asking).seq == 9
    await client.close()


async def test_a_request_made_while_offline_is_sent_on_return(server: FakeServer) -> None:
    client, conversation = await connected(server)
    conversation.break_off()
    assert isinstance(await until(client, Lost), Lost)
    asking = asyncio.create_task(client.request(ListTables))
    again = await server.accept()
    await again.greet(resumed=True)
    await again.ok(ListTables, result=[])
    assert (await asking).result == []
    await client.close()


async def test_followed_tables_are_watched_again(server: FakeServer) -> None:
    client, conversation = await connected(server)
    asking = asyncio.create_task(client.request(Watch, table="t-1"))
    await conversation.ok(Watch)
    await asking
    conversation.break_off()
    again = await server.accept()
    await again.greet(resumed=True)
    watch = await again.expect(Watch)
    assert watch.table == "t-1"
    await client.close()


async def test_a_forgotten_session_fails_the_commands_already_sent(server: FakeServer) -> None:
    client, conversation = await connected(server)
    asking = asyncio.create_task(client.request(Act, table="t-1", decision=3, action={"type": "x"}))
    await conversation.expect(Act)
    conversation.break_off()
    again = await server.accept()
    await again.greet(resumed=False, token="u" * 43)
    with pytest.raises(CommandRefused) as caught:
        await asking
    assert caught.value.code == "session/lost"
    assert client.welcome.token == "u" * 43
    await client.close()


async def test_a_restarted_server_is_found_again(held_port: int) -> None:
    server = FakeServer()
    server.port = held_port
    await server.start()
    client, _ = await connected(server)
    await server.stop()
    await until(client, Lost)
    await server.start()
    again = await server.accept()
    await again.greet(resumed=True)
    await until(client, Welcomed)
    assert client.online
    await client.close()
    await server.stop()


async def test_the_server_says_when_to_return(server: FakeServer) -> None:
    client, conversation = await connected(server)
    await conversation.send(Closing(code="server/stopping", message="Stops.", retry_ms=400))
    await conversation.close(1012)
    lost = await until(client, Lost)
    assert 400 <= lost.retry_ms <= 600
    await (await server.accept()).greet(resumed=True)
    await client.close()


@pytest.mark.parametrize("asked_ms", [None, 0, -(10**15)])
async def test_a_server_that_greets_and_hangs_up_is_asked_ever_more_rarely(
    server: FakeServer, asked_ms: int | None
) -> None:
    client, conversation = await connected(server, chance=random.Random(7))
    waits = []
    for _ in range(8):
        if asked_ms is not None:
            closing = Closing(code="server/stopping", message="Stops.", retry_ms=asked_ms)
            await conversation.send(closing)
        await conversation.close(1012)
        waits.append((await until(client, Lost)).retry_ms)
        client.hurry()  # the test need not wait as a player's client does
        conversation = await server.accept()
        await conversation.greet(resumed=True)
    assert waits[0] <= FIRST_MS
    assert waits[-1] >= LONGEST_MS / 2
    await client.close()


async def test_a_player_need_not_wait_for_the_next_attempt(server: FakeServer) -> None:
    client, conversation = await connected(server)
    # An hour: only the player's wish can be the reason for an earlier attempt.
    await conversation.send(Closing(code="server/stopping", message="Stops.", retry_ms=3_600_000))
    await conversation.close(1012)
    await until(client, Lost)
    client.hurry()
    await (await server.accept()).greet(resumed=True)
    await client.close()


def test_a_connection_that_lasted_starts_with_the_first_delay_again() -> None:
    now = 0.0
    backoff = Backoff(random.Random(7), clock=lambda: now)
    grown = [backoff.delay_ms() for _ in range(10)][-1]
    assert grown >= LONGEST_MS / 2
    backoff.connected()
    now += STEADY_S / 2
    assert backoff.delay_ms() >= LONGEST_MS / 2
    backoff.connected()
    now += STEADY_S
    assert backoff.delay_ms() <= FIRST_MS
    assert backoff.delay_ms(10**30) <= 1.5 * MOST_ASKED_MS


@pytest.mark.parametrize(
    ("closing", "status", "code"),
    [
        (Closing(code="session/replaced", message="Elsewhere."), 4000, "session/replaced"),
        (Closing(code="session/token", message="Out."), 4003, "session/token"),
        (None, 4000, "session/ended"),
        (None, 1008, "session/ended"),
    ],
)
async def test_a_client_that_is_not_wanted_stays_away(
    server: FakeServer, closing: Closing | None, status: int, code: str
) -> None:
    client, conversation = await connected(server)
    asking = asyncio.create_task(client.request(ListTables))
    await conversation.expect(ListTables)
    if closing is not None:
        await conversation.send(closing)
    await conversation.close(status)
    with pytest.raises(SessionEnded) as caught:
        await until(client, Lost)
    assert caught.value.code == code
    with pytest.raises(SessionEnded):
        await asking
    with pytest.raises(SessionEnded):
        await client.request(ListTables)
    await client.close()


async def test_patience_has_an_end() -> None:
    server = FakeServer()
    await server.start()
    client, _ = await connected(server, patience_s=0)
    await server.stop()
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(CannotReach, match=r"cannot reach ws://127"):
            await until(client, Never)
    await client.close()


async def test_session_events_come_in_order_and_end_with_the_client(server: FakeServer) -> None:
    client, conversation = await connected(server)
    watching = asyncio.create_task(client.request(Watch, table="t-1"))
    await conversation.ok(Watch)
    await watching
    await conversation.send(
        ChatSaid(table="t-1", seat=None, name="Bob", text="hi"),
        ChatSaid(table="t-1", seat=None, name="Bob", text="there"),
    )
    seen = [await anext(client) for _ in range(4)]
    assert [type(one) for one in seen] == [Welcomed, Replied, ChatHeard, ChatHeard]
    await client.close()
    assert [session_event async for session_event in client] == []
    with pytest.raises(ClientClosed):
        client.command(ListTables)


def said(text: str) -> ChatSaid:
    return ChatSaid(table="t-1", seat=None, name="Bob", text=text)


async def following(server: FakeServer) -> tuple[Client, Conversation]:
    client, conversation = await connected(server)
    watching = asyncio.create_task(client.request(Watch, table="t-1"))
    await conversation.ok(Watch)
    await watching
    return client, conversation


async def test_a_listener_gets_kept_events_then_new_ones_and_leaves_the_rest(
    server: FakeServer,
) -> None:
    client, conversation = await following(server)
    seen: list[Any] = []

    def listener(session_event: Any) -> bool:
        seen.append(session_event)
        return isinstance(session_event, ChatHeard) and session_event.text == "enough"

    listening = asyncio.create_task(client.listen(listener))
    await conversation.send(said("hi"), said("enough"), said("later"))
    await asyncio.wait_for(listening, PATIENCE_S)
    assert [type(one) for one in seen[:2]] == [Welcomed, Replied]
    assert [one.text for one in seen[2:]] == ["hi", "enough"]
    assert (await until(client, ChatHeard)).text == "later"
    await client.close()
    await client.listen(listener)


async def test_an_exception_of_a_listener_ends_only_the_listening(server: FakeServer) -> None:
    client, conversation = await following(server)

    def listener(session_event: Any) -> bool:
        if isinstance(session_event, ChatHeard):
            raise ZeroDivisionError
        return False

    listening = asyncio.create_task(client.listen(listener))
    await conversation.send(said("hi"), said("there"))
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(ZeroDivisionError):
            await listening
    assert (await until(client, ChatHeard)).text == "there"
    assert client.online
    await client.close()


async def test_a_listener_hears_that_the_line_was_lost_and_why_the_session_ended(
    server: FakeServer,
) -> None:
    client, conversation = await following(server)
    seen: list[Any] = []

    def listener(session_event: Any) -> bool:
        seen.append(session_event)
        return False

    listening = asyncio.create_task(client.listen(listener))
    conversation.break_off()
    again = await server.accept()
    await again.greet()
    await again.send(Closing(code="session/replaced", message="Elsewhere.", retry_ms=None))
    await again.close(4000)
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(SessionEnded):
            await listening
    assert [type(one) for one in seen if isinstance(one, Lost | Welcomed)] == [
        Welcomed,
        Lost,
        Welcomed,
    ]
    with pytest.raises(SessionEnded):
        await client.listen(listener)
    await client.close()


@pytest.mark.parametrize("steps", range(6))
async def test_a_task_cancelled_while_a_connection_closes_ends(steps: int) -> None:
    closed = asyncio.get_running_loop().create_future()

    class Socket:
        async def close(self) -> None:
            await closed

    socket: Any = Socket()
    task = asyncio.create_task(Connection(socket, SUBPROTOCOLS[0]).close())
    await asyncio.sleep(0)
    closed.set_result(None)
    for _ in range(steps):  # at each point between the end of the line and that of its closing
        await asyncio.sleep(0)
    if task.cancel():
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_an_address_without_a_server_cannot_be_reached() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        with pytest.raises(CannotReach, match=f"cannot reach ws://127.0.0.1:{port}: "):
            await Client(f"ws://127.0.0.1:{port}", name="Ana").start()


async def test_a_server_that_is_not_a_websocket_server() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(CannotReach, match="does not answer as a WebSocket server"):
        await Client(f"ws://127.0.0.1:{port}", name="Ana").start()
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize("offered", [None, ("carteado.2.json",)])
async def test_another_version_of_the_protocol_is_refused(offered: tuple[str, ...] | None) -> None:
    async with FakeServer(offered) as server:
        with pytest.raises(VersionRefused, match=r"does not speak carteado\.1"):
            await Client(server.url, name="Ana").start()


async def test_a_greeting_that_is_not_accepted(server: FakeServer) -> None:
    client = Client(server.url, name="Ana")
    starting = asyncio.create_task(client.start())
    conversation = await server.accept()
    await conversation.expect(Hello)
    await conversation.send(Refused(id=None, code="session/name", message="Not here."))
    with pytest.raises(CommandRefused, match="session/name"):
        await starting
    await client.close()


async def test_a_full_server_at_the_first_attempt_cannot_be_reached(server: FakeServer) -> None:
    client = Client(server.url, name="Ana")
    starting = asyncio.create_task(client.start())
    conversation = await server.accept()
    await conversation.expect(Hello)
    await conversation.send(Closing(code="limit/connections", message="Full.", retry_ms=5000))
    await conversation.close(1013)
    with pytest.raises(CannotReach, match=r"Full\."):
        await starting
    await client.close()


@pytest.mark.parametrize("name", ["", " Ana", "a\nb", "x" * 25, "‮evil"])
def test_a_name_that_cannot_be_is_refused_before_connecting(name: str) -> None:
    with pytest.raises(InputError, match="cannot be a name"):
        Client("ws://host:1", name=name)


async def test_meaningless_frames_are_reported_and_ignored(server: FakeServer) -> None:
    client, conversation = await connected(server)
    await conversation.socket.send(b"\xc1")
    await conversation.socket.send("text")
    asking = asyncio.create_task(client.request(Ping))
    ping = await conversation.expect(Ping)
    await conversation.send(Ok(id=999), Pong(id=ping.id, now_ms=1))
    assert (await asking).now_ms == 1
    await client.close()


async def test_a_table_that_stands_still_is_asked_for_until_it_is_back(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_client, "RETRIES_MS", (1, 1, 1))
    client, conversation = await connected(server)
    client.command(Watch, table="t-1")
    await conversation.ok(Watch, table="t-1")
    view = snapshot(open_table(OPENED))
    shown = Snapshot(table="t-1", epoch=1, seq=1, seat=None, reason="asked", view=view)
    live = Live(table="t-1", epoch=1, seq=1, seat=None)
    await conversation.send(shown, live)
    await until(client, LiveNow)
    await conversation.close()
    conversation = await server.accept()
    await conversation.greet(resumed=True)
    for _ in range(2):
        watch = await conversation.expect(Watch)
        assert watch.after == Position(epoch=1, seq=1)
        refused = Refused(id=watch.id, code="table/failed", message="it stands still")
        await conversation.send(refused)
        assert (await until(client, TableStalled)).message == "it stands still"
    await conversation.ok(Watch, table="t-1")
    await conversation.send(live)
    await until(client, LiveNow)
    assert client.tables["t-1"].live
    await client.close()


class KeptReceipts:
    """Receipts that keep everything in memory."""

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.closed = False

    def see(self, session_events: Any) -> None:
        self.received += session_events

    def close(self) -> None:
        self.closed = True


async def test_receipts_are_written_before_the_program_receives_the_event() -> None:
    seen: Any = KeptReceipts()
    async with SmallHost() as host, Client(host.url, name="Ana", receipts=seen) as client:
        await client.request(Join, table=TABLE)
        async for message in client:
            assert message in seen.received
            if isinstance(message, LiveNow):
                break
    assert seen.closed
