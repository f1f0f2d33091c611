"""The input line on pages whose keys are letters, and under dialogs that are only read."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.clients.tui.buraco_tables import buraco
from tests.clients.tui.driver import SMALL, Driver
from tests.clients.tui.films import checked_down, replaying
from tests.clients.tui.tables import ended, lobby, my_turn, waiting
from textual.pilot import Pilot

from carteado.client.link import Answered
from carteado.clients.tui.app import Terminal
from carteado.clients.tui.line import WORD_MS
from carteado.protocol.messages import Ok, Unwatch, Watch


@contextlib.asynccontextmanager
async def typing(driver: Driver) -> AsyncIterator[tuple[Terminal, Pilot[None]]]:
    terminal = Terminal(driver.session, clock=lambda: driver.now_ms)
    async with terminal.run_test(size=driver.size) as pilot:
        terminal.show()
        await pilot.pause()
        yield terminal, pilot


@pytest.mark.parametrize("sheet", ["f3", "question_mark", "f2", "w", "p", "escape"])
async def test_a_dialog_takes_no_text_but_a_slash(sheet: str) -> None:
    driver = buraco(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press(sheet)
        opened = driver.session.ui.sheet
        assert opened
        await pilot.press("x", "y", "j")
        assert terminal.input_line.value == ""
        assert driver.session.ui.sheet == opened
        await pilot.press("slash", "s", "a", "y")
        assert terminal.input_line.value == "/say"
        await pilot.press("escape")
        assert (driver.session.ui.sheet, terminal.input_line.value) == ("", "/say")


async def test_cards_are_shown_after_a_hand_by_the_whole_word() -> None:
    driver = ended(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press(*"say")
        assert (terminal.input_line.value, driver.acts) == ("say", [])
        await pilot.press("escape", *"show", "enter")
        assert driver.acts == [{"type": "show"}]


async def test_a_begun_line_goes_on_when_a_dialog_opens() -> None:
    driver = my_turn(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press("r", "a", "f3", "i", "s", "e")
        assert terminal.input_line.value == "raise"


@pytest.mark.parametrize("before", ["", "s"])  # a key, and no part of the word
async def test_letters_that_were_keys_come_back_with_the_word_they_begin(before: str) -> None:
    driver = buraco(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press(*before, "d")
        assert "Select cards with the space bar first." in driver.text
        await pilot.press("i")
        assert terminal.input_line.value == "di"
        assert "Select cards with the space bar first." not in driver.text
        await pilot.press(*"scard", "space", *"kh")
        assert terminal.input_line.value == "discard kh"


@pytest.mark.parametrize("between", ["later", "other key", "no word"])
async def test_a_letter_that_was_a_key_stays_one(between: str) -> None:
    driver = buraco(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press("s")
        if between == "later":
            driver.now_ms += WORD_MS + 1
        if between == "other key":
            await pilot.press("right")
        # No command begins with "sx".
        letter = "x" if between == "no word" else "t"
        await pilot.press(letter)
        assert terminal.input_line.value == letter


async def test_words_of_a_replay_come_back_too() -> None:
    driver = replaying(checked_down())
    async with typing(driver) as (terminal, pilot):
        await pilot.press("v", "i", "e", "w")
        assert terminal.input_line.value == "view"


async def test_a_letter_that_comes_back_has_sorted_nothing() -> None:
    driver = buraco(SMALL)
    async with typing(driver) as (terminal, pilot):
        assert "by suit" in driver.text
        await pilot.press("s")
        assert "by rank" in driver.text
        await pilot.press("t")
        assert (terminal.input_line.value, "by suit" in driver.text) == ("st", True)


async def test_a_dialog_that_a_letter_opened_closes_when_it_begins_a_command() -> None:
    driver = buraco(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press("p")
        assert driver.session.ui.sheet == "pile"
        await pilot.press("a")
        assert (terminal.input_line.value, driver.session.ui.sheet) == ("pa", "")


async def test_only_the_letters_of_the_word_are_taken_back() -> None:
    driver = buraco(SMALL)
    async with typing(driver) as (_, pilot):
        await pilot.press("s", "d", "i")
        assert "by rank" in driver.text


async def test_amounts_stay_in_chips_when_the_key_of_big_blinds_begins_a_command() -> None:
    driver = waiting(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press("b")
        assert driver.session.settings.big_blinds
        await pilot.press("a")
        assert (terminal.input_line.value, driver.session.settings.big_blinds) == ("ba", False)


@pytest.mark.parametrize("fast", [True, False])
async def test_no_table_is_watched_whose_key_begins_a_command(fast: bool) -> None:
    driver = lobby(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press("w")
        (asked,) = (tag for tag, one in driver.link.asked if isinstance(one, Watch))
        if fast:
            await pilot.press("a")
        driver.tell(Answered(tag=asked, reply=Ok(id=1)))
        if not fast:
            assert driver.session.screen == "table"
            await pilot.press("a")
        assert (terminal.input_line.value, driver.session.screen) == ("wa", "lobby")
        assert isinstance(driver.link.asked[-1][1], Unwatch)


async def test_a_replay_keeps_its_place_when_a_command_is_typed() -> None:
    driver = replaying(checked_down())
    async with typing(driver) as (_, pilot):
        film = driver.session.film
        await pilot.press("v")
        assert driver.session.film != film
        await pilot.press("i")
        assert driver.session.film == film


async def test_a_message_between_two_letters_stays() -> None:
    driver = buraco(SMALL)
    async with typing(driver) as (_, pilot):
        await pilot.press("s")
        driver.session.ui = replace(driver.session.ui, unread=1)
        await pilot.press("t")
        assert driver.session.ui.unread == 1


async def test_arrows_put_quick_phrases_into_an_empty_chat() -> None:
    driver = my_turn(SMALL)
    async with typing(driver) as (terminal, pilot):
        await pilot.press("tab", "down")
        assert terminal.input_line.value == "Nice hand"
        await pilot.press("down")
        assert terminal.input_line.value == "Well played"
        await pilot.press("up", "up")
        assert terminal.input_line.value == ""
        # A text that was begun stays.
        await pilot.press("h", "i", "down")
        assert terminal.input_line.value == "hi"
