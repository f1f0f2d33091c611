"""The terminal's first screen after connecting: the named table, or the lobby."""

from __future__ import annotations

import pytest
from tests.clients.pygame.driver import welcome
from tests.clients.tui.driver import Driver
from tests.clients.tui.tables import lobby, my_turn

from carteado.client.link import Listed
from carteado.protocol.messages import Join, Watch
from carteado.protocol.session_events import Welcomed


def going_to(table: str, *, watch: bool = False) -> Driver:
    driver, tables = Driver(), lobby((80, 24)).session.lobby.listed
    driver.session.connect("127.0.0.1:8765", table, watch=watch)
    driver.tell(Welcomed(welcome=welcome((), ())))
    driver.tell(Listed(tables=tables))
    return driver


@pytest.mark.parametrize("named", ["t-2", "Quinta", "quin"])
def test_a_table_is_named_by_its_id_its_title_or_a_part_of_it(named: str) -> None:
    driver = going_to(named)
    assert [one.table for _, one in driver.link.asked if isinstance(one, Join)] == ["t-2"]
    driver = going_to(named, watch=True)
    assert [one.table for _, one in driver.link.asked if isinstance(one, Watch)] == ["t-2"]


def test_a_table_that_is_not_there_is_named_in_the_lobby() -> None:
    driver = going_to("Segunda")
    assert not any(isinstance(one, Join) for _, one in driver.link.asked)
    assert "there is no table 'Segunda'" in " ".join(driver.text.split())
    assert "Quinta" in driver.text


def test_a_later_list_leads_nowhere_again() -> None:
    driver = going_to("Quinta")
    driver.link.asked.clear()
    driver.tell(Listed(tables=driver.session.lobby.listed))
    assert not any(isinstance(one, Join) for _, one in driver.link.asked)


def test_watch_in_the_menu_says_how_to_choose() -> None:
    driver = Driver()
    driver.key("W")
    driver.session.write("127.0.0.1:8765")
    driver.key("Enter")
    driver.tell(Welcomed(welcome=welcome((), ())))
    assert "press W to watch it" in driver.text


@pytest.mark.parametrize("keys", [(), ("O",), ("S",), ("R",)])
def test_a_lost_connection_shows_on_every_page_of_the_lobby(keys: tuple[str, ...]) -> None:
    driver = lobby((80, 24))
    driver.key(*keys)
    driver.lose(1_000)
    assert "Reconnecting to 127.0.0.1:8765" in driver.text
    driver.tell(Welcomed(welcome=welcome((), ())))
    assert "Reconnecting" not in driver.text


@pytest.mark.parametrize("keys", [("F7",), ("Escape",), ("Escape", "W"), ("F3",)])
def test_a_lost_connection_shows_on_every_page_of_a_table(keys: tuple[str, ...]) -> None:
    driver = my_turn((80, 24))
    driver.key(*keys)
    driver.lose(1_000)
    assert "Reconnecting" in driver.text
