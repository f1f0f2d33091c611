"""One grammar: the same lines at the prompt, in a pipe and on the full screen of a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.clients.commands import typist
from tests.clients.tui.live import seated
from tests.clocks import PATIENCE_S
from tests.e2e.processes import Server

from carteado.client import Client
from carteado.client.lobby import list_tables
from carteado.engine.controls import CONTROL_EVENTS
from carteado.engine.plain import tag_of
from carteado.protocol.messages import History
from carteado.scene.ui import Settings

pytestmark = pytest.mark.exhaustive  # a server, two processes and a terminal

OPEN = "open holdem format=cash seats=3 blinds=10/20"
LINES = (
    "rename Den of {name}",
    "lock",
    "unlock",
    "set blinds=20/40 decision=45s",
    "set options.big_blind=60",
    "code sesame",
    "code",
    "pause",
    "resume",
    "rename Done by {name}",
)
CONTROLS = {tag_of(cls) for cls in CONTROL_EVENTS}


async def controls(viewer: Client, table: str) -> list[Any]:
    """What the owner did at a table, until it was given its last title."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            log = await viewer.request(History, table=table, limit=1000)
            found = [event for event in log.result["events"] if event["type"] in CONTROLS]
            if any(str(event.get("title", "")).startswith("Done") for event in found):
                return found
            await asyncio.sleep(0.05)


async def table_of(viewer: Client, name: str) -> str:
    """The table at which a player sits."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            for info in await list_tables(viewer):
                if any(seat.name == name for seat in info.seats):
                    return info.table
            await asyncio.sleep(0.05)


def is_seated(session: Any) -> bool:
    """Whether the full screen knows the table at which its player sits."""
    showing = session.at_table.current
    known = showing is not None and showing.reader.table is not None
    return session.screen == "table" and known and showing.reader.seat is not None


def lines_of(name: str) -> list[str]:
    """The lines that a player writes; the titles of tables differ."""
    return [line.format(name=name) for line in LINES]


def without_names(events: Sequence[Any], name: str) -> list[Any]:
    """The events without what differs from player to player."""
    return [
        {
            key: value.replace(name, "?") if isinstance(value, str) else value
            for key, value in event.items()
        }
        for event in events
    ]


async def test_three_front_ends_write_the_same_log(tmp_path: Path) -> None:
    # A process of its own: the full screen waits for its thread, and that for the server.
    async with (
        Server(tmp_path, "memory:") as server,
        Client(server.url, name="Eyes", kind="viewer") as viewer,
    ):
        prompt = await typist("play", server.url, "--name", "Ana", "--no-plain")
        await prompt.until("? for help")
        prompt.type(OPEN)
        await prompt.until("seat 0: Ana")
        prompt.type(*lines_of("Ana"))
        first = await controls(viewer, await table_of(viewer, "Ana"))

        pipe = await typist("play", server.url, "--name", "Bob", "--plain")
        await pipe.until("welcome ")
        pipe.type(OPEN)
        await pipe.until("ok ")
        pipe.type("join")
        await pipe.until("live ")
        pipe.type(*lines_of("Bob"))
        second = await controls(viewer, await table_of(viewer, "Bob"))

        async with seated(server, None, settings=Settings(name="Cid", reduced=True)) as screen:
            await screen.until(lambda: screen.session.screen == "lobby")
            screen.session.typed.enter(OPEN)
            await screen.until(lambda: is_seated(screen.session))
            for line in lines_of("Cid"):
                screen.session.typed.enter(line)
            third = await controls(viewer, await table_of(viewer, "Cid"))
        for user in (prompt, pipe):
            assert (await user.end()).status == 0
    assert len(first) >= len(LINES)
    wanted = without_names(first, "Ana")
    assert without_names(second, "Bob") == wanted
    assert without_names(third, "Cid") == wanted
