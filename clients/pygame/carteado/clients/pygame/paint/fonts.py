"""The bundled fonts at any size, and text as surfaces."""

from __future__ import annotations

import functools
import re
from importlib.resources import files
from io import BytesIO

import pygame

from carteado.clients.pygame.paint.caches import Surfaces

__all__ = ["SUITS", "Fonts"]

CAP_HEIGHT = 2048 / 2816
"""Height of a capital letter, in parts of the size."""

SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "★": "*"}
# With a group, `split` also returns the suits.
_PIECES = re.compile("([♠♥♦♣★])")
_FILES = {"regular": "Regular", "semibold": "SemiBold", "bold": "Bold"}


class Fonts:
    """Inter in three weights; DejaVu or any other monospaced font for addresses."""

    def __init__(self) -> None:
        # 24 MB at four bytes per pixel.
        self.surfaces = Surfaces(6_000_000)

    def text(
        self, text: str, size: int, weight: str, colour: tuple[int, int, int], mono: bool = False
    ) -> pygame.Surface:
        """A line of text without suit characters.

        Args:
            text: one line.
            size: font size, device pixels.
            weight: of the font, such as ``bold``.
            colour: red, green, blue, each from 0 to 255.
            mono: whether all letters are equally wide.
        """
        key = (text, size, weight, colour, mono)
        return self.surfaces.get(key, lambda: _font(weight, size, mono).render(text, True, colour))

    def width(self, text: str, size: int, weight: str, mono: bool = False) -> int:
        """Width of a line of text, device pixels.

        Args:
            text: one line.
            size: font size, device pixels.
            weight: of the font, such as ``bold``.
            mono: whether all letters are equally wide.
        """
        return _font(weight, size, mono).size(text)[0]

    def ascent(self, size: int, weight: str, mono: bool = False) -> int:
        """From the top of a text's surface to its baseline.

        Args:
            size: font size, device pixels.
            weight: of the font, such as ``bold``.
            mono: whether all letters are equally wide.
        """
        return _font(weight, size, mono).get_ascent()

    @staticmethod
    def pieces(text: str) -> list[str]:
        """A text, cut where a suit stands in it."""
        return [piece for piece in _PIECES.split(text) if piece]


@functools.cache
def _font(weight: str, size: int, mono: bool) -> pygame.font.Font:
    size = max(4, size)
    if mono:
        # One for each system; without any, the main font serves.
        found = pygame.font.match_font("dejavusansmono,consolas,menlo,couriernew")
        if found:
            return pygame.font.Font(found, size)
    return pygame.font.Font(BytesIO(_data(weight)), size)


@functools.cache
def _data(weight: str) -> bytes:
    name = f"Inter-{_FILES[weight]}.otf"
    return (files("carteado.clients.pygame") / "fonts" / name).read_bytes()
