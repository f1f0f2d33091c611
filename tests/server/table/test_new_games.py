"""The next hand and the next game: pauses, rematches, restarts."""

from __future__ import annotations

import pytest
from tests.server.rig import Rig, code, play_hand, players, unchanged, win

from carteado.engine.replay import replay
from carteado.engine.table import snapshot
from carteado.engine.visibility import RAIL, redact
from carteado.protocol import messages as wire


def test_hands_follow_each_other_after_the_pause():
    rig = Rig(pause_ms=1500)
    clients = rig.seated(2)
    play_hand(rig, clients)
    assert rig.host.due == rig.now + 1500
    rig.wait(1500)
    assert rig.host.table.state.hand == 2


def test_a_rematch_begins_when_all_people_agree_and_refills_the_banks():
    rig = Rig(decision_ms=1000, bank_ms=1000, pause_ms=0)
    clients = rig.seated(2)
    acting, _ = players(rig, clients)
    rig.now += 1500
    acting.act("all_in")
    win(rig, clients)
    assert rig.host.due is None
    ana, rui = clients
    assert code(ana.say(wire.Rematch)) == "ok"
    assert rig.host.table.state.winner is not None
    assert code(rui.say(wire.Rematch)) == "ok"
    assert rig.host.table.state.winner is None
    assert rig.host.table.banks == (1000, 1000)
    assert rig.host.table.state.hand == 1


def test_a_finished_game_starts_again_by_itself_where_the_table_says_so():
    rig = Rig(auto_restart=True, pause_ms=500)
    clients = rig.seated(2, bot=True)
    while rig.host.table.state.winner is None:
        if rig.host.table.state.in_hand:
            clients[rig.turn].act("all_in")
        else:
            rig.wait(500)
    rig.wait(1500)
    assert rig.host.table.state.winner is None
    assert rig.host.table.state.in_hand


@pytest.mark.parametrize("there", [False, True])
def test_a_new_game_starts_without_absent_players_who_sit_out(there):
    rig = Rig(options={"stack": 60}, auto_restart=True, pause_ms=2000, decision_ms=1000)
    ana, rui = rig.seated(2, bot=True)
    assert code(rui.say(wire.SitOut)) == "ok"
    if not there:
        rig.host.gone(rui.watcher)
    while rig.host.table.state.winner is None:
        if rig.host.table.state.in_hand and rig.turn == 0:
            ana.act("all_in" if ana.prompt().legal["all_in"] else "call")
        else:
            rig.wait(1000)
    rig.wait(2000)
    state = rig.host.table.state
    assert state.winner is None
    assert state.names == ("player 0", "player 1" if there else None)
    assert rig.host.table.keys[1] == (rui.player.key if there else None)
    if not there:
        assert rig.host.due is None
        zoe = rig.client("Zoe")
        assert code(zoe.say(wire.Join)) == "ok"
        rig.wait(4000)  # the draw for the button, and the first hand
        assert rig.host.table.state.in_hand
    assert snapshot(replay(rig.log)) == snapshot(rig.host.table)


def test_a_rematch_before_the_end_is_refused():
    rig = Rig()
    ana, _ = rig.seated(2)
    assert unchanged(rig, lambda: ana.say(wire.Rematch)).code == "table/not_over"


def test_the_cards_of_the_last_hand_can_be_proved_after_the_game_started_again():
    rig = Rig(options={"stack": 20}, auto_restart=True, pause_ms=1000)
    game, seats = rig.host.table.game, rig.seated(2, bot=True)
    for _ in range(50):
        for client in seats:
            prompt = client.prompt()
            if prompt is not None and game.turn(rig.host.table.state) == prompt.seat:
                client.act("all_in" if prompt.legal["all_in"] else "call")
        if game.over(rig.host.table.state):
            break
        rig.wait(1000)
    committed = rig.host.table.committed
    assert committed is not None
    rig.wait(1000)
    assert rig.log[-1].type == "game_restarted"
    found = rig.host.end_of(committed.deal)
    assert found is not None
    view = redact(found[0].state, RAIL)
    assert len(game.exposed(view)) == 9  # two hands turned up, and the board


def test_a_wish_for_a_new_game_leaves_the_open_decision_and_its_clock_alone():
    rig = Rig("standard", game="quick-holdem", decision_ms=1_000, bank_ms=0)
    players = rig.seated(4)
    asked = players[0].prompt()
    rig.wait(900)
    assert isinstance(players[0].say(wire.Rematch), wire.Ok)
    assert players[0].prompt() is asked
    assert isinstance(players[0].act("play", asked.decision), wire.Ok)
    assert rig.host.table.game.turn(rig.host.table.state) == 1
