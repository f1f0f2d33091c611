"""The ledger of a table: who brought and won what, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.owner import draw_bottom, draw_tabs
from carteado.clients.tui.plots import BOUGHT, draw_curves
from carteado.scene.figures import ledger_amounts, ledger_curves
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent

__all__ = ["draw_ledger"]

NAME_W = 14
LEAST_W = 7
"""Cells of an amount at least."""

PLOT_ROWS = 12
"""Free rows that the plot needs below the table."""


def draw_ledger(grid: Grid, reader: Reader, ledger: Mapping[str, Any] | None, problem: str) -> None:
    """Draw the ledger, or the sentence that says why it is not there."""
    words = grid.words
    y = draw_tabs(grid, reader, "ledger", "")
    players: Sequence[Mapping[str, Any]] = ledger.get("players", ()) if ledger is not None else ()
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
            y = _payments(grid, ledger.get("payments", ()), _table(grid, players, y) + 1)
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
    draw_bottom(grid)


def _table(grid: Grid, players: Sequence[Mapping[str, Any]], y: int) -> int:
    words = grid.words
    columns = ledger_amounts(words)
    total = {key: sum(int(one[key]) for one in players) for _, key in columns}
    places = _places([label for label, _ in columns], grid.width)
    grid.text(2, y, words("Player"), Ink("textMuted"), width=NAME_W)
    for (x, width), (label, _) in zip(places, columns, strict=True):
        grid.text(x, y, label, Ink("textMuted"), width=width, align="right")
    rows = [*players, {"name": words("Total"), **total}]
    for number, row in enumerate(rows[: grid.height - y - 6], 1):
        last = number == len(rows)
        grid.text(2, y + number, str(row["name"]), Ink("text", bold=last), width=NAME_W)
        for (x, width), (_, key) in zip(places, columns, strict=True):
            text, ink = _amount(grid, int(row[key]), key)
            grid.text(x, y + number, text, ink, width=width, align="right")
    return y + len(rows) + 1


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


def _plot(grid: Grid, ledger: Mapping[str, Any], y: int, height: int) -> None:
    """The result of each player over the deals."""
    words = grid.words
    grid.rule(1, y, grid.width - 2, words("Results over the deals"))
    curves, deal = ledger_curves(ledger)
    if not curves:
        grid.text(2, y + 1, words("The first deal is not over yet."), Ink("textMuted"))
        return
    ends = (words("Start"), words("Deal {number}", number=deal))
    if any(curve.bought for curve in curves):
        label = f" {BOUGHT} {words('Rebuy or added chips')} "
        grid.text(grid.width - 4 - cell_len(label), y, label, Ink("textMuted"))
    draw_curves(grid, 2, y + 1, grid.width - 4, height - 1, curves, ends)


def _payments(grid: Grid, payments: Sequence[Mapping[str, Any]], y: int) -> int:
    words = grid.words
    if y >= grid.height - 5:
        return y
    grid.rule(1, y, grid.width - 2, words("Who pays whom"))
    if not payments:
        grid.text(2, y + 1, words("Nobody owes anything."), Ink("textMuted"))
    for number, one in enumerate(payments[: grid.height - y - 6], 1):
        text = words("{payer} pays {payee}", payer=one["payer"], payee=one["payee"])
        end = grid.text(2, y + number, text, width=grid.width - 20)
        grid.text(end + 2, y + number, words.number(int(one["amount"])), Ink(bold=True))
    return y + 2 + max(1, len(payments))
