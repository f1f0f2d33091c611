"""The tables where a player has sat, on the first screen of the window."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.clients.pygame.driver import Driver, welcome
from tests.scene.checks import crowded, cut
from tests.scene.screens.start import STAYS, FoundServers, remembers, stay, tables
from tests.scene.test_screens import dots

from carteado.client.link import Listed
from carteado.protocol.messages import Holding, Join
from carteado.protocol.session_events import Welcomed
from carteado.scene.shapes import Text
from carteado.scene.ui import Settings

SIZES = [(1024, 640), (1280, 800), (1920, 1080)]


def at_start(
    stays: Any, size: tuple[int, int] = (1024, 640), settings: Settings | None = None
) -> Driver:
    driver = Driver(size, replace(settings or Settings(), name="Marta", reduced=True))
    remembers(driver, stays)
    return driver


def test_the_start_lists_tables_with_their_results() -> None:
    texts = at_start(STAYS).scene().texts()
    assert {"Friday table", "· yesterday, +340", "Sunday Buraco"} <= set(texts)
    assert {"· Sunday, 2,310 to 1,840", "· Saturday, −1,500", "· 2026-10-26"} <= set(texts)


@pytest.mark.parametrize("by", ["key", "mouse"])
def test_a_recent_table_is_joined_again_by_its_key_and_by_a_click(by: str) -> None:
    driver = at_start(STAYS)
    driver.key("1") if by == "key" else driver.press("recent:0")
    assert driver.link.url == "ws://192.168.1.7:8765"
    driver.tell(Welcomed(welcome=welcome()), Listed(tables=tables()))
    (join,) = [one for _, one in driver.link.asked if isinstance(one, Join)]
    assert join.table == "friday table"


def test_the_link_of_an_invitation_leads_to_its_table() -> None:
    driver = at_start([])
    listed = [replace(one, table=f"t-{number}") for number, one in enumerate(tables())]
    driver.app.connect("http://192.168.1.7:8765/#t-1")
    assert driver.link.url == "ws://192.168.1.7:8765"
    driver.tell(Welcomed(welcome=welcome()), Listed(tables=tuple(listed)))
    (join,) = [one for _, one in driver.link.asked if isinstance(one, Join)]
    assert join.table == "t-1"


def test_a_seat_that_is_still_held_is_taken_again() -> None:
    driver = at_start([stay("Friday table", open=True)])
    assert driver.target("recent:0").label == "My seat"
    driver.key("1")
    driver.tell(Welcomed(welcome=welcome((Holding(table="friday table", seat=2),))))
    assert driver.app.screen == "table"


def test_a_recent_table_that_is_gone_is_named_in_the_lobby() -> None:
    driver = at_start([stay("Monday table")])
    driver.key("1")
    driver.tell(Welcomed(welcome=welcome()), Listed(tables=tables()))
    assert driver.app.screen == "lobby"
    assert "Monday table is no longer open." in driver.scene().texts()


def test_an_invalid_recorded_address_is_refused_beside_its_field() -> None:
    driver = at_start([stay("Friday table", server="ws://[")])
    driver.key("1")
    assert driver.app.screen == "start"
    assert driver.app.ui.notice is not None
    assert driver.app.ui.notice.field == "address"


def test_a_table_is_listed_once_with_the_last_stay_and_only_for_its_player() -> None:
    again = [stay("Friday table", won=-20), stay("Friday table"), stay("Quiz", player="Rui")]
    texts = at_start(again).scene().texts()
    assert [text for text in texts if "Friday" in text] == ["Friday table"]
    assert "· today, −20" in texts
    assert "Quiz" not in texts


@pytest.mark.parametrize(
    "record", [[], {}, None, [5], [{"server": 5}], [stay("a\nb")], [stay("\ud800"), stay("\0")]]
)
def test_an_empty_or_damaged_record_lists_nothing(record: Any) -> None:
    assert "Recent" not in at_start(record).scene().texts()


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_a_long_record_leaves_room_for_servers(
    size: tuple[int, int], language: str, text: float
) -> None:
    title, server = "The long table of the summer house " * 3, "name-of-a-server.example.org:18765"
    record = [stay(f"{title}{number}", server=server) for number in range(60)]
    shown = Settings(language=language, text=text, recent=("kitchen:8765", "attic:8765"))
    driver = at_start(record, size, shown)
    driver.app.connecting.search = FoundServers()
    scene = driver.scene()
    assert cut(scene) == []
    assert crowded(scene) == []
    # A long title is cut, but nothing else is.
    assert all(one.startswith("The long table") for one in dots(scene))
    keys = [one.key for one in scene.targets if one.key.startswith("recent:")]
    assert keys
    servers = [one for one in scene.items if isinstance(one, Text) and one.text == "kitchen:8765"]
    assert servers or len(keys) == 1
