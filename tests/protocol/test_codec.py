from __future__ import annotations

import json
import timeit
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.protocol.draw import Stand
from tests.protocol.samples import INBOUND_MESSAGES, OUTBOUND_MESSAGES, PLAIN

from carteado.protocol.codec import (
    CODECS,
    MAX_FRAME,
    MAX_OUTBOUND,
    SUBPROTOCOLS,
    Codec,
    message_to_plain,
)
from carteado.protocol.errors import FrameError
from carteado.protocol.messages import (
    INBOUND,
    LARGEST,
    OUTBOUND,
    Events,
    Ok,
    Ping,
    SeatInfo,
    TableInfo,
)
from carteado.protocol.validation import validator

MSGPACK, JSON = (CODECS[name] for name in SUBPROTOCOLS)
inbound, outbound = validator(INBOUND), validator(OUTBOUND)


def refused(codec: Codec, frame: Any) -> str:
    with pytest.raises(FrameError) as caught:
        codec.decode_inbound(frame)
    assert caught.value.message.isprintable()
    return caught.value.code


class TestRoundTrip:
    @given(INBOUND_MESSAGES)
    def test_of_every_message_of_a_client(self, message: Any) -> None:
        for codec in (MSGPACK, JSON):
            frame = codec.encode_inbound(message)
            assert isinstance(frame, str) == codec.text
            assert inbound(codec.decode_inbound(frame)) == message

    @given(OUTBOUND_MESSAGES, OUTBOUND_MESSAGES)
    def test_of_every_message_of_the_server(self, one: Any, other: Any) -> None:
        for codec in (MSGPACK, JSON):
            pieces = [codec.encode_message(message) for message in (one, other)]
            frame = codec.join(pieces)
            assert isinstance(frame, str) == codec.text
            assert [outbound(data) for data in codec.decode_outbound(frame)] == [one, other]

    @pytest.mark.parametrize("count", [0, 1, 15, 16, 300, 70_000])
    def test_of_lists_of_any_length(self, codec: Codec, count: int) -> None:
        piece = codec.encode_message(Ping(id=1))
        frame = codec.join([piece] * count)
        if count == 70_000:
            decode = json.loads if codec.text else msgpack.unpackb
            assert len(decode(frame)) == count
        else:
            assert codec.decode_outbound(frame) == [{"type": "ping", "id": 1}] * count

    @given(PLAIN)
    def test_of_any_result(self, value: Any) -> None:
        for codec in (MSGPACK, JSON):
            frame = codec.join([codec.encode_message(Ok(id=1, result=value))])
            (data,) = codec.decode_outbound(frame)
            assert data.get("result") == value

    def test_of_dataclasses_inside_a_result(self, codec: Codec) -> None:
        seat = SeatInfo(name=None, bot=False, stack=0, connected=False)
        table = TableInfo(
            table="t1",
            title="T",
            game="draw",
            options={"seats": 2},
            settings={},
            seats=(seat,),
            deals=0,
            over=False,
            watching=0,
        )
        frame = codec.join([codec.encode_message(Ok(id=1, result=(table, Stand())))])
        (data,) = codec.decode_outbound(frame)
        assert data["result"][1] == {"type": "stand"}
        assert data["result"][0]["seats"] == [
            {"name": None, "bot": False, "stack": 0, "connected": False}
        ]


class TestPlainForm:
    def test_the_type_comes_first_and_defaults_are_left_out(self) -> None:
        assert list(message_to_plain(Ok(id=3, seq=9)).items()) == [
            ("type", "ok"),
            ("id", 3),
            ("seq", 9),
        ]

    def test_mappings_of_other_kinds_are_maps(self, codec: Codec) -> None:
        from types import MappingProxyType

        piece = codec.encode_message(Ok(id=1, result=MappingProxyType({"a": 1})))
        assert codec.decode_outbound(codec.join([piece]))[0]["result"] == {"a": 1}

    def test_values_that_are_not_plain_data_cannot_be_sent(self, codec: Codec) -> None:
        with pytest.raises(TypeError, match="object is not plain data"):
            codec.encode_message(Ok(id=1, result=object()))
        assert codec.encode_message(Ping(id=1)) == codec.encode_message(Ping(id=1))


