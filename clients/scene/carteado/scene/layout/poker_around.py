"""The places of the seats around a poker table, and the room that they leave to the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from carteado.scene.faces import card_height
from carteado.scene.layout.frame import Frame
from carteado.scene.seats import places
from carteado.scene.shapes import Rect

__all__ = ["BET_H", "SLIM", "Around", "SeatPlace", "seats_around", "snap"]

Side = Literal["left", "top", "right", "own"]

NARROW = 820.0
"""Below this width a table beside the coach has less room for bets."""
SLIM = 128.0
"""A plate below this width has no disc, and its closed cards lie closer."""
BET_H = 28.0
"""Height of a bet: a disc of chips with its border, in the desktop class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlace:
    """The places of a seat's parts.

    Attributes:
        side: of the table.
        plate: name and stack.
        cards: the row above the plate, from its left end.
        tag: the last action, right of the cards.
        bet: chips of this street.
        button: the dealer's button.
        back: width of a closed card.
        step: from one closed card to the next.
        shown: width of an open card.
    """

    side: Side
    plate: Rect
    cards: Rect
    tag: Rect
    bet: Rect
    button: Rect
    back: float
    step: float
    shown: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """The seats around the table, which leave their room to the middle.

    Attributes:
        frame: of the window.
        others: places of all seats but the reader's, by number.
        plate: width and height of a plate.
        bet_w: width of a bet.
        columns: whether seats stand at the left and at the right.
        top: lower edge of the plates in the top row.
    """

    frame: Frame
    others: Mapping[int, SeatPlace]
    plate: tuple[float, float]
    bet_w: float
    columns: bool
    top: float

    @property
    def desktop(self) -> bool:
        """Whether the window has the sizes of the desktop class."""
        return self.frame.metrics.name == "desktop"

    @property
    def large(self) -> bool:
        """Whether large text in a small window leaves no room for the usual margins."""
        return self.frame.metrics.scale > 1.25 and not self.desktop

    def between(self, top: float, height: float) -> Rect:
        """A row between the bets of the side columns."""
        m, area = self.frame.metrics, self.frame.table
        width = area.w - 2 * (
            m.pad + self.plate[0] + 14 + self.bet_w + 8 if self.columns else m.pad
        )
        return Rect(area.cx - width / 2, top, width, height)


def seats_around(frame: Frame, own: int, count: int) -> Around:
    """Place every seat but the reader's.

    Args:
        frame: of the window.
        own: the seat at the bottom.
        count: seats of the table, 2 to 10.
    """
    m, area = frame.metrics, frame.table
    # The look's rule: own seat at the bottom, opponents clockwise from its left.
    order = places(own, count)
    side, top = len(order.left), len(order.top)
    width, height = m.plate
    bet_w = 100.0
    if m.name == "desktop":
        # Beside three seats in a column the bets take what the board leaves.
        room = (area.w - 2 * (m.pad + width + 22) - 5 * m.board - 4 * m.gap) / 2
        bet_w = max(92.0, min(118.0, room)) if side > 2 else 118.0
    bet_w *= min(m.scale, 1.3)
    if area.w < NARROW:
        bet_w = min(bet_w, 76.0)
    # The top row stands between the bets of the side columns: 14 units from plate to bet, and 4
    # more to the next plate.
    beside = m.pad + 18 + bet_w if side else m.pad
    # The side columns take as much room as two further plates.
    width = min(width, (area.w - 2 * beside - 16 * (top - 1)) / (top + 2 if side else top))
    head = area.y + (12 if m.name == "desktop" else 8)
    height = _plate_height(area, side, height)
    row = _row(area, side, height, card_height(m.shown))
    # Backwards from the height that the row got: the width of a card that fits it.
    shown = row / card_height(1)
    # Two closed cards leave more than half of the plate's width to the last action.
    back = min(m.back, shown, width * 0.28)
    seats: dict[int, SeatPlace] = {}

    def place(seat: int, at: Side, x: float, plate_y: float) -> None:
        plate = Rect(snap(x), snap(plate_y), width, height)
        seats[seat] = _seat(at, plate, row, back, shown, bet_w)

    available = area.w - 2 * (beside + (width if side else 0))
    # Never more than half a plate apart: a wide window would pull the top row to its corners.
    step = min(width * 1.5, (available - width) / (top - 1)) if top > 1 else 0.0
    for number, seat in enumerate(order.top):
        x = area.x + area.w / 2 + (number - (top - 1) / 2) * step - width / 2
        place(seat, "top", x, head + row + 4)
    for number, y in enumerate(_column(area, side, row + 4 + height)):
        place(order.right[number], "right", area.right - m.pad - width, y + row + 4)
        # The left column is listed from the bottom up, the right one from the top down.
        place(order.left[side - 1 - number], "left", area.x + m.pad, y + row + 4)
    return Around(
        frame=frame,
        others=seats,
        plate=(width, height),
        bet_w=bet_w,
        columns=bool(side),
        top=head + row + 4 + height,
    )


