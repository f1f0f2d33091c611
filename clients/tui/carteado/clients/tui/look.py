"""Inks as styles of the terminal: the design's colours, or none at all."""

from __future__ import annotations

import functools

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style

from carteado.clients.tui.grid import Ink
from carteado.scene.tokens import colour

__all__ = ["hex_of", "style_of"]


@functools.cache
def style_of(ink: Ink, theme: str, deck: str, *, colours: bool) -> Style:
    """The style of an ink.

    Args:
        ink: of a cell.
        theme: one of `tokens.THEMES`.
        deck: one of `tokens.DECKS`.
        colours: False for a terminal whose user wants none: bold, reversed and underlined
            letters then say the same.
    """
    return Style(
        color=_colour(ink.fg, theme, deck) if colours else None,
        bgcolor=_colour(ink.bg, theme, deck) if colours else None,
        bold=ink.bold,
        reverse=ink.reverse,
        underline=ink.underline,
        strike=ink.strike,
    )


def hex_of(token: str, theme: str) -> str:
    """A colour as ``#rrggbb``."""
    red, green, blue, _ = colour(token, theme)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _colour(token: str, theme: str, deck: str) -> Color:
    # In the terminal this colour is that of letters, for which the light theme has a darker one.
    name = "turnLine" if token == "turn" else token
    # The classic deck has two colours.
    if token.startswith("ink.") and deck == "classic" and token in ("ink.diamonds", "ink.clubs"):
        name = "ink.hearts" if token == "ink.diamonds" else "ink.spades"
    if token.startswith("ink.") and deck == "colourBlind" and theme != "light":
        name = _SAFE[token]
    # The deck's own suit colours are made for a light face.
    if token.startswith("ink.") and deck == "colourBlind" and theme == "light":
        name = token.replace("ink.", "suit.")
    red, green, blue, _ = colour(name, theme, deck)
    return Color.from_triplet(ColorTriplet(red, green, blue))


_SAFE = {
    "ink.spades": "#FFFFFF",
    "ink.hearts": "#FFA04D",
    "ink.diamonds": "#7FB8FF",
    "ink.clubs": "#4DD0B8",
}
"""The colour-blind-safe deck on dark: white, orange, blue and blue-green."""
