"""The rules of a table in the language of a player whose client has no catalogues: the browser.

``/rules/LANGUAGE/GAME/[OPTIONS, SETTINGS]`` answers with a list of paragraphs, each a title and its
sentences; the last one has the game's words. Everything comes from the address, so the page reveals
nothing about any table. Without catalogues the answer is in English.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from carteado.engine.errors import EngineError
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOptions
from carteado.engine.tables.explanation import entry, explain, words_of_game
from carteado.server.net.catalogues import catalogue_of
from carteado.server.net.pages import Page, text_page

__all__ = ["ROOT", "rules_page"]

ROOT = "/rules/"
"""Path of the rules of all tables."""


def rules_page(path: str) -> Page:
    """The page at a path that begins with `ROOT`; 404 where it is not rules of a game."""
    language, _, rest = path.removeprefix(ROOT).partition("/")
    name, _, written = rest.partition("/")
    try:
        game = game_of(name)
        options, settings = _read(game, unquote(written))
    except (EngineError, ValueError, RecursionError):
        return text_page(HTTPStatus.NOT_FOUND, "there are no such rules\n")
    catalogue, mark = catalogue_of(language)
    sections = [
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
        sections.append((catalogue.gettext("Game words"), meanings))
    body = json.dumps(sections, ensure_ascii=False)
    return Page(status=HTTPStatus.OK, kind="application/json", body=body)


def _read(game: Any, written: str) -> tuple[Any, TableOptions]:
    """Options and settings from their text.

    Raises:
        ValueError: the text is not a list of options and settings.
        EngineError: one of them does not fit.
    """
    found = json.loads(written)
    # Anybody can write such an address, so everything about it is checked.
    if not isinstance(found, list) or len(found) != 2:
        raise ValueError("not a list of options and settings")
    options, settings = found
    return from_plain(game.options_type, options), from_plain(TableOptions, settings)
