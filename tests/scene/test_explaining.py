"""Rules, game words and typed commands: whole in every language, for every option."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest
from tests.contract.play import VARIANTS, variant
from tests.engine.test_explanation import bases, values
from tests.scene.catalogue import explained, wanted

from carteado.engine.errors import OptionsError
from carteado.engine.registry import games
from carteado.engine.sentences import Sentence, said, several
from carteado.engine.table import TableOptions
from carteado.engine.tables.explanation import explain, glossary
from carteado.protocol.verbs import COMMANDS
from carteado.scene.explaining import command_rows, game_words, near_topic, rules_of, topic_rows
from carteado.scene.words import words_of

TABLES = (
    TableOptions(refill_ms=20_000, delay_ms=60_000, advice="everyone", auto_restart=True),
    TableOptions(clock="total", increment_ms=1500),
    TableOptions(clock="none"),
)


def every_explanation() -> Iterator[tuple[Any, Any, TableOptions]]:
    """Every preset and variant of every game, and each with one option changed."""
    for game in games().values():
        hints = get_type_hints(game.options_type)
        for base in bases(game):
            for settings in TABLES:
                yield game, base, settings
            for option in dataclasses.fields(game.options_type):
                for value in values(hints[option.name], getattr(base, option.name)):
                    try:
                        other = dataclasses.replace(base, **{option.name: value})
                    except OptionsError:
                        continue
                    yield game, other, TABLES[0]


def templates(sentence: Sentence | str) -> Iterator[str | tuple[str, str]]:
    """What the catalogues must have for a sentence and for those in it."""
    assert isinstance(sentence, Sentence), f"{sentence!r} cannot be translated"
    yield (sentence.text, sentence.more) if sentence.more else sentence.text
    for value in sentence.values.values():
        if isinstance(value, Sentence):
            yield from templates(value)


def test_the_catalogues_have_every_sentence_of_the_rules() -> None:
    sentences: set[str | tuple[str, str]] = set()
    for game, options, settings in every_explanation():
        for paragraph in explain(game, options, settings):
            sentences.add(paragraph.title)
            for sentence in paragraph.sentences:
                sentences.update(templates(sentence))
    assert sentences - explained() == set()


def test_the_catalogues_have_the_game_words_and_the_commands() -> None:
    texts = {text for pair in glossary().items() for text in pair}
    for verb in COMMANDS:
        texts |= {verb.whose.value, verb.help}
    assert texts - {""} - wanted() == set()


@pytest.mark.parametrize("language", ["de", "pt_BR"])
@pytest.mark.parametrize("name", VARIANTS)
def test_no_sentence_of_the_rules_stays_english(language: str, name: str) -> None:
    game, options = variant(name)
    english = rules_of(words_of("en"), game, options, TableOptions())
    found = rules_of(words_of(language), game, options, TableOptions())
    assert [len(texts) for _, texts in found] == [len(texts) for _, texts in english]
    for (_, texts), (_, sources) in zip(found, english, strict=True):
        assert [text for text in texts if text in sources] == []


@pytest.mark.parametrize("language", ["de", "pt_BR"])
def test_no_meaning_and_no_command_stays_english(language: str) -> None:
    words, english = words_of(language), words_of("en")
    meanings = {meaning for _, meaning in game_words(words)}
    assert meanings & {meaning for _, meaning in game_words(english)} == set()
    texts = {text for _, text in command_rows(words)} - {""}
    assert texts & {text for _, text in command_rows(english)} == set()


def test_numbers_and_plurals_are_the_languages_own() -> None:
    german, portuguese = words_of("de"), words_of("pt_BR")
    target = said("The match goes to {target} points.", target=3000)
    assert german.said(target) == "Die Partie geht bis 3.000 Punkte."
    assert str(target) == "The match goes to 3,000 points."
    time = said("A decision has {time}.", time=said("{n} seconds", n=1.5))
    assert german.said(time) == "Für jede Entscheidung gibt es 1,5 Sekunden."
    for number, text in ((1, "1 ficha"), (1000, "1.000 fichas")):
        assert portuguese.said(several("{n} chip", "{n} chips", number)) == text
    stacks = said("The seats start with {stacks} chips.", stacks=(1000, 20))
    assert german.said(stacks) == "Die Plätze beginnen mit 1.000, 20 Chips."


@pytest.mark.parametrize("topic", ["Hausregeln", "house rules", "HOUSE-RULE"])
def test_a_word_is_explained_by_its_name_in_either_language(topic: str) -> None:
    assert topic_rows(words_of("de"), topic) == [
        (
            "Hausregeln",
            "Die Optionen des Spiels, wie sie der Spieler gewählt hat, der den Tisch geöffnet hat.",
        )
    ]


def test_commands_are_typed_as_they_are_in_every_language() -> None:
    words = words_of("de")
    assert topic_rows(words, "kick")[0][0] == "kick PLAYER"
    assert [head for head, _ in topic_rows(words, "rematch")] == ["rematch [TABLE]", "Revanche"]


def test_a_game_is_explained_by_its_usual_rules() -> None:
    heads = [head for head, _ in topic_rows(words_of("de"), "buraco") if head]
    assert heads[0] == "Buraco: Spiel"


def test_an_unknown_word_has_no_help_but_a_neighbour() -> None:
    words = words_of("de")
    assert topic_rows(words, "stradle") == []
    assert near_topic(words, "stradle") == "straddle"
    assert near_topic(words, "hausregel") == "hausregeln"
    assert near_topic(words, "qqqq") == ""
