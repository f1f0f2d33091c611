"""House rules at a poker table in a terminal: each wish that they allow has a key."""

from __future__ import annotations

import pytest
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.scene.tables import SceneTable

from carteado.engine.game import Sit
from carteado.protocol.messages import Act
from carteado.scene.cards import card_text
from carteado.scene.ui import Settings


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_house_rules_that_a_seat_may_ask_for_have_keys(size: tuple[int, int]) -> None:
    table = SceneTable(seats=3, readers=(0,), format="cash", straddle=True, rabbit_hunt=True)
    table.deal()
    table.deal()
    driver = Driver(size)
    driver.seat_at(table)
    while table.turn == 0:
        table.act("call")
    driver.seat_at(table)
    assert "W [ ] Straddle" in driver.text
    driver.key("w")
    (wish,) = [one.action for _, one in driver.link.asked if isinstance(one, Act)]
    assert wish == {"type": "straddle"}
    while table.turn is not None:
        table.act("fold")
    driver.seat_at(table)
    assert "H Rabbit hunt" in driver.text
    driver.key("h")
    assert driver.link.asked[-1][1].action == {"type": "rabbit"}


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_each_card_that_may_be_shown_alone_has_a_key_after_the_hand(size: tuple[int, int]) -> None:
    table = SceneTable(seats=3, readers=(0,), format="cash", show_one=True)
    table.deal()
    table.deal()
    while table.turn is not None:
        table.act("fold")
    driver = Driver(size)
    driver.seat_at(table)
    first, second = (card_text(card) for card in table.reader(0).picture().seats[0].cards)
    assert f"1 Show {first}" in driver.text
    assert f"2 Show {second}" in driver.text
    driver.key("2")
    assert driver.link.asked[-1][1].action == {"type": "show_card", "card": 2}


def asked_at_the_showdown() -> SceneTable:
    """A hand that was checked down, and whose last seat has lost: it may show or muck."""
    for seed in range(40):
        table = SceneTable(seats=2, readers=(0, 1), seed=seed, show_one=True, showdown="ask")
        table.deal()
        table.deal()
        while table.turn is not None and table.state.phase != "showdown":
            may_check = table.table.game.legal(table.state, table.turn).check
            table.act("check" if may_check else "call")
        if table.turn is not None:
            return table
    raise AssertionError("the last seat won every hand")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_each_card_has_a_key_where_it_may_be_shown_instead_of_mucking(
    size: tuple[int, int],
) -> None:
    table = asked_at_the_showdown()
    seat = table.turn
    assert seat is not None
    driver = Driver(size)
    driver.seat_at(table, seat)
    assert "1 Show card 1" in driver.text
    assert "min" not in driver.text
    driver.key("2")
    assert driver.acts == [{"type": "show_card", "card": 2}]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_seat_that_waits_for_the_big_blind_can_post_it_by_a_key(size: tuple[int, int]) -> None:
    table = SceneTable(seats=4, people=3, readers=(3,), format="cash")
    table.deal()
    table.deal()
    table.do(Sit(seat=3, name="Otto", bot=False))
    driver = Driver(size)
    driver.seat_at(table, 3)
    assert "F3 Post the big blind" in driver.text
    driver.key("F3")
    assert driver.link.asked[-1][1].action == {"type": "post_blind"}


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_no_wish_is_left_out_where_one_row_has_no_room_for_all(language: str) -> None:
    rules = {"straddle": True, "show_one": True, "rabbit_hunt": True}
    table = SceneTable(seats=3, readers=(0,), language=language, format="cash", **rules)
    table.deal()
    table.deal()
    while table.turn is not None:
        table.act("fold")
    driver = Driver(SMALL, Settings(name="Ana", language=language))
    driver.seat_at(table)
    wishes = {one.key for one in driver.page().scene.targets}
    assert {"straddle", "show_card:1", "show_card:2", "rabbit"} <= wishes
    result = table.reader(0).picture().result
    assert result is not None
    assert all(note in driver.text for note in result.notes)


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_a_seat_that_lost_everything_reads_whole_sentences(language: str) -> None:
    rules = {"straddle": True, "bomb_vote": True}
    table = SceneTable(seats=2, readers=(0, 1), language=language, format="cash", **rules)
    table.deal()
    table.deal()
    while table.turn is not None:
        legal = table.table.game.legal(table.state, table.turn)
        table.act("all_in" if legal.all_in is not None else "call")
    (loser,) = (seat for seat, stack in enumerate(table.state.stacks) if not stack)
    driver = Driver(SMALL, Settings(name="Ana", language=language))
    driver.seat_at(table, loser)
    rows = driver.text.splitlines()
    assert "topup 1500" in driver.text
    assert not any("…" in row for row in rows[18:])
