"""A real window on a real display against a real server, by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.pygame.hands import RealWindow
from tests.e2e.processes import Server
from tests.scene.tables import SceneTable

from carteado.client import Client
from carteado.client.lobby import list_tables
from carteado.protocol.messages import AddBot, History, Open
from carteado.scene.layout.tables import table_scene
from carteado.scene.shapes import Rect
from carteado.scene.ui import Settings, Ui


def place_of(
    key: str, scene_table: SceneTable, seat: int, size: tuple[float, float] = (1024, 640)
) -> Rect:
    """Where the window draws a target."""
    target = table_scene(scene_table.reader(seat), Ui(), Settings(), size, 0.0).target(key)
    assert target is not None
    return target.rect


async def opened(server: Server, game: str, bots: int, **options: object) -> str:
    """A table with bots on all seats but one."""
    async with Client(server.url, name="Host") as client:
        settings = {"decision_ms": 3_600_000, "pause_ms": 300, "nonce_ms": 10_000}
        reply = await client.request(Open, game=game, options=options, settings=settings)
        for seat in range(1, bots + 1):
            await client.request(AddBot, table=reply.table, bot="caller", seat=seat)
        return str(reply.table)


async def until_played(window: RealWindow, server: Server, table: str) -> None:
    """Wait until a hand has ended by actions; its result may have left the title already."""
    async with Client(server.url, name="Eyes", kind="viewer") as viewer:

        async def ended() -> bool:
            log = await viewer.request(History, table=table, limit=1000)
            types = {event["type"] for event in log.result["events"]}
            assert "timed_out" not in types
            return "hand_ended" in types

        await window.until(ended)


async def test_a_holdem_hand_is_played_by_mouse_and_keyboard(display: str, tmp_path: Path) -> None:
    scene_table = SceneTable(seats=2, readers=(0, 1))
    scene_table.deal()
    scene_table.deal()
    assert scene_table.turn is not None
    call = place_of("act:call", scene_table, scene_table.turn)
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1)
        words = (server.url, "--name", "Marta", "--table", table)
        async with (
            RealWindow(display, tmp_path, *words) as window,
            Client(server.url, name="Eyes", kind="viewer") as viewer,
        ):

            async def acted() -> int:
                log = await viewer.request(History, table=table, limit=1000)
                return sum(
                    event.get("seat") == 0 and event["type"] in ("called", "checked")
                    for event in log.result["events"]
                )

            for number in range(4):
                before = await acted()
                # The title may still be that of the turn before, which is over: then once more.
                while await acted() == before:
                    await window.until_title("Your turn")
                    if number % 2:
                        await window.key("F2")
                    else:
                        await window.click(call.cx, call.cy)
                    await window.until_title("caller's turn", " wins ", "Split", "Your turn")
            (info,) = [one for one in await list_tables(viewer) if one.table == table]
            assert await acted() >= 3
            log = await viewer.request(History, table=table, limit=1000)
        assert info.deals >= 1
        assert not any(event["type"] == "timed_out" for event in log.result["events"])


@pytest.mark.exhaustive  # a window and a server of its own
async def test_a_window_resumes_at_the_same_decision_after_the_server_was_away(
    display: str, tmp_path: Path
) -> None:
    async with Server(tmp_path, f"sqlite:{tmp_path}/store.db") as server:
        table = await opened(server, "holdem", 1)
        words = (server.url, "--name", "Marta", "--table", table)
        async with RealWindow(display, tmp_path, *words) as window:
            await window.until_title("Your turn")
            await server.kill()
            await window.until_title("Reconnecting")
            await server.start()
            await window.until_title("Your turn")
            await window.key("F1")
            await until_played(window, server, table)


@pytest.mark.exhaustive  # a window and a server of its own
async def test_a_quick_holdem_deal_is_played(display: str, tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "quick-holdem", 1, seats=2)
        words = (server.url, "--name", "Marta", "--table", table)
        async with RealWindow(display, tmp_path, *words) as window:
            await window.until_title("Your turn")
            await window.key("F2")
            await until_played(window, server, table)


@pytest.mark.exhaustive  # a window and a server of its own
async def test_a_buraco_turn_is_played_by_mouse_and_keyboard(display: str, tmp_path: Path) -> None:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal()
    assert scene_table.turn is not None
    stock = place_of("stock", scene_table, scene_table.turn)
    scene_table.act("draw")
    picture = scene_table.reader(scene_table.turn).picture()
    size = (1024.0, 640.0)
    scene = table_scene(scene_table.reader(scene_table.turn), Ui(), Settings(), size, 0.0)
    cards = [one.rect for one in scene.targets if one.key.startswith("card:")]
    assert len(cards) == len(picture.hand)
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "buraco", 3)
        words = (server.url, "--name", "Marta", "--table", table)
        async with RealWindow(display, tmp_path, *words) as window:
            await window.until_title("Your turn: draw")
            await window.click(stock.cx, stock.cy)
            await window.until_title("Your turn: play")
            # Where the first card lies does not depend on the hand.
            await window.click(cards[0].x + 12, cards[0].cy)
            await window.key("d")
            await window.key("Return")
            await window.until_title("'s turn", "Your turn: draw")
        async with Client(server.url, name="Eyes", kind="viewer") as viewer:
            log = await viewer.request(History, table=table, limit=1000)
        mine = [
            event["type"]
            for event in log.result["events"]
            if event.get("seat") == 0 and event["type"].startswith("card_")
        ]
        assert mine[:2] == ["card_drawn", "card_discarded"]
        assert not any(event["type"] == "timed_out" for event in log.result["events"])


async def test_a_window_that_is_larger_than_the_screen_is_shown_whole(
    display: str, tmp_path: Path
) -> None:
    async with RealWindow(display, tmp_path, size="1920x1200") as window:
        assert "Geometry: 1280x800" in await window.geometry()
