"""All places of a poker table: numbers only, from the frame and the number of seats."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
# A disc of chips with its border, in the desktop class.
BET_H = 28.0
RISE = 12.0
"""The rise of a winning card."""


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
class PokerPlaces:
    """The places of all parts.

    Attributes:
        felt: the table's surface.
        seats: by number.
        pots: the row of the pots, or the banner of the result.
        board: the five common cards.
        boards: where both boards lie of a hand that is run twice.
        own: the two own cards.
        result: chips of the result, below the board.
        avatar: diameter of the discs in the plates, 0 where they are left out.
        chances: the reader's chance at an all-in.
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
    # The look's rule: own seat at the bottom, opponents clockwise from its left.
    around = places(own, count)
    side, top = len(around.left), len(around.top)
    width, height = m.plate
    # Three seats in a column leave the board less width, so their bets are narrower.
    bet_w = {"desktop": 92.0 if side > 2 else 118.0}.get(m.name, 100.0) * min(m.scale, 1.3)
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
        plate = Rect(_snap(x), _snap(plate_y), width, height)
        seats[seat] = _seat(at, plate, row, back, shown, bet_w)

    available = area.w - 2 * (beside + (width if side else 0))
    # Never more than half a plate apart: a wide window would pull the top row to its corners.
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
    *,
    aside: bool = True,
) -> PokerPlaces:
    """The board, the pots and the reader's seat, as large as the room between them allows.

    With `aside` and large text the reader's bet stands beside the reader's cards, which leaves the
    board its place; where others are in the way there, it stands between board and cards.
    """
    m, area = frame.metrics, frame.table
    desktop = m.name == "desktop"
    # Large text in a small window has no room for the usual margins.
    large = m.scale > 1.25 and not desktop
    pots_h = min((40.0 if desktop else 28.0) * m.scale**0.7, area.h * 0.085)
    height = plate[1]
    gap = RISE + 4
    # Below the bets of the top row.
    zone_top = top_bottom + BET_H + (6 if large else 12)
    factor = 1.0
    while True:
        # All cards shrink together until the board and the pots fit above the reader's seat.
        own_w = _snap(m.own * factor)
        if not desktop:  # beside the reader's plate there is room anyway
            own_w = max(own_w, min(m.own, _snap((height + 28) / card_height(1))))
        own_h = card_height(own_w)
        board_h = card_height(m.board * factor)
        if desktop:
            # On desktop the reader's plate stands below the cards, in smaller windows beside them.
            own_y = area.bottom - 12 - height - 8 - own_h
        else:
            own_y = area.bottom - 12 - max(own_h, height + 34)
        zone = own_y - RISE - (4 if large and aside else BET_H + 4) - zone_top
        # Below 45% ranks could not be read; then the zone overlaps rather than the cards vanish.
        if zone >= pots_h + gap + board_h or factor < 0.45:
            break
        factor -= 0.05
    # Slightly above the middle of what is left, which leaves the result room below the board.
    start = zone_top + max(0.0, zone - pots_h - gap - board_h) * 0.45
    board_w = _board_width(
        frame, seats, m.board * factor, start + pots_h + gap, bet_w, plate[0], side
    )
    # Between the bets of the side columns.
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
    if not desktop:  # the reader's plate stands beside the cards, left of the right column
        limit = area.right - m.pad - (plate[0] + 8 if side else 0) - plate[0]
        # A low bet of the right column would lie on the reader's plate, which then moves left.
        beside = [one.bet for one in seats.values() if one.side == "right"]
        if any(one.bottom > area.bottom - 20 - height for one in beside):
            limit = min(limit, area.right - m.pad - 2 * plate[0] - 22 - bet_w)
        shift = max(0.0, cards[1].right + 20 - limit)
        cards = (cards[0].moved(-shift, 0), cards[1].moved(-shift, 0))
    # Last, because its bet stands between the board and the reader's cards.
    seats[own] = _own_seat(frame, cards, plate, bet_w, board_y + card_height(board_w))
    if large and aside:
        others = [one for seat, one in seats.items() if seat != own]
        taken = [rect for one in others for rect in (one.bet, one.button, one.plate, one.tag)]
        # Beside the upper end of the cards, or beside their lower end.
        heights = (own_y - RISE, area.bottom - 12 - BET_H)
        beside_cards = [Rect(cards[0].x - 14 - bet_w, y, bet_w, BET_H) for y in heights]
        free = [rect for rect in beside_cards if not any(rect.overlaps(other) for other in taken)]
        bet = free[0] if free else beside_cards[0]
        if not free:
            return _with_middle(frame, own, seats, top_bottom, side, bet_w, plate, aside=False)
        seats[own] = replace(seats[own], bet=bet)
    below = board_y + card_height(board_w)
    result = Rect(area.cx - inner / 2, below + 2, inner, max(20.0, own_y - RISE - below - 4))
    if large and aside:
        result = seats[own].bet
    felt = _felt(frame)
    if desktop:
        chances = Rect(cards[1].right + 12, own_y, 200, own_h)
    else:
        chances = Rect(cards[0].x - 172, own_y + own_h - 76, 160, 76)
        if chances.overlaps(seats[own].bet):
            chances = chances._replace(y=seats[own].bet.y - 4 - chances.h)
    return PokerPlaces(
        felt=felt,
        seats=seats,
        pots=pots,
        board=board,
        boards=Rect(pots.x, pots.bottom + 8, inner, max(80.0, own_y - RISE - pots.bottom - 16)),
        own=cards,
        result=result,
        # The look's rule: where space is short the disc goes first.
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
    # The pack is only decoration, so it gives way to everything that says something.
    taken = [one for seat in seats.values() for one in (seat.bet, seat.plate, seat.cards)]
    return None if any(place.inset(-6).overlaps(one) for one in taken) else place


def _felt(frame: Frame) -> Rect:
    area = frame.table
    # The look's rule for the felt.
    inset = 80.0 if frame.metrics.name == "desktop" else 72.0
    return Rect(area.x + inset, area.y + 56, area.w - 2 * inset, area.h - 56 - 44)


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
    # Winning cards rise, so the band reaches higher than the board.
    band = Rect(area.x, y - RISE, area.w, card_height(width) + RISE)
    beside = any(one.side in ("left", "right") and one.bet.overlaps(band) for one in seats.values())
    if side and beside:
        width = min(width, (area.w - 2 * (m.pad + plate_w + 22 + bet_w) - 4 * m.gap) / 5)
    return max(28.0, _snap(width))


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
        # At least as wide as the two cards above it.
        width = max(width, row_rect.w)
        plate = Rect(area.cx - width / 2, area.bottom - 12 - height, width, height)
        button = Rect(plate.right + 14, plate.cy - 12, 24, 24)
        tag = Rect(button.right + 10, plate.cy - 13, 150, 26)
    else:
        plate = Rect(row_rect.right + 20, area.bottom - 16 - height, width, height)
        button = Rect(plate.x, plate.y - 32, 24, 24)
        tag = Rect(button.right + 8, plate.y - 31, width - 32, 22)
    # Centred in the strip that is left when a winning card has risen.
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
