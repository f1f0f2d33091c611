"""Sentences that a client can translate.

A sentence keeps its English template and the values in it apart. ``str`` gives it in English; a
client with catalogues looks the template up and writes numbers as its language does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

__all__ = ["Catalogue", "Sentence", "Value", "said", "seconds", "several"]


class Catalogue(Protocol):
    """Translations, as those of Python's ``gettext``."""

    def gettext(self, message: str, /) -> str:
        """A sentence in the catalogue's language."""
        ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """A sentence about a number of things."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """An English template and its values.

    Attributes:
        text: the template; ``{name}`` takes the value of that name.
        more: the template for every number but one, '' for a sentence that counts nothing.
        number: the number that chooses between both.
        values: whole numbers, decimals, texts, sentences, and lists of numbers or sentences.
    """

    text: str
    more: str = ""
    number: int = 1
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.translated(_ENGLISH, ",")

    def plain(self) -> str:
        """The sentence in English, its whole numbers without marks, as people type them."""
        return self.translated(_ENGLISH, "")

    def translated(self, catalogue: Catalogue, mark: str) -> str:
        """The sentence in another language.

        Args:
            catalogue: of the language.
            mark: separator between groups of three digits: a comma, or a point if the comma is the
                decimal mark.
        """
        if self.more:
            template = catalogue.ngettext(self.text, self.more, self.number)
        else:
            template = catalogue.gettext(self.text)
        if not self.values:  # braces belong to the sentence
            return template
        found = {name: _written(one, catalogue, mark) for name, one in self.values.items()}
        return template.format(**found)


class _English:
    """The templates as they are."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural


_ENGLISH = _English()

Value: TypeAlias = int | float | str | tuple[int, ...] | tuple[Sentence, ...] | Sentence
"""What may stand in a sentence."""


def said(text: str, /, **values: Value) -> Sentence:
    """A sentence with values, such as ``said("The match goes to {n} points.", n=3000)``."""
    return Sentence(text=text, values=values)


def several(one: str, more: str, number: int, /, **values: Value) -> Sentence:
    """A sentence about a number of things; ``{n}`` is the number."""
    return Sentence(text=one, more=more, number=number, values={"n": number, **values})


def seconds(ms: int) -> Sentence:
    """A time in words: ``30 seconds``, ``1.5 seconds``, ``20 minutes``."""
    if ms >= 60_000 and ms % 60_000 == 0:
        return several("{n} minute", "{n} minutes", ms // 60_000)
    if ms % 1000 == 0:
        return several("{n} second", "{n} seconds", ms // 1000)
    # A fraction always takes the plural: 1.5 seconds.
    return said("{n} seconds", n=ms / 1000)


def _written(value: Value, catalogue: Catalogue, mark: str) -> str:
    if isinstance(value, Sentence):
        return value.translated(catalogue, mark)
    if isinstance(value, tuple):
        return ", ".join(_written(one, catalogue, mark) for one in value)
    if isinstance(value, float):
        # The decimal mark is the one that does not group digits.
        return f"{value:g}".replace(".", "," if mark == "." else ".")
    return f"{value:,}".replace(",", mark) if type(value) is int else str(value)
