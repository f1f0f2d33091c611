"""Seats round the board."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.poker_board import BOARD_END
from carteado.clients.tui.view import View, seat_mark
from carteado.scene.poker.picture import PokerPicture, SeatPicture, action_label
from carteado.scene.seats import clockwise
from carteado.scene.shapes import Intent, Rect

__all__ = ["Around", "around", "draw_large_seats", "draw_seats"]

_SIDES = {
    1: (0, 0),
    2: (0, 0),
    3: (1, 1),
    4: (1, 1),
    5: (1, 1),
    6: (1, 1),
    7: (2, 1),
    8: (2, 2),
    # The look's ten seats: two left, four along the top, three right.
    9: (2, 3),
}
"""Opponents at the left and at the right, by how many there are; the others sit along the top."""


_IDLE = ("folded", "away", "out")
"""States of a seat that decides nothing in this hand; it is muted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Opponents by where they sit: the left column from above, the top, the right column."""

    left: tuple[int, ...]
    top: tuple[int, ...]
    right: tuple[int, ...]


def around(own: int, seats: int) -> Around:
    """The places of the opponents, clockwise from the reader's left."""
    others = clockwise(own, seats)
    left, right = _SIDES.get(len(others), (2, 3))
    return Around(
        # Clockwise the left column goes up, and it is drawn from above.
        left=others[:left][::-1],
        top=others[left : len(others) - right],
        right=others[len(others) - right :],
    )


# First columns of the seats along the top, by how many sit there.
_TOP_X = {1: (30,), 2: (14, 46), 3: (4, 30, 59), 4: (2, 22, 42, 61)}
_TOP_LARGE = {1: (48,), 2: (26, 70), 3: (4, 48, 92), 4: (4, 32, 64, 92)}


def draw_seats(grid: Grid, frame: Frame, view: View) -> None:
    """Two or three rows for each seat."""
    picture: PokerPicture = view.picture
    at = around(picture.own, len(picture.seats))
    for x, seat in zip(_TOP_X.get(len(at.top), ()), at.top, strict=False):
        # Four stand closer; the last one ends at the edge of the page.
        width = 19 if len(at.top) == 4 else min(24, frame.width - 1 - x)
        _seat(grid, view, picture.seats[seat], frame.x + x, 2, width)
    for column, side in ((2, at.left), (59, at.right)):
        # A single seat stands beside the middle of the board.
        first = 8 if len(side) == 1 else 6
        for number, seat in enumerate(side):
            _seat(grid, view, picture.seats[seat], frame.x + column, first + 4 * number, 20)
    _own(grid, view, frame.x + 24, 13)


def _own(grid: Grid, view: View, x: int, y: int) -> None:
    """The reader's seat: cards, name, stack, what the hand makes."""
    picture: PokerPicture = view.picture
    seat = picture.seats[picture.own]
    if seat.state == "free":
        _seat(grid, view, seat, x + 9, y, 24)
        return
    end = grid.cards(x, y, _own_cards(view, seat))
    # Two cards with a ten are wider than usual.
    at = max(x + 9, end + 1)
    _name(grid, view, seat, at - 2, y, 26)
    _money(grid, view, seat, at, y + 1, 34 - (at - x))
    made = _made(view, seat)
    if made:
        grid.text(at, y + 2, made, Ink("win" if seat.won else "text"), width=36)


def _covered(view: View, seat: SeatPicture) -> bool:
    """Whether the reader's cards lie face down at the player's wish; a showdown turns them all."""
    return view.ui.covered and not seat.open


def _own_cards(view: View, seat: SeatPicture) -> tuple[str, ...]:
    return ("??",) * len(seat.cards) if _covered(view, seat) else seat.cards


