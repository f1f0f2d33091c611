from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from carteado.protocol.messages import (
    INBOUND,
    LARGEST,
    OUTBOUND,
    Act,
    Chat,
    Hello,
    Ping,
    Position,
    Watch,
)
from carteado.protocol.validation import Invalid, adapter, tags, validator

inbound = validator(INBOUND)


def wrong(data: Any) -> Invalid:
    with pytest.raises(Invalid) as caught:
        inbound(data)
    return caught.value


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        "ping",
        [],
        {},
        {"type": None},
        {"type": ["ping"]},
        {"type": "Ping", "id": 1},
        {"type": "ping"},
        {"type": "ping", "id": 0},
        {"type": "ping", "id": True},
        {"type": "ping", "id": "1"},
        {"type": "ping", "id": 1.0},
        {"type": "ping", "id": LARGEST + 1},
        {"type": "ping", "id": 1, "extra": 1},
        {"type": "watch", "id": 1, "table": "t1", "after": {"epoch": 1, "seq": 1, "extra": 1}},
        {"type": "watch", "id": 1, "table": "t1", "after": [1, 1]},
        {"type": "watch", "id": 1, "table": "t1", "rail": 1},
        {"type": "watch", "id": 1, "table": "T1"},
        {"type": "watch", "id": 1, "table": "t1\n"},
        {"type": "watch", "id": 1, "table": "../etc"},
        {"type": "act", "id": 1, "table": "t1", "decision": -1, "action": {}},
        {"type": "act", "id": 1, "table": "t1", "decision": 1, "action": []},
        {"type": "act", "id": 1, "table": "t1", "decision": 1, "action": {1: 2}},
        {"type": "join", "id": 1, "table": "t1", "seat": 10},
        {"type": "join", "id": 1, "table": "t1", "commitment": "F" * 64},
        {"type": "hello", "name": ""},
        {"type": "hello", "name": " Ana"},
        {"type": "hello", "name": "Ana "},
        {"type": "hello", "name": "A" * 25},
        {"type": "hello", "name": "A\x1b[2Jna"},
        {"type": "hello", "name": "A\u202ena"},
        {"type": "hello", "name": "A\u2028na"},
        {"type": "hello", "name": "Ana", "kind": "god"},
        {"type": "hello", "name": "Ana", "token": "short"},
        {"type": "chat", "id": 1, "table": "t1", "text": ""},
        {"type": "chat", "id": 1, "table": "t1", "text": "a\nb"},
        {"type": "chat", "id": 1, "table": "t1", "text": "x" * 201},
    ],
)
def test_invalid_messages_are_refused(data: Any) -> None:
    assert wrong(data).problem


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"type": "ping", "id": LARGEST}, Ping(id=LARGEST)),
        ({"type": "hello", "name": "Zoë de Sá"}, Hello(name="Zoë de Sá")),
        ({"type": "hello", "name": "🂡"}, Hello(name="🂡")),
        (
            {"type": "watch", "id": 1, "table": "t1", "after": {"epoch": 1, "seq": 2}},
            Watch(id=1, table="t1", after=Position(epoch=1, seq=2)),
        ),
        (
            {"type": "act", "id": 1, "table": "t1", "decision": 0, "action": {"type": "x", "a": 1}},
            Act(id=1, table="t1", decision=0, action={"type": "x", "a": 1}),
        ),
        (
            {"type": "chat", "id": 1, "table": "t1", "text": "é" * 200},
            Chat(id=1, table="t1", text="é" * 200),
        ),
    ],
)
def test_a_valid_message_becomes_its_dataclass(data: Any, message: Any) -> None:
    assert inbound(data) == message


