"""Seats at the table host: sitting down, leaving, reserved seats, chips."""

from __future__ import annotations

import pytest
from tests.server.host_driver import CASH, HostDriver, code, passive, players, unchanged

from carteado.protocol import messages as wire


def test_the_first_free_seat_is_taken_and_its_eyes_are_given():
    driver = HostDriver()
    ana, rui = driver.client("Ana"), driver.client("Rui")
    assert ana.say(wire.Join).result == 0
    assert rui.say(wire.Join).result == 1
    assert ana.screen.of(wire.Snapshot)[-1].seat == 0
    assert ana.screen.of(wire.Live)[-1].seat == 0
    assert driver.state.names == ("Ana", "Rui")


@pytest.mark.parametrize(
    ("wanted", "expected", "message"),
    [
        (0, "seat/taken", "Seat 0 is taken by Ana. Free seats: 1. Type: join {table} 1"),
        (2, "seat/unknown", "There is no seat 2 at this table. Choose a seat from 0 to 1."),
        (9, "seat/unknown", "There is no seat 9 at this table. Choose a seat from 0 to 1."),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused_with_the_reason(wanted, expected, message):
    driver = HostDriver()
    driver.client("Ana").say(wire.Join, seat=0)
    rui = driver.client("Rui")
    refused = unchanged(driver, lambda: rui.say(wire.Join, seat=wanted))
    assert refused.code == expected
    assert refused.message == message.format(table=driver.table.id)


def test_a_full_table_takes_nobody():
    driver = HostDriver()
    driver.seated(2)
    late = driver.client("late")
    assert unchanged(driver, lambda: late.say(wire.Join)).code == "table/full"


def test_nobody_sits_twice_at_a_table():
    driver = HostDriver("four-player")
    ana = driver.client("Ana")
    ana.say(wire.Join, seat=2)
    refused = unchanged(driver, lambda: ana.say(wire.Join, seat=0))
    assert (refused.code, dict(refused.details)) == ("seat/already", {"seat": 2})


def test_a_reserved_seat_waits_for_its_key():
    driver = HostDriver()
    host = driver.client("Ana")
    assert host.say(wire.AddBot, bot="caller", seat=1).result == 1
    stranger = driver.client("Rui")
    assert unchanged(driver, lambda: stranger.say(wire.Join, seat=1)).code == "seat/reserved"
    assert stranger.say(wire.Join).result == 0
    bot = driver.client("caller", bot=True)
    bot.player = type(bot.player)(key="bot key 1", name="caller", bot=True)
    assert bot.say(wire.Join).result == 1
    assert driver.state.bots == (False, True)


def test_a_bot_is_not_seated_where_nothing_is_free():
    driver = HostDriver()
    ana, _ = driver.seated(2)
    assert unchanged(driver, lambda: ana.say(wire.AddBot, bot="caller")).code == "table/full"


def test_commands_of_a_seat_need_a_seat():
    driver = HostDriver()
    driver.seated(2)
    rail = driver.client("rail")
    for cls, fields in (
        (wire.Leave, {}),
        (wire.SitOut, {}),
        (wire.SitIn, {}),
        (wire.TopUp, {"amount": 5}),
        (wire.Rematch, {}),
        (wire.Act, {"decision": 0, "action": {"type": "fold"}}),
    ):
        assert unchanged(driver, lambda c=cls, f=fields: rail.say(c, **f)).code == "seat/none"


def test_leaving_frees_the_seat_and_its_key():
    driver = HostDriver(options=CASH)
    ana, rui = driver.seated(2)
    assert code(ana.say(wire.Leave)) == "ok"
    while driver.state.in_hand:
        passive(rui)
    assert driver.table.keys[0] is None
    assert driver.state.names[0] is None
    assert driver.host.seat_held(ana.player) is None
    assert driver.client("Eva").say(wire.Join).result == 0


def test_chips_are_added_between_hands_only():
    driver = HostDriver(options=CASH, pause_ms=100)
    ana, rui = driver.seated(2)
    assert unchanged(driver, lambda: ana.say(wire.TopUp, amount=50)).code == "seat/in_hand"
    players(driver, [ana, rui])[0].act("fold")
    before = driver.state.stacks[0]
    assert code(ana.say(wire.TopUp, amount=50)) == "ok"
    assert driver.state.stacks[0] == before + 50
