"""Two people at one screen: hands stay covered, and each decides in a session of their own."""

from __future__ import annotations

import pytest
from tests.clients.pygame.driver import Driver, HeldLink, welcome
from tests.scene.checks import cut
from tests.scene.screens.every import screen
from tests.scene.tables import SceneTable

from carteado.engine.cards import UNKNOWN
from carteado.protocol.messages import Act, Holding, Join
from carteado.protocol.session_events import Welcomed
from carteado.scene.cards import is_known
from carteado.scene.shapes import CardShape
from carteado.scene.ui import Settings


def two_at_one_window() -> tuple[Driver, SceneTable]:
    """Marta and Rui at one screen; it is Marta's turn or Rui's."""
    driver = Driver()
    table = SceneTable(seats=2, readers=(0, 1))
    driver.seat_at(table, 0)
    driver.key("F7")
    driver.press("second-name")
    driver.type("Rui")
    driver.press("second-add")
    second = driver.links[-1]
    held = (Holding(table="t-1", seat=1),)
    second.incoming.append(Welcomed(welcome=welcome(seats=held, name="Rui")))
    driver.scene()
    table.deal()
    table.deal()
    follow(driver, table)
    return driver, table


def follow(driver: Driver, table: SceneTable) -> None:
    """Both sessions have heard what happened."""
    app = driver.app
    mine = app.at_table.follow("t-1")
    seat = 0 if app.welcome is not None and app.welcome.name == "Marta" else 1
    mine.reader = table.reader(seat)
    mine.skip(driver.now_ms)
    other = app.hot_seat.showing.setdefault(
        "t-1", type(mine)(reader=mine.reader, shown=mine.reader)
    )
    other.reader = table.reader(1 - seat)
    other.skip(driver.now_ms)
    driver.scene()


def own(driver: Driver) -> list[str]:
    """The two cards at the bottom."""
    found = [one for one in driver.scene().items if isinstance(one, CardShape)]
    largest = max(one.rect.w for one in found)
    return [one.card for one in found if one.rect.w == largest]


def faces(driver: Driver) -> list[str]:
    found = [one for one in driver.scene().items if isinstance(one, CardShape)]
    return [one.card for one in found if is_known(one.card)]


def at_screen(driver: Driver) -> int:
    assert driver.app.welcome is not None
    return 0 if driver.app.welcome.name == "Marta" else 1


def test_the_second_player_joins_with_a_session_of_the_own() -> None:
    driver = Driver()
    driver.seat_at(SceneTable(seats=2, people=1, readers=(0,)))
    driver.key("F7")
    # The caret is in the field already, which still says what to type.
    assert driver.app.ui.editing == "second-name"
    assert "Name of the second player" in driver.scene().texts()
    driver.press("second-name")
    driver.type("Rui")
    driver.press("second-add")
    second = driver.links[-1]
    assert second is not driver.links[0]
    assert second.name == "Rui"
    second.incoming.append(Welcomed(welcome=welcome(name="Rui")))
    driver.scene()
    assert second.asked[-1][1] == Join(id=1, table="t-1")


def test_the_name_of_the_second_player_is_typed_at_once_and_sent_by_enter() -> None:
    driver = Driver()
    driver.seat_at(SceneTable(seats=2, people=1, readers=(0,)))
    driver.key("F7")
    driver.type("Rui")
    driver.key("Enter")
    assert driver.links[-1].name == "Rui"


@pytest.mark.parametrize("way", ["key", "press"])
def test_a_cancelled_dialog_gives_the_keys_back_to_the_table(way: str) -> None:
    driver = Driver()
    driver.seat_at(SceneTable(seats=2, people=1, readers=(0,)))
    driver.key("F7")
    if way == "press":
        driver.press("close")
    else:
        # The first ends the typing, the second closes.
        driver.key("Escape", "Escape")
    assert driver.app.ui.sheet == ""
    before = driver.app.settings.sound
    driver.key("m")
    assert driver.app.settings.sound != before


def test_a_refused_name_is_explained_above_the_dialog() -> None:
    driver = Driver()
    driver.seat_at(SceneTable(seats=2, people=1, readers=(0,)))
    driver.key("F7")
    driver.press("second-add")
    roles = [getattr(one, "role", "") for one in driver.scene().items]
    assert "notice" in roles[roles.index("dialog") :]


def test_the_name_is_another_one() -> None:
    driver = Driver()
    driver.seat_at(SceneTable(seats=2, people=1, readers=(0,)))
    driver.key("F7")
    driver.press("second-name")
    driver.type("marta")
    driver.press("second-add")
    assert len(driver.links) == 1
    assert "The second player needs another name." in driver.scene().texts()


