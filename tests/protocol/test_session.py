"""A client session and a server session, connected frame by frame in both encodings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.protocol.draw import BidRaised, Legal, RaiseBid, Stand
from tests.protocol.pair import TOKEN, Pair, hands, welcome
from tests.protocol.session_tools import kinds, only, prompt

from carteado.engine.game import SeatTaken
from carteado.engine.table import TimedOut
from carteado.protocol.codec import Codec
from carteado.protocol.messages import (
    Act,
    Hello,
    Holding,
    Join,
    ListTables,
    Live,
    Ok,
    Ping,
    Pong,
    Position,
    Refused,
    Snapshot,
    Unwatch,
    Watch,
)
from carteado.protocol.session import ClientSession
from carteado.protocol.session_client import MOST_TABLES
from carteado.protocol.session_events import (
    Happened,
    LiveNow,
    Prompted,
    PromptGone,
    Replied,
    Snapped,
    Unreadable,
    Welcomed,
)

pytestmark = pytest.mark.usefixtures("draw")


class TestGreeting:
    def test_hello_is_answered_by_a_welcome_and_makes_the_session_ready(self, codec: Codec) -> None:
        pair = Pair(codec, ClientSession("Ana", kind="bot", text=True))
        assert not pair.client.ready
        session_events = pair.connect()
        assert kinds(session_events) == [Welcomed]
        assert pair.server.heard == [Hello(name="Ana", kind="bot", text=True)]
        assert pair.client.ready
        assert pair.client.token == TOKEN

    def test_a_client_that_comes_back_says_its_claim(self, codec: Codec) -> None:
        client = ClientSession("Ana", token=TOKEN)
        client.connected()
        client.receive([welcome(claim="c" * 22)])
        assert client.connected() == [Hello(name="Ana", token=TOKEN, claim="c" * 22)]

    def test_a_seat_that_is_held_is_watched_at_once(self, codec: Codec) -> None:
        pair = Pair(codec, ClientSession("Ana", token=TOKEN))
        pair.client.connected()
        pair.tell([welcome(resumed=True, seats=(Holding(table="t1", seat=0),))])
        assert pair.outgoing() == [Watch(id=1, table="t1")]
        assert pair.client.tables["t1"].seat == 0

    def test_a_server_that_names_seats_without_end_fills_no_memory(self, codec: Codec) -> None:
        client = ClientSession("Ana", token=TOKEN)
        for greeting in range(2):
            client.connected()
            seats = [Holding(table=f"t{greeting}-{one}", seat=0) for one in range(MOST_TABLES)]
            client.receive([welcome(resumed=True, seats=tuple(seats))])
        assert len(client.tables) == MOST_TABLES
        client.command(Watch, table="chosen")
        assert "chosen" in client.tables

    def test_commands_made_before_the_welcome_go_out_after_it(self, codec: Codec) -> None:
        pair = Pair(codec)
        message = pair.client.command(ListTables)
        pair.connect()
        assert pair.server.heard == [Hello(name="Ana"), message]

    def test_ids_begin_where_an_earlier_process_stopped(self, codec: Codec) -> None:
        client = ClientSession("Ana", token=TOKEN, first_id=1000)
        assert client.command(Ping).id == 1000
        assert client.command(Ping).id == 1001


class TestFollowing:
    def test_a_snapshot_and_later_events_fold_to_the_seats_view(self, watching: Pair) -> None:
        assert kinds(watching.session_events) == [Welcomed, Replied, Snapped, LiveNow]
        session_events = watching.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
        followed = watching.client.tables["t1"]
        assert kinds(session_events) == [Happened, Happened]
        assert [happened.seq for happened in session_events] == [3, 4]
        assert session_events[0].after.state.hands == (("As",), ("??",))
        assert session_events[1].before is session_events[0].after
        assert followed.table == watching.server.view()
        assert followed.live
        assert followed.position == Position(epoch=1, seq=4)

    def test_from_the_first_event_on_no_snapshot_is_needed(self, codec: Codec) -> None:
        pair = Pair(codec)
        pair.connect()
        pair.client.command(Watch, table="t1", after=Position(epoch=1, seq=0))
        session_events = pair.tell([pair.server.events(1), pair.server.live()])
        assert kinds(session_events) == [Happened, Happened, LiveNow]
        assert pair.client.tables["t1"].table == pair.server.view()

    def test_events_that_are_known_are_dropped(self, watching: Pair) -> None:
        watching.happen(hands("As", "Kd"))
        watching.server.log.append(BidRaised(seat=0, to=3, to_act=1))
        assert kinds(watching.tell([watching.server.events(2)])) == [Happened]
        assert watching.tell([watching.server.events(1)]) == []
        assert watching.client.tables["t1"].table == watching.server.view()

    def test_events_of_a_new_epoch_move_the_place_from_which_a_client_goes_on(
        self, watching: Pair
    ) -> None:
        watching.happen(hands("As", "Kd"))
        watching.server.epoch = 2
        (session_events,) = watching.happen(BidRaised(seat=0, to=3, to_act=1))
        assert (session_events.epoch, session_events.seq) == (2, 4)
        assert watching.client.tables["t1"].position == Position(epoch=2, seq=4)

    def test_the_same_bytes_for_two_clients_are_read_once(self, codec: Codec) -> None:
        pairs = []
        for _ in range(2):
            pair = Pair(codec)
            pair.connect()
            pair.say([pair.client.command(Watch, table="t1")])
            pair.server.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
            pairs.append(pair)
        frame = codec.join([codec.encode_message(pairs[0].server.events(3))])
        (dealt, raised), (also_dealt, also_raised) = (
            pair.client.receive_frame(codec, frame) for pair in pairs
        )
        assert dealt.event is also_dealt.event
        assert raised.event is also_raised.event
        assert raised.after == also_raised.after == pairs[0].server.view()
        assert pairs[1].client.receive_frame(codec, frame) == []

    def test_the_same_events_for_two_seats_are_read_once(self, codec: Codec) -> None:
        session_events = []
        for seat in range(2):
            pair = Pair(codec)
            pair.connect()
            pair.server.seat = seat
            pair.say([pair.client.command(Watch, table="t1")])
            pair.server.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
            frame = codec.join([codec.encode_message(pair.server.events(3))])
            session_events.append(pair.client.receive_frame(codec, frame))
            assert pair.client.tables["t1"].table == pair.server.view()
        (dealt, raised), (also_dealt, also_raised) = session_events
        assert dealt.event != also_dealt.event
        assert raised.event is also_raised.event

    def test_a_frame_that_cannot_be_is_unreadable_each_time(self, codec: Codec) -> None:
        frame = codec.join([codec.encode_part({"type": "ok", "id": "5"})])
        for _ in range(2):
            session = ClientSession("Ana")
            assert kinds(session.receive_frame(codec, frame)) == [Unreadable]
            unknown = codec.join([codec.encode_part({"type": "weather", "rain": True})])
            assert session.receive_frame(codec, unknown) == []
            assert session.ignored == 1

    def test_a_jump_asks_from_the_last_known_event(self, watching: Pair) -> None:
        watching.server.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
        assert watching.tell([watching.server.events(4)]) == []
        assert watching.tell([watching.server.events(4)]) == []
        (again,) = watching.outgoing()
        assert again == Watch(id=2, table="t1", after=Position(epoch=1, seq=2))
        assert kinds(watching.say([again])) == [Happened, Happened, LiveNow]
        assert watching.client.tables["t1"].table == watching.server.view()

    def test_a_live_mark_that_is_ahead_asks_too(self, watching: Pair) -> None:
        watching.server.happen(hands("As", "Kd"))
        assert watching.tell([watching.server.live()]) == []
        assert not watching.client.tables["t1"].live
        assert kinds(watching.say(watching.outgoing())) == [Happened, LiveNow]

    def test_a_server_that_contradicts_itself_is_asked_three_times(self, watching: Pair) -> None:
        liar = Live(table="t1", epoch=1, seq=99, seat=0)
        asked = []
        for _ in range(3):
            assert watching.tell([liar]) == []
            asked += watching.outgoing()
        assert [watch.after for watch in asked] == [Position(epoch=1, seq=2), None, None]
        assert kinds(watching.tell([liar])) == [Unreadable]
        assert watching.outgoing() == []

    def test_a_rewound_log_is_replaced_by_its_snapshot(self, watching: Pair) -> None:
        watching.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
        watching.server.log[-1:] = [BidRaised(seat=0, to=7, to_act=1)]
        watching.server.epoch = 2
        snapped = only(Snapped, watching.connect())
        assert snapped.reason == "rewound"
        assert snapped.before.state.pot == 3
        assert snapped.after == watching.server.view()
        assert watching.client.tables["t1"].position == Position(epoch=2, seq=4)

    def test_sitting_down_changes_whose_view_is_followed(self, pair: Pair) -> None:
        pair.server.seat = None
        pair.command(Watch, table="t1", rail=True)
        pair.happen(hands("As", "Kd"))
        followed = pair.client.tables["t1"]
        assert followed.table is not None
        assert followed.table.state.hands == (("??",), ("??",))
        pair.server.seat = 0
        assert only(Snapped, pair.command(Join, table="t1")).reason == "reseated"
        assert followed.seat == 0
        assert followed.table.state.hands == (("As",), ("??",))

    def test_unwatch_forgets_the_table_and_its_later_messages_are_ignored(
        self, watching: Pair
    ) -> None:
        watching.command(Unwatch, table="t1")
        assert watching.client.tables == {}
        assert watching.tell([watching.server.live()]) == []
        assert watching.client.ignored == 1

    def test_a_table_that_cannot_be_watched_is_not_followed(self, pair: Pair) -> None:
        watch = pair.client.command(Watch, table="nope")
        join = pair.client.command(Join, table="nope")
        refused = Refused(id=watch.id, code="table/unknown", message="no such table")
        assert kinds(pair.tell([refused])) == [Replied]
        assert "nope" in pair.client.tables
        pair.tell([Refused(id=join.id, code="table/unknown", message="no such table")])
        assert pair.client.tables == {}

    def test_a_refused_join_leaves_a_watched_table(self, watching: Pair) -> None:
        join = watching.client.command(Join, table="t1")
        watching.tell([Refused(id=join.id, code="table/full", message="full")])
        assert watching.client.tables["t1"].live

    def test_the_rail_and_the_own_seat_are_remembered_over_connections(self, pair: Pair) -> None:
        pair.command(Watch, table="t1", rail=True)
        pair.connect()
        assert pair.server.heard[-1] == Watch(
            id=2, table="t1", after=Position(epoch=1, seq=2), rail=True
        )

    @pytest.mark.parametrize("seat", [None, 0])
    def test_a_position_names_its_view_if_the_server_asks_for_it(
        self, pair: Pair, seat: int | None
    ) -> None:
        pair.server.seat = seat
        pair.command(Watch, table="t1", rail=seat is None)
        pair.client.connected()
        held = (Holding(table="t1", seat=0),)
        pair.tell([welcome(resumed=True, seats=held, capabilities=("position_rail",))])
        after = Position(epoch=1, seq=2, rail=seat is None)
        assert pair.outgoing() == [Watch(id=2, table="t1", after=after, rail=seat is None)]


class TestComingBack:
    def test_nothing_is_missed_and_nothing_comes_twice(self, watching: Pair) -> None:
        seen = []
        watching.happen(hands("As", "Kd"))
        watching.client.disconnected()
        assert not watching.client.tables["t1"].live
        watching.server.happen(BidRaised(seat=0, to=3, to_act=1), BidRaised(seat=1, to=4, to_act=0))
        watching.connect()
        watching.happen(BidRaised(seat=0, to=5, to_act=1))
        seen = [
            session_event.seq
            for session_event in watching.session_events
            if isinstance(session_event, Happened)
        ]
        assert seen == [3, 4, 5, 6]
        assert watching.client.tables["t1"].table == watching.server.view()

    def test_a_reconnect_sends_hello_watches_and_pending_commands_in_order(
        self, watching: Pair
    ) -> None:
        watching.server.mute = True
        first = watching.client.command(Act, table="t1", decision=1, action={"type": "stand"})
        watching.say([first])
        watching.client.disconnected()
        second = watching.client.command(Ping)
        assert watching.client.pending == (first, second)
        watching.server.mute = False
        watching.server.heard.clear()
        session_events = watching.connect()
        after = Position(epoch=1, seq=2)
        assert watching.server.heard == [
            Hello(name="Ana", token=TOKEN),
            Watch(id=4, table="t1", after=after),
            first,
            second,
        ]
        reply = only(Replied, session_events)
        assert (reply.id, reply.command) == (first.id, first)
        assert list(watching.client.pending) == [second]

    def test_a_reply_comes_once(self, watching: Pair) -> None:
        ping = watching.client.command(Ping)
        pong = Pong(id=ping.id, now_ms=7)
        assert watching.tell([pong]) == [Replied(id=ping.id, reply=pong, command=ping)]
        assert watching.tell([pong]) == []
        assert watching.client.ignored == 1

    def test_a_lost_session_does_not_repeat_commands_that_may_have_been_done(
        self, watching: Pair
    ) -> None:
        watching.server.mute = True
        sent = watching.client.command(Act, table="t1", decision=1, action={"type": "stand"})
        watching.say([sent])
        watching.client.disconnected()
        unsent = watching.client.command(Ping)
        watching.server.mute, watching.server.known = False, False
        watching.server.heard.clear()
        session_events = watching.connect()
        reply = only(Replied, session_events)
        assert (reply.id, reply.reply.code) == (sent.id, "session/lost")
        assert sent not in watching.server.heard
        assert unsent in watching.server.heard
        assert watching.server.heard[1] == Watch(id=4, table="t1", after=None)

    def test_a_spectators_position_is_valid_without_a_known_session(self, pair: Pair) -> None:
        pair.server.seat = None
        pair.command(Watch, table="t1")
        pair.client.disconnected()
        pair.server.happen(hands("As", "Kd"))
        pair.server.known = False
        pair.server.heard.clear()
        session_events = pair.connect()
        (watch,) = [message for message in pair.server.heard if type(message) is Watch]
        assert watch.after == Position(epoch=1, seq=2)
        assert [kind for kind in kinds(session_events) if kind is not Welcomed] == [
            Happened,
            LiveNow,
        ]

    def test_without_the_games_code_a_snapshot_is_asked_for(self, pair: Pair) -> None:
        unknown = {"opened": {"game": "of-tomorrow"}, "state": {}}
        pair.client.command(Watch, table="t1")
        snap = Snapshot(table="t1", epoch=1, seq=9, seat=None, reason="asked", view=unknown)
        pair.tell([snap])
        assert pair.client.tables["t1"].position is None

    def test_the_prompt_comes_again(self, watching: Pair) -> None:
        watching.tell([prompt()])
        watching.client.disconnected()
        assert watching.client.tables["t1"].prompt is None
        watching.connect()
        assert kinds(watching.tell([prompt()])) == [Prompted]


class TestPrompts:
    def test_a_prompt_is_typed(self, watching: Pair) -> None:
        (prompted,) = watching.tell([prompt()])
        assert prompted == Prompted(
            table="t1",
            decision=1,
            seat=0,
            legal=Legal(stand=True, bid=(2, 9)),
            default=Stand(),
            time_ms=30_000,
            bank_ms=60_000,
            now_ms=5,
        )
        assert watching.client.tables["t1"].prompt == prompted

    @pytest.mark.parametrize(
        "wrong",
        [
            {"legal": {"stand": 1}},
            {"default": {"type": "dance"}},
            {"default": {"type": ["stand"]}},
            {"default": {"type": "raise_bid"}},
            {"seat": 10},
        ],
    )
    def test_a_prompt_that_cannot_be_is_unreadable(
        self, watching: Pair, wrong: dict[str, Any]
    ) -> None:
        assert kinds(watching.tell([prompt(**wrong)])) == [Unreadable]

    def test_the_prompt_is_gone_when_the_turn_is_over(self, watching: Pair) -> None:
        watching.happen(hands("As", "Kd", to_act=0))
        watching.tell([prompt()])
        taken = SeatTaken(seat=1, name="Bo", bot=False, stack=0)
        assert kinds(watching.happen(taken)) == [Happened]
        session_events = watching.happen(BidRaised(seat=0, to=3, to_act=1))
        assert session_events[1:] == [PromptGone(table="t1", decision=1)]

    def test_the_prompt_is_gone_after_a_time_out(self, watching: Pair) -> None:
        watching.happen(hands("As", "Kd", to_act=0))
        watching.tell([prompt()])
        session_events = watching.happen(TimedOut(seat=0, bank_ms=0, in_a_row=1))
        assert kinds(session_events) == [Happened, PromptGone]

    @pytest.mark.parametrize(
        "answer",
        [
            lambda number: Ok(id=number),
            lambda number: Refused(id=number, code="action/stale_decision", message="late"),
        ],
    )
    def test_the_prompt_is_gone_when_answered_or_stale(
        self, watching: Pair, answer: Callable[[int], Any]
    ) -> None:
        watching.tell([prompt(decision=4)])
        act = watching.client.command(Act, table="t1", decision=4, action={"type": "stand"})
        assert kinds(watching.tell([answer(act.id)])) == [PromptGone, Replied]

    def test_the_prompt_stays_after_a_refusal_or_the_answer_to_an_older_action(
        self, watching: Pair
    ) -> None:
        watching.tell([prompt(decision=4)])
        act = watching.client.command(Act, table="t1", decision=4, action={"type": "stand"})
        old = watching.client.command(Act, table="t1", decision=3, action={"type": "stand"})
        session_events = watching.tell(
            [Refused(id=act.id, code="action/too_low", message="no"), Ok(id=old.id)]
        )
        assert kinds(session_events) == [Replied, Replied]
        assert watching.client.tables["t1"].prompt is not None

    def test_the_prompt_is_gone_when_a_snapshot_replaces_the_table(self, watching: Pair) -> None:
        watching.tell([prompt()])
        assert kinds(watching.tell([watching.server.snapshot()])) == [PromptGone, Snapped]

    def test_actions_go_out_as_the_game_has_them(self, watching: Pair) -> None:
        from carteado.engine.plain import to_plain

        action = to_plain(RaiseBid(to=5))
        watching.command(Act, table="t1", decision=1, action=action)
        assert watching.server.heard[-1].action == {"type": "raise_bid", "to": 5, "note": ""}
