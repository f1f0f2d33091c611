"""Texts in cells of a terminal: what can be written, cut and broken into lines."""

from __future__ import annotations

import unicodedata

from rich.cells import cell_len, get_character_cell_size

__all__ = ["clipped", "wrapped", "writable"]

MARKS = 2
"""Most accents and vowel signs on one letter."""


def clipped(text: str, width: int) -> str:
    """The text in so many cells: what is too long ends with an ellipsis."""
    if cell_len(text) <= width:
        return text
    found = ""
    for letter in text:
        # In cells, not letters: some letters are two cells wide. One cell is for the ellipsis.
        if cell_len(found + letter) > width - 1:
            break
        found += letter
    return found + "…" if width > 0 else ""


def writable(text: str) -> str:
    """The text with no letters but those that have a cell, and the accents and vowel signs on them.

    Left out are control characters of a hostile name, joiners, with which several letters count as
    one, and all but two of the marks on a letter, which would reach into the rows above.
    """
    found, marks = "", 0
    for letter in unicodedata.normalize("NFC", text):
        marks = 0 if get_character_cell_size(letter) else marks + 1
        # A variation selector would make a sign two cells wide.
        is_mark = unicodedata.category(letter)[0] == "M" and not "\ufe00" <= letter <= "\ufe0f"
        if not marks or (is_mark and found and marks <= MARKS):
            found += letter
    return found


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of so many cells, broken between words where that is possible.

    Blanks at its beginning stand before each of its lines.
    """
    lines, line = [], ""
    body = text.lstrip(" ")
    if body != text:
        blanks = " " * min(len(text) - len(body), max(0, width - 1))
        return [blanks + one for one in wrapped(body, width - len(blanks))]
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        # A word longer than the line is cut; there is no place to break it.
        line = clipped(word, width)
    return [*lines, line] if line else lines
