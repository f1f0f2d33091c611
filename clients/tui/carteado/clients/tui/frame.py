"""The grid of a table's page: what stands where, from 80 x 24 upwards."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MIN_SIZE", "Frame", "frame_of"]

MIN_SIZE = (80, 24)

WIDE = (140, 44)
"""Smallest size of a table with boxes, large cards and a side panel."""

SIDE = 40
"""Columns of the side panel, its line included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Rows and columns of a table's page.

    Attributes:
        wide: with boxes and a side panel.
        x: first column of the table.
        width: its columns: 80, or 120.
        side: first column of the side panel, None without one.
        side_width: its columns behind the line.
        rule: row of the line above the turn.
        turn: row of the turn and its clock.
        actions: row of the actions.
        presets: row of the amounts.
        line: row of the input line.
        keys: row of the other keys; in a small page they stand behind the input line.
        height: rows of the page.
    """

    wide: bool
    x: int
    width: int
    side: int | None
    side_width: int
    rule: int
    turn: int
    actions: int
    presets: int
    line: int
    keys: int
    height: int


def frame_of(size: tuple[int, int]) -> Frame:
    """The grid at a size, columns and rows."""
    columns, rows = size
    if columns >= WIDE[0] and rows >= WIDE[1]:
        # The look's side panel begins at column 121.
        width = min(120, columns - SIDE)
        return Frame(
            wide=True,
            x=max(0, (columns - SIDE - width) // 2),
            width=width,
            side=columns - SIDE,
            side_width=SIDE - 2,
            # From the bottom up: the rows of the turn and the keys keep their places at any
            # height.
            rule=rows - 12,
            turn=rows - 11,
            presets=rows - 9,
            actions=rows - 7,
            line=rows - 4,
            keys=rows - 2,
            height=rows,
        )
    return Frame(
        wide=False,
        # The look: between the two sizes the 80-column grid is centred.
        x=max(0, (columns - 80) // 2),
        width=80,
        side=None,
        side_width=0,
        rule=rows - 5,
        turn=rows - 4,
        actions=rows - 3,
        presets=rows - 2,
        line=rows - 1,
        keys=rows - 1,
        height=rows,
    )
