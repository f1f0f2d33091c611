"""Options as people write them: their meaning, and the messages about mistakes."""

from __future__ import annotations

import pytest

from carteado.client import InputError
from carteado.client.options import key_values, table_choice
from carteado.engine.table import TableOptions

NOBODY_WAITS = TableOptions(decision_ms=5_000, pause_ms=0)


def test_a_key_is_split_from_its_text() -> None:
    assert key_values(["stack=5k", " blinds = 10/20", "title=a=b"]) == {
        "stack": "5k",
        "blinds": " 10/20",
        "title": "a=b",
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["stack"], "'stack' is not key=value"),
        (["=5"], "'=5' is not key=value"),
        ([" =5"], "' =5' is not key=value"),
        (["stack=5", " stack=6"], "stack is given twice"),
    ],
)
def test_words_that_are_not_options(words: list[str], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        key_values(words)


def test_a_table_has_options_of_the_game_and_its_own() -> None:
    given = {"Stack": "5k", "blinds": "25/50", "decision": "30s", "bank_ms": "7"}
    found = table_choice("holdem", "four-player", given, NOBODY_WAITS)
    assert found.base == found.game.presets["four-player"]
    assert (found.options.seats, found.options.stack, found.options.big_blind) == (4, 5_000, 50)
    settings = found.settings
    assert (settings.decision_ms, settings.bank_ms, settings.pause_ms) == (30_000, 7, 0)


def test_the_first_preset_is_used_without_a_name() -> None:
    found = table_choice("holdem", None, {}, NOBODY_WAITS)
    assert found.options == found.base == next(iter(found.game.presets.values()))
    assert found.settings == NOBODY_WAITS


@pytest.mark.parametrize(
    ("game", "preset", "given", "sentence"),
    [
        ("chess", None, {}, "there is no game 'chess'"),
        ("holdem", "", {}, "holdem has no preset ''; there are: heads-up"),
        ("holdem", None, {"stak": "5"}, "there is no option 'stak'; did you mean 'stack'?"),
        ("holdem", None, {"decison": "5s"}, "did you mean 'decision'?"),
        ("holdem", None, {"decision": "soon"}, "decision: 'soon' is not a time"),
        ("holdem", None, {"blinds": "20/10"}, "small blind 20 is more than big blind 10"),
        ("holdem", None, {"stack": "5", "STACK": "6"}, "stack is given twice"),
    ],
)
def test_mistakes_are_reported_with_the_correction(
    game: str, preset: str | None, given: dict[str, str], sentence: str
) -> None:
    with pytest.raises(InputError) as caught:
        table_choice(game, preset, given, NOBODY_WAITS)
    assert sentence in str(caught.value)
