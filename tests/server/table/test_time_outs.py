"""The clock of a decision: defaults, the time bank, time-outs in a row, pauses."""

from __future__ import annotations

import pytest
from tests.server.host_driver import CASH, HostDriver, code, passive, players

from carteado.engine.games.holdem.actions import Check
from carteado.protocol import messages as wire
from carteado.server.table.step import Request


@pytest.mark.parametrize("bank_ms", [0, 2000])
def test_a_new_player_has_a_full_bank_and_no_expiries(bank_ms):
    driver = HostDriver(options=CASH, decision_ms=1000, bank_ms=bank_ms)
    ana, rui = driver.seated(2)
    slow = players(driver, [ana, rui])[0]
    seat = driver.turn
    driver.wait(1000 + bank_ms)
    assert (driver.table.banks[seat], driver.table.expiries[seat]) == (0, 1)
    slow.say(wire.Leave)
    while driver.state.in_hand:
        passive(players(driver, [ana, rui])[0])
    assert driver.client("Eva").say(wire.Join, seat=seat).result == seat
    assert (driver.table.banks[seat], driver.table.expiries[seat]) == (bank_ms, 0)


def test_the_clock_checks_where_checking_is_free_and_uses_the_bank_first():
    driver = HostDriver(decision_ms=1000, bank_ms=500)
    clients = driver.seated(2)
    acting, _ = players(driver, clients)
    acting.act("call")
    seat = driver.turn
    driver.wait(1499)
    assert driver.turn == seat
    driver.wait(1)
    kinds = [event["type"] for event in acting.events()]
    assert kinds[-3:] == ["timed_out", "checked", "board_dealt"]
    assert driver.table.banks[seat] == 0
    assert driver.table.expiries[seat] == 1


def test_only_a_person_has_extra_time_after_the_deadline():
    for bot in (False, True):
        driver = HostDriver(decision_ms=1000, bank_ms=0, late_ms=300)
        driver.seated(2, bot=bot)
        assert driver.host.due == driver.host.open_decision.until + (0 if bot else 300)


def test_the_clock_folds_against_a_bet():
    driver = HostDriver(decision_ms=1000, bank_ms=0, pause_ms=60_000)
    acting, _ = players(driver, driver.seated(2))
    driver.wait(1000)
    assert "folded" in [event["type"] for event in acting.events()]


def test_an_answer_uses_up_the_time_bank_that_it_took():
    driver = HostDriver(decision_ms=1000, bank_ms=5000)
    acting, _ = players(driver, driver.seated(2))
    seat = driver.turn
    driver.now += 3500
    assert code(acting.act("call")) == "ok"
    assert driver.table.banks[seat] == 2500
    event = next(event for event in acting.events() if event["type"] == "clock_set")
    assert event == {"seat": seat, "bank_ms": 2500, "type": "clock_set"}


def test_an_answer_in_its_own_time_leaves_the_bank_alone():
    driver = HostDriver(decision_ms=1000, bank_ms=5000)
    acting, _ = players(driver, driver.seated(2))
    driver.now += 1000
    acting.act("call")
    assert driver.table.banks == (5000, 5000)
    assert not [event for event in acting.events() if event["type"] == "clock_set"]


def test_two_expiries_in_a_row_make_a_seat_sit_out_and_it_is_then_not_waited_for():
    driver = HostDriver(decision_ms=1000, bank_ms=0, pause_ms=0)
    clients = driver.seated(2)
    acting, other = players(driver, clients)
    seat = driver.turn
    driver.wait(1000)  # folds its small blind; the next hand follows, the other posts the small one
    passive(other)
    assert driver.turn == seat
    driver.wait(1000)
    assert driver.state.away[seat]
    now = driver.now
    while driver.state.in_hand and driver.turn != seat:
        passive(other)
        assert not (driver.state.in_hand and driver.turn == seat)
    assert driver.now == now
    assert driver.table.expiries[seat] == 2
    assert code(acting.say(wire.SitIn)) == "ok"
    assert not driver.state.away[seat]
    assert driver.table.expiries[seat] == 0


def test_an_answer_ends_the_row_of_expiries():
    driver = HostDriver("four-player", decision_ms=1000, bank_ms=0)
    clients = driver.seated(4)
    seat = driver.turn
    driver.wait(1000)
    assert driver.table.expiries[seat] == 1
    for _ in range(3):
        passive(clients[driver.turn])
    while driver.turn != seat:
        passive(clients[driver.turn])
    passive(clients[seat])
    assert driver.table.expiries[seat] == 0


def test_pausing_and_coming_back_gives_no_more_time():
    driver = HostDriver(decision_ms=10_000, bank_ms=0)
    acting, _ = players(driver, driver.seated(2))
    due = driver.host.due
    driver.now += 4_000
    for cls in (wire.SitOut, wire.SitIn):
        message = cls(id=100 + acting.ids, table="rig")
        acting.ids += 1
        # Both stand in the mailbox before the table comes to look at its clock.
        request = Request(player=acting.player, watcher=acting.watcher, message=message)
        driver.run(driver.host.receive(request, driver.now))
    assert driver.host.due == due
    assert acting.prompt().time_ms == 6_000


def test_a_seat_that_pauses_in_its_turn_is_not_waited_for_and_keeps_its_bank():
    driver = HostDriver(decision_ms=10_000, bank_ms=700)
    acting, _ = players(driver, driver.seated(2))
    seat = driver.turn
    acting.say(wire.SitOut)
    assert driver.table.banks[seat] == 700
    assert driver.table.expiries[seat] == 0
    assert "folded" in [event["type"] for event in acting.events()]


def test_a_default_that_the_game_refuses_does_not_fill_the_log(monkeypatch):
    driver = HostDriver(decision_ms=1000, bank_ms=0)
    driver.seated(2)
    seq = driver.host.audience.seq
    monkeypatch.setattr(type(driver.table.game), "default", lambda *_: Check())
    with pytest.raises(RuntimeError, match="holdem refuses its own default"):
        driver.wait(1000)
    assert driver.host.audience.seq == seq
