"""Colours, sizes and durations of the design, and the path data of the cards.

``tokens.json`` is the one source for every graphical client; its keys are stable.
"""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from typing import Any

__all__ = ["DECKS", "THEMES", "TOKENS", "colour", "motion"]

TOKENS: dict[str, Any] = json.loads(
    (files("carteado.scene") / "tokens.json").read_text(encoding="utf-8")
)
"""All tokens."""

THEMES = tuple(TOKENS["theme"])
"""Names of the themes: ``dark``, ``light``, ``contrast``."""

DECKS = ("fourColour", "classic", "colourBlind")
"""Names of the decks."""

RGBA = tuple[int, int, int, int]


@functools.cache
def colour(name: str, theme: str = "dark", deck: str = "fourColour") -> RGBA:
    """A colour by its token, as red, green, blue and opacity from 0 to 255.

    Args:
        name: of the theme's tokens; ``card.X`` of the card's, ``suit.X`` of the deck's suits,
            ``ink.X`` of the suits in text, ``chip.VALUE.fill`` of a chip; or ``#RRGGBB``.
        theme: one of `THEMES`.
        deck: one of `DECKS`.
    """
    return _rgba(_hex(name, theme, deck))


def _hex(name: str, theme: str, deck: str) -> str:
    if name.startswith("#"):
        return name
    head, _, rest = name.partition(".")
    # Cards look the same in every theme: they are objects on the table.
    if head == "card":
        return str(TOKENS["card"][rest])
    if head == "suit":
        return str(TOKENS["card"][deck][rest])
    if head == "ink":
        # Suits in text stand on the page, so their contrast depends on the theme.
        inks = TOKENS["suitText"]["light" if theme == "light" else "dark"]
        return str(inks.get(rest, TOKENS["theme"][theme]["text"]))
    if head == "chip":
        value, _, part = rest.partition(".")
        found = next(chip for chip in TOKENS["chips"] if str(chip["value"]) == value)
        return str(found[part])
    return str(TOKENS["theme"][theme][name])


def _rgba(text: str) -> RGBA:
    digits = text.lstrip("#")
    parts = [int(digits[at : at + 2], 16) for at in range(0, len(digits), 2)]
    # `#RRGGBB` is opaque; eight digits carry an opacity.
    return (parts[0], parts[1], parts[2], parts[3] if len(parts) > 3 else 255)


def motion(name: str) -> int:
    """A duration, milliseconds."""
    return int(TOKENS["motion"][name])
