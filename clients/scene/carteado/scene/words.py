"""The client's sentences in the player's language, and how that language writes numbers.

English is the source. Catalogues are ``locale/LANGUAGE/LC_MESSAGES/carteado.mo`` in this package.
A string that is translated is written as an argument of `Words.__call__`, `Words.several` or `N_`,
where Babel finds it.
"""

from __future__ import annotations

import functools
import gettext
from importlib.resources import files
from typing import Any

from carteado.engine.sentences import Sentence

__all__ = ["LANGUAGES", "N_", "Words", "words_of"]

LANGUAGES = {"en": "English", "pt_BR": "Português (Brasil)", "de": "Deutsch"}
"""The languages of the rich clients, each with its own name."""

_GROUPS = {"en": ",", "pt_BR": ".", "de": "."}


def N_(text: str) -> str:
    """Mark a string for the catalogues; it is translated where it is used."""
    return text


class Words:
    """Sentences in one language.

    Args:
        language: a key of `LANGUAGES`; English for any other.
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = _catalogue(self.language)

    def __call__(self, text: str, /, **values: Any) -> str:
        """A sentence; ``{name}`` takes the value of that name, whole numbers grouped."""
        found = self._catalogue.gettext(text) if text else ""
        return self._fill(found, values)

    def several(self, one: str, more: str, number: int, /, **values: Any) -> str:
        """A sentence about a number of things; ``{n}`` is the number."""
        found = self._catalogue.ngettext(one, more, number)
        return self._fill(found, {"n": number, **values})

    def said(self, sentence: Sentence | str) -> str:
        """A sentence of the engine."""
        if isinstance(sentence, str):
            return self(sentence)
        return sentence.translated(self._catalogue, _GROUPS[self.language])

    def inside(self, name: str) -> str:
        """A name as it stands inside a line: with a small letter, but in German, which keeps it."""
        return name if self.language == "de" else name[:1].lower() + name[1:]

    def number(self, number: int) -> str:
        """A whole number, its digits in groups of three: ``1,360``."""
        return f"{number:,}".replace(",", _GROUPS[self.language])

    def decimal(self, value: float, places: int = 1) -> str:
        """A number with decimals: ``28.6``, or ``28,6`` where a comma separates them."""
        text = f"{value:.{places}f}"
        return text if self.language == "en" else text.replace(".", ",")

    def percent(self, share: float) -> str:
        """A share of 1 in per cent: ``28.6%``."""
        return f"{self.decimal(share * 100)}%"

    def _fill(self, text: str, values: dict[str, Any]) -> str:
        # Without values, braces belong to the sentence.
        if not values:
            return text
        return text.format(
            **{
                name: self.number(value) if type(value) is int else value
                for name, value in values.items()
            }
        )


@functools.cache
def words_of(language: str) -> Words:
    """The words of a language; English where it has no catalogue."""
    return Words(language)


@functools.cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    path = files("carteado.scene") / "locale" / language / "LC_MESSAGES" / "carteado.mo"
    try:
        with path.open("rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:
        return gettext.NullTranslations()
