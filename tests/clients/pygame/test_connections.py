"""Servers and sessions in the window: found, chosen, lost, refused and ended."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from tests.clients.pygame.driver import Driver, at_turn, welcome
from tests.clocks import PATIENCE_S
from tests.scene.checks import cut
from tests.scene.tables import SceneTable

from carteado.client import CannotReach, CommandRefused, InputError, SessionEnded, VersionRefused
from carteado.client.link import Answered, Ended, Failed, Listed, NotKept
from carteado.client.notices import Lost
from carteado.client.search import Search
from carteado.engine.sentences import said
from carteado.engine.table import TableClosed
from carteado.protocol.messages import Holding, Join, Ok, Open, SeatInfo, TableInfo, Watch
from carteado.protocol.session_events import Welcomed
from carteado.scene.ui import Settings


class TestConnections:
    def test_the_address_and_name_are_typed_on_the_first_screen(self) -> None:
        driver = Driver(settings=Settings())
        driver.press("name")
        driver.type("Ana")
        driver.key("Tab")
        driver.press("address")
        driver.type("192.168.1.7")
        driver.key("Enter")
        assert (driver.link.url, driver.link.name) == ("ws://192.168.1.7:8765", "Ana")
        assert driver.app.screen == "connecting"

    def test_a_wrong_address_gets_a_sentence(self) -> None:
        driver = Driver()
        driver.press("address")
        driver.type("http://")
        driver.key("Enter")
        assert any("is not an address" in text for text in driver.scene().texts())
        assert driver.links == []

    def test_nobody_answers(self) -> None:
        driver = Driver()
        driver.app.connect("127.0.0.1:9")
        driver.tell(Ended(error=CannotReach("cannot reach")))
        texts = " ".join(driver.scene().texts())
        assert "Nobody answers at 127.0.0.1:9" in texts
        assert driver.app.screen == "start"

    def test_a_seat_that_is_held_is_taken_again_at_once(self) -> None:
        driver = Driver()
        driver.connect(seats=(Holding(table="t-1", seat=1),))
        assert driver.app.screen == "table"
        assert driver.app.at_table.table_id == "t-1"

    def test_a_session_that_cannot_be_saved_is_announced(self) -> None:
        driver = Driver()
        driver.connect()
        driver.tell(NotKept(reason="No space left on device"))
        said = "This machine cannot keep your session (No space left on device)"
        assert said in " ".join(driver.scene().texts())

    def test_the_lobby_sits_down_watches_and_opens(self) -> None:
        driver = Driver()
        driver.connect()
        driver.tell(Listed(tables=tables()))
        scene = driver.scene()
        assert cut(scene) == []
        driver.press("table:open-seat")
        tag, join = driver.link.asked[-1]
        assert isinstance(join, Join)
        driver.tell(Answered(tag=tag, reply=Ok(id=1, table="open-seat", result=0)))
        assert driver.app.screen == "table"
        driver.press("back")
        driver.tell(Listed(tables=tables()))
        driver.press("table:full")
        assert isinstance(driver.link.asked[-1][1], Watch)
        driver.press("new:buraco")
        driver.press("open-table")
        tag, opened = driver.link.asked[-1]
        assert isinstance(opened, Open)
        assert (opened.game, opened.preset, opened.options) == ("buraco", "mineiro", {})

    def test_the_typed_form_is_opened(self) -> None:
        driver = Driver()
        driver.connect()
        driver.press("option:seats")
        driver.type("6")
        driver.press("option:stack")
        driver.type("5k")
        driver.press("open-table")
        tag, opened = driver.link.asked[-1]
        assert opened.options == {"seats": 6, "stack": 5000}
        # Once it is open, the next table begins with the preset again.
        driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-9")))
        driver.press("open-table")
        opened = driver.link.asked[-1][1]
        assert opened.options == {}

    def test_a_wrong_option_gets_a_sentence_and_opens_nothing(self) -> None:
        driver = Driver()
        driver.connect()
        driver.press("option:seats")
        driver.type("99")
        driver.press("open-table")
        assert not any(isinstance(one, Open) for _, one in driver.link.asked)
        assert driver.app.ui.notice is not None

    def test_a_wrong_option_is_refused_in_the_players_language(self) -> None:
        driver = Driver(settings=Settings(name="Marta", reduced=True, language="de"))
        driver.connect()
        driver.press("option:stack")
        driver.type("9999999999999999")
        driver.press("open-table")
        notice = driver.app.ui.notice
        assert notice is not None
        assert notice.field == "option:stack"
        assert notice.text == (
            "Stack: 9.999.999.999.999.999 liegt nicht im Bereich von 1 bis 9.007.199.254.740.991"
        )

    def test_a_table_that_a_restarted_server_still_loads_says_so(self) -> None:
        driver, _ = at_turn()
        driver.tell(Lost(reason="gone", retry_ms=100, attempt=1))
        assert "The connection was lost" in " ".join(driver.scene().texts())
        driver.tell(Welcomed(welcome=welcome()))
        text = " ".join(driver.scene().texts())
        assert "The server is loading this table." in text
        assert "The connection was lost" not in text

    def test_a_lost_connection_is_shown_and_resumed_at_the_same_table(self) -> None:
        driver, _ = at_turn()
        driver.tell(Lost(reason="gone", retry_ms=100, attempt=1))
        assert any("Reconnecting to" in text for text in driver.scene().texts())
        driver.key("F5")
        assert "Reconnecting" in driver.scene().texts()
        driver.key("Escape")
        driver.scene(40_000)
        assert "The server is gone" in driver.scene().texts()
        driver.tell(Welcomed(welcome=welcome()))
        assert driver.app.ui.lost_ms is None
        assert driver.app.screen == "table"

    def test_the_address_of_a_server_that_is_gone_can_be_changed(self) -> None:
        driver, _ = at_turn()
        driver.tell(Lost(reason="gone", retry_ms=100, attempt=1))
        driver.scene(40_000)
        driver.press("address")
        assert driver.app.screen == "start"
        driver.key("Backspace")
        driver.type("6")
        driver.key("Enter")
        assert driver.link.url.endswith("127.0.0.1:8766")

    def test_a_refused_request_is_a_sentence(self) -> None:
        driver = Driver()
        driver.connect()
        error = CommandRefused("table/full", "full", {})
        driver.tell(Failed(tag="enter:t-1", error=error))
        texts = " ".join(driver.scene().texts())
        assert "The table is full." in texts


def tables() -> tuple[TableInfo, ...]:
    def info(name: str, people: int) -> TableInfo:
        seats = tuple(
            SeatInfo(name=f"P{at}" if at < people else None, bot=at == 1, stack=0, connected=True)
            for at in range(2)
        )
        return TableInfo(
            table=name,
            title=name.title(),
            game="holdem",
            options={"small_blind": 10, "big_blind": 20},
            settings={},
            seats=seats,
            deals=0,
            over=False,
            watching=0,
        )

    return (info("open-seat", 1), info("full", 2))


class TestTheStart:
    def test_the_start_lists_servers_of_the_network_with_free_seats(self) -> None:
        seats = (
            SeatInfo(name="Ana", bot=False, stack=0, connected=True),
            SeatInfo(name=None, bot=False, stack=0, connected=False),
        )
        info = TableInfo(
            table="t-1",
            title="",
            game="holdem",
            options={},
            settings={},
            seats=seats,
            deals=0,
            over=False,
            watching=0,
        )
        woken = threading.Event()

        async def look(name: str) -> list[tuple[str, tuple[TableInfo, ...] | None]]:
            return [("ws://192.168.1.7:8765", (info,)), ("ws://192.168.1.9:8765", None)]

        driver = Driver()
        driver.app.connecting.search = Search("Marta", woken.set, look)
        driver.scene()
        assert woken.wait(PATIENCE_S)
        texts = driver.scene().texts()
        assert "192.168.1.7:8765" in texts
        assert "· 1 table, 1 free seat" in texts
        assert "· does not answer" in texts
        driver.press("found:0")
        assert driver.link.url == "ws://192.168.1.7:8765"

    def test_the_start_says_why_no_server_can_be_found(self) -> None:
        woken = threading.Event()

        async def look(name: str) -> list[Any]:
            raise InputError("finding servers needs zeroconf")

        driver = Driver()
        driver.app.connecting.search = Search("Marta", woken.set, look)
        driver.scene()
        assert woken.wait(PATIENCE_S)
        text = " ".join(driver.scene().texts())
        assert "finding servers needs zeroconf" in text


class TestEnds:
    @pytest.mark.parametrize(
        ("error", "sentence"),
        [
            (SessionEnded("session/replaced", "no"), "You connected from elsewhere"),
            (SessionEnded("session/kicked", "no"), "The operator of the server ended"),
            (VersionRefused("no"), "speaks another version of the protocol"),
            (CannotReach("no"), "Nobody answers at"),
            (CannotReach(said("Type wss://{place}", place="x")), "Type wss://x"),
        ],
    )
    def test_the_end_of_a_session_is_a_sentence_with_the_next_step(
        self, error: Exception, sentence: str
    ) -> None:
        driver, _ = at_turn()
        driver.tell(Ended(error=error))
        scene = driver.scene()
        assert sentence in " ".join(scene.texts())
        assert scene.target("again") is not None
        assert cut(scene) == []

    def test_connect_again_keeps_the_table_while_the_session_waits_for_its_server(self) -> None:
        driver, _ = at_turn()
        driver.tell(Lost(reason="gone", retry_ms=1, attempt=1))
        # At once from the bar, and later from the dialog.
        for later_ms, label in ((0, "Try now"), (42_000, "Connect again")):
            driver.now_ms += later_ms
            driver.link.asked.clear()
            assert label in driver.scene().texts()
            driver.press("again")
            assert driver.link.asked == [("hurry", None)]
        assert len(driver.links) == 1
        assert driver.app.screen == "table"

    @pytest.mark.parametrize("game", ["holdem", "buraco"])
    def test_a_closed_table_says_so_and_leads_back(self, game: str) -> None:
        driver, table = Driver((1024, 640)), SceneTable(game, readers=(0,))
        driver.seat_at(table)
        table.note(TableClosed(reason="The owner closed the table."))
        driver.seat_at(table)
        texts = driver.scene().texts()
        assert "This table is closed" in texts
        assert "The owner closed the table." in texts
        assert cut(driver.scene()) == []
        driver.press("to-lobby")
        assert driver.app.screen == "lobby"
