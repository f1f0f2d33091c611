"""The questions before an owner's orders about another player, by key and typed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.tables import SceneTable, lobby, my_turn, owner

from carteado.protocol import messages as wire

ORDERS = {
    "remove": ("kick", "Remove {name} from the table?", wire.Remove),
    "ban": ("ban", "Ban {name} from the table?", wire.Ban),
    "hand_over": ("handover", "Make {name} the owner of the table?", wire.HandOver),
}


def other_seat(driver: Driver) -> tuple[int, str]:
    """A person besides the owner."""
    reader = driver.session.at_table.current.reader
    state = reader.table.state
    return next(
        (seat, name)
        for seat, name in enumerate(state.names)
        if name and seat != reader.seat and not state.bots[seat]
    )


def orders(driver: Driver) -> list[object]:
    """The owner's orders that were sent."""
    kinds = (wire.Remove, wire.Ban, wire.HandOver, wire.CloseTable)
    return [message for _, message in driver.link.asked if isinstance(message, kinds)]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("order", ORDERS)
def test_an_order_about_a_player_is_asked_about_first(order: str, size: tuple[int, int]) -> None:
    _, title, cls = ORDERS[order]
    driver = owner(size)
    seat, name = other_seat(driver)
    driver.session.ui = replace(driver.session.ui, focus=f"{order}:{seat}")
    driver.key("Enter")
    assert title.format(name=name) in driver.text
    # Enter may just have pressed the button that asks.
    driver.key("Enter")
    assert orders(driver) == []
    driver.key("1")
    assert [(type(one), one.seat) for one in orders(driver)] == [(cls, seat)]
    assert driver.session.ui.sheet == "table"


@pytest.mark.parametrize("order", ORDERS)
def test_a_typed_order_about_a_player_is_asked_about_too(order: str) -> None:
    word, title, cls = ORDERS[order]
    driver = owner(SMALL)
    driver.session.welcome = driver.welcome_with("owner", "ledger", "remove")
    seat, name = other_seat(driver)
    driver.key("Escape")
    driver.say(f"{word} {name}")
    assert title.format(name=name) in driver.text
    assert orders(driver) == []
    driver.key("2")
    assert orders(driver) == []
    driver.say(f"{word} {name}")
    driver.key("1")
    assert [(type(one), one.seat) for one in orders(driver)] == [(cls, seat)]


def test_a_typed_close_is_asked_about() -> None:
    driver = owner(SMALL)
    driver.key("Escape")
    driver.say("close")
    assert "Close this table for good?" in driver.text
    assert orders(driver) == []
    driver.key("1")
    assert [type(one) for one in orders(driver)] == [wire.CloseTable]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("at_a_table", [True, False], ids=["table", "lobby"])
def test_a_typed_order_for_another_table_is_asked_about_too(order: str, at_a_table: bool) -> None:
    word, title, cls = ORDERS[order]
    driver = lobby(SMALL)
    driver.session.welcome = driver.welcome_with("owner", "ledger", "remove")
    if at_a_table:
        driver.seat_at(SceneTable(seats=4, people=2, readers=(0,)))
    driver.say(f"@t-2 {word} 2")
    assert title.format(name="Caio") in driver.text
    assert "Table: Quinta" in driver.text
    driver.key("2")
    assert orders(driver) == []
    driver.say(f"@t-2 {word} 2")
    driver.key("1")
    assert [(type(one), one.table, one.seat) for one in orders(driver)] == [(cls, "t-2", 2)]
    assert title.format(name="Caio") not in driver.text


@pytest.mark.parametrize("answer", ["1", "2", "Escape"])
def test_a_typed_close_of_another_table_is_asked_about(answer: str) -> None:
    driver = lobby(SMALL)
    driver.session.welcome = driver.welcome_with("owner", "ledger", "remove")
    driver.say("@t-2 close")
    assert "Close this table for good?" in driver.text
    assert "Table: Quinta" in driver.text
    driver.key(answer)
    assert [one.table for one in orders(driver)] == (["t-2"] if answer == "1" else [])
    assert "Close this table" not in driver.text


def test_a_question_about_a_player_who_left_the_seat_is_not_answered() -> None:
    driver = owner(SMALL)
    seat, _ = other_seat(driver)
    driver.session.ui = replace(driver.session.ui, sheet=f"ban:{seat}:Somebody else")
    assert "Ban " not in driver.text.split("Seats")[0]
    driver.key("1")
    assert orders(driver) == []


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize(("answer", "left"), [("1", True), ("2", False), ("Escape", False)])
def test_a_seat_is_given_up_by_the_menu_only_after_a_question(
    size: tuple[int, int], answer: str, left: bool
) -> None:
    driver = my_turn(size)
    driver.key("Escape", "L", "L")
    assert "Leave this table?" in driver.text
    assert "In a hand you fold first" in driver.text
    driver.key(answer)
    sent = [message for _, message in driver.link.asked if isinstance(message, wire.Leave)]
    assert bool(sent) == left
    assert "Leave this table?" not in driver.text
