"""Hostile frames: valid ones with bytes changed, cut, doubled and spliced, and pure noise.

With ``CARTEADO_LONG`` (`make fuzz`) the seed is new in each run; it stands in the failure, and
``CARTEADO_FUZZ_SEED`` repeats it.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import msgpack
import pytest
from tests.protocol.draw import BidRaised
from tests.protocol.pair import FakeServer, hands, welcome

from carteado.engine.events import event_to_plain
from carteado.engine.table import NonceCommitted, snapshot
from carteado.protocol.codec import Codec
from carteado.protocol.messages import (
    INBOUND,
    Act,
    AddBot,
    Chat,
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
    Open,
    Ping,
    Pong,
    Position,
    PotOdds,
    Presence,
    Prompt,
    Proofs,
    Refused,
    SeatOdds,
    Snapshot,
    TableWaiting,
    TopUp,
    Unwatch,
    View,
    Watch,
)
from carteado.protocol.session import ClientSession, Limits, ServerSession, Violation
from carteado.protocol.session_events import SessionEvent

pytestmark = pytest.mark.usefixtures("draw")

FRAMES = 10_000

SAID: tuple[Any, ...] = (
    Hello(name="Ana", token="t" * 22, text=True),
    ListTables(id=1),
    Open(id=2, game="draw", preset="two", options={"limit": 5}, settings={"bank_ms": 0}, title="x"),
    Join(id=3, table="t1", seat=1, credit=5, commitment="0" * 64),
    Leave(id=4, table="t1"),
    TopUp(id=5, table="t1", amount=2**53 - 1),
    AddBot(id=6, table="t1", bot="caller"),
    Watch(id=7, table="t1", after=Position(epoch=1, seq=2)),
    Act(id=8, table="t1", decision=3, action={"type": "raise_bid", "to": 5, "x": [[[1]]]}),
    Nonce(table="t1", deal=1, nonce="0" * 32, next="1" * 64),
    Proofs(id=9, table="t1", deal=1),
    Chat(id=10, table="t1", text="Olá 🂡"),
    Ping(id=11),
)


@pytest.fixture
def rng() -> random.Random:
    fresh = (
        random.SystemRandom().randrange(2**32) if int(os.environ.get("CARTEADO_LONG", "0")) else 1
    )
    seed = int(os.environ.get("CARTEADO_FUZZ_SEED") or fresh)
    print(f"CARTEADO_FUZZ_SEED={seed}")
    return random.Random(seed)


def messages_of(server: FakeServer) -> tuple[Any, ...]:
    server.log += [
        hands("As", "Kd"),
        NonceCommitted(seat=0, commitment="0" * 64),
        BidRaised(seat=0, to=3, to_act=0),
    ]
    server.commit_deck(1)
    first = event_to_plain(server.log[0])
    return (
        welcome(resumed=True, seats=(Holding(table="t1", seat=0),)),
        Ok(id=1, table="t1", result=1),
        Refused(id=2, code="action/stale_decision", message="late", details={"open": 1}),
        server.snapshot(),
        Snapshot(
            table="t1",
            epoch=1,
            seq=1,
            seat=0,
            reason="x",
            view=snapshot(server.table),
            lines=("a",),
        ),
        server.events(1),
        server.events(3),
        Events(table="t1", epoch=1, first=1, events=(first,), lines=("x",)),
        Events(table="t1", epoch=1, first=7, events=({"type": "deck_cut", "deal": 1},)),
        server.live(),
        View(table="t1", epoch=1, seq=3, seat=0, complete=False, view={"turn": None}),
        Live(table="t1", epoch=1, seq=1, seat=None),
        Prompt(
            table="t1",
            decision=1,
            seat=0,
            legal={"stand": True, "bid": (2, 9)},
            default={"type": "stand"},
            time_ms=1,
            bank_ms=1,
            now_ms=1,
        ),
        Presence(table="t1", connected=(True,), watching=0),
        TableWaiting(table="t1", reason="store_full", since_ms=1, now_ms=2),
        Odds(
            table="t1",
            epoch=1,
            seq=1,
            board=("As",),
            pots=(
                PotOdds(
                    amount=2,
                    total=1,
                    seats=(SeatOdds(seat=0, win=1, tie=0, share=1, whole=1),),
                ),
            ),
        ),
        ChatSaid(table="t1", seat=None, name="Bo", text="hi"),
        Pong(id=3, now_ms=1),
        Closing(code="server/stopping", message="bye", retry_ms=1),
    )


ODD: tuple[Any, ...] = (
    None, True, 0, -1, 2**53, 2**63, 10**30, 1.5, "", "x", "\x00\x1b", "\ud800", [], [[]], {},
    {"type": "ping"}, "t1", "0" * 64, {"a": {"b": [1, None]}}, [0] * 50,
)  # fmt: skip


def bent(rng: random.Random, data: Any) -> Any:
    """Plain data with one value in it replaced, removed, renamed or added."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        copy = dict(data)
        key = rng.choice(list(copy))
        match rng.randrange(5):
            case 0:
                del copy[key]
            case 1:
                copy[key] = rng.choice(ODD)
            case 2:
                copy[str(rng.choice(ODD))] = copy.pop(key)
            case _:
                copy[key] = bent(rng, copy[key])
        return copy
    if isinstance(data, list | tuple) and data and rng.random() < 0.9:
        items = list(data)
        at = rng.randrange(len(items))
        items[at] = bent(rng, items[at])
        return items if rng.random() < 0.8 else items * 2
    return rng.choice(ODD)


