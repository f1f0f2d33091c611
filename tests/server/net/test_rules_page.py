"""Rules and game words for browsers: in the language of the address, of any sound options."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from tests.contract.play import VARIANTS, variant

from carteado.engine.plain import to_plain
from carteado.engine.table import TableOptions
from carteado.server.net import catalogues
from carteado.server.net.rules_page import rules_page


def paragraphs(language: str, game: Any, options: Any) -> list[list[Any]]:
    written = json.dumps([to_plain(options), to_plain(TableOptions())])
    page = rules_page(f"/rules/{language}/{game.id}/{quote(written)}")
    assert (page.status, page.kind) == (200, "application/json")
    found: list[list[Any]] = json.loads(page.content)
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_every_sentence_is_in_the_language_of_the_address(name: str) -> None:
    game, options = variant(name)
    english = paragraphs("en", game, options)
    assert all(title and sentences for title, sentences in english)
    for language in ("de", "pt-BR"):
        found = paragraphs(language, game, options)
        assert [len(sentences) for _, sentences in found] == [len(each) for _, each in english]
        for (_, sentences), (_, sources) in zip(found, english, strict=True):
            assert set(sentences) & set(sources) == set()


def test_numbers_are_the_languages_own_and_words_come_last() -> None:
    game, options = variant("buraco:mineiro")
    found = paragraphs("de", game, options)
    assert "Die Partie geht bis 3.000 Punkte." in found[0][1]
    title, meanings = found[-1]
    assert title == "Spielwörter"
    assert any(one.startswith("Lixo: ") for one in meanings)


def test_another_language_and_a_server_without_catalogues_answer_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, options = variant("buraco:mineiro")
    english = paragraphs("en", game, options)
    assert paragraphs("fr", game, options) == english
    monkeypatch.setattr(catalogues, "PACKAGE", "carteado.nothing_like_it")
    titles = [title for title, _ in paragraphs("de", game, options)]
    assert titles == [title for title, _ in english]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "de",
        "de/holdem",
        "de/holdem/",
        "de/holdem/5",
        "de/holdem/[{}]",
        "de/holdem/[{},{},{}]",
        "de/holdem/[1,2]",
        'de/holdem/[{"seats":99},{}]',
        'de/holdem/[{"seats":"4"},{}]',
        'de/holdem/[{"of a table":4},{}]',
        'de/holdem/[{},{"decision_ms":-1}]',
        "de/bridge/[{},{}]",
        "de/../../etc/passwd",
        "de/holdem/" + "[" * 7000,
        "de/holdem/%ff%00",
    ],
)
def test_an_address_without_rules_is_not_found(path: str) -> None:
    page = rules_page(f"/rules/{path}")
    assert page.status == 404
    assert page.body == "there are no such rules\n"
