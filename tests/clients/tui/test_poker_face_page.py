"""The bookkeeper's form of Poker Face in a terminal."""

from __future__ import annotations

from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import SceneTable


def keeping(size: tuple[int, int] = SMALL) -> Driver:
    driver = Driver(size)
    driver.seat_at(SceneTable("poker-face", readers=(0, None)), 0)
    driver.link.asked.clear()
    return driver


def typed(driver: Driver, key: str, text: str) -> None:
    driver.key(key)
    driver.session.write(text)
    driver.key("Enter")


def entered(size: tuple[int, int] = SMALL) -> Driver:
    """Two players with a bet and five cards each."""
    driver = keeping(size)
    typed(driver, "n", "Lena")
    typed(driver, "n", "Duda")
    driver.key("Up")
    typed(driver, "b", "120")
    driver.key(*"as", *"0h", *"jd", *"2c", *"3s")
    driver.key(*"qs", *"qh", *"5d", *"6c", *"7s")
    return driver


def test_a_round_is_entered_by_keys_and_sent() -> None:
    driver = entered()
    driver.key("Enter")
    assert driver.acts == [
        {
            "type": "enter_round",
            "ante": 50,
            "entries": ["Lena 120 1E 10C 11O 2P 3E", "Duda 50 12E 12C 5O 6P 7E"],
        }
    ]


def test_a_round_that_lacks_cards_is_not_sent() -> None:
    driver = entered()
    driver.key("z", "Enter")
    assert driver.acts == []
    assert "Lena" in driver.text


def test_cards_bets_and_pot_are_on_the_page() -> None:
    for size in (SMALL, LARGE):
        text = entered(size).text
        assert "A♠   10♥  J♦   2♣   3♠" in text
        assert "120" in text
        assert "Pot 270" in text
        assert "…" not in text


def test_a_card_that_stands_twice_is_marked_with_a_character() -> None:
    driver = entered()
    driver.key("Down", "z", *"as")
    assert "A♠!" in driver.text
    assert "A♠ stands twice. You can enter it" in driver.text


def test_the_rail_learns_who_keeps_the_books() -> None:
    driver = Driver()
    driver.seat_at(SceneTable("poker-face", readers=(0, None)), None)
    assert "Marta keeps the books." in driver.text


def test_a_player_is_taken_out_again_before_the_first_round() -> None:
    driver = entered()
    driver.key("x")
    assert "Duda" not in driver.text
    assert "Lena" in driver.text
