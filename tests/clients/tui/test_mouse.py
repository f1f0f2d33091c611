"""The mouse does what the keys do: seats, buttons, cards, lists and the wheel."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from tests.clients.tui.buraco_tables import buraco
from tests.clients.tui.driver import SMALL, Driver
from tests.clients.tui.films import checked_down, replaying
from tests.clients.tui.tables import SceneTable, ended, lobby, my_turn, owner, start
from tests.clients.tui.test_poker_face_page import entered
from textual import events
from textual.pilot import Pilot

from carteado.clients.tui.app import Terminal
from carteado.protocol.messages import Join


class Mouse:
    """A pointer at the real app."""

    def __init__(self, driver: Driver, pilot: Pilot[None]) -> None:
        self.driver = driver
        self.pilot = pilot

    async def click(self, key: str) -> None:
        """Click in the middle of a place of the page."""
        rect = self.driver.target(key).rect
        assert rect.w > 0, key
        x, y = int(rect.x + (rect.w - 1) // 2), int(rect.y + (rect.h - 1) // 2)
        await self.pilot.click(offset=(x, y))
        await self.pilot.pause()

    async def wheel(self, kind: type[events.MouseScrollUp | events.MouseScrollDown]) -> None:
        """Turn the wheel by one notch in the middle of the screen."""
        width, height = self.driver.size
        step = 1 if kind is events.MouseScrollDown else -1
        self.pilot.app.post_message(
            kind(None, width // 2, height // 2, 0, step, 0, False, False, False)
        )
        await self.pilot.pause()

    @property
    def text(self) -> str:
        return self.driver.text


@contextlib.asynccontextmanager
async def pointing(driver: Driver) -> AsyncIterator[Mouse]:
    terminal = Terminal(driver.session, clock=lambda: driver.now_ms)
    async with terminal.run_test(size=driver.size) as pilot:
        terminal.show()
        await pilot.pause()
        yield Mouse(driver, pilot)


async def test_the_mouse_chooses_actions_and_amounts_of_poker() -> None:
    driver = my_turn(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("preset:half")
        assert "[½ pot" in mouse.text or "[" in mouse.text
        await mouse.click("act:call")
    assert driver.acts == [{"type": "call"}]


async def test_a_free_seat_is_taken() -> None:
    driver = Driver(SMALL)
    driver.connect()
    driver.seat_at(SceneTable(seats=4, people=2, readers=(None,)), None)
    async with pointing(driver) as mouse:
        await mouse.click("seat:3")
    joins = [one for _, one in driver.link.asked if isinstance(one, Join)]
    assert [one.seat for one in joins] == [3]


async def test_cards_runs_and_buttons_of_buraco() -> None:
    driver = buraco(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("card:TDa")
        assert "[" in mouse.text
        await mouse.click("run:0:0")
        assert "Staged, not sent" in mouse.text
        await mouse.click("undo")
        assert "Staged, not sent" not in mouse.text
        await mouse.click("pile")
        assert "Esc Close" in mouse.text
        await mouse.click("close")
        await mouse.click("run:1:0")
        assert driver.session.ui.sheet == "their-run:0"


async def test_a_turn_of_buraco_is_played_without_a_key() -> None:
    driver = buraco(SMALL)
    async with pointing(driver) as mouse:
        cards = [one.key for one in driver.page().scene.targets if one.key.startswith("card:")]
        for card in ("card:TSa", "card:JSa", "card:QSa"):
            await mouse.click(card)
        await mouse.click("key:N")
        assert "Staged, not sent" in mouse.text
        await mouse.click("key:U")
        assert "Staged, not sent" not in mouse.text
        await mouse.click(cards[0])
        await mouse.click("key:D")
        await mouse.click("send")
    assert [one["plays"][-1]["type"] for one in driver.acts] == ["discard"]


@pytest.mark.parametrize(
    ("key", "shown"),
    [("F5", "There is no hand to show again yet."), ("?", "Help"), ("Escape", "Menu")],
)
async def test_a_shown_key_of_a_table_can_be_clicked(key: str, shown: str) -> None:
    driver = ended(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click(f"key:{key}")
        assert shown in mouse.text


async def test_shown_keys_of_the_menu_the_lobby_and_the_form_can_be_clicked() -> None:
    driver = lobby(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("key:Down")
        assert "── Quinta" in mouse.text
        await mouse.click("open")
        assert "Table name" in mouse.text
        await mouse.click("close")
        await mouse.click("key:Escape")
        assert "Play" in mouse.text
        await mouse.click("key:?")
        assert "Help" in mouse.text


async def test_a_card_of_the_bookkeeper_is_clicked_together() -> None:
    driver = entered(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("card-back")
        await mouse.click("rank:13")
        await mouse.click("suit:C")
        assert "K♥" in mouse.text
        await mouse.click("card-back")
        assert "K♥" not in mouse.text


async def test_a_line_of_the_lobby_is_chosen_first_and_entered_then() -> None:
    driver = lobby(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("table:t-2")
        assert "── Quinta" in mouse.text
        assert not [one for _, one in driver.link.asked if isinstance(one, Join)]
        await mouse.click("sit")
    assert [one.table for _, one in driver.link.asked if isinstance(one, Join)] == ["t-2"]


async def test_one_click_on_the_first_line_of_the_lobby_does_not_sit_down() -> None:
    driver = lobby(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("table:t-1")
        assert not [one for _, one in driver.link.asked if isinstance(one, Join)]
        await mouse.click("table:t-1")
    assert [one.table for _, one in driver.link.asked if isinstance(one, Join)] == ["t-1"]


async def test_the_wheel_goes_through_the_tables_of_the_lobby_and_stays_at_the_ends() -> None:
    driver = lobby(SMALL)
    async with pointing(driver) as mouse:
        before = mouse.text
        await mouse.wheel(events.MouseScrollUp)
        assert mouse.text == before
        await mouse.wheel(events.MouseScrollDown)
        assert "── Quinta" in mouse.text
        await mouse.wheel(events.MouseScrollUp)
        assert mouse.text == before


async def test_the_wheel_goes_through_the_options_of_a_new_table_and_a_click_keeps_its_place() -> (
    None
):
    driver = lobby(SMALL)
    driver.key("O")
    async with pointing(driver) as mouse:
        before = mouse.text
        while "more below" in mouse.text:
            await mouse.wheel(events.MouseScrollDown)
        assert "Table name" not in mouse.text
        flag = next(
            one
            for one in driver.page().scene.targets
            if one.key.startswith("option:") and one.intent.kind in ("toggle", "option")
        )
        await mouse.click(flag.key)
        assert "more below" not in mouse.text
        assert driver.target(flag.key).label != flag.label
        assert driver.target(flag.key).rect.y == flag.rect.y
        while "more above" in mouse.text:
            await mouse.wheel(events.MouseScrollUp)
        assert mouse.text == before


async def test_the_mouse_reaches_the_menu_and_the_pages_of_a_table() -> None:
    driver = start(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("menu:settings")
        await mouse.click("set:theme:contrast")
        assert driver.session.settings.theme == "contrast"
    driver = owner(SMALL)
    async with pointing(driver) as mouse:
        await mouse.click("page:ledger")
        assert "[Ledger]" in mouse.text


async def test_a_replay_follows_the_pointer() -> None:
    driver = replaying(checked_down())
    async with pointing(driver) as mouse:
        await mouse.click("film-deal")
        await mouse.click("timeline")
        shown = driver.session.film
        assert shown is not None
        assert shown.span[0] < shown.at < shown.span[1]
        await mouse.click("film-play")
        assert driver.session.film.playing


async def test_a_server_below_the_tables_is_joined() -> None:
    driver = lobby(SMALL)
    answers = (("ws://127.0.0.1:8765", ()), ("ws://10.0.0.7:8765", None))
    driver.session.connecting.search = SimpleNamespace(
        servers=answers, running=False, problem="", start=lambda: None
    )
    async with pointing(driver) as mouse:
        assert "Servers on this network" in mouse.text
        assert "connected" in mouse.text
        assert "does not answer" in mouse.text
        await mouse.click("found:1")
    assert driver.link.url == "ws://10.0.0.7:8765"


async def test_the_wheel_goes_through_a_dialog_and_back() -> None:
    driver = buraco(SMALL)
    driver.key("F3")
    async with pointing(driver) as mouse:
        before = mouse.text
        await mouse.wheel(events.MouseScrollDown)
        assert mouse.text != before
        assert "Rules of this table" in mouse.text
        await mouse.wheel(events.MouseScrollUp)
        assert mouse.text == before


async def test_the_wheel_goes_through_runs_that_find_no_room() -> None:
    driver = buraco(SMALL, runs=11)
    async with pointing(driver) as mouse:
        assert driver.page().scene.target("run:0:10") is None
        await mouse.wheel(events.MouseScrollDown)
        assert driver.page().scene.target("run:0:10") is not None
        await mouse.wheel(events.MouseScrollUp)
        assert driver.page().scene.target("run:0:0") is not None


async def test_the_wheel_goes_through_the_log() -> None:
    driver = my_turn(SMALL)
    driver.key("F8")
    async with pointing(driver) as mouse:
        assert "Marta sits down" not in mouse.text
        await mouse.wheel(events.MouseScrollUp)
        assert "Marta sits down" in mouse.text
        await mouse.wheel(events.MouseScrollDown)
        assert "Marta sits down" not in mouse.text


async def test_keys_still_work_after_the_pointer_was_beyond_the_screen() -> None:
    driver = my_turn(SMALL)
    async with pointing(driver) as mouse:
        # A button let go in the size that the terminal had before it shrank.
        beyond = events.MouseUp(None, 200, 90, 0, 0, 1, False, False, False)
        mouse.pilot.app.post_message(beyond)
        await mouse.pilot.pause()
        await mouse.pilot.press("question_mark")
        assert "Help" in mouse.text
