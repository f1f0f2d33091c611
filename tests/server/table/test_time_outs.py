"""The clock of a decision: defaults, the time bank, time-outs in a row, pauses."""

from __future__ import annotations

import pytest
from tests.server.rig import CASH, Rig, code, passive, players

from carteado.engine.games.holdem.actions import Check
from carteado.protocol import messages as wire
from carteado.server.table.step import Request


def test_a_new_player_has_a_full_bank_and_no_expiries():
    rig = Rig(options=CASH, decision_ms=1000, bank_ms=2000)
    ana, rui = rig.seated(2)
    slow = players(rig, [ana, rui])[0]
    seat = rig.turn
    rig.wait(3000)
    assert rig.host.table.banks[seat] == 0
    slow.say(wire.Leave)
    while rig.host.table.state.in_hand:
        passive(players(rig, [ana, rui])[0])
    assert rig.client("Eva").say(wire.Join, seat=seat).result == seat
    assert rig.host.table.banks[seat] == 2000
    assert rig.host.table.expiries[seat] == 0


def test_a_new_player_inherits_no_expiries_without_a_time_bank():
    rig = Rig(options=CASH, decision_ms=1000, bank_ms=0)
    ana, rui = rig.seated(2)
    slow = players(rig, [ana, rui])[0]
    seat = rig.turn
    rig.wait(1000)
    assert rig.host.table.expiries[seat] == 1
    slow.say(wire.Leave)
    while rig.host.table.state.in_hand:
        passive(players(rig, [ana, rui])[0])
    assert rig.client("Eva").say(wire.Join, seat=seat).result == seat
    assert rig.host.table.expiries[seat] == 0


def test_the_clock_checks_where_checking_is_free_and_uses_the_bank_first():
    rig = Rig(decision_ms=1000, bank_ms=500)
    clients = rig.seated(2)
    acting, _ = players(rig, clients)
    acting.act("call")
    seat = rig.turn
    rig.wait(1499)
    assert rig.turn == seat
    rig.wait(1)
    kinds = [event["type"] for event in acting.events()]
    assert kinds[-3:] == ["timed_out", "checked", "board_dealt"]
    assert rig.host.table.banks[seat] == 0
    assert rig.host.table.expiries[seat] == 1


def test_only_a_person_has_a_moment_after_the_deadline():
    for bot in (False, True):
        rig = Rig(decision_ms=1000, bank_ms=0, late_ms=300)
        rig.seated(2, bot=bot)
        assert rig.host.due == rig.host.open_decision.until + (0 if bot else 300)


def test_the_clock_folds_against_a_bet():
    rig = Rig(decision_ms=1000, bank_ms=0, pause_ms=60_000)
    acting, _ = players(rig, rig.seated(2))
    rig.wait(1000)
    assert "folded" in [event["type"] for event in acting.events()]


def test_the_bank_that_an_answer_used_is_gone():
    rig = Rig(decision_ms=1000, bank_ms=5000)
    acting, _ = players(rig, rig.seated(2))
    seat = rig.turn
    rig.now += 3500
    assert code(acting.act("call")) == "ok"
    assert rig.host.table.banks[seat] == 2500
    event = next(event for event in acting.events() if event["type"] == "clock_set")
    assert event == {"seat": seat, "bank_ms": 2500, "type": "clock_set"}


def test_an_answer_in_its_own_time_leaves_the_bank_alone():
    rig = Rig(decision_ms=1000, bank_ms=5000)
    acting, _ = players(rig, rig.seated(2))
    rig.now += 1000
    acting.act("call")
    assert rig.host.table.banks == (5000, 5000)
    assert not [event for event in acting.events() if event["type"] == "clock_set"]


def test_two_expiries_in_a_row_make_a_seat_sit_out_and_it_is_then_not_waited_for():
    rig = Rig(decision_ms=1000, bank_ms=0, pause_ms=0)
    clients = rig.seated(2)
    acting, other = players(rig, clients)
    seat = rig.turn
    rig.wait(1000)  # folds its small blind; the next hand follows, the other posts the small one
    passive(other)
    assert rig.turn == seat
    rig.wait(1000)
    assert rig.host.table.state.away[seat]
    now = rig.now
    while rig.host.table.state.in_hand and rig.turn != seat:
        passive(other)
        assert not (rig.host.table.state.in_hand and rig.turn == seat)
    assert rig.now == now
    assert rig.host.table.expiries[seat] == 2
    assert code(acting.say(wire.SitIn)) == "ok"
    assert not rig.host.table.state.away[seat]
    assert rig.host.table.expiries[seat] == 0


def test_an_answer_ends_the_row_of_expiries():
    rig = Rig("four-player", decision_ms=1000, bank_ms=0)
    clients = rig.seated(4)
    seat = rig.turn
    rig.wait(1000)
    assert rig.host.table.expiries[seat] == 1
    for _ in range(3):
        passive(clients[rig.turn])
    while rig.turn != seat:
        passive(clients[rig.turn])
    passive(clients[seat])
    assert rig.host.table.expiries[seat] == 0


def test_pausing_and_coming_back_gives_no_more_time():
    rig = Rig(decision_ms=10_000, bank_ms=0)
    acting, _ = players(rig, rig.seated(2))
    due = rig.host.due
    rig.now += 4_000
    for cls in (wire.SitOut, wire.SitIn):
        message = cls(id=100 + acting.ids, table="rig")
        acting.ids += 1
        # Both stand in the mailbox before the table comes to look at its clock.
        request = Request(player=acting.player, watcher=acting.watcher, message=message)
        rig.run(rig.host.receive(request, rig.now))
    assert rig.host.due == due
    assert acting.prompt().time_ms == 6_000


def test_a_seat_that_pauses_in_its_turn_is_not_waited_for_and_keeps_its_bank():
    rig = Rig(decision_ms=10_000, bank_ms=700)
    acting, _ = players(rig, rig.seated(2))
    seat = rig.turn
    acting.say(wire.SitOut)
    assert rig.host.table.banks[seat] == 700
    assert rig.host.table.expiries[seat] == 0
    assert "folded" in [event["type"] for event in acting.events()]


def test_a_default_that_the_game_refuses_does_not_fill_the_log(monkeypatch):
    rig = Rig(decision_ms=1000, bank_ms=0)
    rig.seated(2)
    seq = rig.host.audience.seq
    monkeypatch.setattr(type(rig.host.table.game), "default", lambda *_: Check())
    with pytest.raises(RuntimeError, match="holdem refuses its own default"):
        rig.wait(1000)
    assert rig.host.audience.seq == seq
