"""Rules in sentences: each option of a game changes the text."""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from tests.contract.play import VARIANTS, variant

from carteado.engine.errors import OptionsError
from carteado.engine.registry import games
from carteado.engine.sentences import seconds
from carteado.engine.table import TableOptions
from carteado.engine.tables.explanation import explain, glossary, meaning

GAMES = tuple(games().values())


def values(hint: Any, now: Any) -> Iterator[Any]:
    """Other values of an option."""
    origin = get_origin(hint)
    if hint is bool:
        yield not now
    elif hint is int:
        yield from ((now or 0) + 1, max(1, (now or 0) - 1), 2, 3)
    elif origin is Literal:
        yield from (word for word in get_args(hint) if word != now)
    elif origin is tuple:
        yield ()
    elif origin in (Union, types.UnionType):
        for arg in get_args(hint):
            yield from (None,) if arg is types.NoneType else values(arg, now)


def bases(game: Any) -> list[Any]:
    found = list(game.presets.values())
    for name in VARIANTS:
        if name.split(":")[0] == game.id:
            found.append(variant(name)[1])
    return found


@pytest.mark.parametrize(
    ("game", "option"),
    [(game, one.name) for game in GAMES for one in dataclasses.fields(game.options_type)],
    ids=lambda one: one if isinstance(one, str) else one.id,
)
def test_every_option_is_explained_in_whole_sentences(game: Any, option: str) -> None:
    """Each value that an option can have changes what is said somewhere, by whole sentences."""
    hint = get_type_hints(game.options_type)[option]
    tried: set[str] = set()  # options are compared as texts: True is 1 otherwise
    sentences: set[str] = set()
    for base in bases(game):
        before = explain(game, base)
        for value in values(hint, getattr(base, option)):
            try:
                other = dataclasses.replace(base, **{option: value})
            except OptionsError:
                continue
            if getattr(other, option) == getattr(base, option):
                continue
            after = explain(game, other)
            whole(after)
            tried.add(repr(value))
            if after != before:
                sentences |= {repr(value), repr(getattr(base, option))}
    assert tried, f"{option} could not be changed"
    words = {repr(word) for word in words_of(hint)}
    assert sentences, f"no value of {option} changes a sentence"
    assert sentences >= words, f"nothing tells {option} {words - sentences} from the others"


def words_of(hint: Any) -> tuple[Any, ...]:
    """The values of an option that is a choice of few; none where it is a number."""
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()


def whole(paragraphs: Any) -> None:
    """Rules are whole sentences, without the names of fields."""
    for one in paragraphs:
        assert one.sentences
        for sentence in one.texts:
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence
            assert not re.search(r"_|  |\bNone\b|\bTrue\b|\bFalse\b|\b1 \w+s\b", sentence), sentence


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_are_whole_sentences(name: str) -> None:
    game, options = variant(name)
    paragraphs = explain(game, options, TableOptions())
    assert paragraphs[-1].title == "Table"
    whole(paragraphs)


def test_the_tables_own_options_are_explained() -> None:
    game = GAMES[0]
    options = next(iter(game.presets.values()))
    text = " ".join(explain(game, options, TableOptions(decision_ms=45_000))[-1].texts)
    assert "45 seconds" in text
    later = explain(game, options, TableOptions(delay_ms=120_000))[-1]
    assert "Spectators see the table 2 minutes later." in later.texts


@pytest.mark.parametrize("option", [one.name for one in dataclasses.fields(TableOptions)])
def test_every_option_of_the_table_is_explained(option: str) -> None:
    game = games()["holdem"]
    options = _cash()
    hint = get_type_hints(TableOptions)[option]
    for base in (
        TableOptions(refill_ms=20_000),
        TableOptions(clock="total", increment_ms=5_000),
        TableOptions(),
    ):
        now = getattr(base, option)
        for value in (*values(hint, now), *((now * 2 + 1000,) if type(now) is int else ())):
            try:
                other = dataclasses.replace(base, **{option: value})
            except OptionsError:
                continue
            if explain(game, options, other) != explain(game, options, base):
                return
    raise AssertionError(f"no value of {option} changes a sentence")


def _cash() -> Any:
    return dataclasses.replace(
        games()["holdem"].presets["heads-up"], format="cash", buy_in_max=None
    )


def test_times_are_written_in_words() -> None:
    assert [str(seconds(ms)) for ms in (1000, 1500, 30_000, 60_000, 1_200_000, 90_000)] == [
        "1 second",
        "1.5 seconds",
        "30 seconds",
        "1 minute",
        "20 minutes",
        "90 seconds",
    ]


@pytest.mark.parametrize("word", ["morto", "Mortos", "canastra", "straddle", "LIXO"])
def test_words_of_games_have_a_meaning(word: str) -> None:
    found = meaning(word)
    assert found is not None
    assert found[1] == glossary()[found[0]]
    assert found[1].endswith(".")


def test_an_unknown_word_has_none() -> None:
    assert meaning("sandwich") is None
