"""Whole hands at a real server, by keys and typed lines."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.clients.tui.driver import LARGE, SMALL
from tests.clients.tui.live import Player, events, opened, seated
from tests.e2e.processes import Server

pytestmark = pytest.mark.exhaustive

# Enough for a busy machine to draw the page. The pause after the draw for the button is as long.
RESULT_MS = 5_000


async def stay(player: Player, number: int) -> None:
    """Stay in the hand, by key and by word in turns."""
    word = "call" if "F2 Call" in player.text else "check"
    await player.answer(player.press(*(["f2"] if number % 2 else [*word, "enter"])))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("seats", [2, 10])
async def test_hands_of_holdem_are_played_by_keys(
    seats: int, size: tuple[int, int], tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", seats - 1, seats=seats, pause_ms=RESULT_MS)
        async with seated(server, table, size) as player:
            for number in itertools.count():
                await player.until(lambda: player.decides or " wins " in player.text)
                if " wins " in player.text:
                    break
                await stay(player, number)
            await player.sees(" wins ", "Split")
        log = await events(server, table)
    acted = [one["type"] for one in log if one.get("seat") == 0]
    assert sum(kind in ("called", "checked") for kind in acted) >= 3
    assert not any(one["type"] == "timed_out" for one in log)
    assert any(one["type"] == "pot_awarded" for one in log)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("seats", [4, 10])
async def test_hands_of_quick_holdem_are_played_by_keys(
    seats: int, size: tuple[int, int], tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(
            server, "quick-holdem", seats - 1, bot="always", seats=seats, pause_ms=RESULT_MS
        )
        async with seated(server, table, size) as player:
            while True:
                await player.until(lambda: player.decides or " wins " in player.text)
                if " wins " in player.text:
                    break
                await player.answer(
                    player.press(*(["1", "f3"] if "F3 Stake" in player.text else ["f2"]))
                )
            await player.sees(" wins ", "Split")
            assert "Q" in player.text or "[" in player.text
        log = await events(server, table)
    assert any(one["type"] == "board_turned" for one in log)
    assert any(one.get("seat") == 0 and one["type"] in ("staked", "played") for one in log)


async def test_typed_text_survives_events(tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 3, seats=4)
        async with seated(server, table) as player:
            await player.until(lambda: player.decides)
            await player.press("slash", "s", "a", "y", "space", "h", "i")
            seen = player.session.at_table.current.reader.table
            player.session.at_table.act({"type": "call" if "F2 Call" in player.text else "check"})
            await player.until(
                lambda: player.session.at_table.current.reader.table is not seen and player.decides
            )
            assert player.terminal.input_line.value == "/say hi"
            await player.press("enter")
            await player.sees("Ana: hi")


async def test_a_decision_is_there_again_after_the_server_was_away(tmp_path: Path) -> None:
    async with Server(tmp_path, f"sqlite:{tmp_path}/store.db") as server:
        table = await opened(server, "holdem", 1, pause_ms=RESULT_MS)
        async with seated(server, table) as player:
            await player.until(lambda: player.decides)
            await player.press("r", "a", "i")
            await server.kill()
            await player.sees("Reconnecting")
            await server.start()
            await player.until(lambda: player.decides)
            assert player.terminal.input_line.value == "rai"
            await player.press("escape", "f1")
            await player.sees("caller wins")


async def test_the_lobby_opens_a_table_and_sits_down(tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server, seated(server, None) as player:
        await player.sees("There is no table yet")
        await player.press("o")
        await player.sees("New table")
        await player.press("f10")
        await player.sees("Waiting for players")
        await player.write("/bot caller")
        await player.sees("Your turn")
        await player.press("escape")
        await player.sees("Table and owner")
        await player.press("w")
        await player.sees("You own this table")
        await player.write("lock")
        await player.sees("The table is locked.")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_a_round_of_poker_face_is_entered_by_keys(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "poker-face", 0)
        async with seated(server, table, size) as player:
            await player.sees("N ")
            await player.press("n")
            for name in ("Lena", "Duda"):
                await player.press(*name, "enter")
                await player.sees(name)
            await player.press("escape", "up", "b", "1", "2", "0", "enter")
            await player.press(*"as", *"0h", *"jd", *"2c", *"3s")
            await player.press(*"qs", *"qh", *"5d", *"6c", *"7s")
            await player.sees("7♠")
            await player.press("enter")
            await player.sees("round 2")
        log = await events(server, table)
    assert [one["type"] for one in log].count("round_judged") == 1


async def test_the_terminal_counts_down_to_the_next_hand_by_itself(tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "holdem", 1, seats=2, pause_ms=RESULT_MS)
        async with seated(server, table) as player:
            await player.until(lambda: player.decides)
            await player.write("fold")
            for seconds in (4, 3, 2):
                await player.sees(f"Next hand in {seconds} s")
            await player.until(lambda: "Next hand" not in player.text)
