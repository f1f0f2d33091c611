"""Chips that a player wants to add during a hand wait until it is over."""

from __future__ import annotations

import pytest
from tests.clients.pygame.driver import Driver, hand, welcome
from tests.scene.tables import SceneTable

from carteado.client import CommandRefused
from carteado.client.link import Answered, Failed
from carteado.protocol.messages import Ok, TopUp
from carteado.protocol.session_events import Welcomed

WAITS = "500 chips are added when this hand is over."


def refuse(driver: Driver, code: str, text: str) -> None:
    tag = next(tag for tag, one in reversed(driver.link.asked) if isinstance(one, TopUp))
    driver.tell(Failed(tag=tag, error=CommandRefused(code, text, {})))


def wishing(seat: int = 0) -> tuple[Driver, SceneTable]:
    """A player with the ledger open, who asked for 500 chips during a hand."""
    driver, table = Driver(), hand(format="cash")
    driver.seat_at(table, seat)
    driver.tell(Welcomed(welcome=welcome(capabilities=("owner", "ledger"))))
    driver.key("F5", "2")
    player = {"name": "Ana", "buy_ins": 1000, "in_play": 1000, "result": 0}
    ledger = {"players": [player | {"top_ups": 0, "corrections": 0, "cash_outs": 0}]}
    driver.tell(Answered(tag="page:ledger", reply=Ok(id=1, table="t-1", result=ledger)))
    driver.key("A")
    driver.type("500")
    driver.press("top-up")
    assert wishes(driver) == [500]
    refuse(driver, "seat/in_hand", "Marta is still in this hand.")
    return driver, table


def wishes(driver: Driver) -> list[int]:
    return [one.amount for _, one in driver.link.asked if isinstance(one, TopUp)]


def end_hand(driver: Driver, table: SceneTable) -> None:
    known = len(table.heard[0])
    while table.turn is not None:
        table.act("fold")
    driver.tell(*table.heard[0][known:])


def test_the_player_sees_that_chips_wait_and_they_are_added_after_the_hand() -> None:
    driver, table = wishing()
    assert WAITS in driver.scene().texts()
    assert driver.app.ui.texts.get("top-up-amount", "") == ""
    end_hand(driver, table)
    assert wishes(driver) == [500, 500]


def test_the_table_itself_says_that_chips_wait_while_another_seat_acts() -> None:
    driver, table = wishing(seat=1)
    assert table.turn == 0
    driver.key("Escape", "Escape")
    assert "+500 after this hand" in " ".join(driver.scene(10_000.0).texts())


def test_waiting_chips_are_taken_back() -> None:
    driver, table = wishing()
    driver.key("Escape", "A")
    assert WAITS not in driver.scene(10_000.0).texts()
    end_hand(driver, table)
    assert wishes(driver) == [500]


@pytest.mark.parametrize("code", ["seat/in_hand", "seat/credit"])
def test_a_late_refusal_waits_again_or_is_shown(code: str) -> None:
    driver, table = wishing()
    end_hand(driver, table)
    refuse(driver, code, "Bring at most 100 chips.")
    shown = " ".join(driver.scene().texts())
    assert ("Do not add 500" in shown) == (code == "seat/in_hand")
    assert ("Bring at most 100" in shown) == (code == "seat/credit")


def test_a_player_who_quits_hears_first_that_waiting_chips_are_forgotten() -> None:
    driver, _ = wishing()
    driver.app.quit()
    assert driver.app.running
    assert "500 chips will not be added after this hand" in " ".join(driver.scene().texts())
    driver.app.quit()
    assert not driver.app.running


def test_without_waiting_chips_the_window_closes_at_once() -> None:
    driver, _ = wishing()
    driver.key("Escape", "A")
    driver.app.quit()
    assert not driver.app.running