def encoded(codec: Codec, data: Any) -> bytes:
    try:
        if codec.text:
            return json.dumps(data).encode("utf-8", "surrogatepass")
        return bytes(msgpack.packb(data, unicode_errors="surrogatepass"))
    except (OverflowError, UnicodeEncodeError):
        return b"\x80"


def mangled(rng: random.Random, raw: bytes) -> bytes:
    """Bytes changed, cut out, doubled, or noise."""
    data = bytearray(raw)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data[at:at] = rng.randbytes(rng.randrange(1, 6))
            case 1:
                del data[at : at + rng.randrange(1, 6)]
            case 2:
                data[at:at] = data[at : at + rng.randrange(1, 40)]
            case 3:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 4 if rng.random() < 0.1:
                data = bytearray(rng.randbytes(rng.randrange(64)))
    return bytes(data)


def hostile(rng: random.Random, codec: Codec, data: Any) -> bytes | str:
    """A frame made of a valid message by bending its values or mangling its bytes."""
    if rng.random() < 0.6:
        for _ in range(rng.randrange(1, 3)):
            data = bent(rng, data)
        raw = encoded(codec, data)
    else:
        raw = mangled(rng, encoded(codec, data))
    if rng.random() < 0.01:
        raw *= 400
    return raw.decode("utf-8", "surrogateescape") if codec.text else raw


def plain(codec: Codec, messages: tuple[Any, ...]) -> list[Any]:
    return codec.decode_outbound(codec.join([codec.encode_message(m) for m in messages]))


def test_the_servers_session_answers_every_frame(codec: Codec, rng: random.Random) -> None:
    said = plain(codec, SAID)
    hello = codec.encode_inbound(Hello(name="Ana"))
    seen: dict[str, int] = {}
    session = ServerSession(codec)
    for number in range(FRAMES):
        if session.closed is not None or session.hello is None:
            session = ServerSession(codec, limits=Limits(per_second=10**6, burst=10**6))
            session.receive(hello, number)
        answer = session.receive(hostile(rng, codec, rng.choice(said)), number)
        assert isinstance(answer, (*INBOUND, Violation))
        if isinstance(answer, Violation):
            code = answer.reply.code
            seen[code] = seen.get(code, 0) + 1
            codec.join([codec.encode_message(answer.reply)])
            assert answer.reply.message.isprintable()
    assert {"frame/malformed", "frame/invalid", "frame/unknown_type", "frame/value"} <= set(seen)


def test_the_clients_session_survives_every_frame(codec: Codec, rng: random.Random) -> None:
    server = FakeServer(codec)
    valid = plain(codec, messages_of(server))
    greeting, snapped = valid[0], valid[3]
    seen: set[str] = set()
    client = ClientSession("Ana")
    for number in range(FRAMES):
        if number % 50 == 0:
            client = ClientSession("Ana", entropy=lambda: f"{rng.getrandbits(128):032x}")
            client.connected()
            client.command(Join, table="t1")
            client.command(Act, table="t1", decision=1, action={})
            client.receive([greeting, snapped])
        messages = [rng.choice(valid) for _ in range(rng.randrange(1, 4))]
        session_events = client.receive_frame(codec, hostile(rng, codec, messages))
        assert all(isinstance(session_event, SessionEvent) for session_event in session_events)
        seen |= {type(session_event).__name__ for session_event in session_events}
        for message in client.outgoing():
            codec.encode_inbound(message)
        if "t1" not in client.tables:
            client.command(rng.choice([Watch, Join]), table="t1")
        if number % 7 == 0:
            client.command(Unwatch if number % 5 == 0 else Ping, **_about(number))
    assert {"Happened", "Snapped", "Prompted", "Unreadable", "Replied"} <= seen


def _about(number: int) -> dict[str, str]:
    return {"table": "t1"} if number % 5 == 0 else {}
