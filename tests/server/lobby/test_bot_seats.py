"""The host's bots on the seats of a table: permission to remove one, and when it leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver, unchanged

from carteado.protocol import messages as wire


def bot_of(driver: HostDriver, seat: int) -> Client:
    """The host's bot on a seat, as its process comes."""
    bot = driver.client("caller", bot=True)
    bot.player = replace(bot.player, key=f"bot key {seat}")
    return bot


def with_bot(**options: Any) -> tuple[HostDriver, Client, Client]:
    """A person, and a bot that the person asked for, before the first hand."""
    driver = HostDriver("four-player", options=options)
    ana = driver.client("Ana")
    assert ana.say(wire.Join).result == 0
    assert ana.say(wire.AddBot, bot="caller", seat=1).result == 1
    return driver, ana, bot_of(driver, 1)


def test_a_player_removes_a_requested_bot_before_it_arrives():
    driver, ana, _ = with_bot()
    assert ana.say(wire.RemoveBot, seat=1).result == 1
    assert driver.table.labels[1] is None
    assert driver.table.keys[1] is None
    assert driver.client("Rui").say(wire.Join, seat=1).result == 1


def test_the_first_player_at_a_table_without_an_owner_does_not_own_it():
    driver = HostDriver("four-player")
    driver.host.owners.opener = None  # a log that does not say who opened it
    first = driver.client("first")
    assert first.say(wire.Join, seat=0).result == 0
    assert driver.client("Ana").say(wire.AddBot, bot="caller", seat=1).result == 1
    assert first.say(wire.RemoveBot, seat=1).code == "seat/bot_not_yours"


def test_the_opener_of_a_table_removes_any_bot():
    driver, _, bot = with_bot()
    assert bot.say(wire.Join).result == 1
    opener = driver.client("opener")
    assert isinstance(opener.say(wire.RemoveBot, seat=1), wire.Ok)
    assert driver.state.names[1] is None
    assert driver.table.keys[1] is None


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
    driver, _, _ = with_bot()
    client = driver.client(name)
    client.ids = 10
    assert unchanged(driver, lambda: client.say(wire.RemoveBot, seat=seat)).code == code


def test_the_player_who_added_the_last_bot_cannot_remove_the_next():
    driver, ana, _ = with_bot()
    ana.say(wire.RemoveBot, seat=1)
    assert driver.client("Rui").say(wire.AddBot, bot="caller", seat=1).result == 1
    assert ana.say(wire.RemoveBot, seat=1).code == "seat/bot_not_yours"


def test_a_bot_in_play_leaves_at_the_end_of_the_hand():
    driver = HostDriver(options={"format": "cash", "stack": 200}, pause_ms=1000)
    ana = driver.client("Ana")
    ana.say(wire.Join)
    ana.say(wire.AddBot, bot="caller")
    bot = bot_of(driver, 1)
    bot.say(wire.Join)
    driver.wait(1000)
    state = driver.state
    assert state.in_hand
    if state.to_act == 1:
        bot.act("call")
    assert driver.state.to_act == 0
    assert isinstance(ana.say(wire.RemoveBot, seat=1), wire.Ok)
    assert driver.state.leaving[1]
    assert ana.say(wire.RemoveBot, seat=1).code == "seat/leaving"
    legal = driver.table.game.legal(driver.state, 0)
    ana.act("check" if legal.check else "call")
    while driver.state.in_hand:
        ana.act("check")
    assert driver.state.names[1] is None
    assert driver.table.labels[1] is None


def test_a_bot_sent_away_from_a_freezeout_of_two_leaves_it_won():
    driver = HostDriver(pause_ms=1000)
    ana = driver.client("Ana")
    ana.say(wire.Join)
    ana.say(wire.AddBot, bot="caller")
    bot_of(driver, 1).say(wire.Join)
    driver.wait(1000)
    ana.say(wire.RemoveBot, seat=1)
    while driver.state.in_hand:
        ana.act("fold")
    assert driver.state.winner == 0
    assert driver.table.keys[1] is None
