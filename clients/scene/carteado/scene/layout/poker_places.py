"""Where everything lies at a poker table: numbers only, from the frame and the number of seats."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from carteado.scene.faces import card_height
from carteado.scene.layout.frame import Frame
from carteado.scene.seats import places
from carteado.scene.shapes import Rect

__all__ = ["PokerPlaces", "SeatPlace", "poker_places"]

Side = Literal["left", "top", "right", "own"]

NARROW = 820.0
"""Below this width a table beside the coach has less room for bets."""
SLIM = 128.0
"""A plate below this width has no disc, and its closed cards lie closer."""
BET_H = 28.0
RISE = 12.0
"""How far a winning card rises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlace:
    """Where a seat's parts lie.

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
class PokerPlaces:
    """Where everything lies.

    Attributes:
        felt: the table's surface.
        seats: by number.
        pots: the row of the pots, or the banner of the result.
        board: the five common cards.
        boards: where both boards lie of a hand that is run twice.
        own: the two own cards.
        result: chips of the result, below the board.
        avatar: diameter of the discs in the plates, 0 where they are left out.
        chances: the own chance at an all-in.
        deck: where cards come from.
        pack: where the pack lies face down, where there is room for it.
    """

    felt: Rect
    seats: Mapping[int, SeatPlace]
    pots: Rect
    board: tuple[Rect, ...]
    boards: Rect
    own: tuple[Rect, Rect]
    result: Rect
    avatar: float
    chances: Rect
    deck: Rect
    pack: Rect | None


@functools.lru_cache(maxsize=64)
def poker_places(frame: Frame, own: int, count: int) -> PokerPlaces:
    """The places of a table.

    Args:
        frame: of the window.
        own: the seat at the bottom.
        count: seats of the table, 2 to 10.
    """
    m, area = frame.metrics, frame.table
    around = places(own, count)
    side, top = len(around.left), len(around.top)
    width, height = m.plate
    bet_w = {"desktop": 92.0 if side > 2 else 118.0}.get(m.name, 100.0) * min(m.scale, 1.3)
    if area.w < NARROW:
        bet_w = min(bet_w, 76.0)
    # The top row stands between the bets of the side columns.
    beside = m.pad + 18 + bet_w if side else m.pad
    # The side columns take as much room as two further plates.
    width = min(width, (area.w - 2 * beside - 16 * (top - 1)) / (top + 2 if side else top))
    head = area.y + (12 if m.name == "desktop" else 8)
    height = _plate_height(area, side, height)
    row = _row(area, side, height, card_height(m.shown))
    shown = row / card_height(1)
    back = min(m.back, shown, width * 0.28)
    seats: dict[int, SeatPlace] = {}

    def place(seat: int, at: Side, x: float, plate_y: float) -> None:
        plate = Rect(_snap(x), _snap(plate_y), width, height)
        seats[seat] = _seat(at, plate, row, back, shown, bet_w)

    available = area.w - 2 * (beside + (width if side else 0))
    step = min(width * 1.5, (available - width) / (top - 1)) if top > 1 else 0.0
    for number, seat in enumerate(around.top):
        x = area.x + area.w / 2 + (number - (top - 1) / 2) * step - width / 2
        place(seat, "top", x, head + row + 4)
    for number, y in enumerate(_column(area, side, row + 4 + height)):
        place(around.right[number], "right", area.right - m.pad - width, y + row + 4)
        # The left column is listed from the bottom up, the right one from the top down.
        place(around.left[side - 1 - number], "left", area.x + m.pad, y + row + 4)
    return _with_middle(frame, own, seats, head + row + 4 + height, side, bet_w, (width, height))


def _with_middle(
    frame: Frame,
    own: int,
    seats: dict[int, SeatPlace],
    top_bottom: float,
    side: int,
    bet_w: float,
    plate: tuple[float, float],
) -> PokerPlaces:
    """The board, the pots and the own seat, as large as the room between them allows."""
    m, area = frame.metrics, frame.table
    desktop = m.name == "desktop"
    large = m.scale > 1.25 and not desktop
    pots_h = min((40.0 if desktop else 28.0) * m.scale**0.7, area.h * 0.085)
    height = plate[1]
    gap = RISE + 4
    zone_top = top_bottom + BET_H + (6 if large else 12)
    factor = 1.0
    while True:
        # All cards shrink together until the board and the pots fit above the own seat.
        own_w = _snap(m.own * factor)
        if not desktop:  # beside the own plate there is room anyway
            own_w = max(own_w, min(m.own, _snap((height + 28) / card_height(1))))
        own_h = card_height(own_w)
        board_h = card_height(m.board * factor)
        if desktop:
            own_y = area.bottom - 12 - height - 8 - own_h
        else:
            own_y = area.bottom - 12 - max(own_h, height + 34)
        zone = own_y - RISE - BET_H - 4 - zone_top
        if zone >= pots_h + gap + board_h or factor < 0.45:
            break
        factor -= 0.05
    start = zone_top + max(0.0, zone - pots_h - gap - board_h) * 0.45
    board_w = _board_width(
        frame, seats, m.board * factor, start + pots_h + gap, bet_w, plate[0], side
    )
    inner = area.w - 2 * (m.pad + plate[0] + 14 + bet_w + 8 if side else m.pad)
    pots = Rect(area.cx - inner / 2, start, inner, pots_h)
    board_y = start + pots_h + gap
    whole = 5 * board_w + 4 * m.gap
    board = tuple(
        Rect(area.cx - whole / 2 + k * (board_w + m.gap), board_y, board_w, card_height(board_w))
        for k in range(5)
    )
    cards = (
        Rect(area.cx - own_w - 4, own_y, own_w, own_h),
        Rect(area.cx + 4, own_y, own_w, own_h),
    )
    if not desktop:  # the own plate stands beside the cards, left of the right column
        limit = area.right - m.pad - (plate[0] + 8 if side else 0) - plate[0]
        beside = [one.bet for one in seats.values() if one.side == "right"]
        if any(one.bottom > area.bottom - 20 - height for one in beside):
            limit = min(limit, area.right - m.pad - 2 * plate[0] - 22 - bet_w)
        shift = max(0.0, cards[1].right + 20 - limit)
        cards = (cards[0].moved(-shift, 0), cards[1].moved(-shift, 0))
    seats[own] = _own_seat(frame, cards, plate, bet_w, board_y + card_height(board_w))
    below = board_y + card_height(board_w)
    result = Rect(area.cx - inner / 2, below + 2, inner, max(20.0, own_y - RISE - below - 4))
    felt = _felt(frame)
    if desktop:
        chances = Rect(cards[1].right + 12, own_y, 200, own_h)
    else:
        chances = Rect(cards[0].x - 172, own_y + own_h - 76, 160, 76)
    return PokerPlaces(
        felt=felt,
        seats=seats,
        pots=pots,
        board=board,
        boards=Rect(pots.x, pots.bottom + 8, inner, max(80.0, own_y - RISE - pots.bottom - 16)),
        own=cards,
        result=result,
        avatar=0.0
        if (m.scale > 1.25 and not desktop) or plate[0] < SLIM
        else min(m.avatar, height - 14, plate[0] * 0.26),
        chances=chances,
        # Above the table, so that dealt cards come in from its edge.
        deck=Rect(area.cx - 20, area.y - 60, 40, 56),
        pack=_pack(board[0], seats),
    )


def _pack(first: Rect, seats: Mapping[int, SeatPlace]) -> Rect | None:
    """A place left of the board, where no bet or plate lies."""
    width = min(first.w, 64.0)
    height = card_height(width)
    place = Rect(first.x - 28 - width, first.cy - height / 2, width, height)
    taken = [one for seat in seats.values() for one in (seat.bet, seat.plate, seat.cards)]
    return None if any(place.inset(-6).overlaps(one) for one in taken) else place


def _felt(frame: Frame) -> Rect:
    area = frame.table
    inset = 80.0 if frame.metrics.name == "desktop" else 72.0
    return Rect(area.x + inset, area.y + 56, area.w - 2 * inset, area.h - 56 - 44)


def _plate_height(area: Rect, side: int, height: float) -> float:
    """Height of a plate: less where large text would not let a column fit."""
    height = min(height, area.h * 0.15)
    if not side:
        return height
    room = area.h - 16 - 6 * (side - 1) - 28 * side
    return max(40.0, min(height, room / side))


def _row(area: Rect, side: int, plate: float, cards: float) -> float:
    """Height of the card row above a plate: less where a column would not fit."""
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
    gap = {1: 0.0, 2: free * 0.42, 3: min(56.0, free / 4)}[count]
    # At a narrow table the lower seats stay above the own cards.
    part = {1: 0.2, 2: 0.1 if area.w < NARROW else 0.4, 3: 0.45}[count]
    top = area.y + max(8.0, (free - gap * (count - 1)) * part)
    if count > 1:
        gap = min(gap, (area.bottom - 8 - top - count * module) / (count - 1))
    return [top + number * (module + gap) for number in range(count)]


def _board_width(
    frame: Frame,
    seats: dict[int, SeatPlace],
    width: float,
    y: float,
    bet_w: float,
    plate_w: float,
    side: int,
) -> float:
    """Width of a board card: less where bets of the side columns lie beside the board."""
    m, area = frame.metrics, frame.table
    band = Rect(area.x, y - RISE, area.w, card_height(width) + RISE)
    beside = any(one.side in ("left", "right") and one.bet.overlaps(band) for one in seats.values())
    if side and beside:
        width = min(width, (area.w - 2 * (m.pad + plate_w + 22 + bet_w) - 4 * m.gap) / 5)
    return max(28.0, _snap(width))


def _seat(
    side: Side, plate: Rect, row: float, back: float, shown: float, bet_w: float
) -> SeatPlace:
    cards = Rect(plate.x + 4, plate.y - 4 - row, plate.w - 4, row)
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


def _own_seat(
    frame: Frame,
    cards: tuple[Rect, Rect],
    plate_size: tuple[float, float],
    bet_w: float,
    board_bottom: float,
) -> SeatPlace:
    m, area = frame.metrics, frame.table
    width, height = plate_size
    row_rect = Rect(cards[0].x, cards[0].y, cards[1].right - cards[0].x, cards[0].h)
    if m.name == "desktop":
        width = max(width, row_rect.w)
        plate = Rect(area.cx - width / 2, area.bottom - 12 - height, width, height)
        button = Rect(plate.right + 14, plate.cy - 12, 24, 24)
        tag = Rect(button.right + 10, plate.cy - 13, 150, 26)
    else:
        plate = Rect(row_rect.right + 20, area.bottom - 16 - height, width, height)
        button = Rect(plate.x, plate.y - 32, 24, 24)
        tag = Rect(button.right + 8, plate.y - 31, width - 32, 22)
    middle = (board_bottom + cards[0].y - RISE) / 2
    return SeatPlace(
        side="own",
        plate=plate,
        cards=row_rect,
        tag=tag,
        bet=Rect(area.cx - bet_w / 2, middle - BET_H / 2, bet_w, BET_H),
        button=button,
        back=cards[0].w,
        step=cards[0].w * 0.58,
        shown=cards[0].w,
    )


def _snap(value: float) -> float:
    """To the grid of 4 units."""
    return float(round(value / 4) * 4)
