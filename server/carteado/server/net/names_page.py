"""Names in the language of a player whose client has no catalogues: the browser.

``/names/LANGUAGE`` answers with what options, the words of their choices, presets and figures of
the statistics are called. They are too many for a page that a phone loads at once.
"""

from __future__ import annotations

import json
from http import HTTPStatus

from carteado.engine.registry import games
from carteado.engine.tables.names import (
    CHOICES,
    FIGURES,
    OPTIONS,
    choice_name,
    option_name,
    preset_name,
)
from carteado.server.net.catalogues import catalogue_of
from carteado.server.net.pages import Page

__all__ = ["ROOT", "names_page"]

ROOT = "/names/"
"""Before the language."""


def names_page(path: str) -> Page:
    """The page at a path that begins with `ROOT`; in English for an unknown language."""
    translate = catalogue_of(path.removeprefix(ROOT))[0].gettext
    told = {
        "options": {key: option_name(key, translate) for key in OPTIONS},
        "choices": {word: choice_name(word, translate) for word in CHOICES},
        "presets": {
            name: preset_name(name, translate) for game in games().values() for name in game.presets
        },
        "figures": {title: translate(title) for title in FIGURES},
    }
    # UTF-8 is shorter than escapes, and the media type says it.
    body = json.dumps(told, ensure_ascii=False)
    return Page(status=HTTPStatus.OK, kind="application/json", body=body)
