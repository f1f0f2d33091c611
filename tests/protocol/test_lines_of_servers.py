"""Plain lines from a server: their form, their refusals, and session events as lines."""

from __future__ import annotations

from typing import Any

import pytest
from tests.protocol.draw import Legal, Stand
from tests.protocol.pair import hands, opened, welcome

from carteado.protocol.lines import format_lines
from carteado.protocol.messages import (
    ChatSaid,
    Closing,
    Events,
    Live,
    Odds,
    Ok,
    PotOdds,
    Presence,
    Prompt,
    Refused,
    SeatOdds,
    TableWaiting,
)
from carteado.protocol.session_events import (
    ChatHeard,
    Closed,
    Happened,
    LiveNow,
    PresenceChanged,
    Prompted,
    PromptGone,
    Replied,
    Snapped,
    TableWaits,
    Unreadable,
    Welcomed,
)
from carteado.protocol.session_messages import message_of, tell


class TestServersLines:
    @pytest.mark.parametrize(
        ("message", "line"),
        [
            (Ok(id=3, table="t1", seq=9), "ok 3 table=t1 seq=9"),
            (
                Refused(id=None, code="frame/deep", message="too deep", details={"max": 16}),
                'refused - frame/deep "too deep" max=16',
            ),
            (
                Events(
                    table="t1",
                    epoch=2,
                    first=7,
                    events=({"type": "raised", "seat": 0, "cards": ("As", "??")},),
                    lines=("Ana raises.",),
                ),
                'event t1 7/2 raised seat=0 cards=[As,??] -- "Ana raises."',
            ),
            (Live(table="t1", epoch=2, seq=7, seat=None), "live t1 7/2 -"),
            (
                Prompt(
                    table="t1",
                    decision=5,
                    seat=0,
                    legal={"fold": True, "raise_to": (40, 1500)},
                    default={"type": "fold"},
                    time_ms=1,
                    bank_ms=2,
                    now_ms=3,
                ),
                "prompt t1 5 0 default={type:fold} time=1 bank=2 now=3 "
                "legal fold=true raise_to=[40,1500]",
            ),
            (
                Presence(table="t1", connected=(True, False), watching=1),
                "presence t1 connected=[true,false] watching=1",
            ),
            (
                TableWaiting(table="t1", reason="store_full", since_ms=1_000, now_ms=4_000),
                "table_waiting t1 store_full since=1000 now=4000",
            ),
            (
                TableWaiting(table="t1", reason=None, since_ms=1, now_ms=2),
                "table_waiting t1 - since=1 now=2",
            ),
            (
                Odds(
                    table="t1",
                    epoch=2,
                    seq=7,
                    board=("2c", "7h", "9s"),
                    pots=(
                        PotOdds(
                            amount=40,
                            total=990,
                            seats=(SeatOdds(seat=0, win=3, tie=2, share=2, whole=495),),
                        ),
                    ),
                ),
                "odds t1 7/2 board=[2c,7h,9s] pots=[{amount:40,total:990,"
                "seats:[{seat:0,win:3,tie:2,share:2,whole:495}]}]",
            ),
            (ChatSaid(table="t1", seat=None, name="Bo", text="a\x1bb"), r'chat t1 - Bo "a\u001bb"'),
            (
                Closing(code="server/stopping", message="bye", retry_ms=5),
                "closing server/stopping bye retry=5",
            ),
        ],
    )
    def test_are_as_documented(self, message: Any, line: str) -> None:
        assert format_lines(message) == (line,)


@pytest.mark.usefixtures("draw")
class TestRetelling:
    def test_session_events_are_spoken_as_the_same_messages(self) -> None:
        from carteado.engine.table import open_table, restore

        table = open_table(opened())
        prompted = Prompted(
            table="t1",
            decision=1,
            seat=0,
            legal=Legal(stand=True, bid=None),
            default=Stand(),
            time_ms=1,
            bank_ms=2,
            now_ms=3,
        )
        event = hands("As", "??")
        happened = Happened(
            table="t1", epoch=1, seq=2, event=event, before=table, after=table, line="Dealt."
        )
        snapped = Snapped(
            table="t1", epoch=1, seq=1, seat=0, reason="asked", before=None, after=table
        )
        assert message_of(Welcomed(welcome=welcome())) == welcome()
        assert message_of(Replied(id=1, reply=Ok(id=1), command=None)) == Ok(id=1)
        assert tell(happened) == (
            'event t1 2/1 hands_dealt hands=[[As],["??"]] to_act=0 -- "Dealt."'.replace(
                '"??"', "??"
            ),
        )
        assert tell(prompted) == (
            "prompt t1 1 0 default={type:stand} time=1 bank=2 now=3 legal stand=true bid=null",
        )
        snapshot = message_of(snapped)
        assert restore(snapshot.view) == table
        assert tell(LiveNow(table="t1", epoch=1, seq=2, seat=0)) == ("live t1 2/1 0",)
        assert tell(PresenceChanged(table="t1", connected=(), watching=0)) == (
            "presence t1 connected=[] watching=0",
        )
        assert tell(TableWaits(table="t1", reason=None, since_ms=1, now_ms=2)) == (
            "table_waiting t1 - since=1 now=2",
        )
        assert tell(ChatHeard(table="t1", seat=0, name="Bo", text="x")) == ("chat t1 0 Bo x",)
        assert tell(Closed(code="a/b", message="c", retry_ms=None)) == ("closing a/b c",)
        assert tell(PromptGone(table="t1", decision=3)) == ("gone t1 3",)
        assert tell(Unreadable(problem="x\x1b")) == (r"# unreadable: x\u001b",)

    def test_of_a_game_that_is_not_installed(self) -> None:
        event = {"type": "trick_won", "seat": 1}
        happened = Happened(table="t1", epoch=1, seq=2, event=event, before=None, after=None)
        snapped = Snapped(
            table="t1",
            epoch=1,
            seq=1,
            seat=None,
            reason="asked",
            before=None,
            after=None,
            lines=("A table.",),
        )
        assert tell(happened) == ("event t1 2/1 trick_won seat=1",)
        assert tell(snapped) == ('snapshot t1 1/1 - asked view={} lines=["A table."]',)
