"""A Buraco turn at a real server, by keys at 80 x 24."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.clients.tui.driver import LARGE, SMALL
from tests.clients.tui.live import Player, events, opened, seated
from tests.e2e.processes import Server

pytestmark = pytest.mark.exhaustive


async def turn(player: Player) -> None:
    """Draw, select a card, take it back, discard it and send the turn."""
    await player.until(lambda: player.decides)
    await player.sees("1 Draw")
    await player.press("1")
    await player.until(lambda: player.decides and "Send turn" in player.text)
    await player.press("right", "space")
    await player.sees("[")
    await player.press("D")
    await player.sees("1 discard ")
    await player.press("z")
    await player.until(lambda: "1 discard " not in player.text)
    await player.press("s", "space", "D")
    await player.sees("1 discard ")
    await player.press("enter")
    await player.until(lambda: "Send turn" not in player.text or not player.decides)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_two_turns_of_buraco_are_played_by_keys(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "buraco", 3)
        async with seated(server, table, size) as player:
            await turn(player)
            await turn(player)
            await player.press("p")
            await player.sees("Pile · ")
            await player.press("escape", "f3")
            await player.sees("Rules of this table")
            await player.press("escape")
        log = await events(server, table)
    thrown = [one for one in log if one["type"] == "card_discarded" and one["seat"] == 0]
    assert len(thrown) >= 2
    assert not any(one["type"] == "timed_out" for one in log)


async def test_an_illegal_play_says_why_and_its_cards_stay_selected(tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "buraco", 3)
        async with seated(server, table) as player:
            await player.until(lambda: player.decides)
            await player.press("1")
            await player.until(lambda: player.decides and "Send turn" in player.text)
            # Two cards make no run.
            await player.press("space", "right", "space", "n")
            await player.sees("! ")
            staging = player.session.at_table.turns.staging
            assert len(staging.selected) == len(staging.refused) == 2
            assert not staging.steps
        log = await events(server, table)
    assert not any(one["type"] == "meld_laid" and one["seat"] == 0 for one in log)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_a_whole_deal_is_played_by_keys(size: tuple[int, int], tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server:
        table = await opened(server, "buraco", 3)
        async with seated(server, table, size) as player:

            def reader() -> Any:
                return player.session.at_table.current.reader

            def over() -> bool:
                state = reader().table.state if reader().table is not None else None
                return state is not None and (state.deal > 1 or bool(state.sheets))

            await player.until(lambda: player.decides)
            while not over():
                await player.until(lambda: player.decides or over())
                if over():
                    break
                decision = reader().prompt.decision
                tags = {one.tag for one in reader().offers}
                if "draw" in tags:
                    await player.press("1")
                elif "decline" in tags:
                    await player.press("3")
                else:
                    await player.press("space", "D", "enter")

                def answered(decision: int = decision) -> bool:
                    prompt = reader().prompt
                    return over() or prompt is None or prompt.decision != decision

                await player.until(answered)
            await player.until(lambda: player.decides)
            await player.press("f2")
            await player.sees("Total")
            assert [one.deal for one in reader().story.deals] == [1]
        log = await events(server, table)
    assert sum(one["type"] == "card_discarded" and one["seat"] == 0 for one in log) > 5
    assert not any(one["type"] == "timed_out" for one in log)
