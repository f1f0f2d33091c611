"""Replies whose parts are encoded once are the same bytes as any other."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.protocol.codec import CODECS, Codec
from carteado.protocol.messages import Ok
from carteado.protocol.shared import Part, SharedOk, shared_ok

VALUES: list[Any] = [{"table": f"t-{n}", "seats": [None, n], "title": "Küche"} for n in range(70)]


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize("count", [0, 1, 15, 16, 70])
def test_the_bytes_are_those_of_the_plain_reply(codec: Codec, count: int) -> None:
    parts = [Part(value) for value in VALUES[:count]]
    for number in (1, 128, 2**53 - 1):
        reply = shared_ok(number, parts)
        assert reply.result == tuple(VALUES[:count])
        plain = Ok(id=number, result=VALUES[:count])
        assert codec.encode_message(reply) == codec.encode_message(plain)
    placed = SharedOk(id=1, table="t", seq=4, parts=tuple(parts))
    whole = Ok(id=1, table="t", seq=4, result=VALUES[:count])
    assert codec.encode_message(placed) == codec.encode_message(whole)


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
def test_a_part_is_encoded_once_for_each_encoding(codec: Codec) -> None:
    part = Part(VALUES[0])
    assert part.encoded(codec) is part.encoded(codec)