def _seat(grid: Grid, view: View, seat: SeatPicture, x: int, y: int, width: int) -> None:
    """An opponent, or a free seat."""
    words = view.words
    if seat.state == "free":
        grid.text(x + 2, y, words("free seat"), Ink("textMuted"), width=width - 2)
        if not view.picture.playing:
            rect = Rect(x, y, width, 1)
            grid.target(
                f"seat:{seat.seat}", rect, Intent("sit", seat.seat), label=words("Sit down")
            )
        return
    _name(grid, view, seat, x, y, width)
    _money(grid, view, seat, x + 2, y + 1, width - 2)
    if seat.cards:
        end = grid.cards(x + 2, y + 2, seat.cards)
        note = _made(view, seat, short=True)
        if note:
            ink = Ink("win" if seat.won else "textMuted")
            grid.text(end + 1, y + 2, note, ink, width=max(0, x + width - end - 1))


def _name(grid: Grid, view: View, seat: SeatPicture, x: int, y: int, width: int) -> int:
    """The name, reversed and marked while the table waits for it; the column behind."""
    button = " (D)" if seat.button else ""
    mark = "▸ " if seat.turn else "  "
    ink = Ink("turn" if seat.turn else "text", bold=True, reverse=seat.turn)
    # Muted even in turn: such a seat decides nothing.
    if seat.state in _IDLE:
        ink = Ink("textMuted")
    end = grid.text(x, y, mark, Ink("turn", bold=True))
    star = " ★" if seat.won else ""
    away = seat.connected is False and not seat.bot
    note = f" {view.words('not here')}" if away else ""
    number = seat_mark(view.picture, seat.seat)
    room = width - 2 - len(number) - len(button) - len(star) - len(note)
    end = grid.text(end, y, seat.name, ink, width=room)
    end = grid.text(end, y, number, ink)
    end = grid.text(end, y, button, Ink("turn", bold=True))
    end = grid.text(end, y, star, Ink("win", bold=True))
    return grid.text(end, y, note, Ink("warn"))


def state_text(view: View, seat: SeatPicture) -> tuple[str, Ink]:
    """The last action of the seat, or the reason why it does nothing."""
    words = view.words
    # In order of what a reader wants to know first.
    if seat.won:
        return words("wins {amount}", amount=words.chips(seat.won)), Ink("win", bold=True)
    if seat.state == "out":
        place = words("out, place {place}", place=seat.place) if seat.place else words("out")
        return place, Ink("textMuted")
    if seat.state == "away":
        return words("sits out"), Ink("textMuted")
    if seat.state == "folded":
        return words("folded"), Ink("textMuted")
    if seat.state == "all_in":
        if seat.bet:
            return words("all-in {amount}", amount=words.chips(seat.bet)), Ink("warn", bold=True)
        return words("all-in"), Ink("warn", bold=True)
    if seat.last is not None:
        text = action_label(seat.last, words)
        return words.inside(text), Ink("text")
    if seat.bet:
        return words("bet {amount}", amount=words.chips(seat.bet)), Ink("text")
    # A seat that came during the hand, or that the big blind has not reached yet.
    if seat.state == "waiting" and view.picture.in_hand:
        return words("waits"), Ink("textMuted")
    return "", Ink("text")


def _money(grid: Grid, view: View, seat: SeatPicture, x: int, y: int, width: int) -> None:
    stack = Ink("textMuted") if seat.state in _IDLE else Ink("text", bold=seat.turn)
    end = grid.text(x, y, view.words.chips(seat.stack), stack, width=width)
    text, ink = state_text(view, seat)
    if text:
        if seat.won and cell_len(text) > x + width - end - 1:
            text = f"+{view.words.chips(seat.won)}"
        elif cell_len(text) > x + width - end - 2:
            # The stack beside it has the same unit.
            text = text.removesuffix(" bb")
        # A text that would be cut comes nearer to the stack.
        at = max(end + 1, min(max(end + 2, x + 7), x + width - cell_len(text)))
        grid.text(at, y, text, ink, width=max(0, x + width - at))


