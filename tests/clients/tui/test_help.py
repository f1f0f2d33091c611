"""The help of the terminal table: every action of a game, and texts that scroll."""

from __future__ import annotations

import re

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import SceneTable

from carteado.client.topics import topic_lines
from carteado.engine.registry import games
from carteado.engine.tables.explanation import action_meaning, action_word
from carteado.scene.ui import Settings

GAMES = tuple(games())


def seated(game: str, size: tuple[int, int] = SMALL, language: str = "en") -> Driver:
    driver = Driver(size, Settings(name="Ana", reduced=True, language=language))
    driver.seat_at(SceneTable(game), 0)
    return driver


def box(driver: Driver) -> list[str]:
    """The rows of the open dialog."""
    return [row.split("║")[1].strip() for row in driver.text.split("\n") if row.count("║") == 2]


def read_to_the_end(driver: Driver) -> str:
    """The whole text of the open dialog, a page at a time."""
    rows = box(driver)
    for _ in range(100):
        if (last := place(driver)) is None or last[0] == last[1]:
            return " ".join(rows)
        driver.key("PageDown")
        rows += box(driver)
    raise AssertionError("the text has no end")


def place(driver: Driver) -> tuple[int, int] | None:
    """The last row that is shown, and the number of all rows."""
    found = re.search(r"scroll +(\d+) of (\d+)", driver.text)
    return None if found is None else (int(found[1]), int(found[2]))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("game", GAMES)
def test_the_help_explains_every_action_of_the_game(game: str, size: tuple[int, int]) -> None:
    driver = seated(game, size)
    driver.key("?")
    text = " ".join(read_to_the_end(driver).split())
    for action in games()[game].actions:
        assert action_word(action) in text
        # Long meanings are broken into rows, so only their beginnings stand together.
        assert action_meaning(action)[:24] in text


@pytest.mark.parametrize("game", GAMES)
def test_help_on_an_action_says_what_the_lines_say(game: str) -> None:
    for action in games()[game].actions:
        driver = seated(game)
        driver.say(f"help {action_word(action)}")
        text = " ".join(" ".join(box(driver)).split())
        assert games()[game].title in text
        assert action_meaning(action)[:50] in text
        assert topic_lines(action_word(action))


@pytest.mark.parametrize(
    ("language", "meaning"), [("de", "Eine Karte auf den Lixo"), ("pt_BR", "Descartar uma carta")]
)
def test_actions_are_explained_in_the_players_language(language: str, meaning: str) -> None:
    driver = seated("buraco", language=language)
    driver.say("help discard")
    assert meaning in driver.text


def test_help_on_an_unknown_action_names_a_similar_one() -> None:
    driver = seated("buraco")
    driver.say("help discart")
    assert "Do you mean discard?" in driver.text


class TestScrolling:
    def test_a_page_shows_what_follows_the_last_row(self) -> None:
        driver = seated("holdem")
        driver.key("?")
        rows, (last, every) = box(driver), place(driver) or (0, 0)
        driver.key("PageDown")
        text = [row for row in rows if row][-2]  # above the row of the keys
        assert text in box(driver)[0:2]
        assert place(driver) == (2 * last - 1, every)

    def test_arrows_move_a_row_and_home_and_end_go_to_the_ends(self) -> None:
        driver = seated("holdem")
        driver.key("?")
        last, every = place(driver) or (0, 0)
        driver.key("Down", "Down", "Up")
        assert place(driver) == (last + 1, every)
        driver.key("End")
        assert place(driver) == (every, every)
        driver.key("Home")
        assert place(driver) == (last, every)

    def test_keys_behind_the_end_do_not_count(self) -> None:
        driver = seated("holdem")
        driver.key("?", "End", *["PageDown"] * 5, "Up")
        last, every = place(driver) or (0, 0)
        assert last == every - 1

    def test_the_wheel_moves_three_rows(self) -> None:
        driver = seated("holdem")
        driver.key("?")
        last, every = place(driver) or (0, 0)
        driver.session.notch("PageDown")
        assert place(driver) == (last + 3, every)
