"""Sentences that a client can put into another language.

A sentence keeps its English template and the values in it apart. ``str`` gives it in English; a
client with catalogues looks the template up and writes numbers as its language does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = ["Sentence", "Value", "said", "seconds", "several"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """An English template and what stands in it.

    Attributes:
        text: the template; ``{name}`` takes the value of that name.
        more: the template for every number but one, '' for a sentence that counts nothing.
        number: the number that chooses between both.
        values: whole numbers, decimals, texts, lists of numbers, and sentences in sentences.
    """

    text: str
    more: str = ""
    number: int = 1
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        template = self.more if self.more and self.number != 1 else self.text
        return template.format(**{name: _english(value) for name, value in self.values.items()})


Value: TypeAlias = int | float | str | tuple[int, ...] | Sentence
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
    return said("{n} seconds", n=ms / 1000)


def _english(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_english, value))
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if type(value) is int else str(value)
