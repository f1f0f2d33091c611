"""The page's generated files, and how much a guest downloads."""

from __future__ import annotations

import gzip
import re

import pytest

from carteado.clients.web.make_data import PAGE, data_files, sentences, short
from carteado.engine.registry import games
from carteado.engine.table import TABLE_EVENTS
from carteado.scene.refusal_words import TEXTS
from carteado.server.net.page_files import served_files

MOST = 80 * 1024
"""Bytes that a browser can load, each file packed with gzip: the page, all games, one language."""


@pytest.mark.parametrize("name", sorted(data_files()))
def test_a_generated_file_is_current(name: str) -> None:
    found = (PAGE / "data" / name).read_text(encoding="utf-8")
    assert found == data_files()[name], "run python -m carteado.clients.web.make_data"


def test_nothing_else_lies_among_the_generated_files() -> None:
    assert {path.name for path in (PAGE / "data").iterdir()} == set(data_files())


@pytest.mark.parametrize("language", ["en", "de", "pt-BR"])
def test_all_games_in_a_language_are_small(language: str) -> None:
    sizes = {name: len(gzip.compress(body)) for name, body in served_files().items()}
    assert {"index.html", "main.js", "main.css", "data/words-de.js"} <= set(sizes)
    loaded = {
        name: size
        for name, size in sizes.items()
        if not name.startswith("data/")
        or name == f"data/words-{language}.js"
        or name == "data/words-names.js"
    }
    assert sum(loaded.values()) <= MOST, loaded


WORDLESS = {"table_opened", "table_closed", "hand_ended", "showdown_started"}
"""Events that the page tells otherwise, or that no line is about."""


@pytest.mark.parametrize("game", ["holdem", "quick-holdem", "buraco", "poker-face"])
def test_every_event_has_a_line_in_the_players_language(game: str) -> None:
    folders = {"holdem": "poker", "quick-holdem": "poker"}
    module = PAGE / "games" / folders.get(game, game) / "lines.js"
    text = module.read_text("utf-8") + (PAGE / "core/lines.js").read_text("utf-8")
    worded = set(re.findall(r"^  (\w+)[:,]", text, re.MULTILINE))
    worded |= set(re.findall(r'"(\w+)"', text.partition("for (const type of")[2]))
    events = {*games()[game].folds, *TABLE_EVENTS}
    tags = {event.__dataclass_fields__["type"].default for event in events}
    assert tags - worded - WORDLESS == set()


def test_codes_of_refusals_have_short_names_of_their_own() -> None:
    names = {short(code) for code in TEXTS}
    assert len(names) == len(TEXTS) > 100
    assert set(map(len, names)) == {4}


def test_the_script_has_no_sentence_of_any_language() -> None:
    script = served_files()["main.js"].decode()
    forms = [form for one in sentences() for form in ([one] if isinstance(one, str) else one)]
    assert len(forms) > 500
    # Shorter ones may be something else in a script, as "joker" is the name of a style.
    assert [form for form in forms if " " in form and f'"{form}"' in script] == []
    assert "N_(" not in script


def test_the_page_names_nothing_of_other_hosts() -> None:
    for path in PAGE.rglob("*"):
        if path.is_file():
            hosts = re.findall(r"https?://[^ \"]+", path.read_text(encoding="utf-8"))
            assert set(hosts) <= {"http://www.w3.org/2000/svg"}, path
