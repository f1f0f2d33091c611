"""A poker table in a terminal: what it shows, and what its keys and words do."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import SceneTable


def dealt(seats: int = 2, game: str = "holdem", **options: Any) -> SceneTable:
    told = SceneTable(game, seats=seats, readers=tuple(range(seats)), **options)
    told.deal()
    told.deal()
    return told


def at_turn(seats: int = 2, size: tuple[int, int] = SMALL) -> tuple[Driver, SceneTable]:
    driver, told = Driver(size), dealt(seats)
    driver.seat_at(told, told.turn)
    driver.link.asked.clear()
    return driver, told


class TestDecisions:
    @pytest.mark.parametrize(("key", "tag"), [("F1", "fold"), ("F2", "call"), ("F4", "all_in")])
    def test_a_function_key_sends_the_action(self, key: str, tag: str) -> None:
        driver, _ = at_turn()
        driver.key(key)
        assert driver.acts == [{"type": tag}]

    @pytest.mark.parametrize(
        ("line", "action"),
        [
            ("f", {"type": "fold"}),
            ("call", {"type": "call"}),
            ("/call", {"type": "call"}),
            ("r 60", {"type": "raise", "to": 60}),
            ("raise to 1,000", {"type": "raise", "to": 1000}),
            ("raise max", {"type": "raise", "to": 1500}),
            ("a", {"type": "all_in"}),
        ],
    )
    def test_a_typed_line_is_read_as_the_plain_client_reads_it(
        self, line: str, action: dict[str, Any]
    ) -> None:
        driver, _ = at_turn()
        driver.say(line)
        assert driver.acts == [action]

    def test_a_wrong_line_says_what_would_be_right(self) -> None:
        driver, _ = at_turn()
        driver.say("raise 7")
        assert "! Raise to 40-1500; you typed 7." in driver.text
        assert driver.acts == []

    def test_presets_and_arrows_choose_the_amount(self) -> None:
        driver, _ = at_turn()
        driver.key("3", "Up", "F3")
        assert driver.acts == [{"type": "raise", "to": 80}]

    def test_an_amount_is_typed_after_an_equals_sign(self) -> None:
        driver, _ = at_turn()
        driver.key("=")
        driver.session.write("250")
        driver.key("Enter")
        assert "F3 Raise to 250" in driver.text
        driver.key("F3")
        assert driver.acts == [{"type": "raise", "to": 250}]

    def test_letters_of_offered_actions_are_typed_and_no_keys(self) -> None:
        driver, _ = at_turn()
        assert {"f", "c", "r", "a"} <= driver.page().letters
        assert not driver.session.has_key("r")
        assert driver.session.has_key("?")


@pytest.mark.parametrize("size", [SMALL, LARGE, (100, 30), (200, 60)])
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_every_seat_is_on_the_page_and_every_row_has_its_width(
    seats: int, size: tuple[int, int]
) -> None:
    driver, told = at_turn(seats, size)
    page = driver.page()
    for name in filter(None, told.state.names):
        assert name in page.text
    assert len(page.rows) == size[1]
    for row in page.rows:
        assert sum(cell_len(text) for text, _ in row) == size[0]


def test_a_small_terminal_says_what_it_needs() -> None:
    driver, _ = at_turn(2, (60, 20))
    assert "This needs 80 x 24 characters." in driver.text
