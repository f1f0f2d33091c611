"""Secrets: no cards or tokens in the server's log, no deck in the messages to clients.

Each test is named in ``docs/threat-model.md``.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
import structlog
from tests.server.net.live_server import LiveServer, Peer

from carteado.engine import registry
from carteado.engine.cards import PACK
from carteado.engine.registry import game_of, games
from carteado.engine.table import DeckCommitted
from carteado.server.app import running
from carteado.server.lobby.recovery import events_of
from carteado.server.ops import logs
from carteado.server.ops.config import Settings
from carteado.server.store import open_store


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The server's log at its most verbose."""
    stream = io.StringIO()
    logs.configure("json", "debug", stream)
    yield stream
    structlog.reset_defaults()


async def play(server: LiveServer, hands: int) -> tuple[str, list[Peer], list[str]]:
    """Play some hands at a table; its id, its players, and their tokens."""
    peers, tokens, table = [], [], ""
    for name in ("Ana", "Bob"):
        peer = await server.peer()
        tokens.append((await peer.hello(name))["token"])
        peers.append(peer)
        if table:
            await peer.ask("join", table=table)
        else:
            table = await server.table(peer, settings={"pause_ms": 0}, title="Kitchen")
    await peers[0].ask("chat", table=table, text="a secret word")
    answered: set[int] = set()
    while len(answered) < hands:
        for peer in peers:
            await peer.ask("ping")
        due = {
            message["decision"]: peer
            for peer in peers
            for message in peer.messages
            if message["type"] == "prompt" and message["decision"] not in answered
        }
        for decision, peer in due.items():  # one at most: a fold ends the hand of two
            answered.add(decision)
            act = {"table": table, "decision": decision, "action": {"type": "fold"}}
            assert (await peer.ask("act", **act))["type"] == "ok"
    return table, peers, tokens


def settings(store: str) -> Settings:
    return Settings(host="127.0.0.1", port=0, store=store, tables=False)


async def test_the_servers_log_holds_no_cards_tokens_or_chat(log: io.StringIO) -> None:
    async with running(settings("memory:")) as running_server:
        server = LiveServer(running_server)
        table, peers, tokens = await play(server, 3)
        stolen = await server.peer()
        await stolen.hello("Ana", token=tokens[0])
        await stolen.socket.send("{")
        keys = [key for key in server.running.lobby.tables[table].host.table.keys if key]
        seen = [
            event["hands"]
            for peer in peers
            for message in peer.messages
            if message["type"] == "events"
            for event in message["events"]
            if event["type"] == "hand_started"
        ]
        await server.close()
    written = log.getvalue()
    assert table in written
    assert len(seen) >= 3
    assert len(keys) == 2
    for secret in (*tokens, *keys, "a secret word"):
        assert secret not in written
    words = {word for line in written.splitlines() for word in json.loads(line).values()}
    assert not words & set(PACK)


def test_a_careless_line_of_the_log_loses_its_secrets(log: io.StringIO) -> None:
    logs.log.info("dealt", table="t1", hands=[["As", "Kd"]], token="tell-nobody")
    line = json.loads(log.getvalue())
    assert line["table"] == "t1"
    assert "As" not in log.getvalue()
    assert "tell-nobody" not in log.getvalue()
    assert "hands, token" in line["reason"]


async def test_the_operator_can_read_the_deck_and_no_client_can(tmp_path: Path) -> None:
    """The log holds the deck, as it must; the messages on the wire do not."""
    store = f"sqlite:{tmp_path / 'carteado.db'}"
    async with running(settings(store)) as running_server:
        server = LiveServer(running_server)
        table, peers, _ = await play(server, 2)
        sent = json.dumps([peer.messages for peer in peers])
        await server.close()
    async with await open_store(store) as opened:
        decks = [
            event
            async for commit in opened.read(table)
            for event in events_of(commit, game_of("holdem"))
            if isinstance(event, DeckCommitted)
        ]
    assert len(decks) >= 2
    for deck in decks[:2]:
        assert deck.root in sent
        assert deck.seed
        assert deck.seed not in sent


def test_a_game_of_an_entry_point_runs_as_the_servers_own_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Trusted, and therefore nothing that a client or a log can bring along."""
    loaded = []
    holdem = game_of("holdem")

    class Installed(EntryPoint):
        def load(self) -> Any:
            loaded.append(self.name)
            return holdem

    point = Installed(name="other", value="elsewhere:GAME", group="carteado.games")
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    games.cache_clear()
    try:
        assert "holdem" in games()
        assert loaded == ["other"]
    finally:
        games.cache_clear()
