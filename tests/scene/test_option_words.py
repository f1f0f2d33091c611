"""Options, the words of their choices and presets: all are named, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

from carteado.engine.registry import games
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import options_from_text
from carteado.scene.form import Form, form_of
from carteado.scene.option_words import (
    option_label,
    preset_words,
    value_label,
    value_typed,
    word_label,
)
from carteado.scene.words import LANGUAGES, words_of

COLUMN = 34
"""Cells of an option's name in the terminal's form."""


def forms() -> Iterator[Form]:
    for game in games().values():
        yield from (form_of(game.id, preset) for preset in game.presets)


def unnamed(name: str) -> str:
    """What an option or word is called that nobody named."""
    return name.removeprefix("table.").removesuffix("_ms").replace("_", " ").capitalize()


OPTIONS = sorted({option.key for form in forms() for option in form.options})
CHOICES = sorted({word for form in forms() for option in form.options for word in option.words})


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("key", OPTIONS)
def test_an_option_has_a_short_name_in_every_language(key: str, language: str) -> None:
    assert cell_len(option_label(key, words_of(language))) <= COLUMN


@pytest.mark.parametrize("language", ["de", "pt_BR"])
def test_no_option_and_no_choice_is_called_by_its_english_key(language: str) -> None:
    words = words_of(language)
    named: list[tuple[str, Any]] = [(key, option_label(key, words)) for key in OPTIONS]
    named += [(word, word_label(word, words)) for word in CHOICES]
    assert {key for key, label in named if label == unnamed(key)} <= {
        *("ante", "big_blind", "small_blind", "freezeout", "showdown", "straddle"),
        *("format", "stack", "standard", "jokers"),
    }, "words of the game, and those that the language shares with English"


@pytest.mark.parametrize(("language", "person"), [("de", "Mensch"), ("pt_BR", "Pessoa")])
def test_presets_with_a_person_name_the_bot(language: str, person: str) -> None:
    assert preset_words("holdem", "person-tight", words_of(language)) == (f"{person} · tight", "")
    assert preset_words("holdem", "mixed-mfs", words_of(language)) == ("Mixed · mfs", "")


@pytest.mark.parametrize("language", ["de", "pt_BR"])
def test_an_absent_value_is_shown_in_every_language_and_read_back(language: str) -> None:
    words = words_of(language)
    absent = {option.value for form in forms() for option in form.options if option.value == "none"}
    for value in absent:
        assert value_label(value, words) != "none"
        assert value_typed(value_label(value, words).upper(), words) == "none"
    assert absent
    assert value_typed("none", words) == "none"
    assert value_typed("30s", words) == "30s"


def test_times_are_short_and_read_back() -> None:
    found = {
        (option.key.removeprefix("table."), option.value)
        for form in forms()
        for option in form.options
        if option.kind == "time"
    }
    assert {"1.5s", "30s", "20min"} <= {value for _, value in found}
    for key, value in found:
        assert not value.endswith("ms")
        options = options_from_text(TableOptions, TableOptions(), {key: value})
        assert getattr(options, key) == getattr(TableOptions(), key)
