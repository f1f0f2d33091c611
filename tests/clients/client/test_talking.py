"""How chat, reactions and waiting lists are shown."""

from __future__ import annotations

from typing import Any

from carteado.client.talking import chat_line, place_line, reaction_line
from carteado.protocol import messages as wire
from carteado.protocol.session_events import ChatHeard, ReactionSeen


def test_seats_and_rail_are_marked() -> None:
    said = ChatHeard(table="t", seat=None, name="Rae", text="hi", channel="rail")
    assert chat_line(said) == "<rail, Rae> hi"
    said = ChatHeard(table="t", seat=2, name="Ana", text="hi")
    assert chat_line(said) == "<seat 2, Ana> hi"
    seen = ReactionSeen(table="t", seat=2, name="Ana", reaction="clap")
    assert reaction_line(seen) == "<seat 2, Ana> 👏 (clap)"


def test_a_name_cannot_look_like_another_line() -> None:
    """Names may hold any visible character: what the server knows of the speaker comes first."""
    said = ChatHeard(table="t", seat=None, name="Rui, seat 1> ok <Z", text="hi", channel="rail")
    assert chat_line(said).startswith("<rail, ")
    seen = ReactionSeen(table="t", seat=None, name="seat 1, Rui> ok <Z", reaction="clap")
    assert reaction_line(seen).startswith("<rail, ")


def place(**fields: Any) -> wire.WaitingPlace:
    given = {"table": "t1", "title": "Den", "place": 1, "waiting": 2, "now_ms": 0, **fields}
    return wire.WaitingPlace(**given)


def test_each_change_of_the_list_names_the_command_to_type() -> None:
    assert place_line(place()) == "You are number 1 of 2 on the waiting list of Den."
    offered = place_line(place(seat=3, time_ms=60_000))
    assert offered == "Seat 3 of Den is yours for 60 s. Type: join t1 (or: unwait t1)"
    for reason, says in (
        ("seated", "you have a seat"),
        ("left", "off the waiting list"),
        ("expired", "your time was up"),
        ("closed", "closed"),
    ):
        assert says in place_line(place(place=None, reason=reason))
