"""Values as plain data and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, Union

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.engine.cards import PACK, Card
from carteado.engine.errors import OptionsError, PlainError
from carteado.engine.plain import check_type, from_plain, to_plain
from carteado.engine.visibility import Public, Sealed


class Street(Enum):
    FLOP = "flop"
    RIVER = "river"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    amount: int
    seats: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise OptionsError("amount", "a pot is not negative")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    board: Public[tuple[Card, ...]]
    street: Public[Street]
    pots: Public[tuple[Pot, ...]] = ()
    range: Public[tuple[int, int] | None] = None
    deck: Sealed[Union[str, None]] = None  # noqa: UP007 - both spellings are to be read
    counts: Public[Mapping[str, int]] = field(default_factory=dict)
    anything: Public[Any] = None
    raw: Public[bytes] = b""
    nothing: Public[tuple[None, ...]] = ()
    final: Public[bool] = False
    mode: Public[Literal["high", 1]] = "high"
    type: Literal["shown"] = "shown"


SHOWN = Shown(
    board=(Card("As"), Card("Kd")),
    street=Street.RIVER,
    pots=(Pot(amount=40, seats=(0, 2)), Pot(amount=5)),
    range=(20, 400),
    deck="secret",
    counts={"a": 1},
    anything=(1, "x", None),
    raw=b"\x00\xff",
    nothing=(None,),
    final=True,
    mode=1,
)


def plain(**changes: Any) -> dict[str, Any]:
    return {"board": ("As",), "street": "flop", **changes}


def test_a_dataclass_is_a_dict_of_its_fields_and_an_enum_its_value() -> None:
    data = to_plain(SHOWN)
    assert data["street"] == "river"
    assert data["pots"] == ({"amount": 40, "seats": (0, 2)}, {"amount": 5, "seats": ()})
    assert data["type"] == "shown"
    assert from_plain(Shown, data) == SHOWN


def test_plain_data_survives_msgpack_and_json() -> None:
    data = to_plain(SHOWN)
    assert from_plain(Shown, msgpack.unpackb(msgpack.packb(data))) == from_plain(
        Shown, data | {"anything": [1, "x", None]}
    )
    del data["raw"]
    again = from_plain(Shown, json.loads(json.dumps(data)))
    assert again.board == SHOWN.board
    assert again.counts == SHOWN.counts


def test_a_list_becomes_a_tuple() -> None:
    assert to_plain([1, [2]]) == (1, (2,))
    assert from_plain(Shown, plain(board=["As", "Kd"])).board == ("As", "Kd")


@pytest.mark.parametrize("value", [1.5, {1, 2}, object()])
def test_values_that_are_not_plain_are_refused(value: object) -> None:
    with pytest.raises(PlainError, match=f"{type(value).__name__} is not plain data"):
        to_plain(value)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (plain(board=5), "^board: 5 is not a list"),
        (plain(board="AsKd"), "^board: 'AsKd' is not a list"),
        (plain(board=[5]), "^board: 5 is not a text"),
        (plain(street="turn"), "^street: 'turn' is not one of flop, river"),
        (plain(street=[]), "^street"),
        (plain(final=1), "^final: 1 is not true or false"),
        (plain(pots=[{"amount": True}]), "^pots.amount: True is not a whole number"),
        (plain(pots=[{"amount": 5.0}]), "^pots.amount: 5.0 is not a whole number"),
        (plain(pots=[{"amount": -1}]), "^pots: amount: a pot is not negative"),
        (plain(pots=[{}]), "^pots: missing 'amount'$"),
        (plain(pots=[[5]]), r"^pots: \[5\] is not a mapping"),
        (plain(range=[1, 2, 3]), "^range"),
        (plain(range=(1, "2")), "^range"),
        (plain(deck=5), "^deck: 5 is not a text"),
        (plain(counts=[1]), r"^counts: \[1\] is not a mapping"),
        (plain(counts={"a": "b"}), "^counts.a: 'b' is not a whole number"),
        (plain(counts={1: 1}), "^counts: 1 is not a text"),
        (plain(nothing=[0]), "^nothing: 0 is not none"),
        (plain(mode="low"), "^mode: 'low' is not one of 'high', 1"),
        (plain(mode=True), "^mode: True is not one of"),
        (plain(type="hidden"), "^type: 'hidden' is not one of 'shown'"),
        (plain(colour="red"), "^unknown field 'colour'"),
        ({"board": []}, "^missing 'street'$"),
        ([], r"^\[\] is not a mapping"),
    ],
)
def test_wrong_data_is_refused_and_the_place_named(data: Any, expected: str) -> None:
    with pytest.raises(PlainError, match=expected):
        from_plain(Shown, data)


@pytest.mark.parametrize("first", ["seats", "card"])
def test_of_several_wrong_fields_the_first_in_the_data_is_named(first: str) -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Dealt:
        card: Card
        seats: tuple[int, ...]

    data = dict.fromkeys(sorted(("card", "seats"), key=lambda name: name != first), 1.5)
    with pytest.raises(PlainError, match=rf"^{first}: "):
        from_plain(Dealt, data)


def test_a_message_quotes_no_more_than_a_line() -> None:
    with pytest.raises(PlainError) as caught:
        from_plain(Shown, plain(board="x" * 10_000))
    assert len(str(caught.value)) < 120


def test_a_key_that_is_not_a_text_is_refused() -> None:
    with pytest.raises(PlainError, match="int is not a key of plain data: a text is"):
        to_plain({1: "x"})


def test_a_declared_type_that_cannot_be_plain_is_named() -> None:
    @dataclass(frozen=True)
    class Bid:
        seat: int
        share: Any

    check_type(Bid)
    for wrong in (float, set[int], tuple[float, ...], Mapping[int, str], int | float):
        Bid.__annotations__["share"] = wrong
        with pytest.raises(PlainError, match=r"Bid\.share: no plain form for"):
            check_type(Bid)


def test_a_type_without_a_plain_form_is_a_mistake_of_the_program() -> None:
    @dataclass(frozen=True)
    class Odd:
        values: set[int]

    Odd.__annotations__["values"] = set[int]
    with pytest.raises(TypeError, match="no plain form for"):
        from_plain(Odd, {"values": []})


@given(
    st.builds(
        Shown,
        board=st.lists(st.sampled_from(PACK)).map(tuple),
        street=st.sampled_from(Street),
        pots=st.lists(st.builds(Pot, amount=st.integers(0))).map(tuple),
        range=st.none() | st.tuples(st.integers(), st.integers()),
        deck=st.none() | st.text(),
        counts=st.dictionaries(st.text(), st.integers()),
        anything=st.none() | st.integers() | st.text(),
        raw=st.binary(),
        final=st.booleans(),
        mode=st.sampled_from(("high", 1)),
    )
)
def test_every_value_comes_back(value: Shown) -> None:
    assert from_plain(Shown, to_plain(value)) == value
