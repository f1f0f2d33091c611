from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.protocol.log import (
    MAX_BODY,
    MAX_EVENTS,
    Cause,
    Chain,
    Commit,
    LogError,
    chain_hash,
    decode_commit,
    encode_commit,
    is_table_id,
    pack_commit,
)

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple) | st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=8,
)
EVENTS = st.lists(
    st.tuples(
        st.integers(1, 9),
        st.dictionaries(st.text(), PLAIN, max_size=4).map(lambda data: {**data, "type": "raised"}),
    ),
    min_size=1,
    max_size=4,
).map(tuple)

CAUSES = st.builds(
    Cause,
    by=st.none() | st.text(),
    id=st.none() | st.integers(1, 2**53),
    do=st.lists(st.dictionaries(st.text(), PLAIN, max_size=3), max_size=3).map(tuple),
    result=PLAIN,
)


def commit(**changes: Any) -> Commit:
    values: dict[str, Any] = {
        "table": "t1",
        "first": 1,
        "epoch": 7,
        "owner": "0a" * 8,
        "batch": "0b" * 16,
        "at": 1_700_000_000_000,
        "previous": "",
        "salt": "0c" * 16,
        "events": ((1, {"type": "raised", "seat": 1, "to": 240}),),
    }
    return Commit(**{**values, **changes})


def chained(count: int, events: int = 2) -> list[bytes]:
    """Bodies of a log of `count` commits."""
    bodies: list[bytes] = []
    for number in range(count):
        bodies.append(
            encode_commit(
                commit(
                    first=number * events + 1,
                    previous=chain_hash(bodies[-1]) if bodies else "",
                    events=((1, {"type": "checked", "seat": number % 2}),) * events,
                )
            )
        )
    return bodies


def raw(body: bytes, **changes: Any) -> bytes:
    """A body with other values in it, whether they may stand there or not."""
    return bytes(msgpack.packb({**msgpack.unpackb(body), **changes}))


@given(events=EVENTS, cause=st.none() | CAUSES)
def test_a_commit_comes_back_as_it_was(
    events: tuple[tuple[int, dict[str, Any]], ...], cause: Cause | None
) -> None:
    before = commit(events=events, cause=cause, deal=3, rules="holdem 1")
    body = encode_commit(before)
    assert decode_commit(body) == before
    assert encode_commit(decode_commit(body)) == body


def test_a_cause_with_other_keys_can_be_read() -> None:
    body = raw(encode_commit(commit()), cmd={"seat": 0, "by": "ana"})
    assert decode_commit(body).cause == Cause(by="ana")


def test_count_and_last_follow_from_the_events() -> None:
    three = commit(first=5, previous="ab" * 32, events=((1, {"type": "checked"}),) * 3)
    assert (three.count, three.last) == (3, 7)


def test_lists_come_back_as_tuples() -> None:
    body = encode_commit(commit(events=((1, {"type": "dealt", "cards": ["As", "Kd"]}),)))
    assert decode_commit(body).events[0][1]["cards"] == ("As", "Kd")


