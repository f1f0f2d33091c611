"""Names in the language of a player whose client has no catalogues: the browser.

``/names/LANGUAGE`` answers with the names of options, their choices, presets and figures of the
statistics, and with the errors about options. They are too large for the page that a phone loads
first.
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

__all__ = ["PROBLEMS", "ROOT", "names_page"]

ROOT = "/names/"
"""Path of all languages."""

# Exactly as the engine writes them; a sentence that is missing here stays in English.
PROBLEMS = (
    "{value} is not a whole number",
    "{value} is not from {low} to {high}",
    "{value} is not one of {words}",
    "must be a list of whole numbers, one for each seat",
    "{n} given for {seats} seats",
    "at least two seats need chips",
    "all seats together have more than {n} chips",
    "belongs to clock=total, and here clock={clock}",
    "belongs to clock=decision, and here clock={clock}",
    "is neither yes nor no",
    "is an option of cash tables: format=cash",
    "must be a list of levels",
    "has more than {n} levels",
    "levels must begin at rising numbers of the hand",
    "{high} is less than buy_in_min {low}",
    "{n} is not a buy-in from {low} to {high}",
    "small blind {small} is more than big blind {big}",
    "is yes or no",
    "no morto is ever converted with morto_exhaustion=end",
    "needs a real_bonus or half_real_bonus",
    "any tells what lies in a pile with pile_visibility=top_only; top does not",
    "{stake} is above max_stake {most}",
    "must be yes or no",
)
"""Templates of refusals of a table's options: the detail `problem` of such refusals."""


def names_page(path: str) -> Page:
    """The page at a path that begins with `ROOT`; in English for an unknown language."""
    translate = catalogue_of(path.removeprefix(ROOT))[0].gettext
    renamed = {
        "options": {key: option_name(key, translate) for key in OPTIONS},
        "choices": {word: choice_name(word, translate) for word in CHOICES},
        "presets": {
            name: preset_name(name, translate) for game in games().values() for name in game.presets
        },
        "figures": {title: translate(title) for title in FIGURES},
        "problems": {text: translate(text) for text in PROBLEMS},
    }
    # UTF-8 is shorter than escapes, and the media type says it.
    body = json.dumps(renamed, ensure_ascii=False)
    return Page(status=HTTPStatus.OK, kind="application/json", body=body)
