"""The ledger of a table: who brought and won what, and who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.grid import Grid, Hint, Ink
from carteado.clients.tui.pages.owner import draw_bottom, draw_tabs
from carteado.clients.tui.plots import BOUGHT, draw_curves
from carteado.scene.figures import (
    LedgerData,
    LedgerPayment,
    LedgerPlayer,
    ledger_amounts,
    ledger_curves,
    ledger_total,
)
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent

__all__ = ["draw_ledger"]

NAME_W = 14
LEAST_W = 7
"""Cells of an amount at least."""

PLOT_ROWS = 12
"""Free rows that the plot needs below the table."""

_Row = Callable[[int], None]
"""Draws itself in a row of the grid."""


def draw_ledger(grid: Grid, reader: Reader, ledger: LedgerData | None, problem: str) -> None:
    """Draw the ledger, or the sentence that says why it is not there."""
    words = grid.words
    y = draw_tabs(grid, reader, "ledger", "")
    hints: Sequence[Hint] = ()
    players = ledger.get("players", ()) if ledger is not None else ()
    if not players:
        text = problem or words("The ledger is being read.")
        if ledger is not None:
            text = words("Nobody has brought chips to this table yet.")
        for number, piece in enumerate(wrapped(text, grid.width - 6)):
            grid.text(3, y + number, piece)
    else:
        assert ledger is not None
        plots = bool(grid.ui.scroll.get("plot", 0))
        roomy = False
        if plots:
            _plot(grid, ledger, y, grid.height - y - 5)
        else:
            places = _headings(grid, y)
            rows = [
                *_amounts(grid, players, places),
                lambda row: None,  # an empty one
                *_payments(grid, ledger.get("payments", ())),
            ]
            hints = _scrolled(grid, rows, y + 1, grid.height - y - 6)
            y += len(rows) + 2
            roomy = grid.height - y - 5 >= PLOT_ROWS
            if roomy:
                _plot(grid, ledger, y, grid.height - y - 5)
        if not roomy:
            label = words("Table") if plots else words("Plot")
            turn = Intent("page", ("plot", 0 if plots else 1))
            grid.button("plot", grid.width - 32, 2, label, turn, hotkeys=("P",))
        nowhere = grid.width - 18
        grid.button(
            "export-ledger",
            nowhere,
            2,
            words("Export CSV"),
            Intent("export-ledger"),
            hotkeys=("X",),
        )
    draw_bottom(grid, hints)


def _scrolled(grid: Grid, rows: Sequence[_Row], y: int, height: int) -> Sequence[Hint]:
    """Draw the rows from where they are scrolled to, as many as fit; the keys that scroll them."""
    grid.scrolls(height, len(rows))
    first = min(grid.ui.scroll.get("ledger", 0), max(0, len(rows) - height))
    for number, draw in enumerate(rows[first : first + height]):
        draw(y + number)
    if len(rows) <= height:
        return ()
    words = grid.words
    return (words("PgUp"), "PageUp"), (words("PgDn more"), "PageDown")


def _headings(grid: Grid, y: int) -> Sequence[tuple[int, int]]:
    """Draw the headings of the columns; the place of each amount."""
    words = grid.words
    labels = [label for label, _ in ledger_amounts(words)]
    places = _places(labels, grid.width)
    grid.text(2, y, words("Player"), Ink("textMuted"), width=NAME_W)
    for (x, width), label in zip(places, labels, strict=True):
        grid.text(x, y, label, Ink("textMuted"), width=width, align="right")
    return places


def _amounts(
    grid: Grid, players: Sequence[LedgerPlayer], places: Sequence[tuple[int, int]]
) -> Sequence[_Row]:
    """A row for each player, and one for all."""
    keys = [key for _, key in ledger_amounts(grid.words)]
    total = ledger_total(players, grid.words("Total"))

    def draw(row: LedgerPlayer, last: bool, y: int) -> None:
        grid.text(2, y, str(row["name"]), Ink("text", bold=last), width=NAME_W)
        for (x, width), key in zip(places, keys, strict=True):
            text, ink = _amount(grid, int(row[key]), key)
            grid.text(x, y, text, ink, width=width, align="right")

    return [*(partial(draw, one, False) for one in players), partial(draw, total, True)]


def _places(labels: Sequence[str], columns: int) -> list[tuple[int, int]]:
    """First column and width of each amount: as wide as its label, where there is room."""
    widths = [max(LEAST_W, cell_len(label)) for label in labels]
    # In wider columns a row would be hard to follow.
    room = min(columns, 110) - NAME_W - 3
    gap = 2 if sum(widths) + 2 * len(labels) <= room else 1
    room -= gap * len(labels)
    # The widest shrinks first; six cells still hold 99,999.
    while sum(widths) > room and max(widths) > 6:
        widths[widths.index(max(widths))] -= 1
    # The remaining space is spread evenly between the columns.
    spare = max(0, room - sum(widths)) // len(labels)
    found, x = [], 2 + NAME_W
    for width in widths:
        x += gap + spare
        found.append((x, width))
        x += width
    return found


def _amount(grid: Grid, value: int, key: str) -> tuple[str, Ink]:
    if key == "result" and value:
        return grid.words.signed(value), Ink("good" if value > 0 else "bad", bold=True)
    return grid.words.number(value), Ink("text", bold=key == "result")


def _plot(grid: Grid, ledger: LedgerData, y: int, height: int) -> None:
    """The result of each player over the hands."""
    words = grid.words
    grid.rule(1, y, grid.width - 2, words("Results over the hands"))
    curves, hand = ledger_curves(ledger)
    if not curves:
        grid.text(2, y + 1, words("The first hand is not over yet."), Ink("textMuted"))
        return
    ends = (words("Start"), words("Hand {number}", number=hand))
    if any(curve.bought for curve in curves):
        label = f" {BOUGHT} {words('Rebuy or added chips')} "
        grid.text(grid.width - 4 - cell_len(label), y, label, Ink("textMuted"))
    draw_curves(grid, 2, y + 1, grid.width - 4, height - 1, curves, ends)


def _payments(grid: Grid, payments: Sequence[LedgerPayment]) -> Sequence[_Row]:
    """The heading, and a row for each payment."""
    words = grid.words

    def draw(one: LedgerPayment, y: int) -> None:
        text = words("{payer} pays {payee}", payer=one["payer"], payee=one["payee"])
        end = grid.text(2, y, text, width=grid.width - 20)
        grid.text(end + 2, y, words.number(int(one["amount"])), Ink(bold=True))

    def nobody(y: int) -> None:
        grid.text(2, y, words("Nobody owes anything."), Ink("textMuted"))

    def heading(y: int) -> None:
        grid.rule(1, y, grid.width - 2, words("Who pays whom"))

    paid: list[_Row] = [partial(draw, one) for one in payments]
    return [heading, *(paid or [nobody])]
