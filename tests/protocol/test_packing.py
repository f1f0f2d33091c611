"""Whatever packer is installed, the bytes and the refusals are those of msgpack."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import sys
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.protocol.packing import packer

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text()
    | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=20)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(), inner, max_size=20)
    ),
    max_leaves=40,
)


class Colour(enum.IntEnum):
    RED = 3


class Pair(NamedTuple):
    first: int
    second: int


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    name: str


def default(value: Any) -> Any:
    if isinstance(value, Part):
        return {"name": value.name}
    raise TypeError("no such thing")


@pytest.fixture(params=["installed", "msgpack alone"])
def pack(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], bytes]:
    if request.param == "msgpack alone":
        monkeypatch.setitem(sys.modules, "ormsgpack", None)
    return packer(default)


PACK = packer()


@given(PLAIN)
def test_plain_data_gives_the_bytes_of_msgpack(value: Any) -> None:
    assert PACK(value) == msgpack.packb(value)


@pytest.mark.parametrize(
    "value",
    [
        {"part": Part("a"), "more": [Part("b"), (Part("c"),)]},
        Colour.RED,
        Pair(1, 2),
        {1: "one", b"two": 2},
        type("Text", (str,), {})("text"),
        bytearray(b"bytes"),
        memoryview(b"bytes"),
        [[]] * 20,
        "x" * 70_000,
        b"x" * 300,
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_that_are_not_plain_pack_like_msgpack(
    pack: Callable[[Any], bytes], value: Any
) -> None:
    assert pack(value) == msgpack.packb(value, default=default)


@pytest.mark.parametrize(
    "value",
    [
        object(),
        {1, 2},
        2**64,
        -(2**63) - 1,
        "\ud800",
        datetime.datetime(2026, 1, 1),
        datetime.date(2026, 1, 1),
        uuid.UUID(int=1),
        enum.Enum("Plain", "ONE")["ONE"],
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: {"in": [value]}])
def test_values_that_msgpack_refuses_are_refused(
    pack: Callable[[Any], bytes], value: Any, wrap: Callable[[Any], Any]
) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        pack(wrap(value))
