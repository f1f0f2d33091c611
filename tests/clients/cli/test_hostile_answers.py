"""What a hostile server answers reaches the terminal as text, never as commands to it."""

from __future__ import annotations

import asyncio

import pytest
from tests.clients.commands import run, typist
from tests.clients.fake_server import FakeServer
from tests.clients.small_host import TABLE, SmallHost
from tests.clocks import until

from carteado.bots import Player
from carteado.bots.library import caller
from carteado.client import Client
from carteado.engine.plain import to_plain
from carteado.protocol.messages import (
    Announced,
    ChatSaid,
    Events,
    Join,
    ListTables,
    Open,
    Refused,
    SeatInfo,
    TableInfo,
)

# A title for the window, and a screen that is cleared.
STEERING = "\x1b]0;stolen\x07\x1b[2J"


async def test_the_id_of_an_opened_table_steers_no_terminal() -> None:
    async with FakeServer() as server:
        opening = asyncio.create_task(run("open", "holdem", "--url", server.url, "--name", "Ana"))
        conversation = await server.accept()
        await conversation.greet()
        await conversation.ok(Open, table=STEERING)
        result = await opening
    assert result.status == 0
    assert "stolen" in result.out
    assert "\x1b" not in result.out + result.err


async def test_a_board_that_no_hand_has_ends_no_program() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        user = await typist("play", host.url, "--name", "Ana", "--lines", "--table", TABLE)
        await user.until("Your turn")
        first = len(host._log) + 1
        hands = (("Qc", "Qd"), ("Tc", "Ac"))
        events = (
            {"type": "all_in_shown", "seats": (0, 1), "hands": hands},
            {"type": "board_dealt", "street": "flop", "cards": ("Kd", "6c"), "to_act": None},
            {"type": "board_dealt", "street": "turn", "cards": ("8s",), "to_act": None},
        )
        await host.tell(Events(table=TABLE, epoch=1, first=first, events=events))
        await host.tell(ChatSaid(table=TABLE, seat=0, name="House", text="still there?"))
        await user.until("still there?")
        assert (await user.end()).status == 0


@pytest.mark.parametrize("mode", ["--lines", "--plain", "--json"])
async def test_a_server_that_sends_instead_of_answering_ends_with_a_sentence(mode: str) -> None:
    news = Announced(text="x" * 1_000_000, now_ms=0)
    async with FakeServer() as server:
        asking = run("play", server.url, "--name", "Ana", mode, "--table", "t-1")
        playing = asyncio.create_task(asking)
        conversation = await server.accept()
        await conversation.greet()
        while not playing.done():
            await conversation.send(news)
            await asyncio.sleep(0)
        result = await playing
    assert result.status == 4
    sentence = "the server sends more than can be shown; connect again to go on [session/flood]"
    assert result.err == f"carteado: {sentence}\n"


async def test_the_reports_of_a_bot_steer_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    async with FakeServer() as server:
        client = Client(server.url, name="bot", kind="bot")
        playing = asyncio.create_task(Player(client, caller.brain(), table="t1").play())
        conversation = await server.accept()
        await conversation.greet()
        listed = TableInfo(
            table="t1",
            title="",
            game="holdem",
            options={},
            settings={},
            seats=(SeatInfo(name=None, bot=False, stack=0, connected=False),) * 2,
            deals=0,
            over=False,
            watching=0,
        )
        await conversation.ok(ListTables, result=to_plain((listed,)))
        join = await conversation.expect(Join)
        refused = Refused(
            id=join.id,
            code="table/starting",
            message=f"wait {STEERING}",
            details={"retry_ms": 50},
        )
        await conversation.send(refused)
        await conversation.ok(Join, table="t1", result=0)
        shown = ""

        def said() -> bool:
            nonlocal shown
            shown += capsys.readouterr().err
            return "wait" in shown

        try:
            await until(said)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await client.close()
    assert "stolen" in shown
    assert "\x1b" not in shown
