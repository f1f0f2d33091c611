"""The table of Hold'em and Quick Hold'em."""

from __future__ import annotations

from carteado.clients.tui.frame import Frame, frame_of
from carteado.clients.tui.grid import Grid
from carteado.clients.tui.pages.poker_bar import draw_bar
from carteado.clients.tui.pages.poker_board import draw_board, draw_large_board
from carteado.clients.tui.pages.poker_seats import draw_large_seats, draw_seats
from carteado.clients.tui.pages.side import draw_log, draw_side
from carteado.clients.tui.pages.top import draw_notice, draw_table_top
from carteado.clients.tui.view import View

__all__ = ["draw", "draw_still"]


def draw(grid: Grid, view: View) -> None:
    """Draw the table."""
    frame = frame_of((grid.width, grid.height))
    draw_table_top(grid, view)
    if frame.wide:
        draw_large_board(grid, frame, view)
        draw_large_seats(grid, frame, view)
        draw_side(grid, frame, view)
        grid.rule(0, frame.rule, _band(frame))
    else:
        draw_board(grid, frame, view)
        draw_seats(grid, frame, view)
        # A third seat in a side column reaches one row lower.
        crowded = len(view.picture.seats) > 8
        draw_log(grid, frame, view, 17 if crowded else 16)
        grid.rule(frame.x, frame.rule, frame.width)
    draw_bar(grid, frame, view)
    draw_notice(grid, frame.rule, frame.x, frame.width)


def draw_still(grid: Grid, frame: Frame, view: View) -> None:
    """Draw a step of a replay: the table without what can be done."""
    if frame.wide:
        draw_large_board(grid, frame, view)
        draw_large_seats(grid, frame, view)
        return
    draw_board(grid, frame, view)
    draw_seats(grid, frame, view)
    draw_log(grid, frame, view, 17 if len(view.picture.seats) > 8 else 16)


def _band(frame: Frame) -> int:
    return frame.side if frame.side is not None else frame.width
