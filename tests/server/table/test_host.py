"""Decisions at the table host: prompts, answers, refusals, and commands that arrive twice."""

from __future__ import annotations

import pytest
from tests.server.host_driver import CASH, HostDriver, code, passive, play_hand, players, unchanged

from carteado.engine.replay import replay
from carteado.engine.table import snapshot
from carteado.protocol import messages as wire
from carteado.server.table.step import Request

# Decisions


def test_only_the_seat_to_act_is_asked():
    driver = HostDriver()
    clients = driver.seated(2)
    acting, other = players(driver, clients)
    assert acting.prompt() is not None
    assert other.prompt() is None
    prompt = acting.prompt()
    assert prompt is not None
    assert (prompt.seat, prompt.time_ms, prompt.bank_ms) == (driver.turn, 30_000, 60_000)
    assert prompt.legal["call"] == 10
    assert prompt.default == {"type": "fold"}


def test_the_acting_player_receives_events_and_prompt_before_all_others():
    driver = HostDriver("four-player")
    clients = driver.seated(4)
    for _ in range(3):
        client = clients[driver.turn]
        prompt = client.prompt()
        assert prompt is not None
        call = wire.Act(id=99, table="rig", decision=prompt.decision, action={"type": "call"})
        request = Request(player=client.player, watcher=client.watcher, message=call)
        step = driver.host.receive(request, driver.now)
        outgoing = driver.host.applied(step, driver.now)
        asked = clients[driver.turn].watcher
        assert [(watcher, type(message)) for watcher, message in outgoing[:2]] == [
            (asked, wire.Events),
            (asked, wire.Prompt),
        ]
        assert asked not in [watcher for watcher, _ in outgoing[2:]]
        assert {type(message) for _, message in outgoing[2:5]} == {wire.Events}
        for watcher, message in outgoing:
            watcher.to.send(message)


@pytest.mark.parametrize("wrong", [0, 1, 99_999])
def test_an_answer_to_another_decision_is_stale(wrong):
    driver = HostDriver()
    acting, _ = players(driver, driver.seated(2))
    prompt = acting.prompt()
    assert prompt is not None
    refused = unchanged(driver, lambda: acting.act("call", decision=wrong))
    assert refused.code == "action/stale_decision"
    assert refused.details == {"decision": wrong, "open": prompt.decision}


def test_an_answer_to_a_decision_that_has_passed_is_stale():
    driver = HostDriver()
    acting, other = players(driver, driver.seated(2))
    prompt = acting.prompt()
    assert prompt is not None
    assert code(acting.act("call")) == "ok"
    refused = unchanged(driver, lambda: acting.act("call", decision=prompt.decision))
    assert refused.code == "action/stale_decision"
    assert refused.details["open"] == 0
    assert code(passive(other)) == "ok"


def test_out_of_turn_the_decision_is_0_and_the_game_answers():
    driver = HostDriver()
    _, other = players(driver, driver.seated(2))
    assert unchanged(driver, lambda: other.act("call", decision=0)).code == "action/not_your_turn"


def test_a_mucked_hand_is_shown_afterwards_under_decision_0():
    driver = HostDriver(pause_ms=1000)
    clients = driver.seated(2)
    acting, other = players(driver, clients)
    acting.act("fold")
    assert code(other.act("show", decision=0)) == "ok"
    shown = [event for event in acting.events() if event["type"] == "cards_shown"]
    assert shown[-1]["cards"] == other.events()[-1]["cards"]
    assert "??" not in shown[-1]["cards"]


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "bet"},
        {"type": 1},
        {"type": None},
        {"type": ["raise"]},
        {"to": 40},
        {"type": "raise"},
        {"type": "raise", "to": "40"},
        {"type": "raise", "to": 40.0},
        {"type": "raise", "to": True},
        {"type": "raise", "to": None},
        {"type": "raise", "to": [40]},
        {"type": "raise", "to": 40, "seat": 0},
        {"type": "fold", "to": 40},
        {"type": "deal"},
        {"type": "x" * 5000},
        {"type": "\x1b[2J"},
    ],
)
def test_an_invalid_action_gets_a_short_printable_refusal(action):
    driver = HostDriver()
    acting, _ = players(driver, driver.seated(2))
    refused = unchanged(driver, lambda: acting.act(action))
    assert refused.code == "action/invalid"
    assert refused.message.isprintable()
    assert len(refused.message) < 300


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "check"}, "action/cannot_check"),
        ({"type": "raise", "to": 0}, "action/bad_amount"),
        ({"type": "raise", "to": -5}, "action/bad_amount"),
        ({"type": "raise", "to": 39}, "action/below_minimum"),
        ({"type": "raise", "to": 1501}, "action/above_stack"),
        ({"type": "show"}, "action/nothing_to_show"),
    ],
)
def test_illegal_actions_say_the_legal_range(action, expected):
    driver = HostDriver()
    acting, _ = players(driver, driver.seated(2))
    refused = unchanged(driver, lambda: acting.act(action))
    assert refused.code == expected
    if action["type"] == "raise":
        assert (refused.details["min"], refused.details["max"]) == (40, 1500)


