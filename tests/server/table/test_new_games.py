"""The next hand and the next game: pauses, rematches, restarts."""

from __future__ import annotations

import pytest
from tests.server.host_driver import HostDriver, code, play_hand, players, unchanged, win

from carteado.engine.replay import replay
from carteado.engine.table import snapshot
from carteado.engine.visibility import RAIL, redact
from carteado.protocol import messages as wire


def test_hands_follow_each_other_after_the_pause():
    driver = HostDriver(pause_ms=1500)
    clients = driver.seated(2)
    play_hand(driver, clients)
    assert driver.host.due == driver.now + 1500
    driver.wait(1500)
    assert driver.state.hand == 2


def test_a_rematch_begins_when_all_people_agree_and_refills_the_banks():
    driver = HostDriver(decision_ms=1000, bank_ms=1000, pause_ms=0)
    clients = driver.seated(2)
    acting, _ = players(driver, clients)
    driver.now += 1500
    acting.act("all_in")
    win(driver, clients)
    assert driver.host.due is None
    ana, rui = clients
    assert code(ana.say(wire.Rematch)) == "ok"
    assert driver.state.winner is not None
    assert code(rui.say(wire.Rematch)) == "ok"
    assert driver.state.winner is None
    assert driver.table.banks == (1000, 1000)
    assert driver.state.hand == 1


def test_a_finished_game_starts_again_by_itself_where_the_table_says_so():
    driver = HostDriver(auto_restart=True, pause_ms=500)
    clients = driver.seated(2, bot=True)
    while driver.state.winner is None:
        if driver.state.in_hand:
            clients[driver.turn].act("all_in")
        else:
            driver.wait(500)
    driver.wait(1500)
    assert driver.state.winner is None
    assert driver.state.in_hand


@pytest.mark.parametrize("there", [False, True])
def test_a_new_game_starts_without_absent_players_who_sit_out(there):
    driver = HostDriver(options={"stack": 60}, auto_restart=True, pause_ms=2000, decision_ms=1000)
    ana, rui = driver.seated(2, bot=True)
    assert code(rui.say(wire.SitOut)) == "ok"
    if not there:
        driver.host.gone(rui.watcher)
    while driver.state.winner is None:
        if driver.state.in_hand and driver.turn == 0:
            ana.act("all_in" if ana.prompt().legal["all_in"] else "call")
        else:
            driver.wait(1000)
    driver.wait(2000)
    state = driver.state
    assert state.winner is None
    assert state.names == ("player 0", "player 1" if there else None)
    assert driver.table.keys[1] == (rui.player.key if there else None)
    if not there:
        assert driver.host.due is None
        zoe = driver.client("Zoe")
        assert code(zoe.say(wire.Join)) == "ok"
        driver.wait(4000)  # the draw for the button, and the first hand
        assert driver.state.in_hand
    assert snapshot(replay(driver.log)) == snapshot(driver.table)


def test_a_rematch_before_the_end_is_refused():
    driver = HostDriver()
    ana, _ = driver.seated(2)
    assert unchanged(driver, lambda: ana.say(wire.Rematch)).code == "table/not_over"


def test_the_cards_of_the_last_hand_can_be_proved_after_the_game_started_again():
    driver = HostDriver(options={"stack": 20}, auto_restart=True, pause_ms=1000)
    game, seats = driver.table.game, driver.seated(2, bot=True)
    for _ in range(50):
        for client in seats:
            prompt = client.prompt()
            if prompt is not None and game.turn(driver.state) == prompt.seat:
                client.act("all_in" if prompt.legal["all_in"] else "call")
        if game.over(driver.state):
            break
        driver.wait(1000)
    committed = driver.table.committed
    assert committed is not None
    driver.wait(1000)
    assert driver.log[-1].type == "game_restarted"
    found = driver.host.end_of(committed.deal)
    assert found is not None
    view = redact(found[0].state, RAIL)
    assert len(game.exposed(view)) == 9  # two hands turned up, and the board


def test_a_wish_for_a_new_game_leaves_the_open_decision_and_its_clock_alone():
    driver = HostDriver("standard", game="quick-holdem", decision_ms=1_000, bank_ms=0)
    players = driver.seated(4)
    asked = players[0].prompt()
    driver.wait(900)
    assert isinstance(players[0].say(wire.Rematch), wire.Ok)
    assert players[0].prompt() is asked
    assert isinstance(players[0].act("play", asked.decision), wire.Ok)
    assert driver.table.game.turn(driver.state) == 1