def test_the_hash_is_sha256_of_the_body() -> None:
    body = encode_commit(commit())
    assert chain_hash(body) == hashlib.sha256(body).hexdigest()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"v": 2}, "format 2"),
        ({"v": True}, "whole numbers"),
        ({"table": "a b"}, "table's id"),
        ({"table": "x" * 65}, "table's id"),
        ({"first": 0}, "out of range"),
        ({"first": "1"}, "whole numbers"),
        ({"epoch": -1}, "out of range"),
        ({"at": 2**53}, "out of range"),
        ({"deal": 1.5}, "whole numbers"),
        ({"owner": "0a" * 7}, "8, 16 and 16"),
        ({"owner": "no hex"}, "hexadecimal"),
        ({"batch": "0b" * 17}, "8, 16 and 16"),
        ({"salt": ""}, "8, 16 and 16"),
        ({"previous": "ab" * 32}, "previous"),
        ({"first": 2}, "previous"),
        ({"rules": ""}, "rules"),
        ({"rules": 3}, "rules"),
        ({"cause": Cause(result=1.5)}, "cause is not plain data"),
        ({"cause": Cause(result={1: 2})}, "cause is not plain data"),
        ({"cause": Cause(by=1)}, "cause is not of a player's key"),
        ({"cause": Cause(id=True)}, "and a whole number"),
        ({"cause": Cause(do="act")}, "cause is not of commands"),
        ({"events": ()}, "events"),
        ({"events": ((1, {"type": "x"}),) * (MAX_EVENTS + 1)}, "events"),
        ({"events": ((1,),)}, "event 1"),
        ({"events": ((0, {"type": "x"}),)}, "version of its type"),
        ({"events": ((1, {"seat": 1}),)}, "no type"),
        ({"events": ((1, {"type": "x", "odds": 0.5}),)}, "event 1 (x)"),
        ({"events": ((1, {"type": "x", "big": 2**64}),)}, "cannot be written"),
        ({"events": ((1, {"type": "x", "what": {1, 2}}),)}, "cannot be written"),
        ({"events": ((1, {"type": "x", "text": "x" * MAX_BODY}),)}, "bytes, more than"),
    ],
)
def test_an_unreadable_segment_is_not_written(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(LogError) as caught:
        encode_commit(commit(**changes))
    assert said in str(caught.value)
    assert caught.value.table == changes.get("table", "t1")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"v": 2}, "format 2, this release knows 1"),
        ({"v": 0}, "format 0"),
        ({"t": 7}, "table's id"),
        ({"by": "text"}, "bytes"),
        ({"ph": b"\0" * 31}, "previous"),
        ({"ev": {"type": "x"}}, "events"),
        ({"ev": [[1, {"type": 5}]]}, "no type"),
        ({"ev": [[1, {"type": "x", "v": 0.5}]]}, "plain data"),
        ({"ev": [[1, {"type": "x", "v": msgpack.ExtType(5, b"")}]]}, "not plain data"),
        ({"ev": [[1, {"type": "x", b"v": 1}]]}, "not plain data"),
        ({"zz": 1}, "fields"),
    ],
)
def test_a_wrong_field_is_named(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(LogError, match=said.replace("(", r"\(")):
        decode_commit(raw(encode_commit(commit()), **changes))


def test_data_too_deep_is_refused_before_it_can_hurt() -> None:
    deep: Any = 1
    for _ in range(20):
        deep = (deep,)
    with pytest.raises(LogError, match="not plain data"):
        encode_commit(commit(events=((1, {"type": "x", "deep": deep}),)))
    with pytest.raises(LogError, match="not plain data"):
        decode_commit(raw(encode_commit(commit()), ev=[[1, {"type": "x", "deep": deep}]]))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x91" * 100_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdd\x00\x0f\xff\xff" * 1000,
        b"\xdf\x00\x0f\xff\xff" * 1000,
        b"\xc1",
        b"\x01",
        b"\x80",
        b"x" * (MAX_BODY + 1),
        b"\x8d" + b"\xa1v\x01" * 13,
    ],
)
def test_hostile_bytes_are_a_log_error(body: bytes) -> None:
    with pytest.raises(LogError):
        decode_commit(body)


def test_a_field_given_twice_is_refused() -> None:
    body = encode_commit(commit())
    with pytest.raises(LogError, match="fields"):
        decode_commit(b"\x8e" + body[1:] + b"\xa1v\x01")


@given(st.binary(max_size=200))
def test_any_bytes_are_a_commit_or_a_log_error(body: bytes) -> None:
    with pytest.raises(LogError):
        decode_commit(body)


@given(st.data())
def test_a_changed_byte_gives_a_log_error_or_another_hash(data: st.DataObject) -> None:
    body = encode_commit(commit())
    at = data.draw(st.integers(0, len(body) - 1))
    flipped = bytearray(body)
    flipped[at] ^= data.draw(st.integers(1, 255))
    try:
        decode_commit(bytes(flipped))
    except LogError:
        return
    assert chain_hash(bytes(flipped)) != chain_hash(body)


def followed(bodies: Iterable[bytes], table: str | None = None) -> Chain:
    chain = Chain(table)
    for body in bodies:
        chain.add(body)
    return chain


def test_a_whole_log_is_verified_to_its_head() -> None:
    bodies = chained(5)
    chain = followed(bodies, "t1")
    assert (chain.version, chain.commits, chain.events) == (10, 5, 10)
    assert chain.head == chain_hash(bodies[-1])


