"""Ways to a seat: a locked table, a code, a full table with its waiting list."""

from __future__ import annotations

from typing import Any

from tests.clients.pygame.driver import Driver, welcome
from tests.scene.checks import cut
from tests.scene.tables import SceneTable

from carteado.client import CommandRefused
from carteado.client.link import Answered, Failed
from carteado.engine.controls import KnockAnswered
from carteado.protocol.messages import Join, Knock, Ok, StopWaiting, Wait, WaitingPlace, Watch
from carteado.protocol.session_events import Happened, PlaceChanged, Welcomed


def refused(code: str) -> Driver:
    driver = Driver((1024, 640))
    driver.app.connect("127.0.0.1:8765")
    driver.tell(Welcomed(welcome=welcome(capabilities=("owner", "waiting"))))
    driver.app.enter("t-1")
    driver.link.asked.clear()
    driver.tell(Failed(tag="enter:t-1", error=CommandRefused(code, "no", {})))
    assert cut(driver.scene()) == []
    return driver


def messages(driver: Driver) -> list[Any]:
    return [message for _, message in driver.link.asked if message is not None]


def answered(knock: int, *, admitted: bool, table_id: str = "t-1") -> Happened:
    table = SceneTable(seats=2, people=1).table
    event = KnockAnswered(knock=knock, admitted=admitted)
    return Happened(table=table_id, epoch=1, seq=9, event=event, before=table, after=table)


def test_at_a_locked_table_a_guest_knocks_and_sits_down_when_let_in() -> None:
    driver = refused("table/locked")
    driver.press("knock")
    assert messages(driver) == [Watch(id=1, table="t-1"), Knock(id=2, table="t-1")]
    driver.tell(Answered(tag="knock", reply=Ok(id=2, table="t-1", result=4)))
    driver.tell(answered(3, admitted=True))
    assert not any(isinstance(one, Join) for one in messages(driver))
    driver.tell(answered(4, admitted=True))
    assert isinstance(messages(driver)[-1], Join)


def test_a_turned_away_guest_is_notified() -> None:
    driver = refused("table/locked")
    driver.press("knock")
    driver.tell(Answered(tag="knock", reply=Ok(id=2, table="t-1", result=4)))
    driver.tell(answered(4, admitted=False))
    assert driver.app.ui.notice is not None
    assert driver.app.ui.notice.text == "The owner did not let you in."


def test_the_knock_of_another_table_is_not_the_own_one_whatever_its_number() -> None:
    driver = refused("table/locked")
    driver.press("knock")
    driver.tell(Answered(tag="knock", reply=Ok(id=2, table="t-1", result=4)))
    for admitted in (True, False):
        driver.tell(answered(4, admitted=admitted, table_id="t-2"))
    assert not any(isinstance(one, Join) for one in messages(driver))
    assert "The owner did not let you in." not in driver.scene().texts()
    driver.tell(answered(4, admitted=True))
    assert messages(driver)[-1] == Join(id=3, table="t-1")


def test_a_code_is_typed_and_brought() -> None:
    driver = refused("table/code")
    driver.press("join")
    assert messages(driver) == []
    driver.press("join-code")
    driver.type("sesame")
    driver.press("join")
    assert messages(driver) == [Join(id=1, table="t-1", code="sesame")]


def test_at_a_full_table_a_guest_waits_and_takes_the_seat_that_is_offered() -> None:
    driver = refused("table/full")
    driver.press("wait")
    assert messages(driver) == [Wait(id=1, table="t-1")]
    driver.tell(Answered(tag="wait", reply=Ok(id=1, table="t-1", result=2)))
    assert "You are number 2 on the waiting list." in driver.scene().texts()
    place = WaitingPlace(
        table="t-1",
        title="Friday table",
        place=1,
        waiting=1,
        seat=3,
        time_ms=30_000,
        reason=None,
        now_ms=0,
    )
    driver.tell(PlaceChanged(message=place))
    driver.press("take-seat")
    assert messages(driver)[-1] == Join(id=2, table="t-1")
    driver.tell(PlaceChanged(message=place))
    driver.press("decline")
    assert messages(driver)[-1] == StopWaiting(id=3, table="t-1")
