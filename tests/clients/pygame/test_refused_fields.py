"""Refused input stays in its field, with the reason beside it."""

from __future__ import annotations

import pytest
from tests.clients.pygame.driver import Driver, hand, welcome
from tests.scene.checks import cut, under_notice
from tests.scene.tables import NAMES, SceneTable

from carteado.client import CannotReach, CommandRefused, SessionEnded
from carteado.client.link import Answered, Ended, Failed
from carteado.protocol.messages import Ok, TopUp
from carteado.protocol.session_events import Welcomed
from carteado.scene.shapes import Box, Text
from carteado.scene.ui import Settings


def told(driver: Driver, field: str, text: str, typed: str) -> None:
    """Check that a field keeps its text, is marked, and has the reason close to it."""
    scene = driver.scene()
    place = driver.target(field).rect
    box = next(one for one in scene.items if isinstance(one, Box) and one.key == field)
    assert box.line == "bad"
    lines = [one for one in scene.items if isinstance(one, Text) and one.role == "notice"]
    assert text in " ".join(line.text for line in lines)
    far = max(max(place.y - line.rect.bottom, line.rect.y - place.bottom) for line in lines)
    assert far < 120
    inside = [one.text for one in scene.items if isinstance(one, Text) and place.holds(one.rect)]
    assert inside == [f"{typed}|"]
    assert cut(scene) == []
    # In dialogs the reason covers nothing; the screen below them is veiled anyway.
    if any(getattr(one, "role", "") == "dialog" for one in scene.items):
        start = max(
            at for at, one in enumerate(scene.items) if getattr(one, "role", "") == "dialog"
        )
        texts = [one for one in scene.items[start:] if isinstance(one, Text) and one not in lines]
        frames = [one for one in scene.items[start:] if isinstance(one, Box) and one.line == "bad"]
        assert [one.key for one in frames] == [field]
        assert [one.text for one in texts for line in lines if one.rect.overlaps(line.rect)] == []
    # The cursor is there: the next key corrects the text, and the sentence goes.
    driver.type("x")
    assert driver.app.ui.texts[field] == f"{typed}x"
    assert driver.app.ui.notice is None


def test_an_address_stays_as_it_was_typed() -> None:
    driver = Driver()
    driver.press("address")
    driver.type("http://")
    driver.key("Enter")
    told(driver, "address", "is not an address of a server", "http://")


def test_an_address_where_nobody_answers_stays_as_it_was_typed() -> None:
    driver = Driver(settings=Settings(name="Marta", text=1.5))
    driver.press("address")
    driver.type("friends.example")
    driver.key("Enter")
    driver.tell(Ended(error=CannotReach("no")))
    told(driver, "address", "Nobody answers at friends.example:8765.", "friends.example")


@pytest.mark.parametrize("taken", [False, True])
def test_a_name_stays_until_it_is_one(taken: bool) -> None:
    driver = Driver()
    name = "Rui" if taken else "Sebastiao Alves Alcantara"
    driver.press("name")
    # The field begins with the name of the settings.
    driver.key(*["Backspace"] * 10)
    driver.type(name)
    driver.press("address")
    driver.type("friends.example")
    driver.key("Enter")
    if taken:
        driver.tell(Ended(error=SessionEnded("session/name", "taken")))
        told(driver, "name", "Another player's name looks like yours.", name)
    else:
        assert driver.links == []
        told(driver, "name", "use 1 to 24 visible characters", name)
    assert driver.app.ui.texts["address"] == "friends.example"


def test_the_owners_input_stays_until_the_server_accepts_it() -> None:
    driver = Driver()
    driver.seat_at(SceneTable(seats=6, readers=(0,), format="cash"), 0)
    driver.tell(Welcomed(welcome=welcome(capabilities=("owner", "ledger"))))
    driver.app.at_table.pages.owns("t-1", owner=True)
    driver.key("F5")
    driver.press("table-title")
    driver.type("Sexta")
    driver.press("send:table-title")
    driver.tell(Failed(tag="own:table-title", error=CommandRefused("x/y", "No such name.", {})))
    told(driver, "table-title", "No such name.", "Sexta")
    driver.tell(Answered(tag="own:table-title", reply=Ok(id=1, table="t-1", result=None)))
    assert "table-title" not in driver.app.ui.texts
    driver.press("chips:3")
    driver.press("chips-amount")
    driver.type("many")
    driver.press("give-chips")
    told(driver, "chips-amount", "Type how many chips", "many")
    driver.key(*["Backspace"] * 5)
    driver.type("-9000")
    driver.press("chips-reason")
    driver.type("too many")
    driver.press("give-chips")
    refused = CommandRefused("x/y", "Nobody has so many.", {})
    driver.tell(Failed(tag="own:chips:3", error=refused))
    told(driver, "chips-amount", "Nobody has so many.", "-9000")
    assert driver.app.ui.texts["chips-reason"] == "too many"


