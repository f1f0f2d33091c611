"""Seats at the table host: sitting down, leaving, reserved seats, chips."""

from __future__ import annotations

import pytest
from tests.server.rig import CASH, Rig, code, passive, players, unchanged

from carteado.protocol import messages as wire


def test_the_first_free_seat_is_taken_and_its_eyes_are_given():
    rig = Rig()
    ana, rui = rig.client("Ana"), rig.client("Rui")
    assert ana.say(wire.Join).result == 0
    assert rui.say(wire.Join).result == 1
    assert ana.screen.of(wire.Snapshot)[-1].seat == 0
    assert ana.screen.of(wire.Live)[-1].seat == 0
    assert rig.host.table.state.names == ("Ana", "Rui")


@pytest.mark.parametrize(
    ("wanted", "expected", "message"),
    [
        (0, "seat/taken", "Seat 0 is taken by Ana. Free seats: 1. Type: join {table} 1"),
        (2, "seat/unknown", "There is no seat 2 at this table. Choose a seat from 0 to 1."),
        (9, "seat/unknown", "There is no seat 9 at this table. Choose a seat from 0 to 1."),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused_with_the_reason(wanted, expected, message):
    rig = Rig()
    rig.client("Ana").say(wire.Join, seat=0)
    rui = rig.client("Rui")
    refused = unchanged(rig, lambda: rui.say(wire.Join, seat=wanted))
    assert refused.code == expected
    assert refused.message == message.format(table=rig.host.table.id)


def test_a_full_table_takes_nobody():
    rig = Rig()
    rig.seated(2)
    late = rig.client("late")
    assert unchanged(rig, lambda: late.say(wire.Join)).code == "table/full"


def test_nobody_sits_twice_at_a_table():
    rig = Rig("four-player")
    ana = rig.client("Ana")
    ana.say(wire.Join, seat=2)
    refused = unchanged(rig, lambda: ana.say(wire.Join, seat=0))
    assert (refused.code, dict(refused.details)) == ("seat/already", {"seat": 2})


def test_a_reserved_seat_waits_for_its_key():
    rig = Rig()
    host = rig.client("Ana")
    assert host.say(wire.AddBot, bot="caller", seat=1).result == 1
    stranger = rig.client("Rui")
    assert unchanged(rig, lambda: stranger.say(wire.Join, seat=1)).code == "seat/reserved"
    assert stranger.say(wire.Join).result == 0
    bot = rig.client("caller", bot=True)
    bot.player = type(bot.player)(key="bot key 1", name="caller", bot=True)
    assert bot.say(wire.Join).result == 1
    assert rig.host.table.state.bots == (False, True)


def test_a_bot_is_not_seated_where_nothing_is_free():
    rig = Rig()
    ana, _ = rig.seated(2)
    assert unchanged(rig, lambda: ana.say(wire.AddBot, bot="caller")).code == "table/full"


def test_commands_of_a_seat_need_a_seat():
    rig = Rig()
    rig.seated(2)
    rail = rig.client("rail")
    for cls, fields in (
        (wire.Leave, {}),
        (wire.SitOut, {}),
        (wire.SitIn, {}),
        (wire.TopUp, {"amount": 5}),
        (wire.Rematch, {}),
        (wire.Act, {"decision": 0, "action": {"type": "fold"}}),
    ):
        assert unchanged(rig, lambda c=cls, f=fields: rail.say(c, **f)).code == "seat/none"


def test_leaving_frees_the_seat_and_its_key():
    rig = Rig(options=CASH)
    ana, rui = rig.seated(2)
    assert code(ana.say(wire.Leave)) == "ok"
    while rig.host.table.state.in_hand:
        passive(rui)
    assert rig.host.table.keys[0] is None
    assert rig.host.table.state.names[0] is None
    assert rig.host.seat_held(ana.player) is None
    assert rig.client("Eva").say(wire.Join).result == 0


def test_chips_are_added_between_hands_only():
    rig = Rig(options=CASH, pause_ms=100)
    ana, rui = rig.seated(2)
    assert unchanged(rig, lambda: ana.say(wire.TopUp, amount=50)).code == "seat/in_hand"
    players(rig, [ana, rui])[0].act("fold")
    before = rig.host.table.state.stacks[0]
    assert code(ana.say(wire.TopUp, amount=50)) == "ok"
    assert rig.host.table.state.stacks[0] == before + 50
