"""The clocks of a table: refilled banks, a total, none; and blinds that rise by minutes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver

from carteado.engine.errors import OptionsError
from carteado.engine.game import SitOut
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import options_from_text
from carteado.protocol import messages as wire
from carteado.server.table.clock import LATE_MS, UNTIMED_MS
from carteado.server.table.host import TableHost


def ready(**settings: Any) -> tuple[HostDriver, list[Client]]:
    driver = HostDriver(**settings)
    return driver, driver.seated(2)


def fold_a_hand(driver: HostDriver, players: list[Client]) -> None:
    assert isinstance(players[driver.turn].act("fold"), wire.Ok)
    driver.wait(driver.opened.settings.pause_ms)


# A packet that comes late


def test_an_answer_that_arrives_a_little_late_counts() -> None:
    driver, players = ready(decision_ms=1_000, bank_ms=500, late_ms=LATE_MS)
    seat = driver.turn
    driver.wait(1_500 + LATE_MS - 1)
    assert isinstance(players[seat].act("call"), wire.Ok)
    assert driver.table.banks[seat] == 0
    assert driver.table.expiries[seat] == 0


def test_one_that_arrives_later_is_stale() -> None:
    driver, players = ready(decision_ms=1_000, bank_ms=500, late_ms=LATE_MS)
    seat = driver.turn
    driver.wait(1_500 + LATE_MS)
    refused = players[seat].act("call")
    assert refused.code == "action/stale_decision"
    assert driver.table.expiries[seat] == 1


def test_bots_have_no_such_allowance_and_the_server_gives_it_to_people() -> None:
    driver = HostDriver(decision_ms=1_000, bank_ms=0, late_ms=LATE_MS)
    driver.seated(2, bot=True)
    seat = driver.turn
    driver.wait(1_000)
    assert driver.table.expiries[seat] == 1
    assert TableHost.__init__.__defaults__ is not None
    assert LATE_MS in TableHost.__init__.__defaults__


# Time banks that refill


def test_a_bank_is_refilled_after_a_number_of_deals_up_to_its_limit() -> None:
    driver, players = ready(decision_ms=1_000, bank_ms=5_000, refill_ms=2_000, refill_deals=2)
    seat = driver.turn
    driver.wait(4_000)
    fold_a_hand(driver, players)
    assert driver.table.committed is not None
    banks = []
    for _ in range(5):
        banks.append((driver.table.committed.deal, driver.table.banks[seat]))
        fold_a_hand(driver, players)
    assert banks == [(3, 4_000), (4, 4_000), (5, 5_000), (6, 5_000), (7, 5_000)]
    assert sum(event.type == "time_banks_refilled" for event in driver.log) == 2


def test_a_bank_without_refill_stays_as_it_was_used() -> None:
    driver, players = ready(decision_ms=1_000, bank_ms=5_000)
    seat = driver.turn
    driver.wait(4_000)
    for _ in range(4):
        fold_a_hand(driver, players)
    assert driver.table.banks[seat] == 2_000


def test_a_refill_does_not_forget_that_the_clock_decided() -> None:
    driver, _ = ready(decision_ms=1_000, bank_ms=1_000, refill_ms=1_000, pause_ms=100)
    seat = driver.turn
    driver.wait(2_000)
    assert driver.table.expiries[seat] == 1
    driver.wait(100)
    assert driver.table.banks[seat] == 1_000
    assert driver.table.expiries[seat] == 1


# A total for the whole game


def test_a_total_clock_runs_from_the_start_and_gets_its_increment() -> None:
    driver, players = ready(clock="total", bank_ms=60_000, increment_ms=5_000)
    seat = driver.turn
    prompt = players[seat].prompt()
    assert prompt is not None
    assert (prompt.time_ms, prompt.bank_ms, prompt.timed) == (0, 65_000, True)
    driver.wait(12_000)
    players[seat].act("call")
    assert driver.table.banks == (53_000, 60_000) if seat == 0 else (60_000, 53_000)
    other = players[driver.turn].prompt()
    assert other is not None
    assert other.bank_ms == 65_000


def test_quick_decisions_gain_time() -> None:
    driver, players = ready(clock="total", bank_ms=60_000, increment_ms=5_000)
    seat = driver.turn
    driver.wait(1_000)
    players[seat].act("call")
    assert driver.table.banks[seat] == 64_000


def test_when_the_total_is_used_up_the_clock_decides_and_the_increment_is_left() -> None:
    driver, players = ready(clock="total", bank_ms=10_000, increment_ms=3_000, expiries=5)
    seat = driver.turn
    driver.wait(12_999)
    assert driver.table.expiries[seat] == 0
    driver.wait(1)
    assert driver.table.expiries[seat] == 1
    assert driver.table.banks[seat] == 0
    driver.wait(driver.opened.settings.pause_ms)
    while driver.turn != seat:
        players[driver.turn].act("call")
    prompt = players[seat].prompt()
    assert prompt is not None
    assert prompt.bank_ms == 3_000


def test_a_total_without_increment_is_only_ever_used() -> None:
    driver, players = ready(clock="total", bank_ms=10_000)
    seat = driver.turn
    driver.wait(4_000)
    players[seat].act("call")
    assert driver.table.banks[seat] == 6_000


# No clock


def test_without_a_clock_a_decision_has_no_deadline() -> None:
    driver, players = ready(clock="none")
    seat = driver.turn
    prompt = players[seat].prompt()
    assert prompt is not None
    assert (prompt.time_ms, prompt.bank_ms, prompt.timed) == (UNTIMED_MS, 0, False)
    assert driver.host.due is None
    driver.wait(3 * UNTIMED_MS)
    assert driver.turn == seat
    assert isinstance(players[seat].act("call"), wire.Ok)
    assert driver.table.banks[seat] == driver.opened.settings.bank_ms


def test_a_seat_that_sits_out_is_not_waited_for_without_a_clock_either() -> None:
    driver, players = ready(clock="none")
    seat = driver.turn
    players[seat].say(wire.SitOut)
    driver.wait(0)
    assert any(event.type == "timed_out" for event in driver.log)


# The options


@pytest.mark.parametrize(
    ("given", "key", "why"),
    [
        ({"clock": "sometimes"}, "clock", "not one of the choices"),
        ({"increment": "5s"}, "increment", "clock=total"),
        ({"clock": "none", "increment": "5s"}, "increment", "clock=total"),
        ({"clock": "total", "refill": "5s"}, "refill", "clock=decision"),
        ({"refill-deals": "0"}, "refill_deals", "not from 1"),
    ],
)
def test_options_that_do_not_fit_are_refused(given: dict[str, str], key: str, why: str) -> None:
    with pytest.raises(OptionsError, match=why) as refused:
        options_from_text(TableOptions, TableOptions(), given)
    assert refused.value.key == key


def test_clocks_are_written_as_people_say_them() -> None:
    chosen = options_from_text(
        TableOptions, TableOptions(), {"clock": "total", "bank": "20min", "increment": "10s"}
    )
    assert (chosen.clock, chosen.bank_ms, chosen.increment_ms) == ("total", 1_200_000, 10_000)


# Blinds by minutes

LEVELS = {
    "schedule_by": "minutes",
    "schedule": [
        {"hand": 10, "small_blind": 20, "big_blind": 40, "ante": 0},
        {"hand": 20, "small_blind": 50, "big_blind": 100, "ante": 0},
    ],
}


def by_minutes(**settings: Any) -> tuple[HostDriver, list[Client]]:
    return ready(options=LEVELS, decision_ms=3_600_000, **settings)


def blinds(driver: HostDriver) -> int:
    big: int = driver.state.big_blind
    return big


def test_blinds_rise_with_the_first_hand_after_their_minute() -> None:
    driver, players = by_minutes()
    driver.wait(9 * 60_000 + 59_999)
    fold_a_hand(driver, players)
    assert blinds(driver) == 20
    driver.wait(1)
    assert blinds(driver) == 20, "not in the middle of a hand"
    fold_a_hand(driver, players)
    assert blinds(driver) == 40
    assert driver.state.house.minutes == 10
    driver.wait(15 * 60_000)
    fold_a_hand(driver, players)
    assert blinds(driver) == 100
    minutes = [event.minutes for event in driver.log if event.type == "minutes_passed"]
    assert minutes == [9, 10, 25]


def test_a_pause_is_left_out() -> None:
    driver, players = by_minutes()
    opener = driver.client("opener")
    driver.wait(5 * 60_000)
    assert isinstance(opener.say(wire.Pause), wire.Ok)
    driver.wait(60 * 60_000)
    assert isinstance(opener.say(wire.Resume), wire.Ok)
    driver.wait(4 * 60_000)
    fold_a_hand(driver, players)
    assert driver.state.house.minutes == 9
    assert blinds(driver) == 20


def test_a_restart_goes_on_from_the_minutes_of_the_log() -> None:
    driver, players = by_minutes()
    driver.wait(12 * 60_000)
    fold_a_hand(driver, players)
    table, before = driver.table, driver.host
    driver.host = TableHost(
        table,
        before.audience,
        driver.random.randbytes,
        str,
        decision=before.agenda.clock.decision,
    )
    driver.now += 60 * 60_000
    driver.host.start(driver.now)
    driver.wait(8 * 60_000)
    fold_a_hand(driver, players)
    assert driver.state.house.minutes == 20
    assert blinds(driver) == 100


def test_by_hands_no_minutes_are_noted() -> None:
    driver, players = ready(decision_ms=3_600_000)
    driver.wait(30 * 60_000)
    fold_a_hand(driver, players)
    assert all(event.type != "minutes_passed" for event in driver.log)


# Missed blinds at a table of people


def test_a_timed_out_player_sits_out_after_a_grace_period_and_posts_missed_blinds_on_return() -> (
    None
):
    options = {"seats": 4, "format": "cash", "missed_blinds": "both", "buy_in_max": None}
    driver = HostDriver(options=options, decision_ms=1_000, bank_ms=0, grace_ms=500, absent_ms=0)
    players = driver.seated(4)
    while driver.state.hand < 2 or len(driver.state.order) < 4:
        players[driver.turn].act("fold")
    gone = driver.turn
    driver.wait(1_499)
    assert not driver.state.away[gone], "the grace period"
    driver.wait(1)
    assert driver.state.away[gone]
    for _ in range(60):
        if driver.state.house.owed and driver.state.house.owed[gone] == 3:
            break
        players[driver.turn].act("fold")
    assert driver.state.house.owed[gone] == 3
    stack = driver.state.stacks[gone]
    assert isinstance(players[gone].say(wire.SitIn), wire.Ok)
    assert isinstance(players[gone].act("post_blind", decision=0), wire.Ok)
    for _ in range(60):
        state = driver.state
        if gone in state.order:
            break
        players[driver.turn].act("fold")
    assert state.house.owed == ()
    posted = [event for event in driver.log if event.type == "missed_blinds_posted"]
    waited = state.big == gone
    assert waited or (len(posted) == 1 and state.stacks[gone] == stack - 30)


def test_a_seat_that_paused_by_itself_owes_the_blinds_too() -> None:
    options = {"seats": 4, "format": "cash", "missed_blinds": "both", "buy_in_max": None}
    driver = HostDriver(options=options, absent_ms=0)
    players = driver.seated(4)
    while len(driver.state.order) < 4:
        players[driver.turn].act("fold")
    seat = next(s for s in driver.state.order if s != driver.turn)
    assert isinstance(players[seat].say(wire.SitOut), wire.Ok)
    assert driver.causes[-1].do[0]["type"] == SitOut(seat=seat).type
    for _ in range(60):
        if driver.state.house.owed and driver.state.house.owed[seat]:
            return
        at = driver.turn
        players[at].act("fold")
    pytest.fail("no blind was missed")
