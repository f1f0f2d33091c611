"""The rules of a table in the language of a player whose client has no catalogues: the browser.

``/rules/LANGUAGE/GAME/[OPTIONS, SETTINGS]`` answers with a list of paragraphs, each a title and its
sentences; the last one has the game's words. Everything comes from the address, so the page tells
nothing of any table. The catalogues are those of the rich clients. The server does not import
these: it finds the files by the name of their package, as it finds the page's. Without them it
answers in English.
"""

from __future__ import annotations

import functools
import gettext
import importlib.util
import json
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from carteado.engine.errors import EngineError
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOptions
from carteado.engine.tables.explanation import entry, explain, words_of_game
from carteado.server.net.pages import Page, text_page

__all__ = ["ROOT", "rules_page"]

ROOT = "/rules/"
"""Under it lie the rules of all tables."""

PACKAGE = "carteado.scene"
"""The package with the catalogues."""

_LANGUAGES = {"en": ("", ","), "pt-BR": ("pt_BR", "."), "de": ("de", ".")}
"""For each language of the page its catalogue, and the mark between groups of three digits."""


def rules_page(path: str) -> Page:
    """The page at a path that begins with `ROOT`; 404 where it is not rules of a game."""
    language, _, rest = path.removeprefix(ROOT).partition("/")
    name, _, written = rest.partition("/")
    try:
        game = game_of(name)
        options, settings = _read(game, unquote(written))
    except (EngineError, ValueError, RecursionError):
        return text_page(HTTPStatus.NOT_FOUND, "there are no such rules\n")
    folder, mark = _LANGUAGES.get(language, _LANGUAGES["en"])
    catalogue = _catalogue(folder)
    told = [
        (
            catalogue.gettext(one.title),
            [
                catalogue.gettext(each)
                if isinstance(each, str)
                else each.translated(catalogue, mark)
                for each in one.sentences
            ],
        )
        for one in explain(game, options, settings)
    ]
    found = [(entry(catalogue.gettext(word)), text) for word, text in words_of_game(game).items()]
    if found:
        meanings = [f"{word}: {catalogue.gettext(text)}" for word, text in sorted(found)]
        told.append((catalogue.gettext("Game words"), meanings))
    body = json.dumps(told, ensure_ascii=False)
    return Page(status=HTTPStatus.OK, kind="application/json", body=body)


def _read(game: Any, written: str) -> tuple[Any, TableOptions]:
    """Options and settings from their text.

    Raises:
        ValueError: the text is no list of both.
        EngineError: one of them does not fit.
    """
    found = json.loads(written)
    if not isinstance(found, list) or len(found) != 2:
        raise ValueError("not a list of options and settings")
    options, settings = found
    return from_plain(game.options_type, options), from_plain(TableOptions, settings)


@functools.cache
def _catalogue(folder: str) -> gettext.NullTranslations:
    """The translations of a language; English where there are none."""
    try:
        spec = importlib.util.find_spec(PACKAGE)
    except ModuleNotFoundError:
        spec = None
    for place in (spec.submodule_search_locations or ()) if spec is not None and folder else ():
        path = Path(place) / "locale" / folder / "LC_MESSAGES" / "carteado.mo"
        if path.is_file():
            with path.open("rb") as file:
                return gettext.GNUTranslations(file)
    return gettext.NullTranslations()
