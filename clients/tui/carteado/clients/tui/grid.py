"""A page of text: cells with inks, and the places on it that take a click or a key.

It knows nothing of Textual, so that a page is a pure function and a test reads it as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rich.cells import cell_len

from carteado.clients.tui.cells import clipped
from carteado.clients.tui.surface import KEY, Ink, Row, Surface
from carteado.scene.shapes import Intent, Rect, Scene, Target
from carteado.scene.ui import Ui
from carteado.scene.words import Words

__all__ = [
    "KEY",
    "Grid",
    "Hint",
    "Ink",
    "Line",
    "Page",
    "hint_cells",
]

Hint = tuple[str, str]
"""The explanation of a key, with the key before it, and the name of that key.

Two names, with a blank between them, are the keys of the first letter and of the rest; '' is only
to read.
"""


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
        letters: letters that begin something to be typed here, and are not keys.
        order: keys of the places that the arrows go through; all places where it is empty.
        reading: whether a dialog without text fields lies over the page.
        room: rows of the text that scrolls, 0 where none does.
        hidden: rows of it that have no room, above and below together.
        first: its first row that is shown, None where only scrolling changes it.
    """

    rows: tuple[Row, ...]
    scene: Scene
    line: Line
    letters: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    reading: bool = False
    room: int = 0
    hidden: int = 0
    first: int | None = None

    @property
    def text(self) -> str:
        """The page as plain text, a line for each row."""
        return "\n".join("".join(text for text, _ in row).rstrip() for row in self.rows)


def hint_cells(hints: Sequence[Hint]) -> int:
    """The cells of a row of hints."""
    return sum(cell_len(text) for text, _ in hints) + 2 * max(0, len(hints) - 1)


class Grid(Surface):
    """Draws a page: a surface of cells, with places to press.

    Args:
        size: columns and rows.
        words: of the player.
        ui: state of the screen: focus, hover, what is typed.
    """

    def __init__(self, size: tuple[int, int], words: Words, ui: Ui) -> None:
        super().__init__(size)
        self.words = words
        self.ui = ui
        self.targets: list[Target] = []
        self.line = Line(x=2, y=self.height - 1, width=max(1, self.width - 2))
        self.letters: frozenset[str] = frozenset()
        self.dialog = False
        self.order: list[str] = []
        self.live = ""
        self._scrolls = 0, 0
        self._first: int | None = None

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
        """Add a place to press.

        Args:
            key: stable name, for focus and tests.
            rect: columns and rows; a place without a size has only its keys.
            intent: what a press means.
            hotkeys: names of keys that mean the same.
            enabled: whether a press does anything.
            label: for screen readers and tests.
            kind: how it takes input.
        """
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
        """Draw a field, which the input line edits.

        Args:
            key: of the field.
            x: first column.
            y: row.
            width: columns.
            text: its current value.
            hotkeys: keys that lead into it.
        """
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

    def scrolls(self, room: int, rows: int, first: int | None = None) -> None:
        """The page has one text that scrolls.

        Args:
            room: rows that are shown.
            rows: all of them.
            first: the first that is shown, where the focus has a say in it.
        """
        self._scrolls, self._first = (room, max(0, rows - room)), first

    def page(self) -> Page:
        """The drawn page."""
        scene = Scene(
            size=(float(self.width), float(self.height)),
            items=(),
            targets=tuple(self.targets),
            live=self.live,
        )
        return Page(
            rows=self.rows(),
            scene=scene,
            line=self.line,
            letters=self.letters,
            order=tuple(self.order),
            reading=self.dialog and all(one.kind != "field" for one in self.targets),
            room=self._scrolls[0],
            hidden=self._scrolls[1],
            first=self._first,
        )
