"""What the seats of a table say of their players: equal names, and a player who leaves."""

from __future__ import annotations

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import SceneTable

from carteado.engine.game import Leave, SitOut

TWINS = ("Ana", "bot a", "Rui", "bot a")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("game", "options"), [("holdem", {"seats": 4}), ("buraco", {})])
def test_equal_names_have_the_number_of_their_seat(
    game: str, options: dict[str, int], size: tuple[int, int]
) -> None:
    table = SceneTable(game, names=TWINS, **options)
    table.deal()
    driver = Driver(size)
    driver.seat_at(table)
    assert "bot a (1)" in driver.text
    assert "bot a (3)" in driver.text
    assert "Rui (2)" not in driver.text


def test_a_player_who_leaves_is_not_asked_to_come_back() -> None:
    table = SceneTable("buraco")
    table.deal()
    table.do(SitOut(seat=0))
    driver = Driver()
    driver.seat_at(table)
    assert "I'm back" in driver.text
    driver.key("Escape")
    assert "I'm back" in driver.text
    driver.key("Escape")
    table.do(Leave(seat=0))
    driver.seat_at(table)
    assert "I'm back" not in driver.text
    driver.key("Escape")
    assert "Tables" in driver.text
    assert "I'm back" not in driver.text
    assert "Leave the table" not in driver.text


def test_a_seat_that_sits_out_is_not_called_to_its_turn_by_a_clock_without_time() -> None:
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    table.deal()
    seat = table.turn
    assert seat is not None
    driver = Driver()
    driver.seat_at(table, seat)
    assert "Your turn" in driver.text
    table.do(SitOut(seat=seat))
    driver.seat_at(table, seat)
    row = next(row for row in driver.text.splitlines() if "I'm back" in row)
    assert f"{table.state.names[seat]} sits out" in row
    assert "Your turn" not in driver.text
