"""Names of options, choices, presets and figures for browsers, in the language of the address."""

from __future__ import annotations

import ast
import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import carteado.engine.table_events
from carteado.engine.registry import games
from carteado.protocol.schema import message_schema
from carteado.server.net import catalogues
from carteado.server.net.names_page import PROBLEMS, names_page


@functools.cache
def definitions() -> dict[str, Any]:
    defs: dict[str, Any] = message_schema()["$defs"]
    return defs


def names(language: str) -> dict[str, dict[str, str]]:
    page = names_page(f"/names/{language}")
    assert (page.status, page.kind) == (200, "application/json")
    found: dict[str, dict[str, str]] = json.loads(page.content)
    return found


def fields() -> Iterator[tuple[str, Any]]:
    """What a form can show: keys of options with their schema."""
    for prefix, group in (("table.", "settings"), *(("", f"{id}.options") for id in games())):
        for name, field in definitions()[group]["properties"].items():
            kinds = field.get("anyOf", [field])
            if name != "type" and any(kind.get("type") != "array" for kind in kinds):
                yield prefix + name, kinds


@pytest.mark.parametrize("language", ["en", "pt-BR", "de"])
def test_everything_that_a_form_shows_has_a_name(language: str) -> None:
    found = names(language)
    words = {word for _, kinds in fields() for kind in kinds for word in kind.get("enum", ())}
    assert {key for key, _ in fields()} <= found["options"].keys()
    assert words <= found["choices"].keys()
    presets = {name for game in games().values() for name in game.presets}
    assert presets == found["presets"].keys()


@pytest.mark.parametrize("language", ["pt-BR", "de"])
def test_names_are_in_the_language_of_the_address(language: str) -> None:
    english, found = names("en"), names(language)
    same = {
        name
        for kind, names in english.items()
        for name, text in names.items()
        if found[kind][name] == text and name not in ("mineiro", "aberto", "fechado", "stbl")
    }
    shared = {
        *("ante", "big_blind", "small_blind", "freezeout", "showdown", "straddle", "format"),
        *("rabbit_hunt", "stack", "standard", "jokers", "heads-up", "italiano", "internazionale"),
        *("button", "small blind", "big blind", "cutoff", "hijack", "3-bet", "VPIP"),
    }
    bots = {name for name in english["presets"] if "person" not in name}
    assert same <= shared | bots


def test_an_unknown_language_and_a_server_without_catalogues_answer_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    english = names("en")
    assert english["options"]["buy_in_min"] == "Lowest buy-in"
    assert english["presets"]["person-tight"] == "Person · tight"
    for language in ("fr", "", "../../etc/passwd"):
        assert names(language) == english
    monkeypatch.setattr(catalogues, "PACKAGE", "carteado.nothing_like_it")
    assert names("de") == english


def sentences_of_options() -> Iterator[str]:
    """The templates in the modules that check options which clients send."""
    engine = Path(carteado.engine.table_events.__file__).parent
    modules = (engine / "tables/option_checks.py", engine / "table_events.py")
    for path in (*modules, *engine.glob("games/*/options.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said":
                yield ast.literal_eval(node.args[0])


def test_every_possible_problem_with_an_option_has_a_sentence_on_the_page() -> None:
    # The number stands inside another sentence, and JSON cannot carry it.
    assert set(sentences_of_options()) - {"a number of more than 64 bits"} == set(PROBLEMS)
