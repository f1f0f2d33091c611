"""The host's bots on the seats of a table: permission to remove one, and when it leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.server.rig import Client, Rig, unchanged

from carteado.protocol import messages as wire


def bot_of(rig: Rig, seat: int) -> Client:
    """The host's bot on a seat, as its process comes."""
    bot = rig.client("caller", bot=True)
    bot.player = replace(bot.player, key=f"bot key {seat}")
    return bot


def with_bot(**options: Any) -> tuple[Rig, Client, Client]:
    """A person, and a bot that the person asked for, before the first hand."""
    rig = Rig("four-player", options=options)
    ana = rig.client("Ana")
    assert ana.say(wire.Join).result == 0
    assert ana.say(wire.AddBot, bot="caller", seat=1).result == 1
    return rig, ana, bot_of(rig, 1)


def test_a_player_removes_a_requested_bot_before_it_arrives():
    rig, ana, _ = with_bot()
    assert ana.say(wire.RemoveBot, seat=1).result == 1
    assert rig.host.table.labels[1] is None
    assert rig.host.table.keys[1] is None
    assert rig.client("Rui").say(wire.Join, seat=1).result == 1


def test_the_first_player_at_a_table_without_an_owner_does_not_own_it():
    rig = Rig("four-player")
    rig.host.owners.opener = None  # a log that does not say who opened it
    first = rig.client("first")
    assert first.say(wire.Join, seat=0).result == 0
    assert rig.client("Ana").say(wire.AddBot, bot="caller", seat=1).result == 1
    assert first.say(wire.RemoveBot, seat=1).code == "seat/bot_not_yours"


def test_the_opener_of_a_table_removes_any_bot():
    rig, _, bot = with_bot()
    assert bot.say(wire.Join).result == 1
    opener = rig.client("opener")
    assert isinstance(opener.say(wire.RemoveBot, seat=1), wire.Ok)
    assert rig.host.table.state.names[1] is None
    assert rig.host.table.keys[1] is None


@pytest.mark.parametrize(
    ("name", "seat", "code"),
    [
        ("Rui", 1, "seat/bot_not_yours"),
        ("Ana", 0, "seat/not_a_bot"),
        ("Ana", 2, "seat/not_a_bot"),
        ("opener", 0, "seat/not_a_bot"),
        ("Ana", 7, "seat/unknown"),
    ],
)
def test_nobody_else_and_nothing_else_is_sent_away(name, seat, code):
    rig, _, _ = with_bot()
    client = rig.client(name)
    client.ids = 10
    assert unchanged(rig, lambda: client.say(wire.RemoveBot, seat=seat)).code == code


def test_the_player_who_added_the_last_bot_cannot_remove_the_next():
    rig, ana, _ = with_bot()
    ana.say(wire.RemoveBot, seat=1)
    assert rig.client("Rui").say(wire.AddBot, bot="caller", seat=1).result == 1
    assert ana.say(wire.RemoveBot, seat=1).code == "seat/bot_not_yours"


def test_a_bot_in_play_leaves_at_the_end_of_the_hand():
    rig = Rig(options={"format": "cash", "stack": 200}, pause_ms=1000)
    ana = rig.client("Ana")
    ana.say(wire.Join)
    ana.say(wire.AddBot, bot="caller")
    bot = bot_of(rig, 1)
    bot.say(wire.Join)
    rig.wait(1000)
    state = rig.host.table.state
    assert state.in_hand
    if state.to_act == 1:
        bot.act("call")
    assert rig.host.table.state.to_act == 0
    assert isinstance(ana.say(wire.RemoveBot, seat=1), wire.Ok)
    assert rig.host.table.state.leaving[1]
    assert ana.say(wire.RemoveBot, seat=1).code == "seat/leaving"
    legal = rig.host.table.game.legal(rig.host.table.state, 0)
    ana.act("check" if legal.check else "call")
    while rig.host.table.state.in_hand:
        ana.act("check")
    assert rig.host.table.state.names[1] is None
    assert rig.host.table.labels[1] is None


def test_a_bot_sent_away_from_a_freezeout_of_two_leaves_it_won():
    rig = Rig(pause_ms=1000)
    ana = rig.client("Ana")
    ana.say(wire.Join)
    ana.say(wire.AddBot, bot="caller")
    bot_of(rig, 1).say(wire.Join)
    rig.wait(1000)
    ana.say(wire.RemoveBot, seat=1)
    while rig.host.table.state.in_hand:
        ana.act("fold")
    assert rig.host.table.state.winner == 0
    assert rig.host.table.keys[1] is None
