"""The table of Buraco: seats, stock and pile, runs, staged turn, hand and keys."""

from __future__ import annotations

from dataclasses import replace

from carteado.clients.tui.frame import Frame, frame_of
from carteado.clients.tui.grid import Grid
from carteado.clients.tui.pages.buraco_bar import draw_bar
from carteado.clients.tui.pages.buraco_hand import Hand, draw_hand, draw_staged, hand_of
from carteado.clients.tui.pages.buraco_runs import draw_columns, draw_lines, runs_of
from carteado.clients.tui.pages.buraco_seats import (
    draw_centre,
    draw_first_seat,
    draw_hands,
    draw_seats,
)
from carteado.clients.tui.pages.buraco_sheets import draw_sheet
from carteado.clients.tui.pages.side import draw_log, draw_side
from carteado.clients.tui.pages.top import draw_top, full_title, who
from carteado.clients.tui.view import View
from carteado.scene.words import Words

__all__ = ["draw", "draw_still", "key_lines"]

LOG_ROWS = 4
"""Spare rows from which there is a log; fewer rows show more runs."""


def draw(grid: Grid, view: View) -> None:
    """Draw the table."""
    frame = frame_of((grid.width, grid.height))
    # First the hand: its height decides where everything above it ends.
    hand = hand_of(view, frame)
    _top(grid, frame, view)
    draw_seats(grid, frame, view)
    if frame.wide:
        _wide(grid, frame, view, hand)
    else:
        _small(grid, frame, view, hand)
    draw_first_seat(grid, frame, view, hand.rule + 1)
    draw_bar(grid, frame, view, hand)
    # Last, because a dialog clears the targets of what it covers.
    draw_sheet(grid, view)


def draw_still(grid: Grid, frame: Frame, view: View) -> None:
    """Draw a step of a replay: every hand as far as it is seen, stock and pile, the runs."""
    draw_hands(grid, frame, view, 3)
    draw_centre(grid, frame, view, 8)
    if frame.wide:
        draw_columns(grid, frame, view, runs_of(view), 16, frame.rule - 17)
    else:
        draw_lines(grid, frame, view, runs_of(view), 9, frame.rule - 10)


def key_lines(words: Words) -> list[str]:
    """The keys of the table, for the help."""
    return [
        words("1 draws from the stock, 2 takes the pile, P shows the pile"),
        words("← and → go through the hand, Space selects a card, S sorts, { and } move a card"),
        words("A letter lays the selected cards on the run beside it, N lays a new run"),
        words("D discards, Z takes back the last play, U all of them, Enter sends the turn"),
        words("1 to 6 open a run of the other pair, PgUp and PgDn scroll the runs"),
        words("Or type: draw, take, meld 5h 6h 7h, extend b 8h, discard qs, then Enter"),
        words("F2 score sheet, F3 rules, F5 last deal again, F6 coach, F8 log, W game words"),
    ]


def _top(grid: Grid, frame: Frame, view: View) -> None:
    """The first row: the table, the points of the match and, where there is room, who watches."""
    words, picture = view.words, view.picture
    us, them = map(words.number, picture.totals)
    ours, theirs = picture.pairs
    points = f"{ours} {us}   {theirs} {them}"
    goal = words("to {target}", target=picture.target)
    title = full_title(picture)
    if not view.reader.live:
        title = f"{words('Reconnecting')} · {title}"
    right = f"{points}   {goal}"
    if frame.wide:
        watching = view.reader.watching
        seen = words.several("{n} watching", "{n} watching", watching)
        shown = f"{seen} · " if watching else ""
        right = f"{right}   {shown}{who(grid, view.settings.name, grid.width)}"
    draw_top(grid, title, right)


def _small(grid: Grid, frame: Frame, view: View, hand: Hand) -> None:
    grid.rule(frame.x, 3, frame.width)
    draw_centre(grid, frame, view, 4)
    below = hand.staged_rule
    # Fifteen rows are what seats, centre and nine runs need at least.
    spare = below - 15
    log = spare if spare >= LOG_ROWS else 0
    draw_lines(grid, frame, view, runs_of(view), 5, below - 6 - log)
    if log:
        draw_log(grid, replace(frame, rule=below + 1), view, below - log)
    draw_staged(grid, frame, view, hand)
    draw_hand(grid, frame, view, hand)


def _wide(grid: Grid, frame: Frame, view: View, hand: Hand) -> None:
    draw_side(grid, frame, view)
    table = hand.staged_rule - 7
    draw_columns(grid, frame, view, runs_of(view), 6, table - 7)
    draw_centre(grid, frame, view, table)
    draw_staged(grid, frame, view, hand)
    draw_hand(grid, frame, view, hand)
    grid.rule(0, frame.rule, frame.side or frame.width)
