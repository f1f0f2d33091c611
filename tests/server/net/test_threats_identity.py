"""Clients that use a token, seat, name, origin or address of somebody else.

Each test is named in ``docs/threat-model.md``.
"""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from tests.clocks import until
from tests.server.net.live_server import LiveServer, live_server
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import InvalidStatus

# Tokens and seats


async def test_a_guessed_token_holds_no_seat() -> None:
    async with live_server() as server:
        ana = await server.player()
        table = await server.table(ana)
        for guess in ("A" * 43, "0" * 22, table.ljust(22, "x")):
            peer = await server.peer()
            welcome = await peer.hello(f"Guesser {guess[0]}", token=guess)
            assert (welcome["resumed"], welcome["seats"]) == (False, [])
            reply = await peer.ask("leave", table=table)
            assert reply["code"] == "seat/none"


async def test_a_name_proves_nothing() -> None:
    async with live_server() as server:
        ana = await server.player()
        table = await server.table(ana)
        mallory = await server.peer()
        await mallory.send("hello", name="Ana")
        assert (await mallory.closed())[1] == "session/name"
        mallory = await server.player("Ana 2")
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
    async with live_server() as server:
        first = await server.player("Billy")
        token = first.messages[0]["token"]
        table = await server.table(first)
        await first.socket.close()  # the seat keeps the name
        peer = await server.peer()
        await peer.send("hello", name=name)
        refused = await peer.until(lambda message: message["type"] == "refused")
        assert refused["code"] == "session/name"
        free = refused["details"]["free"]
        assert (await peer.closed())[0] == 1008
        assert peer.messages[-1]["code"] == "session/name"
        assert (await (await server.peer()).hello(free))["name"] == free
        again = await (await server.peer()).hello("Billy", token=token)
        assert again["seats"] == [{"table": table, "seat": 0}]


async def test_a_viewer_may_have_any_name_because_nobody_meets_it() -> None:
    async with live_server() as server:
        await server.player("Billy")
        viewer = await server.player("Billy", kind="viewer")
        assert (await viewer.ask("list"))["type"] == "ok"
        assert (await server.player("Bob")).messages[0]["type"] == "welcome"


async def test_the_name_of_a_departed_player_is_free() -> None:
    async with live_server() as server:
        first = await server.player("Billy")
        await first.socket.close()
        await until(lambda: not server.running.metrics.connections)
        assert (await (await server.peer()).hello("BiIIy"))["type"] == "welcome"


async def test_chat_says_whether_the_speaker_sits_or_watches() -> None:
    async with live_server() as server:
        ana, bob = await server.player(), await server.player("Bob")
        table = await server.table(ana)
        await bob.ask("watch", table=table)
        await bob.ask("chat", table=table, text="I watch")
        await ana.ask("watch", table=table, rail=True)  # the player's seat counts, not the view
        await ana.ask("chat", table=table, text="I sit")

        def chats() -> list[dict[str, Any]]:
            return [message for message in bob.messages if message["type"] == "chat"]

        while len(chats()) < 2:
            await bob.ask("ping")
        said = chats()
        assert [(m["seat"], m["name"]) for m in said] == [(None, "Bob"), (0, "Ana")]


async def test_no_client_receives_a_token_of_another_seat() -> None:
    """Neither tokens nor their hashes reach another client, whatever it asks for."""
    async with live_server() as server:
        ana = await server.peer()
        token = (await ana.hello("Ana"))["token"]
        table = await server.table(ana)
        key = server.running.lobby.tables[table].host.table.keys[0]
        assert key
        spy = await server.player("Spy")
        await spy.ask("watch", table=table)
        await spy.ask("list")
        await spy.ask("history", table=table, after=0, limit=100)
        heard = json.dumps(spy.messages)
        assert token not in heard
        assert key not in heard
        assert table in heard


