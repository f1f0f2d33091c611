"""The owner's page, the ledger and the statistics, as presses on them reach the server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.clients.pygame.driver import Driver, hand, welcome
from tests.scene.tables import SceneTable
from tests.scene.test_table_page import evening_statistics, ledger, statistics

from carteado.client.link import Answered
from carteado.engine.controls import Knocked, OwnerChanged
from carteado.engine.game import Leave, Sit
from carteado.engine.plain import to_plain
from carteado.engine.table import SeatRemoved, TableClosed
from carteado.protocol import messages as wire
from carteado.protocol.session_events import LiveNow, Welcomed
from carteado.scene.control.films import read_film
from carteado.scene.results import Results
from carteado.scene.shapes import Text
from carteado.scene.words import words_of
from carteado.server.table.departures import RETURN_MS

LOGS = Path("tests/golden/logs")


def seated(**options: Any) -> tuple[Driver, SceneTable]:
    driver = Driver()
    driver.app.connect("127.0.0.1:8765")
    capabilities = ("owner", "ledger", "statistics", "remove", "remove_bot")
    driver.tell(Welcomed(welcome=welcome(capabilities=capabilities)))
    table = SceneTable(seats=6, readers=(0,), format="cash", **options)
    table.note(Knocked(knock=1, name="Clara", key="k"))
    driver.app.at_table.pages.owns("t-1", owner=True)
    driver.seat_at(table)
    driver.link.asked.clear()
    driver.key("F5")
    return driver, table


def asked(driver: Driver) -> Any:
    return driver.link.asked[-1][1]


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("pause-table", wire.Pause(id=1, table="t-1")),
        ("lock", wire.Lock(id=1, table="t-1")),
        ("admit:1", wire.Admit(id=1, table="t-1", knock=1)),
        ("turn-away:1", wire.TurnAway(id=1, table="t-1", knock=1)),
        ("remove:5", wire.RemoveBot(id=1, table="t-1", seat=5)),
    ],
)
def test_a_press_sends_the_owners_command(key: str, message: Any) -> None:
    driver, _ = seated()
    driver.press(key)
    assert asked(driver) == message


@pytest.mark.parametrize(
    ("key", "question", "message"),
    [
        ("kick:1", "Remove Rui from the table?", wire.Remove(id=1, table="t-1", seat=1)),
        ("ban:1", "Ban Rui from the table?", wire.Ban(id=1, table="t-1", seat=1)),
        ("owner:1", "Make Rui the owner of the table?", wire.HandOver(id=1, table="t-1", seat=1)),
    ],
)
def test_an_order_about_a_person_asks_first(key: str, question: str, message: Any) -> None:
    driver, _ = seated()
    driver.press(key)
    assert question in driver.scene().texts()
    # The key that pressed the button answers nothing.
    driver.key("Enter")
    driver.key("Escape")
    assert driver.link.asked == []
    assert driver.target(key).enabled
    driver.press(key)
    driver.key("F9")
    assert asked(driver) == message
    assert driver.scene().target("sure") is None


def test_a_question_about_a_person_who_has_left_is_gone() -> None:
    driver, table = seated()
    driver.press("ban:1")
    assert driver.scene().target("sure") is not None
    table.do(Leave(seat=1))
    table.do(Sit(seat=1, name="Zoe"))
    driver.app.at_table.current.choose(table.reader(0))
    assert driver.scene().target("sure") is None
    driver.key("F9")
    assert not any(isinstance(one, wire.Ban) for _, one in driver.link.asked)


def test_the_title_and_the_code_are_typed() -> None:
    driver, _ = seated()
    driver.press("table-title")
    driver.type("Saturday")
    driver.press("send:table-title")
    assert asked(driver) == wire.Rename(id=1, table="t-1", title="Saturday")
    driver.press("table-code")
    driver.type("abc")
    driver.press("send:table-code")
    assert len(driver.link.asked) == 1
    assert "A code has 4 to 32 characters." in driver.scene().texts()
    driver.press("table-code")
    driver.type("d")
    driver.press("send:table-code")
    assert asked(driver).code == "abcd"


def test_chips_are_corrected_with_a_reason() -> None:
    driver, _ = seated()
    driver.press("chips:3")
    driver.press("chips-amount")
    driver.type("-500")
    driver.press("give-chips")
    assert driver.link.asked == []
    driver.press("chips-reason")
    driver.type("counted twice")
    driver.press("give-chips")
    assert asked(driver) == wire.Correct(
        id=1, table="t-1", seat=3, amount=-500, reason="counted twice"
    )


def test_a_table_is_closed_only_after_a_question() -> None:
    driver, table = seated()
    driver.press("close-table")
    assert driver.link.asked == []
    driver.press("close-for-good")
    assert asked(driver) == wire.CloseTable(id=1, table="t-1")
    # The page says that it was carried out.
    table.note(TableClosed(reason="The owner closed the table."))
    driver.seat_at(table)
    driver.key("F5")
    assert not driver.target("close-table").enabled
    assert "The owner closed the table." in " ".join(driver.scene().texts())


def test_the_question_before_a_kick_says_for_how_long() -> None:
    driver, _ = seated()
    driver.press("kick:1")
    assert RETURN_MS == 3_600_000
    assert "may sit down again in an hour." in " ".join(driver.scene().texts())


def test_options_change_from_their_present_values() -> None:
    driver, _ = seated()
    driver.press("table-options")
    driver.press("option:big_blind")
    driver.type("40")
    driver.press("close")
    message = asked(driver)
    assert isinstance(message, wire.Configure)
    assert message.options == {"big_blind": 40}
    assert message.settings == {}


def test_another_owner_takes_the_controls() -> None:
    driver, table = seated()
    table.note(OwnerChanged(seat=2, name="Bia", key="k", reason="handed_over"))
    pages = driver.app.at_table.pages
    pages.take_event(
        OwnerChanged(seat=2, name="Bia", key="k", reason="handed_over"), table.reader(0)
    )
    assert not driver.target("lock").enabled


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (SeatRemoved(seat=0), "The owner removed you."),
        (OwnerChanged(seat=0, name="Marta", key="k", reason="handed_over"), "You own this table"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_learns_what_the_owner_did_to_their_own_seat(
    event: Any, said: str, seat: int
) -> None:
    driver, table = hand_at(seat)
    known = len(table.heard[seat])
    table.note(event)
    driver.tell(*table.heard[seat][known:])
    assert (said in " ".join(driver.scene().texts())) == (seat == 0)


def hand_at(seat: int) -> tuple[Driver, SceneTable]:
    driver, table = Driver(), hand(format="cash")
    driver.seat_at(table, seat)
    return driver, table


@pytest.mark.parametrize("opened", [True, False])
def test_the_player_who_opened_a_table_controls_it_without_a_seat(opened: bool) -> None:
    driver, _ = seated()
    table = SceneTable(seats=6, readers=(None,), format="cash")
    if not opened:
        # A seat gets a table in other ways, too.
        pages = driver.app.at_table.pages
        pages.take_event(
            OwnerChanged(seat=2, name="Bia", key="k", reason="gone"), table.reader(None)
        )
    driver.seat_at(table, None)
    driver.key("F5")
    assert driver.target("lock").enabled == opened
    assert ("You own this table" in driver.scene().texts()) == opened


def test_the_ledger_is_asked_for_and_shown() -> None:
    driver, _ = seated()
    driver.press("page:ledger")
    driver.scene()
    assert asked(driver) == wire.Ledger(id=1, table="t-1", points=True)
    reply = wire.Ok(id=1, table="t-1", result=ledger(4))
    driver.tell(Answered(tag="page:ledger", reply=reply))
    assert "Rui pays Marta" in driver.scene().texts()


@pytest.mark.parametrize("by", ["key", "mouse", "wheel"])
def test_large_text_leaves_the_plot_of_the_ledger_in_reach(by: str) -> None:
    driver, _ = seated()
    driver.size = (1024.0, 640.0)
    driver.app.change(replace(driver.app.settings, text=2.0))
    driver.press("page:ledger")
    driver.tell(Answered(tag="page:ledger", reply=wire.Ok(id=1, table="t-1", result=ledger(4))))
    assert "Who pays whom" not in driver.scene().texts()
    if by == "key":
        driver.key("PageDown")
    elif by == "mouse":
        driver.press("page-on")
    else:
        driver.app.wheel(-1)
    assert {"Who pays whom", "Results over the hands"} <= set(driver.scene().texts())
    driver.key("PageDown" if by == "mouse" else "PageUp")
    assert "Total" in driver.scene().texts()


def test_the_pointer_on_the_plot_shows_the_values_of_that_hand() -> None:
    driver, _ = seated()
    driver.press("page:ledger")
    driver.tell(Answered(tag="page:ledger", reply=wire.Ok(id=1, table="t-1", result=ledger(2))))
    strips = [one for one in driver.scene().targets if one.key.startswith("plot:")]
    driver.app.hover(strips[0].rect.cx, strips[0].rect.cy)
    scene = driver.scene()
    (cursor,) = [one for one in scene.items if one.role == "cursor"]
    assert abs(cursor.rect.x - strips[0].rect.cx) <= 1
    tip = " ".join(one.text for one in scene.items if isinstance(one, Text) and one.role == "tip")
    assert tip.startswith("Hand ")
    assert all(one["name"] in tip for one in ledger(2)["players"])


def test_the_ledger_is_saved_as_a_table(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    driver, _ = seated()
    driver.press("page:ledger")
    book = ledger(2)
    book["players"][0]["name"] = "=1+1"
    driver.tell(Answered(tag="page:ledger", reply=wire.Ok(id=1, table="t-1", result=book)))
    driver.key("X")
    text = (tmp_path / "carteado-t-1-ledger.csv").read_text(encoding="utf-8")
    assert text.splitlines()[1] == "'=1+1,1000,0,0,0,1120,120"
    driver.key("X")
    # The first file stays as it is.
    assert {one.name for one in tmp_path.iterdir()} == {
        "carteado-t-1-ledger.csv",
        "carteado-t-1-ledger-2.csv",
    }


def test_a_press_on_a_player_opens_all_figures_and_a_key_leads_back() -> None:
    driver, _ = seated()
    driver.press("page:statistics")
    plain = {"players": [to_plain(one) for one in evening_statistics(3)], "more": False}
    driver.tell(Answered(tag="page:statistics", reply=wire.Ok(id=1, result=plain)))
    driver.press("player:2")
    assert "VPIP (put chips in by choice)" in driver.scene().texts()
    driver.key("a")
    assert "VPIP (put chips in by choice)" not in driver.scene().texts()
    assert {"VPIP", "Marta (you)"} <= set(driver.scene().texts())


def test_single_deals_of_a_player_are_read_from_the_history_of_the_table() -> None:
    driver, _ = seated()
    events = read_film(LOGS / "holdem-cash.carteado", "rail", words_of("en")).log
    name = next(event.name for event in events if event.type == "seat_taken")
    one = replace(evening_statistics(1)[0], name=name)
    driver.press("page:statistics")
    plain = {"players": [to_plain(one)], "more": False}
    driver.tell(Answered(tag="page:statistics", reply=wire.Ok(id=1, result=plain)))
    driver.press("player:0")
    assert "Result of each hand" not in driver.scene().texts()
    history = [{**to_plain(event), "type": event.type} for event in events]
    half = len(history) // 2
    for first, part, more in ((0, history[:half], True), (half, history[half:], False)):
        tag, message = driver.link.asked[-1]
        assert isinstance(message, wire.History)
        assert message.after == first
        result = {"first": first + 1, "events": part, "more": more}
        driver.tell(Answered(tag=tag, reply=wire.Ok(id=1, table="t-1", result=result)))
    texts = driver.scene().texts()
    assert {"Result of each hand", "Distribution of results"} <= set(texts)
    rings = [one for one in driver.scene().items if getattr(one, "role", "") == "deal"]
    results = Results()
    results.take(events)
    assert len(rings) == len(results.of(name)) > 1
    # The figures of sums are on the next page.
    driver.key("PageDown")
    assert any(text.startswith("Compared") for text in driver.scene().texts())
    # An answer that comes twice, or that nobody can read, changes nothing.
    driver.tell(Answered(tag=tag, reply=wire.Ok(id=1, table="t-1", result=result)))
    driver.tell(Answered(tag=tag, reply=wire.Ok(id=1, table="t-1", result={"first": "x"})))
    assert any(text.startswith("Compared") for text in driver.scene().texts())


def test_statistics_are_asked_for_the_table_or_for_all_tables() -> None:
    driver, _ = seated()
    driver.press("page:statistics")
    driver.scene()
    assert asked(driver).table == "t-1"
    plain = {"players": [to_plain(one) for one in statistics(3)], "more": False}
    driver.tell(Answered(tag="page:statistics", reply=wire.Ok(id=1, result=plain)))
    assert "Marta (you)" in driver.scene().texts()
    driver.press("player:1")
    driver.press("scope:1")
    driver.scene()
    assert asked(driver).table is None


def test_the_wheel_and_page_up_turn_the_pages_and_stay_at_the_ends() -> None:
    driver, _ = seated()
    driver.key("4")
    driver.app.change(replace(driver.app.settings, text=2.0))

    def page() -> str:
        return next(text for text in driver.scene().texts() if text.startswith("Page "))

    first = page()
    driver.app.wheel(1)
    assert page() == first
    for _ in range(9):
        driver.scene()
        driver.app.wheel(-1)
    last = page()
    assert last.split()[1] == last.split()[3]
    driver.key("PageUp")
    assert page() != last
    for _ in range(9):
        driver.scene()
        driver.app.wheel(1)
    assert page() == first


@pytest.mark.parametrize("owner", [True, False])
def test_after_a_restart_the_server_says_again_who_owns_the_table(owner: bool) -> None:
    driver, table = Driver(), hand(format="cash")
    driver.seat_at(table, 0)
    driver.tell(Welcomed(welcome=welcome(capabilities=("owner", "ledger"))))
    driver.tell(LiveNow(table="t-1", epoch=1, seq=table.seq, seat=0, owner=owner))
    driver.key("F5")
    assert ("You own this table" in driver.scene().texts()) == owner
    assert driver.target("lock").enabled == owner