def test_chips_are_added_by_an_amount_that_stays_until_it_is_accepted() -> None:
    driver = Driver()
    driver.seat_at(SceneTable(seats=6, readers=(0,), format="cash"), 0)
    driver.tell(Welcomed(welcome=welcome(capabilities=("owner", "ledger"))))
    driver.app.at_table.pages.owns("t-1", owner=True)
    driver.key("F5", "2")
    player = {"name": "Ana", "buy_ins": 1000, "in_play": 1000, "result": 0}
    ledger = {"players": [player | {"top_ups": 0, "corrections": 0, "cash_outs": 0}]}
    driver.tell(Answered(tag="page:ledger", reply=Ok(id=1, table="t-1", result=ledger)))
    driver.key("A")
    driver.key("Enter")
    told(driver, "top-up-amount", "Type how many chips, such as 500.", "")
    driver.key("Backspace")
    driver.type("1.5k")
    driver.press("top-up")
    tag, asked = next(pair for pair in driver.link.asked if isinstance(pair[1], TopUp))
    assert (asked.table, asked.amount) == ("t-1", 1500)
    driver.tell(Failed(tag=tag, error=CommandRefused("x/y", "At most 1,000.", {})))
    told(driver, "top-up-amount", "At most 1,000.", "1.5k")
    driver.tell(Answered(tag=tag, reply=Ok(id=2, table="t-1", result=None)))
    assert "top-up-amount" not in driver.app.ui.texts


def test_a_wrong_code_and_a_taken_second_name_stay() -> None:
    driver = Driver()
    driver.connect()
    driver.app.enter("t-1")
    driver.tell(Failed(tag="enter:t-1", error=CommandRefused("table/code", "no", {})))
    driver.press("join-code")
    driver.type("sesam")
    driver.press("join")
    driver.tell(Failed(tag="enter:t-1", error=CommandRefused("table/code", "no", {})))
    told(driver, "join-code", "the code is wrong", "sesam")
    driver = Driver()
    driver.seat_at(SceneTable(seats=2, people=1, readers=(0,)))
    driver.key("F7")
    driver.type("Rui")
    driver.key("Enter")
    driver.links[-1].incoming.append(Ended(error=SessionEnded("session/name", "taken")))
    told(driver, "second-name", "Another player's name looks like yours.", "Rui")


def test_refused_amounts_and_players_of_a_book_are_explained_beside_their_fields() -> None:
    driver = Driver()
    driver.seat_at(SceneTable("poker-face", people=1, readers=(0,)), 0)
    for _ in range(2):
        driver.press("player")
        driver.type("Ana")
        driver.key("Enter")
    told(driver, "player", "Ana is in the round already.", "Ana")
    driver.press("ante")
    driver.type("ten")
    driver.key("Enter")
    told(driver, "ante", "Type an amount, such as 50.", "ten")


def test_an_option_that_was_typed_is_still_seen_when_its_field_is_left() -> None:
    driver = Driver()
    driver.connect()
    driver.press("option:stack")
    driver.type("0")
    driver.press("option-title")
    place = driver.target("option:stack").rect
    texts = [one for one in driver.scene().items if isinstance(one, Text)]
    assert [one.text for one in texts if place.holds(one.rect)] == ["0"]
    driver.press("open-table")
    told(driver, "option:stack", "Stack: 0 is not", "0")


def test_a_refused_option_covers_no_other_field_of_the_form() -> None:
    driver = Driver((1024, 640))
    driver.connect()
    driver.press("option:seats")
    driver.key("Backspace")
    driver.type("99")
    driver.press("open-table")
    scene = driver.scene()
    assert "Seats: 99 is not from 2 to 10" in scene.texts()
    assert under_notice(scene) == []


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900), (1920, 1080)])
def test_a_refused_amount_is_explained_in_the_bar_and_covers_nothing_of_the_table(
    size: tuple[int, int],
) -> None:
    driver = Driver(size)
    table = hand(6)
    driver.seat_at(table, table.turn)
    driver.press("amount")
    driver.type("1")
    driver.key("Enter")
    scene = driver.scene()
    lines = [one for one in scene.items if isinstance(one, Text) and one.role == "notice"]
    assert "you typed 1." in " ".join(line.text for line in lines)
    presets = [one.rect.right for one in scene.targets if one.key.startswith("preset:")]
    for line in lines:
        assert max(presets) < line.rect.x
        assert line.rect.right < driver.target("amount").rect.x
    assert under_notice(scene) == []
    # F3 must not raise to another amount than the typed one.
    driver.link.asked.clear()
    driver.key("F3")
    assert driver.link.asked == []
    # The cursor is there: a correction brings the slider back.
    driver.key("Backspace")
    driver.type("60")
    assert driver.scene().target("slider") is not None
    driver.key("Enter", "F3")
    assert driver.link.asked[-1][1].action["to"] == 60


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
def test_a_long_sentence_covers_no_plate_of_another_player(
    size: tuple[int, int], text: float
) -> None:
    driver = Driver(size, Settings(name="Marta", reduced=True, text=text))
    for seats in (2, 6, 10):
        driver.seat_at(hand(seats), 0)
        driver.app.say("You have knocked at a table where the owner is asked before you sit. " * 2)
        scene = driver.scene()
        notice = driver.target("notice").rect
        covered = [
            one.text
            for one in scene.items
            if isinstance(one, Text) and one.role != "notice" and one.text in NAMES
            if one.rect.overlaps(notice)
        ]
        assert covered == [], (seats, notice)
