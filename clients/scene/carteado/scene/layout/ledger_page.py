"""The ledger of a table: who brought and won what, who pays whom, and the results as a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from carteado.scene.figures import (
    Amount,
    LedgerData,
    LedgerPayment,
    LedgerPlayer,
    ledger_amounts,
    ledger_curves,
    ledger_hands,
    ledger_total,
)
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.plots import draw_bought, draw_cursor, draw_curves
from carteado.scene.layout.reading_page import PAGER, draw_pager
from carteado.scene.layout.surface import Align
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import Weight, common_size, text_width, wrapped

__all__ = ["draw_empty", "draw_ledger"]

LEAST = 11.0
"""Smallest size of the text of a payment."""


def draw_empty(canvas: Canvas, body: Rect, text: str) -> None:
    """One sentence in place of what is not there.

    Args:
        canvas: of the page.
        body: the area that would hold the content.
        text: the sentence.
    """
    size = canvas.s(16)
    lines = wrapped(text, min(body.w, 620.0), size, lines=4)
    y = body.y + body.h * 0.3
    for line in lines:
        canvas.text(
            Rect(body.x, y, body.w, size * 1.5), line, size, "regular", "textMuted", "center"
        )
        y += size * 1.5


def draw_ledger(
    canvas: Canvas,
    body: Rect,
    ledger: LedgerData | None,
    problem: str,
    *,
    top_up: bool = False,
) -> None:
    """Draw the ledger, or the sentence that says why it is not there.

    Args:
        canvas: to draw on.
        body: the room for it.
        ledger: the result of the message ``ledger``; None while it is not there.
        problem: why it is not there.
        top_up: whether the reader may add chips.
    """
    words = canvas.words
    if ledger is None:
        draw_empty(canvas, body, problem or words("The ledger is being read."))
        return
    players = ledger.get("players", ())
    if not players:
        draw_empty(canvas, body, words("Nobody has brought chips to this table yet."))
        return
    if canvas.ui.scroll.get("ledger-plot"):
        _points(canvas, body, ledger, large=True)
        return
    size, payments = canvas.s(15), ledger.get("payments", ())
    head, rows = size * 2.6 + 8, len(players) + 2  # two rows more are the heading and the total
    # The table takes two thirds, and the rest what a plot and all payments need.
    row_h = min(44.0, (body.h * 0.66 - head) / rows)
    below = body.h - head - row_h * rows - 12
    lines = canvas.s(16) * 1.4 + canvas.s(14) * 1.7 * (len(payments) + 1) + 14
    if row_h >= size * 1.3 and below >= max(lines, canvas.s(150)):
        table = Rect(body.x, body.y, body.w, head + row_h * rows)
        _table(canvas, table, players, row_h, size, top_up=top_up)
        _results(canvas, Rect(body.x, table.bottom + 12, body.w, below), ledger)
        return
    shown = Rect(body.x, body.y, body.w, body.h - PAGER - 12)
    # As many rows as can be read; every page of them ends with the total of all players.
    each = max(1, int((shown.h - head) / min(24.0, size * 1.3)) - 2)
    parts = -(-len(players) // each)
    owed = max(1, int((shown.h - canvas.s(16) * 1.4 - 14) / (LEAST * 1.7)) - 2)
    pages = parts + max(1, -(-len(payments) // owed))
    page = min(canvas.ui.scroll.get("ledger", 0), pages - 1)
    if page < parts:
        # Equal pages: the last one is not a single row.
        share = -(-len(players) // parts)
        part = players[page * share : (page + 1) * share]
        row_h = min(44.0, (shown.h - head) / (share + 2))
        box = shown._replace(h=head + row_h * (len(part) + 2))
        _table(canvas, box, part, row_h, size, everybody=players, top_up=top_up)
    else:
        _results(canvas, shown, ledger, slice((page - parts) * owed, (page - parts + 1) * owed))
    draw_pager(canvas, body, "ledger", page, pages)


def _results(canvas: Canvas, box: Rect, ledger: LedgerData, part: slice = slice(None)) -> None:
    """Who pays whom, as far as it has room here, and the plot beside it."""
    half = (box.w - 12) * 0.42
    _payments(canvas, Rect(box.x, box.y, half, box.h), ledger.get("payments", ()), part)
    _points(canvas, Rect(box.x + half + 12, box.y, box.w - half - 12, box.h), ledger)


def _table(
    canvas: Canvas,
    box: Rect,
    players: Sequence[LedgerPlayer],
    row_h: float,
    size: float,
    everybody: Sequence[LedgerPlayer] = (),
    *,
    top_up: bool,
) -> None:
    """Draw rows of some players, and the total of everybody.

    Args:
        canvas: to draw on.
        box: the whole list, with its title.
        players: one row of the ledger each.
        row_h: height of a row, logical pixels.
        size: of the font.
        everybody: all players, if `players` are one page of them.
        top_up: whether the reader may add chips.
    """
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    head = Rect(box.x + 14, box.y + 4, box.w - 28, size * 2.6)
    _head(canvas, head, top_up=top_up)
    columns = _columns(canvas, box)
    _headings(canvas, columns, head.bottom, row_h)
    # The row makes visible that the results add up.
    rows = [*players, ledger_total(everybody or players, canvas.words("Total"))]
    y = head.bottom + row_h
    for number, row in enumerate(rows):
        canvas.box(Rect(box.x, y, box.w, 1), "panelBorder", role="line")
        for one in columns:
            rect = Rect(one.x, y, one.width, row_h)
            value = row["name"] if one.key == "name" else row[one.key]
            _cell(canvas, rect, value, one.key, size, strong=number == len(rows) - 1)
        y += row_h


def _head(canvas: Canvas, head: Rect, *, top_up: bool) -> None:
    """Draw the title, and the buttons that add chips and save the ledger."""
    words = canvas.words
    canvas.text(head, words("Ledger"), canvas.s(18), "bold")
    x = head.right - 150 * min(1.4, canvas.frame.metrics.scale)
    export = Rect(x, head.cy - 18, head.right - x, 40)
    label, intent = words("Export CSV"), Intent("export-ledger")
    canvas.button("export-ledger", export, label, intent, kind="outline", size=14, hotkey="X")
    if not top_up:
        return
    label, intent = words("Add chips"), Intent("sheet", "top-up")
    if (adding := canvas.ui.adding) is not None:
        label = words("Do not add {amount}", amount=words.number(adding))
        intent = Intent("top-up-back")
    end = export.x - 8
    # As wide as the label and the sign of its key, where the title leaves the room.
    needed = text_width(label, canvas.s(14), "bold") + canvas.key_width("A") + 30
    title = text_width(words("Ledger"), canvas.s(18), "bold")
    width = min(max(export.w, needed), end - head.x - title - 16)
    place = export._replace(x=end - width, w=width)
    canvas.button("top-up-open", place, label, intent, kind="neutral", size=14, hotkey="A")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    """A column of the ledger: its heading, its key in a row, and its place."""

    label: str
    key: Literal["name"] | Amount
    x: float
    width: float


def _columns(canvas: Canvas, box: Rect) -> tuple[_Column, ...]:
    """The columns: the name takes about a quarter, and the numbers share the rest."""
    numbers = ledger_amounts(canvas.words)
    first = box.w * 0.24
    width = (box.w - 28 - first) / len(numbers)
    name = _Column(label=canvas.words("Player"), key="name", x=box.x + 14, width=first - 8)
    return (
        name,
        *(
            _Column(label=label, key=key, x=box.x + 14 + (first + at * width), width=width)
            for at, (label, key) in enumerate(numbers)
        ),
    )


def _headings(canvas: Canvas, columns: Sequence[_Column], y: float, row_h: float) -> None:
    # Headings that stand side by side have one size, and a gap between them.
    small = min(canvas.s(12.5), row_h * 0.7)
    labels = [one.label for one in columns[1:]]
    small = common_size(labels, columns[1].width - 10, small, "semibold")
    for one in columns:
        rect = Rect(one.x, y, one.width, row_h)
        align: Align = "left" if one.key == "name" else "right"
        canvas.text(rect, one.label, small, "semibold", "textMuted", align, shrink=True)


def _cell(
    canvas: Canvas, rect: Rect, value: str | int, key: str, size: float, *, strong: bool
) -> None:
    if key == "name":
        canvas.text(rect, str(value), min(size, rect.h * 0.7), "semibold", shrink=True)
        return
    amount = int(value)
    text, ink = canvas.words.number(amount), "text"
    if key == "result" and amount:
        # The sign says it; the colour only supports it (the look's fifth principle).
        text, ink = canvas.words.signed(amount), "good" if amount > 0 else "bad"
    weight: Weight = "bold" if strong or key == "result" else "regular"
    canvas.text(
        rect,
        text,
        min(size, rect.h * 0.7),
        weight,
        ink,
        "right",
        shrink=True,
    )


def _payments(canvas: Canvas, box: Rect, payments: Sequence[LedgerPayment], part: slice) -> None:
    words = canvas.words
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    # Many payments are written smaller before one is left out.
    shown = payments[part]
    room = (box.h - canvas.s(16) * 1.4 - 14) / (len(shown) + 1) / 1.7
    size = max(LEAST, min(canvas.s(14), room))
    line = Rect(box.x + 14, box.y + 8, box.w - 28, canvas.s(16) * 1.4)
    canvas.text(line, words("Who pays whom"), canvas.s(16), "bold")
    y = line.bottom
    text = words("Nobody owes anything.")
    if payments:
        text = words.several(
            "One payment settles the table.", "{n} payments settle the table.", len(payments)
        )
    canvas.text(Rect(line.x, y, line.w, size * 1.4), text, size * 0.93, colour="textMuted")
    y += size * 1.7
    for one in shown:
        row = Rect(line.x, y, line.w, size * 1.6)
        text = words("{payer} pays {payee}", payer=one["payer"], payee=one["payee"])
        canvas.text(Rect(row.x, row.y, row.w * 0.72, row.h), text, size, shrink=True)
        canvas.text(row, words.number(int(one["amount"])), size, "bold", align="right")
        y += size * 1.7


def _points(canvas: Canvas, box: Rect, ledger: LedgerData, *, large: bool = False) -> None:
    """Draw the results after each hand; a press makes the plot as large as the page, and back."""
    words = canvas.words
    canvas.box(box, "panel", line="panelBorder", radius=12, role="plot")
    line = Rect(box.x + 14, box.y + 8, box.w - 28, canvas.s(16) * 1.4)
    title = words("Results over the hands")
    used = canvas.text(line, title, canvas.s(16), "bold", shrink=True)
    body = Rect(line.x, line.bottom + 4, line.w, box.bottom - line.bottom - 12)
    curves, hand = ledger_curves(ledger)
    if not curves:
        draw_empty(canvas, body, words("The first hand is not over yet."))
        return
    label = words("Smaller") if large else words("Larger")
    intent = Intent("page", ("ledger-plot", int(not large)))
    canvas.target("plot", box, intent, kind="place", label=label, hotkeys=("P",))
    used = _key(canvas, line, used, label)
    if any(curve.bought for curve in curves):
        # Beside the title, where there is room: the mark itself is on the lines.
        size, label = canvas.s(12), words("Rebuy or added chips")
        wide = text_width(label, size)
        if used + wide + 36 <= line.w:
            draw_bought(canvas, line.right - wide - 14, line.cy, "text")
            canvas.text(line, label, size, colour="textMuted", align="right")
    last = words("Hand {number}", number=hand)
    hands = ledger_hands(ledger)
    shown = hands if large else ()
    lines = draw_curves(canvas, body, curves, words("Start"), last, places=shown)
    if lines is not None:
        titles = [words("Hand {number}", number=one) for one in hands]
        draw_cursor(canvas, lines, curves, titles, intent)


def _key(canvas: Canvas, line: Rect, used: float, label: str) -> float:
    """Draw what the key of the plot does, and the key, as far as they have room behind the title.

    Returns:
        The used width of the line.
    """
    size, key_w = canvas.s(12), canvas.key_width("P")
    wide = text_width(label, size) + 1
    if used + 14 + wide + 6 + key_w <= line.w:
        canvas.text(Rect(line.x + used + 14, line.y, wide, line.h), label, size, colour="textMuted")
        used += 14 + wide
    if used + 6 + key_w > line.w:
        return used
    canvas.key_sign(line.x + used + 6, line.cy, "P")
    return used + 6 + key_w
