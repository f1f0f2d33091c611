"""What the owner of a table and its guests type."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from carteado.client import InputError
from carteado.client.owning import OWNING
from carteado.clients.cli.presence import Connections
from carteado.engine.controls import Controls
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOpened, TableOptions, open_table
from carteado.protocol import messages as wire

HOLDEM = game_of("holdem")
TABLE = replace(
    open_table(
        TableOpened(
            table="t",
            title="T",
            game="holdem",
            rules=HOLDEM.rules,
            options=to_plain(HOLDEM.presets["heads-up"]),
            settings=TableOptions(),
        )
    ),
    controls=Controls(knock=2, knocks=(1, 2), knock_names=("Dan", "Eve"), knock_keys=("", "")),
)


@pytest.mark.parametrize(
    ("typed", "cls", "fields"),
    [
        ("rename Friday night", wire.Rename, {"title": "Friday night"}),
        ('rename "Friday night"', wire.Rename, {"title": "Friday night"}),
        ('ban "Ana Maria"', wire.Ban, {"seat": 3}),
        ("lock", wire.Lock, {}),
        ("code", wire.SetCode, {"code": None}),
        ("code s3cret", wire.SetCode, {"code": "s3cret"}),
        ("ban Ana", wire.Ban, {"seat": 3}),
        ("admit eve", wire.Admit, {"knock": 2}),
        ("turnaway 1", wire.TurnAway, {"knock": 1}),
        (
            "chips Ana 1,000 second buy-in",
            wire.Correct,
            {"seat": 3, "amount": 1000, "reason": "second buy-in"},
        ),
        (
            'chips "Ana 7" 20 "with quotes, as in pipes"',
            wire.Correct,
            {"seat": 3, "amount": 20, "reason": "with quotes, as in pipes"},
        ),
        ("chips Ana -20 misdeal", wire.Correct, {"seat": 3, "amount": -20, "reason": "misdeal"}),
        (
            "set blinds=20/40 decision=45s",
            wire.Configure,
            {"options": {"small_blind": 20, "big_blind": 40}, "settings": {"decision_ms": 45_000}},
        ),
    ],
)
def test_a_line_is_a_message(typed: str, cls: type, fields: dict[str, Any]) -> None:
    word, _, rest = typed.partition(" ")
    assert OWNING[word](rest, TABLE, lambda name: 3) == (cls, fields)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("rename", "type: rename TITLE"),
        ("ban", "ban NAME"),
        ("admit Fay", "waiting: 1 Dan, 2 Eve"),
        ("chips Ana 20", "chips NAME AMOUNT REASON"),
        ("set", "what is to change"),
        ("set blinds=10/20", "like that already"),
        ("set blynds=10/20", "blinds"),
    ],
)
def test_a_bad_line_says_what_would_be_right(typed: str, says: str) -> None:
    word, _, rest = typed.partition(" ")
    with pytest.raises(InputError, match=says):
        OWNING[word](rest, TABLE, lambda name: 3)


def test_a_lost_player_and_the_return_are_told_once() -> None:
    shown = Connections()
    names = ("Ana", "Bob", None)
    assert shown.change((True, True, False), names, [0]) == []
    assert shown.change((True, False, False), names, [0]) == ["* Bob lost the connection."]
    assert shown.change((False, True, False), names, [0]) == ["* Bob is back."]
    assert shown.change((True, True, True), ("Ana", "Bob", "Cid"), [0]) == []
    assert shown.change((True, False, True), ("Ana", None, "Cid"), [0]) == []
