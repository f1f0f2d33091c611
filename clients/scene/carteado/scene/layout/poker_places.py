"""All places of a poker table: numbers only, from the frame and the number of seats."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from carteado.scene.faces import card_height
from carteado.scene.layout.frame import Frame
from carteado.scene.layout.poker_around import BET_H, SLIM, Around, SeatPlace, seats_around, snap
from carteado.scene.shapes import Rect

__all__ = ["PokerPlaces", "SeatPlace", "poker_places"]

RISE = 12.0
"""The rise of a winning card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerPlaces:
    """The places of all parts.

    Attributes:
        felt: the table's surface.
        seats: by number.
        pots: the row of the pots, or the banner of the result.
        board: the five common cards.
        boards: where both boards of a hand that is run twice lie.
        own: the two own cards.
        result: chips of the result, below the board.
        avatar: diameter of the discs in the plates, 0 where they are left out.
        chances: the reader's chance at an all-in.
        deck: where cards come from.
        pack: where the pack lies face down; None where there is no room for it.
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
    """The places of a table: the middle is as large as the seats around it allow.

    Args:
        frame: of the window.
        own: the seat at the bottom.
        count: seats of the table, 2 to 10.
    """
    around = seats_around(frame, own, count)
    m, area = frame.metrics, frame.table
    # With large text the reader's bet stands beside the reader's cards, which leaves the board its
    # place.
    heights = _heights(around, bet_below_board=not around.large)
    cards = _own_cards(around, heights)
    bet = _bet_beside(around, cards) if around.large else None
    if around.large and bet is None:  # other seats are in the way there
        heights = _heights(around, bet_below_board=True)
        cards = _own_cards(around, heights)
    board = _board(around, heights)
    below = board[0].bottom
    # After the board, because the reader's bet usually stands between the board and the cards.
    seat = _own_seat(around, cards, below, bet)
    others = {number: _clear(one, cards[0]) for number, one in around.others.items()}
    seats = {**others, own: seat}
    top, height = heights.pots
    pots = around.between(top, height)
    free = heights.own - RISE
    return PokerPlaces(
        felt=_felt(frame),
        seats=seats,
        pots=pots,
        board=board,
        boards=Rect(pots.x, pots.bottom + 8, pots.w, max(80.0, free - pots.bottom - 16)),
        own=cards,
        result=bet or around.between(below + 2, max(20.0, free - below - 4)),
        # The look's rule: where space is short the disc goes first.
        avatar=0.0
        if around.large or around.plate[0] < SLIM
        else min(m.avatar, around.plate[1] - 14, around.plate[0] * 0.26),
        chances=_chances(around, cards, seat),
        # Above the table, so that dealt cards come in from its edge.
        deck=Rect(area.cx - 20, area.y - 60, 40, 56),
        pack=_pack(board[0], seats),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heights:
    """Where the rows of the middle stand.

    Attributes:
        pots: upper edge and height of the row of the pots.
        board: upper edge of the board.
        own: upper edge of the reader's cards.
        own_w: width of one of these cards.
        factor: by which all cards shrank to fit.
    """

    pots: tuple[float, float]
    board: float
    own: float
    own_w: float
    factor: float


def _heights(around: Around, *, bet_below_board: bool) -> _Heights:
    """The rows, with cards that shrink together until they fit above the reader's seat.

    Args:
        around: the seats around the table.
        bet_below_board: whether the reader's bet stands between the board and the reader's cards.
    """
    m, area = around.frame.metrics, around.frame.table
    pots_h = min((40.0 if around.desktop else 28.0) * m.scale**0.7, area.h * 0.085)
    height = around.plate[1]
    gap = RISE + 4
    # Below the bets of the top row.
    top = around.top + BET_H + (6 if around.large else 12)
    factor = 1.0
    while True:
        own_w = snap(m.own * factor)
        if not around.desktop:  # beside the reader's plate there is room anyway
            own_w = max(own_w, min(m.own, snap((height + 28) / card_height(1))))
        own_h = card_height(own_w)
        board_h = card_height(m.board * factor)
        if around.desktop:
            # On desktop the reader's plate stands below the cards, in smaller windows beside them.
            own_y = area.bottom - 12 - height - 8 - own_h
        else:
            own_y = area.bottom - 12 - max(own_h, height + 34)
        room = own_y - RISE - (BET_H + 4 if bet_below_board else 4) - top
        # Below 45% ranks could not be read; then the rows overlap rather than the cards vanish.
        if room >= pots_h + gap + board_h or factor < 0.45:
            break
        factor -= 0.05
    # Slightly above the middle of what is left, which leaves the result room below the board.
    start = top + max(0.0, room - pots_h - gap - board_h) * 0.45
    return _Heights(
        pots=(start, pots_h), board=start + pots_h + gap, own=own_y, own_w=own_w, factor=factor
    )


def _board(around: Around, heights: _Heights) -> tuple[Rect, ...]:
    """The five common cards."""
    m, area = around.frame.metrics, around.frame.table
    width = _board_width(around, m.board * heights.factor, heights.board)
    whole = 5 * width + 4 * m.gap
    return tuple(
        Rect(area.cx - whole / 2 + k * (width + m.gap), heights.board, width, card_height(width))
        for k in range(5)
    )


def _board_width(around: Around, width: float, y: float) -> float:
    """Width of a board card: less where bets of the side columns lie beside the board.

    Args:
        around: the seats around the table.
        width: of a card where nothing is in the way.
        y: upper edge of the board.
    """
    m, area = around.frame.metrics, around.frame.table
    # Winning cards rise, so the band reaches higher than the board.
    band = Rect(area.x, y - RISE, area.w, card_height(width) + RISE)
    columns = [one for one in around.others.values() if one.side in ("left", "right")]
    if any(one.bet.overlaps(band) for one in columns):
        taken = 2 * (m.pad + around.plate[0] + 22 + around.bet_w)
        width = min(width, (area.w - taken - 4 * m.gap) / 5)
    elif any(one.button.overlaps(band) for one in columns):
        # The dealer's button stands 10 units from the plate and is 24 wide.
        taken = 2 * (m.pad + around.plate[0] + 38)
        width = min(width, (area.w - taken - 4 * m.gap) / 5)
    return max(28.0, snap(width))


def _own_cards(around: Around, heights: _Heights) -> tuple[Rect, Rect]:
    """The reader's cards: in the middle, unless the reader's plate needs the room beside them."""
    m, area = around.frame.metrics, around.frame.table
    width, height = heights.own_w, card_height(heights.own_w)
    left = Rect(area.cx - width - 4, heights.own, width, height)
    right = Rect(area.cx + 4, heights.own, width, height)
    if around.desktop:
        return left, right
    # The plate stands beside the cards, left of the right column.
    plate_w, plate_h = around.plate
    limit = area.right - m.pad - (plate_w + 8 if around.columns else 0) - plate_w
    # A low bet of the right column would lie on the plate, which then moves left.
    bets = [one.bet for one in around.others.values() if one.side == "right"]
    if any(bet.bottom > area.bottom - 20 - plate_h for bet in bets):
        limit = min(limit, area.right - m.pad - 2 * plate_w - 22 - around.bet_w)
    shift = max(0.0, right.right + 20 - limit)
    return left.moved(-shift, 0), right.moved(-shift, 0)


def _clear(place: SeatPlace, card: Rect) -> SeatPlace:
    """A place whose dealer's button stands above the reader's cards instead of on them."""
    if not place.button.overlaps(card):
        return place
    return replace(place, button=place.button._replace(y=card.y - RISE - 28))


def _bet_beside(around: Around, cards: tuple[Rect, Rect]) -> Rect | None:
    """A place for the reader's bet left of the reader's cards; None where others are in the way."""
    taken = [
        rect for one in around.others.values() for rect in (one.bet, one.button, one.plate, one.tag)
    ]
    # Beside the upper end of the cards, or beside their lower end.
    for y in (cards[0].y - RISE, around.frame.table.bottom - 12 - BET_H):
        place = Rect(cards[0].x - 14 - around.bet_w, y, around.bet_w, BET_H)
        if not any(place.overlaps(other) for other in taken):
            return place
    return None


def _own_seat(
    around: Around, cards: tuple[Rect, Rect], board_bottom: float, bet: Rect | None
) -> SeatPlace:
    """The reader's seat; without a `bet` of its own its bet stands below the board."""
    area = around.frame.table
    width, height = around.plate
    row_rect = Rect(cards[0].x, cards[0].y, cards[1].right - cards[0].x, cards[0].h)
    if around.desktop:
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
        bet=bet or Rect(area.cx - around.bet_w / 2, middle - BET_H / 2, around.bet_w, BET_H),
        button=button,
        back=cards[0].w,
        step=cards[0].w * 0.58,
        shown=cards[0].w,
    )


def _chances(around: Around, cards: tuple[Rect, Rect], seat: SeatPlace) -> Rect:
    """The reader's chance at an all-in, beside the reader's cards."""
    left, right = cards
    if around.desktop:
        return Rect(right.right + 12, right.y, 200, right.h)
    place = Rect(left.x - 172, left.bottom - 76, 160, 76)
    return place._replace(y=seat.bet.y - 4 - place.h) if place.overlaps(seat.bet) else place


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
