"""Everything can be done on the keyboard, and the keys are shown."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from tests.clients.pygame.driver import Driver, at_turn
from tests.scene.checks import parts
from tests.scene.screens.every import NAMES, screen
from tests.scene.screens.making import SCREENS, sit
from tests.scene.screens.poker import hand

from carteado.clients.pygame.window import Window
from carteado.protocol.messages import Act
from carteado.scene.layout.canvas import key_name
from carteado.scene.layout.hints import hinted
from carteado.scene.shapes import Rect, Scene, Target, Text
from carteado.scene.ui import Settings
from carteado.scene.words import words_of

UNSEEN = {"film-slower", "act:all_in", "notice"}
"""Keys without a button of their own; their signs stand beside another one, or need none."""


def texts_of(scene: Scene) -> list[Text]:
    return [one for one in parts(scene.items) if isinstance(one, Text)]


def signs(texts: list[Text], rect: Rect) -> set[str]:
    """The texts inside a place to click."""
    place = rect.inset(-3)
    return {one.text for one in texts if place.contains(one.rect.cx, one.rect.cy)}


def reachable(scene: Scene) -> list[Target]:
    return [one for one in scene.targets if one.enabled and one.kind not in ("area", "slider")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_every_place_to_click_has_a_key_that_is_shown(name: str, size: tuple[int, int]) -> None:
    scene = screen(name, size)
    hints = {one.key for one in hinted(scene).values()}
    texts = texts_of(scene)
    for target in reachable(scene):
        over = scene.target_at(target.rect.cx, target.rect.cy)
        if target.key in UNSEEN or over is not target or target.intent.kind == "none":
            continue
        if not target.hotkeys:
            assert target.key in hints, target.key
            continue
        shown = signs(texts, target.rect)
        names = {key_name(key, words_of("en")) for key in target.hotkeys}
        assert names & shown, (target.key, target.hotkeys)
    assert scene.target("keys") is not None or not hints


@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("name", ["lobby", "new-holdem", "poker-result", "poker-replaying"])
def test_keys_are_shown_in_every_language_and_with_large_text(
    name: str, text: float, language: str
) -> None:
    scene = screen(name, (1024, 640), Settings(text=text, language=language))
    texts = texts_of(scene)
    for target in reachable(scene):
        if target.hotkeys and target.intent.kind != "none":
            names = {key_name(key, words_of(language)) for key in target.hotkeys}
            assert names & signs(texts, target.rect), (target.key, target.hotkeys)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_no_key_means_two_things(name: str, size: tuple[int, int]) -> None:
    meanings: dict[str, set[str]] = {}
    for target in screen(name, size).targets:
        # A notice lies above the rest: Escape dismisses it first, whatever else it would do.
        if target.enabled and target.key != "notice":
            for key in target.hotkeys:
                meanings.setdefault(key.upper(), set()).add(repr(target.intent))
    assert {key: found for key, found in meanings.items() if len(found) > 1} == {}


def test_d_discards_and_the_letter_of_a_run_lays_on_it_whatever_else_is_there() -> None:
    driver = Driver((1920, 1080))
    SCREENS["buraco-keys"](driver)
    before = driver.app.at_table.turns.staging
    runs = [one for one in driver.scene().targets if one.intent.kind == "lay" and one.hotkeys]
    assert [one.hotkeys for one in runs if one.key != "run:new"] == [(one,) for one in "abcefghij"]
    driver.key("c")
    (step,) = driver.app.at_table.turns.staging.steps[len(before.steps) :]
    assert (step.run, step.cards) == (2, before.selected)
    SCREENS["buraco-keys"](driver)
    driver.key("d")
    assert driver.app.at_table.turns.staging.ended
    SCREENS["buraco-keys"](driver)
    driver.key("x")
    assert driver.app.at_table.turns.staging == replace(before, selected=())


def test_no_code_begins_another_one() -> None:
    for name in ("lobby", "buraco-40", "page-table"):
        codes = list(hinted(screen(name, (1024, 640))))
        assert len(codes) > 10
        own = {key.lower() for one in screen(name, (1024, 640)).targets for key in one.hotkeys}
        assert not own & {code[0] for code in codes}
        assert not any(one != other and other.startswith(one) for one in codes for other in codes)


def open_hints(name: str) -> Driver:
    driver = Driver((1024, 640))
    SCREENS[name](driver)
    driver.key("F8")
    return driver


def code_of(driver: Driver, key: str) -> str:
    codes = hinted(driver.app.scene(driver.size))
    return next(code for code, target in codes.items() if target.key == key)


def test_letters_press_the_place_beside_them() -> None:
    driver = open_hints("page-table")
    code = code_of(driver, "kick:1")
    assert code.upper() in driver.scene().texts()
    driver.key(*code)
    assert driver.app.ui.hints is None
    assert "Remove Rui from the table?" in driver.scene().texts()


def test_letters_choose_cards_and_fields_too() -> None:
    driver = open_hints("buraco-11")
    card = next(one for one in driver.scene().targets if one.kind == "card")
    driver.key(*code_of(driver, card.key))
    assert driver.app.at_table.turns.staging.selected == (card.key.removeprefix("card:"),)
    driver = open_hints("start")
    driver.key(*code_of(driver, "address"))
    assert driver.app.ui.editing == "address"


def test_letters_stay_where_they_are_when_a_selection_adds_places() -> None:
    driver = open_hints("buraco-11")
    first = dict(hinted(driver.scene()))
    card = next(code for code, one in first.items() if one.kind == "card")
    driver.key(*card)
    assert driver.app.at_table.turns.staging.selected
    second = dict(hinted(driver.scene(), first))
    there = {one.key for one in second.values()}
    # Keys of the table go first: D means "discard" as soon as a card is selected.
    taken = {key.lower() for one in driver.scene().targets for key in one.hotkeys}
    before = {
        (code, one.key) for code, one in first.items() if one.key in there and code[0] not in taken
    }
    assert len(before) > 10
    assert before - {(code, one.key) for code, one in second.items()} == set()
    codes = list(second)
    assert not any(one != other and other.startswith(one) for one in codes for other in codes)
    driver.key("F8")
    texts = driver.scene().texts()
    assert all(code.upper() in texts for code in codes)


def test_a_wrong_letter_escape_or_a_press_ends_them() -> None:
    driver = Driver()
    sit(driver, hand(2))
    for end in ("Escape", "F8", "ç"):
        driver.key("F8")
        assert driver.app.ui.hints == ""
        driver.key(end)
        assert driver.app.ui.hints is None
    driver.key("F8")
    driver.press("act:call")
    assert driver.app.ui.hints is None
    assert isinstance(driver.link.asked[-1][1], Act)


def test_keys_of_the_table_still_work_while_letters_are_shown() -> None:
    driver = Driver()
    sit(driver, hand(2))
    driver.key("F8", "F2")
    assert driver.app.ui.hints is None
    message = driver.link.asked[-1][1]
    assert isinstance(message, Act)
    assert message.action == {"type": "call"}


def test_one_escape_too_many_asks_before_it_hides_a_hand() -> None:
    driver, _ = at_turn()
    driver.key("=")
    driver.type("9999999")
    driver.key("Enter", "Escape", "Escape")
    assert driver.app.screen == "table"
    assert "Show the lobby while the game goes on?" in driver.scene().texts()
    driver.key("Escape")
    assert driver.app.ui.sheet == ""
    assert driver.app.screen == "table"
    driver.key("Escape", "Enter")
    assert driver.app.screen == "lobby"


def test_a_held_key_acts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    driver, _ = at_turn()
    window = Window(driver.app, (1440, 900))
    pressed: list[str] = []
    monkeypatch.setattr(driver.app, "key", pressed.append)
    down = {"unicode": "", "mod": 0}
    for key in (pygame.K_F2, pygame.K_DOWN):
        for kind in (pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP, pygame.KEYDOWN):
            pygame.event.post(pygame.event.Event(kind, key=key, **down))
    window.step()
    pygame.display.quit()
    assert pressed == ["F2", "F2", "Down", "Down", "Down"]
