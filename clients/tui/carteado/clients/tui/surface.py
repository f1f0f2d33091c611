"""A surface of cells with inks: texts, cards, lines and boxes.

It knows nothing of Textual, so that a page is a pure function and a test reads it as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rich.cells import cell_len, get_character_cell_size

from carteado.clients.tui.cells import clipped, writable
from carteado.scene.cards import card_text, is_known, suit_of

__all__ = ["BAR", "GLYPH_INKS", "KEY", "PLAIN", "Ink", "Row", "Surface"]

Run = tuple[str, "Ink"]
Row = tuple[Run, ...]
"""Runs of cells with one ink each."""

BAR = ("█", "░")

# In order: both upper corners around the line, the side, both lower corners.
_BOXES = {"single": tuple("┌─┐│└┘"), "double": tuple("╔═╗║╚╝")}

_INKS = {"s": "ink.spades", "h": "ink.hearts", "d": "ink.diamonds", "c": "ink.clubs", "*": "win"}

GLYPH_INKS = {"♠": "ink.spades", "♥": "ink.hearts", "♦": "ink.diamonds", "♣": "ink.clubs"}


@dataclass(frozen=True, slots=True)
class Ink:
    """The look of a cell, by tokens of the design.

    Attributes:
        fg: token of the letters.
        bg: token behind them.
        bold: heavier letters.
        reverse: letters and background change places, which shows without colours too.
        underline: a line below.
        strike: a line through.
    """

    fg: str = "text"
    bg: str = "page"
    bold: bool = False
    reverse: bool = False
    underline: bool = False
    strike: bool = False


PLAIN = Ink()

KEY = Ink("info", bold=True)
"""The style of a key. Amber is reserved for the turn and for selections."""


class Surface:
    """Cells to write on.

    Args:
        size: columns and rows.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.width, self.height = size
        self._written: re.Pattern[str] | None = None
        self._letters = [[" "] * self.width for _ in range(self.height)]
        self._inks = [[PLAIN] * self.width for _ in range(self.height)]

    # Text

    def keep_plain(self, written: Iterable[str]) -> None:
        """Give no suit in these texts the colour of a card: names and titles, which people wrote.

        Args:
            written: the texts; only those with a suit in them matter.
        """
        texts = list(written)
        # The usual case, and quicker: a lobby may have thousands of names, none with a suit.
        if not any(map("".join(texts).__contains__, GLYPH_INKS)):
            self._written = None
            return
        found = {one for one in texts if not GLYPH_INKS.keys().isdisjoint(one)}
        # Longer ones first, because one may begin like another.
        kept = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
        self._written = re.compile(rf"(?<!\w)(?:{kept})(?!\w)")

    def text(
        self,
        x: int,
        y: int,
        text: str,
        ink: Ink = PLAIN,
        *,
        width: int | None = None,
        align: Literal["left", "right", "centre"] = "left",
        suits: bool = False,
    ) -> int:
        """Write a text; the column behind it.

        Args:
            x: first column.
            y: row.
            text: what is too long for `width` ends with an ellipsis.
            ink: of all its cells.
            width: room for it; up to the right edge when absent.
            align: where in that room it stands.
            suits: whether suit characters get their own colours, except in `keep_plain`.
        """
        room = self.width - x if width is None else width
        if not all(map(get_character_cell_size, set(text))):
            text = writable(text)
        # Text never leaves its room, so a long name cannot overwrite its neighbour.
        shown = clipped(text, room)
        used = cell_len(shown)
        at = x
        if align != "left":
            at = x + room - used if align == "right" else x + (room - used) // 2
        end = at + used
        # The usual case, and quicker: one cell for each letter, and all of them on the page.
        if (
            not suits
            and at >= 0
            and end <= self.width
            and 0 <= y < self.height
            and len(shown) == used
        ):
            self._letters[y][at:end] = shown
            self._inks[y][at:end] = [ink] * used
            return end
        # Of the whole text, since a name that is cut is still a name.
        inks = _inked(text, ink, self._written) if suits else [ink] * len(shown)
        for letter, one in zip(shown, inks, strict=False):
            size = get_character_cell_size(letter)
            if size == 0:
                self._mark(at - 1, y, letter)
                continue
            self._put(at, y, letter, one)
            if size == 2:
                # The second cell of a wide letter counts as a column, but has no text.
                self._put(at + 1, y, "", one)
            at += size
        return end

    def cards(self, x: int, y: int, cards: Iterable[str], ink: Ink = PLAIN, *, gap: int = 1) -> int:
        """Write cards in a row, face-down ones as shaded blocks.

        Args:
            x: first column.
            y: row.
            cards: faces or handles.
            ink: of the cells; suits have their own colours.
            gap: cells between two cards.

        Returns:
            The column behind the last card and its gap.
        """
        for card in cards:
            if is_known(card):
                suit = replace(ink, fg=_INKS[suit_of(card)], bold=True)
                x = self.text(x, y, card_text(card), suit) + gap
            else:
                x = self.text(x, y, "▒▒", replace(ink, fg="textMuted")) + gap
        return x

    def card_box(self, x: int, y: int, card: str | None, *, marked: bool = False) -> None:
        """Draw a card eight cells wide and five high.

        Args:
            x: first column.
            y: first row.
            card: its face, ``??`` for one that lies face down, None for an empty place.
            marked: whether its border is double.
        """
        known = card is not None and is_known(card)
        line = "turnLine" if marked else "textMuted" if card is not None else "panelBorder"
        self.box(x, y, 8, 5, Ink(line), double=marked)
        if card is None:
            return
        if not known:
            for row in range(3):
                self.text(x + 2, y + 1 + row, "▒▒▒▒", Ink("textMuted"))
            return
        ink = Ink(_INKS[suit_of(card)], bold=True)
        text = card_text(card)
        self.text(x + 2, y + 1, text, ink)
        self.text(x + 4, y + 3, text[-1], ink)

    # Lines and boxes

    def rule(self, x: int, y: int, width: int, title: str = "", right: str = "") -> None:
        """Draw a line across, with a title in it.

        Args:
            x: first column.
            y: row.
            width: columns.
            title: near its left end, '' for none.
            right: a muted note at its right end, '' for none.
        """
        # The title is written over the line.
        ink = Ink("panelBorder")
        self.text(x, y, "─" * width, ink)
        if title:
            self.text(x + 2, y, f" {clipped(title, width - 6)} ", Ink(bold=True))
        if right:
            self.text(x, y, f" {right} ─", Ink("textMuted"), width=width, align="right")

    def box(
        self, x: int, y: int, w: int, h: int, ink: Ink = Ink("panelBorder"), *, double: bool = False
    ) -> None:
        """Draw a frame.

        Args:
            x: first column.
            y: first row.
            w: columns, the border included.
            h: rows, the border included.
            ink: of the border.
            double: whether the lines are double.
        """
        one, two, three, four, five, six = _BOXES["double" if double else "single"]
        self.text(x, y, one + two * (w - 2) + three, ink)
        for row in range(y + 1, y + h - 1):
            self.text(x, row, four, ink)
            self.text(x + w - 1, row, four, ink)
        self.text(x, y + h - 1, five + two * (w - 2) + six, ink)

    def clear(self, x: int, y: int, w: int, h: int, ink: Ink = PLAIN) -> None:
        """Empty a rectangle of cells.

        Args:
            x: first column.
            y: first row.
            w: columns.
            h: rows.
            ink: of the empty cells.
        """
        first, end = max(0, x), min(self.width, x + w)
        for row in range(max(0, y), min(self.height, y + h)):
            # A slice of a list takes the letters of a string one by one.
            self._letters[row][first:end] = " " * max(0, end - first)
            self._inks[row][first:end] = [ink] * max(0, end - first)

    def bar(self, x: int, y: int, width: int, share: float, ink: Ink) -> None:
        """Draw a bar that is filled in part.

        Args:
            x: first column.
            y: row.
            width: columns.
            share: the filled part, 0 to 1.
            ink: of the filled part.
        """
        # A clock that is late may have less than nothing left.
        full = round(width * min(1.0, max(0.0, share)))
        self.text(x, y, BAR[0] * full, ink)
        self.text(x + full, y, BAR[1] * (width - full), Ink("timerTrack"))

    def rows(self) -> tuple[Row, ...]:
        """The rows from the top down."""
        return tuple(map(_runs, self._letters, self._inks))

    def _mark(self, x: int, y: int, mark: str) -> None:
        """Put an accent on the letter of a cell."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self._letters[y][x] += mark

    def _put(self, x: int, y: int, letter: str, ink: Ink) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self._letters[y][x], self._inks[y][x] = letter, ink


def _inked(text: str, ink: Ink, written: re.Pattern[str] | None) -> list[Ink]:
    """The inks of letters: a card's rank takes the colour of its suit, nothing in a name does."""
    inks = [ink] * len(text)
    plain = (
        {at for found in written.finditer(text) for at in range(*found.span())} if written else ()
    )
    for at, letter in enumerate(text):
        name = GLYPH_INKS.get(letter)
        if name is None or at in plain:
            continue
        suit = replace(ink, fg=name)
        inks[at] = suit
        # A rank is one character, or the two of 10; an equals sign is what a wild stands for.
        for before in (at - 1, at - 2):
            if before >= 0 and text[before] in "0123456789AJQK=":
                inks[before] = suit
            else:
                break
    return inks


def _runs(letters: Sequence[str], inks: Sequence[Ink]) -> Row:
    """Neighbouring cells of one ink together."""
    runs: list[Run] = []
    start, last = 0, inks[0]
    for at, ink in enumerate(inks):
        # Most neighbours share one ink object, so comparing identity first is faster.
        if ink is not last and ink != last:
            runs.append(("".join(letters[start:at]), last))
            start, last = at, ink
    runs.append(("".join(letters[start:]), last))
    return tuple(runs)
