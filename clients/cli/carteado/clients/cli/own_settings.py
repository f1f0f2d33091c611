"""``carteado settings``: the player's settings, which all clients on this computer share."""

from __future__ import annotations

import dataclasses
import json
import os
from typing import Any, Literal

from carteado.client import InputError
from carteado.client.commandline import AsJson
from carteado.client.options import key_values
from carteado.engine.tables.options import did_you_mean
from carteado.scene.control.settings_file import (
    CHOICES,
    is_setting,
    load_settings,
    save_settings,
    settings_file,
)
from carteado.scene.ui import Settings
from carteado.scene.words import Words, language_of, words_of

__all__ = ["Cards", "own_settings", "settings", "spoken_words"]

Cards = Literal["letters", "words"]
"""How printed lines name cards."""

_YES_NO = {"yes": True, "no": False}
_RANGES = {
    "text": "a number from 1 to 2",
    "volume": "a whole number from 0 to 100",
    "name": "a name of up to 24 characters",
}


def settings(*changes: str, as_json: AsJson = False) -> None:
    """Show your settings, and change those that are given.

    For example: carteado settings cards=words language=de

    The window, the full screen and --lines of this computer share them. The setting cards=words
    prints the names of cards instead of letters with --lines, such as king of hearts.

    Args:
        changes: settings to change, each NAME=VALUE.
        as_json: Print JSON.
    """
    found = own_settings()
    given = key_values(changes)
    if given:
        found = dataclasses.replace(found, **{key: _value(key, given[key]) for key in given})
        try:
            save_settings(found)
        except OSError as error:
            why = f"{settings_file()} cannot be written, so nothing has changed: {error.strerror}"
            raise InputError(why) from None
    shown = {name: getattr(found, name) for name in _names()}
    if as_json:
        print(json.dumps(shown))
        return
    for name, value in shown.items():
        print(f"{name + '=' + _text(value):<24} {_values(name)}")


def own_settings() -> Settings:
    """The settings of the last run; the first run has the language of the system."""
    return load_settings(language=language_of(os.environ))


def spoken_words(cards: Cards | None) -> Words | None:
    """The words for cards in printed lines; None where they are letters.

    Args:
        cards: what the command line says; None for the player's setting.
    """
    kept = own_settings()
    return words_of(kept.language) if (cards or kept.cards) == "words" else None


def _names() -> tuple[str, ...]:
    # The addresses of recent servers cannot be set here.
    return tuple(one.name for one in dataclasses.fields(Settings) if one.name != "recent")


def _value(name: str, text: str) -> Any:
    if name not in _names():
        raise InputError(f"there is no setting {name!r:.40}; {did_you_mean(name, _names())}")
    kind = type(getattr(Settings(), name))
    try:
        value = _YES_NO[text] if kind is bool else kind(text)
    except (KeyError, ValueError):
        value = None
    if not is_setting(name, value):
        raise InputError(f"{name} is {_values(name)}, not {text!r:.40}")
    return value


def _values(name: str) -> str:
    """What a setting may be."""
    if name in _RANGES:
        return _RANGES[name]
    *most, last = CHOICES.get(name, tuple(_YES_NO))
    return f"{', '.join(most)} or {last}"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
