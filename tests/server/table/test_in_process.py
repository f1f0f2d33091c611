"""Seats and tables that are played in process, and steps that are not written."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.host_driver import HostDriver

from carteado.engine import game as commands
from carteado.engine.games.holdem.actions import Call, Check, Fold, Raise
from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.server.table.step import Denied, Step, ends_deal, is_progress


def test_a_seat_played_in_process_plays_as_over_a_connection():
    drivers = [HostDriver(seed=3), HostDriver(seed=3)]
    players = [driver.seated(2) for driver in drivers]
    actions = (Call(), Check(), Check(), Fold(), Fold(), Call(), Raise(to=60), Raise(to=61))
    for action in actions:
        one, other = drivers
        clock = one.host.open_decision
        assert clock is not None
        assert clock == other.host.open_decision
        refused = None
        try:
            one.run(one.host.play(clock.seat, action, one.now + 10))
            one.tick()
        except Denied as denied:
            refused = denied.refusal.code
        plain = to_plain(action)
        reply = players[1][clock.seat].say(wire.Act, decision=clock.decision, action=plain)
        assert getattr(reply, "code", None) == refused
        assert one.host.table == other.host.table


def test_time_of_the_bank_counts_in_process_too():
    driver = HostDriver(decision_ms=1_000, bank_ms=5_000)
    driver.seated(2)
    clock = driver.host.open_decision
    step = driver.host.play(clock.seat, Call(), clock.since + 3_000)
    driver.run(step)
    assert driver.table.banks[clock.seat] == 3_000


@pytest.mark.parametrize("action", [wire.Watch(id=1, table="rig"), Raise(to="60"), {}, "call"])
def test_an_invalid_action_is_refused(action):
    driver = HostDriver()
    driver.seated(2)
    clock = driver.host.open_decision
    before = driver.table
    with pytest.raises(Denied):
        driver.host.play(clock.seat, action, driver.now)
    assert driver.table is before


@pytest.mark.parametrize("action", [{"type": "jump"}, {"type": "raise", "to": "60"}, {}])
def test_an_invalid_action_is_refused_over_a_connection(action):
    driver = HostDriver()
    players = driver.seated(2)
    clock = driver.host.open_decision
    before = driver.table
    reply = players[clock.seat].say(wire.Act, decision=clock.decision, action=action)
    assert reply.code == "action/invalid"
    assert driver.table is before


@pytest.mark.parametrize("turn", [None, 0, 1])
@pytest.mark.parametrize(
    "done",
    [
        (),
        (commands.Deal(deck=()),),
        (commands.Act(seat=0, action={"type": "fold"}),),
        (commands.Rematch(seat=1),),
        (commands.Rematch(seat=None),),
        (commands.Leave(seat=0), commands.Act(seat=1, action={"type": "fold"})),
        (commands.Sit(seat=1, name="Ana"),),
    ],
)
def test_a_step_and_its_cause_agree_about_progress(done, turn):
    driver = HostDriver()
    step = Step(driver.table)
    step.done = done
    assert step.is_progress(turn) == is_progress(step.cause, turn)


@pytest.mark.parametrize("in_hand", [True, False])
@pytest.mark.parametrize(
    "command", [commands.Rematch(seat=0), commands.SitOut(seat=1), commands.Leave(seat=0)]
)
def test_a_step_says_whether_its_commit_ends_the_deal(command, in_hand):
    driver = HostDriver("standard", game="quick-holdem", pause_ms=10_000)
    players = driver.seated(4)
    while driver.host.open_decision is not None and not in_hand:
        players[driver.host.open_decision.seat].act("play")
    step = Step(driver.table)
    step.decide(command)
    assert step.ends_deal == ends_deal(driver.table, step.cause)
    assert step.ends_deal == (type(command) is commands.Rematch and not in_hand)


def test_a_host_that_is_rewound_continues_as_it_did_from_there():
    driver = HostDriver(pause_ms=0)
    for client in driver.seated(2):
        driver.host.gone(client.watcher)
    host, mark, clock = driver.host, driver.host.mark(), driver.host.open_decision
    assert clock is not None

    def fold_and_deal() -> tuple[Any, ...]:
        step = host.play(clock.seat, Fold(), driver.now)
        host.applied(step, driver.now)
        driver.tick()
        return step.events

    first = fold_and_deal()
    assert host.table.committed.deal == 3
    assert host.end_of(2) is not None
    host.rewind(mark)
    assert host.table is mark.table
    assert (host.open_decision, host.due) == (clock, clock.until)
    assert host.end_of(2) == (mark.table, mark.seq)
    assert fold_and_deal() == first
    host.rewind(mark)
    assert (host.audience.seq, host.open_decision) == (mark.seq, clock)


def test_a_rewound_host_that_was_draining_deals_no_further() -> None:
    driver = HostDriver(pause_ms=0)
    players = driver.seated(2)
    driver.host.agenda.draining = True
    mark = driver.host.mark()
    driver.host.agenda.draining = False
    driver.host.rewind(mark)
    clock = driver.host.open_decision
    assert clock is not None
    players[clock.seat].act("fold")
    assert driver.host.due is None


def test_a_host_that_goes_back_to_before_a_deal_deals_again():
    driver = HostDriver(pause_ms=1_000)
    for client in driver.seated(2):
        driver.host.gone(client.watcher)
    host = driver.host
    host.applied(host.play(host.open_decision.seat, Fold(), driver.now), driver.now)
    mark, due = host.mark(), driver.now + 1_000
    for _ in range(2):
        assert (host.open_decision, host.due) == (None, due)
        driver.wait(1_000)
        assert host.table.state.hand == mark.table.state.hand + 1
        assert host.open_decision is not None
        host.rewind(mark)
