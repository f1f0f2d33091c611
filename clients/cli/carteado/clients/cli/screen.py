"""Output on a terminal for people: lines, cards in four colours, a cleared screen."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Sequence

from carteado.client.terminal import has_colours, is_terminal
from carteado.clients.cli.card_lines import TableLine, in_words, replaced
from carteado.protocol.notation import brief
from carteado.scene.words import Words

__all__ = ["Screen"]

_SUITS = {"c": ("♣", "32"), "d": ("♦", "34"), "h": ("♥", "31"), "s": ("♠", "0")}
# Cursor home, erase the screen, and erase the scrollback, where a hand could still be read.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_NARROWEST = 20
# Private characters, which `escape` takes out of every text: one stands for a letter of a card.
_MARKS = 0xE000
_MARKED = re.compile("[\ue000-\ue07f]+")
_SCROLL = 60
"""Empty lines that push what was printed off a screen that cannot be cleared."""


class Screen:
    """The output of a table.

    Args:
        terminal: whether it is one that can be cleared and shows symbols.
        colour: whether it shows colours.
        spoken: words for cards, for players who hear the lines; None for letters and signs.
    """

    def __init__(self, *, terminal: bool, colour: bool, spoken: Words | None = None) -> None:
        self._terminal = terminal
        self._colour = colour
        self._spoken = spoken

    @classmethod
    def of_stdout(cls, spoken: Words | None = None) -> Screen:
        """The screen that the standard output is."""
        terminal, colour = is_terminal(sys.stdout), has_colours(sys.stdout)
        return cls(terminal=terminal, colour=colour, spoken=spoken)

    def line(self, text: str = "") -> None:
        """Print a line; nothing in it can steer the terminal."""
        self.table_line(TableLine(text))

    def table_line(self, line: TableLine, indent: str = "") -> None:
        """Print a line about a table, with its cards as their player wants to have them."""
        if self._spoken is not None:
            text = in_words(line, self._spoken)
        else:
            painted = self._has_signs() and not line.has_own_letters
            text = replaced(line, _marked) if painted else brief(line.text)
        for row in self._rows(indent + text):
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

    def _has_signs(self) -> bool:
        # Suit symbols would be errors in other encodings, and no use to a program.
        return self._terminal and "utf" in (sys.stdout.encoding or "").lower()

    def _painted(self, row: str) -> str:
        return _MARKED.sub(self._card, row)

    def _card(self, found: re.Match[str]) -> str:
        text = "".join(chr(ord(letter) - _MARKS) for letter in found[0])
        sign, colour = _SUITS.get(text[1:2].lower(), ("", ""))
        if not sign:
            return text
        # A capital suit is a wider notation, such as Buraco's, whose deck letter must stay.
        card = f"{text[0]}{sign}" if text[1].islower() else text
        return f"\x1b[1;{colour}m{card}\x1b[0m" if self._colour else card


def _marked(cards: list[str]) -> str:
    """Cards in private characters, so that they are known again when the line is broken."""
    return " ".join("".join(chr(_MARKS + ord(letter)) for letter in card) for card in cards)
