"""Dialogs on the way to a seat: a locked table, a code, a full table, a seat that is offered."""

from __future__ import annotations

from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.sheets import draw_choices, window
from carteado.scene.layout.entering_sheets import ENTERING
from carteado.scene.shapes import Intent

__all__ = ["CODE", "ENTERING", "draw_entering"]

CODE = "join-code"
"""The field of a table's code."""


def draw_entering(grid: Grid) -> None:
    """Draw the dialog that is open; its words and intents are those of the window."""
    words = grid.words
    watch = ("watch-instead", words("Watch"), Intent("watch-instead"), ("W",))
    match grid.ui.sheet:
        case "locked":
            text = words("Its owner lets guests in. You can knock, and watch until then.")
            knock = ("knock", words("Knock"), Intent("knock"), ("Enter", "K"))
            draw_choices(grid, words("The table is locked"), (knock, watch), (text,))
        case "code":
            _code(grid)
        case "full":
            text = words("You can wait for a seat, and watch until then.")
            wait = ("wait", words("Wait for a seat"), Intent("wait"), ("Enter",))
            draw_choices(grid, words("The table is full"), (wait, watch), (text,))
        case _:
            text = words("It is kept for you for a short time.")
            take = ("take-seat", words("Sit down"), Intent("seat-taken"), ("Enter",))
            decline = ("decline", words("Decline"), Intent("seat-declined"), ("D",))
            draw_choices(grid, words("A seat is free for you"), (take, decline), (text,))


def _code(grid: Grid) -> None:
    words = grid.words
    x, y, width = window(grid, words("The table has a code"), 60, 7)
    grid.text(x, y, words("Ask the owner for it."), Ink("textMuted"), width=width)
    grid.text(x, y + 2, words("Code"), width=12)
    grid.field(CODE, x + 14, y + 2, width - 14, "", hotkeys=("C",))
    end = grid.button("join", x, y + 4, words("Sit down"), Intent("code"), hotkeys=("Enter",))
    watch = Intent("watch-instead")
    end = grid.button("watch-instead", end + 4, y + 4, words("Watch"), watch, hotkeys=("W",))
    cancel = Intent("sheet", "")
    grid.button("close", end + 4, y + 4, words("Cancel"), cancel, hotkeys=("Escape",), shown="Esc")
    grid.order += [CODE, "join", "watch-instead", "close"]
