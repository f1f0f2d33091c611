"""Lines that people type, whatever client they type them into."""

from __future__ import annotations

import pytest

from carteado.client import InputError
from carteado.client.spoken import open_typed
from carteado.engine.registry import game_of
from carteado.protocol.lines import parse_line
from carteado.protocol.messages import Open


@pytest.mark.parametrize(
    "typed",
    [
        "holdem",
        "holdem four-player",
        "holdem preset=four-player",
        "buraco title=Family target=1000",
        "holdem four-player stack=2000 blinds=10/20 decision=45s title=Friday",
    ],
)
def test_what_is_typed_opens_the_same_table_as_a_line_of_a_program(typed: str) -> None:
    said = parse_line(f"open {typed}")
    assert Open(id=1, **open_typed(typed.split())) == said.message()  # type: ignore[union-attr]


def test_holdem_is_meant_where_no_game_is_named() -> None:
    fields = open_typed(["stack=2000"])
    assert (fields["game"], fields["options"]) == ("holdem", {"stack": 2000})
    assert fields["preset"] is None
    assert next(iter(game_of("holdem").presets)) == "heads-up"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("holdem four-player six", "type open GAME \\[PRESET\\]"),
        ("holdem four-player preset=heads-up", "preset is given twice"),
        ("holdem title=a title=b", "title is given twice"),
        ("holdem four-plaier", "did you mean 'four-player'"),
    ],
)
def test_a_failed_open_is_reported(typed: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        open_typed(typed.split())
