"""Client and server sessions, connected frame by frame in both encodings."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.protocol.desk import TOKEN, Pair, hands, opened, welcome
from tests.protocol.draw import BidRaised, Legal, RaiseBid, Stand

from carteado.engine.deal import check_nonce
from carteado.engine.game import SeatLeft, SeatTaken
from carteado.engine.table import DeckCommitted, DeckCut, NonceCommitted, TimedOut
from carteado.engine.visibility import RAIL, redact
from carteado.protocol.codec import MAX_FRAME, Codec
from carteado.protocol.errors import Close
from carteado.protocol.messages import (
    Act,
    AddBot,
    BindNonce,
    ChatSaid,
    Closing,
    Events,
    Hello,
    Holding,
    Join,
    Leave,
    ListTables,
    Live,
    Nonce,
    Odds,
    Ok,
    Ping,
    Pong,
    Position,
    PotOdds,
    Presence,
    Prompt,
    ProofsOpened,
    Refused,
    Snapshot,
    Unwatch,
    Watch,
)
from carteado.protocol.session import ClientSession, Limits, ServerSession, Violation
from carteado.protocol.session_client import RETRIES_MS, STARTING_MS
from carteado.protocol.session_events import (
    ChatHeard,
    Closed,
    Happened,
    LiveNow,
    OddsReceived,
    PresenceChanged,
    Prompted,
    PromptGone,
    Replied,
    SessionEvent,
    Snapped,
    TableStalled,
    TableStarting,
    Unreadable,
    Welcomed,
)
from carteado.protocol.session_server import COSTS

pytestmark = pytest.mark.usefixtures("draw")


def kinds(session_events: list[Any]) -> list[type]:
    return [type(session_event) for session_event in session_events]


def only(cls: type, session_events: list[Any]) -> Any:
    (found,) = [session_event for session_event in session_events if type(session_event) is cls]
    return found


@pytest.fixture
def pair(codec: Codec) -> Pair:
    made = Pair(codec)
    made.connect()
    return made


@pytest.fixture
def watching(pair: Pair) -> Pair:
    pair.command(Watch, table="t1")
    return pair


def prompt(decision: int = 1, **fields: Any) -> Prompt:
    given: dict[str, Any] = {
        "table": "t1",
        "decision": decision,
        "seat": 0,
        "legal": {"stand": True, "bid": (2, 9)},
        "default": {"type": "stand"},
        "time_ms": 30_000,
        "bank_ms": 60_000,
        "now_ms": 5,
    }
    return Prompt(**{**given, **fields})


class TestGreeting:
    def test_hello_is_answered_by_a_welcome_and_makes_the_session_ready(self, codec: Codec) -> None:
        pair = Pair(codec, ClientSession("Ana", kind="bot", text=True))
        assert not pair.client.ready
        session_events = pair.connect()
        assert kinds(session_events) == [Welcomed]
        assert pair.desk.heard == [Hello(name="Ana", kind="bot", text=True)]
        assert pair.client.ready
        assert pair.client.token == TOKEN

    def test_a_seat_that_is_held_is_watched_at_once(self, codec: Codec) -> None:
        pair = Pair(codec, ClientSession("Ana", token=TOKEN))
        pair.client.connected()
        pair.tell([welcome(resumed=True, seats=(Holding(table="t1", seat=0),))])
        assert pair.outgoing() == [Watch(id=1, table="t1")]
        assert pair.client.tables["t1"].seat == 0

    def test_commands_made_before_the_welcome_go_out_after_it(self, codec: Codec) -> None:
        pair = Pair(codec)
        message = pair.client.command(ListTables)
        pair.connect()
        assert pair.desk.heard == [Hello(name="Ana"), message]

    def test_ids_begin_where_an_earlier_process_stopped(self, codec: Codec) -> None:
        client = ClientSession("Ana", token=TOKEN, first_id=1000)
        assert client.command(Ping).id == 1000
        assert client.command(Ping).id == 1001


class TestFollowing:
    def test_a_snapshot_then_events_fold_to_what_the_seat_may_see(self, watching: Pair) -> None:
        assert kinds(watching.session_events) == [Welcomed, Replied, Snapped, LiveNow]
        session_events = watching.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
        followed = watching.client.tables["t1"]
        assert kinds(session_events) == [Happened, Happened]
        assert [happened.seq for happened in session_events] == [3, 4]
        assert session_events[0].after.state.hands == (("As",), ("??",))
        assert session_events[1].before is session_events[0].after
        assert followed.table == watching.desk.view()
        assert followed.live
        assert followed.position == Position(epoch=1, seq=4)

    def test_from_the_first_event_on_no_snapshot_is_needed(self, codec: Codec) -> None:
        pair = Pair(codec)
        pair.connect()
        pair.client.command(Watch, table="t1", after=Position(epoch=1, seq=0))
        session_events = pair.tell([pair.desk.events(1), pair.desk.live()])
        assert kinds(session_events) == [Happened, Happened, LiveNow]
        assert pair.client.tables["t1"].table == pair.desk.view()

    def test_events_that_are_known_are_dropped(self, watching: Pair) -> None:
        watching.happen(hands("As", "Kd"))
        watching.desk.log.append(BidRaised(seat=0, to=3, to_act=1))
        assert kinds(watching.tell([watching.desk.events(2)])) == [Happened]
        assert watching.tell([watching.desk.events(1)]) == []
        assert watching.client.tables["t1"].table == watching.desk.view()

    def test_events_of_a_new_epoch_move_the_place_from_which_a_client_goes_on(
        self, watching: Pair
    ) -> None:
        watching.happen(hands("As", "Kd"))
        watching.desk.epoch = 2
        (session_events,) = watching.happen(BidRaised(seat=0, to=3, to_act=1))
        assert (session_events.epoch, session_events.seq) == (2, 4)
        assert watching.client.tables["t1"].position == Position(epoch=2, seq=4)

    def test_what_two_clients_are_told_in_the_same_bytes_is_read_once(self, codec: Codec) -> None:
        pairs = []
        for _ in range(2):
            pair = Pair(codec)
            pair.connect()
            pair.say([pair.client.command(Watch, table="t1")])
            pair.desk.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
            pairs.append(pair)
        frame = codec.join([codec.encode_message(pairs[0].desk.events(3))])
        (dealt, raised), (also_dealt, also_raised) = (
            pair.client.receive_frame(codec, frame) for pair in pairs
        )
        assert dealt.event is also_dealt.event
        assert raised.event is also_raised.event
        assert raised.after == also_raised.after == pairs[0].desk.view()
        assert pairs[1].client.receive_frame(codec, frame) == []

    def test_of_what_two_seats_are_told_the_same_events_are_read_once(self, codec: Codec) -> None:
        session_events = []
        for seat in range(2):
            pair = Pair(codec)
            pair.connect()
            pair.desk.seat = seat
            pair.say([pair.client.command(Watch, table="t1")])
            pair.desk.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
            frame = codec.join([codec.encode_message(pair.desk.events(3))])
            session_events.append(pair.client.receive_frame(codec, frame))
            assert pair.client.tables["t1"].table == pair.desk.view()
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
        watching.desk.happen(hands("As", "Kd"), BidRaised(seat=0, to=3, to_act=1))
        assert watching.tell([watching.desk.events(4)]) == []
        assert watching.tell([watching.desk.events(4)]) == []
        (again,) = watching.outgoing()
        assert again == Watch(id=2, table="t1", after=Position(epoch=1, seq=2))
        assert kinds(watching.say([again])) == [Happened, Happened, LiveNow]
        assert watching.client.tables["t1"].table == watching.desk.view()

    def test_a_live_mark_that_is_ahead_asks_too(self, watching: Pair) -> None:
        watching.desk.happen(hands("As", "Kd"))
        assert watching.tell([watching.desk.live()]) == []
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
        watching.desk.log[-1:] = [BidRaised(seat=0, to=7, to_act=1)]
        watching.desk.epoch = 2
        snapped = only(Snapped, watching.connect())
        assert snapped.reason == "rewound"
        assert snapped.before.state.pot == 3
        assert snapped.after == watching.desk.view()
        assert watching.client.tables["t1"].position == Position(epoch=2, seq=4)

    def test_other_eyes_after_sitting_down(self, pair: Pair) -> None:
        pair.desk.seat = None
        pair.command(Watch, table="t1", rail=True)
        pair.happen(hands("As", "Kd"))
        followed = pair.client.tables["t1"]
        assert followed.table is not None
        assert followed.table.state.hands == (("??",), ("??",))
        pair.desk.seat = 0
        assert only(Snapped, pair.command(Join, table="t1")).reason == "reseated"
        assert followed.seat == 0
        assert followed.table.state.hands == (("As",), ("??",))

    def test_unwatch_forgets_the_table_and_what_still_comes_is_passed_over(
        self, watching: Pair
    ) -> None:
        watching.command(Unwatch, table="t1")
        assert watching.client.tables == {}
        assert watching.tell([watching.desk.live()]) == []
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
        assert pair.desk.heard[-1] == Watch(
            id=2, table="t1", after=Position(epoch=1, seq=2), rail=True
        )

    @pytest.mark.parametrize("seat", [None, 0])
    def test_a_position_says_with_whose_eyes_it_was_seen_where_the_server_asks_for_it(
        self, pair: Pair, seat: int | None
    ) -> None:
        pair.desk.seat = seat
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
        watching.desk.happen(BidRaised(seat=0, to=3, to_act=1), BidRaised(seat=1, to=4, to_act=0))
        watching.connect()
        watching.happen(BidRaised(seat=0, to=5, to_act=1))
        seen = [
            session_event.seq
            for session_event in watching.session_events
            if isinstance(session_event, Happened)
        ]
        assert seen == [3, 4, 5, 6]
        assert watching.client.tables["t1"].table == watching.desk.view()

    def test_order_hello_watches_then_pending_commands_with_their_ids(self, watching: Pair) -> None:
        watching.desk.mute = True
        first = watching.client.command(Act, table="t1", decision=1, action={"type": "stand"})
        watching.say([first])
        watching.client.disconnected()
        second = watching.client.command(Ping)
        assert watching.client.pending == (first, second)
        watching.desk.mute = False
        watching.desk.heard.clear()
        session_events = watching.connect()
        after = Position(epoch=1, seq=2)
        assert watching.desk.heard == [
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

    def test_a_lost_session_does_not_repeat_what_may_have_been_done(self, watching: Pair) -> None:
        watching.desk.mute = True
        sent = watching.client.command(Act, table="t1", decision=1, action={"type": "stand"})
        watching.say([sent])
        watching.client.disconnected()
        unsent = watching.client.command(Ping)
        watching.desk.mute, watching.desk.known = False, False
        watching.desk.heard.clear()
        session_events = watching.connect()
        reply = only(Replied, session_events)
        assert (reply.id, reply.reply.code) == (sent.id, "session/lost")
        assert sent not in watching.desk.heard
        assert unsent in watching.desk.heard
        assert watching.desk.heard[1] == Watch(id=4, table="t1", after=None)

    def test_what_the_rail_saw_goes_on_though_the_session_is_not_known(self, pair: Pair) -> None:
        pair.desk.seat = None
        pair.command(Watch, table="t1")
        pair.client.disconnected()
        pair.desk.happen(hands("As", "Kd"))
        pair.desk.known = False
        pair.desk.heard.clear()
        session_events = pair.connect()
        (watch,) = [message for message in pair.desk.heard if type(message) is Watch]
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
        ],
    )
    def test_a_prompt_that_cannot_be_is_unreadable(
        self, watching: Pair, wrong: dict[str, Any]
    ) -> None:
        assert kinds(watching.tell([prompt(**wrong)])) == [Unreadable]

    def test_it_is_gone_when_the_turn_is(self, watching: Pair) -> None:
        watching.happen(hands("As", "Kd", to_act=0))
        watching.tell([prompt()])
        taken = SeatTaken(seat=1, name="Bo", bot=False, stack=0)
        assert kinds(watching.happen(taken)) == [Happened]
        session_events = watching.happen(BidRaised(seat=0, to=3, to_act=1))
        assert session_events[1:] == [PromptGone(table="t1", decision=1)]

    def test_it_is_gone_when_the_clock_decided(self, watching: Pair) -> None:
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
    def test_it_is_gone_when_it_is_answered_or_stale(
        self, watching: Pair, answer: Callable[[int], Any]
    ) -> None:
        watching.tell([prompt(decision=4)])
        act = watching.client.command(Act, table="t1", decision=4, action={"type": "stand"})
        assert kinds(watching.tell([answer(act.id)])) == [PromptGone, Replied]

    def test_it_stays_when_the_action_is_refused_or_an_older_one_is_answered(
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

    def test_it_is_gone_when_a_snapshot_replaces_the_table(self, watching: Pair) -> None:
        watching.tell([prompt()])
        assert kinds(watching.tell([watching.desk.snapshot()])) == [PromptGone, Snapped]

    def test_actions_go_out_as_the_game_has_them(self, watching: Pair) -> None:
        from carteado.engine.plain import to_plain

        action = to_plain(RaiseBid(to=5))
        watching.command(Act, table="t1", decision=1, action=action)
        assert watching.desk.heard[-1].action == {"type": "raise_bid", "to": 5, "note": ""}


class TestCut:
    @pytest.fixture
    def seated(self, codec: Codec) -> Pair:
        numbers = count(1)
        pair = Pair(codec, ClientSession("Ana", entropy=lambda: f"{next(numbers):032x}"))
        pair.connect()
        pair.command(Join, table="t1")
        return pair

    def nonces(self, pair: Pair) -> list[Nonce]:
        return [message for message in pair.desk.heard if isinstance(message, Nonce)]

    def test_join_binds_and_each_committed_deck_opens_and_binds_again(self, seated: Pair) -> None:
        join = seated.desk.heard[1]
        for deal in (1, 2, 3):
            seated.tell(seated.desk.commit_deck(deal))
            seated.say(seated.outgoing())
        opened_nonces = self.nonces(seated)
        assert [nonce.deal for nonce in opened_nonces] == [1, 2, 3]
        bound = join.commitment
        for nonce in opened_nonces:
            assert check_nonce(bound, nonce.nonce)
            bound = nonce.next
        assert seated.desk.table.nonces == (opened_nonces[-1].nonce, None)

    def test_a_nonce_is_opened_once_and_again_after_a_broken_connection(self, seated: Pair) -> None:
        seated.desk.mute = True
        seated.tell(seated.desk.commit_deck(1))
        seated.say(seated.outgoing())
        assert seated.outgoing() == []
        seated.desk.mute = False
        seated.connect()
        first, again = self.nonces(seated)
        assert first == again
        assert seated.desk.table.nonces is not None

    @pytest.mark.parametrize("deal", [1, 2])
    def test_a_nonce_is_opened_for_one_deck_alone(self, seated: Pair, deal: int) -> None:
        """A table that knows the nonce could commit to another deck that fits it."""
        seated.desk.mute = True
        seated.tell(seated.desk.commit_deck(1))
        seated.say(seated.outgoing())
        other = DeckCommitted(deal=deal, pack=("As", "Kd"), root="ab" * 32, seed="s")
        seated.tell(seated.desk.happen(other))
        assert seated.outgoing() == []
        cut = DeckCut(deal=deal, nonces=(None, None), commitments=(None, None))
        seated.tell(seated.desk.happen(cut))
        (again,) = seated.outgoing()
        assert isinstance(again, BindNonce)

    def test_a_deck_that_is_cut_needs_none(self, seated: Pair) -> None:
        seated.tell(seated.desk.commit_deck(1))
        seated.say(seated.outgoing())
        seated.connect()
        seated.tell([seated.desk.snapshot(), seated.desk.live()])
        seated.say(seated.outgoing())
        assert len(self.nonces(seated)) == 1

    def test_a_snapshot_of_an_uncut_deck_asks_for_it(self, seated: Pair) -> None:
        seated.desk.watched = False
        seated.desk.commit_deck(1)
        seated.tell([seated.desk.snapshot(), seated.desk.live()])
        seated.say(seated.outgoing())
        assert [nonce.deal for nonce in self.nonces(seated)] == [1]

    def test_who_takes_no_part_sends_none(self, codec: Codec) -> None:
        pair = Pair(codec)
        pair.connect()
        pair.command(Join, table="t1")
        assert pair.desk.heard[1] == Join(id=1, table="t1")
        pair.tell(pair.desk.commit_deck(1))
        assert pair.outgoing() == []

    def test_a_binding_that_another_process_made_is_made_again(self, seated: Pair) -> None:
        strange = {**seated.desk.snapshot().view, "commitments": ("f" * 64, None)}
        seated.tell([dataclasses.replace(seated.desk.snapshot(), view=strange)])
        (again,) = seated.outgoing()
        assert isinstance(again, BindNonce)
        assert seated.outgoing() == []
        seated.tell(seated.desk.happen(NonceCommitted(seat=0, commitment=again.commitment)))
        seated.tell(seated.desk.commit_deck(1))
        (opened,) = seated.outgoing()
        assert isinstance(opened, Nonce)
        assert check_nonce(again.commitment, opened.nonce)

    def test_a_binding_that_is_not_ours_is_left_alone(self, seated: Pair) -> None:
        seated.tell([seated.desk.snapshot()])
        seated.desk.watched = False
        seated.desk.commit_deck(1)
        strange = {**seated.desk.snapshot().view, "commitments": ("f" * 64, None)}
        seated.tell([dataclasses.replace(seated.desk.snapshot(), view=strange)])
        assert seated.outgoing() == []

    @pytest.mark.parametrize(
        "data",
        [
            {"type": "nonce_committed", "seat": "0", "commitment": 5},
            {"type": "nonce_committed", "seat": 10**9, "commitment": None},
            {"type": "deck_committed", "deal": None},
            {"type": "deck_cut", "commitments": 7},
        ],
    )
    def test_nonsense_is_passed_over(self, seated: Pair, data: dict[str, Any]) -> None:
        cutting = seated.client.tables["t1"].cutting
        assert cutting is not None
        cutting.see_event(data)
        cutting.see_event({"type": "deck_committed", "deal": 1})
        assert cutting.due(-1) is None
        assert cutting.due(9) is None
        assert cutting.due(0) is not None

    def test_few_nonces_are_kept(self, seated: Pair) -> None:
        cutting = seated.client.tables["t1"].cutting
        assert cutting is not None
        first = cutting.commitment()
        for _ in range(8):
            cutting.commitment()
        cutting.see_event({"type": "nonce_committed", "seat": 0, "commitment": first})
        cutting.see_event({"type": "deck_committed", "deal": 1})
        assert cutting.due(0) is None


class TestWithoutTheGame:
    """A client that lacks the game's code has the server's lines."""

    def other(self, pair: Pair) -> dict[str, Any]:
        view = dict(pair.desk.snapshot().view)
        view["opened"] = {**view["opened"], "game": "bridge"}
        return view

    def test_lines_and_plain_events_are_what_there_is(self, pair: Pair) -> None:
        pair.client.command(Watch, table="t1")
        snapped = Snapshot(
            table="t1",
            epoch=1,
            seq=5,
            seat=0,
            reason="asked",
            view=self.other(pair),
            lines=("A table.",),
        )
        event = {"type": "trick_won", "seat": 3}
        events = Events(table="t1", epoch=1, first=6, events=(event,), lines=("North wins.",))
        live = Live(table="t1", epoch=1, seq=6, seat=0)
        session_events = pair.tell([snapped, events, live, prompt()])
        assert kinds(session_events) == [Snapped, Happened, LiveNow, Prompted]
        happened = session_events[1]
        assert (happened.event, happened.after, happened.line) == (event, None, "North wins.")
        assert session_events[3].legal == {"stand": True, "bid": [2, 9]}
        followed = pair.client.tables["t1"]
        assert followed.table is None
        assert followed.lines == ("A table.", "North wins.")

    def test_the_clock_ends_a_prompt_there_too(self, pair: Pair) -> None:
        pair.client.command(Watch, table="t1")
        first = {"type": "table_opened", **_plain_opened("bridge")}
        timed_out = {"type": "timed_out", "seat": 0, "bank_ms": 0, "in_a_row": 1}
        pair.tell([Events(table="t1", epoch=1, first=1, events=(first,)), prompt()])
        session_events = pair.tell([Events(table="t1", epoch=1, first=2, events=(timed_out,))])
        assert kinds(session_events) == [Happened, PromptGone]


def _plain_opened(game: str) -> dict[str, Any]:
    from carteado.engine.events import event_to_plain

    return event_to_plain(opened(game))


class TestStrangeServers:
    def test_unknown_messages_are_passed_over_and_counted(self, pair: Pair) -> None:
        assert pair.client.receive([{"type": "fireworks"}, {"type": "fireworks"}]) == []
        assert pair.client.ignored == 2

    def test_unknown_fields_are_passed_over(self, pair: Pair) -> None:
        ping = pair.client.command(Ping)
        session_events = pair.client.receive(
            [{"type": "pong", "id": ping.id, "now_ms": 1, "new": [1]}]
        )
        assert kinds(session_events) == [Replied]

    @pytest.mark.parametrize(
        "data", [None, 7, "pong", [], {}, {"type": 1}, {"type": "pong"}, {"type": "ok", "id": "1"}]
    )
    def test_what_is_no_message_is_unreadable(self, pair: Pair, data: Any) -> None:
        assert kinds(pair.client.receive([data])) == [Unreadable]

    def test_a_frame_that_is_none_is_unreadable(self, pair: Pair, codec: Codec) -> None:
        for frame in (b"\xc1", "{", b"", "", b"\x80", "{}"):
            assert kinds(pair.client.receive_frame(codec, frame)) == [Unreadable]

    @pytest.mark.parametrize(
        "event",
        [
            {"type": "unheard_of"},
            {"type": "seat_taken", "seat": "0"},
            {"type": "seat_keyed", "seat": 10**6, "key": None},
            {},
        ],
    )
    def test_an_event_that_cannot_be_folded_asks_for_a_snapshot(
        self, watching: Pair, event: dict[str, Any]
    ) -> None:
        before = watching.client.tables["t1"].table
        bad = Events(table="t1", epoch=1, first=3, events=(event,))
        if event.get("type") == "seat_keyed":
            event["label"] = 5
        assert kinds(watching.tell([bad])) == [Unreadable]
        assert watching.tell([watching.desk.events(1)]) == []
        assert watching.client.tables["t1"].table == before
        (watch,) = watching.outgoing()
        assert watch.after is None
        assert kinds(watching.say([watch])) == [Snapped, LiveNow]
        assert watching.client.tables["t1"].live

    @pytest.mark.parametrize("view", [{}, {"opened": 1}])
    def test_a_snapshot_that_cannot_be_is_asked_for_again(
        self, watching: Pair, view: dict[str, Any]
    ) -> None:
        bad = Snapshot(table="t1", epoch=1, seq=9, seat=0, reason="asked", view=view)
        assert kinds(watching.tell([bad])) == [Unreadable]
        assert kinds(watching.say(watching.outgoing())) == [Snapped, LiveNow]
        for _ in range(4):
            watching.tell([bad, watching.desk.live()])
        assert watching.outgoing() != []

    def test_nothing_is_sent_before_the_welcome(self, codec: Codec) -> None:
        pair = Pair(codec)
        pair.client.connected()
        pair.client.command(Watch, table="t1")
        pair.tell([Live(table="t1", epoch=1, seq=9, seat=0)])
        assert pair.outgoing() == []

    def test_a_refusal_of_the_sessions_own_watch_is_told(self, watching: Pair) -> None:
        watching.client.connected()
        watching.tell([welcome(resumed=True)])
        (watch,) = watching.outgoing()
        session_events = watching.tell([Refused(id=watch.id, code="table/unknown", message="gone")])
        assert kinds(session_events) == [Replied]
        assert watching.client.tables == {}


class TestATableThatIsStarting:
    def test_a_command_is_kept_and_sent_again_with_its_id(self, watching: Pair) -> None:
        client = watching.client
        join = client.command(Join, table="t1", seat=0)
        for attempt in (1, 2):
            refused = Refused(
                id=join.id,
                code="table/starting",
                message="starting, 1 of 2 tables",
                details={"retry_ms": 100 * attempt},
            )
            (session_events,) = watching.tell([refused])
            assert session_events == TableStarting(
                id=join.id,
                table="t1",
                message="starting, 1 of 2 tables",
                attempt=attempt,
                retry_ms=100 * attempt,
            )
            assert watching.outgoing() == []
            client.send_again(join.id)
            client.send_again(join.id)
            assert watching.outgoing() == [join]
        (replied,) = watching.tell([Ok(id=join.id, table="t1", seq=9, result=0)])
        assert isinstance(replied, Replied)
        client.send_again(join.id)
        assert watching.outgoing() == []

    def test_a_lost_connection_sends_it_once(self, watching: Pair) -> None:
        client = watching.client
        leave = client.command(Leave, table="t1")
        watching.tell([Refused(id=leave.id, code="table/starting", message="starting")])
        client.connected()
        client.send_again(leave.id)
        watching.tell([welcome(resumed=True)])
        client.send_again(leave.id)
        assert [message for message in watching.outgoing() if message is leave] == [leave]

    @pytest.mark.parametrize("asked", [-5, 0, 10**9, "soon", None, True])
    def test_a_senseless_wait_is_bounded(self, watching: Pair, asked: Any) -> None:
        leave = watching.client.command(Leave, table="t1")
        details = {"retry_ms": asked}
        (session_events,) = watching.tell(
            [Refused(id=leave.id, code="table/starting", message="x", details=details)]
        )
        assert isinstance(session_events, TableStarting)
        assert STARTING_MS[0] <= session_events.retry_ms <= STARTING_MS[2]


class TestATableThatStandsStill:
    def refused(self, watching: Pair, code: str = "table/failed") -> list[SessionEvent]:
        """Come back, and be refused the table."""
        watching.client.connected()
        watching.tell([welcome(resumed=True)])
        (watch,) = watching.outgoing()
        return watching.tell([Refused(id=watch.id, code=code, message="it stands still")])

    @pytest.mark.parametrize("code", ["table/failed", "table/busy", "server/failed", "limit/rate"])
    def test_it_is_kept_and_asked_for_again_from_where_it_was(
        self, watching: Pair, code: str
    ) -> None:
        followed = watching.client.tables["t1"]
        position = followed.position
        session_events = self.refused(watching, code)
        assert session_events == [
            TableStalled(
                table="t1", code=code, message="it stands still", attempt=1, retry_ms=RETRIES_MS[0]
            )
        ]
        assert watching.client.tables["t1"] is followed
        assert watching.outgoing() == []
        watching.client.ask_again("t1")
        watching.client.ask_again("t1")
        (again,) = watching.outgoing()
        assert (again.table, again.after) == ("t1", position)
        watching.client.ask_again("t1")
        assert watching.outgoing() == []
        assert position is not None
        session_events = watching.tell(
            [
                Ok(id=again.id, table="t1"),
                Live(table="t1", epoch=position.epoch, seq=position.seq, seat=0),
            ]
        )
        assert kinds(session_events) == [LiveNow]
        assert followed.stalled == 0
        watching.client.ask_again("t1")
        assert watching.outgoing() == []

    def test_it_is_given_up_in_the_end(self, watching: Pair) -> None:
        session_events = self.refused(watching)
        for attempt, retry_ms in enumerate([*RETRIES_MS[1:], None], 2):
            watching.client.ask_again("t1")
            (again,) = watching.outgoing()
            session_events = watching.tell(
                [Refused(id=again.id, code="table/failed", message="still")]
            )
            (stalled,) = session_events
            assert isinstance(stalled, TableStalled)
            assert (stalled.attempt, stalled.retry_ms) == (attempt, retry_ms)
        assert watching.client.tables == {}
        watching.client.ask_again("t1")
        assert watching.outgoing() == []

    def test_a_connection_that_is_lost_meanwhile_asks_with_the_next_welcome(
        self, watching: Pair
    ) -> None:
        self.refused(watching)
        watching.client.disconnected()
        watching.client.ask_again("t1")
        assert watching.outgoing() == []
        assert [kinds(self.refused(watching)), kinds(self.refused(watching))] == [
            [TableStalled],
            [TableStalled],
        ]

    def test_a_table_that_was_never_seen_is_not_waited_for(self, pair: Pair) -> None:
        watch = pair.client.command(Watch, table="t9")
        session_events = pair.tell([Refused(id=watch.id, code="table/failed", message="no")])
        assert kinds(session_events) == [Replied]
        assert pair.client.tables == {}


class TestOtherNews:
    def test_presence_chat_closing_and_proofs(self, watching: Pair) -> None:
        proofs = ProofsOpened(id=9, table="t1", deal=1, root="r", size=2, nonces=(), proofs=())
        refused = Refused(id=None, code="frame/malformed", message="what?")
        session_events = watching.tell(
            [
                Presence(table="t1", connected=(True, False), watching=2),
                ChatSaid(table="t1", seat=None, name="Bo", text="hi"),
                Closing(code="server/stopping", message="bye", retry_ms=5),
                proofs,
                refused,
            ]
        )
        assert session_events == [
            PresenceChanged(table="t1", connected=(True, False), watching=2),
            ChatHeard(table="t1", seat=None, name="Bo", text="hi"),
            Closed(code="server/stopping", message="bye", retry_ms=5),
            Replied(id=None, reply=refused, command=None),
        ]

    def test_odds_are_told_once(self, watching: Pair) -> None:
        pots = (PotOdds(amount=40, total=44, seats=()),)
        odds = [
            Odds(table="t1", epoch=1, seq=seq, board=("As",), pots=pots) for seq in (2, 5, 2, 5)
        ]
        session_events = watching.tell([odds[0]])
        session_events += watching.tell(odds)
        assert session_events == [
            OddsReceived(table="t1", epoch=1, seq=seq, board=("As",), pots=pots) for seq in (2, 5)
        ]

    def test_getting_up_is_seen_in_the_events(self, watching: Pair) -> None:
        leave = watching.client.command(Leave, table="t1")
        session_events = watching.happen(SeatLeft(seat=0, at_once=True, stack=0))
        session_events += watching.tell([Ok(id=leave.id, table="t1", seq=3)])
        assert kinds(session_events) == [Happened, Replied]

    def test_the_rail_sees_no_hands(self, watching: Pair) -> None:
        assert redact(hands("As", "Kd"), RAIL).hands == (("??",), ("??",))


class TestServerSession:
    def greeted(self, codec: Codec, **limits: int) -> ServerSession:
        session = ServerSession(codec, limits=Limits(**limits))
        hello = Hello(name="Ana")
        assert session.receive(codec.encode_inbound(hello), 0) == hello
        assert session.hello == hello
        return session

    def test_the_first_message_is_hello(self, codec: Codec) -> None:
        session = ServerSession(codec)
        violation = session.receive(codec.encode_inbound(Ping(id=1)), 0)
        assert isinstance(violation, Violation)
        assert violation.status is Close.PROTOCOL
        assert violation.reply.code == "session/hello_first"
        assert session.receive(codec.encode_inbound(Hello(name="Ana")), 0) is violation

    def test_hello_comes_once(self, codec: Codec) -> None:
        session = self.greeted(codec)
        violation = session.receive(codec.encode_inbound(Hello(name="Ana")), 0)
        assert isinstance(violation, Violation)
        assert (violation.reply.code, violation.status) == ("session/hello_twice", Close.PROTOCOL)

    def test_a_wrong_command_is_refused_with_its_id(self, codec: Codec) -> None:
        session = self.greeted(codec)
        wrong: Any = Act(id=7, table="t1", decision="x", action={})  # type: ignore[arg-type]
        violation = session.receive(codec.encode_inbound(wrong), 0)
        assert isinstance(violation, Violation)
        assert isinstance(violation.reply, Refused)
        assert (violation.reply.id, violation.reply.code) == (7, "frame/invalid")
        assert violation.reply.details["where"] == "act.decision"
        assert violation.status is None
        assert session.receive(codec.encode_inbound(Ping(id=8)), 0) == Ping(id=8)

    def test_malformed_frames_in_a_row_close(self, codec: Codec) -> None:
        session = self.greeted(codec, malformed=3)
        wrong: bytes | str = "[" if codec.text else b"\xc1"
        answers = [session.receive(wrong, 0) for _ in range(2)]
        assert all(isinstance(a, Violation) and a.status is None for a in answers)
        session.receive(codec.encode_inbound(Ping(id=1)), 0)
        final = [session.receive(wrong, 0) for _ in range(3)][-1]
        assert isinstance(final, Violation)
        assert (final.reply.code, final.status) == ("limit/malformed", Close.POLICY)

    @pytest.mark.parametrize(
        ("text", "binary", "code", "status"),
        [
            ("x" * (MAX_FRAME + 1), b"\x00" * (MAX_FRAME + 1), "frame/too_large", Close.TOO_LARGE),
            (b"{}", "{}", "frame/kind", Close.KIND),
            ('"\\ud800"', b"\xa1\xff", "frame/text", Close.TEXT),
        ],
    )
    def test_some_frames_close_at_once(
        self, codec: Codec, text: Any, binary: Any, code: str, status: Close
    ) -> None:
        session = self.greeted(codec)
        violation = session.receive(text if codec.text else binary, 0)
        assert isinstance(violation, Violation)
        assert (violation.reply.code, violation.status) == (code, status)

    def test_a_burst_is_taken_and_then_so_many_a_second(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=10, burst=5)
        ping = codec.encode_inbound(Ping(id=3))
        taken = [session.receive(ping, 1_000) for _ in range(6)]
        assert [type(answer) for answer in taken] == [Ping] * 5 + [Violation]
        refused = taken[-1]
        assert isinstance(refused, Violation)
        assert isinstance(refused.reply, Refused)
        assert (refused.reply.id, refused.reply.code) == (3, "limit/rate")
        wait = refused.reply.details["retry_ms"]
        assert 0 < wait <= 101
        assert session.receive(ping, 1_000 + wait) == Ping(id=3)
        assert isinstance(session.receive(ping, 1_000 + wait), Violation)

    def test_a_flood_closes(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=1, burst=2)
        ping = codec.encode_inbound(Ping(id=3))
        answers = [session.receive(ping, 0) for _ in range(5)]
        final = answers[-1]
        assert isinstance(final, Violation)
        assert (final.reply.code, final.status) == ("limit/rate", Close.POLICY)

    def test_a_request_is_charged_for_what_it_took(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=1_000, burst=1_000)
        ping = codec.encode_inbound(Ping(id=3))
        ahead = session.ahead(0)
        session.charge(0.001, "watch", 0)  # as long as its price
        assert session.ahead(0) == ahead
        session.charge(0.015, "watch", 0)
        assert session.ahead(0) == ahead + 300 - COSTS["watch"]
        session.charge(0.05, "history", 0)
        refused = session.receive(ping, 0)
        assert isinstance(refused, Violation)
        assert refused.reply.code == "limit/rate"
        assert session.ahead(1_000_000) == 0

    def test_a_dear_message_counts_for_several(self, codec: Codec) -> None:
        cost = COSTS["watch"]
        session = self.greeted(codec, per_second=10, burst=2 * cost)
        watch = codec.encode_inbound(Watch(id=3, table="t1"))
        taken = [session.receive(watch, 10_000) for _ in range(3)]
        assert [type(answer) for answer in taken] == [Watch, Watch, Violation]
        refused = taken[-1]
        assert isinstance(refused, Violation)
        assert (refused.reply.code, refused.status) == ("limit/rate", None)
        assert isinstance(refused.reply, Refused)
        assert refused.reply.details["cost"] == cost
        assert f"counts for {cost}" in refused.reply.message
        later = 10_000 + refused.reply.details["retry_ms"]
        assert session.receive(watch, later) == Watch(id=3, table="t1")

    def test_a_message_dearer_than_the_burst_takes_all_of_it(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=10, burst=5)
        bot = codec.encode_inbound(AddBot(id=3, table="t1", bot="caller"))
        assert isinstance(session.receive(bot, 10_000), AddBot)
        assert isinstance(session.receive(bot, 10_400), Violation)
        assert isinstance(session.receive(bot, 10_500), AddBot)

    def test_the_page_says_what_each_counts_for(self) -> None:
        page = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")
        _, _, rows = page.partition("| Message | Counts for |\n|---|---|\n")
        said = {}
        for row in rows.partition("\n\n")[0].splitlines():
            tags, cost = row.strip("|").split("|")
            said |= {tag.strip(" `"): int(cost) for tag in tags.split(",")}
        assert said == COSTS

    def test_pings_of_the_line_count_like_messages(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=1, burst=2)
        answers = [session.control(0) for _ in range(5)]
        assert answers[0] is None
        put_off, final = answers[1], answers[-1]
        assert put_off is not None
        assert final is not None
        assert (put_off.reply.code, put_off.status) == ("limit/rate", None)
        assert (final.reply.code, final.status) == ("limit/rate", Close.POLICY)
        assert session.control(10_000) == final
        assert session.receive(codec.encode_inbound(Ping(id=3)), 10_000) == final

    @pytest.mark.parametrize(
        ("data", "code", "number"),
        [
            ({"id": 5}, "frame/not_a_message", 5),
            ({"type": 5, "id": True}, "frame/not_a_message", None),
            ({"type": "dance\x1b[2J", "id": 2**53}, "frame/value", None),
            ({"type": "dance\x1b[2J", "id": 0}, "frame/unknown_type", None),
            ({"type": "ping", "id": 1, "x\x1b": 1}, "frame/invalid", 1),
            ([], "frame/not_a_message", None),
        ],
    )
    def test_what_is_wrong_is_said_without_control_characters(
        self, codec: Codec, data: Any, code: str, number: int | None
    ) -> None:
        import json

        import msgpack

        session = self.greeted(codec)
        frame = json.dumps(data) if codec.text else msgpack.packb(data)
        violation = session.receive(frame, 0)
        assert isinstance(violation, Violation)
        assert isinstance(violation.reply, Refused)
        assert (violation.reply.code, violation.reply.id) == (code, number)
        assert violation.reply.message.isprintable()
        assert str(violation.reply.details).isprintable()
