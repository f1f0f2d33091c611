"""The client's sentences in the player's language, and how that language writes numbers.

English is the source. Catalogues are ``locale/LANGUAGE/LC_MESSAGES/carteado.mo`` in this package.
A string that is translated is written as an argument of `Words.__call__`, `Words.several` or `N_`,
where Babel finds it.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Mapping, Sequence
from importlib.resources import files

from carteado.engine.sentences import Sentence

__all__ = ["LANGUAGES", "N_", "Words", "language_of", "words_of"]

LANGUAGES = {"en": "English", "pt_BR": "Português (Brasil)", "de": "Deutsch"}
"""The languages of the rich clients, each with its own name."""


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a user's environment, chosen as POSIX says; English where none fits."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    found = next((environment[name] for name in names if environment.get(name)), "")
    # Without the country: a Portuguese reads Brazilian rather than English.
    language = found.replace(".", "_").partition("_")[0].lower()
    return next((key for key in LANGUAGES if key.partition("_")[0] == language), "en")


_GROUPS = {"en": ",", "pt_BR": ".", "de": "."}
_SWAPPED = str.maketrans(",.", ".,")


def N_(text: str) -> str:
    """Mark a string for the catalogues; it is translated where it is used."""
    return text


class Words:
    """Sentences in one language.

    Args:
        language: a key of `LANGUAGES`; English for any other.
        big_blinds: write chips in big blinds, where a table has blinds.
        blind: the big blind of the current table; 0 where there is none.
    """

    def __init__(self, language: str = "en", *, big_blinds: bool = False, blind: int = 0) -> None:
        self.language = language if language in LANGUAGES else "en"
        self.big_blinds = big_blinds
        self.blind = blind
        # Catalogues are cached, so `Words` objects are cheap.
        self._catalogue = _catalogue(self.language)

    def __call__(self, text: str, /, **values: object) -> str:
        """A sentence; ``{name}`` takes the value of that name, whole numbers grouped."""
        # The empty string is the catalogue's header, not a translation.
        found = self._catalogue.gettext(text) if text else ""
        return self._fill(found, values)

    def several(self, one: str, more: str, number: int, /, **values: object) -> str:
        """A sentence about a number of things; ``{n}`` is the number.

        Args:
            one: the sentence in English for one thing.
            more: the sentence for any other number.
            number: of the things.
            values: of the other places in braces.
        """
        found = self._catalogue.ngettext(one, more, number)
        return self._fill(found, {"n": number, **values})

    def player(self, names: Sequence[str | None], seat: int) -> str:
        """The player on a seat, with its number where several players share a name."""
        name = names[seat] if seat < len(names) else None
        number = self("seat {number}", number=seat)
        if name is None:
            return number
        return name if names.count(name) == 1 else f"{name} ({number})"

    def said(self, sentence: Sentence | str) -> str:
        """A sentence of the engine."""
        if isinstance(sentence, str):
            return self(sentence)
        return sentence.translated(self._catalogue, _GROUPS[self.language])

    def inside(self, name: str) -> str:
        """A name inside a sentence: with a small first letter, except in German."""
        # German nouns keep their capital anywhere.
        return name if self.language == "de" else name[:1].lower() + name[1:]

    def at_blind(self, blind: int) -> Words:
        """The same words at a table, or level, with this big blind."""
        if blind == self.blind:
            return self
        return type(self)(self.language, big_blinds=self.big_blinds, blind=blind)

    def number(self, number: int) -> str:
        """A whole number, its digits in groups of three: ``1,360``, ``−4,000``."""
        return self.decimal(number, 0)

    def signed(self, value: float, places: int = 0) -> str:
        """A number with its sign: ``+1,360``; 0 has none."""
        text = self.decimal(value, places)
        # What is rounded to zero is neither more nor less.
        return f"+{text}" if value > 0 and text.strip("0.,") else text

    def chips(self, amount: int) -> str:
        """An amount of chips as the player wants to read it: ``1,360``, or ``68 bb``."""
        if not (self.big_blinds and self.blind):
            return self.number(amount)
        tenths = (10 * abs(amount) + self.blind // 2) // self.blind
        text = self.decimal(tenths / 10, 1 if tenths % 10 else 0)
        if amount and not tenths:
            # A small amount must not look like none.
            text = f"<{self.decimal(0.1)}"
        return f"{'−' if amount < 0 else ''}{text} bb"

    def exact(self, amount: int) -> str:
        """An amount that the player decides about: in big blinds the chips stand behind it."""
        text, number = self.chips(amount), self.number(amount)
        return text if text == number else f"{text} ({number})"

    def decimal(self, value: float, places: int = 1) -> str:
        """A number with decimals: ``1,028.6``, or ``1.028,6`` where a comma separates them."""
        # Not `locale`, which is global to the process and may not be installed.
        text = f"{abs(value):,.{places}f}"
        if self.language != "en":
            text = text.translate(_SWAPPED)
        # U+2212: a hyphen is narrower than the plus and would not line up. Zero has no sign.
        return f"−{text}" if value < 0 and text.strip("0.,") else text

    def percent(self, share: float) -> str:
        """A share of 1 in per cent: ``28.6%``."""
        return f"{self.decimal(share * 100)}%"

    def _fill(self, text: str, values: dict[str, object]) -> str:
        # Without values, braces belong to the sentence.
        if not values:
            return text
        return text.format(
            **{
                # `type`, because True is an int too.
                name: self.number(value) if type(value) is int else value
                for name, value in values.items()
            }
        )


@functools.cache
def words_of(language: str, *, big_blinds: bool = False) -> Words:
    """The words of a language; English where it has no catalogue.

    Args:
        language: a key of `LANGUAGES`.
        big_blinds: write chips in big blinds, where a table has blinds.
    """
    return Words(language, big_blinds=big_blinds)


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
