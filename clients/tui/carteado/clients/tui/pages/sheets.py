"""Dialogs over a page: help, the menu of a table, settings, bots, the player's own server."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.grid import Grid, Ink, Line
from carteado.scene.shapes import Intent
from carteado.scene.ui import Settings
from carteado.scene.words import LANGUAGES

__all__ = ["Choice", "draw_choices", "draw_code", "draw_settings", "draw_text", "window"]

Choice = tuple[str, str, Intent, tuple[str, ...]]
"""Name, label, meaning and keys of a line that can be chosen."""


def window(grid: Grid, title: str, width: int, height: int) -> tuple[int, int, int]:
    """Draw an empty box in the middle, and take clicks and keys away from the page below.

    Args:
        grid: to draw on.
        title: in the upper border.
        width: columns, the border included; at most what the page has.
        height: rows, the border included.

    Returns:
        The first inner column, the first inner row and the inner width.
    """
    width, height = min(width, grid.width - 2), min(height, grid.height - 2)
    x, y = (grid.width - width) // 2, (grid.height - height) // 2
    grid.clear(x, y, width, height)
    grid.box(x, y, width, height, Ink("turnLine"), double=True)
    grid.text(x + 2, y, f" {title} ", Ink("turn", bold=True), width=width - 4)
    # A high box would cover the input line, which must always be usable.
    if y <= grid.line.y < y + height:
        _line_below(grid, y + height)
    grid.targets.clear()
    grid.order.clear()
    grid.letters = frozenset()
    grid.dialog = True
    # What scrolled on the page below is covered.
    grid.scrolls(0, 0)
    return x + 2, y + 1, width - 4


def _line_below(grid: Grid, bottom: int) -> None:
    """The input line in the last row, which no box reaches, without the keys of the page."""
    row = grid.height - 1
    grid.clear(0, bottom, grid.width, grid.height - bottom)
    grid.text(1, row, ">", Ink("turn", bold=True))
    grid.line = Line(x=3, y=row, width=grid.width - 4)


def draw_text(
    grid: Grid,
    title: str,
    lines: Sequence[str],
    *,
    scroll: int = 0,
    ends: bool = False,
    more: tuple[str, Intent, str] | None = None,
    suits: bool = True,
) -> None:
    """Draw a dialog with text to read, which the arrows scroll.

    Args:
        grid: to draw on.
        title: of the dialog.
        lines: of any length; longer ones are broken.
        scroll: rows that are scrolled away.
        ends: whether the dialog shows the end first and `scroll` counts upwards from it.
        more: label, meaning and key of a second button.
        suits: whether suit characters have the colours of cards.
    """
    words = grid.words
    width = min(76, grid.width - 6)
    rows = [piece for line in lines for piece in (_pieces(line, width) or [""])]
    height = min(len(rows) + 4, grid.height - 2)
    x, y, _ = window(grid, title, width + 4, height)
    room = height - 4
    # `scroll` is bounded here, where the number of rows is known.
    last = max(0, len(rows) - room)
    grid.scrolls(room, len(rows))
    first = min(max(0, last - scroll if ends else scroll), last)
    for number, text in enumerate(rows[first : first + room]):
        grid.text(x, y + number, text, width=width, suits=suits)
    end = grid.button(
        "close",
        x,
        y + room + 1,
        words("Close"),
        Intent("sheet", ""),
        hotkeys=("Escape", "Enter"),
        shown="Esc",
    )
    if more is not None:
        label, intent, key = more
        end = grid.button(intent.kind, end + 3, y + room + 1, label, intent, hotkeys=(key,))
    if len(rows) > room:
        text = words("↑↓ PgUp PgDn scroll  {last} of {all}", last=first + room, all=len(rows))
        grid.text(end + 3, y + room + 1, text, Ink("textMuted"))


def _pieces(line: str, width: int) -> list[str]:
    """A line in pieces; what follows a column of words stays in its own column."""
    found = re.match(r" *\S+( \S+)* {2,}(?=\S)", line)
    if len(line) <= width or found is None or found.end() > width // 2:
        return wrapped(line, width)
    first, *rest = wrapped(line[found.end() :], width - found.end())
    return [found.group() + first, *(" " * found.end() + piece for piece in rest)]


def draw_code(grid: Grid, x: int, y: int, code: Sequence[Sequence[bool]]) -> None:
    """Draw a QR code on a light ground with a margin; two of its rows share a row of cells.

    Args:
        grid: to draw on.
        x: first column.
        y: first row.
        code: rows of dots, True for a dark one.
    """
    # Dark on light in every theme: many scanners cannot read inverted codes.
    ink = Ink("#000000", "#FFFFFF")
    side = len(code)
    dark = [[False] * (side + 4)] * 2 + [[False, False, *row, False, False] for row in code]
    # The side of a QR code is odd, so a third empty row below completes the last pair of rows.
    dark += [[False] * (side + 4)] * 3
    for row in range(0, side + 4, 2):
        text = "".join(
            _HALVES[above, below] for above, below in zip(dark[row], dark[row + 1], strict=True)
        )
        grid.text(x, y + row // 2, text, ink)


_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def draw_choices(
    grid: Grid,
    title: str,
    choices: Sequence[Choice],
    notes: Sequence[str] = (),
    code: Sequence[Sequence[bool]] = (),
) -> None:
    """Draw a dialog with lines to choose from.

    Args:
        grid: to draw on.
        title: of the dialog.
        choices: one line each.
        notes: sentences above them.
        code: a QR code above these; left out if there is no room.
    """
    words = grid.words
    signs = [keys[0] if keys else "" for _, _, _, keys in choices]
    # A label without a key stands below those with one.
    pad = max(map(cell_len, signs), default=0) if min(map(len, signs), default=1) == 0 else 0
    labels = [
        label if sign or not pad else " " * (pad + 1) + label
        for sign, (_, label, _, _) in zip(signs, choices, strict=True)
    ]
    rows = [f"{sign} {label}".strip() for sign, label in zip(signs, labels, strict=True)]
    longest = max(map(cell_len, rows), default=0)
    width = max(56, min(longest + 2, grid.width - 6))
    note_rows = [piece for note in notes for piece in wrapped(note, width)]
    height = len(choices) + len(note_rows) + (5 if note_rows else 4)
    room = (len(code) + 6) // 2 if code else 0
    # Without room for the code the address alone remains.
    if height + room > grid.height - 2:
        room, code = 0, ()
    x, y, _ = window(grid, title, width + 4, height + room)
    if code:
        draw_code(grid, x + (width - len(code) - 4) // 2, y, code)
        y += room
    for number, text in enumerate(note_rows):
        grid.text(x, y + number, text, Ink("textMuted"), suits=True)
    y += len(note_rows) + bool(note_rows)
    for label, (key, _, intent, hotkeys) in zip(labels, choices, strict=True):
        focused = grid.ui.focus == key
        grid.text(x, y, "▸" if focused else " ", Ink("turn", bold=True))
        grid.button(key, x + 2, y, label, intent, hotkeys=hotkeys)
        grid.order.append(key)
        y += 1
    grid.button(
        "close", x, y + 1, words("Close"), Intent("sheet", ""), hotkeys=("Escape",), shown="Esc"
    )


def draw_settings(grid: Grid, settings: Settings) -> None:
    """Colours, cards, language: each a line with all its words."""
    words = grid.words
    rows: tuple[tuple[str, str, tuple[tuple[str | bool, str], ...]], ...] = (
        (
            "theme",
            words("Colours"),
            (
                ("dark", words("Dark")),
                ("light", words("Light")),
                ("contrast", words("High contrast")),
            ),
        ),
        (
            "deck",
            words("Cards"),
            (
                ("fourColour", words("Four colours")),
                ("classic", words("Classic")),
                ("colourBlind", words("Colour-blind safe")),
            ),
        ),
        ("language", words("Language"), tuple(LANGUAGES.items())),
        ("big_blinds", words("Amounts in"), ((False, words("Chips")), (True, words("Big blinds")))),
    )
    x, y, _ = window(grid, words("Settings"), 78, 2 * len(rows) + 6)
    y += 1
    for key, label, choices in rows:
        grid.text(x, y, label, Ink("textMuted"), width=12)
        at = x + 13
        for value, text in choices:
            on = getattr(settings, key) == value
            place = f"set:{key}:{value}"
            at = grid.button(
                place,
                at,
                y,
                f"({'•' if on else ' '}) {text}",
                Intent("set", (key, value)),
                strong=on,
            )
            grid.order.append(place)
            at += 2
        y += 2
    end = grid.button(
        "close", x, y + 1, words("Close"), Intent("sheet", ""), hotkeys=("Escape",), shown="Esc"
    )
    # Nothing else says that the arrows and Enter change a setting.
    hints = [(words("↑↓ choose"), "Up Down"), (words("Enter change"), "Enter")]
    grid.hints(end + 3, y + 1, hints, grid.width - end - 8)
