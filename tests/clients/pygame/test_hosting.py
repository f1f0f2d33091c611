"""The server that a window starts: shown, asked about, stopped or left."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clients.pygame.driver import Driver, welcome
from tests.scene.checks import cut
from tests.scene.screens.start import tables

from carteado.client.link import Listed
from carteado.engine.sentences import Sentence, said
from carteado.protocol.session_events import Welcomed


class FakeHost:
    """A server that runs as soon as it is asked to."""

    def __init__(self) -> None:
        self.url, self.running, self.left = "ws://192.168.1.7:8765", True, False
        self.problem: Sentence | str = ""
        self.earlier = False

    def stop(self) -> None:
        self.running = False

    def leave(self) -> None:
        self.left = True


class Found:
    """A search that has found these servers."""

    running, problem = False, ""

    def __init__(self, *servers: Any) -> None:
        self.servers = servers
        self.later: Any = None

    def start(self) -> None:
        """Nothing more is found, or what is there by now."""
        if self.later is not None:
            self.servers = self.later


class TestHosting:
    def hosted(self) -> tuple[Driver, FakeHost]:
        driver, host = Driver(), FakeHost()
        driver.app.own_server.make_host = lambda: host
        driver.press("host")
        return driver, host

    def test_shows_its_address_and_a_code_and_opens_the_lobby(self) -> None:
        driver, _ = self.hosted()
        scene = driver.scene()
        assert "http://192.168.1.7:8765" in scene.texts()
        assert sum(getattr(one, "fill", "") == "#000000" for one in scene.items) > 100
        assert cut(scene) == []
        driver.press("lobby")
        assert driver.link.url == "ws://127.0.0.1:8765"

    def test_that_did_not_start_names_the_remedy_and_is_tried_again(self) -> None:
        driver, host = self.hosted()
        host.url, host.running = "", False
        host.problem = said("Another Carteado server is running and has these tables open.")
        texts = " ".join(driver.scene().texts())
        assert "Another Carteado server is running and has these tables open." in texts
        other = FakeHost()
        driver.app.own_server.make_host = lambda: other
        driver.key("Enter")
        assert driver.app.own_server.host is other
        assert "http://192.168.1.7:8765" in driver.scene().texts()

    def asked(self, driver: Driver) -> str:
        assert "Stop your server?" in driver.scene().texts()
        assert cut(driver.scene()) == []
        return " ".join(driver.scene().texts())

    @pytest.mark.parametrize("by", ["key", "mouse"])
    def test_is_stopped_only_after_a_question(self, by: str) -> None:
        driver, host = self.hosted()
        driver.key("F9") if by == "key" else driver.press("stop")
        assert "Players at its tables are cut off until it runs again." in self.asked(driver)
        # What confirms everything else, confirms nothing here.
        driver.key("Enter", "Space")
        assert host.running
        driver.key("F9") if by == "key" else driver.press("stop")
        assert not host.running
        assert driver.app.own_server.host is None
        assert driver.app.ui.sheet == ""

    @pytest.mark.parametrize("by", ["key", "mouse"])
    def test_runs_on_where_the_question_is_declined(self, by: str) -> None:
        driver, host = self.hosted()
        driver.key("F9")
        self.asked(driver)
        driver.key("Escape") if by == "key" else driver.press("cancel")
        assert host.running
        assert "http://192.168.1.7:8765" in driver.scene().texts()

    @pytest.mark.parametrize("address", ["192.168.1.7:8765", "127.0.0.1:8765"])
    def test_names_the_people_who_sit_at_its_tables(self, address: str) -> None:
        driver, _ = self.hosted()
        driver.app.connecting.search = Found(
            (f"ws://{address}", tables()), ("ws://10.0.0.9:8765", ())
        )
        driver.key("F9")
        text = self.asked(driver)
        assert "Now there: Rui, Bia, Jonas, Ana, Clara, Otto and 1 more." in text
        assert "bot" not in text
        # The window's cross asks with the same words.
        driver.key("Escape")
        driver.app.quit()
        assert "Now there: Rui, Bia," in " ".join(driver.scene().texts())

    def test_says_where_nobody_else_sits_at_its_tables(self) -> None:
        driver, _ = self.hosted()
        driver.app.connecting.search = Found(("ws://127.0.0.1:8765", tables()[3:4]))
        driver.key("F9")
        assert "Nobody else sits at its tables now." in self.asked(driver)

    def test_names_nobody_of_another_server(self) -> None:
        driver, _ = self.hosted()
        driver.app.connecting.search = Found(
            ("ws://10.0.0.9:8765", tables()), ("ws://127.0.0.1:8765", None)
        )
        driver.key("F9")
        assert "Now there" not in self.asked(driver)

    def test_names_the_people_of_its_lobby_where_the_window_has_joined_it(self) -> None:
        driver, _ = self.hosted()
        driver.press("lobby")
        driver.tell(Welcomed(welcome=welcome()), Listed(tables=tables()))
        driver.app.quit()
        assert "Now there: Rui, Bia," in " ".join(driver.scene().texts())

    @pytest.mark.parametrize("by", ["stop", "close"])
    def test_names_the_people_who_are_there_when_the_question_opens(self, by: str) -> None:
        driver, _ = self.hosted()
        address = "ws://127.0.0.1:8765"
        driver.app.connecting.search = search = Found((address, ()))
        # The window has just searched; the next search is not due for a while.
        driver.scene()
        search.later = ((address, tables()),)
        driver.key("F9") if by == "stop" else driver.app.quit()
        assert "Now there: Rui, Bia," in " ".join(driver.scene(0).texts())

    def test_asks_its_lobby_again_when_the_question_opens(self) -> None:
        driver, _ = self.hosted()
        driver.press("lobby")
        driver.tell(Welcomed(welcome=welcome()), Listed(tables=()))
        driver.link.asked.clear()
        driver.app.quit()
        assert ("list", None) in driver.link.asked

    def test_is_asked_about_before_the_window_closes(self) -> None:
        driver, host = self.hosted()
        driver.app.quit()
        assert driver.app.running
        driver.press("keep")
        assert not driver.app.running
        driver.app.close()
        assert host.left
        assert host.running

    def test_is_left_running_where_the_question_is_closed_unanswered(self) -> None:
        driver, host = self.hosted()
        driver.app.quit()
        driver.app.quit()
        assert not driver.app.running
        driver.app.close()
        assert host.running

    def test_is_stopped_with_the_window_where_that_is_wanted(self) -> None:
        driver, host = self.hosted()
        driver.app.quit()
        driver.press("stop")
        driver.app.close()
        assert not host.running

    def test_says_why_it_does_not_run(self) -> None:
        driver, host = self.hosted()
        host.url, host.problem = "", "port 8765 is in use"
        texts = " ".join(driver.scene().texts())
        assert "The server could not be started: port 8765 is in use" in texts
