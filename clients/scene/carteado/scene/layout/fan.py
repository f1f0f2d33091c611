"""Laying out a hand of any size: the numbers are those of the design.

A card's visible step is at least 46% of its width, so that rank and suit can always be read.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from carteado.scene.faces import card_height
from carteado.scene.shapes import Rect

__all__ = ["Fan", "fan_of", "fan_rects", "small_fan"]

SUIT_GAP = 12.0
ONE_ROW_GAP = 4.0
WIDTHS = (104.0, 80.0, 64.0, 48.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fan:
    """The arrangement of a hand.

    Attributes:
        rows: of cards.
        each: cards of a full row.
        width: of a card.
        step: from one card to the next.
        row_step: from one row to the next.
        gap: between groups of cards, on top of the step.
        height: of the whole hand.
        overlapping: whether cards cover one another.
    """

    rows: int
    each: int
    width: float
    step: float
    row_step: float
    gap: float
    height: float
    overlapping: bool


@functools.lru_cache(maxsize=256)
def fan_of(
    count: int, groups: int, width: float, height: float, largest: float, *, touch: bool = False
) -> Fan:
    """The fan of a hand.

    Args:
        count: of cards, from 1.
        groups: between which a gap stands, from 1.
        width: to fill, logical pixels.
        height: at most.
        largest: width of a card, 104, 80 or 64.
        touch: whether it is played with a finger.
    """
    count, groups = max(1, count), max(1, groups)
    if not touch:
        # Step 1 of the look's algorithm.
        free = width - SUIT_GAP * (groups - 1) - ONE_ROW_GAP * (count - 1)
        # Widths lie on a grid of 4 units, rounded down so that the row fits.
        card = 4.0 * (free / count // 4)
        # One row side by side, as long as that does not make the cards much smaller.
        if card >= max(64.0, largest - 24):
            card = min(card, largest)
            # Wider gaps where the row has room for them; a fixed 4 would leave a short hand
            # cramped.
            step = card + 8 if count * (card + 8) + 12 * groups < width else card + ONE_ROW_GAP
            return _fan(1, count, card, step, 0.0, SUIT_GAP, overlapping=False)
    # 44 units are the usual minimum for a target that a finger hits.
    smallest = 44.0 if touch else 34.0
    # Fewer rows are tried first, and within them the largest card (step 2 and 3).
    for rows in range(1, 12):
        each = -(-count // rows)
        # In several rows a gap would fall in the middle of a row, not between the suits.
        gap = SUIT_GAP if rows == 1 else 0.0
        for card in WIDTHS:
            if card > largest:
                continue
            # The part of a card above the next row: the index with its margin.
            row_step = 46.0 if touch else max(48.0, 0.56 * card_height(card))
            room = width - card - gap * (groups - 1)
            step = min(card + 8, room / (each - 1)) if each > 1 else card + 8
            fits = card_height(card) + (rows - 1) * row_step <= height
            # Step 5: the finger or the pointer needs `smallest`, the eye needs 46% of the card.
            if step >= max(smallest, 0.46 * card) and fits:
                return _fan(rows, each, card, step, row_step, gap, overlapping=step < card)
    # Nothing fits: the smallest cards in eleven rows may leave the area.
    card = WIDTHS[-1]
    step = max(0.46 * card, (width - card) / max(1, -(-count // 11) - 1))
    return _fan(11, -(-count // 11), card, min(step, card + 8), 46.0, 0.0, overlapping=True)


def small_fan(count: int, width: float, card: float) -> Fan:
    """The fan of a hand that is only looked at: in as few rows as show the rank of every card.

    Args:
        count: of cards, from 1.
        width: to fill, logical pixels.
        card: width of a card.
    """
    rows, each, step = 1, count, 0.0
    for rows in range(1, count + 1):
        each = -(-count // rows)
        step = min(card + 2, (width - card) / (each - 1)) if each > 1 else card + 2
        if step >= 0.46 * card:
            break
    # Down to the lower edge of the suit below the rank.
    row_step = 0.62 * card_height(card)
    return _fan(rows, each, card, step, row_step, 0.0, overlapping=step < card)


def fan_rects(fan: Fan, groups: Sequence[int], area: Rect) -> tuple[Rect, ...]:
    """The place of each card.

    Args:
        fan: of the hand.
        groups: number of the group of each card.
        area: the hand's place; it begins at the left.
    """
    height = card_height(fan.width)
    found = []
    shift, last = 0.0, groups[0] if groups else 0
    for number, group in enumerate(groups):
        row, column = divmod(number, fan.each)
        # Gaps do not carry over to the next row.
        if column == 0:
            shift, last = 0.0, group
        if group != last:
            shift, last = shift + fan.gap, group
        x = area.x + column * fan.step + shift
        found.append(Rect(x, area.y + row * fan.row_step, fan.width, height))
    return tuple(found)


def _fan(
    rows: int,
    each: int,
    width: float,
    step: float,
    row_step: float,
    gap: float,
    *,
    overlapping: bool,
) -> Fan:
    return Fan(
        rows=rows,
        each=each,
        width=width,
        step=step,
        row_step=row_step,
        gap=gap,
        height=card_height(width) + (rows - 1) * row_step,
        overlapping=overlapping,
    )
