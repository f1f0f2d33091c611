"""The other three seats of a Buraco table, in a row above the runs."""

from __future__ import annotations

from carteado.scene.buraco.picture import BuracoPicture, BuracoSeat
from carteado.scene.clock import TimeLeft
from carteado.scene.layout.buraco_open import draw_open_seat, hands_height, shows_hands
from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Intent, Rect, Ring
from carteado.scene.text import text_width

__all__ = ["draw_seats", "seats_row"]


def seats_row(canvas: Canvas, picture: BuracoPicture, width: float, text: float) -> Rect:
    """The place of the row: higher where a replay shows the hands of the others.

    Args:
        canvas: to draw on.
        picture: of the table.
        width: of the row, logical pixels.
        text: text scale, 1 to 2.
    """
    row = Rect(16, canvas.frame.top.bottom + 8, width, 56 * min(text, 1.4))
    if not shows_hands(canvas, picture):
        return row
    # The height depends on the width, so the rectangle is made in two steps.
    height = hands_height(canvas, picture, _plate_width(row, 1e9))
    return row._replace(h=max(row.h, height))


def draw_seats(canvas: Canvas, picture: BuracoPicture, rect: Rect, left: TimeLeft | None) -> None:
    """Draw the next player at the left, the partner in the middle, the previous one at the right.

    Args:
        canvas: to draw on.
        picture: of the table.
        rect: the row, of `seats_row`.
        left: time of the acting seat, None where no clock runs.
    """
    hands = shows_hands(canvas, picture)
    widest = 280 * min(canvas.frame.metrics.scale, 1.3)
    width = _plate_width(rect, 1e9 if hands else widest)
    # Seats count clockwise, so the next player sits at the left, as in the look.
    for step, x in ((1, rect.x), (2, rect.cx - width / 2), (3, rect.right - width)):
        seat = picture.seats[(picture.own + step) % 4]
        plate = Rect(x, rect.y, width, rect.h)
        if hands:
            draw_open_seat(canvas, seat, plate)
        elif not seat.name:
            sit_down = not (picture.playing or canvas.ui.film)
            _free_seat(canvas, seat, plate, sit_down=sit_down)
        else:
            _seat(canvas, seat, plate, left if seat.turn else None, in_deal=picture.in_deal)
        canvas.places[f"seat:{seat.seat}"] = plate
    # Movements between the reader's hand and the table begin and end here.
    canvas.places["hand"] = Rect(rect.cx - 40, canvas.frame.size[1] - 120, 80, 112)


def _plate_width(rect: Rect, widest: float) -> float:
    return min(widest, (rect.w - 32) / 3)


def _free_seat(canvas: Canvas, seat: BuracoSeat, plate: Rect, *, sit_down: bool) -> None:
    words = canvas.words
    _plate(canvas, seat, plate)
    text = words("Sit down") if sit_down else words("Free seat")
    ink = "link" if sit_down else "textMuted"
    canvas.text(plate, text, canvas.s(15), "semibold", ink, "center")
    if sit_down:
        canvas.target(f"sit:{seat.seat}", plate, Intent("sit", seat.seat), label=text)


def _seat(
    canvas: Canvas, seat: BuracoSeat, plate: Rect, left: TimeLeft | None, *, in_deal: bool
) -> None:
    """Draw a player: disc or clock, name and last action, number of cards."""
    _plate(canvas, seat, plate)
    disc = _disc(canvas, seat, plate, left)
    width = min(canvas.s(62), plate.w * 0.36)
    count = Rect(plate.right - width - 6, plate.y, width, plate.h)
    # The look's warning: this seat may go out soon.
    _count(canvas, seat, count, "!" if seat.cards <= 3 and in_deal else "")
    _name(canvas, seat, Rect(disc.right + 8, plate.y, count.x - disc.right - 12, plate.h))


def _plate(canvas: Canvas, seat: BuracoSeat, plate: Rect) -> None:
    quiet = not seat.name or seat.away
    canvas.box(
        plate,
        "turn" if seat.turn else "page" if quiet else "panel",
        line="panelBorder",
        radius=10,
        dashed=quiet,
        role="plate",
        key=f"plate:{seat.seat}",
    )


def _ink(seat: BuracoSeat) -> tuple[str, str]:
    """Colours of the name, and of what is less important."""
    return ("turnText", "turnText") if seat.turn else ("text", "textMuted")


def _disc(canvas: Canvas, seat: BuracoSeat, plate: Rect, left: TimeLeft | None) -> Rect:
    """Draw the first letter of the name, or the clock of the acting seat; where it stands."""
    disc = Rect(plate.x + 8, plate.cy - 18, 36, 36)
    if left is not None:
        colour = "timerBank" if left.bank else "timerLow" if left.low else "timer"
        canvas.add(
            # Dark in every theme: the plate of the acting seat is amber, and the seconds on it are
            # light.
            Ring(rect=disc, share=left.share, colour=colour, fill="#12171A", width=4, key="timer")
        )
        canvas.text(disc.inset(5), left.short, 14, "bold", "#F3F1EA", "center", shrink=True)
        return disc
    if plate.w < 150 + canvas.s(40):  # the name is worth more than its first letter
        return Rect(plate.x + 4, plate.cy, 0, 0)
    canvas.box(disc, "neutral", radius=18, role="avatar")
    if seat.connected is False and not seat.bot:
        canvas.icon(disc.inset(8), "offline", "bad")
    else:
        canvas.text(disc, seat.name[:1].upper(), 15, "semibold", "neutralText", "center")
    return disc


def _count(canvas: Canvas, seat: BuracoSeat, rect: Rect, mark: str) -> None:
    ink, soft = _ink(seat)
    top = Rect(rect.x, rect.cy - canvas.s(19), rect.w, canvas.s(18))
    canvas.text(top, f"{seat.cards}{mark}", canvas.s(17), "bold", ink, "center")
    under = Rect(rect.x, rect.cy + 1, rect.w, canvas.s(15))
    cards = canvas.words.several("card", "cards", seat.cards)
    canvas.text(under, cards, canvas.s(12), "semibold", soft, "center", shrink=True)


def _name(canvas: Canvas, seat: BuracoSeat, rect: Rect) -> None:
    """Draw the name with the side on which the seat plays, and its last action below."""
    words = canvas.words
    ink, soft = _ink(seat)
    note = words("Sits out") if seat.away else seat.last
    # Before a seat's first action its name stands beside the middle of the disc.
    lift = canvas.s(20) if note else canvas.s(9.5)
    name = Rect(rect.x, rect.cy - lift, rect.w, canvas.s(19))
    shown = seat.name + seat.mark
    width = canvas.text(name, shown, canvas.s(15), "semibold", ink, shrink=True)
    role = seat.side
    rest = Rect(name.x + width + 8, name.y, name.w - width - 8, name.h)
    # Smaller rather than not at all: it says on whose side the seat plays.
    if rest.w > text_width(role, 11.0):
        canvas.text(rest, role, canvas.s(12.5), colour=soft, shrink=True)
    line = Rect(name.x, rect.cy + 1, name.w, canvas.s(16))
    canvas.text(line, note, canvas.s(12.5), "semibold", soft, suits=True, shrink=True)
