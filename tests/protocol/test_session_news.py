"""Rare cases of a client session: unknown games, strange servers, tables that start or stall."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from tests.protocol.pair import Pair, hands, opened, welcome
from tests.protocol.session_tools import kinds, prompt

from carteado.engine.game import SeatLeft
from carteado.engine.visibility import RAIL, redact
from carteado.protocol.codec import Codec
from carteado.protocol.messages import (
    ChatSaid,
    Closing,
    Events,
    Join,
    Leave,
    Live,
    Odds,
    Ok,
    Ping,
    PotOdds,
    Presence,
    ProofsOpened,
    Refused,
    Snapshot,
    TurnClock,
    Watch,
)
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
)

pytestmark = pytest.mark.usefixtures("draw")


class TestWithoutTheGame:
    """A client that lacks the game's code has the server's lines."""

    def other(self, pair: Pair) -> dict[str, Any]:
        view = dict(pair.server.snapshot().view)
        view["opened"] = {**view["opened"], "game": "bridge"}
        return view

    def test_only_lines_and_plain_events_are_available(self, pair: Pair) -> None:
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
    def test_invalid_messages_are_unreadable(self, pair: Pair, data: Any) -> None:
        assert kinds(pair.client.receive([data])) == [Unreadable]

    def test_an_invalid_frame_is_unreadable(self, pair: Pair, codec: Codec) -> None:
        for frame in (b"\xc1", "{", b"", "", b"\x80", "{}"):
            assert kinds(pair.client.receive_frame(codec, frame)) == [Unreadable]

    @pytest.mark.parametrize(
        "event",
        [
            {"type": "unheard_of"},
            {"type": "seat_taken", "seat": "0"},
            {"type": "seat_keyed", "seat": 10**6, "key": None},
            {"type": "seat_left", "seat": 10**6},
            {"type": "seat_left", "seat": -1},
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
        assert watching.tell([watching.server.events(1)]) == []
        assert watching.client.tables["t1"].table == before
        (watch,) = watching.outgoing()
        assert watch.after is None
        assert kinds(watching.say([watch])) == [Snapped, LiveNow]
        assert watching.client.tables["t1"].live

    @pytest.mark.parametrize("seat", [-1, 10, 2**53 - 1])
    def test_a_seat_that_the_table_does_not_have_is_unreadable(
        self, watching: Pair, seat: int
    ) -> None:
        followed = watching.client.tables["t1"]
        clock = TurnClock(table="t1", decision=1, seat=seat, time_ms=1, bank_ms=1, now_ms=1)
        assert kinds(watching.tell([clock])) == [Unreadable]
        live = Live(table="t1", epoch=1, seq=followed.seq, seat=seat)
        assert kinds(watching.tell([live])) == [Unreadable]
        snapped = dataclasses.replace(watching.server.snapshot(), seat=seat)
        assert kinds(watching.tell([snapped])) == [Unreadable]
        assert followed.seat == 0

    @pytest.mark.parametrize("view", [{}, {"opened": 1}])
    def test_a_snapshot_that_cannot_be_is_asked_for_again(
        self, watching: Pair, view: dict[str, Any]
    ) -> None:
        bad = Snapshot(table="t1", epoch=1, seq=9, seat=0, reason="asked", view=view)
        assert kinds(watching.tell([bad])) == [Unreadable]
        assert kinds(watching.say(watching.outgoing())) == [Snapped, LiveNow]
        for _ in range(4):
            watching.tell([bad, watching.server.live()])
        assert watching.outgoing() != []

    def test_nothing_is_sent_before_the_welcome(self, codec: Codec) -> None:
        pair = Pair(codec)
        pair.client.connected()
        pair.client.command(Watch, table="t1")
        pair.tell([Live(table="t1", epoch=1, seq=9, seat=0)])
        assert pair.outgoing() == []

    def test_a_refusal_of_the_sessions_own_watch_is_reported(self, watching: Pair) -> None:
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

    def test_a_lost_connection_repeats_it_before_later_commands(self, watching: Pair) -> None:
        client = watching.client
        join = client.command(Join, table="t1", seat=0)
        leave = client.command(Leave, table="t1")
        watching.tell([Refused(id=join.id, code="table/starting", message="starting")])
        assert client.pending == (join, leave)
        client.connected()
        watching.tell([welcome(resumed=True)])
        repeated = [one for one in watching.outgoing() if isinstance(one, Join | Leave)]
        assert repeated == [join, leave]

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
    def test_a_stalled_table_is_kept_and_asked_for_from_its_position(
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

    def test_a_stalled_table_is_given_up_after_the_last_retry(self, watching: Pair) -> None:
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
    def test_presence_chat_closing_and_proofs_become_session_events(self, watching: Pair) -> None:
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

    def test_odds_are_delivered_once(self, watching: Pair) -> None:
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
