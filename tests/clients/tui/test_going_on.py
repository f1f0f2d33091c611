"""The terminal's first screen after connecting: the named table, or the lobby."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.clients.pygame.driver import welcome
from tests.clients.tui.driver import Driver
from tests.clients.tui.tables import lobby, my_turn

from carteado.client import CannotReach
from carteado.client.link import Ended, Listed
from carteado.clients.tui.app import Terminal
from carteado.protocol.messages import Join, Watch
from carteado.protocol.session_events import Welcomed
from carteado.scene.shapes import Intent


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


def many() -> tuple[Any, ...]:
    first = lobby((80, 24)).session.lobby.listed[0]
    return tuple(replace(first, table=f"t-{n}", title=f"Table of friends {n}") for n in range(40))


def test_an_ambiguous_title_is_answered_whole_in_the_lobby() -> None:
    driver = Driver()
    driver.session.connect("127.0.0.1:8765", "friends")
    driver.tell(Welcomed(welcome=welcome((), ())), Listed(tables=many()))
    text = " ".join(driver.text.split())
    assert "! 'friends' is in the titles of several tables: Table of friends 0 (t-0)" in text
    assert " more " in text
    assert "…" not in text.partition("! 'friends'")[2]


def test_an_ambiguous_title_is_answered_whole_at_a_table() -> None:
    driver = my_turn((80, 24))
    driver.tell(Listed(tables=many()))
    driver.say("watch friends")
    text = " ".join(driver.text.replace("║", " ").split())
    assert "is in the titles of several tables: Table of friends 0 (t-0)" in text
    assert " more " in text


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


def test_the_dialog_of_an_own_server_names_an_address_that_a_browser_opens() -> None:
    driver = Driver()
    hosting(driver)
    text = driver.text
    assert "Your server runs at 192.0.2.2:8765." in text
    assert "Others open http://192.0.2.2:8765 in a browser" in text


def hosting(driver: Driver, *, earlier: bool = False) -> SimpleNamespace:
    """Start a server with H; what the terminal has done to it since."""
    host = SimpleNamespace(url="ws://192.0.2.2:8765", problem="", running=True, earlier=earlier)
    host.left = False
    host.stop = lambda: setattr(host, "running", False)
    host.leave = lambda: setattr(host, "left", True)
    driver.session.own_server.make_host = lambda: host
    driver.key("H")
    return host


def test_an_own_server_is_not_stopped_before_a_second_key_says_so() -> None:
    driver = Driver()
    host = hosting(driver)
    driver.key("S")
    assert host.running
    assert "Players at its tables are cut off" in driver.text
    driver.key("1")
    assert "Your server runs at" in driver.text
    driver.key("S", "2")
    assert not host.running
    assert "your server runs at" not in driver.text


def test_the_question_about_an_own_server_names_the_players_at_its_tables() -> None:
    driver = Driver()
    host = hosting(driver)
    tables = lobby((80, 24)).session.lobby.listed
    driver.session.connecting.search = SimpleNamespace(
        servers=((host.url, tables),), running=False, problem="", start=lambda: None
    )
    driver.key("S")
    people = [seat.name for table in tables for seat in table.seats if seat.name and not seat.bot]
    assert people
    shown = " ".join(driver.text.replace("║", " ").split())
    assert f"Now there: {', '.join(dict.fromkeys(people))[:12]}" in shown


@pytest.mark.parametrize(
    ("answer", "runs"), [("1", True), ("2", False), ("q", True), ("Escape", True)]
)
def test_an_own_server_is_asked_about_before_the_terminal_closes(answer: str, runs: bool) -> None:
    driver = Driver()
    host = hosting(driver)
    driver.key("Escape", "Q")
    assert driver.session.running
    if answer == "q":
        # Ctrl+Q, pressed again without an answer.
        driver.session.do(Intent("close"))
    else:
        driver.key(answer)
    assert driver.session.running == (answer == "Escape")
    driver.session.close()
    assert host.running == runs == host.left
    assert driver.session.left_at == ("ws://192.0.2.2:8765" if runs else "")


async def test_ctrl_q_asks_about_an_own_server() -> None:
    driver = Driver()
    host = hosting(driver)
    terminal = Terminal(driver.session)
    async with terminal.run_test() as pilot:
        await pilot.press("ctrl+q")
        assert "Your server is still running" in terminal.session.page((80, 24)).text
        await pilot.press("1")
        await pilot.pause()
        assert not driver.session.running
    assert host.running


def test_a_server_that_an_earlier_terminal_left_is_not_asked_about_again() -> None:
    driver = Driver()
    hosting(driver, earlier=True)
    assert "An earlier window or terminal started it." in driver.text
    driver.key("Escape", "Q")
    assert not driver.session.running


def test_the_window_takes_over_a_server_that_runs() -> None:
    driver = Driver()
    host = hosting(driver)
    driver.key("Escape", "G")
    assert driver.session.after == "gui"
    driver.session.close()
    assert host.running
    assert host.left


@pytest.mark.parametrize(
    ("key", "field"),
    [("P", "address"), ("W", "watch-address"), ("S", "statistics-address"), ("R", "replay-file")],
)
def test_a_refused_address_stays_in_its_field(key: str, field: str) -> None:
    driver = Driver()
    driver.key(key)
    driver.session.write("no such address:x")
    driver.key("Enter")
    assert "! " in driver.text
    assert driver.session.ui.editing == field
    assert driver.session.ui.texts[field] == "no such address:x"
    # One that nobody answers at, too.
    driver.session.write("127.0.0.1:9")
    driver.key("Enter")
    driver.tell(Ended(error=CannotReach("no")))
    assert "! Nobody answers at 127.0.0.1:9." in driver.text
    assert driver.session.ui.editing == field
    assert driver.session.ui.texts[field] == "127.0.0.1:9"


def test_a_refused_address_of_the_line_stays_in_it() -> None:
    driver = Driver()
    driver.say("127.0.0.1:9")
    driver.tell(Ended(error=CannotReach("no")))
    assert driver.session.ui.texts["address"] == "127.0.0.1:9"
    assert driver.session.ui.editing == "address"


def test_the_reason_for_no_answer_stays_and_goes_with_escape() -> None:
    driver = Driver()
    driver.session.connect("127.0.0.1:8765")
    driver.tell(Ended(error=CannotReach("no")))
    driver.page(60_000)
    assert "! Nobody answers at 127.0.0.1:8765." in driver.text
    driver.key("Escape")
    assert "Nobody answers" not in driver.text


@pytest.mark.parametrize(
    ("key", "entry", "hint"),
    [
        ("W", "▸ W  Watch", "type an address, such as"),
        ("R", "▸ R  Replay", "type a log file, or the address of a server"),
        ("S", "▸ S  Statistics", "statistics of all tables: type an address"),
        ("N", "▸ N  Name", ""),
    ],
)
def test_the_menu_shows_for_which_entry_the_line_is_typed(key: str, entry: str, hint: str) -> None:
    driver = Driver()
    assert entry not in driver.text
    driver.key(key)
    assert entry in driver.text
    page = driver.session.shown
    assert page is not None
    assert hint in page.line.hint
    # The other letters are written now, so they are not offered.
    assert "Enter go  Esc back" in driver.text
    assert "? help" not in driver.text
    driver.key("Escape")
    assert entry not in driver.text
    assert "? help" in driver.text
