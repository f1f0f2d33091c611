"""The bookkeeper's form of Poker Face in a terminal."""

from __future__ import annotations

from dataclasses import replace

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


def test_a_wrong_ante_is_refused_and_the_error_goes_with_its_correction() -> None:
    driver = entered()
    typed(driver, "e", "-5")
    assert "Type an amount, such as 50." in driver.text
    assert driver.session.ui.more.ante == 50
    driver.session.write("1,500")
    driver.key("Enter")
    assert "Type an amount" not in driver.text
    assert driver.session.ui.more.ante == 1500


def test_a_full_row_and_one_that_pays_only_the_ante_ask_for_no_card() -> None:
    driver = entered()
    assert "Duda has five cards." in driver.text
    driver.key("z")
    assert "Duda, card 5 of 5" in driver.text
    book = driver.session.ui.more
    driver.session.ui = replace(driver.session.ui, more=book.toggled(book.active))
    assert "Duda pays the ante only." in driver.text


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
    assert "A♠ appears twice. You can enter it" in driver.text


def test_the_rail_sees_the_name_of_the_bookkeeper() -> None:
    driver = Driver()
    driver.seat_at(SceneTable("poker-face", readers=(0, None)), None)
    assert "Marta keeps the books." in driver.text


def test_a_player_is_taken_out_again_before_the_first_round() -> None:
    driver = entered()
    driver.key("x")
    assert "Duda" not in driver.text
    assert "Lena" in driver.text


def test_a_field_that_is_written_shows_no_keys_that_it_would_swallow() -> None:
    driver = entered()
    assert "S ♠" in driver.text
    for key, says in (("n", "Name of a player"), ("b", "a whole number"), ("e", "a whole number")):
        driver.key(key)
        assert says in driver.text
        assert "Enter go  Esc back" in driver.text
        assert "S ♠" not in driver.text
        driver.key("Escape")
        assert "S ♠" in driver.text


def test_the_help_describes_the_keys_of_the_form() -> None:
    driver = entered()
    driver.key("?")
    assert "N adds a player" in driver.text
    # The rule of the log behind the dialog ends at its borders.
    assert "Z takes it back" in " ".join(driver.text.replace("║", " ").replace("─", " ").split())
    # Those of a betting table do nothing here.
    assert "F1 fold" not in driver.text
