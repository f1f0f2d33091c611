"""Options, the words of their choices and presets: all are named, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from rich.cells import cell_len

from carteado.client import InputError
from carteado.client.options import table_choice
from carteado.engine.errors import OptionsError
from carteado.engine.registry import games
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import options_from_text
from carteado.scene.form import Form, form_of
from carteado.scene.option_words import (
    option_label,
    option_problem,
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


WRONG = [
    (
        "holdem",
        {"stack": "9999999999999999"},
        "Stack: 9.999.999.999.999.999 liegt nicht im Bereich",
    ),
    ("holdem", {"seats": "99"}, "Plätze: 99 liegt nicht im Bereich von 2 bis 10"),
    ("holdem", {"stack": "many"}, "Stack: 'many' ist keine ganze Zahl wie 1500, 1,500 oder 1.5k"),
    ("holdem", {"stack": "1.0001k"}, "Stack: '1.0001k' ist keine ganze Zahl"),
    (
        "holdem",
        {"format": "cahs"},
        "Format: 'cahs' steht nicht zur Wahl; meinst du 'cash'? Es gibt:",
    ),
    ("holdem", {"straddle": "perhaps"}, "Straddle: 'perhaps' ist weder ja noch nein"),
    ("holdem", {"seven-deuce": "5"}, "gibt es nur mit „Format: Cash-Tisch“"),
    ("holdem", {"blinds": "20/10"}, "blinds: der Small Blind 20 ist größer als der Big Blind 10"),
    ("holdem", {"blinds": "20"}, "blinds: '20' hat nicht die Form small-blind/big-blind"),
    ("holdem", {"stacks": "1000/1000/1000"}, "3 Angaben für 2 Plätze"),
    ("holdem", {"stacks": "1000/0", "seats": "2"}, "mindestens zwei Plätze brauchen Chips"),
    ("holdem", {"schedule": "5/10/20,5/20/40"}, "mit einer höheren Hand beginnen"),
    ("holdem", {"schedule": "5"}, "hat nicht die Form hand/small_blind/big_blind/ante"),
    ("holdem", {"sbatck": "5"}, "es gibt keine Option 'sbatck'; "),
    ("holdem", {"decision": "soon"}, "Bedenkzeit: 'soon' ist keine Zeit wie 30s, 500ms oder 2min"),
    ("holdem", {"decision": "5h"}, "18.000.000 liegt nicht im Bereich von 50 bis 3.600.000"),
    ("holdem", {"increment": "5s"}, "gehört zu „Uhr: Für das ganze Spiel“ (hier: clock=decision)"),
    ("buraco", {"special-with-wild": "yes"}, "braucht einen Bonus für 14 oder für 13 Karten"),
    ("quick-holdem", {"max-stake": "5"}, "100 liegt über dem höchsten Einsatz 5"),
]


def wrong(game: str, given: dict[str, str]) -> Exception:
    with pytest.raises((InputError, OptionsError)) as caught:
        table_choice(game, None, given, TableOptions())
    return caught.value


@pytest.mark.parametrize(("game", "given", "german"), WRONG)
def test_a_wrong_option_is_a_sentence_of_the_language_and_its_numbers(
    game: str, given: dict[str, str], german: str
) -> None:
    error = wrong(game, given)
    assert german in option_problem(error, words_of("de"))[0]
    assert option_problem(error, words_of("pt_BR"))[0] != option_problem(error, words_of("en"))[0]


TYPED = (
    "",
    "x",
    "none",
    "yes",
    "0",
    "1",
    "-1",
    "1.5",
    "3/2",
    "1000/0",
    "5/1/2,5/1/2",
    "9" * 30,
    "5h",
)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_problem_of_an_option_of_an_open_table_is_translated(game: str) -> None:
    texts: set[tuple[str, ...]] = set()
    for given in (games()[game].options_type(), TableOptions()):
        for option in fields(given):
            for typed in TYPED:
                try:
                    options_from_text(type(given), given, {option.name: typed})
                except (OptionsError, ValueError) as error:
                    # The name of the option may be alike in two languages.
                    texts.add(
                        tuple(
                            option_problem(error, words_of(one))[0].partition(": ")[2]
                            for one in LANGUAGES
                        )
                    )
    assert len(texts) > 10
    assert [one for one in texts if len({*one}) < len(LANGUAGES)] == []


def test_a_wrong_option_keeps_its_english_in_logs_and_messages() -> None:
    with pytest.raises(OptionsError, match=r"^decision_ms: 3600001 is not from 50 to 3600000$"):
        TableOptions(decision_ms=3_600_001)


def test_a_wrong_option_names_the_field_that_shows_it() -> None:
    assert (
        "table.decision_ms"
        in option_problem(wrong("holdem", {"decision": "5h"}), words_of("en"))[1]
    )
