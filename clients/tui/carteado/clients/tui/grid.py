"""A page of text: cells with inks, and the places on it that take a click or a key.

It knows nothing of Textual, so that a page is a pure function and a test reads it as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rich.cells import cell_len, get_character_cell_size

from carteado.clients.tui.cells import clipped, writable
from carteado.scene.cards import card_text, is_known, suit_of
from carteado.scene.shapes import Intent, Rect, Scene, Target
from carteado.scene.ui import Ui
from carteado.scene.words import Words

__all__ = [
    "BAR",
    "GLYPH_INKS",
    "KEY",
    "Grid",
    "Hint",
    "Ink",
    "Line",
    "Page",
    "hint_cells",
]

Run = tuple[str, "Ink"]
Row = tuple[Run, ...]
Hint = tuple[str, str]
"""The explanation of a key, with the key before it, and the name of that key.

Two names, with a blank between them, are the keys of the first letter and of the rest; '' is only
to read.
"""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The place of the input line: its first cell, its width, and a hint at what to type."""

    x: int
    y: int
    width: int
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One screen of text.

    Attributes:
        rows: runs of cells with one ink each; every row is as wide as the page.
        scene: the places to click, their keys, and the texts for screen readers.
        line: where the input line stands.
        letters: letters that begin something to be typed here, and are no keys.
        order: keys of the places that the arrows go through; all places where it is empty.
        reading: whether a dialog without text fields lies over the page.
    """

    rows: tuple[Row, ...]
    scene: Scene
    line: Line
    letters: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    reading: bool = False

    @property
    def text(self) -> str:
        """The page as plain text, a line for each row."""
        return "\n".join("".join(text for text, _ in row).rstrip() for row in self.rows)


def hint_cells(hints: Sequence[Hint]) -> int:
    """The cells of a row of hints."""
    return sum(cell_len(text) for text, _ in hints) + 2 * max(0, len(hints) - 1)


class Grid:
    """Draws a page.

    Args:
        size: columns and rows.
        words: of the player.
        ui: state of the screen: focus, hover, what is typed.
    """

    def __init__(self, size: tuple[int, int], words: Words, ui: Ui) -> None:
        self.width, self.height = size
        self.words = words
        self.ui = ui
        self.targets: list[Target] = []
        self.line = Line(x=2, y=self.height - 1, width=max(1, self.width - 2))
        self.letters: frozenset[str] = frozenset()
        self.dialog = False
        self.order: list[str] = []
        self.live = ""
        self._letters = [[" "] * self.width for _ in range(self.height)]
        self._inks = [[PLAIN] * self.width for _ in range(self.height)]

    # Text

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
            suits: whether suit characters get their own colours.
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
        for letter, one in _inked(shown, ink) if suits else ((letter, ink) for letter in shown):
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
        """Cards in a row: face down ones as shaded blocks; the column behind them."""
        for card in cards:
            if is_known(card):
                suit = replace(ink, fg=_INKS[suit_of(card)], bold=True)
                x = self.text(x, y, card_text(card), suit) + gap
            else:
                x = self.text(x, y, "▒▒", replace(ink, fg="textMuted")) + gap
        return x

    def card_box(self, x: int, y: int, card: str | None, *, marked: bool = False) -> None:
        """A card eight cells wide and five high; None for the place of one."""
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
        """A line across, with a title in it."""
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
        """A frame."""
        one, two, three, four, five, six = _BOXES["double" if double else "single"]
        self.text(x, y, one + two * (w - 2) + three, ink)
        for row in range(y + 1, y + h - 1):
            self.text(x, row, four, ink)
            self.text(x + w - 1, row, four, ink)
        self.text(x, y + h - 1, five + two * (w - 2) + six, ink)

    def clear(self, x: int, y: int, w: int, h: int, ink: Ink = PLAIN) -> None:
        """Empty cells."""
        first, end = max(0, x), min(self.width, x + w)
        for row in range(max(0, y), min(self.height, y + h)):
            # A slice of a list takes the letters of a string one by one.
            self._letters[row][first:end] = " " * max(0, end - first)
            self._inks[row][first:end] = [ink] * max(0, end - first)

    def bar(self, x: int, y: int, width: int, share: float, ink: Ink) -> None:
        """A bar that is full to a share."""
        # A clock that is late may have less than nothing left.
        full = round(width * min(1.0, max(0.0, share)))
        self.text(x, y, BAR[0] * full, ink)
        self.text(x + full, y, BAR[1] * (width - full), Ink("timerTrack"))

    # Places to press

    def button(
        self,
        key: str,
        x: int,
        y: int,
        label: str,
        intent: Intent,
        *,
        hotkeys: Sequence[str] = (),
        enabled: bool = True,
        strong: bool = False,
        shown: str | None = None,
        fill: str = "",
    ) -> int:
        """A key and what it does; the column behind it.

        Args:
            key: name of the place.
            x: first column.
            y: row.
            label: what a press does.
            intent: what it means.
            hotkeys: keys that mean the same; the first one stands before the label.
            enabled: whether a press does anything.
            strong: whether it stands out.
            shown: how the key is written; the first of `hotkeys` when absent, '' for not at all.
            fill: ``primary`` or ``neutral`` for a ground of its own, a cell wider on both sides.
        """
        if fill:
            return self._filled(key, x, y, label, intent, tuple(hotkeys), shown, fill, enabled)
        sign = shown if shown is not None else (hotkeys[0] if hotkeys else "")
        focused = self.ui.focus == key or self.ui.hover == key
        # Reversed shows the focus without colours too.
        ink = Ink("text" if enabled else "disabledText", bold=strong, reverse=focused)
        end = x
        if sign:
            end = self.text(end, y, sign, KEY if enabled else Ink("disabledText", bold=True))
            end = self.text(end, y, " ")
        # On a reversed button suits keep the ink of the text, or they would be hard to read.
        end = self.text(end, y, label, ink, suits=not focused)
        self.target(
            key, Rect(x, y, end - x, 1), intent, hotkeys=hotkeys, enabled=enabled, label=label
        )
        return end

    def _filled(
        self,
        key: str,
        x: int,
        y: int,
        label: str,
        intent: Intent,
        hotkeys: tuple[str, ...],
        shown: str | None,
        fill: str,
        enabled: bool,
    ) -> int:
        """A button on a ground of its own."""
        sign = shown if shown is not None else (hotkeys[0] if hotkeys else "")
        ground = fill if enabled else "disabled"
        focused = self.ui.focus == key or self.ui.hover == key
        ink = Ink(f"{ground}Text", ground, bold=enabled, reverse=focused)
        end = self.text(x, y, f" {sign} {label} " if sign else f" {label} ", ink)
        self.target(
            key, Rect(x, y, end - x, 1), intent, hotkeys=hotkeys, enabled=enabled, label=label
        )
        return end

    def hints(self, x: int, y: int, hints: Sequence[Hint], width: int) -> int:
        """A row of keys and what they do: a click on one does what its key does.

        Args:
            x: first column.
            y: row.
            hints: in their order, two cells apart, or one where that saves the last of them.
            width: room for them.

        Returns:
            The column behind the last one.
        """
        end, at = x, x
        gap = 2 if hint_cells(hints) <= width else 1
        for text, names in hints:
            end = self.text(at, y, text, Ink("textMuted"), width=max(0, x + width - at))
            # "{ } move" begins with two keys, every other hint with one word.
            sign = names if names and text.startswith(names) else text.partition(" ")[0]
            self.text(at, y, sign, KEY, width=max(0, min(end, x + width) - at))
            # "Up Down" beside "↑↓ choose": the first letter is one key, the rest the other.
            first, _, second = names.partition(" ")
            parts = [(first, at, at + 1), (second, at + 1, end)] if second else [(first, at, end)]
            for name, start, stop in parts:
                if name and start < stop:
                    rect = Rect(start, y, stop - start, 1)
                    self.target(f"key:{name}", rect, Intent("key", name), label=text)
            at = end + gap
        return end

    def target(
        self,
        key: str,
        rect: Rect,
        intent: Intent,
        *,
        hotkeys: Sequence[str] = (),
        enabled: bool = True,
        label: str = "",
        kind: Literal["button", "field", "area"] = "button",
    ) -> None:
        """A place to press, or keys alone where the rectangle is empty."""
        self.targets.append(
            Target(
                key=key,
                rect=rect,
                intent=intent,
                hotkeys=tuple(hotkeys),
                enabled=enabled,
                label=label,
                kind=kind,
            )
        )

    def field(
        self, key: str, x: int, y: int, width: int, text: str, *, hotkeys: Sequence[str] = ()
    ) -> None:
        """A field; the input line edits it."""
        editing = self.ui.editing == key
        # Typed text stays visible after the field is left, until it is sent.
        value = self.ui.texts.get(key, text) if editing or key in self.ui.texts else text
        focused = self.ui.focus == key or self.ui.hover == key
        # The line below shows an empty field, whose ground is nearly that of the page.
        ink = Ink("text", "inputBg", reverse=focused, underline=True)
        shown = f" {clipped(value, width - 2)}{'▏' if editing else ''}"
        # No-break spaces, since a picture of the screen leaves out runs of blanks.
        self.text(x, y, "\u00a0" * width, replace(ink, fg="textMuted"))
        self.text(x, y, shown, ink, width=width)
        self.target(
            key, Rect(x, y, width, 1), Intent("none"), hotkeys=hotkeys, kind="field", label=value
        )

    def page(self) -> Page:
        """The drawn page."""
        scene = Scene(
            size=(float(self.width), float(self.height)),
            items=(),
            targets=tuple(self.targets),
            live=self.live,
        )
        rows = tuple(map(_runs, self._letters, self._inks))
        return Page(
            rows=rows,
            scene=scene,
            line=self.line,
            letters=self.letters,
            order=tuple(self.order),
            reading=self.dialog and all(one.kind != "field" for one in self.targets),
        )

    def _mark(self, x: int, y: int, mark: str) -> None:
        """Put an accent on the letter of a cell."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self._letters[y][x] += mark

    def _put(self, x: int, y: int, letter: str, ink: Ink) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self._letters[y][x], self._inks[y][x] = letter, ink


def _inked(text: str, ink: Ink) -> Iterable[tuple[str, Ink]]:
    """Letters with their inks: a card's rank takes the colour of its suit."""
    inks = [ink] * len(text)
    for at, letter in enumerate(text):
        name = GLYPH_INKS.get(letter)
        if name is None:
            continue
        suit = replace(ink, fg=name)
        inks[at] = suit
        # A rank is one character, or the two of 10; an equals sign is what a wild stands for.
        for before in (at - 1, at - 2):
            if before >= 0 and text[before] in "0123456789AJQK=":
                inks[before] = suit
            else:
                break
    return zip(text, inks, strict=True)


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
