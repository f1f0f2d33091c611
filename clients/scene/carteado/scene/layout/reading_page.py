"""Text in columns: the rules of a table, and the words of its game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import Weight, wrapped

__all__ = ["PAGER", "Paragraphs", "draw_pager", "draw_reading"]

Paragraphs = Sequence[tuple[str, Sequence[str]]]
"""Titles, each with its sentences."""

_GAP = 28.0
"""Between two columns."""

_LINE = 1.45
"""Height of a line, in sizes of its font."""


PAGER = 44.0
"""Height of the button that turns the page."""

_AFTER = 0.35
"""Room below a sentence, in lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A line of text.

    Attributes:
        text: '' for an empty line, which parts two paragraphs.
        weight: of the font.
        height: in lines.
        block: height of the line and those that stay in one column with it.
    """

    text: str = ""
    weight: Weight = "regular"
    height: float = 1.0
    block: float = 1.0


def draw_reading(canvas: Canvas, body: Rect, name: str, paragraphs: Paragraphs) -> None:
    """Draw paragraphs in columns, a page at a time where they do not fit on one.

    Args:
        canvas: to draw on.
        body: where.
        name: under which the page is kept in the scroll positions.
        paragraphs: titles with their sentences.
    """
    size = canvas.s(15)
    line = size * _LINE
    # 400 units at scale 1 are 50 to 60 letters, a comfortable line.
    count = max(1, int((body.w + _GAP) // (canvas.s(400) + _GAP)))
    width = (body.w - _GAP * (count - 1)) / count
    rows = list(_rows(paragraphs, width, size))
    # First without the pager, which only a second page needs.
    columns = _balanced(rows, count, body.h / line)
    # Pages are filled one after the other; only a single page is balanced.
    if len(columns) > count:
        columns = _columns(rows, (body.h - PAGER - 12) / line)
    pages = max(1, -(-len(columns) // count))
    page = min(canvas.ui.scroll.get(name, 0), pages - 1)
    for number, column in enumerate(columns[page * count : (page + 1) * count]):
        x, y = body.x + number * (width + _GAP), body.y
        for row in column:
            canvas.text(Rect(x, y, width, line), row.text, size, row.weight)
            y += row.height * line
    if pages > 1:
        draw_pager(canvas, body, name, page, pages)


def _rows(paragraphs: Paragraphs, width: float, size: float) -> Iterator[_Row]:
    """Lines of all paragraphs."""
    for number, (title, sentences) in enumerate(paragraphs):
        if number:
            # With the room below the sentence before it, this makes one empty line.
            yield _Row(height=1 - _AFTER)
        wrapped_ones = [wrapped(sentence, width, size) for sentence in sentences]
        first = len(wrapped_ones[0]) + _AFTER if wrapped_ones else 0.0
        head = wrapped(title, width, size, "bold")
        for at, text in enumerate(head):
            # A title never ends a column: it stays with its first sentence.
            yield _Row(text=text, weight="bold", block=len(head) - at + first)
        for lines in wrapped_ones:
            for at, text in enumerate(lines):
                last = _AFTER if at == len(lines) - 1 else 0.0
                yield _Row(text=text, height=1 + last, block=len(lines) - at)


def _balanced(rows: Sequence[_Row], count: int, height: float) -> list[list[_Row]]:
    """Columns of like height, as low as `count` of them may be, at most as high as given."""
    low = sum(row.height for row in rows) / count
    while low < height:
        found = _columns(rows, low)
        if len(found) <= count:
            return found
        # From the average height upwards, until the uneven paragraphs fit.
        low += 1
    return _columns(rows, height)


def _columns(rows: Sequence[_Row], height: float) -> list[list[_Row]]:
    """The lines in columns of a height; what belongs together stays together where it can."""
    found: list[list[_Row]] = [[]]
    used = 0.0
    for row in rows:
        # A block higher than a column has to be split after all.
        if found[-1] and used + min(row.block, height) > height:
            found.append([])
            used = 0.0
        # No empty line at the top of a column.
        if row.text or found[-1]:
            found[-1].append(row)
            used += row.height
    return found


def draw_pager(canvas: Canvas, body: Rect, name: str, page: int, pages: int) -> None:
    """Draw the button that leads through the pages, in the lower right corner.

    Args:
        canvas: to draw on.
        body: the room of the pages.
        name: under which the page is kept in the scroll positions.
        page: number of the shown page, from 0.
        pages: how many there are.
    """
    label = canvas.words("Page {page} of {pages}", page=page + 1, pages=pages)
    width = min(body.w, canvas.s(220))
    rect = Rect(body.right - width, body.bottom - PAGER, width, PAGER)
    following = Intent("page", (name, (page + 1) % pages))
    canvas.button("page-on", rect, label, following, kind="neutral", hotkey="PageDown", size=15)
