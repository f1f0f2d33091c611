"""Suits that people write: chat, names and titles have none of the colours of cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.tables import my_turn

from carteado.clients.tui.grid import Grid, Page
from carteado.clients.tui.surface import GLYPH_INKS
from carteado.clients.tui.view import written
from carteado.scene.story import ChatMessage, Log
from carteado.scene.ui import Ui
from carteado.scene.words import words_of


def coloured(page: Page, text: str) -> list[str]:
    """The letters with the colours of cards in the rows with a text."""
    rows = [row for row in page.rows if text in "".join(piece for piece, _ in row)]
    assert rows, text
    return [piece for row in rows for piece, ink in row if ink.fg in GLYPH_INKS.values()]


def chatting(size: tuple[int, int], text: str, name: str = "Rui") -> Driver:
    driver = my_turn(size)
    showing = driver.session.at_table.follow("t-1")
    story = showing.reader.story.with_chat(ChatMessage(seat=1, name=name, text=text))
    showing.reader = replace(showing.reader, story=story)
    showing.skip(driver.now_ms)
    driver.session.ui = replace(driver.session.ui, unread=1)
    return driver


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_what_is_written_in_the_chat_is_no_card(size: tuple[int, int]) -> None:
    driver = chatting(size, "I fold A♥ again ♠")
    assert not coloured(driver.page(), "I fold A♥ again ♠")


def test_nor_is_it_in_the_dialog_of_the_chat() -> None:
    driver = chatting(SMALL, "I fold A♥ again ♠")
    driver.key("Escape", "C")
    assert not coloured(driver.page(), "║ Rui: I fold A♥ again ♠")


def test_a_long_message_is_wrapped_above_the_turn() -> None:
    driver = chatting(SMALL, " ".join(f"word{at:02}" for at in range(14)))
    assert "word13" in driver.text


def test_an_own_message_is_shown_at_a_table_where_nothing_has_happened() -> None:
    driver = my_turn(SMALL)
    showing = driver.session.at_table.follow("t-1")
    message = ChatMessage(seat=0, name="Marta", text="anybody here?")
    story = replace(showing.reader.story, log=Log()).with_chat(message)
    showing.reader = replace(showing.reader, story=story)
    showing.skip(driver.now_ms)
    assert "Marta: anybody here?" in driver.text


def test_a_name_in_a_sentence_is_no_card_and_the_cards_beside_it_are() -> None:
    grid = Grid(SMALL, words_of("en"), Ui())
    grid.keep_plain(["K♥ Ana", "Rui"])
    grid.text(0, 0, "K♥ Ana shows K♥ 10♠. Rui mucks.", suits=True)
    grid.text(0, 1, "K♥ Ana wins", suits=True, width=6)
    page = grid.page()
    assert coloured(page, "shows") == ["K♥", "10♠"]
    assert not coloured(page, "K♥ An…")


def test_names_titles_and_people_who_only_write_are_known() -> None:
    driver = chatting(SMALL, "hi", name="Q♠")
    table = driver.session.at_table.follow("t-1").reader.table
    assert table is not None
    assert {"Q♠", "Friday table", *filter(None, table.state.names)} <= set(written(driver.session))