def test_a_chain_may_begin_in_the_middle() -> None:
    bodies = chained(5)
    known = Chain("t1", 4, chain_hash(bodies[1]))
    for body in bodies[2:]:
        known.add(body)
    trusting = Chain("t1", head=None)
    for body in bodies[3:]:
        trusting.add(body)
    assert known.head == trusting.head == chain_hash(bodies[-1])
    assert trusting.version == 10


@pytest.mark.parametrize(
    ("order", "number", "version", "said"),
    [
        ([0, 2, 3], 2, 3, "a gap"),
        ([0, 2, 1, 3], 2, 3, "a gap"),
        ([0, 1, 1, 2], 3, 5, "out of order"),
        ([1, 2, 3], 1, 1, "a gap"),
    ],
)
def test_a_lost_moved_or_doubled_commit_is_located(
    order: list[int], number: int, version: int, said: str
) -> None:
    bodies = chained(4)
    with pytest.raises(LogError, match=said) as caught:
        followed(bodies[index] for index in order)
    assert (caught.value.commit, caught.value.version) == (number, version)


def test_a_commit_written_again_breaks_the_chain_at_the_next_one() -> None:
    bodies = chained(4)
    bodies[1] = raw(bodies[1], at=5)
    with pytest.raises(LogError, match="does not follow") as caught:
        followed(bodies)
    assert (caught.value.commit, caught.value.version) == (3, 5)


def test_another_tables_commit_is_not_taken() -> None:
    with pytest.raises(LogError, match="table t1 stands here") as caught:
        followed(chained(1), "t2")
    assert caught.value.table == "t2"


def test_an_epoch_does_not_go_back() -> None:
    first = encode_commit(commit(epoch=9))
    second = encode_commit(commit(first=2, epoch=8, previous=chain_hash(first)))
    with pytest.raises(LogError, match="epoch 8 follows epoch 9"):
        followed([first, second])


def test_a_refused_commit_leaves_the_chain_as_it_was() -> None:
    bodies = chained(2)
    chain = Chain("t1")
    chain.add(bodies[0])
    with pytest.raises(LogError) as caught:
        chain.add(b"\xc0", 77)
    assert caught.value.offset == 77
    assert chain.add(bodies[1]).first == 3


@pytest.mark.parametrize("text", ["", "a b", "é", "a/b", "{t}", "x" * 65, None, 5, "t\n"])
def test_a_table_id_is_short_plain_text(text: object) -> None:
    assert not is_table_id(text)


def test_commits_are_values() -> None:
    assert commit() == commit()
    with pytest.raises(dataclasses.FrozenInstanceError):
        commit().first = 2


# What a table's owner packs


@given(events=EVENTS, salt=st.binary(min_size=16, max_size=16))
def test_packing_and_checking_give_the_same_bytes(events: Any, salt: bytes) -> None:
    made = commit(events=events, salt=salt.hex())
    assert pack_commit(made) == encode_commit(made)


@pytest.mark.parametrize("salt", ["00" * 16, "cb" * 16])
@pytest.mark.parametrize("value", [0.5, 2.0, float("nan"), (1, (2, 0.5)), {"a": {"b": -0.5}}])
@pytest.mark.parametrize("place", ["events", "cause"])
def test_a_fraction_is_never_packed(salt: str, value: Any, place: str) -> None:
    changes: dict[str, Any] = {"cause": Cause(result=value)}
    if place == "events":
        changes = {"events": ((1, {"type": "raised", "to": value}),)}
    with pytest.raises(LogError, match="not plain data"):
        pack_commit(commit(salt=salt, **changes))


def test_at_most_the_readable_number_of_items_is_packed() -> None:
    def holding(count: int) -> Commit:
        return commit(events=((1, {"type": "dealt", "cards": (7,) * count}),))

    assert decode_commit(pack_commit(holding(MAX_EVENTS)))
    with pytest.raises(LogError, match="not plain data"):
        pack_commit(holding(MAX_EVENTS + 1))
    with pytest.raises(LogError, match="1 to 4096"):
        pack_commit(commit(events=((1, {"type": "checked"}),) * (MAX_EVENTS + 1)))
