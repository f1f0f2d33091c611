"""Output on a terminal for people: lines, cards in four colours, a cleared screen."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Sequence

from carteado.client.terminal import has_colours, is_terminal
from carteado.protocol.notation import escape

__all__ = ["Screen"]

_CARD = re.compile(r"\b([2-9TJQKA])(?:([cdhs])|([CDHS])[a-d]?)\b")
"""Cards as they are read, and those whose suit is a capital, which people type too."""
_SUITS = {"c": ("♣", "32"), "d": ("♦", "34"), "h": ("♥", "31"), "s": ("♠", "0")}
# Cursor home, erase the screen, and erase the scrollback, where a hand could still be read.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_NARROWEST = 20
_SCROLL = 60
"""Empty lines that push what was printed off a screen that cannot be cleared."""


class Screen:
    """The output of a table.

    Args:
        terminal: whether it is one that can be cleared and shows symbols.
        colour: whether it shows colours.
    """

    def __init__(self, *, terminal: bool, colour: bool) -> None:
        self._terminal = terminal
        self._colour = colour

    @classmethod
    def of_stdout(cls) -> Screen:
        """The screen that the standard output is."""
        return cls(terminal=is_terminal(sys.stdout), colour=has_colours(sys.stdout))

    def line(self, text: str = "") -> None:
        """Print a line; nothing in it can steer the terminal."""
        for row in self._rows(escape(text)):
            print(self._painted(row), flush=True)

    def clear(self) -> None:
        """Take away what was printed before."""
        print(_CLEAR if self._terminal else "\n" * _SCROLL, end="", flush=True)

    def _rows(self, text: str) -> Sequence[str]:
        """A line as the terminal has room for it, broken between words and never in a card."""
        wide = max(shutil.get_terminal_size().columns, _NARROWEST) if self._terminal else len(text)
        if len(text) <= wide:
            return (text,)
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        # Indented, so that a continued line is not taken for another message.
        return textwrap.wrap(text, wide, subsequent_indent=indent, break_on_hyphens=False)

    def _painted(self, text: str) -> str:
        # Suit symbols would be errors in other encodings, and no use to a program.
        if not self._terminal or "utf" not in (sys.stdout.encoding or "").lower():
            return text
        return _CARD.sub(self._card, text)

    def _card(self, found: re.Match[str]) -> str:
        sign, colour = _SUITS[found[2] or found[3].lower()]
        # A capital suit is a wider notation, such as Buraco's, whose deck letter must stay.
        card = f"{found[1]}{sign}" if found[2] else found[0]
        return f"\x1b[1;{colour}m{card}\x1b[0m" if self._colour else card