def test_cards_are_covered_until_the_player_whose_turn_it_is_asks() -> None:
    driver, table = two_at_one_window()
    assert at_screen(driver) == table.turn
    assert faces(driver) == []
    assert driver.scene().target("act:call") is None
    driver.key("F2")
    assert not any(isinstance(message, Act) for link in driver.links for _, message in link.asked)
    driver.press("reveal")
    assert own(driver) == list(table.state.hands[table.turn or 0])
    assert UNKNOWN not in own(driver)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
def test_the_cover_says_how_long_there_is_and_what_to_do_in_every_size_of_text(
    text: float,
) -> None:
    scene = screen("hot-seat-covered", (1024, 640), Settings(text=text))
    said = " ".join(scene.texts())
    assert "Rui has 21 s to decide." in said
    assert "Press the button when only you can see the screen. Both hands are covered." in said
    assert cut(scene) == []


def test_after_a_decision_they_are_covered_and_the_screen_goes_to_the_other() -> None:
    driver, table = two_at_one_window()
    first = table.turn
    assert first is not None
    link = driver.app.link
    assert isinstance(link, HeldLink)
    driver.press("reveal")
    driver.key("F2")
    assert isinstance(link.asked[-1][1], Act)
    assert faces(driver) == []
    table.act("call")
    follow(driver, table)
    assert table.turn == 1 - first
    assert at_screen(driver) == 1 - first
    assert faces(driver) == []
    driver.press("reveal")
    driver.key("F2")
    other = driver.app.link
    assert other is not link
    assert isinstance(other, HeldLink)
    assert isinstance(other.asked[-1][1], Act)


def test_without_input_or_focus_they_are_covered_again() -> None:
    driver, _ = two_at_one_window()
    driver.press("reveal")
    assert faces(driver) != []
    driver.scene(9_000.0)
    assert faces(driver) != []
    driver.scene(2_000.0)
    assert faces(driver) == []
    driver.press("reveal")
    driver.app.focus_lost()
    assert faces(driver) == []


def test_covered_screens_tell_nothing_private() -> None:
    driver, table = two_at_one_window()
    reader = table.reader(table.turn)
    texts = " ".join(driver.scene().texts())
    assert reader.picture().own_hand not in texts
    assert not any(line.text in texts for line in reader.story.log.lines if "deal" in line.text)


def two_at_buraco() -> tuple[Driver, SceneTable]:
    """Marta and Bia at one screen, partners; Marta has to draw."""
    driver = Driver()
    table = SceneTable("buraco", readers=(0, 2), seed=5)
    driver.seat_at(table, 0)
    driver.key("F7")
    driver.press("second-name")
    driver.type("Bia")
    driver.press("second-add")
    held = (Holding(table="t-1", seat=2),)
    driver.links[-1].incoming.append(Welcomed(welcome=welcome(seats=held, name="Bia")))
    driver.scene()
    table.deal()
    driver.app.at_table.follow("t-1").reader = table.reader(0)
    driver.app.at_table.follow("t-1").skip(driver.now_ms)
    driver.scene()
    return driver, table


def test_nothing_can_be_done_with_covered_cards_of_buraco() -> None:
    driver, _ = two_at_buraco()
    keys = [one.key for one in driver.scene().targets]
    assert "reveal" in keys
    assert not {"stock", "pile", "draw"} & set(keys)
    assert not [key for key in keys if key.startswith("card:")]
    driver.key("Space")
    keys = [one.key for one in driver.scene().targets]
    assert {"stock", "pile", "draw"} <= set(keys)
    assert len([key for key in keys if key.startswith("card:")]) == 11


def test_the_cards_stay_open_while_the_turn_of_buraco_goes_on() -> None:
    driver, table = two_at_buraco()
    driver.key("Space")
    driver.press("draw")
    assert not driver.app.ui.covered
    table.act("draw")
    driver.app.at_table.follow("t-1").reader = table.reader(0)
    driver.app.at_table.follow("t-1").skip(driver.now_ms)
    driver.press(f"card:{table.reader(0).picture().hand[0]}")
    driver.key("d", "Enter")
    assert driver.app.ui.covered


def test_the_second_player_can_leave_the_screen() -> None:
    driver, _ = two_at_one_window()
    second = driver.app.hot_seat.link
    driver.app.hot_seat.close()
    assert isinstance(second, HeldLink)
    assert second.closed
    driver.scene()
    assert not driver.app.ui.shared


def test_the_cover_says_how_much_time_its_player_has() -> None:
    driver, table = two_at_one_window()
    name = table.state.names[table.turn or 0]
    mine = driver.app.at_table.current
    assert mine is not None
    assert mine.reader.clock is not None
    left = mine.reader.clock.left(driver.now_ms + 16).seconds
    assert f"{name} has {left} s to decide." in driver.scene().texts()
    later = driver.scene(5_000.0).texts()
    assert f"{name} has {left - 5} s to decide." in later
