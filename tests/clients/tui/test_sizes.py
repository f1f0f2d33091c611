"""Every page and dialog at every size of a terminal: it fits, or says how large one has to be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len
from tests.clients.tui.buraco_tables import at_draw, at_play, buraco, coached
from tests.clients.tui.driver import Driver
from tests.clients.tui.films import a_deal_of_buraco, checked_down, replaying
from tests.clients.tui.tables import all_in, ended, lobby, my_turn, owner, quick, start, ten_seats
from tests.clients.tui.test_poker_face_page import entered

from carteado.clients.tui.app import Terminal
from carteado.scene.shapes import Intent
from carteado.scene.words import LANGUAGES

SMALL = (80, 24)
SIZES = [
    *((1, 1), (2, 2), (1, 24), (80, 1), (10, 3), (20, 5), (40, 10), (79, 24), (80, 23)),
    *(SMALL, (139, 44), (140, 44), (160, 50), (300, 80)),
]

PAGES: dict[str, Callable[[], Driver]] = {
    "turn": lambda: my_turn(SMALL),
    "ten": lambda: ten_seats(SMALL),
    "all-in": lambda: all_in(SMALL),
    "ended": lambda: ended(SMALL),
    "owner": lambda: owner(SMALL),
    "quick": lambda: quick(SMALL),
    "buraco": lambda: buraco(SMALL),
    "draw": lambda: at_draw(SMALL)[0],
    "play": lambda: at_play(SMALL)[0],
    "coached": lambda: coached(SMALL),
    "poker-face": lambda: entered(SMALL),
    "lobby": lambda: lobby(SMALL),
    "start": lambda: start(SMALL),
    "replay": lambda: replaying(checked_down()),
    "replay-buraco": lambda: replaying(a_deal_of_buraco()),
}
DIALOGS = (
    *("", "menu", "help", "rules", "words", "house", "settings", "log", "chat", "coach", "bots"),
    *("ledger", "statistics", "score", "pile", "owner", "new", "knock", "code", "full", "offer"),
)


@pytest.mark.parametrize(
    # German has the longest words.
    "language",
    [
        pytest.param(language, marks=[] if language == "de" else pytest.mark.exhaustive)
        for language in LANGUAGES
    ],
)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_as_large_as_its_terminal(page: str, language: str) -> None:
    driver = PAGES[page]()
    driver.session.change(replace(driver.session.settings, language=language))
    for size in SIZES:
        driver.size = size
        for dialog in DIALOGS:
            driver.session.do(Intent("sheet", dialog))
            for key in ("Down", "PageDown", "Up", "Escape"):
                rows = driver.text.split("\n")
                assert len(rows) == size[1], (size, dialog)
                assert max(map(cell_len, rows)) <= size[0], (size, dialog)
                driver.session.key(key)
            driver.session.ui = replace(driver.session.ui, editing="", sheet="")


@pytest.mark.parametrize(
    ("size", "text"),
    [
        ((79, 24), "Carteado needs 80 x 24 characters, and this terminal has 79 x 24."),
        ((40, 10), "Carteado needs 80 x 24 characters, and this terminal has 40 x 10."),
        ((20, 5), "too small: 80 x 24 needed"),
        ((12, 2), "80 x 24"),
        ((6, 2), "80x24"),
        ((2, 2), "80"),
    ],
)
def test_a_terminal_that_is_too_small_says_so_in_as_much_as_fits(
    size: tuple[int, int], text: str
) -> None:
    driver = my_turn(size)
    assert text in " ".join(driver.text.split())


def test_a_terminal_of_one_row_says_so_in_the_input_line() -> None:
    assert my_turn((80, 1)).page().line.hint == "too small: 80 x 24 needed"
    assert my_turn((8, 1)).page().line.hint == "80 x 24"


async def test_the_real_app_survives_every_size() -> None:
    driver = my_turn(SMALL)
    terminal = Terminal(driver.session, clock=lambda: driver.now_ms)
    async with terminal.run_test(size=SMALL) as pilot:
        for size in (*SIZES, SMALL):
            await pilot.resize_terminal(*size)
            await pilot.press("question_mark", "escape")
        assert "F1 Fold" in driver.text
