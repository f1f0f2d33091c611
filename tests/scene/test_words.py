"""The languages: complete catalogues, compiled, with the same figures in every sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from tests.scene.catalogue import FOLDERS, LOCALE, calls_in, wanted
from tests.scene.checks import cut
from tests.scene.tables import NAMES, SceneTable

from carteado.clients.web.make_data import sentences
from carteado.scene.control.settings_file import load_settings, save_settings
from carteado.scene.layout.tables import table_scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import LANGUAGES, Words, language_of, words_of

TRANSLATED = sorted(set(LANGUAGES) - {"en"})
FIGURE = re.compile(r"\{(\w+)\}")


def catalogue(language: str) -> Catalog:
    path = LOCALE / language / "LC_MESSAGES" / "carteado.po"
    return read_po(BytesIO(path.read_bytes()), locale=language)


def texts_of(found: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    def several(text: object) -> tuple[str, ...]:
        return (text,) if isinstance(text, str) else tuple(text)

    return {several(one.id): several(one.string) for one in found if one.id}


class Marked(Words):
    """A language in which every translated string is marked."""

    def _fill(self, text: str, values: dict[str, Any]) -> str:
        return f"«{super()._fill(text, values)}»"


@pytest.mark.parametrize("game", ["holdem", "quick-holdem", "buraco"])
def test_no_sentence_on_the_screen_is_left_untranslated(game: str) -> None:
    scene_table = SceneTable(
        game, readers=(0, 1, 2, 3, None), **({} if game == "buraco" else {"seats": 4})
    )
    scene_table.readers = {
        seat: reader.in_language(Marked()) for seat, reader in scene_table.readers.items()
    }
    plain = {
        *NAMES,
        scene_table.table.game.title,
        "Friday table",
        "Esc",
        "Enter",
        "Space",
        "caller",
    }
    for _ in range(12):
        for reader in scene_table.readers.values():
            for sheet in ("none", "settings", "bots", "chat"):
                ui = Ui(sheet=sheet, drawer="players")
                scene = table_scene(reader, ui, Settings(), (1440.0, 900.0), 0.0)
                for text in scene.texts():
                    # The last line of a translated sentence has only the closing mark.
                    if {*"«»…"} & {*text} or text.isupper() or text in plain:
                        continue
                    if text in LANGUAGES.values() or not re.search("[a-z]{3}", text):
                        continue
                    assert any(text.startswith(one) for one in plain), text
        if scene_table.turn is not None:
            scene_table.default()
        elif scene_table.table.game.pack(scene_table.state) is not None:
            scene_table.deal()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_string_is_translated_and_none_is_left_over(language: str) -> None:
    found = {message.id: message.string for message in catalogue(language) if message.id}
    assert set(found) == wanted()
    empty = [key for key, text in found.items() if not (all(text) if key is tuple else text)]
    assert empty == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_figures_of_its_source(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        sources = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        allowed = {figure for source in sources for figure in FIGURE.findall(source)}
        for text in texts:
            assert set(FIGURE.findall(text)) <= allowed, (message.id, text)
        assert set(FIGURE.findall(texts[-1])) == set(FIGURE.findall(sources[-1])), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_current(language: str) -> None:
    path = LOCALE / language / "LC_MESSAGES" / "carteado.mo"
    compiled = read_mo(BytesIO(path.read_bytes()))
    source = catalogue(language)
    assert texts_of(compiled) == texts_of(source)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de.UTF-8", "LC_MESSAGES": "pt_PT"}, "pt_BR"),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": ""}, "pt_BR"),
        ({"LANG": "fr_FR"}, "en"),
    ],
)
def test_the_language_is_that_of_the_user(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_settings_begin_in_the_language_of_the_user_until_another_is_chosen(
    tmp_path: Path,
) -> None:
    file = tmp_path / "window.json"
    assert load_settings(file, language="de").language == "de"
    save_settings(replace(load_settings(file), language="pt_BR"), file)
    assert load_settings(file, language="de").language == "pt_BR"


@pytest.mark.parametrize(
    "content", ["[]", r'{"name": "\u001b[2J"}', '{"name": 5, "text": NaN}', "[" * 100_000]
)
def test_damaged_settings_are_replaced_by_the_defaults(tmp_path: Path, content: str) -> None:
    file = tmp_path / "window.json"
    file.write_text(content)
    assert load_settings(file, language="de") == Settings(language="de")


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_settings_that_no_end_of_a_file_follows_are_as_good_as_none(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    file = tmp_path / "window.json"
    make(file)
    assert load_settings(file, language="de") == Settings(language="de")


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert words_of("en").number(1360) == "1,360"
    assert words_of("de").number(1360) == "1.360"
    assert words_of("en").number(-4000) == "−4,000"
    assert words_of("pt_BR").decimal(-4000.25) == "−4.000,2"
    assert words_of("pt_BR").percent(0.286) == "28,6%"
    assert words_of("de")("Call {amount}", amount=1200) == "Call 1.200"
    assert words_of("de").signed(1234.5, 1) == "+1.234,5"
    assert words_of("pt_BR").percent(0.286) == "28,6%"
    assert words_of("en").decimal(-4000) == "−4,000.0"
    assert words_of("de").decimal(1234.56, 2) == "1.234,56"
    assert words_of("de")("Call {amount}", amount=1200) == "Call 1.200"
    # What is rounded to nothing has no sign.
    assert [words_of("en").signed(one, 1) for one in (0, 0.01, -0.01)] == ["0.0", "0.0", "0.0"]


def test_chips_are_read_in_big_blinds_where_there_are_blinds() -> None:
    words = words_of("de", big_blinds=True).at_blind(20)
    assert [words.chips(one) for one in (120, 130, 25_000, -30, 1)] == [
        "6 bb",
        "6,5 bb",
        "1.250 bb",
        "−1,5 bb",
        "0,1 bb",
    ]
    assert words.at_blind(100).chips(1) == "<0,1 bb"
    assert words.exact(1360) == "68 bb (1.360)"
    assert words_of("de", big_blinds=True).exact(1360) == "1.360"
    assert words_of("de").at_blind(20).exact(1360) == "1.360"


def test_a_name_with_braces_is_only_a_name() -> None:
    assert words_of("de")("{name}'s turn", name="{x}") == "{x} ist dran"


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("game", ["holdem", "buraco"])
@pytest.mark.parametrize("window", [(1024.0, 640.0), (1440.0, 900.0)])
def test_longer_languages_fit(language: str, game: str, window: tuple[float, float]) -> None:
    options = {"seats": 10} if game == "holdem" else {}
    scene_table = SceneTable(game, readers=tuple(range(4)), language=language, **options)
    scene_table.deal()
    if scene_table.turn is None:
        scene_table.deal()
    for seat in (0, 1, 2, 3):
        scene = table_scene(
            scene_table.reader(seat), Ui(), Settings(language=language), window, 0.0
        )
        assert cut(scene) == []


@pytest.mark.parametrize(
    ("language", "inside"), [("en", "pair"), ("pt_BR", "pair"), ("de", "Pair")]
)
def test_a_name_inside_a_line_is_small_but_in_german(language: str, inside: str) -> None:
    assert words_of(language).inside("Pair") == inside
    assert words_of(language).inside("") == ""


STATES = (
    *("Your turn", "{name}'s turn", "Time bank", "All-in", "Waiting for players", "Sits out"),
    *("The next hand is dealt", "{name} wins the game", "{names} win the match"),
    "{name} wins {amount} with a {hand}",
    *("Reconnecting", "This table is closed", "Knock", "Code", "I'm back"),
    "Paused by the owner. The clocks stand still.",
    "Paused until somebody is back. The clocks stand still.",
)
"""What a player reads in the states of a table."""


def test_all_clients_have_the_same_words_for_the_same_state() -> None:
    assert set(STATES) - calls_in(FOLDERS[0]) == set(), "the window and the terminal"
    assert set(STATES) - sentences() == set(), "the browser"
