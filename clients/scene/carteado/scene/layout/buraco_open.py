"""The open hands of the other seats in a replay: a plate with the name and a small fan."""

from __future__ import annotations

from carteado.scene.buraco.picture import BuracoPicture, BuracoSeat
from carteado.scene.buraco.sorting import sorted_hand
from carteado.scene.cards import is_known
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.fan import Fan, fan_rects, small_fan
from carteado.scene.shapes import CardShape, Rect

__all__ = ["draw_open_seat", "hands_height", "shows_hands"]

_CARD = 38.0
_SMALL_CARD = 32.0
"""Widths of a card: in a large window, and in a small one."""


def shows_hands(canvas: Canvas, picture: BuracoPicture) -> bool:
    """Whether a replay shows the hands of the others open."""
    others = [seat for seat in picture.seats if seat.seat != picture.own]
    known = all(is_known(card) for seat in others for card in seat.hand)
    return bool(canvas.ui.film) and known and any(seat.hand for seat in others)


def hands_height(canvas: Canvas, picture: BuracoPicture, width: float) -> float:
    """The height of a plate of that width: the longest hand decides, for equal heights.

    Args:
        canvas: of the table.
        picture: with all hands open.
        width: of the plate, logical pixels.
    """
    others = [seat for seat in picture.seats if seat.seat != picture.own]
    return max(_fan(canvas, len(seat.hand), width).height for seat in others) + 8


def draw_open_seat(canvas: Canvas, seat: BuracoSeat, plate: Rect) -> None:
    """Draw the plate of a seat: whose hand it is, how many cards, and the cards.

    Args:
        canvas: of the table.
        seat: with its hand.
        plate: of the seat, as high as `hands_height` says.
    """
    canvas.box(
        plate,
        "turn" if seat.turn else "panel",
        line="panelBorder",
        radius=10,
        role="plate",
        key=f"plate:{seat.seat}",
    )
    ink = "turnText" if seat.turn else "text"
    soft = "turnText" if seat.turn else "textMuted"
    size = canvas.s(15)
    label = Rect(
        plate.x + 10, plate.cy - size * 1.3, _label_width(canvas, plate.w) - 14, size * 1.3
    )
    canvas.text(label, seat.name + seat.mark, size, "semibold", ink, shrink=True)
    role = seat.side
    below = Rect(label.x, plate.cy + 1, label.w, canvas.s(16))
    canvas.text(below, f"{role} · {seat.cards}", canvas.s(12.5), "semibold", soft, shrink=True)
    hand = sorted_hand(seat.hand, "suit")
    fan = _fan(canvas, len(hand), plate.w)
    cards = Rect(plate.x + _label_width(canvas, plate.w), plate.cy - fan.height / 2, 0, 0)
    for card, rect in zip(hand, fan_rects(fan, (0,) * len(hand), cards), strict=True):
        shape = CardShape(rect=rect, card=card, role="open-card", corner=fan.overlapping)
        canvas.add(shape)


def _label_width(canvas: Canvas, width: float) -> float:
    return min(width * 0.45, 112 * min(canvas.frame.metrics.scale, 1.6))


def _fan(canvas: Canvas, count: int, width: float) -> Fan:
    card = _CARD if canvas.frame.metrics.name == "desktop" else _SMALL_CARD
    return small_fan(max(1, count), width - _label_width(canvas, width) - 10, card)