def test_the_field_is_named() -> None:
    error = wrong({"type": "watch", "id": 1, "table": "t1", "after": {"epoch": 1, "seq": "2"}})
    assert error.where == "watch.after.seq"
    assert str(error).startswith("watch.after.seq: ")
    assert wrong({"type": "ping", "id": 1, "x": 1}).problem == "There is no such field"
    assert wrong({"type": "ping"}).problem == "The field is missing"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"type": "hello", "name": "A\x1b"}, "1 to 24 visible characters"),
        ({"type": "hello", "name": "Ana", "token": "short"}, "22 to 64 of A-Z, a-z, 0-9, _ and -"),
        ({"type": "chat", "id": 1, "table": "t1", "text": "x" * 201}, "1 to 200 printable"),
        ({"type": "open", "id": 1, "game": "holdem", "title": "x" * 61}, "at most 60 printable"),
        ({"type": "watch", "id": 1, "table": "T1"}, "1 to 40 of a-z, 0-9 and -"),
    ],
)
def test_a_refused_text_is_described_in_words_not_as_a_pattern(data: Any, words: str) -> None:
    problem = wrong(data).problem
    assert problem.startswith(f"must be {words}")
    assert "^" not in problem


def test_a_client_ignores_additions_of_a_later_server() -> None:
    data = {"type": "pong", "id": 1, "now_ms": 2, "news": {"x": 1}}
    assert validator(OUTBOUND, unknown="ignore")(data).now_ms == 2
    with pytest.raises(Invalid):
        validator(OUTBOUND)(data)


def test_maps_that_a_codec_has_seen_are_taken_as_they_are_and_nothing_else_is() -> None:
    data = {"type": "events", "table": "t1", "epoch": 1, "first": 1, "events": [{"type": "x"}]}
    decoded = validator(OUTBOUND, unknown="ignore", decoded=True)
    assert decoded(data).events[0] is data["events"][0]
    assert decoded(data) == validator(OUTBOUND)(data)
    for event in (5, "x", None, [], [["type", "x"]]):
        with pytest.raises(Invalid) as looked_through:
            validator(OUTBOUND)(data | {"events": [event]})
        with pytest.raises(Invalid) as taken:
            decoded(data | {"events": [event]})
        assert str(taken.value) == str(looked_through.value)


def test_a_validator_of_one_class_takes_no_other_message() -> None:
    assert validator((Ping,))({"type": "ping", "id": 1}) == Ping(id=1)
    with pytest.raises(Invalid):
        validator((Ping,))({"type": "ping", "id": 1, "x": 1})
    assert adapter((Ping,)) is adapter((Ping,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    cards: list[str] = field(default_factory=list)
    type: Literal["pile"] = "pile"


def test_a_bare_tag_is_accepted_without_extra_fields() -> None:
    either = validator((Pass, Pile))
    assert either({"type": "pass"}) == Pass()
    for data in ({"type": "pass", "x": 1}, {"x": "pass"}, {"type": b"pass"}, {"pass": "type"}):
        with pytest.raises(Invalid):
            either(data)


def test_mutable_defaults_are_not_shared() -> None:
    either = validator((Pass, Pile))
    either({"type": "pile"}).cards.append("As")
    assert either({"type": "pile"}) == Pile()


def test_tags_are_unique() -> None:
    assert len(tags(INBOUND)) == len(INBOUND)
    assert len(tags(OUTBOUND)) == len(OUTBOUND)


def test_data_of_any_depth_ends_in_an_answer() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    data = {"type": "act", "id": 1, "table": "t1", "decision": 1, "action": {"x": deep}}
    assert inbound(data).action["x"] is deep
    assert wrong({"type": "act", "id": 1, "table": "t1", "decision": 1, "action": deep}).problem
    while isinstance(deep, list):
        deep = deep[0]


@pytest.mark.parametrize(
    "name",
    [
        "\u0301Ana",  # a mark without a letter
        "An\u00ada",  # soft hyphen
        "\u3164",  # Hangul filler, which is empty
        "An\u034fa",
        "Ana\ufe0f",
        "\u2800",  # a Braille pattern without dots
        "A\u2800na",
        "An\U000e0100a",
        "\u200bAna",
    ],
)
def test_a_name_consists_of_visible_characters(name: str) -> None:
    with pytest.raises(Invalid, match="visible characters"):
        validator(INBOUND)({"type": "hello", "name": name})


@pytest.mark.parametrize(
    "name", ["A", "José", "Jose\u0301", "李小龍", "♠ Ana ♠", "O'Neil", "Ana 2"]
)
def test_names_of_all_scripts_are_taken(name: str) -> None:
    assert validator(INBOUND)({"type": "hello", "name": name}).name == name
