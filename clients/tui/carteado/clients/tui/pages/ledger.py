"""The ledger of a table: who brought and won what, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.clients.tui.grid import Grid, Ink, wrapped
from carteado.clients.tui.pages.owner import draw_bottom, draw_tabs
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent

__all__ = ["draw_ledger"]


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
        y = _table(grid, players, y)
        _payments(grid, ledger.get("payments", ()), y + 1)
        nowhere = grid.width - 18
        grid.button(
            "export-ledger",
            nowhere,
            2,
            words("Export CSV"),
            Intent("export-ledger"),
            hotkeys=("X",),
        )
    draw_bottom(grid, "")


def _table(grid: Grid, players: Sequence[Mapping[str, Any]], y: int) -> int:
    words = grid.words
    columns = (
        (words("Buy-in"), "buy_ins"),
        (words("Top-ups"), "top_ups"),
        (words("Corrections"), "corrections"),
        (words("Cashed out"), "cash_outs"),
        (words("Now"), "in_play"),
        (words("Result"), "result"),
    )
    total = {key: sum(int(one[key]) for one in players) for _, key in columns}
    name_w = 16
    width = (min(grid.width, 110) - name_w - 4) // len(columns)
    grid.text(2, y, words("Player"), Ink("textMuted"), width=name_w)
    for place, (label, _) in enumerate(columns):
        x = 2 + name_w + place * width
        grid.text(x, y, label, Ink("textMuted"), width=width - 1, align="right")
    rows = [*players, {"name": words("Total"), **total}]
    for number, row in enumerate(rows[: grid.height - y - 6], 1):
        last = number == len(rows)
        grid.text(2, y + number, str(row["name"]), Ink("text", bold=last), width=name_w)
        for place, (_, key) in enumerate(columns):
            x = 2 + name_w + place * width
            text, ink = _amount(grid, int(row[key]), key)
            grid.text(x, y + number, text, ink, width=width - 1, align="right")
    return y + len(rows) + 1


def _amount(grid: Grid, value: int, key: str) -> tuple[str, Ink]:
    text = grid.words.number(abs(value))
    if key == "result" and value:
        return (
            (f"+{text}", Ink("good", bold=True))
            if value > 0
            else (f"−{text}", Ink("bad", bold=True))
        )
    return (f"−{text}" if value < 0 else text), Ink("text", bold=key == "result")


def _payments(grid: Grid, payments: Sequence[Mapping[str, Any]], y: int) -> None:
    words = grid.words
    if y >= grid.height - 5:
        return
    grid.rule(1, y, grid.width - 2, words("Who pays whom"))
    if not payments:
        grid.text(2, y + 1, words("Nobody owes anything."), Ink("textMuted"))
    for number, one in enumerate(payments[: grid.height - y - 6], 1):
        text = words("{payer} pays {payee}", payer=one["payer"], payee=one["payee"])
        end = grid.text(2, y + number, text, width=grid.width - 20)
        grid.text(end + 2, y + number, words.number(int(one["amount"])), Ink(bold=True))
