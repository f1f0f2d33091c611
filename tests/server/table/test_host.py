"""What a seat meets at the table host: commands, decisions, clocks, seats."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.server.rig import Client, Rig

from carteado.engine.games.holdem.actions import Check
from carteado.engine.replay import replay
from carteado.engine.table import snapshot
from carteado.engine.visibility import RAIL, redact
from carteado.protocol import messages as wire
from carteado.server.table.step import Request

CASH = {"format": "cash", "stack": 200}


def code(reply: Any) -> str:
    """The code of a refusal; 'ok' for none."""
    return reply.code if isinstance(reply, wire.Refused) else "ok"


def players(rig: Rig, clients: list[Client]) -> tuple[Client, Client]:
    """Who is to act, and another."""
    seat = rig.turn
    return clients[seat], clients[1 - seat]


def passive(client: Client) -> Any:
    """Check where it is free, else call."""
    prompt = client.prompt()
    assert prompt is not None
    return client.act("check" if prompt.legal["check"] else "call")


def play_hand(rig: Rig, clients: list[Client]) -> None:
    """Check and call until the hand is over."""
    hand = rig.host.table.state.hand
    while rig.host.table.state.hand == hand and rig.host.table.state.in_hand:
        assert code(passive(clients[rig.turn])) == "ok"


def win(rig: Rig, clients: list[Client]) -> None:
    """All in until one has everything."""
    while rig.host.table.state.winner is None:
        client = clients[rig.turn]
        prompt = client.prompt()
        assert prompt is not None
        client.act("all_in")


def unchanged(rig: Rig, refuse: Any) -> Any:
    """A command that has to be refused and to change nothing; the refusal."""
    table, seq, due = rig.host.table, rig.host.audience.seq, rig.host.due
    reply = refuse()
    assert isinstance(reply, wire.Refused), reply
    assert rig.host.table is table
    assert (rig.host.audience.seq, rig.host.due) == (seq, due)
    return reply


# Seats


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


def test_chips_are_added_between_hands_only():
    rig = Rig(options=CASH, pause_ms=100)
    ana, rui = rig.seated(2)
    assert unchanged(rig, lambda: ana.say(wire.TopUp, amount=50)).code == "seat/in_hand"
    players(rig, [ana, rui])[0].act("fold")
    before = rig.host.table.state.stacks[0]
    assert code(ana.say(wire.TopUp, amount=50)) == "ok"
    assert rig.host.table.state.stacks[0] == before + 50


# Decisions


def test_only_the_seat_to_act_is_asked():
    rig = Rig()
    clients = rig.seated(2)
    acting, other = players(rig, clients)
    assert acting.prompt() is not None
    assert other.prompt() is None
    prompt = acting.prompt()
    assert prompt is not None
    assert (prompt.seat, prompt.time_ms, prompt.bank_ms) == (rig.turn, 30_000, 60_000)
    assert prompt.legal["call"] == 10
    assert prompt.default == {"type": "fold"}


def test_the_acting_player_receives_events_and_prompt_before_all_others():
    rig = Rig("four-player")
    clients = rig.seated(4)
    for _ in range(3):
        client = clients[rig.turn]
        prompt = client.prompt()
        assert prompt is not None
        call = wire.Act(id=99, table="rig", decision=prompt.decision, action={"type": "call"})
        request = Request(player=client.player, watcher=client.watcher, message=call)
        step = rig.host.receive(request, rig.now)
        outgoing = rig.host.applied(step, rig.now)
        asked = clients[rig.turn].watcher
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
    rig = Rig()
    acting, _ = players(rig, rig.seated(2))
    prompt = acting.prompt()
    assert prompt is not None
    refused = unchanged(rig, lambda: acting.act("call", decision=wrong))
    assert refused.code == "action/stale_decision"
    assert refused.details == {"decision": wrong, "open": prompt.decision}


def test_an_answer_to_a_decision_that_has_passed_is_stale():
    rig = Rig()
    acting, other = players(rig, rig.seated(2))
    prompt = acting.prompt()
    assert prompt is not None
    assert code(acting.act("call")) == "ok"
    refused = unchanged(rig, lambda: acting.act("call", decision=prompt.decision))
    assert refused.code == "action/stale_decision"
    assert refused.details["open"] == 0
    assert code(passive(other)) == "ok"


def test_out_of_turn_the_decision_is_0_and_the_game_answers():
    rig = Rig()
    _, other = players(rig, rig.seated(2))
    assert unchanged(rig, lambda: other.act("call", decision=0)).code == "action/not_your_turn"


def test_a_mucked_hand_is_shown_afterwards_under_decision_0():
    rig = Rig(pause_ms=1000)
    clients = rig.seated(2)
    acting, other = players(rig, clients)
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
    rig = Rig()
    acting, _ = players(rig, rig.seated(2))
    refused = unchanged(rig, lambda: acting.act(action))
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
    rig = Rig()
    acting, _ = players(rig, rig.seated(2))
    refused = unchanged(rig, lambda: acting.act(action))
    assert refused.code == expected
    if action["type"] == "raise":
        assert (refused.details["min"], refused.details["max"]) == (40, 1500)


def test_other_seats_commands_leave_the_decision_alone():
    rig = Rig("four-player")
    clients = rig.seated(4)
    seat = rig.turn
    prompt = clients[seat].prompt()
    assert prompt is not None
    due = rig.host.due
    rig.now += 5_000
    other = clients[(seat + 1) % 4]
    other.say(wire.SitOut)
    other.say(wire.SitIn)
    other.say(wire.Chat, text="hello")
    clients[(seat + 2) % 4].say(wire.Leave)
    assert rig.host.due == due
    assert code(clients[seat].act("call", decision=prompt.decision)) == "ok"


def test_a_blind_posted_by_another_seat_leaves_the_decision_alone():
    rig = Rig("four-player", options=CASH, pause_ms=0)
    clients = rig.seated(3)
    eva = rig.client("Eva")
    eva.say(wire.Join)
    seat = rig.turn
    prompt, due = clients[seat].prompt(), rig.host.due
    assert prompt is not None
    rig.now += 5_000
    assert code(eva.act("post_blind", decision=0)) == "ok"
    assert rig.host.due == due
    assert code(clients[seat].act("call", decision=prompt.decision)) == "ok"


# Commands that come again


def test_a_repeated_command_gets_the_first_answer_and_happens_once():
    rig = Rig()
    acting, _ = players(rig, rig.seated(2))
    first = acting.act("call")
    seq = rig.host.audience.seq
    again = acting.say(
        wire.Act, again=acting.ids, decision=first.seq, action={"type": "raise", "to": 60}
    )
    assert again == first
    assert rig.host.audience.seq == seq


def test_a_repeated_refusal_is_the_same_refusal():
    rig = Rig()
    _, other = players(rig, rig.seated(2))
    first = other.act("call", decision=0)
    again = other.say(wire.Act, again=other.ids, decision=0, action={"type": "call"})
    assert again == first


def test_a_join_that_comes_again_on_a_new_connection_follows_there():
    rig = Rig()
    ana = rig.client("Ana")
    first = ana.say(wire.Join)
    back = rig.client("Ana")
    again = back.say(wire.Join, again=1)
    assert again == first
    assert back.screen.of(wire.Snapshot)[-1].seat == 0
    assert rig.host.table.state.names == ("Ana", None)


def test_a_line_of_chat_that_comes_again_is_said_once():
    rig = Rig()
    ana, rui = rig.seated(2)
    ana.say(wire.Chat, text="good luck")
    ana.say(wire.Chat, again=ana.ids, text="good luck")
    assert [said.text for said in rui.screen.of(wire.ChatSaid)] == ["good luck"]


# Clocks


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


# The game goes on


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


# Chat


def test_chat_reaches_all_watchers_and_nobody_else():
    rig = Rig()
    ana, rui = rig.seated(2)
    rail = rig.client("rail")
    rail.say(wire.Watch)
    ana.say(wire.Chat, text="hello")
    for client in (ana, rui, rail):
        (said,) = client.screen.of(wire.ChatSaid)
        assert (said.seat, said.name, said.text) == (0, "player 0", "hello")
    stranger = rig.client("stranger")
    assert unchanged(rig, lambda: stranger.say(wire.Chat, text="x")).code == "table/not_watching"


def test_partners_say_only_phrases_while_a_deal_is_played():
    """Nor does the rail, which may be somebody's friend, and which the seats hear after it."""
    rig = Rig("mineiro", game="buraco")
    clients = [rig.client(f"player {number}") for number in range(4)]
    clients[0].say(wire.Join)
    assert isinstance(clients[0].say(wire.Chat, text="anybody for a match?"), wire.Ok)
    for client in clients[1:]:
        client.say(wire.Join)
    rig.wait(0)
    rail = rig.client("rail")
    rail.say(wire.Watch)
    for client in (clients[2], rail):
        refused = unchanged(rig, partial(client.say, wire.Chat, text="keep the spades"))
        assert refused.code == "chat/phrases_only"
        assert "Well played!" in refused.details["phrases"]
        assert isinstance(client.say(wire.Chat, text="well played"), wire.Ok)
    heard = [(said.channel, said.text) for said in clients[0].screen.of(wire.ChatSaid)]
    assert heard == [("seats", "anybody for a match?"), ("seats", "Well played!")]
    heard = [(said.channel, said.text) for said in rail.screen.of(wire.ChatSaid)]
    assert heard == [("seats", "Well played!"), ("rail", "Well played!")]


def test_the_log_folds_to_the_table_after_everything():
    rig = Rig(options=CASH, decision_ms=1000, bank_ms=500)
    clients = rig.seated(2)
    for _ in range(3):
        play_hand(rig, clients)
    rig.wait(5000)
    clients[0].say(wire.Leave)
    rig.wait(10_000)
    assert snapshot(replay(rig.log)) == snapshot(rig.host.table)


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
