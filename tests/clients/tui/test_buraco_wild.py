"""The place of a wild in a terminal: where it can stand in several, the player chooses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clients.tui.buraco_tables import select
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.buraco_replies import wild_ways
from tests.scene.tables import SceneTable

from carteado.protocol.messages import Ways
from carteado.protocol.session_events import Welcomed

QUESTION = "Where does the wild go?"


def laid(size: tuple[int, int] = SMALL, **options: Any) -> tuple[Driver, list[str]]:
    """Three cards of the hand are staged as a new run; they, as they were sent to the server."""
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5, **options)
    table.deal_buraco("2S 6S 7S 9S 5H 9H KH 4D 8D TC QC")
    table.act("draw")
    driver = Driver(size)
    driver.session.connect("127.0.0.1:8765")
    driver.tell(Welcomed(welcome=driver.welcome_with("ways")))
    driver.seat_at(table, table.turn)
    driver.link.asked.clear()
    select(driver, "6S", "7S", "2S")
    driver.key("n")
    actions = [one.action for _, one in driver.link.asked if isinstance(one, Ways)]
    return driver, actions[-1]["cards"] if actions else []


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
def test_each_place_is_shown_with_its_run_and_points(size: tuple[int, int]) -> None:
    driver, cards = laid(size, wild_relocation="fixed")
    driver.tell(wild_ways(cards))
    text = driver.text
    assert QUESTION in text
    assert "1 ♠ 2=5 6 7   20 points, dirty" in text
    assert "2 ♠ 6 7 2=8   25 points, dirty" in text
    assert "Esc Undo" in text


@pytest.mark.parametrize("key", ["1", "2"])
def test_the_place_that_is_chosen_is_sent(key: str) -> None:
    driver, cards = laid(wild_relocation="fixed")
    driver.tell(wild_ways(cards))
    driver.key(key)
    assert QUESTION not in driver.text
    select(driver, "TC")
    driver.key("D", "Enter")
    written = cards if key == "1" else [*cards[:2], f"{cards[2]}=8S"]
    plays = [{"type": "meld", "cards": written}, {"type": "discard", "card": "TCa"}]
    assert driver.acts == [{"type": "turn", "plays": plays}]


def test_escape_takes_the_play_back() -> None:
    driver, cards = laid(wild_relocation="fixed")
    driver.tell(wild_ways(cards))
    driver.key("Escape")
    assert QUESTION not in driver.text
    assert driver.session.at_table.turns.staging.steps == ()


def test_a_dialog_goes_before_the_question() -> None:
    driver, cards = laid(wild_relocation="fixed")
    driver.tell(wild_ways(cards))
    driver.say("help")
    assert QUESTION not in driver.text
    driver.key("Escape")
    assert QUESTION in driver.text


def test_nothing_is_asked_where_wilds_move_freely() -> None:
    driver, cards = laid(wild_relocation="free")
    assert cards == []
    assert QUESTION not in driver.text