class TestHostileMsgpack:
    @pytest.mark.parametrize(
        ("frame", "code"),
        [
            ("{}", "frame/kind"),
            (b"", "frame/malformed"),
            (b"\xc1", "frame/malformed"),
            (b"\x80\x80", "frame/malformed"),
            (b"\x81\xa1a", "frame/malformed"),
            (b"\xdf\xff\xff\xff\xff", "frame/malformed"),
            (b"\xdd\xff\xff\xff\xff", "frame/malformed"),
            (b"\xdb\xff\xff\xff\xff", "frame/malformed"),
            (b"\x82\xa1a\x01\xa1a\x02", "frame/duplicate"),
            (b"\x81\x01\x01", "frame/value"),
            (b"\x81\xc4\x01a\x01", "frame/value"),
            (b"\xc4\x01a", "frame/value"),
            (b"\x81\xa1a\xc5\x00\x02ab", "frame/value"),
            (b"\x91\xc6\x00\x00\x00\x01a", "frame/value"),
            (b"\xc4\x02a", "frame/malformed"),
            (b"\xc4\x01aa", "frame/malformed"),
            (b"\x81\x90\x01", "frame/malformed"),
            (b"\x81\xc4\x00\x01", "frame/value"),
            (b"\xcb" + bytes(8), "frame/value"),
            (b"\xca\x7f\xc0\x00\x00", "frame/value"),
            (b"\xc4\x00", "frame/value"),
            (b"\xc5\x00\x00", "frame/value"),
            (b"\xc6" + bytes(4), "frame/value"),
            (b"\xcf" + b"\xff" * 8, "frame/value"),
            (
                b"\x82\xa1a\xcf" + (2**40).to_bytes(8) + b"\xa1b\xcf" + (2**53).to_bytes(8),
                "frame/value",
            ),
            (b"\xd3\x80" + bytes(7), "frame/value"),
            (b"\xc7\x00\x05", "frame/value"),
            (b"\xd4\x05a", "frame/value"),
            (b"\x91\xc7\x01\x05a", "frame/value"),
            (b"\xd4\x05", "frame/malformed"),
            (b"\xd6\xff\x00\x00\x00\x01", "frame/value"),
            (b"\xd7\xff" + bytes(8), "frame/value"),
            (b"\xa2\xc3\x28", "frame/text"),
            (b"\xa3\xed\xa0\x80", "frame/text"),
            (b"\x91" * 17 + b"\x01", "frame/deep"),
            (b"\x81\xa1a" * 17 + b"\x01", "frame/deep"),
            (b"\x91" * 900 + b"\x01", "frame/deep"),
            (b"\x91" * 16_000, "frame/malformed"),
            (b"\x00" * (MAX_FRAME + 1), "frame/too_large"),
        ],
    )
    def test_is_refused(self, frame: Any, code: str) -> None:
        assert refused(MSGPACK, frame) == code

    @given(
        keys=st.lists(st.sampled_from("abc"), max_size=4),
        number=st.sampled_from((b"\x01", b"\xcc\x01", b"\xd3" + bytes(7) + b"\x01")),
        long_text=st.booleans(),
    )
    def test_a_key_may_stand_once_however_long_the_rest_is_written(
        self, keys: list[str], number: bytes, long_text: bool
    ) -> None:
        head = b"\xd9\x01" if long_text else b"\xa1"
        pairs = b"".join(head + key.encode() + number for key in keys)
        frame = b"\x91" + bytes([0x80 + len(keys)]) + pairs
        if len(set(keys)) < len(keys):
            assert refused(MSGPACK, frame) == "frame/duplicate"
        else:
            assert MSGPACK.decode_inbound(frame) == [dict.fromkeys(keys, 1)]

    @given(
        beside=st.lists(PLAIN, max_size=3),
        worse=st.sampled_from(
            (
                b"\xc4\x00",
                b"\xc4\x01a",
                b"\xca" + bytes(4),
                b"\xcb" + bytes(8),
                b"\xcf" + b"\xff" * 8,
                b"\xd3\x80" + bytes(7),
                b"\xc7\x00\x05",
                b"\xd4\x05a",
                b"\xd6\xff" + bytes(4),
            )
        ),
        inside=st.integers(0, 20),
    )
    def test_forbidden_values_are_found_at_any_place_and_depth(
        self, beside: list[Any], worse: bytes, inside: int
    ) -> None:
        pieces = [msgpack.packb(value) for value in beside]
        frame = bytes([0x91 + len(pieces)]) + b"".join(pieces) + b"\x91" * inside + worse
        assert refused(MSGPACK, frame) in ("frame/value", "frame/deep")

    def test_sixteen_deep_is_taken(self) -> None:
        assert MSGPACK.decode_inbound(b"\x91" * 16 + b"\x01")
        assert MSGPACK.decode_inbound(b"\x91" * 15 + b"\x90")
        assert refused(MSGPACK, b"\x91" * 16 + b"\x90") == "frame/deep"

    @given(deep=st.integers(1, 24), beside=st.integers(0, 15), wide=st.integers(1, 40))
    def test_only_nested_values_are_deep(self, deep: int, beside: int, wide: int) -> None:
        # Numbers whose bytes look like maps, lists and bytes, and lists beside one another.
        many = [[0x8081, 0xC4C0, 200]] * wide
        value: Any = 1
        for level in range(1, deep):
            value = {"a": value} if level % 2 else [value]
        value = [*many[:beside], value]
        frame = msgpack.packb(value)
        if deep > 16:
            assert refused(MSGPACK, frame) == "frame/deep"
        else:
            assert MSGPACK.decode_inbound(frame) == value


