"""The common frame, beside the library's own writing and reading of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from carteado.server.framing import framed, masked_size, message_in

SIZES = (0, 1, 3, 4, 125, 126, 127, 300, 16_384, 65_535, 65_536)


def masked(opcode: Opcode, content: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, content, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_written_is_what_the_library_writes(size: int) -> None:
    content = b"a" * size
    assert framed(content) == Frame(Opcode.BINARY, content).serialize(mask=False)
    assert framed(content.decode()) == Frame(Opcode.TEXT, content).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_how_long_a_clients_frame_is(size: int) -> None:
    assert masked_size(size) == len(masked(Opcode.BINARY, b"a" * size))


@given(st.binary(max_size=300))
def test_a_whole_message_is_read(content: bytes) -> None:
    assert message_in(masked(Opcode.BINARY, content), 300) == content


@given(st.text(max_size=300))
def test_a_text_is_read(text: str) -> None:
    assert message_in(masked(Opcode.TEXT, text.encode()), 2_000) == text


@pytest.mark.parametrize("size", [20, 200])
def test_all_else_is_left_to_the_library(size: int) -> None:
    content = b"a" * size
    whole = masked(Opcode.BINARY, content)
    assert message_in(whole, size) == content
    assert message_in(whole, size - 1) is None
    for end in range(len(whole)):
        assert message_in(whole[:end], 1_000) is None
    assert message_in(whole + whole, 1_000) is None
    assert message_in(whole + b"\x82", 1_000) is None
    for first in set(range(256)) - {0x81, 0x82}:
        assert message_in(bytes([first]) + whole[1:], 1_000) is None
    assert message_in(Frame(Opcode.BINARY, content).serialize(mask=False), 1_000) is None
    assert message_in(masked(Opcode.TEXT, b"\xff" * size), 1_000) is None


def test_a_length_in_more_bytes_than_it_takes_is_left_to_the_library() -> None:
    assert message_in(b"\x82\xfe\x00\x05" + bytes(4) + b"hello", 1_000) is None
    assert message_in(b"\x82\xff" + (200).to_bytes(8, "big") + bytes(4 + 200), 1_000) is None