def _plate_height(area: Rect, side: int, height: float) -> float:
    """Height of a plate: less where large text would not let a column fit."""
    # At most 15% of the table: three rows of seats and the board share its height.
    height = min(height, area.h * 0.15)
    if not side:
        return height
    room = area.h - 16 - 6 * (side - 1) - 28 * side
    return max(40.0, min(height, room / side))


def _row(area: Rect, side: int, plate: float, cards: float) -> float:
    """Height of the card row above a plate: less where a column would not fit."""
    # A low table gives its height to the board rather than to closed cards.
    cards = min(cards, area.h * (0.135 if area.h > 420 else 0.11))
    if not side:
        return cards
    free = area.h - 16 - 6 * (side - 1)
    return max(20.0, min(cards, free / side - 4 - plate))


def _column(area: Rect, count: int, module: float) -> list[float]:
    """The tops of the modules of a side column, from the top down."""
    if not count:
        return []
    free = area.h - count * module
    # The look has three seats in a column at most.
    gap = {1: 0.0, 2: free * 0.42, 3: min(56.0, free / 4)}[count]
    # At a narrow table the lower seats stay above the reader's cards.
    part = {1: 0.2, 2: 0.1 if area.w < NARROW else 0.4, 3: 0.45}[count]
    # A single seat stands above the middle, so that its bet does not lie beside these cards.
    top = area.y + max(8.0, (free - gap * (count - 1)) * part)
    if count > 1:
        # Rounding and large text must not push the lowest plate out of the table.
        gap = min(gap, (area.bottom - 8 - top - count * module) / (count - 1))
    return [top + number * (module + gap) for number in range(count)]


def _seat(
    side: Side, plate: Rect, row: float, back: float, shown: float, bet_w: float
) -> SeatPlace:
    # The look's rule: the card row stands 4 units above the plate.
    cards = Rect(plate.x + 4, plate.y - 4 - row, plate.w - 4, row)
    # Closed cards overlap: they show nothing but their number.
    step = back * 0.58
    tag_x = cards.x + back * 1.6 + 6
    if plate.w < SLIM:  # the closed cards leave the last action its room
        back = min(back, 20.0)
        step = back * 0.25
        tag_x = cards.x + back + step + 4
    tag = Rect(tag_x, plate.y - 26, plate.right - tag_x, 22)
    if side == "top":
        bet = Rect(plate.x, plate.bottom + 8, plate.w - 30, BET_H)
        button = Rect(plate.right - 26, plate.bottom + 10, 24, 24)
    # The look's rule: bets stand beside the plate, towards the centre.
    elif side == "left":
        bet = Rect(plate.right + 14, plate.cy - BET_H / 2 + 4, bet_w, BET_H)
        button = Rect(plate.right + 10, bet.y - 28, 24, 24)
    else:
        bet = Rect(plate.x - 14 - bet_w, plate.cy - BET_H / 2 + 4, bet_w, BET_H)
        button = Rect(plate.x - 34, bet.y - 28, 24, 24)
    return SeatPlace(
        side=side,
        plate=plate,
        cards=cards,
        tag=tag,
        bet=bet,
        button=button,
        back=back,
        step=step,
        shown=shown,
    )


def snap(value: float) -> float:
    """Round to the grid of 4 units."""
    return float(round(value / 4) * 4)
