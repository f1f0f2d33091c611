"""The table of a game that has no page of its own: its lines, and what its prompt offers."""

from __future__ import annotations

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame, frame_of
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.side import draw_log, draw_side
from carteado.clients.tui.pages.top import draw_line, draw_notice, draw_table_top
from carteado.clients.tui.view import View
from carteado.scene.layout.poker_bar import chosen_amount
from carteado.scene.shapes import Intent, Rect

__all__ = ["draw", "draw_still"]


def draw(grid: Grid, view: View) -> None:
    """Draw the table."""
    frame = frame_of((grid.width, grid.height))
    words, reader = view.words, view.reader
    draw_table_top(grid, view)
    if frame.wide:
        draw_side(grid, frame, view)
    draw_still(grid, frame, view)
    grid.rule(frame.x, frame.rule, frame.width)
    if reader.prompt is not None:
        grid.text(frame.x + 2, frame.turn, words("Your turn"), Ink("turn", bold=True, reverse=True))
        x = frame.x + 2
        for offer in reader.offers:
            amount = None
            if offer.span is not None:
                amount = chosen_amount(reader, offer, view.ui)
            x = 3 + grid.button(
                f"act:{offer.tag}",
                x,
                frame.actions,
                offer.label(words, amount),
                Intent("act", offer.action(amount)),
                hotkeys=(offer.key,) if offer.key else (),
            )
        # An unknown game's actions may begin with any letter, so letters are always typed here.
        grid.letters = frozenset("abcdefghijklmnopqrstuvwxyz")
    draw_line(grid, frame, [(words("? help"), "?"), (words("Esc menu"), "Escape")])
    nowhere = Rect(-1, -1, 0, 0)
    grid.target("chat", nowhere, Intent("none"), hotkeys=("Tab",), kind="field")
    grid.target("help", nowhere, Intent("sheet", "help"), hotkeys=("?",))
    grid.target("menu", nowhere, Intent("sheet", "menu"), hotkeys=("Escape",))
    draw_notice(grid, frame.rule, frame.x, frame.width)


def draw_still(grid: Grid, frame: Frame, view: View) -> None:
    """Draw the table's lines, and what happened: all there is of a step of a replay."""
    below = frame.rule if frame.wide else 16
    table = view.reader.table
    lines = table.game.show(table.state) if table is not None else view.reader.lines
    rows = [piece for line in lines for piece in wrapped(line, frame.width - 4)]
    # Without the game's code the server's lines are all there is, and the newest count.
    shown = rows[: below - 2] if table is not None else rows[2 - below :]
    for number, text in enumerate(shown):
        grid.text(frame.x + 2, 2 + number, text, suits=True, width=frame.width - 4)
    if not frame.wide:
        draw_log(grid, frame, view, below)