async def test_a_command_cannot_name_another_seat() -> None:
    async with live_server() as server:
        ana, bob = await server.player("Ana"), await server.player("Bob")
        table = await server.table(ana)
        await bob.ask("join", table=table)
        mallory = await server.player("Mallory")
        for fields in ({"seat": 0}, {"player": "Ana"}, {"key": "0" * 64}):
            reply = await mallory.ask(
                "act", table=table, decision=1, action={"type": "fold"}, **fields
            )
            assert reply["code"] == "frame/invalid"
        reply = await mallory.ask("act", table=table, decision=1, action={"type": "fold"})
        assert reply["code"] == "seat/none"


async def test_a_stolen_token_closes_the_owners_connection_visibly() -> None:
    """The token gives the seat; the older connection is notified and closed with 4000."""
    async with live_server() as server:
        ana = await server.peer()
        token = (await ana.hello("Ana"))["token"]
        await server.table(ana)
        again = await server.peer()
        assert len((await again.hello("Ana", token=token))["seats"]) == 1
        assert await ana.closed() == (4000, "session/replaced")


async def test_a_page_in_a_browser_connects_only_if_the_host_allows_its_origin() -> None:
    mine, others = "https://cards.example", "https://elsewhere.example"
    async with live_server() as server:
        with pytest.raises(InvalidStatus) as refused:
            await server.peer(origin=mine)
        assert refused.value.response.status_code == 403
        assert mine in refused.value.response.body.decode()
        assert (await (await server.player("A program")).ask("ping"))["type"] == "pong"
    async with live_server(origins=(mine,)) as server:
        page = await server.peer(origin=mine)
        assert (await page.hello("A page"))["type"] == "welcome"
        with pytest.raises(InvalidStatus) as refused:
            await server.peer(origin=others)
        assert refused.value.response.status_code == 403


async def test_a_request_for_a_foreign_host_name_is_refused() -> None:
    machine = socket.gethostname()
    own = ["127.0.0.1", "[::1]:8765", "LOCALHOST:1", "203.0.113.9:8765", machine, f"{machine}.:80"]
    own.append(f"{machine.partition('.')[0]}.local")
    foreign = ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "a b", "localhost/x"]
    async with live_server() as server:
        for path in ("/", "/metrics", "/healthz", "/schema.json"):
            for host in own:
                assert (await server.http(path, host))[0] == 200, host
            for host in foreign:
                assert (await server.http(path, host))[0] == 421, host
            twice = "localhost\r\nHost: evil.example"
            assert (await server.http(path, twice))[0] in (400, 421)
        with pytest.raises(InvalidStatus) as refused:
            await server.peer(sock=_line(server), uri="ws://evil.example/")
        assert refused.value.response.status_code == 421
        assert "--allowed-host" in refused.value.response.body.decode()
    async with live_server(allowed_host=("cards.example",)) as server:
        page = await server.peer(sock=_line(server), uri="ws://Cards.Example/")
        assert (await page.hello("A friend"))["type"] == "welcome"


def _line(server: LiveServer) -> socket.socket:
    """A connection on which a request may then use any host name."""
    return socket.create_connection(("127.0.0.1", server.running.port))


# Pages and host names


async def test_metrics_are_for_the_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    async with live_server() as server:
        assert (await server.http("/metrics"))[0] == 200
        far = property(lambda self: ("192.0.2.7", 50_000))
        monkeypatch.setattr(ServerConnection, "remote_address", far)
        assert (await server.http("/metrics"))[0] == 404
        assert (await server.http("/healthz"))[0] == 200


@pytest.mark.parametrize(("metrics", "status"), [("all", 200), ("off", 404)])
async def test_the_host_chooses_who_may_read_the_metrics(
    metrics: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = property(lambda self: ("192.0.2.7", 50_000))
    monkeypatch.setattr(ServerConnection, "remote_address", far)
    async with live_server(metrics=metrics) as server:
        assert (await server.http("/metrics"))[0] == status


async def test_pages_contain_no_secrets() -> None:
    async with live_server() as server:
        ana = await server.peer()
        token = (await ana.hello("Ana"))["token"]
        table = await server.table(ana)
        for path in ("/", "/healthz", "/metrics", "/schema.json", "/../../etc/passwd", "/x"):
            _, text = await server.http(path)
            assert token not in text
            assert table not in text
            assert "root:" not in text
