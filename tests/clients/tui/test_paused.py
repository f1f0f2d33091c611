"""A paused table says so, in a hand and before one, and whose turn waits."""

from __future__ import annotations

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import SceneTable

from carteado.engine.controls import TablePaused

REASONS = {"owner": "Paused by the owner.", "away": "Paused until somebody is back."}


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("deals", [0, 2], ids=["before", "during"])
@pytest.mark.parametrize("game", ["holdem", "quick-holdem", "buraco"])
def test_a_paused_table_says_why_it_is_paused(
    game: str, deals: int, reason: str, size: tuple[int, int]
) -> None:
    seats = {} if game == "buraco" else {"seats": 4}
    scene_table = SceneTable(game, readers=(0, 1, 2, 3, None), **seats)
    for _ in range(deals if game == "holdem" else min(deals, 1)):
        scene_table.deal()
    scene_table.note(TablePaused(reason=reason))
    for seat in {scene_table.turn, 0, None}:
        driver = Driver(size)
        driver.seat_at(scene_table, seat)
        assert REASONS[reason] in driver.text


def test_the_turn_of_a_paused_hand_is_named() -> None:
    scene_table = SceneTable("holdem", readers=(0, 1))
    scene_table.deal()
    scene_table.deal()
    scene_table.note(TablePaused(reason="owner"))
    driver = Driver()
    driver.seat_at(scene_table, scene_table.turn)
    assert "Your turn" in driver.text
    # What would be refused is not offered.
    assert driver.session.page(SMALL).scene.target("act:fold") is None