def _made(view: View, seat: SeatPicture, *, short: bool = False) -> str:
    """The value of the hand, or its chance at an all-in."""
    if seat.share is not None:
        return view.words.percent(seat.share)
    if seat.open:
        return seat.hand_short if short else seat.hand
    if seat.seat == view.picture.own and view.picture.playing and seat.cards:
        hidden = _covered(view, seat)
        return view.words("type peek to see") if hidden else str(view.picture.own_hand)
    return ""


def draw_large_seats(grid: Grid, frame: Frame, view: View) -> None:
    """A box for each seat."""
    picture: PokerPicture = view.picture
    at = around(picture.own, len(picture.seats))
    for x, seat in zip(_TOP_LARGE.get(len(at.top), ()), at.top, strict=False):
        _box(grid, view, picture.seats[seat], _column(frame, x), 2)
    # A third seat ends above the own cards, if they stand beside the own seat.
    three = (9, 16, 23) if _has_rows(frame) else (8, 15, 22)
    rows = {1: (17,), 2: (9, 16), 3: three}
    for column, side in ((4, at.left), (92, at.right)):
        for y, seat in zip(rows.get(len(side), ()), side, strict=False):
            _box(grid, view, picture.seats[seat], _column(frame, column), y)
    _large_own(grid, frame, view)


def _column(frame: Frame, x: int) -> int:
    """The column of a seat that stands at `x` in a table of 120 columns; others are narrower."""
    margin = (frame.width - 100) // 5
    return frame.x + margin + (x - 4) * (frame.width - 24 - 2 * margin) // 88


def _has_rows(frame: Frame) -> bool:
    """Whether the own cards have room between the board and the own seat."""
    return frame.rule - 10 >= BOARD_END


def _large_own(grid: Grid, frame: Frame, view: View) -> None:
    picture: PokerPicture = view.picture
    seat = picture.seats[picture.own]
    x, bottom = _column(frame, 48), frame.rule - 5
    if seat.cards:
        at, y = (x + 2, bottom - 5) if _has_rows(frame) else (x - 20, bottom)
        for number, card in enumerate(_own_cards(view, seat)):
            marked = picture.result is not None and card in picture.result.winning
            grid.card_box(at + 10 * number, y, card, marked=marked)
    _box(grid, view, seat, x, bottom, own=picture.playing)


def _box(grid: Grid, view: View, seat: SeatPicture, x: int, y: int, *, own: bool = False) -> None:
    words = view.words
    line = Ink("turnLine", bold=True) if seat.turn else Ink("panelBorder")
    grid.clear(x, y, 24, 5)
    grid.box(x, y, 24, 5, line, double=seat.turn or own)
    if seat.state == "free":
        grid.text(x + 2, y + 2, words("free seat"), Ink("textMuted"), width=20)
        if not view.picture.playing:
            rect = Rect(x, y, 24, 5)
            grid.target(
                f"seat:{seat.seat}", rect, Intent("sit", seat.seat), label=words("Sit down")
            )
        return
    end = _name(grid, view, seat, x + 2 if seat.turn else x + 1, y, 20)
    if not seat.turn:
        grid.text(x + 1, y, "═" if own else "─", line)
        grid.text(x + 2, y, " ")
    grid.text(end, y, " ")
    stack = Ink("textMuted") if seat.state in _IDLE else Ink("text", bold=True)
    end = grid.text(x + 2, y + 1, words.chips(seat.stack), stack, width=20)
    text, ink = state_text(view, seat)
    if not text and own:
        text, ink = words("you"), Ink("textMuted")
    grid.text(end + 1, y + 1, text, ink, width=max(0, x + 22 - end - 1), align="right")
    if own:
        # Two rows are free, and a full house needs both.
        rows = wrapped(_made(view, seat), 20)[:2]
        for number, piece in enumerate(rows, 4 - len(rows)):
            grid.text(x + 2, y + number, piece, Ink("win" if seat.won else "text"), width=20)
    elif seat.cards:
        at = grid.cards(x + 2, y + 3, seat.cards)
        grid.text(
            at + 1, y + 3, _made(view, seat, short=True), Ink("textMuted"), width=x + 22 - at - 1
        )