def test_other_seats_commands_leave_the_decision_alone():
    driver = HostDriver("four-player")
    clients = driver.seated(4)
    seat = driver.turn
    prompt = clients[seat].prompt()
    assert prompt is not None
    due = driver.host.due
    driver.now += 5_000
    other = clients[(seat + 1) % 4]
    other.say(wire.SitOut)
    other.say(wire.SitIn)
    other.say(wire.Chat, text="hello")
    clients[(seat + 2) % 4].say(wire.Leave)
    assert driver.host.due == due
    assert code(clients[seat].act("call", decision=prompt.decision)) == "ok"


def test_a_blind_posted_by_another_seat_leaves_the_decision_alone():
    driver = HostDriver("four-player", options=CASH, pause_ms=0)
    clients = driver.seated(3)
    eva = driver.client("Eva")
    eva.say(wire.Join)
    seat = driver.turn
    prompt, due = clients[seat].prompt(), driver.host.due
    assert prompt is not None
    driver.now += 5_000
    assert code(eva.act("post_blind", decision=0)) == "ok"
    assert driver.host.due == due
    assert code(clients[seat].act("call", decision=prompt.decision)) == "ok"


# Commands that come again


def test_a_repeated_command_gets_the_first_answer_and_happens_once():
    driver = HostDriver()
    acting, _ = players(driver, driver.seated(2))
    first = acting.act("call")
    seq = driver.host.audience.seq
    again = acting.say(
        wire.Act, again=acting.ids, decision=first.seq, action={"type": "raise", "to": 60}
    )
    assert again == first
    assert driver.host.audience.seq == seq


def test_a_repeated_refusal_is_the_same_refusal():
    driver = HostDriver()
    _, other = players(driver, driver.seated(2))
    first = other.act("call", decision=0)
    again = other.say(wire.Act, again=other.ids, decision=0, action={"type": "call"})
    assert again == first


def test_a_repeated_join_on_a_new_connection_follows_the_table_there():
    driver = HostDriver()
    ana = driver.client("Ana")
    first = ana.say(wire.Join)
    back = driver.client("Ana")
    again = back.say(wire.Join, again=1)
    assert again == first
    assert back.screen.of(wire.Snapshot)[-1].seat == 0
    assert driver.state.names == ("Ana", None)


def test_a_repeated_line_of_chat_is_sent_once():
    driver = HostDriver()
    ana, rui = driver.seated(2)
    ana.say(wire.Chat, text="good luck")
    ana.say(wire.Chat, again=ana.ids, text="good luck")
    assert [said.text for said in rui.screen.of(wire.ChatSaid)] == ["good luck"]


# The log


def test_the_log_folds_to_the_table_after_everything():
    driver = HostDriver(options=CASH, decision_ms=1000, bank_ms=500)
    clients = driver.seated(2)
    for _ in range(3):
        play_hand(driver, clients)
    driver.wait(5000)
    clients[0].say(wire.Leave)
    driver.wait(10_000)
    assert snapshot(replay(driver.log)) == snapshot(driver.table)