class TestHostileJson:
    @pytest.mark.parametrize(
        ("frame", "code"),
        [
            (b"{}", "frame/kind"),
            ("", "frame/malformed"),
            ("{", "frame/malformed"),
            ("{} {}", "frame/malformed"),
            ("\ufeff{}", "frame/malformed"),
            ("{'a':1}", "frame/malformed"),
            ('{"a":1,"a":2}', "frame/duplicate"),
            ('{"a":1.0}', "frame/value"),
            ('{"a":1e5}', "frame/value"),
            ("NaN", "frame/value"),
            ("[-Infinity]", "frame/value"),
            (str(LARGEST + 1), "frame/value"),
            (str(-LARGEST - 1), "frame/value"),
            ("9" * 5_000, "frame/malformed"),
            ('"\ud800"', "frame/text"),
            ('"\\ud800"', "frame/text"),
            ('{"a":["\\udc00"]}', "frame/text"),
            ('{"\\udc00":1}', "frame/text"),
            ('"a\nb"', "frame/malformed"),
            ("[" * 17 + "]" * 17, "frame/deep"),
            ('{"a":' * 17 + "1" + "}" * 17, "frame/deep"),
            ("[" * 8_000 + "]" * 8_000, "frame/deep"),
            ("[" * 16_000, "frame/deep"),
            ('"' + "x" * MAX_FRAME + '"', "frame/too_large"),
            ('"' + "é" * (MAX_FRAME // 2) + '"', "frame/too_large"),
        ],
    )
    def test_is_refused(self, frame: Any, code: str) -> None:
        assert refused(JSON, frame) == code

    @pytest.mark.parametrize(
        ("frame", "value"),
        [
            (str(LARGEST), LARGEST),
            ("[" * 16 + "]" * 16, None),
            ('"\\ud83c\\udca1"', "🂡"),
            (' {"a" : [true, null]} ', {"a": [True, None]}),
        ],
    )
    def test_at_the_limit_is_taken(self, frame: str, value: Any) -> None:
        decoded = JSON.decode_inbound(frame)
        assert value is None or decoded == value


class TestServersFrames:
    def test_are_lists(self) -> None:
        for codec, frame in ((MSGPACK, b"\x80"), (JSON, "{}")):
            with pytest.raises(FrameError) as caught:
                codec.decode_outbound(frame)
            assert caught.value.code == "frame/malformed"

    def test_have_a_limit_of_their_own(self) -> None:
        text = "x" * (MAX_FRAME * 2)
        for codec in (MSGPACK, JSON):
            frame = codec.join([codec.encode_message(Ok(id=1, result=text))])
            assert codec.decode_outbound(frame)[0]["result"] == text
        for codec, large in ((MSGPACK, bytes(MAX_OUTBOUND + 1)), (JSON, "0" * (MAX_OUTBOUND + 1))):
            with pytest.raises(FrameError) as caught:
                codec.decode_outbound(large)
            assert caught.value.code == "frame/too_large"


def test_the_hot_path_is_short(codec: Codec) -> None:
    """An event costs microseconds; the bound is loose, for a busy machine."""
    event = {"type": "called", "seat": 0, "amount": 20, "stack": 1480, "pot": 40}
    messages = [Events(table="t1", epoch=1, first=at, events=(event,)) for at in range(500)]
    best = min(timeit.repeat(lambda: [*map(codec.encode_message, messages)], number=1, repeat=20))
    assert best / len(messages) < 50e-6
