"""Whole hands at a real server with the mouse alone, while the terminal changes its size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.clients.tui.driver import LARGE, SMALL
from tests.clients.tui.live import Player, events, opened, seated
from tests.e2e.processes import Server

pytestmark = pytest.mark.exhaustive

TINY = (60, 20)


def state(player: Player) -> Any:
    table = player.session.at_table.current.reader.table
    return table.state if table is not None else None


async def resized(player: Player) -> None:
    """Larger, too small, and as it was."""
    for size in (LARGE, TINY):
        await player.resize(*size)
    assert "Carteado needs 80 x 24 characters" in " ".join(player.text.split())
    await player.resize(*SMALL)


@pytest.mark.parametrize(
    ("game", "bots", "bot"), [("holdem", 1, "caller"), ("quick-holdem", 3, "always")]
)
async def test_a_hand_of_poker_is_played_with_the_mouse(
    game: str, bots: int, bot: str, tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, game, bots, bot=bot, seats=bots + 1)
        async with seated(server, table) as player:
            await player.until(lambda: player.decides)
            hand = state(player).hand
            while state(player).hand == hand:
                await player.until(lambda: player.decides or state(player).hand != hand)
                if state(player).hand == hand:
                    await resized(player)
                    await player.answer(
                        player.click("act:check", "act:call", "act:play", "act:stake")
                    )
        log = await events(server, table)
    assert any(one["type"] == "pot_awarded" for one in log)
    assert not any(one["type"] == "timed_out" for one in log)


async def test_two_turns_of_buraco_are_played_with_the_mouse(tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "buraco", 3)
        async with seated(server, table) as player:
            for _ in range(2):
                await player.until(lambda: player.decides and player.place("draw") is not None)
                await resized(player)
                await player.answer(player.click("draw"))
                await player.until(lambda: player.decides and player.place("key:D") is not None)
                cards = player.session.shown.scene.targets
                await player.click(next(one.key for one in cards if one.key.startswith("card:")))
                await player.sees("[")
                await player.click("key:D")
                await player.sees("1 discard ")
                await resized(player)
                await player.answer(player.click("send"))
        log = await events(server, table)
    thrown = [one for one in log if one["type"] == "card_discarded" and one["seat"] == 0]
    assert len(thrown) == 2
    assert not any(one["type"] == "timed_out" for one in log)


async def test_a_round_of_poker_face_is_entered_with_the_mouse(tmp_path: Path) -> None:
    """Only names and amounts are typed."""
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "poker-face", 0)
        async with seated(server, table) as player:
            await player.click("player")
            for name in ("Lena", "Duda"):
                await player.press(*name, "enter")
                await player.until(lambda name=name: f" {name} " in player.text)
            await player.press("escape")
            await resized(player)
            for number, hand in enumerate(("1E 10C 11O 2P 3E", "12E 12C 5O 6P 7E")):
                await player.click(f"row:{number}")
                for card in hand.split():
                    await player.click(f"rank:{card[:-1]}")
                    await player.click(f"suit:{card[-1]}")
            await player.sees("7♠")
            await player.click("decide")
            await player.sees("round 2")
        log = await events(server, table)
    assert [one["type"] for one in log].count("round_judged") == 1
